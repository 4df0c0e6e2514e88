"""Worked examples: what a document gives as input, and what it prints as output."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from spec.operator.clauses import Source

Index = tuple[int, ...]


class OperatorName(StrEnum):
    """The operator that an example is an example of."""

    SONNX = "SONNX MaxPool"
    ONNX = "ONNX MaxPool"
    NHWC = "com.ms.internal.nhwc MaxPool"
    OPENVINO = "OpenVINO MaxPool-8"


@dataclass(frozen=True, slots=True)
class Grid:
    """A printed tensor: its stated (or evident) shape and its cells in row-major order, each the text as printed."""

    shape: tuple[int, ...]
    cells: tuple[str, ...]

    def __post_init__(self) -> None:
        size = 1
        for dimension in self.shape:
            size *= dimension
        if size != len(self.cells):
            raise ValueError(f"{len(self.cells)} cells do not fill the shape {self.shape}")

    def indices(self) -> tuple[Index, ...]:
        """The position of each cell."""
        positions: list[Index] = [()]
        for dimension in self.shape:
            positions = [(*p, i) for p in positions for i in range(dimension)]
        return tuple(positions)


def grid(shape: tuple[int, ...], text: str) -> Grid:
    """A grid from text: cells separated by commas, rows by line ends."""
    cells = tuple(cell.strip() for line in text.strip().splitlines() for cell in line.split(","))
    return Grid(shape, cells)


@dataclass(frozen=True, slots=True)
class RandomInput:
    """An example that draws its input: only the shape is stated, and the output is what the operator says."""

    shape: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Misprint:
    """A cell that is printed wrong: in X it is no number, in Y or Indices it contradicts the clauses.

    `right` is the value that should stand there; `index` is the cell's position, or () for a whole output whose
    shape is wrong, `printed` and `right` then being shapes.
    """

    tensor: str
    index: Index
    printed: str
    right: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """One worked example, as printed.

    `attributes` are those that the example sets, under the document's names. `dtype` is the ONNX name of the element
    type, or "real". `version` is the ONNX version where the operator has several. `listing_of`: the outputs are what
    another implementation is said to print for the example so labelled, and no claim of the document.
    `inferred`: attributes that the document does not print, chosen so that its stated shapes hold.
    """

    label: str
    source: Source
    operator: OperatorName
    dtype: str
    attributes: Mapping[str, object]
    X: Grid | RandomInput
    Y: Grid | None = None
    Indices: Grid | None = None
    shape_Y: tuple[int, ...]
    version: int | None = None
    restated: tuple[Source, ...] = ()
    misprints: tuple[Misprint, ...] = ()
    listing_of: str = ""
    printed_by: str = ""
    inferred: bool = False
    note: str = ""


def number(text: str) -> Fraction | float:
    """A printed number: exact, or an infinity. Raises ValueError where the text is no number."""
    if text in ("inf", "-inf"):
        return float(text)
    return Fraction(text)
