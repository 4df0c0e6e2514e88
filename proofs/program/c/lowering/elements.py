"""Elements in C: what a number stands for among them, and the conversions that keep what an element is."""

from __future__ import annotations

from collections.abc import Mapping

from proofs.program.c.reading.tree import CConstant, CConvert, refused
from proofs.program.c.reading.types import CFloating, CInteger, CType
from proofs.program.source.expressions import LARGEST_ELEMENT
from proofs.program.source.language import number
from spec.language.terms import Literal, Term
from spec.maxpool.vocabulary import lowest, minus_infinity

LARGEST: Mapping[int, float] = {
    16: 65504.0,
    32: float.fromhex("0x1.fffffep+127"),
    64: float.fromhex("0x1.fffffffffffffp+1023"),
}
"""The largest finite number of a floating-point type, by its bits."""


def element_type(kind: CType) -> CInteger | CFloating | None:
    """The type, if it is one that elements of X may have."""
    if isinstance(kind, CFloating) or (isinstance(kind, CInteger) and kind.bits == 8):
        return kind
    return None


def as_element(node: CConstant, kind: CInteger | CFloating) -> Term:
    """A number where elements are compared or kept: the lowest of them, or a small integer."""
    if isinstance(kind, CInteger):
        return _small(node, kind)
    if node.value == -float("inf"):
        return minus_infinity
    if node.value == -LARGEST[kind.bits]:
        return lowest
    if node.value != int_or_none(node.value) or abs(node.value) > LARGEST_ELEMENT:
        raise refused(
            node.at,
            f"{node.value!r} stands for an element",
            f"use -INFINITY, the lowest `{kind}`, or an integer from -{LARGEST_ELEMENT} to {LARGEST_ELEMENT}",
        )
    return number(Literal(int(node.value)))


def int_or_none(value: float) -> int | None:
    """A number that is an integer, as one."""
    return int(value) if value - value == 0 and value == int(value) else None


def _small(node: CConstant, kind: CInteger) -> Term:
    if isinstance(node.value, float) or not kind.low <= node.value <= kind.high:
        raise refused(node.at, f"{node.value!r} is no `{kind}`, which elements are", f"use {kind.low} to {kind.high}")
    return lowest if node.value == kind.low else number(Literal(node.value))


def require_same(node: CConvert, kind: CInteger | CFloating) -> None:
    """A conversion that changes no element: to a type that has all of them."""
    to = node.type
    match kind, to:
        case CFloating(), CFloating() if to.bits >= kind.bits:
            return
        case CInteger(), CInteger() if to.holds(kind):
            return
        case CInteger(bits=8), CFloating():
            return
    raise refused(node.at, f"elements are of `{kind}`, and `{to}` does not hold all of them")
