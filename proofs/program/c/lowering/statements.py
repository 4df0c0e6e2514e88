"""The statements of the subset of C, as instructions; helpers are put where they are called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from proofs.program.c.lowering.comparisons import moved
from proofs.program.c.lowering.helpers import flat
from proofs.program.c.lowering.looping import LoopStatements
from proofs.program.c.lowering.scan import CHANGES, has_effects, is_element, used
from proofs.program.c.lowering.scope import CProgram, CScope, Local, Walker, X
from proofs.program.c.lowering.values import (
    ONE,
    PlaceValue,
    TableValue,
    Value,
    arithmetic,
    converted,
    fitted,
    folded,
)
from proofs.program.c.reading.tree import (
    CBinary,
    CBranch,
    CCall,
    CChoice,
    CConvert,
    CDeclare,
    CDefinition,
    CDo,
    CExpression,
    CGive,
    CJump,
    CLoop,
    CName,
    CStatement,
    CUnary,
    CUpdate,
    SourcePosition,
    refused,
)
from proofs.program.c.reading.types import CArray, CBoolean, CFloating, CInteger, CPointer, CVoid
from proofs.program.source.language import (
    Assign,
    Break,
    Continue,
    If,
    Instruction,
    Return,
    Store,
)
from proofs.program.source.machine import Loss
from spec.language.terms import FALSE, TRUE, Literal, Sort, Term, Variable

T = TypeVar("T")
JUMPS = (Continue, Break, Return)


class Statements(LoopStatements):
    """The statements of one program, lowered in their order; `out` is the block that is being written."""

    def __init__(self, program: CProgram, helpers: Mapping[str, CDefinition], outputs: tuple[str, ...]) -> None:
        super().__init__(program, helpers)
        self.outputs = outputs
        self.once: frozenset[str] = frozenset()

    def block(self, body: Sequence[CStatement | None], scope: CScope) -> tuple[Instruction, ...]:
        """The instructions of some statements; None stands for none."""
        outer, self.out = self.out, []
        for statement in flat(s for s in body if s is not None):
            if self.out and isinstance(self.out[-1], JUMPS):
                raise refused(statement.at, "nothing is ever reached here", "leave it out")
            self._statement(statement, scope)
        inner, self.out = tuple(self.out), outer
        return inner

    def _statement(self, node: CStatement, scope: CScope) -> None:
        match node:
            case CDeclare():
                self._declare(node, scope)
            case CDo(expression=expression):
                self._do(expression, scope)
            case CBranch(test=test, then=then, otherwise=otherwise):
                condition = self.condition(test, scope)
                line = self.program.line(node.at)
                if condition in (TRUE, FALSE):  # As whether there is a pointer for Indices: the other side is not read.
                    taken = self.block([then if condition == TRUE else otherwise], scope)
                    self.out += [If(line, TRUE, taken, ())] if taken and isinstance(taken[-1], JUMPS) else taken
                else:
                    self.out.append(If(line, condition, self.block([then], scope), self.block([otherwise], scope)))
            case CLoop():
                self.loop(node, scope)
            case CJump(keyword=keyword):
                self.out.append((Break if keyword == "break" else Continue)(self.program.line(node.at)))
            case CGive():
                self._give(node, scope)

    def _give(self, node: CGive, scope: CScope) -> None:
        if self.calling:
            raise refused(node.at, f"{self.calling[-1]} returns here", "let it return at its end only")
        if node.value is not None and has_effects(node.value):
            raise refused(node.at, "what is returned changes something", "make the change a statement of its own")
        status = None if node.value is None else self.expressions.whole(node.value, scope)
        self.out.append(Return(self.program.line(node.at), self.outputs, status))

    # -- variables

    def _declare(self, node: CDeclare, scope: CScope) -> None:
        if isinstance(node.type, CPointer):
            self._declare_pointer(node, scope)
        elif isinstance(node.type, CArray):
            found = None if node.initial is None else self.expressions.value(node.initial, scope)
            # A table is read where it is used: what an entry was computed from may have changed by then.
            if not isinstance(found, TableValue) or not node.type.const or used(node):
                change = "only a table of constants may be local, or an array whose entries are named by numbers"
                raise refused(node.at, f"{node.name} is an array of its own", change)
            scope.names[node.key] = found
        elif isinstance(node.type, CInteger | CBoolean | CFloating):
            is_element = isinstance(node.type, CFloating) or node.key in scope.elements
            sort = Sort.ELEMENT if is_element else Sort.INT
            may_wrap = node.key in scope.wrapping and sort is Sort.INT
            scope.names[node.key] = Local(self.program.fresh(node.name, sort), node.type, sort, may_wrap)
            if node.initial is not None:
                self._assign(node.at, node.key, node.initial, scope)
        else:
            raise refused(node.at, f"{node.name} is of the type `{node.type}`, which is outside the subset")

    def _declare_pointer(self, node: CDeclare, scope: CScope) -> None:
        assert isinstance(node.type, CPointer)
        if node.initial is None or scope.changing & {node.key}:
            lengths = self.expressions.lengths(node.type, node.lengths, scope)
            scope.names[node.key] = Walker(self.program.fresh(node.name, Sort.INT), node.type.to, lengths=lengths)
            if node.initial is not None:
                self._assign(node.at, node.key, node.initial, scope)
            return
        if has_effects(node.initial):
            raise refused(node.at, "a first value changes something", "make the change a statement of its own")
        found = self.expressions.value(node.initial, scope)
        if isinstance(found, PlaceValue):
            self.expressions.require_lengths(found, self.expressions.lengths(node.type, node.lengths, scope), node.at)
            found = PlaceValue(
                found.array, tuple(self._kept(i, node) for i in found.indices), self._kept(found.offset, node), found.to
            )
        scope.names[node.key] = found

    def _kept(self, term: Term, node: CDeclare) -> Term:
        """A variable that keeps what a term is now."""
        if isinstance(term, Literal):
            return term
        name = self.program.fresh(node.name, Sort.INT)
        self.out.append(Assign(self.program.line(node.at), (name,), (term,)))
        return Variable(name)

    def _assign(self, at: SourcePosition, key: str, value: CExpression, scope: CScope) -> None:
        target = scope.names.get(key)
        line = self.program.line(at)
        match target:
            case Local(name=name, sort=Sort.ELEMENT):
                read = self._full(value, lambda: self.expressions.element(value, scope), key)
                self._write(Assign(line, (name,), (read,)))
            case Local(name=name) as local:
                read = self._full(value, lambda: self.expressions.kept(value, local, scope), key)
                self._write(Assign(line, (name,), (read,)))
            case Walker(name=name):
                place = self._full(value, lambda: self.expressions.place(value, scope), key)
                if place.indices or place.array != (target.array or place.array):
                    raise refused(at, "a pointer leads into two arrays, or into one of several dimensions")
                if target.to != place.to or not target.array:
                    self.expressions.require_lengths(place, target.lengths, at)
                target.array = place.array
                self._write(Assign(line, (name,), (place.offset,)))
            case _:
                raise refused(at, "what is assigned to is no local variable", "a parameter's parts are read only")

    def _write(self, instruction: Instruction) -> None:
        """An instruction, and after it the steps that stand in it, such as that of `*p++`."""
        self.out.append(instruction)
        self.out += self.after
        self.after = []

    def _full(self, node: CExpression, read: Callable[[], T], target: str = "") -> T:
        """A full expression, in which a variable that steps may be named once only; one that it is assigned to, never.

        C leaves open which comes first in `o = o++`, the step or the assignment.
        """
        counts = used(node) + Counter((target,))
        once, self.once = self.once, frozenset(key for key, count in counts.items() if count == 1)
        found = read()
        self.once = once
        return found

    def effect(self, node: CUnary, scope: CScope) -> Value:
        """`p++` within an expression: the value before, and the step after; `++p` the other way round."""
        match node.operand:
            case CName(key=key) if key in self.once and not self.expressions.in_condition:
                step = self._step(node.at, node.operand, node.op[-1], scope)
            case _:
                raise refused(
                    node.at, f"`{node.op[-2:]}` in an expression that names its variable twice", "write it apart"
                )
        if node.op.startswith("post"):
            self.after.append(step)
        else:
            self.out.append(step)
        return self.expressions.value(node.operand, scope)

    def _step(self, at: SourcePosition, target: CExpression, sign: str, scope: CScope) -> Instruction:
        """`target += 1` or `-= 1`."""
        return self._added(at, target, sign, ONE, CInteger("int", 32, True), scope)

    def _added(
        self, at: SourcePosition, target: CExpression, op: str, by: Term, kind: CInteger, scope: CScope
    ) -> Instruction:
        local = scope.names.get(target.key) if isinstance(target, CName) else None
        line = self.program.line(at)
        match local:
            case Walker(name=name):
                place = self.expressions.moved(self.expressions.place(target, scope), by if op == "+" else -by)
                return Assign(line, (name,), (place.offset,))
            case Local(name=name, type=CInteger() as own, wraps=True) if op in "+-":
                return Assign(line, (name,), (moved(Variable(name), own, by if op == "+" else -by),))
            case Local(name=name, type=CInteger() as own, sort=Sort.INT, wraps=False):
                wide = kind if kind.bits > own.bits or (kind.bits == own.bits and not kind.signed) else own
                wide = wide if wide.bits >= 32 else kind
                if op in "+-" and own.signed and not wide.signed and own.bits <= wide.bits:
                    # What wraps in the sum wraps back where it is kept.
                    return Assign(line, (name,), (fitted(folded(op, Variable(name), by), own, Loss.CONVERSION),))
                left = converted(Variable(name), own, wide)
                return Assign(line, (name,), (converted(arithmetic(op, left, by, wide, at), wide, own),))
        raise refused(at, "what changes here is no local integer or pointer")

    # -- expressions as statements

    def _do(self, node: CExpression, scope: CScope) -> None:
        match node:
            case CBinary(op=",", left=left, right=right):
                self._do(left, scope)
                self._do(right, scope)
            case CBinary(op="=", left=CName(key=key), right=right):
                self._assign(node.at, key, right, scope)
            case CBinary(op="=", left=left, right=right):
                self._store(node.at, left, right, scope)
            case CUpdate(op=op, left=left, right=right):
                target = left.key if isinstance(left, CName) else ""
                by = self._full(right, lambda: self.expressions.whole(right, scope), target)
                if not isinstance(right.type, CInteger):
                    raise refused(node.at, f"`{op}=` between these types is outside the subset")
                self._write(self._added(node.at, left, op, by, right.type, scope))
            case CUnary(op=op, operand=operand) if op in CHANGES:
                self._write(self._step(node.at, operand, op[-1], scope))
            case CConvert(type=CVoid(), operand=operand):
                self._do(operand, scope)
            case CCall():
                self.inlined(node, scope)
            case CChoice(type=CVoid()):
                raise refused(node.at, "an assertion must be shown before the code runs", "compile with -DNDEBUG")
            case _ if not has_effects(node) and not isinstance(node, CChoice):
                self.expressions.value(node, scope) if isinstance(node, CName) else self._discarded(node, scope)
            case _:
                raise refused(node.at, "this statement is outside the subset")

    def _discarded(self, node: CExpression, scope: CScope) -> None:
        """A value that nobody uses is computed all the same."""
        if not isinstance(node.type, CInteger | CFloating) or isinstance(node, CCall):
            raise refused(node.at, "a value that is computed and not used", "leave it out")
        of_tensor = is_element(node, scope.elements, frozenset())
        read = self.expressions.element if of_tensor else self.expressions.whole
        name = self.program.fresh("unused", Sort.ELEMENT if of_tensor else Sort.INT)
        self.out.append(Assign(self.program.line(node.at), (name,), (read(node, scope),)))

    def _store(self, at: SourcePosition, left: CExpression, right: CExpression, scope: CScope) -> None:
        both = CBinary(at, left.type, "=", left, right)
        place = self._full(both, lambda: self._target(left, scope))
        if place.array == X:
            raise refused(at, "the input is written to")
        element = self.program.arrays[place.array] is Sort.ELEMENT
        read = self.expressions.element if element else self.expressions.whole
        value = self._full(both, lambda: read(right, scope))
        self._write(Store(self.program.line(at), place.array, self.expressions.indices(place, at), value))

    def _target(self, left: CExpression, scope: CScope) -> PlaceValue:
        address = self.expressions.value(CUnary(left.at, CPointer(left.type), "&", left), scope)
        if not isinstance(address, PlaceValue) or isinstance(address.to, CArray):
            raise refused(left.at, "what is assigned to is neither a local variable nor an output")
        return address
