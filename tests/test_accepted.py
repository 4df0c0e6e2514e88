"""A change of what is required, of its order, or of what is promised: some obligation comes to another verdict."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest

from proofs.catalogue import CATALOGUE
from proofs.engine.decide import decide
from proofs.engine.statement import Statement, Verdict
from proofs.theories.accepted import obligations
from spec.language.terms import TRUE, Term, and_, not_, or_
from spec.maxpool.operator import MAXPOOL
from spec.maxpool.vocabulary import dtype, dX, dY
from spec.operator.clauses import Decision
from spec.operator.operator import Operator

WINDOWS, FITS = "windows.meet-input", "Y.positive"
EMPTY = (dY[0] * dY[1] * dY[2] * dY[3]).eq(0)
NO_BATCHES, NO_CHANNELS = dX[0].eq(0), dX[1].eq(0)


def not_required(label: str) -> Operator:
    """The operator whose calls need not meet a decision."""
    clause = MAXPOOL[label]
    assert isinstance(clause, Decision)
    other = replace(clause, precondition=False)
    return replace(MAXPOOL, clauses=tuple(other if c is clause else c for c in MAXPOOL.clauses))


def sooner(label: str, before: str) -> Operator:
    """The operator that checks one clause before another."""
    others = [c for c in MAXPOOL.clauses if c.label != label]
    place = others.index(MAXPOOL[before])
    return replace(MAXPOOL, clauses=(*others[:place], MAXPOOL[label], *others[place:]))


def saying(label: str, formula: Term) -> Callable[[], Operator]:
    """What makes the operator in which a clause says something else."""
    return lambda: MAXPOOL.changed(label, formula)


SLIPS: Mapping[str, tuple[Callable[[], Operator], str]] = {
    "windows without elements are accepted": (lambda: not_required(WINDOWS), "accepted.windows"),
    "an empty output is accepted": (lambda: not_required(FITS), "accepted.output"),
    "windows are checked before there are some": (lambda: sooner(WINDOWS, FITS), "checked-first.output"),
    "Indices are int32": (saying("Indices.type", dtype("Indices").eq("int32")), "Indices.type.holds-each-index"),
    "Indices are of the type of Y": (
        saying("Indices.type", dtype("Indices").eq("float")),
        "Indices.type.holds-each-index",
    ),
    "more elements than indices": (
        saying("Indices.int64", dX[0] * dX[1] * dX[2] * dX[3] <= 2**63 + 1),
        "Indices.type.holds-each-index",
    ),
    "empty without both alone": (
        saying("batch.empty", and_(NO_BATCHES, NO_CHANNELS).implies(EMPTY)),
        "batch.empty.without-batches",
    ),
    "empty without batches alone": (saying("batch.empty", NO_BATCHES.implies(EMPTY)), "batch.empty.without-channels"),
    "never empty": (
        saying("batch.empty", or_(NO_BATCHES, NO_CHANNELS).implies(not_(EMPTY))),
        "batch.empty.without-batches",
    ),
    "nothing is said of empty batches": (saying("batch.empty", TRUE), "batch.empty.without-batches"),
}


def by_label(operator: Operator) -> Mapping[str, Statement]:
    return {o.label: o for o in obligations(operator)}


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_is_noticed(slip: str) -> None:
    changed, label = SLIPS[slip]
    obligation = by_label(changed())[f"profile.{label}"]
    assert decide(obligation, solvers=("z3",), tightness=False).verdict is Verdict.REFUTED


def test_the_obligations_are_those_of_the_catalogue() -> None:
    """What the slips are tried on is what `maxpool check` decides."""
    for label, obligation in by_label(MAXPOOL).items():
        assert CATALOGUE[label].scripts() == obligation.scripts()
