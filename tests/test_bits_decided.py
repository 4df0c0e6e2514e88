"""The rules of proof on bit patterns, each on small statements made by hand."""

from __future__ import annotations

from typing import Any

import pytest

import proofs.engine.bits.obligation
import proofs.engine.decide
from proofs.catalogue import CATALOGUE
from proofs.engine.bits.formulas import BitAssumption, Pattern
from proofs.engine.bits.obligation import DIAGRAMS, BitObligation
from proofs.engine.decide import decide
from proofs.engine.statement import Enumeration, Outcome, Verdict
from proofs.solvers.answers import Integers, Limits, Status
from proofs.solvers.solvers import BESIDE, SOLVERS, THIRD, Solver, named, third_is_installed
from reference.common.errors import Contradiction
from spec.operator.clauses import ADDED
from tests.fakes import Fake

WIDE, BYTE = Pattern("a", 32, "uint32", (0, 1, 5, 100)), Pattern("a", 8, "int8")
STARVED = Limits(z3_steps=1, cvc5_steps=1)


PRODUCT = "(= (bvmul a #x00000001) a)"
"""True, and without diagrams."""


def obligation(goal: str, *assumptions: str, expected: Verdict = Verdict.PROVED, **more: Any) -> BitObligation:
    """A statement made by hand, on `a` of 32 bits if nothing else is said."""
    given: dict[str, Any] = {"patterns": (WIDE,), "functions": "", "logic": "QF_BV", **more}
    return BitObligation(
        label="by-hand",
        statement="A statement made by hand.",
        goal=goal,
        assumptions=tuple(BitAssumption(f"a{i}", term) for i, term in enumerate(assumptions)),
        source=ADDED,
        expected=expected,
        **given,
    )


def answering(monkeypatch: pytest.MonkeyPatch, **statuses: Status) -> None:
    """Let solvers give made answers, without models."""
    for name, status in statuses.items():
        place = BESIDE if name == THIRD else SOLVERS
        monkeypatch.setitem(place, name, Solver(name, lambda s=status: Fake(s)))  # type: ignore[misc]  # a default
    monkeypatch.setattr(proofs.engine.decide, "third_is_installed", lambda: THIRD in statuses)


def by_label(label: str) -> BitObligation:
    """An obligation of the theories."""
    found = CATALOGUE[label]
    assert isinstance(found, BitObligation)
    return found


def outcomes(decision: Outcome) -> dict[str, str]:
    return {t.assumption: t.outcome for t in decision.tightness}


def test_proved_by_two_routes_and_a_third() -> None:
    decision = decide(obligation("(bvult a #x00000006)", "(bvult a #x00000005)"))
    assert (decision.verdict, decision.as_expected, outcomes(decision)) == (Verdict.PROVED, True, {"a0": "needed"})
    assert [r.name for r in decision.routes] == [*SOLVERS, *([THIRD] if third_is_installed() else []), DIAGRAMS]
    assert decision.satisfiable_by == {"a": 0}


def test_an_idle_assumption_is_redundant() -> None:
    assert outcomes(decide(obligation("(= a a)", "(bvult a #x00000005)"))) == {"a0": "redundant"}


def test_a_counterexample_that_the_search_does_not_meet() -> None:
    """77 is no landmark: what an assumption excludes is then found by a solver, and confirmed by evaluation."""
    decision = decide(obligation("(not (= a #x0000004d))", "(bvult a #x0000004d)"))
    (tight,) = decision.tightness
    assert (tight.outcome, tight.counterexample) == ("needed", {"a": 77})


@pytest.mark.parametrize("assumption", ["(bvult a #x00000000)", "(and (= a #x0000004d) (= a #x0000004e))"])
def test_vacuous(assumption: str) -> None:
    decision = decide(obligation("(= a a)", assumption))
    assert (decision.verdict, decision.as_expected, decision.routes) == (Verdict.VACUOUS, False, ())


def test_assumptions_that_only_a_solver_satisfies() -> None:
    decision = decide(obligation("(bvult a #x0000004e)", "(= a #x0000004d)"))
    assert (decision.verdict, decision.satisfiable_by) == (Verdict.PROVED, {"a": 77})


def test_unknown_where_the_steps_do_not_suffice() -> None:
    decision = decide(by_label("float64.order"), STARVED, tightness=False)
    assert (decision.verdict, decision.as_expected) == (Verdict.UNKNOWN, False)
    assert {r.verdict for r in decision.routes if r.name in SOLVERS} == {Verdict.UNKNOWN}


def test_assumptions_that_nobody_satisfies_are_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    answering(monkeypatch, z3=Status.UNKNOWN, cvc5=Status.UNKNOWN)
    decision = decide(obligation("(= a a)", "(= a #x0000004d)"))
    assert (decision.verdict, decision.as_expected) == (Verdict.UNKNOWN, False)
    assert decision.problem == "the assumptions could not be shown satisfiable"


def test_one_solver_alone_proves_nothing_about_many_patterns() -> None:
    """A product has no diagrams."""
    decision = decide(obligation(PRODUCT), solvers=("z3",))
    assert (decision.verdict, [r.name for r in decision.routes]) == (Verdict.UNKNOWN, ["z3"])


def test_diagrams_alone_prove_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    answering(monkeypatch, z3=Status.UNKNOWN, cvc5=Status.UNKNOWN)
    decision = decide(obligation("(= a a)"))
    assert [r.verdict for r in decision.routes] == [Verdict.UNKNOWN, Verdict.UNKNOWN, Verdict.PROVED]
    assert decision.verdict is Verdict.UNKNOWN


def test_all_patterns_of_a_byte_are_a_route() -> None:
    decision = decide(obligation("(= (bvxor a a) #x00)", patterns=(BYTE,)), solvers=("z3",))
    assert (decision.verdict, [r.name for r in decision.routes]) == (Verdict.PROVED, ["z3", DIAGRAMS, "enumeration"])


def test_a_bounded_route_is_no_proof() -> None:
    bounded = obligation(PRODUCT, bounded=lambda: Enumeration("a <= 1", 2))
    decision = decide(bounded, solvers=("cvc5",))
    assert (decision.verdict, decision.routes[-1].bounds) == (Verdict.UNKNOWN, "bounded: a <= 1, 2 cases")


@pytest.mark.parametrize("expected", [Verdict.PROVED, Verdict.REFUTED])
def test_refuted_with_the_smallest_witness(expected: Verdict) -> None:
    decision = decide(obligation("(bvult a #x00000005)", expected=expected))
    assert decision.verdict is Verdict.REFUTED
    assert decision.as_expected is (expected is Verdict.REFUTED)
    assert decision.witness is not None
    assert (decision.witness.values, decision.witness.minimal) == ({"a": 5}, True)


def test_a_witness_that_is_not_the_smallest_does_not_say_so() -> None:
    """100 is the first landmark that refutes; 78 is smaller."""
    decision = decide(obligation("(bvult a #x0000004e)", expected=Verdict.REFUTED))
    assert decision.witness is not None
    assert (decision.witness.values, decision.witness.minimal) == ({"a": 100}, False)


def test_a_witness_of_a_solver() -> None:
    decision = decide(obligation("(not (= a #x0000004d))", expected=Verdict.REFUTED))
    assert decision.witness is not None
    assert (decision.witness.values, decision.witness.minimal) == ({"a": 77}, True)


def test_sums_of_wide_patterns_do_not_wrap_around() -> None:
    """Two patterns with the sign bit have a sum of 0 modulo 2**64: one alone is smaller all the same."""
    top = 1 << 63
    both = (Pattern("a", 64, landmarks=(0, top)), Pattern("b", 64, landmarks=(top, 0)))
    decision = decide(
        obligation(f"(not (= b (_ bv{top} 64)))", expected=Verdict.REFUTED, patterns=both),
    )
    assert decision.witness is not None
    assert (decision.witness.values, decision.witness.minimal) == ({"a": 0, "b": top}, True)


RESULT = Pattern("r", 32, meaning="(bvadd a #x00000001)")


@pytest.mark.parametrize(("observed", "verdict"), [(1, Verdict.REFUTED), (0, Verdict.UNKNOWN)])
def test_what_the_replay_observes_must_contradict_too(observed: int, verdict: Verdict) -> None:
    def replay(_: Integers) -> Integers:
        return {"r": observed}

    stated = obligation("(= r a)", patterns=(WIDE, RESULT), replay=replay, expected=Verdict.REFUTED)
    decision = decide(stated)
    assert (decision.verdict, decision.as_expected) == (verdict, verdict is Verdict.REFUTED)
    assert ("the reference does not show" in decision.problem) is (verdict is Verdict.UNKNOWN)


def test_routes_that_disagree_stop_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    answering(monkeypatch, z3=Status.SAT)
    with pytest.raises(Contradiction, match="by-hand: z3 says refuted, cvc5 says proved"):
        decide(obligation("(= a a)"))


def test_solvers_that_disagree_on_the_assumptions_stop_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    answering(monkeypatch, cvc5=Status.UNSAT)
    with pytest.raises(Contradiction, match="assumptions"):
        decide(obligation("(= a a)", "(= a #x0000004d)"))


def test_a_replay_that_refuses_the_witness_refutes_nothing() -> None:
    def refuse(_: Integers) -> Integers:
        raise ValueError("the reference refuses this call")

    decision = decide(obligation("(bvult a #x00000005)", replay=refuse, expected=Verdict.REFUTED))
    assert (decision.verdict, "refuses" in decision.problem) == (Verdict.UNKNOWN, True)


def test_the_third_solver_can_contradict(monkeypatch: pytest.MonkeyPatch) -> None:
    answering(monkeypatch, bitwuzla=Status.SAT)
    with pytest.raises(Contradiction, match="bitwuzla says refuted"):
        decide(obligation("(= a a)"))


def test_the_third_solver_is_never_one_of_the_two(monkeypatch: pytest.MonkeyPatch) -> None:
    answering(monkeypatch, cvc5=Status.UNKNOWN, bitwuzla=Status.UNSAT)
    decision = decide(obligation(PRODUCT))
    assert [r.verdict for r in decision.routes] == [Verdict.PROVED, Verdict.UNKNOWN, Verdict.PROVED]
    assert decision.verdict is Verdict.UNKNOWN


def test_without_the_third_solver_the_verdict_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proofs.engine.decide, "third_is_installed", lambda: False)
    decision = decide(by_label("float16.order"))
    assert (decision.verdict, [r.name for r in decision.routes]) == (Verdict.PROVED, [*SOLVERS, DIAGRAMS])


def test_a_refutation_that_evaluation_does_not_confirm(monkeypatch: pytest.MonkeyPatch) -> None:
    answering(monkeypatch, z3=Status.SAT, cvc5=Status.SAT)
    decision = decide(obligation(PRODUCT))
    assert (decision.verdict, decision.problem) == (
        Verdict.UNKNOWN,
        "no counterexample could be confirmed by evaluation",
    )


@pytest.mark.parametrize("name", [*SOLVERS, *([THIRD] if third_is_installed() else [])])
def test_a_script_that_a_solver_does_not_understand_is_unknown(name: str) -> None:
    answer = named(name).ask_script("(set-logic QF_BV)(assert (= nothing 1))(check-sat)", Limits())
    assert answer.status is Status.UNKNOWN
    assert answer.reason
