"""Mutants of the reference's loops, run on every case: killed by what gives anything else, or fails."""

from __future__ import annotations

import ast
import copy
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from proofs.kit.calls.kit import Kit, KitCase
from proofs.mutation.programs import changed_sources, source
from reference.common.errors import Contradiction
from reference.common.pool import run_tasks
from reference.maxpool import nan_as_minus_infinity
from reference.runtimes.protocol import Array

AT_A_TIME = 100
MOST_ELEMENTS = 10_000
"""A mutant that asks for more elements than this gives another shape than any case has: it is killed."""
LOOPS = "reference/maxpool.py:pool"


def of_loops(kit: Kit, every: int = 1) -> Mapping[str, frozenset[str]]:
    """Every mutant of the loops, or every so many of them, with the cases that kill it.

    Raises Contradiction where the loops as they are would be killed too.
    """
    names = [case.name for case in kit.cases]
    runs = [_run_of(case) for case in kit.cases]
    # What fails for a reason of ours would be taken for killed.
    if any(_kills(_compiled(source()), run) for run in runs):
        raise Contradiction("the loops as they are do not give what the kit expects")
    numbers = range(0, len(changed_sources()), every)
    tasks = [(numbers[first : first + AT_A_TIME], runs) for first in range(0, len(numbers), AT_A_TIME)]
    found = (pair for part in run_tasks(_of_loops, tasks) for pair in part)
    return {text: frozenset(names[i] for i in killing) for text, killing in found}


Run = tuple[Array, tuple[list[int], ...], Array, Array]
"""X without NaN; dilations, kernel_shape, pads, strides; Y and Indices."""


def _run_of(case: KitCase) -> Run:
    lists = case.call.lists
    sizes = tuple(lists[name] for name in ("dilations", "kernel_shape", "pads", "strides"))
    return nan_as_minus_infinity(case.X), sizes, *case.outputs


def _of_loops(numbers: Sequence[int], runs: Sequence[Run]) -> list[tuple[str, list[int]]]:
    """Some mutants of the loops, each with the numbers of the cases that kill it."""
    found = []
    for number in numbers:
        mutant = changed_sources()[number]
        pool = _compiled(mutant.tree)
        found.append(
            (
                f"{LOOPS} {number}, line {mutant.line}, {mutant.text}",
                [i for i, run in enumerate(runs) if _kills(pool, run)],
            )
        )
    return found


class _Runnable(ast.NodeTransformer):
    """What Python wants of a tree: no `and` of one operand; what annotates a parameter is not needed."""

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        self.generic_visit(node)
        return node if len(node.values) > 1 else node.values[0]

    def visit_arg(self, node: ast.arg) -> ast.AST:
        return ast.arg(node.arg)


def _compiled(tree: ast.FunctionDef) -> Any:
    function = _Runnable().visit(copy.deepcopy(tree))
    function.returns = None
    names: dict[str, Any] = {}
    exec(compile(ast.fix_missing_locations(ast.Module([function], [])), LOOPS, "exec"), names)
    return names[tree.name]


def _kills(pool: Any, run: Run) -> bool:
    """The loops give something else, or fail: whatever a mutant raises, the loops do not."""
    X, lists, Y, Indices = run
    try:
        with np.errstate(all="ignore"):
            outputs = pool(X, _new(Y.dtype), _new(Indices.dtype), *X.shape, *lists)
        return [_told(o) for o in outputs] != [_told(Y), _told(Indices)]
    except Exception:
        return True


def _told(array: Array) -> tuple[object, ...]:
    return array.dtype, array.shape, array.tobytes()


def _new(dtype: np.dtype[Any]) -> Any:
    """Gives new tensors, filled with what no case has, so that a cell that is not written is always seen."""

    def new(*shape: int) -> Array:
        if int(np.prod(shape)) > MOST_ELEMENTS:
            raise ValueError("more elements than any case has")
        return np.frombuffer(b"\xa5" * (dtype.itemsize * max(0, int(np.prod(shape)))), dtype).reshape(shape).copy()

    return new
