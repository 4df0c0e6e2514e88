"""`maxpool prove --source FILE.c:FUNCTION`: an implementation in C, proved from its source.

The file is parsed, never compiled and never run. With `--replay`, the system's compiler builds the function and runs it
on a witness, in a process of its own.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from proofs.program.c.function import Lowered, lowered
from proofs.program.c.parameters.quantities import Quantities
from proofs.program.c.reading.reader import CompilerOptions, read
from proofs.program.c.reading.tree import CUnit
from proofs.program.c.replay import run_by_compiler
from proofs.program.logic.solving import Session
from proofs.program.maxpool.capacity import Capacity, capacity, settled
from proofs.program.maxpool.proof import FITS, ConditionOutcome, all_proved, attempt, finished, unreached
from proofs.program.prove_source import SourceReport
from proofs.program.running.witness import CallWitness, find
from proofs.program.source.refused import Refused
from proofs.solvers.answers import BRIEF_LIMITS, Limits
from proofs.solvers.solvers import SOLVERS, opened
from reference.common.errors import Contradiction
from spec.readings.plain import to_plain

ASSUMED = (
    "the call meets every precondition of the profile",
    "X and the outputs are whole objects of their sizes, and none of them overlaps another or a parameter",
)
"""What the proof of a function in C takes for granted of those who call it, whatever it does."""


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
    return report if understood is None else _proved(report, source, *understood, limits, replay=replay)


def understand(source: CSource) -> tuple[SourceReport, tuple[CUnit, Lowered] | None]:
    """What a function was found to be, of which nothing is proved yet; or its refusal."""
    report = SourceReport(source.name, (), 0.0, language="C", model=source.options.model, assumptions=ASSUMED)
    try:
        unit = read(source.file, source.text, source.name, source.options)
        report = replace(report, text=_lines(source.text, unit))
        found = lowered(unit, source.quantities)
    except Refused as refused:
        return replace(report, refused=refused), None
    return _shown(report, found), (unit, found)


def _proved(
    report: SourceReport, source: CSource, unit: CUnit, found: Lowered, limits: Limits, *, replay: bool
) -> SourceReport:
    started = time.perf_counter()
    session, refusal = Session(opened(SOLVERS, limits)), None
    results: tuple[ConditionOutcome, ...] = ()
    most: Capacity | None = None
    try:
        results, most = results_of(found, session)
    except Refused as refused:
        refusal = refused
    witness = None if all_proved(results) else find(found.function)
    if witness is not None and all_proved(results):
        raise Contradiction(f"{source.name} is proved, and yet wrong: {witness.json()}")
    results = _finished(results, Session(opened(SOLVERS, BRIEF_LIMITS)) if witness else session)
    empty = unreached(results, limits) if all_proved(results) else None
    if witness is not None and replay:
        witness = _replayed(witness, source, unit, found)
    seconds = time.perf_counter() - started
    held = str(most) if most is not None and all_proved(results) else None
    return replace(
        report, results=results, seconds=seconds, refused=refusal, witness=witness, empty=empty, capacity=held
    )


def results_of(found: Lowered, session: Session) -> tuple[tuple[ConditionOutcome, ...], Capacity | None]:
    """What becomes of the conditions of a function before any is asked in full, and the sizes that fit."""
    results = attempt(found.function, session)
    most = capacity(found.function, results, session)
    return (results if most is None else settled(found.function, results, most, session)), most


def _finished(results: Sequence[ConditionOutcome], session: Session) -> tuple[ConditionOutcome, ...]:
    """The results, with what was open asked in full; what types demand was asked in every way that is known."""
    demanded = [result for result in results if result.condition.label.endswith(FITS)]
    others = [result for result in results if not result.condition.label.endswith(FITS)]
    return (*finished(others, session), *demanded)


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
    return replace(report, parameters=parameters, calls=calls, assumptions=(*ASSUMED, *found.assumed, *layout))


def _replayed(witness: CallWitness, source: CSource, unit: CUnit, found: Lowered) -> CallWitness:
    return replace(witness, replayed=run_by_compiler(source.file, source.text, source.options, unit, found, witness))
