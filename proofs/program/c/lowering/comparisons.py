"""Comparisons in C, of integers, pointers, and elements that are taken as they are."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import replace

from proofs.program.c.lowering.pointers import COMPARISONS, Pointers
from proofs.program.c.lowering.scan import becomes_unsigned
from proofs.program.c.lowering.scope import CScope, Local
from proofs.program.c.lowering.values import fitted, folded, wrapped
from proofs.program.c.lowering.wrapping import as_it_is
from proofs.program.c.reading.tree import CBinary, CConstant, CConvert, CExpression, CMember, CName, CSubscript, refused
from proofs.program.c.reading.types import CInteger, CPointer
from proofs.program.source.machine import Loss
from spec.language.terms import Op, Operation, Term, Variable, and_, or_
from spec.maxpool.vocabulary import key

MIRRORED: Mapping[Op, Op] = {Op.LT: Op.GT, Op.LE: Op.GE, Op.GT: Op.LT, Op.GE: Op.LE, Op.EQ: Op.EQ, Op.NE: Op.NE}
"""What `a op b` is of b and a."""


def _is_leaf(node: CExpression) -> bool:
    """A number, a variable or a part of a parameter: nothing that may wrap where it stands."""
    return isinstance(as_it_is(node), CConstant | CName | CMember | CSubscript)


def signed(kind: CInteger) -> CInteger:
    """The signed type of as many bits."""
    return replace(kind, signed=True)


def moved(number: Term, kind: CInteger, by: Term) -> Term:
    """A number that stands for an unsigned one of a type, after a step."""
    return fitted(number + by, signed(kind), Loss.WRAP)


class Comparisons(Pointers):
    """What a comparison stands for; `of_loop` while it is one by which a loop goes on, and is followed as it is."""

    of_loop = False

    @abstractmethod
    def element(self, node: CExpression, scope: CScope) -> Term:
        """The expression, which must be an element, or a number that stands for one."""

    @abstractmethod
    def is_element(self, node: CExpression, scope: CScope) -> bool:
        """The expression is an element, or what one is compared with."""

    def compared(self, node: CBinary, scope: CScope) -> Term:
        """A comparison: of pointers, of elements by their ranks, or of integers."""
        if isinstance(node.left.type, CPointer):
            return self.pointers_compared(node, scope)
        if self.is_element(node.left, scope) or self.is_element(node.right, scope):
            # Elements are compared by their rank: there is no NaN, and the two zeros are equal.
            self.require_numbers(node)
            sides = (key(self.by_rank(side, scope)) for side in (node.left, node.right))
        elif (found := self._range_test(node, scope)) is not None:
            return found
        else:
            sides = (self._side(side, scope) for side in (node.left, node.right))
        return Operation(COMPARISONS[node.op], tuple(sides))

    def _range_test(self, node: CBinary, scope: CScope) -> Term | None:
        """A number that may be negative, compared as an unsigned one: `(unsigned)a < b` is whether a is from 0 to b.

        So it is where b is one of the signed numbers of as many bits, to which no negative one is converted.
        """
        left, right, op = node.left, node.right, COMPARISONS[node.op]
        if self._is_wrapped(right, scope) and not self._is_wrapped(left, scope):
            left, right, op = right, left, MIRRORED[op]
        if not self._is_wrapped(left, scope) or not (becomes_unsigned(right) or _is_leaf(right)):
            return None
        assert isinstance(left.type, CInteger)
        number, bound = self.unwrapped(left, left.type, scope), self.whole(right, scope)
        if not becomes_unsigned(right):
            bound = fitted(bound, signed(left.type), Loss.SIGN)
        # What is demanded of the bound is demanded whatever the number is: so it stands first.
        compared = Operation(op, (number, bound))
        match op:
            case Op.LT | Op.LE:
                return and_(compared, number >= 0)
            case Op.GT | Op.GE:
                return or_(compared, number < 0)
        return compared

    def _is_wrapped(self, node: CExpression, scope: CScope) -> bool:
        """What is compared may stand for a negative number: it was converted, subtracted, or kept in a variable so."""
        node = as_it_is(node)
        if not isinstance(node.type, CInteger) or node.type.signed:
            return False
        match node:
            case CName() | CBinary() if self.of_loop:
                return False
            case CName(key=key):
                return isinstance(found := scope.names.get(key), Local) and found.wraps
            case CBinary(op="-"):
                return True
            case CBinary(op="+", left=left, right=right):
                return self._is_wrapped(left, scope) or self._is_wrapped(right, scope)
        return becomes_unsigned(node)

    def kept(self, node: CExpression, local: Local, scope: CScope) -> Term:
        """The number that a variable keeps, if it is given what an expression is."""
        if local.wraps and isinstance(local.type, CInteger):
            return self.unwrapped(node, local.type, scope)
        return self.whole(node, scope)

    def unwrapped(self, node: CExpression, kind: CInteger, scope: CScope) -> Term:
        """What an unsigned number is read as a signed one of as many bits: the sums in it may wrap, and wrap back."""
        return fitted(self.exact(node, kind, scope), signed(kind), Loss.WRAP)

    def exact(self, node: CExpression, kind: CInteger, scope: CScope) -> Term:
        """A number that differs from an unsigned one of a type by a multiple of 2^bits: sums as they are without wraps.

        Where it is a value of a type of as many bits or fewer, it is what C makes of the expression in that type.
        """
        node = as_it_is(node)
        if isinstance(node.type, CInteger) and not node.type.signed and node.type.bits == kind.bits:
            match node:
                case CName(key=key) if isinstance(found := scope.names.get(key), Local) and found.wraps:
                    return Variable(found.name)
                case CBinary(op="+" | "-", left=left, right=right):
                    return folded(node.op, self.exact(left, kind, scope), self.exact(right, kind, scope))
                case CConvert(operand=operand) if becomes_unsigned(node):
                    return self.whole(operand, scope)
        return self.whole(node, scope)

    def _side(self, node: CExpression, scope: CScope) -> Term:
        """One side of a comparison: what C makes of a negative number in an unsigned type is followed here."""
        if isinstance(node, CConvert) and isinstance(node.type, CInteger) and isinstance(node.operand.type, CInteger):
            return wrapped(self._side(node.operand, scope), node.operand.type, node.type)
        return self.whole(node, scope)

    def by_rank(self, node: CExpression, scope: CScope) -> Term:
        """An element that is compared as numbers are: it may be no NaN."""
        found = self.element(node, scope)
        self.program.claims.compared.append(found)
        return found

    def require_numbers(self, node: CExpression) -> None:
        """Refuse a comparison of bits, as integers, that stand for floats: it is not that of the numbers."""
        if self.program.of.is_float and isinstance(self.program.element, CInteger):
            change = "compare by a key: integers in the order of the numbers, as a helper gives them"
            raise refused(node.at, f"bits of {self.program.of.name} are compared as integers", change)
