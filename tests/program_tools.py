"""Small functions of the subset as source, run symbolically without invariants, by the interpreter, and by Python."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any

from proofs.program.logic.execution import Execution
from proofs.program.logic.plan import Condition, Invariant, Plan
from proofs.program.logic.state import ProgramState
from proofs.program.running.running import Cells
from proofs.program.source.language import (
    LISTS,
    PARAMETERS,
    SIZES,
    Return,
)
from proofs.program.source.subset import parse

HEAD = f"def pool({', '.join(PARAMETERS)}):"
ALLOCATIONS = ("Y = new_Y(2, 1, 2, 3)", "Indices = new_Indices(2, 1, 2, 3)")
RETURN = "return Y, Indices"
SHAPE = (2, 1, 2, 3)
SHAPE_OF_X = (1, 2, 2, 2)


def source(lines: Sequence[str], *, before: Sequence[str] = ALLOCATIONS, after: str = RETURN) -> str:
    """A function with these lines between the allocations and the return. The first of them is line 4."""
    return "\n    ".join((HEAD, *before, *lines, after)) + "\n"


class NoPlan(Plan):
    """A plan without invariants and ghosts, for symbolic runs. `last` is the state in which the function returns."""

    def __init__(self) -> None:
        self.last = ProgramState()

    def returned(self, statement: Return, state: ProgramState) -> Sequence[Invariant]:
        self.last = state
        return []


def symbolic(text: str) -> tuple[list[Condition], ProgramState]:
    """The conditions of a function and the state in which it returns."""
    plan = NoPlan()
    conditions = Execution(parse(text.encode(), "pool"), plan).run(())
    return conditions, plan.last


class Tensor(dict[tuple[int, ...], Any]):
    """An array as Python runs it here: outside of its shape there is nothing, negative indices included."""

    def __init__(self, shape: tuple[int, ...], start: Callable[[tuple[int, ...]], Any]) -> None:
        super().__init__({index: start(index) for index in product(*map(range, shape))})
        self.shape = shape

    def __setitem__(self, index: tuple[int, ...], value: Any) -> None:
        if not all(0 <= i < size for i, size in zip(index, self.shape, strict=True)):
            raise KeyError(index)
        super().__setitem__(index, value)


def content(index: tuple[int, ...]) -> int:
    """What a new array holds at first, where a test says that it holds anything."""
    return 1000 + 100 * index[0] + 10 * index[2] + index[3]


def entries(values: Mapping[str, int]) -> list[list[int]]:
    """The list parameters, from their entries by name."""
    return [[values[f"{name}[{i}]"] for i in range(length)] for name, length in LISTS.items()]


def by_python(text: str, X: Tensor, values: Mapping[str, int], *, filled: bool = True) -> dict[str, Any]:
    """The local variables with which Python leaves a function; new arrays hold something at first if they are `filled`.

    Raises KeyError for an index out of bounds, and ZeroDivisionError for any divisor that is not positive.
    """
    tree = _Strict().visit(ast.parse(text.replace(RETURN, "return locals()")))
    names: dict[str, Any] = {"divisor": _positive}
    exec(compile(ast.fix_missing_locations(tree), "source", "exec"), names)

    def new(*shape: int) -> Tensor:
        found = Tensor(shape, content)
        if not filled:
            found.clear()
        return found

    found = names["pool"](X, new, new, *(values[size] for size in SIZES), *entries(values))
    return {name: value for name, value in found.items() if name not in PARAMETERS}


def _positive(divisor: int) -> int:
    if divisor <= 0:
        raise ZeroDivisionError(divisor)
    return divisor


class _Strict(ast.NodeTransformer):
    """Divisors are looked at before they divide."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.op, ast.FloorDiv | ast.Mod):
            node.right = ast.Call(ast.Name("divisor", ast.Load()), [node.right], [])
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.op, ast.FloorDiv | ast.Mod):
            node.value = ast.Call(ast.Name("divisor", ast.Load()), [node.value], [])
        return node


def cells(tensor: Tensor) -> Cells:
    """A tensor for the interpreter."""
    return Cells(tensor.shape, dict(tensor))
