"""Single slips of what is guessed of loops, and of labels and orders: harmless where nothing that is shown differs."""

from __future__ import annotations

import ast

import pytest

from proofs.mutation.prover.single import single_slips
from proofs.mutation.prover.single_score import Survivor, is_shown
from proofs.mutation.prover.stated import GUESSES
from reference.common.house import modules

STEPS = "proofs.program.logic.steps"
SLIPS = {slip.name: slip for slip in single_slips(STEPS)}


@pytest.mark.parametrize(
    "name",
    [
        "own: frozenset({loop.variable}) if isinstance(loop, For) else fro: the second alone",
        "changing: loop.update if isinstance(loop, While) else (): the second alone",
        "kept: case For(_, variable):: given.setdefault(variable, set()).add(Variable(variable)) left out",
        "asks_for_steps: not asked & changing(loop) - stepping.keys() and (not reads_: an operand left out (number 2)",
        "reads_arrays: def reads_arrays(term: Term) -> bool:: False returned",
    ],
)
def test_what_is_relied_on_is_no_guess(name: str) -> None:
    """What a loop changes, what it keeps, and what its test reads, nothing asks for."""
    assert not is_shown(Survivor(STEPS, name, "so", "only_guesses()"), SLIPS[name])


def test_nothing_else_uses_what_is_guessed() -> None:
    """The guesses are imported by the symbolic run alone, which asks for them."""
    for name, path in modules().items():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        taken = [n for n in ast.walk(tree) if isinstance(n, ast.ImportFrom) and n.module == STEPS]
        if name not in ("proofs.program.logic.execution", "proofs.mutation.prover.stated"):
            assert not {alias.name for each in taken for alias in each.names} & set(GUESSES), name


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("evaluation", "Evaluation._positive: 0: 1"),
        ("state", "merged: array.content == then.arrays[name].content == otherwise.arra: the last comparison left out"),
        ("state", "merged: ite(test, value, otherwise.values[name]): two arguments exchanged (number 2)"),
    ],
)
def test_only_an_exchange_that_is_reached_and_changes_nothing_is_explained(module: str, name: str) -> None:
    """Of a test that is left out, or of a bound, the run of right programs says nothing."""
    of = f"proofs.program.logic.{module}"
    slip = next(slip for slip in single_slips(of) if slip.name == name)
    assert not is_shown(Survivor(of, name, "so", "runs_the_same()"), slip)


def test_labels_that_are_exchanged_change_nothing_that_is_shown() -> None:
    of = "proofs.program.logic.evaluation"
    name = "Evaluation._in_turn: (*path, Assumption('earlier operand', operand if op is Op.AN: two swapped"
    slip = next(slip for slip in single_slips(of) if slip.name == name)
    assert is_shown(Survivor(of, name, "so", "runs_the_same()"), slip)
