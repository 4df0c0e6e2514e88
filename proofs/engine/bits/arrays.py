"""Statements on bit patterns, evaluated in NumPy.

Every value is an array, so that many bit patterns are judged at once: of bool, of BitVector, or of a NumPy float.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from proofs.engine.bits.formulas import Pattern
from proofs.engine.bits.text import Definitions, Expression, definitions, meaning, parsed

FLOATS: Mapping[tuple[str, str], tuple[type[Any], type[Any]]] = {
    ("5", "11"): (np.uint16, np.float16),
    ("8", "24"): (np.uint32, np.float32),
    ("11", "53"): (np.uint64, np.float64),
}
"""Exponent and significand bits of the floats, with NumPy's types for their bits and for their numbers."""


@dataclass(frozen=True, slots=True)
class BitVector:
    """Bit patterns of one width, of at most 64 bits, each as an unsigned integer."""

    width: int
    bits: NDArray[np.uint64]

    def as_signed(self) -> NDArray[np.uint64]:
        """The patterns with the sign bit flipped, whose unsigned order is the signed order of the patterns."""
        return self.bits ^ _number(1 << (self.width - 1))


Value: TypeAlias = "BitVector | NDArray[Any]"


def bit_vector(width: int, bits: int | Sequence[int] | NDArray[Any]) -> BitVector:
    """One bit pattern, or several, of a width."""
    return BitVector(width, np.atleast_1d(np.asarray(bits, np.uint64)))


def _number(value: int) -> NDArray[np.uint64]:
    return np.array([value], np.uint64)


def _bits(operation: Callable[..., Any]) -> Callable[..., BitVector]:
    """An operation on unsigned integers as one on bit-vectors of a width, modulo two to that width."""

    def apply(*args: BitVector) -> BitVector:
        (width,) = {a.width for a in args}
        return BitVector(width, operation(*(a.bits for a in args)) & _number((1 << width) - 1))

    return apply


def _concat(high: BitVector, low: BitVector) -> BitVector:
    return BitVector(high.width + low.width, high.bits << _number(low.width) | low.bits)


def _extract(argument: BitVector, last: str, first: str) -> BitVector:
    width = int(last) - int(first) + 1
    return BitVector(width, argument.bits >> _number(int(first)) & _number((1 << width) - 1))


def _sign_extend(argument: BitVector, more: str) -> BitVector:
    ones = _number((1 << int(more)) - 1 << argument.width)
    negative = argument.bits >> _number(argument.width - 1) == 1
    return BitVector(argument.width + int(more), np.where(negative, argument.bits | ones, argument.bits))


def _zero_extend(argument: BitVector, more: str) -> BitVector:
    return BitVector(argument.width + int(more), argument.bits)


def _to_float(argument: BitVector, exponent: str, significand: str) -> NDArray[Any]:
    unsigned, number = FLOATS[exponent, significand]
    return argument.bits.astype(unsigned).view(number)


def _same(left: Any, right: Any) -> Any:
    """SMT-LIB's `=`: of floats, all NaN are one value, and the zeros are two."""
    if isinstance(left, BitVector):
        return left.bits == right.bits
    if left.dtype == bool:
        return left == right
    return np.isnan(left) & np.isnan(right) | (left == right) & (np.signbit(left) == np.signbit(right))


def _ite(condition: NDArray[Any], then: Any, otherwise: Any) -> Any:
    if isinstance(then, BitVector):
        return BitVector(then.width, np.where(condition, then.bits, otherwise.bits))
    return np.where(condition, then, otherwise)


def _max(left: NDArray[Any], right: NDArray[Any]) -> NDArray[Any]:
    """`fp.max`: of two zeros SMT-LIB leaves open which; here it is the second, as of any two equal numbers."""
    return np.where(np.isnan(right) | (left > right), left, right)


def _all(*args: NDArray[Any]) -> Any:
    return np.logical_and.reduce(np.broadcast_arrays(*args))


def _any(*args: NDArray[Any]) -> Any:
    return np.logical_or.reduce(np.broadcast_arrays(*args))


INDEXED: Mapping[str, Callable[..., Value]] = {
    "extract": _extract,
    "sign_extend": _sign_extend,
    "to_fp": _to_float,
    "zero_extend": _zero_extend,
}
OPERATIONS: Mapping[str, Callable[..., Value]] = {
    "not": np.logical_not,
    "and": _all,
    "or": _any,
    "=>": lambda left, right: ~left | right,
    "=": _same,
    "ite": _ite,
    "concat": _concat,
    "bvadd": _bits(np.add),
    "bvand": _bits(np.bitwise_and),
    "bvlshr": _bits(np.right_shift),
    "bvmul": _bits(np.multiply),
    "bvor": _bits(np.bitwise_or),
    "bvshl": _bits(np.left_shift),
    "bvsub": _bits(np.subtract),
    "bvxor": _bits(np.bitwise_xor),
    "bvugt": lambda left, right: left.bits > right.bits,
    "bvult": lambda left, right: left.bits < right.bits,
    "bvsgt": lambda left, right: left.as_signed() > right.as_signed(),
    "fp.gt": np.greater,
    "fp.geq": np.greater_equal,
    "fp.isNaN": np.isnan,
    "fp.isZero": lambda number: number == 0,
    "fp.max": _max,
}


class Arrays:
    """Every part of a text as an array."""

    operations = OPERATIONS
    indexed = INDEXED

    def truth(self, value: bool) -> NDArray[np.bool_]:
        """True or false."""
        return np.array([value])

    def pattern(self, width: int, value: int) -> BitVector:
        """A bit pattern of a width."""
        return bit_vector(width, value)

    def minus_infinity(self, exponent: str, significand: str) -> NDArray[Any]:
        """The float -oo of a format."""
        return np.array([-np.inf], FLOATS[exponent, significand][1])


ARRAYS = Arrays()


def evaluate(expression: Expression, values: Mapping[str, Value], defined: Definitions) -> Value:
    """The value of an expression. A name's value given in `values` goes before its definition."""
    value: Value = meaning(expression, values, defined, ARRAYS)
    return value


@lru_cache(maxsize=4)
def candidates(inputs: tuple[Pattern, ...], *, whole: bool) -> Mapping[str, NDArray[np.uint64]]:
    """All combinations of the inputs' patterns, or only of their landmarks, by their sum."""
    if not inputs:
        return {}
    choices = [
        np.array(range(1 << p.width) if whole else sorted({v for v in p.landmarks if v < 1 << p.width}), np.uint64)
        for p in inputs
    ]
    combined = [grid.ravel() for grid in np.meshgrid(*choices, indexing="ij")]
    # Sums of 64-bit patterns need more than 64 bits: they are ordered by two halves.
    half, mask = np.uint64(32), np.uint64(0xFFFF_FFFF)
    low = np.sum([c & mask for c in combined], axis=0, dtype=np.uint64)
    high = np.sum([c >> half for c in combined], axis=0, dtype=np.uint64) + (low >> half)
    order = np.lexsort((low & mask, high))
    return {p.name: values[order] for p, values in zip(inputs, combined, strict=True)}


@lru_cache(maxsize=32)
def held(formula: str, inputs: tuple[Pattern, ...], functions: str, *, whole: bool) -> NDArray[np.bool_]:
    """Whether a formula holds, for each candidate.

    It is kept for a while: where one assumption of an obligation is dropped, the others are asked again.
    """
    (expression,) = parsed(formula)
    values = candidates(inputs, whole=whole)
    known = {p.name: bit_vector(p.width, values[p.name]) for p in inputs}
    return np.asarray(evaluate(expression, known, definitions(functions)))
