"""Printed tensors: cells with their places, and what the readers of their notations share. Nothing is ever raised.

Every notation is read in one pass with a stack of its own, so that no depth and no length of a hostile text matters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product
from math import prod

from spec.documents.printed.numbers import is_elision, number

MOST_CELLS = 20_000
DEEPEST = 16
LONGEST_DIMENSION = 12


@dataclass(frozen=True, slots=True)
class PrintedCell:
    """A cell as printed, and its place in the document."""

    text: str
    start: int

    @property
    def end(self) -> int:
        """Where the cell ends."""
        return self.start + len(self.text)

    @property
    def dimension(self) -> int | None:
        """The cell as a dimension of a shape; None if it is none of a reasonable length."""
        return int(self.text) if self.text.isdecimal() and len(self.text) <= LONGEST_DIMENSION else None


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with the writing of a tensor, and where."""

    start: int
    message: str


@dataclass(frozen=True, slots=True)
class PrintedTensor:
    """A printed tensor. `shape` is None where its rows do not make one; `cells` are in row-major order."""

    start: int
    end: int
    shape: tuple[int, ...] | None
    cells: tuple[PrintedCell, ...]
    problems: tuple[Problem, ...] = ()

    @property
    def is_elided(self) -> bool:
        """Dots stand for cells that are not printed."""
        return any(is_elision(cell.text) for cell in self.cells)

    @property
    def is_numeric(self) -> bool:
        """At least half of the cells are numbers; otherwise it is no tensor of an example but a symbolic one."""
        return 2 * sum(number(cell.text) is not None or is_elision(cell.text) for cell in self.cells) >= len(self.cells)


def sizes_of_places(places: Sequence[tuple[int, ...]]) -> tuple[int, ...] | None:
    """The size of each axis, if these are all the places that there are, in row-major order; None if not.

    How many there would be is compared first: a single far place would take all memory.
    """
    sizes = tuple(max(of_axis) + 1 for of_axis in zip(*places, strict=False))
    is_whole = prod(sizes) == len(places) and [*places] == [*product(*map(range, sizes))]
    return sizes if is_whole else None


@dataclass(slots=True)
class NestedCells:
    """A closed matrix or list on its way into the one around it."""

    shape: tuple[int, ...] | None
    cells: list[PrintedCell]
    start: int


@dataclass(slots=True)
class Frame:
    """A matrix or list that is open: its rows of entries. A bracketed list has one row."""

    start: int
    name: str
    rows: list[list[NestedCells | PrintedCell]] = field(default_factory=lambda: [[]])


class Reader:
    """What both notations share: the stack, the count of cells, the problems."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self.text, self.start, self.end = text, start, end
        self.stack: list[Frame] = []
        self.problems: list[Problem] = []
        self.count = 0

    def problem(self, start: int, message: str) -> None:
        """Note what is wrong, up to ten times."""
        if len(self.problems) < 10:
            self.problems.append(Problem(start, message))

    def cell(self, start: int, end: int) -> PrintedCell | None:
        """The text between two places as a cell, if there is any."""
        text = self.text[start:end]
        stripped = text.strip()
        self.count += bool(stripped)
        return PrintedCell(stripped, start + text.index(stripped)) if stripped else None

    def refused(self, at: int) -> PrintedTensor | None:
        """What is left of a tensor beyond the bounds, as soon as it is."""
        if self.count > MOST_CELLS:
            self.problem(self.start, f"it has more than {MOST_CELLS} cells")
        elif len(self.stack) > DEEPEST:
            self.problem(self.start, f"it is nested more than {DEEPEST} deep")
        else:
            return None
        return PrintedTensor(self.start, at, None, (), tuple(self.problems))

    def unclosed(self, at: int, what: str) -> PrintedTensor:
        """What is left of a tensor that does not end."""
        self.problem(self.stack[-1].start if self.stack else self.start, f"{what} is not closed")
        return PrintedTensor(self.start, at, None, (), tuple(self.problems))

    def result(self, part: NestedCells, end: int) -> PrintedTensor:
        """The outermost part as a tensor."""
        if part.shape is not None and not part.cells:
            self.problem(self.start, "it is empty")
        return PrintedTensor(self.start, end, part.shape, tuple(part.cells), tuple(self.problems))

    def joined(self, entries: list[NestedCells | PrintedCell], start: int) -> NestedCells:
        """Entries along one axis as one part."""
        parts = [e for e in entries if isinstance(e, NestedCells)]
        if not parts:
            cells = [e for e in entries if isinstance(e, PrintedCell)]
            return NestedCells((len(cells),), cells, start)
        if len(parts) < len(entries):
            stray = next(e for e in entries if isinstance(e, PrintedCell))
            self.problem(stray.start, f"{stray.text[:40]!r} stands beside a nested matrix or list")
            return NestedCells(None, [c for p in parts for c in p.cells], start)
        cells = [c for p in parts for c in p.cells]
        shapes = [p.shape for p in parts]
        if None in shapes:
            return NestedCells(None, cells, start)
        # Two rows that became one have a cell of two lines; otherwise the row that is unlike most.
        usual = _usual(shapes)
        merged = (p for p in parts if len(set(shapes)) > 1 and any("\n" in c.text for c in p.cells))
        odd = next(merged, None) or next((p for p in parts if p.shape != usual), None)
        if odd is not None:
            other = next((shape for shape in shapes if shape != odd.shape), usual)
            self.problem(odd.start, f"it is ragged: {_said(odd.shape)} here, {_said(other)} elsewhere")
            return NestedCells(None, cells, start)
        assert shapes[0] is not None
        return NestedCells((len(parts), *shapes[0]), cells, start)


def _usual(shapes: list[tuple[int, ...] | None]) -> tuple[int, ...] | None:
    counts = Counter(shapes)
    # Of two that are as frequent the larger one: a separator is lost more easily than put in.
    return max(counts, key=lambda shape: (counts[shape], shape or ()))


def _said(shape: tuple[int, ...] | None) -> str:
    if shape is not None and len(shape) == 1:
        return f"{shape[0]} cells"
    return " x ".join(map(str, shape or ()))
