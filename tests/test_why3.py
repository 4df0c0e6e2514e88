"""The specification in WhyML: each clause is in it, it is the same each time, and Why3's provers prove its goals."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from maxpool import app
from proofs.why3 import tools
from proofs.why3.clauses import clause_name
from proofs.why3.lemmas import goal_name, stated
from proofs.why3.theory import FILE, theory
from spec.maxpool.operator import MAXPOOL
from tests.conftest import SAMPLE

needs_why3 = pytest.mark.skipif(not tools.is_installed(), reason="Why3, z3 and cvc4 are not installed")


@pytest.mark.parametrize("label", MAXPOOL.labels)
def test_each_clause_is_a_predicate_and_used(label: str) -> None:
    name, text = clause_name(label), theory()
    assert text.count(f"  predicate {name} ") == 1
    assert f"(* {label} (" in text
    program = text[text.index("module Program") :]
    assert f"[@expl:{label}]" in program
    assert f" {name} " in program


def test_each_theorem_of_shape_and_windows_is_a_goal() -> None:
    text = theory()
    labels = [o.label for found in stated().values() for o in found]
    assert len(labels) > 40
    assert [label for label in labels if text.count(f"  goal {goal_name(label)} :") != 1] == []


def test_nothing_is_assumed_as_an_axiom() -> None:
    assert "axiom" not in theory()
    assert "assume" not in theory()


def test_postconditions_are_unconditional() -> None:
    """Whatever a call meets, is required of it; what is ensured has no other condition than to be in Y."""
    program = theory()[theory().index("  let pool ") :]
    ensured = [" ".join(part.split("}")[0].split()) for part in program.split("ensures {")[1:] if "[@expl" in part[:9]]
    assert len(ensured) == 14
    for text in ensured:
        assert "->" not in text.replace("in_Y result b c m n ->", "")


def test_file_is_the_same_each_time(tmp_path: Path) -> None:
    for _ in range(2):
        assert CliRunner().invoke(app, ["why3", "-o", str(tmp_path)]).exit_code == 0
        assert (tmp_path / FILE).read_text("utf-8") == theory()


@needs_why3
def test_goals_are_proved_and_name_who_proved_them() -> None:
    """Some of them; `make why3` proves all."""
    with tools.workshop() as folder:
        goals = tools.goals(folder, theory())
        answers = tools.prove(goals[::SAMPLE])
    assert len(goals) > 200
    assert [(a.goal.name, a.answers) for a in answers if not a.proved] == []
    assert {a.prover for a in answers} <= set(tools.PROVERS)


@needs_why3
def test_a_goal_that_does_not_hold_is_not_proved() -> None:
    """A later tap of the same rank taken for the first: the invariant fails, and so does what rests on it."""
    changed = theory().replace(
        "val greater (e f : element) : bool\n    ensures { result <-> key e >. key f }",
        "val greater (e f : element) : bool\n    ensures { result <-> key e >=. key f }",
    )
    assert changed != theory()
    with tools.workshop() as folder:
        goals = [g for g in tools.goals(folder, changed) if g.module == "Program" and g.explanation.startswith("loop")]
        answers = tools.prove(goals, tools.ATTEMPTS[:2])
    assert [a for a in answers if not a.proved]


@needs_why3
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("module M\n  goal g : 1 =\nend\n", "line 3: syntax error"),
        ("module M\n  goal g : nowhere = 1\nend\n", "line 2: unbound"),
    ],
)
def test_what_why3_does_not_accept_is_said_with_its_line(text: str, said: str) -> None:
    with tools.workshop() as folder, pytest.raises(tools.BadTheory) as refused:
        tools.goals(folder, text)
    assert said in str(refused.value)


def test_absent_tools_are_named_and_nothing_is_proved(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    ran = CliRunner().invoke(app, ["why3", "--prove"])
    assert ran.exit_code == 2
    assert "why3, cvc4, z3: not installed" in ran.output
