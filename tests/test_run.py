"""Many obligations in processes of their own: one that dies, hangs or contradicts itself costs no other its verdict."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterable, Sequence

import pytest

from proofs.assumptions.assumption import Assumption
from proofs.catalogue import CATALOGUE
from proofs.engine import decide as decide_module
from proofs.engine.decide import decide
from proofs.engine.run import decide_all
from proofs.engine.statement import Outcome, Verdict
from proofs.engine.terms import Obligation
from proofs.solvers.answers import DEFAULT_LIMITS, Answer, Limits, Status
from proofs.solvers.solvers import WatchedSolver
from proofs.solvers.solvers import named as solver_named
from reference.common.errors import Contradiction
from spec.language.terms import Term, Variable
from spec.operator.clauses import ADDED

x = Variable("x")


def named(*labels: str) -> list[Obligation]:
    """True statements under some labels; what a decider below does with one depends on its label."""
    return [
        Obligation(label=label, statement="So.", assumptions=(Assumption("a", x >= 1),), goal=x >= 0, source=ADDED)
        for label in labels
    ]


FOR_EVER = 10**6
"""Seconds: a test that has to wait for what it should have ended does not end."""

# Deciders must stand in a module, so that another process finds them.


def misbehaving(obligation: Obligation, limits: Limits, solvers: Sequence[str]) -> Outcome:
    """A decider that does what the obligation's label says, and else decides."""
    match obligation.label:
        case "exits":
            os._exit(7)
        case "is killed":
            os.kill(os.getpid(), signal.SIGKILL if sys.platform != "win32" else signal.SIGTERM)
        case "before" | "after":
            return Outcome(obligation, Verdict.PROVED, ())
        case "hangs":
            time.sleep(FOR_EVER)
        case "dawdles":
            time.sleep(1.0)
        case "contradicts itself":
            raise Contradiction(f"{obligation.label}: one says proved, another says refuted")
        case "has a bug":
            raise ZeroDivisionError("a bug of ours")
    return decide(obligation, limits, solvers)


def settings_seen(obligation: Obligation, limits: Limits, solvers: Sequence[str]) -> Outcome:
    """A decider that reports what it was given."""
    return Outcome(obligation, Verdict.UNKNOWN, (), problem=f"{limits.seconds:g} {limits.seed} {','.join(solvers)}")


def run(*labels: str, hard_seconds: float = 60.0, workers: int = 2) -> list[tuple[str, Verdict]]:
    decisions = decide_all(named(*labels), decider=misbehaving, hard_seconds=hard_seconds, workers=workers)
    return [(d.obligation.label, d.verdict) for d in decisions]


@pytest.mark.parametrize(
    ("label", "code"),
    [
        ("exits", "exit code 7"),
        pytest.param(
            "is killed", "exit code -9", marks=pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL here")
        ),
    ],
)
def test_process_that_dies_is_unknown_and_the_others_are_decided(label: str, code: str) -> None:
    decisions = decide_all(named("before", label, "after"), decider=misbehaving, workers=1)
    assert [d.obligation.label for d in decisions] == ["before", label, "after"]
    assert [d.verdict for d in decisions] == [Verdict.PROVED, Verdict.UNKNOWN, Verdict.PROVED]
    dead = decisions[1]
    assert "died" in dead.problem
    assert code in dead.problem
    assert (dead.as_expected, dead.routes, dead.witness) == (False, (), None)


@pytest.mark.whole
def test_process_that_hangs_is_ended_and_unknown() -> None:
    decisions = decide_all(named("before", "hangs", "after"), decider=misbehaving, hard_seconds=4.0, workers=1)
    assert [d.verdict for d in decisions] == [Verdict.PROVED, Verdict.UNKNOWN, Verdict.PROVED]
    assert decisions[1].problem == "ended by the time limit: stopped after 4 s"
    assert not decisions[1].as_expected


@pytest.mark.whole
def test_waiting_for_a_free_process_does_not_count() -> None:
    """Only the time that is spent on an obligation counts, not the time it waits in line."""
    line = ["dawdles"] * 4
    decisions = decide_all(named(*line), decider=misbehaving, hard_seconds=3.5, workers=1)
    assert [d.verdict for d in decisions] == [Verdict.PROVED] * 4


@pytest.mark.whole
def test_order_is_kept_whichever_is_done_first() -> None:
    labels = ("dawdles", "quick", "dawdles", "quicker", "exits", "last")
    seen: list[str] = []
    decisions = decide_all(
        named(*labels), decider=misbehaving, workers=2, done=lambda d: seen.append(d.obligation.label)
    )
    assert tuple(d.obligation.label for d in decisions) == labels == tuple(seen)


def test_contradiction_ends_all_work() -> None:
    with pytest.raises(Contradiction, match="one says proved, another says refuted"):
        run("before", "contradicts itself", "hangs", "hangs")


def test_a_bug_of_ours_is_not_hidden_as_unknown() -> None:
    with pytest.raises(ZeroDivisionError, match="a bug of ours"):
        run("before", "has a bug", "after")


def test_limits_and_solvers_reach_the_process() -> None:
    decisions = decide_all(named("one"), Limits(seconds=3.5, seed=9), ("cvc5",), decider=settings_seen, workers=1)
    assert [d.problem for d in decisions] == ["3.5 9 cvc5"]


def test_nothing_to_decide() -> None:
    assert decide_all([]) == []


def test_what_a_process_decided_before_does_not_matter() -> None:
    """Solvers keep a state for their process: none of it may reach the next obligation."""
    before, wanted = CATALOGUE["int8.order"], CATALOGUE["erratum.openvino.8.1.Indices.0-0-1-3"]
    (alone,) = decide_all([wanted], workers=1)
    (_, after) = decide_all([before, wanted], workers=1)
    assert (after.verdict, after.witness) == (alone.verdict, alone.witness)
    assert [(t.assumption, t.outcome) for t in after.tightness] == [(t.assumption, t.outcome) for t in alone.tightness]


def test_another_process_says_what_this_one_says() -> None:
    (statement,) = named("plain")
    (there,) = decide_all([statement])
    here = decide(statement, DEFAULT_LIMITS)
    assert there.obligation == here.obligation
    assert [(r.name, r.version, r.verdict) for r in there.routes] == [
        (r.name, r.version, r.verdict) for r in here.routes
    ]
    assert (there.verdict, there.satisfiable_by, there.witness) == (here.verdict, here.satisfiable_by, here.witness)
    assert there.tightness == here.tightness


# --- the clock ---


@pytest.mark.parametrize(
    ("answer", "late"),
    [
        (Answer(Status.UNKNOWN, 600.0), True),
        (Answer(Status.UNKNOWN, 3.0), False),
        (Answer(Status.UNSAT, 700.0), False),
    ],
)
def test_answer_that_the_clock_prevented_is_late(answer: Answer, late: bool) -> None:
    assert answer.is_late(Limits(seconds=600.0)) is late


class Slow:
    """cvc5, but it finds the clock at its end."""

    def ask(self, terms: Iterable[Term]) -> Answer:
        return Answer(Status.UNKNOWN, 600.0)

    def ask_script(self, text: str) -> Answer:
        return Answer(Status.UNKNOWN, 600.0)

    def ask_each(self, common: Sequence[Term], each: Sequence[Term]) -> list[Answer]:
        return [Answer(Status.UNKNOWN, 600.0) for _ in each]


def test_nothing_is_concluded_where_the_clock_ended_a_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even where another route and a third would prove it: on an idle machine the routes would be others."""

    def opened(names: Iterable[str], limits: Limits) -> dict[str, WatchedSolver]:
        return {
            name: WatchedSolver(Slow() if name == "cvc5" else solver_named(name).opened(limits), limits)
            for name in names
        }

    monkeypatch.setattr(decide_module, "opened", opened)
    found = decide_module.decide(CATALOGUE["shape.last-fits"], further=CATALOGUE.further)
    assert (found.verdict, found.routes) == ("unknown", ())
    assert found.problem == "ended by the time limit: cvc5 had 600 s for a question"
    assert not found.as_expected
