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


def loop_mutants(every: int = 1) -> Mapping[str, int]:
    """The mutants of the loops, or every so many of them: the number of each by where and what it is."""
    numbered = list(enumerate(changed_sources()))[::every]
    return {f"{LOOPS} {number}, line {m.line}, {m.text}": number for number, m in numbered}


def of_loops(kit: Kit, mutants: Mapping[str, int]) -> Mapping[str, frozenset[str]]:
    """Mutants of the loops, with the cases that kill them.

    Raises Contradiction where the loops as they are would be killed too.
    """
    names = [case.name for case in kit.cases]
    runs = [_run_of(case) for case in kit.cases]
    # What fails for a reason of ours would be taken for killed.
    if any(_kills(_compiled(source()), run) for run in runs):
        raise Contradiction("the loops as they are do not give what the kit expects")
    numbers = list(mutants.values())
    tasks = [(numbers[first : first + AT_A_TIME], runs) for first in range(0, len(numbers), AT_A_TIME)]
    found = (killing for part in run_tasks(_of_loops, tasks) for killing in part)
    return {text: frozenset(names[i] for i in killing) for text, killing in zip(mutants, found, strict=True)}


Run = tuple[Array, tuple[list[int], ...], Array, Array]
"""X without NaN; dilations, kernel_shape, pads, strides; Y and Indices."""


def _run_of(case: KitCase) -> Run:
    lists = case.call.lists
    sizes = tuple(lists[name] for name in ("dilations", "kernel_shape", "pads", "strides"))
    return nan_as_minus_infinity(case.X), sizes, *case.outputs


def _of_loops(numbers: Sequence[int], runs: Sequence[Run]) -> list[list[int]]:
    """For each of some mutants of the loops the numbers of the cases that kill it."""
    pools = (_compiled(changed_sources()[number].tree) for number in numbers)
    return [[i for i, run in enumerate(runs) if _kills(pool, run)] for pool in pools]


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
