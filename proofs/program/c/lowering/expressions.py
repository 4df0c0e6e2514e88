"""The expressions of the subset of C, as terms over the program's names."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from proofs.program.c.lowering.comparisons import Comparisons
from proofs.program.c.lowering.elements import as_element, require_same
from proofs.program.c.lowering.pointers import COMPARISONS
from proofs.program.c.lowering.scan import everything, has_effects, is_element, is_truth
from proofs.program.c.lowering.scope import INDICES, CProgram, CScope, Local, Walker
from proofs.program.c.lowering.values import (
    ZERO,
    ElementValue,
    NoValue,
    PartValue,
    PlaceValue,
    TableValue,
    Value,
    WholeValue,
    arithmetic,
    as_number,
    as_truth,
    converted,
    fitted,
)
from proofs.program.c.reading.tree import (
    CBinary,
    CCall,
    CChoice,
    CConstant,
    CConvert,
    CEntries,
    CExpression,
    CMember,
    CName,
    CSubscript,
    CUnary,
    refused,
)
from proofs.program.c.reading.types import CArray, CBoolean, CFloating, CInteger, CPointer, CVoid
from proofs.program.source.machine import Loss
from proofs.program.source.refused import Refused
from spec.language.fold import subterms
from spec.language.terms import Application, Literal, Sort, Term, Variable, and_, ite, not_, or_
from spec.maxpool.vocabulary import key

MAXIMA = ("fmaxf", "fmax", "__builtin_fmaxf", "__builtin_fmax")
IS_NAN = ("__builtin_isnan", "isnan")
ZEROS = "zeros of both signs are one: C leaves open which of them fmax gives"

Inline = Callable[[CCall, CScope], Value]
Effect = Callable[[CUnary, CScope], Value]


class CExpressions(Comparisons):
    """Expressions of one program; for calls and for steps within an expression, it asks whoever lowers statements."""

    def __init__(self, program: CProgram, inline: Inline, effect: Effect) -> None:
        super().__init__(program)
        self.inline, self.effect = inline, effect
        self.in_condition = 0

    # -- by what is wanted

    def whole(self, node: CExpression, scope: CScope) -> Term:
        """The expression, which must be an integer."""
        found = self.value(node, scope)
        if not isinstance(found, WholeValue):
            raise refused(node.at, "an element or a pointer stands where an integer is needed")
        return found.term

    def element(self, node: CExpression, scope: CScope) -> Term:
        """The expression, which must be an element, or a number that stands for one."""
        if isinstance(node, CConstant):
            return as_element(node, self.program.element, self.program.of)
        return self.program.claims.value(node, lambda part: self._read(part, scope), lambda: self._taken(node, scope))

    def _taken(self, node: CExpression, scope: CScope) -> Term:
        """An element that is taken as it is, or chosen."""
        if isinstance(node, CConvert) and not isinstance(node.type, CBoolean):
            require_same(node, self.program.element)
            return self.element(node.operand, scope)
        if isinstance(node, CChoice):
            return self._chosen(node, scope, self.element)
        found = self.value(node, scope)
        if not isinstance(found, ElementValue):
            raise refused(node.at, "what stands here is computed, and not an element of X", "take elements as they are")
        return found.term

    def _read(self, node: CExpression, scope: CScope) -> Term | None:
        """The element that an expression is, if it is one and reading it changes nothing."""
        if not self.is_element(node, scope) or has_effects(node):
            return None
        if any(isinstance(part, CCall) for part in everything(node)):
            return None
        try:
            found = self.value(node, scope)
        except Refused:
            return None
        return found.term if isinstance(found, ElementValue) else None

    def truth(self, node: CExpression, scope: CScope) -> Term:
        """The expression as a condition."""
        if isinstance(node.type, CPointer):
            return self._asked(node, scope)
        return self.program.claims.order(node, lambda part: self._read(part, scope), lambda: self._asked(node, scope))

    def _asked(self, node: CExpression, scope: CScope) -> Term:
        """A condition by its parts."""
        match node:
            case CConvert(type=CBoolean() | CInteger(), operand=operand) if is_truth(operand):
                return self.truth(operand, scope)
            case CBinary(op="&&" | "||"):
                node = self.program.claims.grouped(node, lambda part: self._read(part, scope))
                left = self.truth(node.left, scope)
                with self.condition():
                    right = self.truth(node.right, scope)
                return and_(left, right) if node.op == "&&" else or_(left, right)
            case CBinary(op=op) if op in COMPARISONS:
                return self.compared(node, scope)
            case CUnary(op="!"):
                return not_(self.truth(node.operand, scope))
            case CBinary(op="&" | "|", left=left, right=right) if is_truth(left) and is_truth(right):
                # Both sides are evaluated, whatever the first one says.
                both = as_number(self.truth(left, scope)) + as_number(self.truth(right, scope))
                return both.eq(2) if node.op == "&" else both >= 1
            case CChoice():
                return self._chosen(node, scope, self.truth)
        if isinstance(node.type, CPointer):
            return self.not_null(node, scope)
        if self.is_element(node, scope):
            self.require_numbers(node)
            zero = as_element(CConstant(node.at, node.type, 0), self.program.element, self.program.of)
            return key(self.by_rank(node, scope)).ne(key(zero))
        return as_truth(self.whole(node, scope))

    @contextmanager
    def condition(self, *, of_loop: bool = False) -> Iterator[None]:
        """What is evaluated only if something holds: nothing may change in it. By one `of_loop`, a loop goes on."""
        before, self.of_loop = self.of_loop, self.of_loop or of_loop
        self.in_condition += 1
        yield
        self.in_condition -= 1
        self.of_loop = before

    def is_element(self, node: CExpression, scope: CScope) -> bool:
        """The expression is an element, or what one is compared with."""
        places = {k for k, v in scope.names.items() if isinstance(v, Walker | PlaceValue) and v.array != INDICES}
        return is_element(node, scope.elements, places)

    def is_steady(self, node: CExpression, scope: CScope) -> bool:
        """An integer is made of nothing in memory that the function may write, or that is an element."""
        if self.is_element(node, scope):
            return False
        read = (t.symbol.name for t in subterms(self.whole(node, scope)) if isinstance(t, Application))
        return self.program.arrays.keys().isdisjoint(read)

    # -- values

    def value(self, node: CExpression, scope: CScope) -> Value:
        """What an expression stands for."""
        match node:
            case CConstant(type=CFloating()):
                return ElementValue(as_element(node, self.program.element, self.program.of))
            case CConstant(value=int(number)):
                return WholeValue(Literal(number))
            case CName():
                return self._name(node, scope)
            case CEntries(values=values):
                return TableValue(values)
            case CConvert():
                return self._converted(node, scope)
            case CSubscript(base=base, index=index):
                return self.at(node, base, index, scope)
            case CMember(base=base, name=name):
                return self.member(node, base, name, scope)
            case CUnary():
                return self._unary(node, scope)
            case CBinary():
                return self._binary(node, scope)
            case CChoice(type=CPointer()):
                return self.one_of_two(node, scope)
            case CChoice():
                if self.is_element(node, scope):
                    return ElementValue(self.element(node, scope))
                return WholeValue(self._chosen(node, scope, self.whole))
            case CCall():
                return self._call(node, scope)
        raise refused(node.at, "this expression is outside the subset")

    def _chosen(self, node: CChoice, scope: CScope, read: Callable[[CExpression, CScope], Term]) -> Term:
        test = self.truth(node.test, scope)
        with self.condition():
            then, otherwise = read(node.then, scope), read(node.otherwise, scope)
        return ite(test, then, otherwise)

    def _name(self, node: CName, scope: CScope) -> Value:
        match scope.names.get(node.key):
            case Local(name=name, sort=Sort.ELEMENT):
                return ElementValue(Variable(name, Sort.ELEMENT))
            case Local(name=name, type=CInteger() as kind, wraps=True):
                return WholeValue(fitted(Variable(name), kind, Loss.WRAP))
            case Local(name=name):
                return WholeValue(Variable(name))
            case Walker(name=name, to=to, array=array):
                if not array:
                    raise refused(node.at, f"{node.name} is used before it leads anywhere")
                return PlaceValue(array, (), Variable(name), to)
            case None:
                raise refused(node.at, f"{node.name} is outside the subset")
            case found:
                return found

    def _converted(self, node: CConvert, scope: CScope) -> Value:
        source, to = node.operand.type, node.type
        if isinstance(to, CBoolean):
            return WholeValue(as_number(self.truth(node.operand, scope)))
        if isinstance(to, CInteger | CFloating) and self.is_element(node.operand, scope):
            return ElementValue(self.element(node, scope))
        if isinstance(to, CInteger) and isinstance(source, CInteger):
            if to.signed and not source.signed and to.bits <= source.bits:
                # What wrapped before wraps back here.
                return WholeValue(fitted(self.exact(node.operand, source, scope), to, Loss.CONVERSION))
            return WholeValue(converted(self.whole(node.operand, scope), source, to))
        if isinstance(to, CInteger) and isinstance(source, CBoolean):
            return WholeValue(self.whole(node.operand, scope))
        if isinstance(to, CVoid) and isinstance(node.operand, CName):
            return NoValue()
        if isinstance(to, CPointer | CArray) or to == source:
            return self.pointer(node, scope)
        raise refused(node.at, f"a conversion from `{source}` to `{to}` is outside the subset")

    # -- operators

    def _unary(self, node: CUnary, scope: CScope) -> Value:
        match node.op:
            case "!":
                return WholeValue(as_number(self.truth(node, scope)))
            case "*":
                found = self.value(node.operand, scope)
                if isinstance(found, PartValue):
                    return self.part(found.path, node.type, node.at)
                if not isinstance(found, PlaceValue):
                    raise refused(node.at, "this is no pointer into X or into an output")
                return self.inside(found, node.at)
            case "&":
                return self.address(node, scope)
            case "+" | "__extension__":
                return self.value(node.operand, scope)
            case "-" if isinstance(node.operand, CConstant) and isinstance(node.type, CFloating):
                negative = CConstant(node.at, node.type, -node.operand.value)
                return ElementValue(as_element(negative, self.program.element, self.program.of))
            case "-" if isinstance(node.type, CInteger):
                operand = self.whole(node.operand, scope)
                return WholeValue(fitted(-operand, node.type, Loss.OVERFLOW if node.type.signed else Loss.WRAP))
            case "pre++" | "pre--" | "post++" | "post--":
                if self.in_condition:
                    raise refused(node.at, f"`{node.op[-2:]}` within a condition", "make it a statement of its own")
                return self.effect(node, scope)
        raise refused(node.at, f"`{node.op}` is outside the subset")

    def _binary(self, node: CBinary, scope: CScope) -> Value:
        if is_truth(node):
            return WholeValue(as_number(self.truth(node, scope)))
        if node.op in ("=", ",") or node.op.endswith("="):
            raise refused(node.at, f"`{node.op}` within an expression", "make it a statement of its own")
        if isinstance(node.type, CPointer):
            return self.stepped(node, scope)
        if not isinstance(node.type, CInteger):
            raise refused(
                node.at, f"`{node.op}` between `{node.left.type}` and `{node.right.type}` is outside the subset"
            )
        if isinstance(node.left.type, CPointer):
            raise refused(node.at, "the difference of two pointers is outside the subset", "count with an integer")
        if self.is_element(node.left, scope) or self.is_element(node.right, scope):
            raise refused(node.at, f"`{node.op}` on elements", "elements may be compared and chosen, not computed with")
        if node.op in "+-" and not node.type.signed:
            return WholeValue(fitted(self.exact(node, node.type, scope), node.type, Loss.WRAP))
        left, right = self.whole(node.left, scope), self.whole(node.right, scope)
        return WholeValue(arithmetic(node.op, left, right, node.type, node.at))

    def _call(self, node: CCall, scope: CScope) -> Value:
        if node.name in self.program.claims.helpers:  # The file's own, whatever the library has by its name.
            return self.inline(node, scope)
        if node.name in MAXIMA and len(node.arguments) == 2:
            self.program.assumed[ZEROS] = None
            left, right = (self.by_rank(argument, scope) for argument in node.arguments)
            if isinstance(right, Variable) and not isinstance(left, Variable):
                left, right = right, left
            return ElementValue(ite(key(right) > key(left), right, left))
        if node.name in IS_NAN and len(node.arguments) == 1:
            self.by_rank(node.arguments[0], scope)
            return WholeValue(ZERO)
        return self.inline(node, scope)
