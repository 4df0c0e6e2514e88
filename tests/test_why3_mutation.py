"""Mutants of clauses in WhyML: each leaves a goal unproved, only what reads it is asked, and none is waited for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from proofs.why3 import mutation, tools
from proofs.why3.theory.calls import MODULE as CALLS
from proofs.why3.theory.calls import goals
from proofs.why3.theory.calls import stated as of_calls
from proofs.why3.theory.clauses import clause_name
from proofs.why3.theory.theory import mutated, theory
from spec.language.terms import Term, and_, ceil_div, forall, or_
from spec.maxpool.operator import MAXPOOL
from spec.maxpool.vocabulary import is_zero, key, v, v2
from spec.readings.whyml import to_operand
from spec.window.geometry import has_tap
from spec.window.names import h, kernel, m, pad_end, slack, stride, x, y
from tests.test_why3 import answer, needs_why3

pytestmark = pytest.mark.long


def test_a_mutant_stands_wherever_its_clause_does() -> None:
    clause = MAXPOOL["strides.positive"]
    ((_, mutant), *others) = mutation.chosen(["strides.positive"])
    assert len(others) == len(mutation.chosen(["strides.positive"], 2)) * 2 - 2
    text = mutated(clause, mutant)
    assert text != theory()
    old, new = (to_operand(formula) for formula in (clause.formula, mutant))
    assert (theory().count(old) - text.count(old), text.count(new) - theory().count(new)) > (5, 5)


def test_only_goals_that_change_are_asked_and_one_unproved_notices(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked: list[str] = []
    written: list[tuple[object, ...]] = []

    def unplaced(
        folder: Path, text: str, name: str = "theory", where: Sequence[str] = (), provers: Sequence[str] = ()
    ) -> list[tools.Goal]:
        written.append((*where, provers))
        made = []
        for which in ("same", "proved", "open") if CALLS not in where else ("proved",):
            path = folder / f"{name}-{which}"
            path.write_text(f";; in {name}\n{which}{'' if which == 'same' else name}", "utf-8")
            made.append(tools.Goal(which, "Program", which, 1, "", dict.fromkeys(tools.PROVERS, path)))
        return made

    def prove(goals: list[tools.Goal], attempts: object) -> list[tools.GoalResult]:
        asked.extend(goal.name for goal in goals)
        return [replace(answer(g.name, ("z3", 1) if g.name == "proved" else None), goal=g) for g in goals]

    monkeypatch.setattr(tools, "unplaced", unplaced)
    monkeypatch.setattr(tools, "prove", prove)
    known = mutation.known_goals(tmp_path)
    assert known[1] == ("Program",)
    ((label, mutant), *_) = mutation.chosen(["strides.positive"])
    assert mutation.judge(tmp_path, MAXPOOL[label], mutant, known).noticed_by == "open"
    # What the clause says of calls comes first; what z3 leaves open, cvc4 is asked too.
    assert asked == ["proved", "proved", "open", "open"]
    assert written[1:] == [(CALLS, "of_strides_positive", ("z3",)), ("Program", ("z3",)), ("Program", ("cvc4",))]


@pytest.mark.parametrize(
    ("label", "other", "said"),
    [
        ("slack", slack.eq(slack + pad_end), "the definition of slack_0 goes in a circle"),
        ("Y.shape", y.eq(ceil_div(slack, stride) + 1), "the definition of y does not have one division"),
        ("windows.meet-input", forall(m, 0, h, forall(h, 0, kernel, h < x)), "no value is known of h"),
    ],
)
def test_a_mutant_of_which_no_theory_can_be_made_is_told(tmp_path: Path, label: str, other: Term, said: str) -> None:
    assert mutation.judge(tmp_path, MAXPOOL[label], other, (frozenset(), ())).noticed_by.startswith(
        f"not accepted: {said}"
    )


def test_only_modules_that_read_a_clause_are_asked() -> None:
    """A theory in words of its own, without the clause, stays as it is, whatever its place in the file."""
    of_zeros = mutation.changed(mutated(MAXPOOL["zeros.equal"], is_zero(v).implies(key(v) <= key(v2))))
    assert {"Clauses", "Exactness", "Program"} <= of_zeros
    assert not {"Profile", "Shape", "Windows", "Numbers"} & of_zeros
    assert {"Profile", "Windows"} <= mutation.changed(mutated(MAXPOOL["windows.meet-input"], forall(m, 0, y, x > 0)))


@needs_why3
def test_the_theory_says_of_calls_what_evaluation_says() -> None:
    """Weaker and stronger clauses, which every program meets or which only demand more, are noticed by it."""
    clause = MAXPOOL["pads.length"]
    with tools.workshop() as folder:
        known = mutation.known_goals(folder)
        for other in (
            or_(clause.formula, MAXPOOL["R1"].formula),
            and_(clause.formula, MAXPOOL["strides.length"].formula),
        ):
            assert mutation.judge(folder, clause, other, known).noticed_by.startswith("Calls.of_pads_length")
        goals = tools.unplaced(folder, theory(), where=(CALLS, "of_pads_length"))
        assert len(goals) == 3
        assert all(answer.proved for answer in tools.prove(goals))


@needs_why3
@pytest.mark.parametrize(
    ("label", "stronger", "module"),
    [
        ("zeros.equal", is_zero(v).implies(key(v).eq(key(v2))), CALLS),
        ("windows.meet-input", forall(m, -1, y, has_tap(m)), "Windows"),
    ],
)
def test_a_clause_that_asks_for_more_is_noticed(label: str, stronger: Term, module: str) -> None:
    """What every program is proved under, and no program needs."""
    with tools.workshop() as folder:
        found = mutation.judge(folder, MAXPOOL[label], stronger, mutation.known_goals(folder))
    assert found.noticed_by.startswith(f"{module}.")


def test_each_clause_of_a_call_is_asked_where_it_holds_and_where_it_does_not() -> None:
    text = "".join(goals())
    for name, clause in of_calls().items():
        goal = " ".join(text.partition(f"goal {name} :")[2].partition("  goal ")[0].split())
        assert "-> not (" in goal, name
        assert f"-> {clause_name(clause.label)} " in goal, name
