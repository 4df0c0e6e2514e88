"""What C computes with, as SMT-LIB text: integers of a width, truths, floats by their patterns; and when it is defined.

A float stays the pattern of the elements' format in a wider type too: it has all of their numbers, and nothing here
computes a new one.
"""

from __future__ import annotations

from dataclasses import dataclass

from proofs.program.c.reading.types import CInteger

MOST_TEXT = 20_000
"""Characters of a text, beyond which no solver is asked."""


class NotReadable(Exception):
    """An expression is none of elements alone, or of what is followed on their bits."""


@dataclass(frozen=True, slots=True)
class BitInteger:
    """An integer of a type, as a bit-vector of its width."""

    text: str
    type: CInteger


@dataclass(frozen=True, slots=True)
class BitFloat:
    """A float, as a pattern of the elements' format."""

    text: str


@dataclass(frozen=True, slots=True)
class BitTruth:
    """A comparison or a connective, as a truth: 0 or 1 in C."""

    text: str


BitValue = BitInteger | BitFloat | BitTruth


def literal(value: int, width: int) -> str:
    """A number as a bit-vector, modulo two to the width."""
    return f"(_ bv{value % (1 << width)} {width})"


def negated(truth: str) -> str:
    """Not."""
    return f"(not {truth})"


def converted(value: BitValue, to: CInteger) -> tuple[BitInteger, str]:
    """A value in another type of integers, and when that is defined: a signed type has to have it."""
    match value:
        case BitTruth(text):
            return BitInteger(f"(ite {text} {literal(1, to.bits)} {literal(0, to.bits)})", to), "true"
        case BitInteger(text, kind):
            return BitInteger(resized(text, kind, to.bits), to), _kept(text, kind, to)
    raise NotReadable("a float becomes an integer")


def resized(text: str, kind: CInteger, width: int) -> str:
    """A bit-vector in another width, as the sign of its type has it."""
    if width == kind.bits:
        return text
    if width < kind.bits:
        return f"((_ extract {width - 1} 0) {text})"
    return f"((_ {'sign' if kind.signed else 'zero'}_extend {width - kind.bits}) {text})"


def _kept(text: str, kind: CInteger, to: CInteger) -> str:
    """No conversion to a signed type loses a value; to an unsigned one, C reduces it."""
    if not to.signed or to.holds(kind):
        return "true"
    if to.bits < kind.bits:
        narrow = f"((_ extract {to.bits - 1} 0) {text})"
        return f"(= {text} {resized(narrow, to, kind.bits)})"
    return not_negative(text, kind.bits)


def not_negative(text: str, width: int) -> str:
    """The sign bit is not set."""
    return f"(= ((_ extract {width - 1} {width - 1}) {text}) #b0)"


def _negative(text: str, width: int) -> str:
    return f"(= ((_ extract {width - 1} {width - 1}) {text}) #b1)"


ARITHMETIC = {"+": "bvadd", "-": "bvsub", "*": "bvmul", "&": "bvand", "|": "bvor", "^": "bvxor"}
MOST_MULTIPLIED = 32
"""Bits of factors whose product is followed: twice as many hold it."""


def computed(op: str, left: str, right: str, kind: CInteger) -> tuple[BitInteger, str]:
    """`left op right` in a type, and when it is defined: nothing signed overflows."""
    text = f"({ARITHMETIC[op]} {left} {right})"
    if op in "&|^" or not kind.signed:
        return BitInteger(text, kind), "true"
    width = kind.bits
    if op == "*":
        if width > MOST_MULTIPLIED:
            raise NotReadable("a product of many bits")
        wide = f"(bvmul {resized(left, kind, 2 * width)} {resized(right, kind, 2 * width)})"
        return BitInteger(text, kind), f"(= {wide} {resized(text, kind, 2 * width)})"
    other = left if op == "+" else f"(bvxor {left} {right})"
    # A sum overflows where both terms differ in sign from it; a difference where they differ, and the first from it.
    both = f"(bvand (bvxor {left} {text}) {f'(bvxor {right} {text})' if op == '+' else other})"
    return BitInteger(text, kind), not_negative(both, width)


def shifted(op: str, value: str, by: int, kind: CInteger) -> tuple[BitInteger, str]:
    """A shift by a number, and when it is defined: nothing negative, and no bit of a signed number lost."""
    if not 0 <= by < kind.bits:
        raise NotReadable("a shift by what is no place of the type")
    text = f"({'bvshl' if op == '<<' else 'bvlshr'} {value} {literal(by, kind.bits)})"
    if not kind.signed:
        return BitInteger(text, kind), "true"
    back = f"(= (bvlshr {text} {literal(by, kind.bits)}) {value})" if op == "<<" else "true"
    return BitInteger(text, kind), f"(and {not_negative(value, kind.bits)} {not_negative(text, kind.bits)} {back})"


def compared(op: str, left: str, right: str, greater: str) -> str:
    """A comparison of integers, or of numbers without NaN, by what is greater."""
    above = f"({greater} {left} {right})"
    below = f"({greater} {right} {left})"
    return {
        "==": f"(= {left} {right})",
        "!=": f"(not (= {left} {right}))",
        ">": above,
        "<": below,
        "<=": negated(above),
        ">=": negated(below),
    }[op]


def floats_compared(op: str, left: str, right: str) -> str:
    """A comparison of two patterns' numbers, as IEEE 754 has it: with a NaN, all but `!=` are false."""
    left, right = f"(number {left})", f"(number {right})"
    equal = f"(and (fp.geq {left} {right}) (fp.geq {right} {left}))"
    return {
        "==": equal,
        "!=": negated(equal),
        ">": f"(fp.gt {left} {right})",
        "<": f"(fp.gt {right} {left})",
        ">=": f"(fp.geq {left} {right})",
        "<=": f"(fp.geq {right} {left})",
    }[op]
