"""What a drawing shows, whatever it is drawn on: boards of cells, windows with their taps, wrong cells, captions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

MOST_COLUMNS = 40
MOST_ROWS = 20
MOST_WINDOWS = 20
"""Larger boards are cut, and say so."""


class Ground(StrEnum):
    """What lies at a position: an element of a tensor, padding, or nothing: it is beyond all padding."""

    ELEMENT = "element"
    PADDING = "padding"
    BEYOND = "beyond"


@dataclass(frozen=True, slots=True)
class DrawnCell:
    """One position: its kind, what is written in it, and its flat index, where that is shown."""

    kind: Ground
    text: str = ""
    index: str = ""


@dataclass(frozen=True, slots=True)
class Tap:
    """A position of the kernel on a board's row and column, counted from 0 at the board's first cell."""

    row: int
    column: int
    in_range: bool
    selected: bool = False


@dataclass(frozen=True, slots=True)
class CellSpan:
    """The part of a board that a window covers, first and last row and column included."""

    top: int
    left: int
    bottom: int
    right: int


@dataclass(frozen=True, slots=True)
class Window:
    """A window: its taps that are on the board, the span between the first and the last, and what is to say of it.

    What is `struck` is no window: elements that a negative padding would cut off.
    """

    name: str
    span: CellSpan | None
    taps: tuple[Tap, ...]
    note: str = ""
    highlighted: bool = False
    struck: bool = False


@dataclass(frozen=True, slots=True)
class Wrong:
    """A cell that is printed wrong, and what should stand there."""

    row: int
    column: int
    printed: str
    right: str


class Mark(StrEnum):
    """What a legend explains."""

    TAP = "tap on an element"
    SELECTED = "selected"
    TAP_ON_PADDING = "tap on padding"
    TAP_BEYOND = "tap beyond the padded input"
    PADDING = "padding"
    INDEX = "flat index"
    WRONG = "printed wrong"


@dataclass(frozen=True, slots=True)
class Board:
    """A plane of cells, or an axis as a single row. All rows are of one length.

    The windows of an axis stand beneath it, a line for each; a plane has at most one, drawn on it. `ringed` are the
    cells that belong to the highlighted window on a board of outputs. `note` says what was cut off.
    """

    name: str
    cells: tuple[tuple[DrawnCell, ...], ...]
    windows: tuple[Window, ...] = ()
    wrong: tuple[Wrong, ...] = ()
    ringed: tuple[tuple[int, int], ...] = ()
    row_names: tuple[str, ...] = ()
    column_names: tuple[str, ...] = ()
    is_axis: bool = False
    note: str = ""

    def taps(self) -> Iterator[Tap]:
        """The taps of all windows."""
        for window in self.windows:
            yield from window.taps

    def all_cells(self) -> Iterator[DrawnCell]:
        """The cells, row by row."""
        for row in self.cells:
            yield from row

    def marks(self) -> Iterator[Mark]:
        """What occurs on it, for the legend."""
        yield from (mark_of(tap, self.cells[tap.row][tap.column]) for tap in self.taps())
        yield from (Mark.PADDING for cell in self.all_cells() if cell.kind is Ground.PADDING)
        yield from (Mark.INDEX for cell in self.all_cells() if cell.index)
        if self.wrong or self.ringed:
            yield Mark.WRONG if self.wrong else Mark.SELECTED


@dataclass(frozen=True, slots=True)
class Scene:
    """A drawing: what it is of, what is stated, the boards, and what is to be seen, sentence by sentence."""

    title: str
    statement: str
    boards: tuple[Board, ...]
    captions: tuple[str, ...]

    def marks(self) -> frozenset[Mark]:
        """What occurs in the drawing, for its legend."""
        return frozenset(mark for board in self.boards for mark in board.marks())

    def legend(self) -> Iterator[tuple[Mark, str]]:
        """Each mark that occurs, and what it means."""
        occurring = self.marks()
        for mark in Mark:
            if mark in occurring:
                yield mark, "tap h" if mark is Mark.SELECTED and self.boards[0].is_axis else mark.value

    def taps(self) -> tuple[Tap, ...]:
        """All taps that are drawn."""
        return tuple(tap for board in self.boards for tap in board.taps())


def mark_of(tap: Tap, cell: DrawnCell) -> Mark:
    """How a tap on a cell is marked."""
    if tap.selected:
        return Mark.SELECTED
    if tap.in_range:
        return Mark.TAP
    return Mark.TAP_ON_PADDING if cell.kind is Ground.PADDING else Mark.TAP_BEYOND


Length = TypeVar("Length", int, float)


def side_by_side(
    sizes: Iterable[tuple[Length, Length]], room: float, gap: Length, below: Length
) -> Iterator[tuple[Length, Length]]:
    """Left and top of boxes of some widths and heights: beside each other, and below where there is no more room."""
    left = top = bottom = gap - gap
    for width, height in sizes:
        if left and left + width > room:
            left, top = gap - gap, bottom + below
        yield left, top
        bottom = max(bottom, top + height)
        left += width + gap


def counted(number: int, thing: str) -> str:
    """1 window, 2 windows."""
    return f"{shown(number)} {thing}{'' if number == 1 else 's'}"


def shown(number: int) -> str:
    """An integer, or how large it is where nobody would read its digits."""
    if abs(number) < 10**9:
        return str(number)
    return f"{'-' if number < 0 else ''}about 2^{abs(number).bit_length() - 1}"
