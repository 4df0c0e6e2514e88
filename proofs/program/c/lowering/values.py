"""What an expression of C stands for: an integer, an element, a place in memory, a table, a part of a parameter."""

from __future__ import annotations

from dataclasses import dataclass

from proofs.program.c.reading.tree import CExpression, SourcePosition, refused
from proofs.program.c.reading.types import CInteger, CType
from proofs.program.source.machine import Loss, MachineInteger, bare, fits
from spec.language.terms import (
    FALSE,
    TRUE,
    Literal,
    Op,
    Operation,
    Sort,
    Term,
    and_,
    ite,
    not_,
    or_,
)


@dataclass(frozen=True, slots=True)
class WholeValue:
    """An integer."""

    term: Term


@dataclass(frozen=True, slots=True)
class ElementValue:
    """An element of a tensor, or what it is compared with."""

    term: Term


@dataclass(frozen=True, slots=True)
class PlaceValue:
    """A pointer into an array: `indices` of outer dimensions, then so many things of the type `to` from there on."""

    array: str
    indices: tuple[Term, ...]
    offset: Term
    to: CType


@dataclass(frozen=True, slots=True)
class TableValue:
    """Constants of an array or a structure."""

    values: tuple[CExpression, ...]


@dataclass(frozen=True, slots=True)
class PartValue:
    """A parameter or a part of one that is not a number: `params`, `params.pads`."""

    path: str
    type: CType


@dataclass(frozen=True, slots=True)
class NullValue:
    """A null pointer."""


@dataclass(frozen=True, slots=True)
class NoValue:
    """No value."""


Value = WholeValue | ElementValue | PlaceValue | TableValue | PartValue | NullValue | NoValue

ZERO, ONE = Literal(0), Literal(1)
WIDEST = 64


def machine(kind: CInteger) -> MachineInteger:
    """The type of a machine's integers that a type of C is."""
    return MachineInteger(kind.bits, kind.signed)


def constant(term: Term) -> int | None:
    """The number that a term is, if it is written out."""
    return term.value if isinstance(term, Literal) and type(term.value) is int else None


def fitted(term: Term, kind: CInteger, reason: Loss) -> Term:
    """A term that must be a value of a type."""
    number = constant(term)
    if number is not None and kind.low <= number <= kind.high:
        return term
    return fits(machine(kind), reason)(term)


def arithmetic(op: str, left: Term, right: Term, kind: CInteger, at: SourcePosition) -> Term:
    """`left op right`, computed in a type."""
    match op:
        case "+" | "-" | "*":
            return fitted(folded(op, left, right), kind, Loss.OVERFLOW if kind.signed else Loss.WRAP)
        case "/" | "%":
            return _division(op, left, right, kind)
        case "<<" | ">>":
            return _shift(op, left, right, kind, at)
        case "&" if (mask := _mask(left, right)) is not None:
            # In two's complement the lowest bits are the remainder, which is not negative, of a negative number too.
            return Operation(Op.MOD, (mask[0], Literal(mask[1] + 1)))
    raise refused(at, f"`{op}` between integers is outside the subset", "write it with `+ - * / %` and comparisons")


def folded(op: str, left: Term, right: Term) -> Term:
    """The sum, difference or product, without what is 0 or 1."""
    a, b = constant(left), constant(right)
    if a is not None and b is not None:
        return Literal({"+": a + b, "-": a - b, "*": a * b}[op])
    if op == "*":
        if a == 1 or b == 1:
            return right if a == 1 else left
        return left * right
    if b == 0:
        return left
    if op == "+":
        return right if a == 0 else left + right
    return left - right


def _division(op: str, left: Term, right: Term, kind: CInteger) -> Term:
    """C rounds towards 0. That the divisor is positive is shown where the quotient is taken."""
    operator = Op.FLOOR_DIV if op == "/" else Op.MOD
    if not kind.signed or (constant(left) or -1) >= 0:
        return Operation(operator, (left, right))
    # That the dividend fits is shown where its sign is asked for.
    known = bare(left, wrapping=False)
    return ite(left >= 0, Operation(operator, (known, right)), -Operation(operator, (-known, right)))


def _shift(op: str, left: Term, right: Term, kind: CInteger, at: SourcePosition) -> Term:
    by = constant(right)
    if by is None or not 0 <= by < kind.bits:
        raise refused(at, f"a shift by what is not a number from 0 to {kind.bits - 1}", "multiply or divide instead")
    # Of a negative number C leaves a shift undefined, or to the compiler.
    natural = fitted(left, CInteger("natural", WIDEST, False), Loss.SIGN) if kind.signed else left
    if op == "<<":
        return fitted(natural * 2**by, kind, Loss.OVERFLOW if kind.signed else Loss.WRAP)
    return Operation(Op.FLOOR_DIV, (natural, Literal(2**by)))


def _mask(left: Term, right: Term) -> tuple[Term, int] | None:
    """A value and the number of which it keeps the lowest bits, as in `t & 1`; None where there is no such number."""
    for value, mask in ((left, constant(right)), (right, constant(left))):
        if mask is not None and mask > 0 and mask & (mask + 1) == 0:
            return value, mask
    return None


def converted(term: Term, source: CInteger, to: CInteger) -> Term:
    """An integer converted to another type, which must not change it."""
    return term if to.holds(source) else fitted(term, to, Loss.CONVERSION)


def wrapped(term: Term, source: CInteger, to: CInteger) -> Term:
    """An integer converted to another type as C does it; what is negative becomes a large unsigned one."""
    number = constant(term)
    if to.holds(source) or (number is not None and to.low <= number <= to.high):
        return term
    if source.signed and not to.signed and source.bits <= to.bits:
        return ite(term >= 0, term, term + 2**to.bits)
    return converted(term, source, to)


def simplified(truth: Term) -> Term:
    """A condition without what is known to hold, or not to: whether a pointer is null."""
    if not isinstance(truth, Operation) or truth.op not in (Op.AND, Op.OR, Op.NOT):
        return truth
    args = [simplified(arg) for arg in truth.args]
    if truth.op is Op.NOT:
        (arg,) = args
        return (FALSE if arg == TRUE else TRUE) if arg in (TRUE, FALSE) else not_(arg)
    decides, neutral = (FALSE, TRUE) if truth.op is Op.AND else (TRUE, FALSE)
    left = [arg for arg in args if arg != neutral]
    return decides if decides in left else and_(*left) if truth.op is Op.AND else or_(*left)


def as_number(truth: Term) -> Term:
    """1 where something holds, and 0 where it does not."""
    if truth in (TRUE, FALSE):
        return ONE if truth == TRUE else ZERO
    return ite(truth, 1, 0)


def as_truth(number: Term) -> Term:
    """Whether a number is not 0."""
    match number:
        case Literal(int(found)):
            return TRUE if found else FALSE
        case Operation(Op.ITE, (test, Literal(1), Literal(0))):
            return test
        case Operation(Op.ITE, (test, Literal(0), Literal(1))):
            return not_(test)
    assert number.sort is Sort.INT
    return number.ne(0)
