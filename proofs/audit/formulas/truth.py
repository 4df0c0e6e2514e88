"""What the size formulas of a document are held against: one formula for each way to pad and to round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from proofs.engine.decide import decide
from proofs.engine.search import smallest
from proofs.engine.statement import Outcome, Verdict
from proofs.engine.terms import Assumption, Obligation, suppose
from proofs.solvers.answers import Limits, Values
from proofs.theories.hypotheses import clause
from proofs.theories.shape import LEGAL
from spec.documents.formulas.meaning import on_axis
from spec.documents.formulas.statements import Padding, Rounding
from spec.language.fold import substitute
from spec.language.terms import Term, and_, free_variables
from spec.maxpool.family import VERSIONS
from spec.maxpool.operator import MAXPOOL
from spec.operator.claims import sides
from spec.operator.clauses import ADDED
from spec.readings.value import Undefined
from spec.window.names import dilation, kernel, pad_begin, pad_end, slack, stride, x, y

LIMITS = Limits(seconds=20.0, z3_steps=3_000_000, cvc5_steps=400_000)
"""Steps that take about a second and a half: an author waits. The time is for machines that are busy otherwise."""
BRIEF = 400
LATEST = VERSIONS[12]
assert LATEST.ceil is not None, "version 12 has a ceil mode"
LATEST_CEIL = LATEST.ceil

SIGNS = clause("X.spatial", "pads.non-negative", "kernel_shape.positive", "dilations.positive", "strides.positive")
"""What every legal call has, whatever its mode."""
_NAMES = clause("extent", "slack")
_FITS = suppose("the kernel fits", slack >= 0)
_NO_PADS = suppose("no padding", and_(pad_begin.eq(0), pad_end.eq(0)))


@dataclass(frozen=True, slots=True)
class Truth:
    """The right output size for a mode: its term, and what may be assumed where it holds, its definition included."""

    term: Term
    assumptions: tuple[Assumption, ...]
    about: str


def _truth(term: Term, about: str, *more: Assumption) -> Truth:
    return Truth(term, (*SIGNS, *_NAMES, *more, suppose(about, y.eq(term))), about)


TRUTHS: Mapping[tuple[Padding, Rounding], Truth] = {
    (Padding.EXPLICIT, Rounding.FLOOR): Truth(sides(MAXPOOL["Y.shape"].formula)[1], LEGAL, "Y.shape"),
    (Padding.EXPLICIT, Rounding.CEIL): _truth(LATEST_CEIL.term, LATEST_CEIL.label, _FITS),
    **{
        (Padding.VALID, rounding): _truth(LATEST.valid.term, LATEST.valid.label, _NO_PADS, _FITS)
        for rounding in Rounding
    },
    **{(Padding.SAME, rounding): _truth(LATEST.same.term, LATEST.same.label) for rounding in Rounding},
}

UNDILATED = suppose("the operator has no dilations", dilation.eq(1))
EQUAL_PADS = suppose("one padding for both ends", pad_begin.eq(pad_end))


def other_axis(axis: int) -> tuple[Assumption, ...]:
    """What every legal call has on another axis, in that axis's variables."""
    return tuple(
        Assumption(a.label, substitute(a.term, {v: on_axis(v, axis) for v in free_variables(a.term)}))
        for a in (*SIGNS, *_NAMES)
    )


@lru_cache(maxsize=4096)
def decided(assumptions: tuple[Assumption, ...], goal: Term, about: str, candidates: int = BRIEF) -> Outcome:
    """Whether the assumptions imply the goal, by both solvers; refuted with the smallest witness there is.

    So many small values are tried first: most slips show at once, and a known counterexample is quickly confirmed.
    """
    claim = Obligation(label="audit", statement="", assumptions=assumptions, goal=goal, about=(about,), source=ADDED)
    if _found_small(claim, candidates):
        return decide(replace(claim, expected=Verdict.REFUTED), LIMITS, tightness=False)
    decision = decide(claim, LIMITS, tightness=False)
    if decision.verdict is Verdict.REFUTED:
        return decide(replace(claim, expected=Verdict.REFUTED), LIMITS, tightness=False)
    return decision


def difference(assumptions: tuple[Assumption, ...], wanted: Term, got: Term, about: str) -> Values | None:
    """The smallest values for which two terms differ: none if they are proved equal, empty if neither is shown."""
    decision = decided(assumptions, wanted.eq(got), about)
    if decision.verdict is Verdict.PROVED:
        return None
    return decision.witness.values if decision.witness else {}


def quantities(values: Values) -> dict[str, object]:
    """What a witness says of an axis's own quantities, in the order in which a call gives them."""
    own = (x, kernel, dilation, stride, pad_begin, pad_end)
    return {v.name: values[v.name] for v in own if v.name in values}


def _found_small(claim: Obligation, candidates: int) -> bool:
    try:
        return smallest([a.term for a in claim.assumptions], claim.conclusion, candidates) is not None
    except Undefined:
        return False
