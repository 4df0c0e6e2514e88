"""Comparisons in C, of integers, pointers, and elements that are taken as they are."""

from __future__ import annotations

from abc import abstractmethod

from proofs.program.c.lowering.pointers import COMPARISONS, Pointers
from proofs.program.c.lowering.scan import becomes_unsigned
from proofs.program.c.lowering.scope import CScope
from proofs.program.c.lowering.values import wrapped
from proofs.program.c.reading.tree import CBinary, CConvert, CExpression, refused
from proofs.program.c.reading.types import CInteger, CPointer
from spec.language.terms import Operation, Term, and_, or_
from spec.maxpool.vocabulary import key


class Comparisons(Pointers):
    """What a comparison stands for."""

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
        """`(unsigned)a < (unsigned)b` of signed numbers, b not being negative: whether a is from 0 to b."""
        left, right = node.left, node.right
        if not (becomes_unsigned(left) and becomes_unsigned(right) and node.op in ("<", "<=", ">", ">=")):
            return None
        assert isinstance(left, CConvert)
        number, bound = self.whole(left.operand, scope), self.whole(right, scope)
        below = Operation(COMPARISONS[node.op], (number, bound))
        return and_(number >= 0, below) if node.op in ("<", "<=") else or_(number < 0, below)

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
