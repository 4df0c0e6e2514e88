"""Elements in C: what a number stands for among them, and the conversions that keep what an element is."""

from __future__ import annotations

from collections.abc import Mapping

from proofs.program.c.reading.tree import CConstant, CConvert, refused
from proofs.program.c.reading.types import CFloating, CInteger
from proofs.program.source.expressions import LARGEST_ELEMENT
from proofs.program.source.language import number
from proofs.theories.floats.bits import Format
from spec.language.terms import Literal, Term
from spec.maxpool.vocabulary import lowest, minus_infinity

LARGEST: Mapping[int, float] = {
    16: 65504.0,
    32: float.fromhex("0x1.fffffep+127"),
    64: float.fromhex("0x1.fffffffffffffp+1023"),
}
"""The largest finite number of a floating-point type, by its bits."""


def as_element(node: CConstant, kind: CInteger | CFloating, of: Format) -> Term:
    """A number where elements are kept: the lowest of them, or a small integer. It may be the bits of one."""
    value = node.value
    if isinstance(kind, CInteger):
        if not of.is_float:
            return _small(node, kind)
        value = _of_bits(node, kind, of)
    if value == -float("inf"):
        return minus_infinity
    if value == -LARGEST[of.width]:
        return lowest
    if value != int_or_none(value) or abs(value) > LARGEST_ELEMENT:
        below = ": elements may be below it" if -LARGEST[of.width] < value < 0 else ""
        raise refused(
            node.at,
            f"{node.value!r} stands for an element{below}",
            f"use -INFINITY, the lowest `{of.name}`, or an integer from -{LARGEST_ELEMENT} to {LARGEST_ELEMENT}",
        )
    return number(Literal(int(value)))


def _of_bits(node: CConstant, kind: CInteger, of: Format) -> float:
    """The number whose bits an integer is."""
    if isinstance(node.value, float) or not kind.low <= node.value <= kind.high:
        raise refused(node.at, f"{node.value!r} is no `{kind}`, which holds the bits of elements")
    return float(of.array(node.value)[0])


def int_or_none(value: float) -> int | None:
    """A number that is an integer, as one."""
    return int(value) if value - value == 0 and value == int(value) else None


def _small(node: CConstant, kind: CInteger) -> Term:
    if isinstance(node.value, float) or node.value > kind.high:
        raise refused(node.at, f"{node.value!r} is no `{kind}`, which elements are", f"use {kind.low} to {kind.high}")
    if node.value < kind.low:  # In a wider type, what is below all elements.
        return minus_infinity
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
