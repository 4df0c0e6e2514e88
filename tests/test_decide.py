"""The rules of proof, each on small statements made by hand: when is something proved, refuted, vacuous or unknown?"""

from __future__ import annotations

import io
from itertools import product
from typing import Any

import pytest
from rich.console import Console

from proofs.assumptions.assumption import Assumption
from proofs.catalogue import CATALOGUE
from proofs.engine.decide import decide
from proofs.engine.record import no_kernel
from proofs.engine.search import refutes
from proofs.engine.statement import Enumeration, Outcome, Verdict, Witness
from proofs.engine.terms import Obligation
from proofs.reports.check import decision_json
from proofs.reports.show import show_decision
from proofs.solvers.answers import Integers, Limits, Status, Table
from proofs.solvers.solvers import SOLVERS, Solver
from reference.common.errors import Contradiction
from spec.language.terms import (
    FALSE,
    TRUE,
    IllSorted,
    Sort,
    Symbol,
    Term,
    Variable,
    and_,
    exists,
    forall,
    not_,
    or_,
    sum_of,
)
from spec.operator.clauses import ADDED
from tests.fakes import Fake

x, y, z = (Variable(name) for name in "xyz")
f = Symbol("f", (Sort.INT,), Sort.INT)
CUBES = (x * x * x + y * y * y + z * z * z).ne(33)
"""False, but its smallest counterexample has 16 digits: neither solver finds it, nor a proof."""

BRIEF = Limits(seconds=2.0, z3_steps=200_000, cvc5_steps=2_000)


def obligation(goal: Term, *assumptions: Term, expected: Verdict = Verdict.PROVED, **more: Any) -> Obligation:
    return Obligation(
        label="by-hand",
        statement="A statement made by hand.",
        assumptions=tuple(Assumption(f"a{i}", term) for i, term in enumerate(assumptions)),
        goal=goal,
        source=ADDED,
        expected=expected,
        **more,
    )


def refuted(goal: Term, *assumptions: Term, **more: Any) -> Obligation:
    return obligation(goal, *assumptions, expected=Verdict.REFUTED, **more)


def witness_of(decision: Outcome) -> Witness:
    """The witness of a refutation."""
    assert decision.verdict is Verdict.REFUTED, decision.problem
    assert decision.witness is not None
    return decision.witness


def outcomes(decision: Outcome) -> dict[str, str]:
    return {t.assumption: t.outcome for t in decision.tightness}


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Install a solver that gives one answer to everything; returns its name."""

    def install(status: Status) -> str:
        monkeypatch.setitem(SOLVERS, "fake", Solver("fake", lambda: Fake(status)))
        return "fake"

    return install


# --- 1. not vacuous ------------------------------------------------------------------------------


@pytest.mark.parametrize("goal", [FALSE, TRUE, x.eq(x), x >= 7], ids=["false", "true", "equation", "contingent"])
@pytest.mark.parametrize("expected", [Verdict.PROVED, Verdict.REFUTED])
def test_contradictory_assumptions_prove_nothing(goal: Term, expected: Verdict) -> None:
    decision = decide(obligation(goal, x >= 1, x <= 0, expected=expected))
    assert (decision.verdict, decision.as_expected) == (Verdict.VACUOUS, False)
    assert (decision.routes, decision.satisfiable_by, decision.witness) == ((), None, None)
    assert decision_json(decision, no_kernel())["vacuous"] is True


def test_contradiction_that_no_search_meets_is_vacuous() -> None:
    assert decide(obligation(f(x) >= 0, f(x) < 0, f(x).eq(y * y))).verdict is Verdict.VACUOUS


def test_assumptions_are_shown_satisfiable() -> None:
    decision = decide(obligation(x * y >= 6, x >= 2, y >= 3))
    assert decision.verdict is Verdict.PROVED
    assert decision.satisfiable_by == {"x": 2, "y": 3}


def test_assumptions_of_which_nothing_is_known_leave_a_problem() -> None:
    decision = decide(obligation(x >= 0, x >= 0, not_(CUBES)), BRIEF, tightness=False)
    assert ("satisfiable" in decision.problem, decision.as_expected) == (True, False)


def test_solvers_that_disagree_on_the_assumptions_stop_everything(fake: Any) -> None:
    far = obligation(x >= 0, x >= 0, (x * x).eq(70_000 * 70_000))
    assert decide(far, tightness=False).verdict is Verdict.PROVED
    with pytest.raises(Contradiction):
        decide(far, solvers=("z3", fake(Status.UNSAT)))


# --- 2. two routes -------------------------------------------------------------------------------


def test_proved_needs_two_routes() -> None:
    statement = obligation(x * y >= 1, x >= 1, y >= 1)
    assert decide(statement).verdict is Verdict.PROVED
    for name in SOLVERS:
        decision = decide(statement, solvers=(name,))
        assert (decision.verdict, decision.as_expected) == (Verdict.UNKNOWN, False)
        assert [(route.name, route.verdict) for route in decision.routes] == [(name, Verdict.PROVED)]


def test_an_equation_may_be_proved_by_one_solver_and_algebra() -> None:
    squares = obligation(((x + y) * (x - y)).eq(x * x - y * y))
    assert [route.name for route in decide(squares, solvers=("cvc5",)).routes] == ["cvc5", "sympy"]
    assert decide(squares, solvers=("cvc5",)).verdict is Verdict.PROVED
    assert [route.name for route in decide(squares).routes] == [*SOLVERS, "sympy"]


def test_algebra_alone_does_not_vouch_for_a_divisor() -> None:
    """Algebra says nothing of side conditions, so that one solver and algebra are two routes for the goal only."""
    halves = obligation(((x // y) * 2).eq(x // y + x // y), y >= 1)
    assert decide(halves).verdict is Verdict.PROVED
    assert decide(halves, solvers=("z3",)).verdict is Verdict.UNKNOWN


def test_what_neither_solver_decides_is_unknown() -> None:
    for expected in (Verdict.PROVED, Verdict.REFUTED):
        decision = decide(obligation(CUBES, expected=expected), BRIEF)
        assert (decision.verdict, decision.as_expected) == (Verdict.UNKNOWN, False)
        assert {route.verdict for route in decision.routes} == {Verdict.UNKNOWN}


@pytest.mark.parametrize(
    ("status", "statement"),
    [
        (Status.SAT, obligation(x >= 0, x >= 1)),
        (Status.UNSAT, obligation(x >= 1, x >= 0)),
        (Status.UNSAT, refuted(x >= 1, x >= 0)),
    ],
    ids=["refutes a theorem", "proves a false goal", "proves what an example refutes"],
)
def test_routes_that_disagree_stop_everything(fake: Any, status: Status, statement: Obligation) -> None:
    for order in (("z3", fake(status)), (fake(status), "cvc5")):
        with pytest.raises(Contradiction, match=r"by-hand: .* says (proved|refuted), .* says (proved|refuted)"):
            decide(statement, solvers=order)


def test_what_solvers_say_of_one_point_proves_nothing(fake: Any) -> None:
    with pytest.raises(Contradiction, match=r"says proved, evaluation says refuted: \{'x': 0\}"):
        decide(refuted(x >= 1, x >= 0), solvers=(fake(Status.UNSAT),))


def test_a_bounded_route_is_no_proof_but_contradicts_one_if_it_fails() -> None:
    statement = obligation(x * y >= 1, x >= 1, y >= 1, bounded=lambda: Enumeration("x, y <= 9", 81))
    decision = decide(statement, solvers=("z3",))
    assert [(route.name, bool(route.bounds)) for route in decision.routes] == [("z3", False), ("enumeration", True)]
    assert decision.verdict is Verdict.UNKNOWN
    assert decide(statement).verdict is Verdict.PROVED
    with pytest.raises(Contradiction):
        decide(obligation(x >= 0, x >= 1, bounded=lambda: Enumeration("x <= 9", 9, {"x": 1})))


# --- 3. a refutation is an example ---------------------------------------------------------------


@pytest.mark.parametrize("expected", [Verdict.REFUTED, Verdict.PROVED])
def test_false_goal_is_refuted_by_its_smallest_counterexample(expected: Verdict) -> None:
    decision = decide(obligation((x * y).ne(6), x >= 1, y >= 1, expected=expected))
    assert decision.as_expected is (expected is Verdict.REFUTED)
    assert witness_of(decision).minimal
    assert witness_of(decision).values == {"x": 2, "y": 3}
    assert [(a, b) for a, b in product(range(1, 6), repeat=2) if a * b == 6 and a + b < 5] == []


def test_witness_is_replayed() -> None:
    runs: list[Integers] = []

    def replay(values: Integers) -> Integers:
        runs.append(dict(values))
        return {"y": values["x"] + 1}

    witness = witness_of(decide(refuted(y < 3, x >= 0, y.eq(x + 1), replay=replay)))
    assert (witness.values, witness.observed) == ({"x": 2, "y": 3}, {"y": 3})
    assert runs == [{"x": 2, "y": 3}]


@pytest.mark.parametrize("observed", [{"y": 2}, {"y": 4}], ids=["the goal holds", "an assumption fails"])
def test_replay_that_disagrees_refutes_nothing(observed: Integers) -> None:
    decision = decide(refuted(y < 3, x >= 0, y.eq(x + 1), replay=lambda _: observed))
    assert (decision.verdict, decision.witness, decision.as_expected) == (Verdict.UNKNOWN, None, False)
    assert "the reference does not show the contradiction" in decision.problem


def test_replay_that_refuses_the_witness_refutes_nothing() -> None:
    """The reference may find that a witness breaks its preconditions: no traceback, and no verdict either."""

    def refuse(_: Integers) -> Integers:
        raise ValueError("the reference refuses this call")

    decision = decide(refuted(x >= 1, x >= 0, replay=refuse))
    assert decision.verdict is Verdict.UNKNOWN
    assert "refuses" in decision.problem


def test_a_solvers_word_alone_refutes_nothing(fake: Any) -> None:
    decision = decide(obligation(x >= 0, x >= 1), solvers=(fake(Status.SAT),))
    assert decision.verdict is Verdict.UNKNOWN
    assert decision.problem == "no counterexample could be confirmed by evaluation"


def test_function_symbols_are_refuted_by_tables() -> None:
    statement = refuted(f(x) >= 0, f(3).eq(7), x.ne(3))
    decision = decide(statement)
    assert not witness_of(decision).minimal
    values = witness_of(decision).values
    table = values["f"]
    assert isinstance(table, Table)
    assert table(3) == 7
    assert refutes([a.term for a in statement.assumptions], statement.goal, values)
    shown = decision_json(decision, no_kernel())["witness"]
    assert shown is not None
    told: object = {
        "entries": [[list(k), v] for k, v in table.entries.items()],
        "otherwise": table.otherwise,
    }
    assert shown["values"]["f"] == told


def test_tensor_elements_are_refuted_by_tables() -> None:
    element = Symbol("element", (Sort.INT,), Sort.ELEMENT)
    rank = Symbol("rank", (Sort.ELEMENT,), Sort.REAL)
    witness = witness_of(decide(refuted(rank(element(x)).eq(rank(element(y))), x < y)))
    assert set(witness.values) == {"x", "y", "element", "rank"}


def test_quantified_goals_are_refuted() -> None:
    assert witness_of(decide(refuted(forall(z, 0, x, exists(y, 0, x, (y * 2).eq(z))), x >= 0))).values == {"x": 2}


# --- side conditions -----------------------------------------------------------------------------

OPEN_DIVISORS = {
    "quotient": ((x // y) >= 0, x >= 0),
    "remainder": ((x % y) >= 0, x >= 0),
    "always true of numbers": (or_((x // y) >= 0, (x // y) < 0), x >= 0),
    "equation": (((x // y) * 2).eq(x // y + x // y), x >= 0),
    "in an assumption": (x >= 0, (x // y).eq(1), x >= 0),
    "in a choice of assumptions": (y <= 2, y >= 0, x.eq(0), or_((x % y).eq(1), ((x + 2) % y).eq(0))),
}


@pytest.mark.parametrize("name", OPEN_DIVISORS)
@pytest.mark.parametrize("expected", [Verdict.PROVED, Verdict.REFUTED])
def test_divisor_that_may_be_zero_is_not_proved(name: str, expected: Verdict) -> None:
    goal, *assumptions = OPEN_DIVISORS[name]
    statement = obligation(goal, *assumptions, expected=expected)
    decision = decide(statement)
    divisor = witness_of(decision).values["y"]
    assert isinstance(divisor, int)
    assert divisor <= 0
    show_decision(Console(file=io.StringIO()), statement, decision, no_kernel())


# --- 4. tight ------------------------------------------------------------------------------------


def test_idle_assumptions_are_told_from_those_that_are_needed() -> None:
    decision = decide(obligation(x >= 1, x >= 1, y >= 5, x >= 0))
    assert decision.verdict is Verdict.PROVED
    assert outcomes(decision) == {"a0": "needed", "a1": "redundant", "a2": "redundant"}
    assert decision.as_expected, "a redundant assumption is reported; it is no failure"
    needed = decision.tightness[0]
    assert needed.counterexample == {"x": 0, "y": 5}
    assert all(t.counterexample is None for t in decision.tightness[1:])


def test_assumption_of_which_nothing_is_known_leaves_the_proof_open() -> None:
    decision = decide(obligation(CUBES, CUBES), BRIEF)
    assert decision.verdict is Verdict.PROVED
    assert outcomes(decision) == {"a0": "unknown"}
    assert not decision.as_expected


# --- 7. deterministic ----------------------------------------------------------------------------

SAMPLE = (
    obligation(x * y >= 1, x >= 1, y >= 1, z >= 0),
    refuted((x * y).ne(6), x >= 1, y >= 1),
    refuted(f(x) >= 0, f(3).eq(7), x.ne(3)),
    *(CATALOGUE[label] for label in ("draft.dY_2", "shape.windows-that-fit", "family.ceil-minus-floor")),
)


@pytest.mark.parametrize("statement", SAMPLE, ids=lambda o: o.label)
def test_two_runs_say_the_same(statement: Any) -> None:
    first, second = (
        untimed(decision_json(decide(statement, further=CATALOGUE.further), no_kernel())) for _ in range(2)
    )
    assert first == second
    assert list(first) == list(second)


def untimed(document: Any) -> Any:
    if isinstance(document, dict):
        return {k: untimed(v) for k, v in document.items() if k != "seconds"}
    return [untimed(v) for v in document] if isinstance(document, list) else document


def test_witness_covers_the_variables_of_every_part_of_a_goal() -> None:
    """A solver's model is of one part of the goal; names are not searched, so that its model is what there is."""
    name = Variable("name", Sort.NAME)
    goal = and_(or_(y > 0, y <= 0), or_(name.eq("a"), x > 0))
    decision = decide(refuted(goal, or_(name.eq("a"), name.eq("b"))))
    assert refutes([], goal, witness_of(decision).values)


@pytest.mark.parametrize(
    "goal",
    [
        or_(Variable("x", Sort.BOOL), x >= 0),
        f(x).eq(Variable("f")),
        f(x).eq(Symbol("f", (Sort.INT, Sort.INT), Sort.INT)(x, x)),
    ],
)
def test_one_name_for_two_things_is_refused(goal: Term) -> None:
    """By its name alone a value, or a solver, would know which is meant."""
    with pytest.raises(IllSorted, match=r"by-hand: . would be the name of two things"):
        obligation(goal)


def test_a_model_without_a_function_is_no_counterexample() -> None:
    """Of a sum, a solver knows its name: its model does not say what is summed."""
    outcome = decide(obligation(sum_of(y, 0, x, f(y)).eq(0), expected=Verdict.REFUTED))
    assert (outcome.verdict, outcome.problem) == (
        Verdict.UNKNOWN,
        "no counterexample could be confirmed by evaluation",
    )
