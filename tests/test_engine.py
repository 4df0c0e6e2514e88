"""The rules of proof hold for each language: one engine, on the same small truths and falsehoods in all three."""

from __future__ import annotations

import ctypes
import os
import resource
import subprocess
import sys
import weakref
from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest
import z3

from proofs.assumptions.assumption import Assumption
from proofs.engine.bits.formulas import BitAssumption, Pattern
from proofs.engine.bits.obligation import BitObligation
from proofs.engine.decide import agreement, decide, nothing_collected
from proofs.engine.statement import Enumeration, Outcome, Route, Statement, Verdict
from proofs.engine.terms import Obligation
from proofs.program.logic.obligation import ProgramObligation
from proofs.program.logic.plan import Condition
from proofs.solvers import cvc5_solver
from proofs.solvers.answers import Answer, Integers, Limits, Status
from proofs.solvers.solvers import BESIDE, SOLVERS, THIRD, Solver, third_is_installed
from reference.common.errors import Contradiction
from spec.language.terms import FALSE, TRUE, Variable
from spec.operator.clauses import ADDED
from tests.fakes import Fake

x = Variable("x")


@dataclass(frozen=True)
class Language:
    """How `x < 9` and the like are stated: `state(below, *assumed)` says that x < below where x is below each assumed.

    `impossible` is an assumption that nothing satisfies, in place of a bound.
    """

    state: Callable[..., Statement]
    drops: bool = True


IMPOSSIBLE = -1


def in_terms(below: int, *assumed: int, expected: Verdict = Verdict.PROVED) -> Obligation:
    """In terms, on naturals."""
    bounds = tuple(Assumption(f"below {b}", x < b if b != IMPOSSIBLE else FALSE) for b in assumed)
    natural = (Assumption("natural", x >= 0),)
    return Obligation(
        label="small", statement="So.", source=ADDED, expected=expected, assumptions=natural + bounds, goal=x < below
    )


def on_bits(below: int, *assumed: int, expected: Verdict = Verdict.PROVED) -> BitObligation:
    """On 32 bits, too many to try all, with a product, which has no diagrams."""
    bounds = tuple(
        BitAssumption(f"below {b}", f"(bvult x (_ bv{b} 32))" if b != IMPOSSIBLE else "false") for b in assumed
    )
    return BitObligation(
        label="small",
        statement="So.",
        source=ADDED,
        expected=expected,
        assumptions=bounds,
        goal=f"(bvult (bvmul x #x00000001) (_ bv{below} 32))",
        functions="",
        patterns=(Pattern("x", 32, landmarks=(0, 1, 5, 7, 9)),),
        logic="QF_BV",
    )


def about_a_program(below: int, *assumed: int, expected: Verdict = Verdict.PROVED) -> ProgramObligation:
    """As a condition at a place of a program."""
    known = tuple(Assumption(f"below {b}", x < b if b != IMPOSSIBLE else FALSE) for b in assumed)
    known = (Assumption("natural", x >= 0), *known)
    return ProgramObligation(
        label="small",
        statement="So.",
        source=ADDED,
        expected=expected,
        known=known,
        conditions=(Condition("small", 1, f"x is below {below}", known, x < below),),
        of_a_call=frozenset({x}),
    )


LANGUAGES = {
    "terms": Language(in_terms),
    "bits": Language(on_bits),
    "programs": Language(about_a_program, drops=False),
}


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> Language:
    """Each language in turn."""
    return LANGUAGES[request.param]


def outcomes(outcome: Outcome) -> dict[str, str]:
    return {t.assumption: t.outcome for t in outcome.tightness}


def saying(monkeypatch: pytest.MonkeyPatch, **statuses: Status) -> None:
    """Let solvers say one thing to everything, without models."""
    for name, status in statuses.items():
        place = BESIDE if name == THIRD else SOLVERS
        monkeypatch.setitem(place, name, Solver(name, lambda s=status: Fake(s)))  # type: ignore[misc]  # a default


def test_a_truth_is_proved_by_two_routes(language: Language) -> None:
    outcome = decide(language.state(9, 7))
    assert (outcome.verdict, outcome.as_expected, outcome.problem) == (Verdict.PROVED, True, "")
    assert [r.name for r in outcome.routes if r.name != THIRD] == [*SOLVERS]
    assert outcome.satisfiable_by is not None


def test_one_solver_alone_proves_nothing(language: Language) -> None:
    outcome = decide(language.state(9, 7), solvers=("z3",))
    assert (outcome.verdict, outcome.as_expected, outcome.tightness) == (Verdict.UNKNOWN, False, ())


@pytest.mark.parametrize("expected", [Verdict.PROVED, Verdict.REFUTED])
def test_impossible_assumptions_are_vacuous(language: Language, expected: Verdict) -> None:
    outcome = decide(language.state(9, 7, IMPOSSIBLE, expected=expected))
    assert (outcome.verdict, outcome.as_expected) == (Verdict.VACUOUS, False)
    assert (outcome.routes, outcome.satisfiable_by, outcome.witness) == ((), None, None)


@pytest.mark.parametrize("expected", [Verdict.PROVED, Verdict.REFUTED])
def test_a_falsehood_is_refuted_by_an_example(language: Language, expected: Verdict) -> None:
    statement = language.state(5, 9, expected=expected)
    outcome = decide(statement)
    assert (outcome.verdict, outcome.as_expected) == (Verdict.REFUTED, expected is Verdict.REFUTED)
    assert outcome.witness is not None
    assert statement.confirms(outcome.witness.values)
    assert outcome.witness.minimal is (language.drops and outcome.witness.values == {"x": 5})


def test_routes_that_disagree_stop_everything(language: Language, monkeypatch: pytest.MonkeyPatch) -> None:
    saying(monkeypatch, cvc5=Status.SAT)
    with pytest.raises(Contradiction, match="small: z3 says proved, cvc5 says refuted"):
        decide(language.state(9, 7))


def test_solvers_that_disagree_on_the_assumptions_stop_everything(
    language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    statement = language.state(9, 7)
    monkeypatch.setattr(type(statement), "example", lambda _: None)
    saying(monkeypatch, cvc5=Status.UNSAT)
    with pytest.raises(Contradiction, match="disagree on whether the assumptions hold"):
        decide(statement)


def test_assumptions_of_which_nothing_is_known_leave_a_problem(
    language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    statement = language.state(9, 7)
    monkeypatch.setattr(type(statement), "example", lambda _: None)
    saying(monkeypatch, z3=Status.UNKNOWN, cvc5=Status.UNKNOWN)
    outcome = decide(statement)
    assert (outcome.verdict, outcome.as_expected) == (Verdict.UNKNOWN, False)
    assert outcome.problem == "the assumptions could not be shown satisfiable"


def test_a_solvers_word_alone_refutes_nothing(language: Language, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both say that a truth is refuted: no model, or one that evaluation does not confirm, is no witness."""
    saying(monkeypatch, z3=Status.SAT, cvc5=Status.SAT)
    monkeypatch.setitem(BESIDE, THIRD, Solver(THIRD, lambda: Fake(Status.UNKNOWN)))
    for model in (None, {"x": 3}, {"x": 12}):
        monkeypatch.setitem(SOLVERS, "z3", Solver("z3", lambda m=model: Fake(Status.SAT, m)))  # type: ignore[misc]
        outcome = decide(language.state(9, 7))
        assert (outcome.verdict, outcome.witness) == (Verdict.UNKNOWN, None)
        assert outcome.problem == "no counterexample could be confirmed by evaluation"


@pytest.mark.parametrize(("observed", "verdict"), [({"x": 5}, Verdict.REFUTED), ({"x": 4}, Verdict.UNKNOWN)])
def test_the_reference_must_show_the_contradiction_too(
    language: Language, observed: Integers, verdict: Verdict
) -> None:
    statement = replace(language.state(5, 9, expected=Verdict.REFUTED), replay=lambda _: observed)
    outcome = decide(statement)
    assert outcome.verdict is verdict
    assert ("the reference does not show" in outcome.problem) is (verdict is Verdict.UNKNOWN)


def test_a_reference_that_refuses_the_witness_refutes_nothing(language: Language) -> None:
    def refuse(_: Integers) -> Integers:
        raise ValueError("no such call")

    outcome = decide(replace(language.state(5, 9, expected=Verdict.REFUTED), replay=refuse))
    assert (outcome.verdict, outcome.problem) == (
        Verdict.UNKNOWN,
        "the reference refuses the witness: no such call",
    )


def test_a_bounded_route_is_no_proof_and_can_contradict(language: Language) -> None:
    bounded = replace(language.state(9, 7), bounded=lambda: Enumeration("x <= 3", 4))
    outcome = decide(bounded, solvers=("z3",))
    assert (outcome.verdict, outcome.routes[-1].bounds) == (Verdict.UNKNOWN, "bounded: x <= 3, 4 cases")
    with pytest.raises(Contradiction):
        decide(replace(bounded, bounded=lambda: Enumeration("x <= 3", 4, {"x": 3})))


def test_a_route_from_above_is_one_of_the_two(language: Language) -> None:
    def certificate(_: Statement) -> Route:
        return Route("certificate", "1", Verdict.PROVED, 0.0)

    outcome = decide(language.state(9, 7), solvers=("z3",), further=(certificate, lambda _: None))
    assert (outcome.verdict, [r.name for r in outcome.routes]) == (Verdict.PROVED, ["z3", "certificate"])


def test_the_third_solver_is_never_one_of_the_two_and_can_contradict(language: Language) -> None:
    statement = language.state(9, 7)
    z3, third = (Route(name, "", Verdict.PROVED, 0.0) for name in ("z3", THIRD))
    assert agreement(statement, [z3, third]) is Verdict.UNKNOWN
    with pytest.raises(Contradiction):
        agreement(statement, [z3, replace(third, verdict=Verdict.REFUTED)])


def test_the_third_solver_is_asked_where_it_reads_the_language(language: Language) -> None:
    statement = language.state(9, 7)
    names = [r.name for r in decide(statement, tightness=False).routes]
    assert (THIRD in names) is (bool(statement.third) and third_is_installed())
    assert THIRD not in [r.name for r in decide(statement, solvers=("cvc5",)).routes]


def test_an_idle_assumption_is_told_from_one_that_is_needed(language: Language) -> None:
    outcome = decide(language.state(9, 7, 100))
    wanted = {"below 7": "needed", "below 100": "redundant"} if language.drops else {}
    assert {label: said for label, said in outcomes(outcome).items() if label != "natural"} == wanted
    for tight in outcome.tightness:
        assert (tight.counterexample is None) is (tight.outcome == "redundant")


@pytest.mark.parametrize("name", [name for name, language in LANGUAGES.items() if language.drops])
def test_an_assumption_of_which_nothing_is_known_leaves_the_proof_open(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    statement = LANGUAGES[name].state(9, 100)
    monkeypatch.setattr(type(statement), "smallest", lambda *_, **__: None)
    saying(monkeypatch, z3=Status.UNKNOWN, cvc5=Status.UNKNOWN, bitwuzla=Status.UNKNOWN)
    proofs = tuple(lambda _, n=name: Route(n, "1", Verdict.PROVED, 0.0) for name in ("one", "two"))
    outcome = decide(statement, further=proofs)
    assert (outcome.verdict, outcome.as_expected) == (Verdict.PROVED, False)
    assert set(outcomes(outcome).values()) == {"unknown"}


def test_a_small_truth_needs_no_assumption() -> None:
    """What is dropped are a statement's own assumptions; where there are none, nothing is."""
    plain = Obligation(label="small", statement="So.", source=ADDED, assumptions=(), goal=TRUE)
    assert decide(plain, Limits(seconds=5.0)).tightness == ()


def test_a_statement_is_of_some_language() -> None:
    with pytest.raises(TypeError, match="abstract class Statement"):
        Statement(label="small", statement="So.", source=ADDED)  # type: ignore[abstract]  # that is the point


DECIDE = """
import sys
from proofs.catalogue import CATALOGUE
from proofs.engine.decide import decide

for label in sys.argv[1:]:
    outcome = decide(CATALOGUE[label], further=CATALOGUE.further)
    print(label, outcome.verdict, outcome.witness, outcome.tightness)
"""
DECIDED = ("values.planes-are-independent", "onnx.8.restricted.flat", "onnx.22.restricted.flat", "indices.injective")


@pytest.mark.whole
def test_a_model_does_not_depend_on_what_was_decided_before() -> None:
    """Neither on the order of obligations in a process, nor on the order of what Python keeps in sets."""
    told = []
    for seed, labels in (("1", DECIDED), ("2", DECIDED[::-1])):
        done = subprocess.run(
            [sys.executable, "-c", DECIDE, *labels],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        told.append(sorted(done.stdout.splitlines()))
    assert told[0] == told[1]
    assert len(told[0]) == len(DECIDED)


def test_cvc5_is_asked_once_for_what_is_the_same_and_again_where_the_clock_ended_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []

    def answer(text: str, checks: int, limits: Limits) -> list[Answer]:
        asked.append(text)
        return [Answer(Status.UNKNOWN, limits.seconds if text == "late" else 0.0)] * checks

    monkeypatch.setattr(cvc5_solver, "_asked", answer)
    monkeypatch.setattr(cvc5_solver, "_said", {})
    solver, other = (cvc5_solver.opened(Limits(seed=seed)) for seed in (1, 2))
    for text in ("one", "one", "late", "late"):
        solver.ask_script(text)
    other.ask_script("one")
    assert asked == ["one", "late", "late", "one"]


def test_a_model_does_not_depend_on_what_was_asked_before() -> None:
    """A package shows models: what else z3 was asked must not change a byte of it."""
    y = Variable("y")
    asked = [x * y > 40, x - y > 3, x < 90, y > -90]
    alone = SOLVERS["z3"].opened(Limits()).ask(asked).model
    solver = SOLVERS["z3"].opened(Limits())
    for bound in range(20):
        solver.ask([x * x + y * y > bound, x + y < bound])
        solver.ask_each([x * y > bound], [x > y, x < y])
    assert alone is not None
    assert solver.ask(asked).model == alone


@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "mallopt"), reason="the C library is not glibc")
def test_the_memory_of_a_question_serves_the_next() -> None:
    y = Variable("y")

    def pages_that_are_new() -> int:
        before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
        for bound in range(20):
            SOLVERS["z3"].ask([x * x + y * y > bound, x + y < bound])
        return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before

    pages_that_are_new()
    assert pages_that_are_new() < 20 * 100


def test_what_z3_made_of_a_question_goes_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without waiting for Python's collector of cycles: an audit asks hundreds, within a limit of memory."""
    made: list[weakref.ref[z3.Context]] = []

    class Watched(z3.Context):  # type: ignore[misc]  # z3 says no types
        def __init__(self) -> None:
            super().__init__()
            made.append(weakref.ref(self))

    monkeypatch.setattr(z3, "Context", Watched)
    y = Variable("y")
    with nothing_collected():
        solver = SOLVERS["z3"].opened(Limits())
        assert solver.ask([x * y > 40, x < 90]).status is Status.SAT
        assert solver.ask([x > y, x < y]).status is Status.UNSAT
        assert (
            SOLVERS["z3"].ask_script("(declare-const p (_ BitVec 3))(assert (bvugt p #b101))", Limits()).status
            is Status.SAT
        )
        assert [context() for context in made] == [None] * 3
