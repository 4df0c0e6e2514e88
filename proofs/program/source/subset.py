"""From Python's source to the statements of the subset. What is outside it is refused, with line and reason.

The source is parsed and never imported or run. The subset: one function with the parameters of
`reference.maxpool.pool`; assignments to local variables; `if`; `for ... in range(...)`; integers with `+ - * // %`,
`min`, `max`; comparisons, also chained; `and`, `or`, `not`; `a if c else b`; X read with four indices, and
the arrays from `new_Y` and `new_Indices` written to; one return of these two, at the end.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator, Mapping, Sequence

from proofs.program.source.expressions import Expressions, Marked, Refused
from proofs.program.source.language import (
    ALLOCATORS,
    PARAMETERS,
    RANK,
    TENSOR_PARAMETER,
    Allocate,
    Assign,
    For,
    Function,
    If,
    Instruction,
    Return,
    Store,
)
from proofs.program.source.module import BUILTINS, function_of
from proofs.program.source.sorts import sorts_of
from spec.language.terms import Literal, Sort, Term

RESERVED = frozenset(PARAMETERS) | BUILTINS


def parse(source: bytes, name: str) -> Function:
    """A function of the subset from the source of its file; raises Refused with the line and the reason."""
    return function(function_of(source, name))


def function(node: ast.FunctionDef) -> Function:
    """A function of the subset from its syntax tree; raises Refused with the line and the reason."""
    try:
        return _Parser(node).function()
    except RecursionError:
        raise Refused(node.lineno, "the function is nested too deeply") from None


class _Parser:
    """One function, statement by statement."""

    def __init__(self, node: ast.FunctionDef) -> None:
        self.node = Marked().visit(copy.deepcopy(node))
        self.renamed = _parameters(self.node)
        self.arrays: dict[str, Sort] = {TENSOR_PARAMETER: Sort.ELEMENT}
        self.loop_variables: list[str] = []

    def function(self) -> Function:
        body = self.node.body[1:] if ast.get_docstring(self.node, clean=False) is not None else self.node.body
        self._find_arrays(body)
        sorts = sorts_of([s for s in body if not self._is_allocation(s)], self.arrays, self.renamed)
        self.expressions = Expressions(sorts, self.arrays, self.renamed)
        if not body or not isinstance(body[-1], ast.Return):
            raise Refused(self.node.lineno, "the last statement must return two arrays")
        statements = self._block(body[:-1], top=True)
        return Function(self.node.name, (*statements, self._return(body[-1])), sorts, self.arrays)

    def _find_arrays(self, body: Sequence[ast.stmt]) -> None:
        """The arrays that the function allocates, each once, outside of loops and branches."""
        for statement in body:
            if isinstance(statement, ast.Assign) and (allocator := self._allocator(statement.value)):
                name = _single_name(statement)
                self._require_new(name, statement)
                if name in self.arrays:
                    raise Refused(statement.lineno, f"the array {name} is allocated twice")
                if ALLOCATORS[allocator] in [sort for array, sort in self.arrays.items() if array != TENSOR_PARAMETER]:
                    raise Refused(
                        statement.lineno, f"{allocator} is called a second time: each output is allocated once"
                    )
                self.arrays[name] = ALLOCATORS[allocator]

    def _allocator(self, node: ast.expr) -> str:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            name = self.renamed.get(node.func.id, "")
            return name if name in ALLOCATORS else ""
        return ""

    def _is_allocation(self, statement: ast.stmt) -> bool:
        return isinstance(statement, ast.Assign) and bool(self._allocator(statement.value))

    def _block(self, body: Sequence[ast.stmt], *, top: bool = False) -> tuple[Instruction, ...]:
        return tuple(s for node in body for s in self._statement(node, top=top))

    def _statement(self, node: ast.stmt, *, top: bool) -> Iterator[Instruction]:
        match node:
            case ast.Assign() if self._allocator(node.value):
                if not top:
                    raise Refused(node.lineno, "an array must be allocated outside of loops and branches")
                yield self._allocate(node)
            case ast.Assign():
                yield self._assign(node)
            case ast.AnnAssign(target=target, value=value) if value is not None:
                yield self._assign(ast.Assign([target], value, lineno=node.lineno))
            case ast.AugAssign(target=target, op=op, value=value):
                if not isinstance(target, ast.Name):
                    raise Refused(node.lineno, "an output may only be written to, not read")
                read = ast.copy_location(ast.Name(target.id, ast.Load()), node)
                combined = ast.copy_location(ast.BinOp(read, op, value), node)
                yield self._assign(ast.Assign([target], combined, lineno=node.lineno))
            case ast.If(test=test, body=body, orelse=orelse):
                yield If(node.lineno, self.expressions.truth(test), self._block(body), self._block(orelse))
            case ast.For():
                yield self._for(node)
            case ast.Pass():
                return
            case ast.Return():
                raise Refused(node.lineno, "the only return must be the last statement of the function")
            case _:
                raise Refused(node.lineno, f"`{_keyword(node)}` is outside the subset")

    def _allocate(self, node: ast.Assign) -> Allocate:
        assert isinstance(node.value, ast.Call)
        if node.value.keywords or len(node.value.args) != RANK:
            raise Refused(node.lineno, f"a new array takes {RANK} sizes")
        name = _single_name(node)
        return Allocate(node.lineno, name, self.arrays[name], tuple(map(self.expressions.integer, node.value.args)))

    def _assign(self, node: ast.Assign) -> Instruction:
        if len(node.targets) != 1:
            raise Refused(node.lineno, "only one target can be assigned at a time")
        match node.targets[0], node.value:
            case ast.Tuple(elts=targets), ast.Tuple(elts=values) if len(targets) == len(values):
                names = tuple(self._local(target) for target in targets)
                if len(set(names)) != len(names):
                    raise Refused(node.lineno, "a name appears twice on the left")
                return Assign(node.lineno, names, tuple(map(self._value_of, names, values)))
            case ast.Subscript() as target, value:
                name, indices = self.expressions.place(target)
                if name == TENSOR_PARAMETER:
                    raise Refused(node.lineno, f"the input {TENSOR_PARAMETER} is written to")
                stored = self.expressions.value(value, self.arrays[name])
                return Store(node.lineno, name, indices, stored)
            case target, value:
                name = self._local(target)
                return Assign(node.lineno, (name,), (self._value_of(name, value),))

    def _value_of(self, name: str, value: ast.expr) -> Term:
        return self.expressions.value(value, self.expressions.sorts[name])

    def _local(self, target: ast.expr) -> str:
        if not isinstance(target, ast.Name):
            raise Refused(target.lineno, f"`{ast.unparse(target)}` cannot be assigned to")
        self._require_new(target.id, target)
        if target.id in self.arrays:
            raise Refused(target.lineno, f"the array {target.id} is also used as something else")
        if target.id in self.loop_variables:
            raise Refused(target.lineno, f"the loop variable {target.id} is assigned inside its loop")
        return target.id

    def _require_new(self, name: str, node: ast.stmt | ast.expr) -> None:
        if name in self.renamed or name in RESERVED:
            raise Refused(
                node.lineno, f"{name} is the name of a parameter or of the language, and cannot be assigned to"
            )

    def _for(self, node: ast.For) -> For:
        match node.target, node.iter:
            case ast.Name(), ast.Call(func=ast.Name(id="range"), args=[_] | [_, _] as bounds, keywords=[]):
                variable = self._local(node.target)
            case _:
                raise Refused(node.lineno, "a loop must be `for name in range(stop)` or `range(start, stop)`")
        if node.orelse:
            raise Refused(node.lineno, "a loop cannot have an else")
        start, stop = [Literal(0), *map(self.expressions.integer, bounds)][-2:]
        self.loop_variables.append(variable)
        body = self._block(node.body)
        self.loop_variables.pop()
        return For(node.lineno, variable, start, stop, body)

    def _return(self, node: ast.Return) -> Return:
        match node.value:
            case ast.Tuple(elts=[ast.Name(id=first), ast.Name(id=second)]):
                if [self.arrays.get(first), self.arrays.get(second)] == [Sort.ELEMENT, Sort.INT] and first != "X":
                    return Return(node.lineno, (first, second))
        raise Refused(node.lineno, "the function must return the array from new_Y and the array from new_Indices")


def _parameters(node: ast.FunctionDef) -> Mapping[str, str]:
    """The function's own names for the parameters, which have the meaning that their position gives them."""
    a = node.args
    if node.decorator_list or getattr(node, "type_params", []):
        raise Refused(node.lineno, "a decorator or a type parameter would change what runs")
    if a.posonlyargs or a.kwonlyargs or a.vararg or a.kwarg or a.defaults:
        raise Refused(node.lineno, f"the parameters are, by position: {', '.join(PARAMETERS)}")
    names = [argument.arg for argument in a.args]
    if len(names) != len(PARAMETERS):
        raise Refused(node.lineno, f"{len(names)} parameters; they are, by position: {', '.join(PARAMETERS)}")
    if taken := BUILTINS.intersection([*names, node.name]):
        raise Refused(node.lineno, f"{min(taken)} is Python's own")
    misplaced = [n for n, p in zip(names, PARAMETERS, strict=True) if n in PARAMETERS and n != p]
    if misplaced:
        raise Refused(node.lineno, f"the parameter {misplaced[0]} is in another one's place")
    return dict(zip(names, PARAMETERS, strict=True))


def _single_name(node: ast.Assign) -> str:
    match node.targets:
        case [ast.Name(id=name)]:
            return name
    raise Refused(node.lineno, "a new array must be assigned to one name")


def _keyword(node: ast.stmt) -> str:
    return {"FunctionDef": "def", "ClassDef": "class", "AsyncFor": "async for"}.get(
        type(node).__name__, type(node).__name__.lower()
    )
