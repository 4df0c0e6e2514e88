"""The statements of a function in Python as those of the subset."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

from proofs.program.source.expressions import Expressions
from proofs.program.source.language import (
    ALLOCATORS,
    PARAMETERS,
    RANK,
    TENSOR_PARAMETER,
    Allocate,
    Assign,
    Break,
    Continue,
    For,
    If,
    Instruction,
    Return,
    Store,
    While,
    number,
)
from proofs.program.source.machine import positive
from proofs.program.source.module import BUILTINS
from proofs.program.source.refused import Refused
from spec.language.terms import FALSE, TRUE, Literal, Op, Operation, Sort, Term, Variable

RESERVED = frozenset(PARAMETERS) | BUILTINS
_PLACEHOLDER: Mapping[Sort, Term] = {
    Sort.INT: Literal(0),
    Sort.BOOL: FALSE,
    Sort.ELEMENT: number(Literal(0)),
}
"""What stands in a variable that holds None: it is never read."""


def allocator_of(statement: ast.stmt, renamed: Mapping[str, str]) -> str:
    """The specification's name for what a statement allocates an array by, if it does."""
    match statement:
        case ast.Assign(value=ast.Call(func=ast.Name(id=name))) if renamed.get(name) in ALLOCATORS:
            return renamed[name]
    return ""


def single_name(node: ast.stmt) -> str:
    """The one name that an assignment gives a value."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name)]):
            return name
    raise Refused(node.lineno, "a new array must be assigned to one name")


def given(name: str) -> Variable:
    """Whether a variable that may hold None holds something else: a name that no variable of Python has."""
    return Variable(f"{name} is given", Sort.BOOL)


class PythonStatements:
    """The statements of one function. `optional` are its variables that may hold None."""

    def __init__(
        self,
        sorts: Mapping[str, Sort],
        arrays: Mapping[str, Sort],
        renamed: Mapping[str, str],
        optional: frozenset[str],
    ) -> None:
        self.arrays, self.renamed, self.optional = arrays, renamed, optional
        self.sorts = {**sorts, **{given(name).name: Sort.BOOL for name in sorted(optional)}}
        flags = {name: given(name) for name in optional}
        self.expressions = Expressions(self.sorts, arrays, renamed, flags)
        self.loop_variables: list[str] = []

    def block(self, body: Sequence[ast.stmt], *, top: bool = False) -> tuple[Instruction, ...]:
        """The statements of a block."""
        found: list[Instruction] = []
        for i, node in enumerate(body):
            found += self._statement(node, top=top)
            if isinstance(node, ast.Continue | ast.Break | ast.Return) and i + 1 < len(body):
                # Never run, it would still be read: an assignment there makes a name local everywhere.
                raise Refused(body[i + 1].lineno, f"nothing may stand after `{_keyword(node)}`")
        return tuple(found)

    def _statement(self, node: ast.stmt, *, top: bool) -> Iterator[Instruction]:
        match node:
            case ast.Assign() if allocator_of(node, self.renamed):
                if not top:
                    raise Refused(node.lineno, "an array must be allocated outside of loops and branches")
                yield self._allocate(node)
            case ast.Assign():
                yield from self._assign(node)
            case ast.If(test=test, body=body, orelse=orelse):
                yield If(node.lineno, self.expressions.truth(test), self.block(body), self.block(orelse))
            case ast.For():
                yield from self._for(node)
            case ast.While(test=test, body=body):
                if node.orelse:
                    raise Refused(node.lineno, "a loop cannot have an else")
                yield While(node.lineno, self.expressions.truth(test), self.block(body))
            case ast.Continue():
                yield Continue(node.lineno)
            case ast.Break():
                yield Break(node.lineno)
            case ast.Return():
                yield self._return(node)
            case ast.Pass():
                return
            case _:
                raise Refused(node.lineno, f"`{_keyword(node)}` is outside the subset", column=node.col_offset + 1)

    def _return(self, node: ast.Return) -> Return:
        match node.value:
            case ast.Tuple(elts=[ast.Name(id=first), ast.Name(id=second)]):
                if [self.arrays.get(first), self.arrays.get(second)] == [Sort.ELEMENT, Sort.INT] and first != "X":
                    return Return(node.lineno, (first, second))
        raise Refused(node.lineno, "the function must return the array from new_Y and the array from new_Indices")

    # -- assignments

    def _allocate(self, node: ast.Assign) -> Allocate:
        assert isinstance(node.value, ast.Call)
        if node.value.keywords or len(node.value.args) != RANK:
            raise Refused(node.lineno, f"a new array takes {RANK} sizes")
        name = single_name(node)
        return Allocate(node.lineno, name, self.arrays[name], tuple(map(self.expressions.integer, node.value.args)))

    def _assign(self, node: ast.Assign) -> Iterator[Instruction]:
        """An assignment; what is stored in an array together with others is kept in a variable until its turn."""
        match node.targets[0], node.value:
            case ast.Tuple(elts=targets), ast.Tuple(elts=values) if len(targets) == len(values):
                pairs = list(zip(targets, values, strict=True))
            case target, value:
                pairs = [(target, value)]
        only, value = pairs[0]
        if len(pairs) == 1 and isinstance(only, ast.Subscript):
            yield self._store(only, self._stored(only, value))
            return
        names: list[str] = []
        values_: list[Term] = []
        stores: list[Store] = []
        for i, (target, value) in enumerate(pairs):
            if isinstance(target, ast.Subscript):
                name, stored = f"part {i} of line {node.lineno}", self._stored(target, value)
                self.sorts[name] = stored.sort
                names, values_ = [*names, name], [*values_, stored]
                stores.append(self._store(target, Variable(name, stored.sort)))
            else:
                for name, found in self._parts(target, value):
                    names, values_ = [*names, name], [*values_, found]
        if len(set(names)) != len(names):
            raise Refused(node.lineno, "a name appears twice on the left")
        if stores and any(isinstance(target, ast.Name) for target, _ in pairs):
            raise Refused(node.lineno, "variables and elements of arrays are assigned in one: write two assignments")
        yield _chosen(Assign(node.lineno, tuple(names), tuple(values_)))
        yield from stores

    def _parts(self, target: ast.expr, value: ast.expr) -> Iterator[tuple[str, Term]]:
        """A variable with its value, and whether it is given one."""
        name = self._local(target)
        is_none = isinstance(value, ast.Constant) and value.value is None
        sort = self.sorts[name]
        yield name, _PLACEHOLDER[sort] if is_none else self.expressions.value(value, sort)
        if name in self.optional:
            yield given(name).name, FALSE if is_none else TRUE

    def _stored(self, target: ast.Subscript, value: ast.expr) -> Term:
        name, _ = self.expressions.place(target)
        if name == TENSOR_PARAMETER:
            raise Refused(target.lineno, f"the input {TENSOR_PARAMETER} is written to")
        return self.expressions.value(value, self.arrays[name])

    def _store(self, target: ast.Subscript, stored: Term) -> Store:
        name, indices = self.expressions.place(target)
        return Store(target.lineno, name, indices, stored)

    def _local(self, target: ast.expr) -> str:
        if not isinstance(target, ast.Name):
            raise Refused(target.lineno, f"`{ast.unparse(target)}` cannot be assigned to")
        if target.id in self.renamed or target.id in RESERVED:
            raise Refused(
                target.lineno, f"{target.id} is the name of a parameter or of the language, and cannot be assigned to"
            )
        if target.id in self.arrays:
            raise Refused(target.lineno, f"the array {target.id} is also used as something else")
        if target.id in self.loop_variables:
            raise Refused(target.lineno, f"the loop variable {target.id} is assigned inside its loop")
        return target.id

    # -- loops

    def _for(self, node: ast.For) -> Iterator[Instruction]:
        """A loop over a range: by ones as it is, and else a `while` with a counter of its own."""
        if node.orelse:
            raise Refused(node.lineno, "a loop cannot have an else")
        targets, over = _counted(node)
        names = [self._local(target) for target in targets]
        if len(set(names)) != len(names):
            raise Refused(node.lineno, "a name appears twice on the left")
        start, stop, step = self._range(node, over)
        self.loop_variables += names
        body = self.block(node.body)
        del self.loop_variables[len(self.loop_variables) - len(names) :]
        if step == Literal(1) and len(names) == 1:
            yield For(node.lineno, names[0], start, stop, body)
        else:
            yield from self._stepped(node.lineno, names, (start, stop, step), body)

    def _range(self, node: ast.For, over: ast.expr) -> tuple[Term, Term, Term]:
        """Start, stop and step of a range, or of a range in reverse."""
        match over:
            case ast.Call(func=ast.Name(id="range"), args=[_] | [_, _] as bounds, keywords=[]):
                start, stop = [Literal(0), *map(self.expressions.integer, bounds)][-2:]
                return start, stop, Literal(1)
            case ast.Call(func=ast.Name(id="range"), args=[first, last, by], keywords=[]):
                step = self.expressions.integer(by)
                if step == Literal(0):
                    raise Refused(node.lineno, "the step is not positive: Python has no such range")
                known = isinstance(step, Literal)
                return (
                    self.expressions.integer(first),
                    self.expressions.integer(last),
                    step if known else positive(step),
                )
            case ast.Call(func=ast.Name(id="reversed"), args=[inner], keywords=[]):
                start, stop, step = self._range(node, inner)
                if step == Literal(1):
                    return stop - 1, start - 1, Literal(-1)
        change = "loop over `range(stop)`, `range(start, stop)` or `range(start, stop, step)`"
        raise Refused(node.lineno, f"`{ast.unparse(over)[:60]}`: a loop must be over a range", change=change)

    def _stepped(
        self, line: int, names: Sequence[str], bounds: tuple[Term, Term, Term], body: tuple[Instruction, ...]
    ) -> Iterator[Instruction]:
        """A loop whose variable, the last of the names, steps; the other counts its turns."""
        hidden = {part: f"{part} of {names[-1]} in line {line}" for part in ("next", "stop", "step", "turn")}
        at, stop, step, turn = (Variable(name) for name in hidden.values())
        self.sorts |= dict.fromkeys(hidden.values(), Sort.INT)
        down = isinstance(bounds[2], Literal) and isinstance(bounds[2].value, int) and bounds[2].value < 0
        values = (*bounds, Literal(0))
        yield Assign(line, (at.name, stop.name, step.name, turn.name), values)
        own = Assign(line, tuple(names), (turn, at)[-len(names) :])
        by = bounds[2] if isinstance(bounds[2], Literal) else step
        update = Assign(line, (at.name, turn.name), (at + by, turn + 1))
        test = Operation(Op.GT if down else Op.LT, (at, stop))
        yield While(line, test, (own, *body), (update,))


def _counted(node: ast.For) -> tuple[list[ast.expr], ast.expr]:
    """The variables of a loop, one or, where it enumerates, two; and what it runs over."""
    match node.target, node.iter:
        case ast.Tuple(elts=[i, v]), ast.Call(func=ast.Name(id="enumerate"), args=[over], keywords=[]):
            return [i, v], over
        case ast.Name(), over:
            return [node.target], over
    raise Refused(node.lineno, f"`{ast.unparse(node.target)}`: a loop has one variable, or two where it enumerates")


def _chosen(assign: Assign) -> Instruction:
    """`if test: x = a` for `x = a if test else x`."""
    if len(assign.names) == 1 and isinstance(assign.values[0], Operation) and assign.values[0].op is Op.ITE:
        test, then, otherwise = assign.values[0].args
        same = Variable(assign.names[0], then.sort)
        if otherwise == same:
            return If(assign.line, test, (Assign(assign.line, assign.names, (then,)),), ())
        if then == same:
            return If(assign.line, test, (), (Assign(assign.line, assign.names, (otherwise,)),))
    return assign


def _keyword(node: ast.stmt) -> str:
    return {"FunctionDef": "def", "ClassDef": "class", "AsyncFor": "async for"}.get(
        type(node).__name__, type(node).__name__.lower()
    )
