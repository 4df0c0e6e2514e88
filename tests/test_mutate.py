"""Mutants of the clauses: all are noticed, or proved equivalent. And the tool can tell: what nothing notices, survives.

The clauses on cells have thousands of mutants; here a sample of them is tried, and all by `maxpool mutate --spec`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from itertools import product

import pytest

from proofs.catalogue import CATALOGUE
from proofs.engine.statement import Outcome, Statement, Verdict
from proofs.engine.terms import Obligation
from proofs.mutation import clauses as mutate
from proofs.mutation import equivalence, trial
from proofs.mutation.equivalence import differences, equivalent
from proofs.mutation.mutants import mutants
from proofs.solvers import z3_solver
from proofs.solvers.answers import BRIEF_LIMITS, Limits
from spec.language.fold import replace, subterms
from spec.language.terms import FALSE, TRUE, Quantified, Term, Variable, and_, exists, forall, not_, or_
from spec.maxpool.operator import MAXPOOL
from spec.maxpool.semantics import h2
from spec.operator.experiments import Experiments
from spec.readings.plain import to_plain
from spec.readings.value import evaluate
from spec.window.names import h

pytestmark = pytest.mark.long

QUICK = ("R2", "X.types", "Y.shape", "pads.non-negative", "strides.positive", "zeros.equal", "Y.bits")
SAMPLED = ("Y.max", "Y.max-over-input", "Indices.first-maximum", "Indices.flat")


@pytest.mark.tenth
@pytest.mark.parametrize(
    ("label", "part"), [*((label, slice(None)) for label in QUICK), *((label, slice(7, None, 40)) for label in SAMPLED)]
)
def test_no_slip_survives(label: str, part: slice) -> None:
    scores = mutate.report(mutate.mutate(CATALOGUE, label, part))
    assert scores["survived"] == []
    assert scores["mutants"] == scores["killed"] + scores["equivalent"] > 0


@pytest.mark.whole
def test_processes_try_each_mutant_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mutate, "AT_A_TIME", 20)
    done: list[int] = []
    found = mutate.mutate_all(CATALOGUE, ["pads.non-negative", "zeros.equal"], done.append)
    changed = len(mutants(MAXPOOL["zeros.equal"].formula))
    weakened = mutate.count(CATALOGUE, ["zeros.equal"]) - changed
    assert [m.where for m in found] == ["pads.non-negative"] * 19 + ["zeros.equal"] * (changed + weakened)
    assert len(set(found)) == len(found)
    assert all(m.noticed_by or m.harmless for m in found)
    assert done == [19, changed, 20, weakened - 20]
    assert mutate.count(CATALOGUE, ["pads.non-negative", "zeros.equal"]) == len(found)


# --- the tool can fail ---


BLIND = dataclasses.replace(CATALOGUE, theories={}, experiments=Experiments())
"""Without calls, cases and obligations."""


@pytest.mark.parametrize("label", ["R4", "pads.non-negative"])
def test_what_nothing_notices_survives(label: str) -> None:
    scores = mutate.report(mutate.mutate(BLIND, label))
    assert scores["killed"] == 0
    assert len(scores["survived"]) == scores["mutants"] - scores["equivalent"] > 0
    # ceil_mode is known to be 0 or 1 by then, so that `ceil_mode <= 0` says the same as `ceil_mode = 0`.
    assert scores["equivalent"] == (label == "R4")


@pytest.mark.sampled
@pytest.mark.parametrize("label", ["Y.bits", "Indices.flat"])
def test_a_slip_on_cells_that_nothing_notices_survives(label: str) -> None:
    scores = mutate.report(mutate.mutate(BLIND, label, slice(0, 2)))
    assert (scores["killed"], scores["equivalent"], len(scores["survived"])) == (0, 0, 2)


def test_unknown_notices_nothing_and_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def undecided(obligation: Obligation, limits: Limits, **_: bool) -> Outcome:
        return Outcome(obligation, Verdict.UNKNOWN, ())

    monkeypatch.setattr(trial, "decide", undecided)
    monkeypatch.setattr(equivalence, "decide", undecided)
    (survivor,) = mutate.report(mutate.mutate(CATALOGUE, "R4"))["survived"]
    assert survivor == {"clause": "R4", "formula": "ceil_mode <= 0"}


def test_a_counterexample_that_a_search_finds_is_asked_no_solver_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is confirmed by evaluation. Where the reference has to show it too, that is asked as ever."""
    right = CATALOGUE["shape.last-fits"]
    assert isinstance(right, Obligation)
    wrong = dataclasses.replace(right, goal=FALSE)
    asked: list[Statement] = []

    def undecided(obligation: Statement, limits: Limits, **_: bool) -> Outcome:
        asked.append(obligation)
        return Outcome(obligation, Verdict.UNKNOWN, ())

    monkeypatch.setattr(trial, "decide", undecided)
    assert trial.other_verdict(wrong) is Verdict.REFUTED
    assert asked == []
    assert trial.other_verdict(dataclasses.replace(wrong, replay=lambda values: values)) is None
    assert len(asked) == 1


def test_what_a_first_answer_settles_is_not_decided_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a solver still proves, unless it is vacuous; what a counterexample, known or found, still refutes."""
    right, wrong = CATALOGUE["shape.last-fits"], CATALOGUE["draft.dY_2"]
    assert isinstance(right, Obligation)
    assert isinstance(wrong, Obligation)
    known = wrong.smallest()
    asked: list[Statement] = []

    def decided(statement: Statement, limits: Limits, **_: bool) -> Outcome:
        asked.append(statement)
        return Outcome(statement, Verdict.VACUOUS, ())

    monkeypatch.setattr(trial, "decide", decided)
    assert known is not None
    assert trial.other_verdict(right) is trial.other_verdict(wrong, known) is trial.other_verdict(wrong) is None
    assert trial.other_verdict(wrong, dict.fromkeys(known, 0)) is None
    # A mutant may speak of more than what it stands in does.
    assert trial.other_verdict(wrong.with_formula(MAXPOOL["X.spatial"], h >= 0), known) is None
    assert asked == []
    true = dataclasses.replace(wrong, goal=TRUE)
    for statement in (right.with_formula(MAXPOOL["strides.positive"], FALSE), true):
        assert trial.other_verdict(statement) is Verdict.VACUOUS
        assert asked.pop() == statement
    monkeypatch.undo()
    assert trial.other_verdict(true) is Verdict.PROVED


def test_z3_is_not_asked_where_it_could_prove_nothing_and_might_hang(monkeypatch: pytest.MonkeyPatch) -> None:
    """No search finds a counterexample, and cvc5 proves nothing: with that, the two solvers do not."""
    clause, refuted = MAXPOOL["windows.meet-input"], CATALOGUE["capacity.others-imply.Y"]
    changed = (refuted.with_formula(clause, mutant) for mutant in mutants(clause.formula))
    monkeypatch.setattr(z3_solver, "opened", None)
    sought = next(o for o in changed if o.smallest(brief=True) is None)
    assert sought.example() is not None
    assert trial.other_verdict(sought) is None


# --- equivalence ---


@pytest.mark.whole
def test_a_part_is_enough_where_the_rest_decides() -> None:
    """`h2 < h or h2 = h and ...` says the same with `h2 <= h`; with `h2 >= h` it does not."""
    clause = MAXPOOL["Indices.first-maximum"]
    assert equivalent(MAXPOOL, clause, replace(clause.formula, {h2.eq(h): h2 <= h}), BRIEF_LIMITS)
    assert not equivalent(MAXPOOL, clause, replace(clause.formula, {h2.eq(h): h2 >= h}), BRIEF_LIMITS)


i, j, k = (Variable(name) for name in "ijk")
FORMULAS = (
    or_(i < j, and_(i.eq(j), k > 0)),
    and_(i >= 0, i < j, not_(j.eq(k))).implies(or_(i < k, j <= k)),
    exists(i, 0, k, and_(i.eq(j), forall(j, i, 2, i <= j))),
    forall(i, j, k, (i >= 1).implies(exists(k, 0, i, k.eq(j)))),
    and_(i > 0, exists(k, i, j, i * k < j + 1)).iff(j > 1),
)


@pytest.mark.parametrize("formula", FORMULAS, ids=to_plain)
def test_formulas_that_differ_have_parts_that_differ(formula: Term) -> None:
    """What `equivalent` rests on: formulas that differ for some values do so in each pair of parts, in its context."""
    for slip, values in product(mutants(formula), product(range(-1, 3), repeat=3)):
        at = dict(zip("ijk", values, strict=True))
        if evaluate(formula, at) != evaluate(slip, at):
            for given, part, other in differences(formula, slip):
                assert differ(and_(*given), part, other, at, bound={t.variable.name for t in quantified(formula)})


def quantified(formula: Term) -> Iterator[Quantified]:
    return (t for t in subterms(formula) if isinstance(t, Quantified))


def differ(given: Term, part: Term, other: Term, at: Mapping[str, int], bound: set[str]) -> bool:
    """The parts differ where what is given holds, for some values of the bound variables."""
    for values in product(range(-2, 5), repeat=len(bound)):
        inside = {**at, **dict(zip(bound, values, strict=True))}
        if evaluate(given, inside) and evaluate(part, inside) != evaluate(other, inside):
            return True
    return False
