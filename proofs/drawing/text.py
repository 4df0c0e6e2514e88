"""A scene on a terminal: ASCII alone says everything, colours only help."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, groupby, pairwise
from operator import itemgetter
from textwrap import wrap

from rich.text import Text

from proofs.drawing.scene import Board, Ground, Mark, Scene, mark_of, side_by_side

_GAP = 4
_NARROWEST = 5
"""Cells of a plane are as wide as this, or as what is in them."""
_BOUND = "\x00"
_UNBROKEN = re.compile(r" = |\[[^]]{0,40}\]")
_TAP, _SELECTED, _OFF, _WRONG, _DIM, _LOOK = "cyan", "bold green", "yellow", "bold red", "bright_black", "bold"

_SIGNS: Mapping[Mark, tuple[str, str, str]] = {
    Mark.TAP: ("({})", "o", _TAP),
    Mark.SELECTED: ("(({}))", "*", _SELECTED),
    Mark.TAP_ON_PADDING: ("(/)", "x", _OFF),
    Mark.TAP_BEYOND: ("( )", "x", _OFF),
    Mark.PADDING: ("///", "/", _DIM),
    Mark.INDEX: ("#5", "#5", _DIM),
    Mark.WRONG: ("x 5 x", "x 5 x", _WRONG),
}
"""Each mark as a sign around a text, as one character, and in its style."""


@dataclass(frozen=True, slots=True)
class Canvas:
    """Characters with their styles, by row and column. What is put later stands above."""

    characters: dict[tuple[int, int], tuple[str, str]] = field(default_factory=dict)

    def put(self, row: int, column: int, text: str, style: str = "") -> None:
        """Write a text from a place to the right."""
        for i, character in enumerate(printable(text)):
            self.characters[row, column + i] = (character, style)

    def paste(self, other: Canvas, row: int, column: int) -> None:
        """Copy another canvas to a place."""
        for (r, c), drawn in other.characters.items():
            self.characters[row + r, column + c] = drawn

    @property
    def height(self) -> int:
        """The number of rows."""
        return 1 + max((row for row, _ in self.characters), default=-1)

    @property
    def width(self) -> int:
        """The number of columns."""
        return 1 + max((column for _, column in self.characters), default=-1)

    def text(self) -> Text:
        """All rows, without blanks at their ends."""
        rows: dict[int, list[int]] = {}
        for row, column in self.characters:
            rows.setdefault(row, []).append(column)
        return Text("\n").join(self._line(row, max(rows.get(row, [-1]))) for row in range(self.height))

    def _line(self, row: int, last: int) -> Text:
        """One row, in as few pieces as it has styles."""
        line = Text()
        drawn = (self.characters.get((row, column), (" ", "")) for column in range(last + 1))
        for style, pieces in groupby(drawn, key=itemgetter(1)):
            line.append("".join(character for character, _ in pieces), style)
        line.rstrip()
        return line


def printable(text: str) -> str:
    """ASCII without control characters."""
    escaped = text.encode("ascii", "backslashreplace").decode("ascii")
    return "".join(c if c.isprintable() else "?" for c in escaped)


def folded(sentence: str, width: int, indent: str = "") -> list[str]:
    """A sentence on lines of a width; an assignment `name = value` and a list in brackets stay on one."""
    bound = _UNBROKEN.sub(lambda match: match[0].replace(" ", _BOUND), printable(sentence))
    return [line.replace(_BOUND, " ") for line in wrap(bound, max(20, width), subsequent_indent=indent)]


def to_text(scene: Scene, width: int = 80) -> Text:
    """The scene, no wider than `width` where its boards allow that."""
    canvas = Canvas()
    canvas.put(0, 0, scene.title, _LOOK)
    _place(canvas, [_board(board, width) for board in scene.boards], width)
    said = [board.note for board in scene.boards if board.note] + [*scene.captions]
    lines = [line for sentence in said for line in folded(sentence, width, indent="  ")]
    _write(canvas, lines, "")
    _write(canvas, _filled(list(_legend(scene, width)), width), _DIM)
    return canvas.text()


def _write(canvas: Canvas, lines: Sequence[str], style: str) -> None:
    """Lines below all that is drawn, after an empty one."""
    for row, line in enumerate(lines, canvas.height + 1):
        canvas.put(row, 0, line, style)


def _filled(items: Sequence[str], width: int) -> list[str]:
    """Items on lines of a width, none of them broken."""
    lines: list[str] = []
    for item in items:
        if lines and len(lines[-1]) + len(item) + 3 <= width:
            lines[-1] += f"   {item}"
        else:
            lines.append(item)
    return lines


def _place(canvas: Canvas, boards: Sequence[Canvas], width: int) -> None:
    """Put boards side by side where that fits, else one below the other."""
    places = side_by_side(((board.width, board.height) for board in boards), width, _GAP, 1)
    for board, (column, row) in zip(boards, places, strict=True):
        canvas.paste(board, row + 2, column)


def _board(board: Board, width: int) -> Canvas:
    """The board in the roomiest form that fits in a width."""
    if board.is_axis:
        canvases = [_axis(board), _axis(board, air=1), _narrow_axis(board)]
    else:
        canvases = [_plane(board), _plane(board, air=0, narrowest=3)]
    return next((canvas for canvas in canvases if canvas.width <= width), canvases[-1])


# --- a plane -------------------------------------------------------------------------------------


def _plane(board: Board, air: int = 2, narrowest: int = _NARROWEST) -> Canvas:
    """A grid of cells; a second line in a cell has its flat index, or what is right instead of what is printed."""
    canvas = Canvas()
    contents = [[_content(board, r, c) for c in range(len(row))] for r, row in enumerate(board.cells)]
    names, margin = board.column_names, max(map(len, board.row_names), default=0) + 2
    widths = [
        max(narrowest, len(name), *(max(len(c.text) + air, len(c.below)) for c in column))
        for name, column in zip(names, zip(*contents, strict=True), strict=True)
    ]
    lefts = [*accumulate((width + 1 for width in widths), initial=margin)]
    height = 3 if any(content.below for row in contents for content in row) else 2
    canvas.put(0, 0, board.name)
    for left, width, name in zip(lefts, widths, names, strict=False):
        canvas.put(1, left + 1, name.center(width), _DIM)
    for r, row in enumerate(contents):
        top = 2 + r * height
        _rule(canvas, top, lefts)
        canvas.put(top + 1, 0, board.row_names[r].rjust(margin - 1), _DIM)
        for left, width, content in zip(lefts, widths, row, strict=False):
            _cell(canvas, top, left, width, height, content)
    _rule(canvas, 2 + len(board.cells) * height, lefts)
    return canvas


def _rule(canvas: Canvas, row: int, lefts: Sequence[int]) -> None:
    for left, right in pairwise(lefts):
        canvas.put(row, left, "+" + "-" * (right - left - 1) + "+", _DIM)


@dataclass(frozen=True, slots=True)
class Content:
    """What is written in a cell of a plane: its text in the mark of its tap, a line below, and what fills the rest."""

    text: str
    style: str = ""
    below: str = ""
    fill: str = " "


def _cell(canvas: Canvas, top: int, left: int, width: int, height: int, content: Content) -> None:
    """One cell with its two sides."""
    for i in range(1, height):
        canvas.put(top + i, left, f"|{content.fill * width}|", _DIM)
    if content.text:
        canvas.put(top + 1, left + 1, content.text.center(width), content.style)
    if content.below:
        canvas.put(top + 2, left + 1, content.below.center(width), _DIM)


def _content(board: Board, row: int, column: int) -> Content:
    """The content of a cell."""
    cell = board.cells[row][column]
    text, below = printable(cell.text), f"#{printable(cell.index)}" if cell.index else ""
    fill = "/" if cell.kind is Ground.PADDING else " "
    wrong = next((w for w in board.wrong if (w.row, w.column) == (row, column)), None)
    if wrong is not None:
        return Content(f"x {text} x", _WRONG, below or printable(f"right {wrong.right}"))
    tap = next((t for t in board.taps() if (t.row, t.column) == (row, column)), None)
    if tap is not None:
        sign, _, style = _SIGNS[mark_of(tap, cell)]
        return Content(sign.format(text), style, below, fill)
    ringed = (row, column) in board.ringed
    return Content(f"(({text}))", _SELECTED, below) if ringed else Content(text, "", below, fill)


# --- an axis -------------------------------------------------------------------------------------


def _axis(board: Board, air: int = 2) -> Canvas:
    """The axis as boxes, and each window as a line of taps beneath."""
    canvas, margin = Canvas(), _margin(board)
    width = max(5, *(len(cell.text) + air for cell in board.all_cells())) | 1  # odd, so that taps stand in the middle
    canvas.put(0, 0, board.name)
    for column, cell in enumerate(board.cells[0]):
        if cell.kind is not Ground.BEYOND:
            left = margin + column * (width + 1)
            for row in (1, 3):
                canvas.put(row, left, f"+{'-' * width}+", _DIM)
            inside = cell.text.center(width) if cell.kind is Ground.ELEMENT else "/" * width
            canvas.put(2, left, f"|{inside}|", _DIM if cell.kind is Ground.PADDING else "")
    _lanes(canvas, board, 4, margin + 1, width)
    return canvas


def _narrow_axis(board: Board) -> Canvas:
    """The axis with one character for a position."""
    canvas, margin = Canvas(), _margin(board)
    signs = {Ground.ELEMENT: ".", Ground.PADDING: "/", Ground.BEYOND: " "}
    canvas.put(0, 0, board.name)
    canvas.put(1, margin, "".join(signs[cell.kind] for cell in board.cells[0]))
    _lanes(canvas, board, 2, margin, 1)
    return canvas


def _margin(board: Board) -> int:
    return 4 + max((len(window.name) for window in board.windows), default=0)


def _lanes(canvas: Canvas, board: Board, top: int, left: int, width: int) -> None:
    """A line for each window from a row on: its name, its span, its taps in cells of a width, what is to say of it."""
    narrow, step = width == 1, width + (width > 1)
    end = left + len(board.cells[0]) * step + 2 - (width > 1)
    for row, window in enumerate(board.windows, top):
        name = f"{'>' if window.highlighted else ' '} {window.name}"
        canvas.put(row, 0, name, _LOOK if window.highlighted else "")
        if (span := window.span) is not None:
            line, length = "x" if window.struck else "-", (span.right - span.left + 1) * step
            canvas.put(row, left + span.left * step, line * length if narrow else f"[{line * (length - 3)}]", _DIM)
        for tap in window.taps:
            wide, tight, style = _SIGNS[mark_of(tap, board.cells[0][tap.column])]
            sign = tight if narrow else wide.format("o")
            canvas.put(row, left + tap.column * step + (width - len(sign)) // 2, sign, style)
        canvas.put(row, end, window.note, _LOOK)


# --- what the signs mean -------------------------------------------------------------------------


def _legend(scene: Scene, width: int) -> Iterator[str]:
    """The signs that occur, each with its meaning."""
    is_axis = scene.boards[0].is_axis
    narrow = any(board.is_axis and _axis(board, air=1).width > width for board in scene.boards)
    if narrow:
        yield ". element of X"
    if is_axis and not scene.taps():
        yield "--- the extent of a window"
    for mark, meaning in scene.legend():
        wide, tight, _ = _SIGNS[mark]
        yield f"{tight if narrow else wide.format('o' if is_axis else '5')} {meaning}"
