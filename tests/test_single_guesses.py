"""Single slips of what is guessed of loops: they are harmless where nothing that is relied on differs."""

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
