"""Obligations on bit patterns, in SMT-LIB text, and their decision by the same rules of proof as all others.

The term language has no floats: here the text that the solvers read is the statement itself. For searching, for
confirming and for replaying, `proofs.engine.bitvalues` evaluates the same text in NumPy, without a solver.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from proofs.engine.bitsolvers import ASK, THIRD, third_is_installed, version
from proofs.engine.bitvalues import BitVector, bit_vector, definitions, evaluate, parsed, printed
from proofs.engine.decide import VERDICTS, agreement, enumerated
from proofs.engine.solvers import DEFAULT_LIMITS, SOLVERS, Answer, Limits, Status
from proofs.engine.statement import Integers, Outcome, Route, Statement, Tightness, Values, Verdict, Witness
from reference.common.errors import Contradiction

MOST_CANDIDATES = 1 << 20
"""Up to so many bit patterns an obligation is searched whole, and decided by enumeration too."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A bit pattern of an obligation: any of its width; or, with a meaning, the one that an expression gives.

    A search for examples goes through all patterns where they are few, and through the landmarks where they are many.
    `dtype` is the NumPy type whose numbers the patterns are, for people.
    """

    name: str
    width: int
    dtype: str = ""
    landmarks: tuple[int, ...] = (0, 1)
    meaning: str = ""

    def text(self, value: int) -> str:
        """The pattern of a value, and its number."""
        pattern = f"0x{value:0{(self.width + 3) // 4}x}"
        if not self.dtype:
            return pattern
        return f"{pattern} ({np.array([value], f'uint{self.width}').view(self.dtype)[0]})"


@dataclass(frozen=True, slots=True)
class BitAssumption:
    """A hypothesis on bit patterns, in SMT-LIB."""

    label: str
    term: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BitObligation(Statement):
    """A statement on bit patterns: for all patterns of its inputs, the assumptions imply the goal.

    `functions` are the `define-fun` commands that the formulas use. `replay` gives observed values for results, which
    are patterns with a meaning; the contradiction must stand with those in place of what the meanings say.
    """

    functions: str
    patterns: tuple[Pattern, ...]
    assumptions: tuple[BitAssumption, ...] = ()
    goal: str
    logic: str = "QF_BVFP"

    @property
    def clauses(self) -> tuple[str, ...]:
        """The labels that the obligation stands on or speaks of, each once."""
        return tuple(dict.fromkeys((*(a.label for a in self.assumptions), *self.about)))

    @property
    def inputs(self) -> tuple[Pattern, ...]:
        """The patterns that may be any."""
        return tuple(p for p in self.patterns if not p.meaning)

    @property
    def results(self) -> tuple[Pattern, ...]:
        """The patterns that expressions give."""
        return tuple(p for p in self.patterns if p.meaning)

    @property
    def hypotheses(self) -> tuple[str, ...]:
        """The assumptions, as formulas."""
        return tuple(a.term for a in self.assumptions)

    @property
    def refuted(self) -> tuple[str, ...]:
        """What a solver is asked to refute: the assumptions, and the negation of the goal."""
        return (*self.hypotheses, f"(not {self.goal})")

    def definitions(self, formulas: Sequence[str]) -> tuple[str, ...]:
        """Those of the functions that formulas and results use, directly or through others; each on one line."""
        known = definitions(self.functions)
        wanted = _atoms(" ".join([*formulas, *(p.meaning for p in self.results)])) & known.keys()
        while more := set().union(*(_atoms(printed(known[name].body)) for name in wanted)) & known.keys() - wanted:
            wanted |= more
        return tuple(known[name].text for name in known if name in wanted)

    def script(self, formulas: Sequence[str], comment: str = "") -> str:
        """The SMT-LIB script that asks whether some formulas hold together for some inputs."""
        lines = [f"; {line}" for line in comment.splitlines()]
        lines += [f"(set-logic {self.logic})", *self.definitions(formulas)]
        lines += [f"(declare-const {p.name} (_ BitVec {p.width}))" for p in self.inputs]
        lines += [_definition(p) for p in self.results]
        lines += [f"(assert {formula})" for formula in formulas]
        return "\n".join([*lines, "(check-sat)", ""])

    def evaluate(self, formula: str, values: Mapping[str, Any]) -> Any:
        """The truth, or the bit pattern, of a formula or expression for one pattern, or an array of them, per name."""
        widths = {p.name: p.width for p in self.patterns}
        known = {name: bit_vector(widths[name], value) for name, value in values.items()}
        (expression,) = parsed(formula)
        defined = definitions("\n".join([self.functions, *map(_definition, self.results)]))
        value = evaluate(expression, known, defined)
        return value.bits if isinstance(value, BitVector) else value

    def readable(self, values: Values) -> Values:
        """Each pattern in hexadecimal, with the number that it is."""
        patterns = {p.name: p for p in self.patterns}
        return {name: patterns[name].text(v) if isinstance(v, int) else v for name, v in values.items()}

    def contradiction(self, witness: Witness) -> str:
        """What the results are at a witness: as observed, or else as their meanings say."""
        said = {p.name: int(self.evaluate(p.name, witness.values)[0]) for p in self.results}
        return ", ".join(f"{name} is {text}" for name, text in self.readable({**said, **witness.observed}).items())


def _atoms(text: str) -> set[str]:
    return set(text.replace("(", " ").replace(")", " ").split())


def _definition(result: Pattern) -> str:
    return f"(define-fun {result.name} () (_ BitVec {result.width}) {result.meaning})"


# --- the rules of proof ----------------------------------------------------------------------------


def decide_bits(
    obligation: BitObligation,
    limits: Limits = DEFAULT_LIMITS,
    solvers: Sequence[str] = tuple(SOLVERS),
    *,
    tightness: bool = True,
) -> Outcome:
    """Decide an obligation on bit patterns; the rules are those of `proofs.engine.decide.decide`.

    Where all solvers are asked, so is the third. Raises Contradiction if two routes disagree.
    """
    started = time.perf_counter()
    example, consistent = _satisfiable(obligation, limits, solvers)
    if consistent is Verdict.VACUOUS:
        return Outcome(obligation, Verdict.VACUOUS, (), seconds=time.perf_counter() - started)
    problem = "" if consistent is Verdict.PROVED else "the assumptions could not be shown satisfiable"
    counterexample = _first(obligation, obligation.refuted) if obligation.expected is Verdict.REFUTED else None
    routes, answers = _ask(obligation, counterexample, limits, solvers)
    agreement(obligation, routes)
    verdict, witness = agreement(obligation, [r for r in routes if r.name != THIRD]), None
    tight: tuple[Tightness, ...] = ()
    if verdict is Verdict.REFUTED:
        counterexample = counterexample or _first(obligation, obligation.refuted) or _model(obligation, answers)
        witness, problem = _witness(obligation, counterexample, limits, solvers[0])
        verdict = Verdict.REFUTED if witness else Verdict.UNKNOWN
    elif verdict is Verdict.PROVED and tightness:
        tight = tuple(_without(obligation, i, limits, solvers) for i in range(len(obligation.assumptions)))
    return Outcome(obligation, verdict, routes, example, witness, tight, time.perf_counter() - started, problem)


def _satisfiable(obligation: BitObligation, limits: Limits, solvers: Sequence[str]) -> tuple[Integers | None, Verdict]:
    """Bit patterns under which the assumptions hold, found by search; else what the solvers say of them."""
    if (example := _first(obligation, obligation.hypotheses)) is not None:
        return example, Verdict.PROVED
    answers = [ASK[name](obligation.script(obligation.hypotheses), limits) for name in solvers]
    statuses = {answer.status for answer in answers}
    if {Status.SAT, Status.UNSAT} <= statuses:
        raise Contradiction(f"{obligation.label}: the solvers disagree on whether the assumptions hold together")
    if Status.UNSAT in statuses:
        return None, Verdict.VACUOUS
    return _model(obligation, answers), Verdict.PROVED if Status.SAT in statuses else Verdict.UNKNOWN


def _ask(
    obligation: BitObligation, counterexample: Integers | None, limits: Limits, solvers: Sequence[str]
) -> tuple[tuple[Route, ...], tuple[Answer, ...]]:
    """Each route's verdict: on the whole obligation, or, where a counterexample is at hand, on that alone."""
    third = (THIRD,) if third_is_installed() and set(SOLVERS) <= set(solvers) else ()
    names = (*solvers, *third)
    script = obligation.script((*obligation.refuted, *_equal(obligation, counterexample or {})))
    answers = tuple(ASK[name](script, limits) for name in names)
    routes = [
        Route(name, version(name), VERDICTS[answer.status], answer.seconds)
        for name, answer in zip(names, answers, strict=True)
    ]
    if is_small(obligation):
        routes.append(_every_pattern(obligation))
    if obligation.bounded is not None:
        routes.append(enumerated(obligation.bounded))
    return tuple(routes), answers


def _equal(obligation: BitObligation, values: Integers) -> tuple[str, ...]:
    return tuple(f"(= {p.name} (_ bv{values[p.name]} {p.width}))" for p in obligation.inputs if p.name in values)


def _every_pattern(obligation: BitObligation) -> Route:
    """The route without a solver: the statement evaluated for every bit pattern there is."""
    started = time.perf_counter()
    refuted = _first(obligation, obligation.refuted) is not None
    verdict = Verdict.REFUTED if refuted else Verdict.PROVED
    return Route("enumeration", f"numpy {np.__version__}", verdict, time.perf_counter() - started)


def _witness(
    obligation: BitObligation, values: Integers | None, limits: Limits, solver: str
) -> tuple[Witness | None, str]:
    """A counterexample, confirmed by evaluation in NumPy, and by the replay where there is one.

    It is minimal if a solver says that no counterexample has a smaller sum of bit patterns.
    """
    if values is None or not _refutes(obligation, values):
        return None, "no counterexample could be confirmed by evaluation"
    observed: Integers = {}
    if obligation.replay is not None:
        try:
            observed = obligation.replay(values)
        except ValueError as error:
            return None, f"the replay refuses {dict(values)}: {error}"
        if not _refutes(obligation, {**values, **observed}):
            return None, f"the replay does not show the contradiction: it gives {dict(observed)} for {dict(values)}"
    smaller = obligation.script((*obligation.refuted, _sum_below(obligation, sum(values.values()))))
    return Witness(values, ASK[solver](smaller, limits).status is Status.UNSAT, observed), ""


def _sum_below(obligation: BitObligation, bound: int) -> str:
    """The sum of the inputs' bit patterns is below a bound; the sum is wide enough never to wrap around."""
    width = max(p.width for p in obligation.inputs) + len(obligation.inputs)
    total = f"(_ bv0 {width})"
    for p in obligation.inputs:
        total = f"(bvadd {total} ((_ zero_extend {width - p.width}) {p.name}))"
    return f"(bvult {total} (_ bv{bound} {width}))"


def _without(obligation: BitObligation, dropped: int, limits: Limits, solvers: Sequence[str]) -> Tightness:
    """What becomes of the obligation without one of its assumptions."""
    label = obligation.assumptions[dropped].label
    weaker = replace(obligation, assumptions=obligation.assumptions[:dropped] + obligation.assumptions[dropped + 1 :])
    if (found := _first(weaker, weaker.refuted)) is not None:
        return Tightness(label, "needed", found)
    answers = [ASK[name](weaker.script(weaker.refuted), limits) for name in solvers]
    if all(answer.status is Status.UNSAT for answer in answers):
        return Tightness(label, "redundant")
    model = _model(weaker, answers)
    if model is not None and _refutes(weaker, model):
        return Tightness(label, "needed", model)
    return Tightness(label, "unknown")


def _refutes(obligation: BitObligation, values: Integers) -> bool:
    """The assumptions hold and the goal fails, by evaluation."""
    return all(bool(np.all(obligation.evaluate(formula, values))) for formula in obligation.refuted)


# --- searching -------------------------------------------------------------------------------------


def is_small(obligation: BitObligation) -> bool:
    """There are so few bit patterns that all are tried."""
    return 1 << sum(p.width for p in obligation.inputs) <= MOST_CANDIDATES


def _first(obligation: BitObligation, formulas: Sequence[str]) -> Integers | None:
    """The candidate with the smallest sum for which all formulas hold; of several, the first in order of the inputs."""
    if not formulas:
        return {p.name: 0 for p in obligation.inputs}
    candidates = _candidates(obligation)
    holds = np.ones(1, bool)
    for formula in formulas:
        holds = holds & obligation.evaluate(formula, candidates)
    places = np.flatnonzero(np.broadcast_to(holds, next(iter(candidates.values())).shape))
    return {name: int(values[places[0]]) for name, values in candidates.items()} if len(places) else None


def _candidates(obligation: BitObligation) -> dict[str, NDArray[np.uint64]]:
    """All combinations of the inputs' patterns where they are few, else of their landmarks, in order of their sum."""
    whole = is_small(obligation)
    choices = [
        np.array(range(1 << p.width) if whole else sorted({v for v in p.landmarks if v < 1 << p.width}), np.uint64)
        for p in obligation.inputs
    ]
    combined = [grid.ravel() for grid in np.meshgrid(*choices, indexing="ij")]
    # Sums of 64-bit patterns need more than 64 bits: they are ordered by two halves.
    half, mask = np.uint64(32), np.uint64(0xFFFF_FFFF)
    low = np.sum([c & mask for c in combined], axis=0, dtype=np.uint64)
    high = np.sum([c >> half for c in combined], axis=0, dtype=np.uint64) + (low >> half)
    order = np.lexsort((low & mask, high))
    return {p.name: values[order] for p, values in zip(obligation.inputs, combined, strict=True)}


def _model(obligation: BitObligation, answers: Sequence[Answer]) -> Integers | None:
    """Bit patterns for the inputs from the first model that a solver gives."""
    model = next((answer.model for answer in answers if answer.model is not None), None)
    if model is None:
        return None
    found = ((p.name, model.get(p.name, 0)) for p in obligation.inputs)
    return {name: value for name, value in found if isinstance(value, int)}
