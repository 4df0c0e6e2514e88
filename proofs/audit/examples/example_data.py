"""A worked example's tensors as arrays: cells read, and rounded to the type that it states."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from proofs.audit.rulebook.findings import Finding
from spec.documents.examples.example_model import WorkedExample
from spec.documents.examples.stated import Named, StatedValue
from spec.documents.printed.numbers import Number, decimals, number
from spec.documents.printed.tensors import PrintedCell, PrintedTensor

Shape = tuple[int, ...]
Array = NDArray[Any]

_INTEGERS: dict[str, type[np.generic]] = {
    f"{u}int{n}": getattr(np, f"{u}int{n}") for u in ("", "u") for n in (8, 16, 32, 64)
}
_FLOATS: dict[str, type[np.generic]] = {
    "float16": np.float16, "half": np.float16, "fp16": np.float16, "float": np.float32, "float32": np.float32,
    "single": np.float32, "fp32": np.float32, "f32": np.float32, "f16": np.float16,
}  # fmt: skip

_TYPES = {**_INTEGERS, **_FLOATS}


def type_of(example: WorkedExample) -> type[np.generic] | None:
    """The type that an example states, where rounding or range depends on it."""
    if example.dtype is None:
        return None
    said = re.sub(r"^(?:np|numpy|torch)\.|tensor\(|\)$", "", example.dtype.text.strip("`\"'*$ ").lower())
    return _TYPES.get(said)


@dataclass(slots=True)
class PrintedGrid:
    """A tensor with its shape fitted to the example's rank: values as float64, NaN of a malformed cell in `holes`."""

    role: Named
    shape: Shape
    cells: tuple[PrintedCell, ...]
    values: Array
    holes: dict[int, str]
    """The cells that are no number, or none of the type, with the reason."""
    decimals: int

    def index(self, position: int) -> str:
        """A cell's place, as one writes it: X[0, 0, 1, 2]."""
        index = np.unravel_index(position, self.shape)
        return f"{self.role.value}[{', '.join(str(int(i)) for i in index)}]"

    def text_of(self, value: float) -> str | None:
        """The text of the first cell with a value."""
        found = np.flatnonzero(self.values.ravel() == value)
        return self.cells[int(found[0])].text if len(found) else None


def grid(tensor: PrintedTensor, role: Named, shape: Shape, dtype: type[np.generic] | None) -> PrintedGrid:
    """A printed tensor as an array of a shape that holds as many cells."""
    values = np.zeros(len(tensor.cells))
    holes: dict[int, str] = {}
    for i, cell in enumerate(tensor.cells):
        value = number(cell.text)
        reason = "is not a number" if value is None else outside(value, dtype)
        if value is None or reason:
            holes[i] = reason
        else:
            values[i] = element(value, dtype)
    digits = max((decimals(c.text) for c in tensor.cells), default=0)
    return PrintedGrid(role, shape, tensor.cells, values.reshape(shape), holes, digits)


def writing_problems(stated: StatedValue) -> Iterator[Finding]:
    """What is wrong with how a tensor is written."""
    for problem in stated.tensor.problems if stated.tensor is not None else ():
        yield Finding("matrix-malformed", problem.start, f"{stated.name}: {problem.message}")


def element(value: Number, dtype: type[np.generic] | None) -> float:
    """A number as an element of a type, held as float64."""
    try:
        exact = float(value)
    except OverflowError:
        exact = float("inf") if value > 0 else float("-inf")
    if dtype is None or issubclass(dtype, np.integer):
        return exact
    with np.errstate(over="ignore"):
        return float(np.float64(exact).astype(dtype))


def outside(value: Number, dtype: type[np.generic] | None) -> str:
    """Why a number is no element of an integer type; empty if it is, or the type is another."""
    if dtype is None or not issubclass(dtype, np.integer):
        return ""
    info = np.iinfo(dtype)
    if not isinstance(value, Fraction) or value.denominator != 1:
        return f"is not an integer, and the type is {info.dtype.name}"
    if not info.min <= value <= info.max:
        return f"is outside {info.dtype.name}: from {info.min} to {info.max}"
    return ""


def fitted(printed: Shape, rank: int, stated: list[Shape]) -> Shape:
    """The shape that a printed tensor is meant to have: axes of length 1 are often not printed."""
    bare = [d for d in printed if d != 1]
    for shape in stated:
        if [d for d in shape if d != 1] == bare and prod(shape) == prod(printed):
            return shape
    if len(printed) > rank:
        extra = len(printed) - rank
        return printed[extra:] if all(d == 1 for d in printed[:extra]) else printed
    return (1,) * (rank - len(printed)) + printed


def equal(printed: Array, computed: Array, digits: int | None) -> Array:
    """Cell by cell: the same value; where all of Y is printed with fewer digits than X, the same after rounding."""
    same: Array = (printed == computed) | (np.isnan(printed) & np.isnan(computed))
    if digits is None:
        return same
    with np.errstate(invalid="ignore"):
        close: Array = np.abs(printed - computed) <= 0.5000001 * 10.0**-digits
    return same | close


def shown(value: float) -> str:
    """A value as a document prints it: 3, not 3.0."""
    if np.isinf(value):
        return "inf" if value > 0 else "-inf"
    return str(int(value)) if value == int(value) and abs(value) < 10**15 else repr(value)
