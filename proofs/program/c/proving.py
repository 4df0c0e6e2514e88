"""`maxpool prove --source FILE.c:FUNCTION`: an implementation in C, proved from its source.

The file is parsed, never compiled and never run. With `--replay`, the system's compiler builds the function and runs it
on a witness, in a process of its own.
"""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass, field, replace

from proofs.program.c.elements.claims import ElementVerdict
from proofs.program.c.elements.counted import ElementFindings
from proofs.program.c.function import Lowered, lowered
from proofs.program.c.lowering.elements import LARGEST
from proofs.program.c.lowering.pointers import NOT_NULL_INDICES
from proofs.program.c.parameters.quantities import Quantities
from proofs.program.c.reading.reader import CompilerOptions, read
from proofs.program.c.reading.tree import CUnit
from proofs.program.c.reading.types import CInteger
from proofs.program.c.replay import run_by_compiler
from proofs.program.logic.plan import Condition
from proofs.program.logic.solving import Session
from proofs.program.maxpool.capacity import Capacity, capacity, settled
from proofs.program.maxpool.proof import (
    ELEMENT,
    LIMITS,
    ConditionOutcome,
    all_proved,
    attempt,
    briefly_finished,
    finished,
    modes,
    unreached,
)
from proofs.program.prove_source import SourceReport
from proofs.program.running.witness import CallWitness, ElementRange, find
from proofs.program.source.refused import Refused
from proofs.solvers.answers import BRIEF_LIMITS, Limits
from proofs.solvers.solvers import SOLVERS, opened
from reference.common.errors import Contradiction
from spec.language.terms import TRUE
from spec.readings.plain import to_plain

ASSUMED = (
    "the call meets every precondition of the profile",
    *(f"the call is one where {mode}" for mode in modes()),
    "X and the outputs are whole objects of their sizes, and none of them overlaps another or a parameter",
)
"""What the proof of a function in C takes for granted of those who call it, whatever it does."""
BY_NAME = "its name does not say so"
NO_NAN = "no element of X is a NaN"
MAY_BE_NULL = "with a null pointer for Indices, Y is the same"


@dataclass(frozen=True, slots=True)
class FunctionLines:
    """A function of a file: its first and last line, and the SHA-256 digest of these lines."""

    first: int
    last: int
    digest: str


@dataclass(frozen=True, slots=True)
class CSource:
    """A file with the function that is asked for, and how it is to be read."""

    file: str
    text: bytes
    name: str
    options: CompilerOptions = field(default_factory=CompilerOptions)
    quantities: Quantities = field(default_factory=Quantities)


def prove_c(source: CSource, limits: Limits, *, replay: bool = False) -> SourceReport:
    """The report on a function. Where something stays open, a call is looked for on which the function goes wrong."""
    report, understood = understand(source)
    if understood is None:
        return report
    report, most = _proved(report, source, *understood, limits, replay=replay)
    without = understood[1].without_indices
    return _with_null(report, without, most, limits) if report.proved and without and most is not None else report


def understand(source: CSource) -> tuple[SourceReport, tuple[CUnit, Lowered] | None]:
    """What a function was found to be, of which nothing is proved yet; or its refusal."""
    report = SourceReport(source.name, (), 0.0, language="C", model=source.options.model, assumptions=ASSUMED)
    try:
        unit = read(source.file, source.text, source.name, source.options)
        report = replace(report, text=_lines(source.text, unit))
        found = lowered(unit, source.quantities)
    except Refused as refused:
        return replace(report, refused=refused), None
    return _on_elements(_shown(report, found), found.claims.decided(LIMITS)), (unit, found)


def _on_elements(report: SourceReport, findings: ElementFindings) -> SourceReport:
    """The report with what is shown of NaN, or assumed."""
    assumed = (NO_NAN,) if findings.no_nan else ()
    return replace(report, assumptions=(*report.assumptions, *assumed), shown=findings.shown)


def _as_condition(verdict: ElementVerdict) -> ConditionOutcome:
    claim, wrong = verdict.claim, verdict.contradiction
    words = f"{claim.words}: {wrong}" if wrong else claim.words
    label = f"{ELEMENT}{'value' if claim.op is None else 'order'}"
    return ConditionOutcome(Condition(label, claim.at.line, words, (), TRUE), verdict.outcome.routes)


def _with_null(report: SourceReport, without: Lowered, most: Capacity, limits: Limits) -> SourceReport:
    """The report, with what is proved, under the same capacity, where a null pointer is passed for Indices.

    Where it is not proved, or stands on more, it is still assumed that none is.
    """
    results = null_results(without, most, Session(opened(SOLVERS, limits)))
    assumed = set(_on_elements(_shown(report, without), without.claims.decided(LIMITS)).assumptions)
    if assumed - set(report.assumptions) or not all_proved(results) or unreached(without.function, results, limits):
        return report
    left = tuple(a for a in report.assumptions if a != NOT_NULL_INDICES)
    return replace(report, results=(*report.results, *results), assumptions=left, shown=(*report.shown, MAY_BE_NULL))


def null_results(without: Lowered, most: Capacity, session: Session) -> tuple[ConditionOutcome, ...]:
    """What becomes of a function where a null pointer is passed for Indices, under a capacity; none where refused."""
    try:
        results = settled(without.function, attempt(without.function, session), most, session)
    except Refused:
        return ()
    results = (*finished(results, session), *on_elements(without))
    return tuple(replace(r, condition=replace(r.condition, label=f"{r.condition.label}.null")) for r in results)


def _proved(
    report: SourceReport, source: CSource, unit: CUnit, found: Lowered, limits: Limits, *, replay: bool
) -> tuple[SourceReport, Capacity | None]:
    started = time.perf_counter()
    session, refusal = Session(opened(SOLVERS, limits)), None
    results: tuple[ConditionOutcome, ...] = ()
    most: Capacity | None = None
    try:
        results, most = results_of(found, session)
        results = briefly_finished(results)
    except Refused as refused:
        refusal = refused
    # What is computed from elements may not be what it was taken for: then a run says nothing.
    taken = all(r.proved for r in results if r.condition.label.startswith(ELEMENT))
    witness = None if all_proved(results) or not taken else find(found.as_run, elements=element_range(found))
    if witness is not None and all_proved(results):
        raise Contradiction(f"{source.name} is proved, and yet wrong: {witness.json()}")
    results = finished(results, Session(opened(SOLVERS, BRIEF_LIMITS)) if witness else session)
    empty = unreached(found.function, results, limits) if all_proved(results) else None
    if witness is not None and replay:
        witness = _replayed(witness, source, unit, found)
    seconds = time.perf_counter() - started
    held = str(most) if most is not None and all_proved(results) else None
    report = replace(
        report, results=results, seconds=seconds, refused=refusal, witness=witness, empty=empty, capacity=held
    )
    return report, most


def element_range(found: Lowered) -> ElementRange:
    """What elements of the type can be: those of an unsigned type are no less than 0."""
    if isinstance(found.element, CInteger) and not found.keeps_bits:
        return ElementRange(found.element.low, found.element.low)
    return ElementRange(lowest=-LARGEST[found.of.width])


def results_of(found: Lowered, session: Session) -> tuple[tuple[ConditionOutcome, ...], Capacity | None]:
    """What becomes of the conditions of a function before any is asked in full, and the sizes that fit."""
    results = attempt(found.function, session)
    most = capacity(found.function, results, session)
    settled_results = results if most is None else settled(found.function, results, most, session)
    return (*settled_results, *on_elements(found)), most


def on_elements(found: Lowered) -> tuple[ConditionOutcome, ...]:
    """The claims on what is computed from elements, as conditions."""
    return tuple(map(_as_condition, found.claims.decided(LIMITS).verdicts))


def _lines(text: bytes, unit: CUnit) -> FunctionLines:
    first, last = unit.function.at.line, unit.function.last_line
    lines = text.splitlines(keepends=True)[first - 1 : last]
    return FunctionLines(first, last, hashlib.sha256(b"".join(lines)).hexdigest())


def _shown(report: SourceReport, found: Lowered) -> SourceReport:
    """The report, with what the parameters stand for and what is assumed."""
    parameters = {own: role for role, own in found.tensors.items()}
    parameters |= {path: " = ".join(wanted) for path, wanted in found.meaning.leaves.items()}
    calls = tuple(f"{name.name} = {to_plain(value)}" for name, value in found.meaning.calls.items())
    layout = (f"the axes stand in memory as {found.meaning.layout}",) if found.function.flat else ()
    there = (NOT_NULL_INDICES,) if found.asks_for_indices else ()
    told = (f"{path} is {parameters[path]}, as it is used: {BY_NAME}" for path in found.meaning.by_use)
    assumed = (*ASSUMED, *found.assumed, *there, *layout, *told)
    return replace(report, parameters=parameters, calls=calls, assumptions=assumed)


def _replayed(witness: CallWitness, source: CSource, unit: CUnit, found: Lowered) -> CallWitness:
    return replace(witness, replayed=run_by_compiler(source.file, source.text, source.options, unit, found, witness))
