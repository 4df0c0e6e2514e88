"""Calls of a program's own functions: the body is put where the call stands."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence

from proofs.program.c.lowering.expressions import CExpressions
from proofs.program.c.lowering.pointers import constant_lengths
from proofs.program.c.lowering.scan import changed, element_variables, everything, has_effects
from proofs.program.c.lowering.scope import INDICES, CProgram, CScope, Local, Walker
from proofs.program.c.lowering.values import (
    ElementValue,
    NoValue,
    PartValue,
    PlaceValue,
    Value,
    WholeValue,
)
from proofs.program.c.lowering.wrapping import wrapping_variables
from proofs.program.c.reading.tree import (
    CBinary,
    CBlock,
    CBranch,
    CCall,
    CChoice,
    CDeclare,
    CDefinition,
    CExpression,
    CGive,
    CName,
    CParameter,
    CStatement,
    CUnary,
    SourcePosition,
    refused,
)
from proofs.program.c.reading.types import CPointer, CVoid
from proofs.program.source.language import Assign, Instruction
from spec.language.terms import Literal, Sort, Variable

DEEPEST = 12
"""Calls within calls."""


class Helpers(ABC):
    """Calls of one program's helpers; `out` is the block that is being written."""

    def __init__(self, program: CProgram, helpers: Mapping[str, CDefinition]) -> None:
        self.program, self.helpers = program, helpers
        self.expressions = CExpressions(program, self.inlined, self.effect)
        self.out: list[Instruction] = []
        self.after: list[Instruction] = []
        self.calling: list[str] = []

    @abstractmethod
    def block(self, body: Sequence[CStatement | None], scope: CScope) -> tuple[Instruction, ...]:
        """The instructions of some statements."""

    @abstractmethod
    def effect(self, node: CUnary, scope: CScope) -> Value:
        """A step within an expression."""

    def inlined(self, node: CCall, scope: CScope) -> Value:
        """A call, with the helper's body in its place."""
        helper = self.helpers.get(node.name)
        if helper is None:
            raise refused(node.at, f"{node.name} is not defined in the file", "only functions with a body are followed")
        if node.name in self.calling or len(self.calling) >= DEEPEST:
            raise refused(node.at, f"{node.name} calls itself")
        if self.expressions.in_condition and _expression_of(_after_names(helper)) is None:
            raise refused(node.at, f"{node.name} is called within a condition", "call it in a statement of its own")
        # Steps of the expression in hand come after the call, not after the first statement of the helper.
        after, self.after = self.after, []
        inner = self._frame(helper, node, scope)
        self.calling.append(node.name)
        try:
            return self._result(helper, inner)
        finally:
            self.calling.pop()
            self.after = after

    def _frame(self, helper: CDefinition, node: CCall, scope: CScope) -> CScope:
        """The helper's names, its parameters having the values of the arguments."""
        inner = CScope(changing=frozenset(changed(helper.body)), wrapping=wrapping_variables(helper.body))
        elements, tensors = set[str](), set[str]()
        for parameter, argument in zip(helper.parameters, node.arguments, strict=True):
            if self.expressions.is_element(argument, scope):
                elements.add(parameter.key)
            value = self._argument(argument, scope, parameter.key in elements)
            if isinstance(value, PlaceValue):
                said = self.expressions.lengths(parameter.type, parameter.lengths, inner)
                self.expressions.require_lengths(value, said, node.at)
            if isinstance(value, PlaceValue) and value.array != INDICES:
                tensors.add(parameter.key)
            inner.names[parameter.key] = self._passed(parameter, value, parameter.key in inner.changing, node.at)
            if isinstance(value, ElementValue):
                elements.add(parameter.key)
        inner.elements = element_variables(helper.body, frozenset(elements), frozenset(tensors))
        return inner

    def _argument(self, node: CExpression, scope: CScope, is_element: bool) -> Value:
        if has_effects(node):
            raise refused(node.at, "an argument changes something", "make the change a statement of its own")
        return (
            ElementValue(self.expressions.element(node, scope)) if is_element else self.expressions.value(node, scope)
        )

    def _passed(self, parameter: CParameter, value: Value, changes: bool, at: SourcePosition) -> Local | Walker | Value:
        """What a parameter stands for: a value as it is now; or a variable of its own, if the helper changes it."""
        line, name = self.program.line(at), parameter.name
        match value:
            case PlaceValue(array=array, indices=(), offset=offset, to=to) if changes:
                walker = Walker(self.program.fresh(name, Sort.INT), to, array)
                self._hoist(Assign(line, (walker.name,), (offset,)), at)
                return walker
            case WholeValue(term=term) | ElementValue(term=term):
                if (not changes and isinstance(term, Literal | Variable)) or self.expressions.in_condition:
                    if changes:
                        raise refused(at, "a helper that changes its parameters is called within a condition")
                    return value
                local = Local(self.program.fresh(name, term.sort), parameter.type, term.sort)
                self._hoist(Assign(line, (local.name,), (term,)), at)
                return local
        if changes:
            raise refused(at, f"the helper changes {name}")
        return value

    def _hoist(self, instruction: Instruction, at: SourcePosition) -> None:
        if self.expressions.in_condition:
            raise refused(at, "this call within a condition does more than give a value")
        self.out.append(instruction)

    def _result(self, helper: CDefinition, scope: CScope) -> Value:
        body = flat(helper.body.body)
        if self.expressions.in_condition:
            self._name_parts(helper, scope)
            body = _after_names(helper)
        if _expression_of(body) is not None:
            return self._value_of(body, scope, helper)
        *before, last = body or [helper.body]
        if isinstance(helper.result, CVoid):
            self.out += self.block(body, scope)
            return NoValue()
        if not isinstance(last, CGive) or last.value is None:
            raise refused(helper.at, f"{helper.name} does not return at its end")
        if self._writes(before, {helper.name}):
            raise refused(helper.at, f"{helper.name} gives a value and writes to memory as well")
        self.out += self.block(before, scope)
        return self._given(last.value, helper, scope)

    def _writes(self, body: Sequence[CStatement], within: set[str]) -> bool:
        """Some statements write to memory, or what they call does."""
        parts = [part for statement in body for part in everything(statement)]
        if any(isinstance(p, CBinary) and p.op == "=" and not isinstance(p.left, CName) for p in parts):
            return True
        called = {p.name for p in parts if isinstance(p, CCall)} & self.helpers.keys() - within
        return any(self._writes([self.helpers[name].body], within | {name}) for name in called)

    def _name_parts(self, helper: CDefinition, scope: CScope) -> None:
        """Names that a helper gives to parts of parameters, or to other names, as what they stand for."""
        for node in flat(helper.body.body):
            if isinstance(node, CDeclare) and node.initial is not None:
                value = self.expressions.value(node.initial, scope)
                is_name = isinstance(value, WholeValue) and isinstance(value.term, Literal | Variable)
                if not is_name and not isinstance(value, PartValue):
                    raise refused(node.at, f"{helper.name} is called within a condition, and computes {node.name}")
                scope.names[node.key] = value

    def _given(self, value: CExpression, helper: CDefinition, scope: CScope) -> Value:
        if isinstance(helper.result, CPointer):
            place = self.expressions.place(value, scope)
            self.expressions.require_lengths(place, constant_lengths(helper.result.to), value.at)
            return place
        if self.expressions.is_element(value, scope):
            return ElementValue(self.expressions.element(value, scope))
        return self.expressions.value(value, scope)

    def _value_of(self, body: Sequence[CStatement], scope: CScope, helper: CDefinition) -> Value:
        """What a helper of nothing but `if` and `return` gives, as one expression."""
        return self._given(_one_expression(body, helper), helper, scope)


def flat(body: Iterable[CStatement]) -> list[CStatement]:
    """The statements, those of inner blocks among them: every name of a variable is its declaration's own."""
    found: list[CStatement] = []
    for statement in body:
        found += flat(statement.body) if isinstance(statement, CBlock) else [statement]
    return found


def _after_names(helper: CDefinition) -> list[CStatement]:
    """What follows the variables of a helper that are given a value first, and keep it."""
    body, changing = flat(helper.body.body), changed(helper.body)
    named = [s for s in body if isinstance(s, CDeclare) and s.initial is not None and not changing[s.key]]
    return body[len(named) :] if body[: len(named)] == named else body


def _one_expression(body: Sequence[CStatement], helper: CDefinition) -> CExpression:
    found = _expression_of(body)
    assert found is not None
    return found


def _expression_of(body: Sequence[CStatement]) -> CExpression | None:
    match list(body):
        case [CGive(value=CExpression() as value), *_]:
            return None if has_effects(value) else value
        case [CBranch(at=at, test=test, then=then, otherwise=otherwise), *rest] if not has_effects(test):
            first = _expression_of(flat([then]))
            second = _expression_of(flat([otherwise]) if otherwise else rest)
            if first is not None and second is not None:
                return CChoice(at, first.type, test, first, second)
    return None
