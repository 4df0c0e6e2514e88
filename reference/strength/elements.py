"""Elements as clauses see them: their bytes, and what the function symbols over elements say of them.

An element's number is taken by Python from its bytes. What stands outside of X is an element too: greater than all
others and equal to none, so that a formula that looks there finds what no clause allows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import numpy as np

INFINITY = 10**400
"""The rank of an infinity: an integer, so that a rank beyond it can be written, and computed with exactly."""
OUTSIDE = b"outside"
"""What stands outside of X."""
NUMBERLESS = {OUTSIDE: 2 * INFINITY, b"": -INFINITY}
"""What is no element, with its rank; b"" is the -inf that a type of integers does not have."""


@dataclass(frozen=True, slots=True)
class ElementType:
    """An element type by its NumPy name, with the functions of the specification's vocabulary over its elements."""

    dtype: str

    @property
    def is_float(self) -> bool:
        """Only floats have a NaN, infinities and two zeros."""
        return self.dtype.startswith("float")

    def of(self, number: float) -> bytes:
        """The element that is a number."""
        return np.array(number).astype(self.dtype).tobytes()

    def number(self, element: bytes) -> float | int:
        """The number that an element is; a NaN for a NaN."""
        return _number(self.dtype, element)

    def shown(self, element: bytes) -> str:
        """An element as a person reads it."""
        return repr(self.number(element)) if element not in NUMBERLESS else "no element"

    @property
    def lowest(self) -> bytes:
        """The smallest number of the type that is finite."""
        return self.of(float(np.finfo(self.dtype).min) if self.is_float else np.iinfo(self.dtype).min)

    @property
    def minus_infinity(self) -> bytes:
        """-inf; an integer type has none, and what stands for it is no element."""
        return self.of(float("-inf")) if self.is_float else b""

    def rank(self, element: bytes) -> Fraction | int:
        """The number that an element counts as, exactly: a NaN as -inf."""
        return _rank(self.dtype, element)

    def counted(self, element: bytes) -> bytes:
        """The element that stands in Y for a selected one: -inf for a NaN."""
        return self.minus_infinity if self.is_nan(element) else element

    def is_nan(self, element: bytes) -> bool:
        """The element is no number."""
        return element not in NUMBERLESS and self.number(element) != self.number(element)

    def is_zero(self, element: bytes) -> bool:
        """The element is a zero, of either sign."""
        return element not in NUMBERLESS and self.number(element) == 0

    def symbols(self) -> dict[str, object]:
        """What the specification's names over elements stand for."""
        functions: dict[str, Callable[[bytes], object]] = {
            "key": self.rank,
            "value": self.counted,
            "is_nan": self.is_nan,
            "is_zero": self.is_zero,
        }
        return {name: cache(f) for name, f in functions.items()} | {
            "minus_infinity": self.minus_infinity,
            "lowest": self.lowest,
            "zero": self.of(0.0),
        }


@cache
def _number(dtype: str, element: bytes) -> float | int:
    v = np.frombuffer(element, dtype)[0]
    return float(v) if dtype.startswith("float") else int(v)


@cache
def _rank(dtype: str, element: bytes) -> Fraction | int:
    if element in NUMBERLESS:
        return NUMBERLESS[element]
    v = _number(dtype, element)
    if v != v or abs(v) == float("inf"):
        return INFINITY if v > 0 else -INFINITY
    return int(v) if v == int(v) else Fraction(v)
