"""A scene as SVG: one file without scripts, fonts or references, on a background of its own.

Shapes say what colours say too: a tap is a circle, dashed where there is no element; the selected one a ring; padding
is hatched; what is printed wrong is crossed out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from proofs.drawing.scene import Board, DrawnCell, Ground, Mark, Scene, Window, mark_of, side_by_side
from proofs.drawing.text import folded
from reference.common.files import write
from reference.common.svg import (
    BLUE,
    DIM,
    GREEN,
    GRID,
    INK,
    MONO,
    ORANGE,
    PALE_BLUE,
    PALE_GREEN,
    PALE_RED,
    PAPER,
    RED,
    WHITE,
    Drawn,
    box,
    document,
    element,
    label,
)

MARKER = "<!-- maxpool explain -->"
"""The start of every file, by which `reference.common.files` knows our own."""

_PADDING, _HATCH = "#eceff2", "#a9b3bd"

_DEFINITIONS = element(
    "defs",
    element(
        "pattern",
        element("rect", width=7, height=7, fill=_PADDING),
        element("rect", width=1.6, height=7, fill=_HATCH),
        id="hatch",
        width=7,
        height=7,
        patternUnits="userSpaceOnUse",
        patternTransform="rotate(45)",
    ),
)

_MARGIN, _GAP, _LINE = 28.0, 44.0, 21.0
_NARROWEST, _WIDEST = 600.0, 1000.0
_CHARACTER = 7.6
"""The width of a character of the captions, rather too wide than too narrow."""
_MONO_CHARACTER = 8.7


def to_svg(scene: Scene) -> str:
    """The scene as the text of an SVG file."""
    boards = [_axis(board) if board.is_axis else _plane(board) for board in scene.boards]
    places = list(side_by_side([(board.width, board.height) for board in boards], _WIDEST, _GAP, _GAP / 2))
    placed = list(zip(boards, places, strict=True))
    width = max(_NARROWEST, *(left + board.width for board, (left, _) in placed))
    height = max(top + board.height for board, (_, top) in placed)
    y = _MARGIN + 8
    parts = [label(_MARGIN, y, scene.title, size=19, font_weight="600")]
    y, lines = _paragraph(y + 30, scene.statement, width, DIM)
    parts += lines
    y += 14
    parts += [board.at(_MARGIN + left, y + top) for board, (left, top) in placed]
    y += height + 26
    for sentence in [*(board.note for board in scene.boards if board.note), *scene.captions]:
        y, lines = _paragraph(y, sentence, width, INK)
        parts += lines
    key = _legend(scene, width)
    parts.append(key.at(_MARGIN, y + 8))
    return _file(scene, "".join(parts), width + 2 * _MARGIN, y + 8 + key.height + _MARGIN - 8)


def write_svg(path: Path, scene: Scene) -> None:
    """Write a scene's file. Raises NotOurs over a file that `write_svg` has not written."""
    write({path: to_svg(scene)})


def _file(scene: Scene, content: str, width: float, height: float) -> str:
    """The whole file; readers of the screen hear the title, the statement and the captions."""
    said = " ".join(s for s in (scene.statement, *scene.captions) if s)
    background = box(0.5, 0.5, width - 1, height - 1, PAPER, rx=10, stroke=GRID)
    return document(width, height, [_DEFINITIONS, background, content], title=scene.title, said=said, marker=MARKER)


def _paragraph(y: float, sentence: str, width: float, fill: str) -> tuple[float, list[str]]:
    """A sentence on as many lines as it needs, and where the next one starts."""
    lines = folded(sentence, int(width / _CHARACTER))
    drawn = [label(_MARGIN, y + i * _LINE, line, fill=fill) for i, line in enumerate(lines)]
    return y + len(lines) * _LINE + 2, drawn


# --- a plane -------------------------------------------------------------------------------------

_HEIGHT = 46.0


def _plane(board: Board) -> Drawn:
    """A grid of cells, and the outline of the window on it."""
    longest = max((len(cell.text) for cell in board.all_cells()), default=0)
    right = max((len(f"right {wrong.right}") * 0.8 for wrong in board.wrong), default=0)
    width = max(_HEIGHT, max(longest + 1.4, right) * _MONO_CHARACTER + 14)
    left, top = 26.0 if board.row_names else 0.0, 50.0
    parts = [label(0, 10, board.name, font_weight="600")]
    for c, name in enumerate(board.column_names):
        parts.append(_number(left + (c + 0.5) * width, top - 12, name))
    for r, row in enumerate(board.cells):
        y = top + r * _HEIGHT
        parts.append(_number(left - 14, y + _HEIGHT / 2, board.row_names[r]))
        parts += [_background(cell, left + c * width, y, width) for c, cell in enumerate(row)]
    parts += [_outline(window, left, top, width) for window in board.windows]
    for r, row in enumerate(board.cells):
        parts += [_content(board, r, c, left + c * width, top + r * _HEIGHT, width) for c in range(len(row))]
    room = max(left + len(board.cells[0]) * width, len(board.name) * _MONO_CHARACTER)
    return Drawn("".join(parts), room + 2, top + len(board.cells) * _HEIGHT + 2)


def _number(x: float, y: float, name: str) -> str:
    return label(x, y, name, size=11, anchor="middle", fill=DIM, font_family=MONO)


def _background(cell: DrawnCell, x: float, y: float, width: float) -> str:
    """The ground of a cell; beyond all padding there is none."""
    if cell.kind is Ground.BEYOND:
        return box(x, y, width, _HEIGHT, "none", stroke_dasharray="2 4")
    return box(x, y, width, _HEIGHT, WHITE if cell.kind is Ground.ELEMENT else "url(#hatch)")


def _outline(window: Window, left: float, top: float, width: float) -> str:
    """The border of a window, from its first tap to its last."""
    if window.span is None:
        return ""
    s = window.span
    x, y = left + s.left * width, top + s.top * _HEIGHT
    size = ((s.right - s.left + 1) * width, (s.bottom - s.top + 1) * _HEIGHT)
    return box(x, y, *size, "none", stroke=BLUE, stroke_width=3, rx=4)


def _content(board: Board, row: int, column: int, x: float, y: float, width: float) -> str:
    """What is in a cell: its mark, its text, and its index or what would be right."""
    cell, middle = board.cells[row][column], x + width / 2
    wrong = next((w for w in board.wrong if (w.row, w.column) == (row, column)), None)
    below = f"right {wrong.right}" if wrong is not None else f"#{cell.index}" if cell.index else ""
    height = y + (_HEIGHT / 2 - 6 if below else _HEIGHT / 2)
    rx, ry = max(11.0, len(cell.text) * _MONO_CHARACTER / 2 + 5), 11.0
    parts = []
    if wrong is not None:
        parts.append(box(x + 1, y + 1, width - 2, _HEIGHT - 2, PALE_RED, stroke=RED))
    for here in (t for t in board.taps() if (t.row, t.column) == (row, column)):
        mark = mark_of(here, cell)
        parts.append(_tap(middle, height, rx, ry if mark is not Mark.SELECTED else ry - 1, mark))
    if wrong is None and (row, column) in board.ringed:
        parts.append(_tap(middle, height, rx, ry, Mark.SELECTED))
    if wrong is not None:
        parts.append(_cross(middle - rx - 8, height - 11, 2 * rx + 16, 22))
    parts.append(label(middle, height, cell.text, anchor="middle", font_family=MONO))
    style = {"fill": GREEN, "font_weight": "600"} if wrong is not None else {"fill": DIM}
    parts.append(label(middle, y + _HEIGHT - 9, below, size=10.5, anchor="middle", font_family=MONO, **style))
    return "".join(parts)


# --- an axis -------------------------------------------------------------------------------------

_LANE = 36.0


def _axis(board: Board) -> Drawn:
    """The axis in a row, and beneath it a lane for each window."""
    cells = board.cells[0]
    width = max(30.0, 56.0 if len(cells) <= 14 else 44.0, max(len(cell.text) for cell in cells) * _MONO_CHARACTER + 8)
    left = max((len(window.name) for window in board.windows), default=0) * _MONO_CHARACTER + 16
    top, lanes = 30.0, 30.0 + _HEIGHT + 10
    bottom = lanes + len(board.windows) * _LANE
    parts = [label(0, 10, board.name, font_weight="600")]
    for c, cell in enumerate(cells):
        if cell.kind is not Ground.BEYOND:
            parts.append(_background(cell, left + c * width, top, width))
            parts.append(
                label(left + (c + 0.5) * width, top + _HEIGHT / 2, cell.text, anchor="middle", font_family=MONO)
            )
    for c in range(len(cells) + 1):
        x = left + c * width
        parts.append(element("line", x1=x, y1=lanes - 10, x2=x, y2=bottom, stroke=GRID, stroke_dasharray="2 4"))
    for i, window in enumerate(board.windows):
        parts += _lane(window, cells, left, lanes + (i + 0.5) * _LANE, width)
    notes = max((len(window.note) for window in board.windows), default=0) * _CHARACTER
    return Drawn("".join(parts), left + len(cells) * width + 18 + notes, bottom)


def _lane(window: Window, cells: Sequence[DrawnCell], left: float, y: float, width: float) -> Iterator[str]:
    """A window's name, its span with its taps, and what is to say of it."""
    weight = "600" if window.highlighted else "400"
    yield label(0, y, window.name, font_weight=weight)
    if window.span is not None:
        s = window.span
        x, room, height = left + s.left * width + 4, (s.right - s.left + 1) * width - 8, _LANE - 8
        fill, stroke = (PALE_RED, RED) if window.struck else (WHITE, BLUE if window.highlighted else DIM)
        line = 2.6 if window.highlighted else 1.2
        yield box(x, y - height / 2, room, height, fill, rx=height / 2, stroke=stroke, stroke_width=line)
        if window.struck:
            yield _cross(x + room / 2 - 9, y - 7, 18, 14)
    for here in window.taps:
        mark = mark_of(here, cells[here.column])
        radius = 6.0 if mark is Mark.SELECTED else 9.0
        yield _tap(left + (here.column + 0.5) * width, y, radius, radius, mark)
    colour = RED if window.highlighted else DIM
    yield label(left + len(cells) * width + 14, y, window.note, font_weight=weight, fill=colour)


# --- marks, and what they mean -------------------------------------------------------------------


def _tap(x: float, y: float, rx: float, ry: float, mark: Mark) -> str:
    """The mark of a tap around a place: a circle, or a flat one where the text in it is long."""
    if mark is Mark.SELECTED:
        return _ellipse(x, y, rx + 4, ry + 4, PALE_GREEN, GREEN) + _ellipse(x, y, rx, ry, WHITE, GREEN)
    if mark is Mark.TAP:
        return _ellipse(x, y, rx, ry, PALE_BLUE, BLUE)
    return _ellipse(x, y, rx, ry, PAPER, ORANGE, stroke_dasharray="3.5 3")


def _ellipse(x: float, y: float, rx: float, ry: float, fill: str, stroke: str, **dashes: str) -> str:
    return element("ellipse", cx=x, cy=y, rx=rx, ry=ry, fill=fill, stroke=stroke, stroke_width=2, **dashes)


def _cross(x: float, y: float, width: float, height: float) -> str:
    """Two strokes through a box."""
    style: dict[str, str | float] = {"stroke_width": 2, "stroke_opacity": 0.55, "stroke_linecap": "round"}
    down = element("line", x1=x, y1=y, x2=x + width, y2=y + height, stroke=RED, **style)
    return down + element("line", x1=x, y1=y + height, x2=x + width, y2=y, stroke=RED, **style)


def _swatch(mark: Mark) -> str:
    """What a legend shows of a mark, in a box of 28 by 24."""
    match mark:
        case Mark.PADDING:
            return box(3, 2, 22, 20, "url(#hatch)")
        case Mark.INDEX:
            return label(14, 12, "#5", size=11, anchor="middle", fill=DIM, font_family=MONO)
        case Mark.WRONG:
            return box(3, 2, 22, 20, PALE_RED, stroke=RED) + _cross(7, 6, 14, 12)
        case Mark.SELECTED:
            return _tap(14, 12, 6, 6, mark)
    return _tap(14, 12, 8, 8, mark)


def _legend(scene: Scene, width: float) -> Drawn:
    """The marks that occur, each with its meaning, on as many lines as they need."""
    keys = [
        Drawn(_swatch(mark) + label(34, 12, name, size=12.5, fill=DIM), 36 + len(name) * 6.8, 24)
        for mark, name in scene.legend()
    ]
    places = list(side_by_side([(key.width, key.height) for key in keys], width, 18.0, 4.0))
    parts = [key.at(*place) for key, place in zip(keys, places, strict=True)]
    return Drawn("".join(parts), width, places[-1][1] + 24 if places else 0.0)
