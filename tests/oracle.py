"""The clauses as an oracle: each precondition taken alone, and the clauses over output cells on exact values.

Elements are decoded from their bits by integer arithmetic alone, so that nothing here relies on how NumPy compares
floats. The oracle says which clauses an output (Y, Indices) breaks, and at which cell.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from reference.call import describe
from spec.language.fold import symbols
from spec.language.terms import Op, Operation, Term, Variable, free_variables
from spec.maxpool import vocabulary
from spec.maxpool.operator import MAXPOOL
from spec.operator.clauses import Clause, Definition, Scope
from spec.readings.value import DivisorNotPositive, evaluate

Array: TypeAlias = NDArray[Any]
Cell: TypeAlias = tuple[int, ...]
Rank: TypeAlias = Fraction | float
"""A rational or an infinity: Python compares the two exactly."""

ON_CELLS = tuple(clause for clause in MAXPOOL.clauses if clause.scope is Scope.CELL)


# --- preconditions -------------------------------------------------------------------------------


def verdict(formula: Term, environment: Mapping[str, Any]) -> Any:
    """The value of a formula; None if the call lacks a name that it speaks of, or a divisor is not positive."""
    if any(variable.name not in environment for variable in free_variables(formula)):
        return None
    try:
        return evaluate(formula, environment)
    except DivisorNotPositive:
        return None


def completed(environment: Mapping[str, Any]) -> dict[str, Any]:
    """The description of a call with the sizes that the definitions give it, as far as they have a value."""
    known = dict(environment)
    for clause in MAXPOOL.clauses:
        for instance in MAXPOOL.instances(clause) if isinstance(clause, Definition) else ():
            match instance:
                case Operation(Op.EQ, (Variable(name), meaning)) if (size := verdict(meaning, known)) is not None:
                    known.setdefault(name, size)
    return known


def verdicts(environment: Mapping[str, Any], *, by_check: bool = False) -> dict[str, bool | None]:
    """Whether each precondition holds, taken alone; None where it has no value on some axis and is broken on none."""
    found: dict[str, bool | None] = {}
    for clause in MAXPOOL.preconditions():
        values = [verdict(f, environment) for f in MAXPOOL.instances(clause, clause.check if by_check else None)]
        found[clause.label] = False if False in values else None if None in values else True
    return found


# --- elements ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Element:
    """A tensor element: the NumPy name of its type, and its bits. Two are equal if and only if their bits are."""

    dtype: str
    bits: int


OUTSIDE = Element("outside", 0)
"""What X holds outside of itself: equal to no element, and of no rank."""

FORMATS = {"float16": (5, 10), "float32": (8, 23), "float64": (11, 52)}
"""IEEE 754's interchange formats: the bits of the exponent and of the fraction."""


@cache
def number(element: Element) -> Rank | None:
    """The exact number that an element is; None for a NaN. The two zeros are one number."""
    width = 8 * np.dtype(element.dtype).itemsize
    if element.dtype == "uint8":
        return Fraction(element.bits)
    negative = element.bits >> (width - 1)
    if element.dtype == "int8":
        return Fraction(element.bits - (negative << width))
    exponent_bits, fraction_bits = FORMATS[element.dtype]
    exponent = (element.bits >> fraction_bits) % (1 << exponent_bits)
    fraction = element.bits % (1 << fraction_bits)
    sign = -1 if negative else 1
    if exponent == (1 << exponent_bits) - 1:
        return None if fraction else sign * math.inf
    significand = fraction + (1 << fraction_bits) if exponent else fraction
    power = max(exponent, 1) - (1 << (exponent_bits - 1)) + 1 - fraction_bits
    return sign * significand * Fraction(2) ** power


def is_nan(element: Element) -> bool:
    """`spec.maxpool.vocabulary.is_nan`."""
    return number(element) is None


def is_zero(element: Element) -> bool:
    """`spec.maxpool.vocabulary.is_zero`."""
    return number(element) == 0


def key(element: Element) -> Rank:
    """`spec.maxpool.vocabulary.key`: the number itself, but -inf for a NaN."""
    known = number(element)
    return -math.inf if known is None else known


def minus_infinity(dtype: str) -> Element:
    """The element -inf of a float type."""
    exponent_bits, fraction_bits = FORMATS[dtype]
    return Element(dtype, ((1 << (exponent_bits + 1)) - 1) << fraction_bits)


def value(element: Element) -> Element:
    """`spec.maxpool.vocabulary.value`: the element itself, but -inf for a NaN. Outside of X there is only OUTSIDE."""
    return minus_infinity(element.dtype) if element != OUTSIDE and is_nan(element) else element


def meanings(dtype: str) -> dict[str, Any]:
    """What the symbols about elements of a type stand for. An integer type has no minus_infinity."""
    constants = {"minus_infinity": minus_infinity(dtype)} if dtype in FORMATS else {}
    return {"key": key, "value": value, "is_nan": is_nan, "is_zero": is_zero, **constants}


def elements(array: Array) -> dict[Cell, Element]:
    """The elements of an array by their places; their bits are taken as they lie, whatever the byte order."""
    bits = array.view(np.dtype(f"u{array.itemsize}").newbyteorder(array.dtype.byteorder))
    return {cell: Element(array.dtype.name, int(bits[cell])) for cell in np.ndindex(array.shape)}


# --- clauses over cells --------------------------------------------------------------------------


def is_about_outputs(clause: Clause) -> bool:
    """Whether a clause over cells speaks of a tensor; if not, it holds of any two elements."""
    return bool(symbols(clause.formula) & {vocabulary.X, vocabulary.Y, vocabulary.Indices})


def outputs(X: Array, attributes: Mapping[str, object], Y: Array, Indices: Array) -> dict[str, Any]:
    """The environment in which the clauses over cells are evaluated, but for the cell."""
    of_X, of_Y = elements(X), elements(Y)
    found: dict[str, Callable[..., Any]] = {
        "X": lambda *place: of_X.get(place, OUTSIDE),
        "Y": lambda *cell: of_Y[cell],
        "Indices": lambda *cell: int(Indices[cell]),
    }
    return MAXPOOL.check(describe(X, attributes, {})) | meanings(X.dtype.name) | found


def broken_on_cells(
    X: Array, attributes: Mapping[str, object], Y: Array, Indices: Array, cells: Iterable[Cell] | None = None
) -> Iterator[tuple[str, Cell]]:
    """The label of each clause that the outputs break, with the cell; over all cells if none are given."""
    environment = outputs(X, attributes, Y, Indices)
    for cell in np.ndindex(Y.shape) if cells is None else cells:
        here = environment | dict(zip("bcmn", cell, strict=True))
        for clause in filter(is_about_outputs, ON_CELLS):
            if not evaluate(clause.formula, here):
                yield clause.label, cell


def broken_on_elements(
    found: Iterable[Element], symbols_as: Mapping[str, Any]
) -> Iterator[tuple[str, Element, Element]]:
    """The label of each clause about elements that two of those found break, with the two."""
    of_elements = [clause for clause in ON_CELLS if not is_about_outputs(clause)]
    for first, second in product(sorted(set(found), key=lambda element: element.bits), repeat=2):
        for clause in of_elements:
            if not evaluate(clause.formula, {**symbols_as, "v": first, "v2": second}):
                yield clause.label, first, second
