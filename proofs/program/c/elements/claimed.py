"""Computations on elements, as claims: what C makes of one, and how it compares two."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial, reduce

from proofs.program.c.elements.claims import ElementClaim, Holds, of_order, of_value, seems
from proofs.program.c.elements.counted import counted
from proofs.program.c.elements.translation import BitReading
from proofs.program.c.elements.values import BitFloat, BitInteger, BitTruth, BitValue, NotReadable
from proofs.program.c.reading.tree import CBinary, CConvert, CDefinition, CExpression, CName, CSubscript, CUnary
from proofs.program.c.reading.types import CFloating, CInteger
from proofs.program.source.refused import Refused
from proofs.theories.floats.bits import Format
from spec.language.terms import Operation, Term
from spec.maxpool.vocabulary import key

Read = Callable[[CExpression], Term | None]


@dataclass
class Claims:
    """The claims of one program on its elements. `read` tells which element an expression is, if it is one.

    `compared` are the elements that are compared without a claim, as numbers are: they may be no NaN.
    """

    kind: CInteger | CFloating
    of: Format
    helpers: Mapping[str, CDefinition]
    made: list[ElementClaim] = field(default_factory=list)
    compared: list[Term] = field(default_factory=list)

    def value(self, node: CExpression, read: Read, otherwise: Callable[[], Term]) -> Term:
        """What is computed of one element, where trying bit patterns says that it is its value; else `otherwise`.

        Where nothing else is known of it either, the claim stays, and is then refuted.
        """
        if is_plain(node):
            return otherwise()
        claim = self._of_value(node, read)
        if claim is None:
            return otherwise()
        if seems(claim) is Holds.NOT:
            return self._or(claim, otherwise)
        return self._counted(claim)

    def order(self, node: CExpression, read: Read, otherwise: Callable[[], Term]) -> Term:
        """How two elements are compared, where that seems to be by their ranks; else `otherwise`."""
        claim = self._of_order(node, read)
        if claim is None:
            return otherwise()
        if seems(claim) is Holds.NOT:
            return self._or(claim, otherwise)
        return self._compared(claim)

    def grouped(self, node: CBinary, read: Read) -> CBinary:
        """A chain of && or ||, parts that compare two elements only together being put into one: `a || (b || c)`."""
        parts = _chain(node)
        runs = ((i, i + size) for size in range(len(parts) - 1, 1, -1) for i in range(len(parts) - size + 1))
        for first, end in runs:
            together = reduce(partial(_joined, node), parts[first:end])
            claim = self._of_order(together, read)
            if claim is not None and seems(claim) is not Holds.NOT:
                joined = reduce(partial(_joined, node), [*parts[:first], together, *parts[end:]])
                assert isinstance(joined, CBinary)
                return joined
        return node

    def _or(self, claim: ElementClaim, otherwise: Callable[[], Term]) -> Term:
        try:
            return otherwise()
        except Refused:
            return self._counted(claim) if claim.op is None else self._compared(claim)

    def _counted(self, claim: ElementClaim) -> Term:
        self.made.append(claim)
        return counted(len(self.made) - 1)(claim.elements[0])

    def _compared(self, claim: ElementClaim) -> Term:
        self.made.append(claim)
        assert claim.op is not None
        return Operation(claim.op, tuple(map(key, claim.elements)))

    def _of_value(self, node: CExpression, read: Read) -> ElementClaim | None:
        found = self._read(node, read)
        match found:
            case (BitFloat(text), defined, (element,)):
                return of_value(node.at, self.of, text, defined, element, None)
            case (BitInteger(text, kind), defined, (element,)) if isinstance(self.kind, CInteger):
                if kind.holds(self.kind):
                    own = (kind, self.kind)
                    return of_value(node.at, self.of, text, defined, element, own)
        return None

    def _of_order(self, node: CExpression, read: Read) -> ElementClaim | None:
        found = self._read(node, read)
        match found:
            case (BitTruth(text), defined, (_, _) as elements):
                return of_order(node.at, self.of, text, defined, elements)
            case (BitInteger(text, kind), defined, (_, _) as elements):
                truth = f"(not (= {text} (_ bv0 {kind.bits})))"
                return of_order(node.at, self.of, truth, defined, elements)
        return None

    def _read(self, node: CExpression, read: Read) -> tuple[BitValue, str, tuple[Term, ...]] | None:
        own = self.kind if isinstance(self.kind, CInteger) else None
        reading = BitReading(self.of, self.helpers, read, own)
        try:
            found = reading.read(node)
        except NotReadable:
            return None
        defined = f"(and {' '.join(reading.defined)})" if reading.defined else "true"
        return found, defined, tuple(reading.elements)


def _chain(node: CBinary) -> list[CExpression]:
    """The parts of `a || b || c`, which C reads as `(a || b) || c`."""
    left = _chain(node.left) if isinstance(node.left, CBinary) and node.left.op == node.op else [node.left]
    return [*left, node.right]


def _joined(like: CBinary, left: CExpression, right: CExpression) -> CExpression:
    return replace(like, at=left.at, left=left, right=right)


def is_plain(node: CExpression) -> bool:
    """An element as it is, in whatever type."""
    while isinstance(node, CConvert):
        node = node.operand
    return isinstance(node, CName | CSubscript) or (isinstance(node, CUnary) and node.op == "*")
