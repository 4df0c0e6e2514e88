"""What a drawing shows, whatever it is drawn on: boards of cells, windows with their taps, wrong cells, captions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

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
class Scene:
    """A drawing: what it is of, what is stated, the boards, and what is to be seen, sentence by sentence."""

    title: str
    statement: str
    boards: tuple[Board, ...]
    captions: tuple[str, ...]

    def marks(self) -> frozenset[Mark]:
        """What occurs in the drawing, for its legend."""
        cells = [cell for board in self.boards for cell in board.all_cells()]
        found = {mark_of(tap, board.cells[tap.row][tap.column]) for board in self.boards for tap in board.taps()}
        return frozenset(
            found
            | ({Mark.SELECTED} if any(board.ringed and not board.wrong for board in self.boards) else set())
            | ({Mark.PADDING} if any(cell.kind is Ground.PADDING for cell in cells) else set())
            | ({Mark.INDEX} if any(cell.index for cell in cells) else set())
            | ({Mark.WRONG} if any(board.wrong for board in self.boards) else set())
        )

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


def counted(number: int, thing: str) -> str:
    """1 window, 2 windows."""
    return f"{shown(number)} {thing}{'' if number == 1 else 's'}"


def shown(number: int) -> str:
    """An integer, or how large it is where nobody would read its digits."""
    if abs(number) < 10**9:
        return str(number)
    return f"{'-' if number < 0 else ''}about 2^{abs(number).bit_length() - 1}"
