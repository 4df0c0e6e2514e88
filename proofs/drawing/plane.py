"""The boards of a worked example: a plane of X with its padding and one window on it, and the printed outputs."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

import numpy as np
from numpy.typing import NDArray

from proofs.drawing.scene import MOST_ROWS, Board, CellSpan, DrawnCell, Ground, Tap, Window, Wrong
from reference.examples.translation import input_tensor, profile_attributes, tensors
from reference.onnx import SpatialAxis, pool
from spec.examples.model import Example, Grid, Index, Misprint, OperatorName, number
from spec.maxpool.family import VERSIONS

_LONGEST = 8
"""Longer numbers are drawn with four digits."""
_SINGLE = SpatialAxis(x=1, kernel=1, dilation=1, stride=1, y=1)
"""The axis that an example with one spatial axis lacks."""


@dataclass(frozen=True, slots=True)
class OneWindow:
    """The window of one output cell: the two axes of its plane, its place on each, and the position it selects."""

    axes: tuple[SpatialAxis, SpatialAxis]
    place: tuple[int, int]
    selected: tuple[int, int]

    def positions(self, axis: int) -> list[int]:
        """The positions of the taps on an axis, those on padding and beyond included."""
        a, m = self.axes[axis], self.place[axis]
        return [m * a.stride + tap * a.dilation - a.pad_begin for tap in range(a.kernel)]

    def is_element(self, row: int, column: int) -> bool:
        """There is an element at a position of the plane."""
        return 0 <= row < self.axes[0].x and 0 <= column < self.axes[1].x

    def taps(self) -> tuple[tuple[int, int], ...]:
        """The positions of the window's taps, in row-major order."""
        return tuple((row, column) for row in self.positions(0) for column in self.positions(1))


def axes_of(example: Example) -> tuple[SpatialAxis, ...]:
    """The spatial axes with their padding; their output sizes are those that the example states."""
    attributes, _ = profile_attributes(example)
    n = len(example.X.shape) - 2
    pads = attributes["pads"] if attributes["auto_pad"] == "NOTSET" else [0] * 2 * n
    lists = (example.X.shape[2:], attributes["kernel_shape"], attributes["dilations"], attributes["strides"])
    axes = tuple(SpatialAxis(*sizes) for sizes in zip(*lists, pads[:n], pads[n:], example.shape_Y[2:], strict=True))
    if not attributes["auto_pad"].startswith("SAME"):
        return axes
    extra_at_end = attributes["auto_pad"] == "SAME_UPPER"
    return tuple(axis.same_padded(VERSIONS[12].same_pad, extra_at_end=extra_at_end) for axis in axes)


def window_of(example: Example, index: Index) -> OneWindow:
    """The window of an output cell, with what the parent operator selects in it."""
    axes = axes_of(example)
    b, c, *place = index
    plane = input_tensor(example)[b : b + 1, c : c + 1]
    _, Indices = pool(plane, axes)
    first, second = (_SINGLE, *axes)[-2:]
    row, column = divmod(int(Indices[(0, 0, *place)]), second.x)
    return OneWindow((first, second), _place(index), (row, column))


def input_board(example: Example, index: Index, window: OneWindow | None, misprint: Misprint | None) -> Board:
    """The plane of X that an output cell's window lies in, padding included; or, without a window, a cell's own."""
    axes = window.axes if window is not None else (_SINGLE, *axes_of(example))[-2:]
    (top, bottom), (left, right) = (
        _cut(*_reach(axis, window.positions(i) if window is not None else [])) for i, axis in enumerate(axes)
    )
    texts, numbers = _plane(example, example.X, index), _numbers(example)[index[:2]].reshape(axes[0].x, axes[1].x)

    def cell(row: int, column: int) -> DrawnCell:
        if 0 <= row < axes[0].x and 0 <= column < axes[1].x:
            return DrawnCell(Ground.ELEMENT, short(texts[row][column]), str(numbers[row, column]))
        padded = all(-a.pad_begin <= p < a.x + a.pad_end for a, p in zip(axes, (row, column), strict=True))
        return DrawnCell(Ground.PADDING if padded else Ground.BEYOND)

    rows, columns = range(top, bottom + 1), range(left, right + 1)
    wrong = () if misprint is None else (_wrong(misprint),)
    return Board(
        name=_name("X", index) + (", padded" if any(a.pad_begin or a.pad_end for a in axes) else ""),
        cells=tuple(tuple(cell(row, column) for column in columns) for row in rows),
        windows=() if window is None else (_drawn(window, index, rows, columns),),
        wrong=wrong,
        row_names=tuple(map(str, rows)),
        column_names=tuple(map(str, columns)),
    )


def output_boards(example: Example, index: Index) -> tuple[Board, ...]:
    """The planes of the printed outputs that a cell lies in: those with wrong cells, or all where none is wrong."""
    boards = tuple(_output_board(example, name, grid, index) for name, grid in tensors(example))
    return tuple(board for board in boards if board.wrong) or boards


def short(text: str) -> str:
    """A printed number, with four digits if it is long; what is no number stays as it is."""
    try:
        return text if len(text) <= _LONGEST else f"{float(number(text)):.4g}"
    except ValueError:
        return text


def _output_board(example: Example, name: str, grid: Grid, index: Index) -> Board:
    texts = _plane(example, grid, index)
    here = (m for m in example.misprints if m.tensor == name and m.index[:2] == index[:2])
    return Board(
        name=f"{_name(name, index)}, as printed",
        cells=tuple(tuple(DrawnCell(Ground.ELEMENT, short(text)) for text in row) for row in texts),
        wrong=tuple(map(_wrong, here)),
        ringed=(_place(index),),
        row_names=tuple(map(str, range(len(texts)))),
        column_names=tuple(map(str, range(len(texts[0])))),
    )


def _wrong(misprint: Misprint) -> Wrong:
    row, column = _place(misprint.index)
    return Wrong(row, column, misprint.printed, misprint.right)


def _place(index: Index) -> tuple[int, int]:
    """Row and column of a cell on its plane; with one spatial axis, there is one row."""
    return (index[-2], index[-1]) if len(index) == 4 else (0, index[-1])


def _name(tensor: str, index: Index) -> str:
    return f"{tensor}[{index[0]}, {index[1]}]"


def _plane(example: Example, grid: object, index: Index) -> list[list[str]]:
    """The printed cells of the plane that a cell lies in, row by row."""
    assert isinstance(grid, Grid)
    columns = grid.shape[-1]
    cells = [text for position, text in zip(grid.indices(), grid.cells, strict=True) if position[:2] == index[:2]]
    return [cells[i : i + columns] for i in range(0, len(cells), columns)]


def _reach(axis: SpatialAxis, positions: list[int]) -> tuple[int, int, int]:
    """The first and the last position of an axis, padding and a window's taps included, and where to look."""
    at = positions[0] if positions else 0
    return min(-axis.pad_begin, *positions, 0), max(axis.x + axis.pad_end - 1, *positions, 0), at


def _cut(low: int, high: int, at: int) -> tuple[int, int]:
    """As many positions as are drawn, with those to look at."""
    if high - low < MOST_ROWS:
        return low, high
    first = min(max(low, at - 2), high - MOST_ROWS + 1)
    return first, first + MOST_ROWS - 1


def _drawn(window: OneWindow, index: Index, rows: range, columns: range) -> Window:
    """The window on the part of the plane that is drawn."""
    taps = tuple(
        Tap(row - rows[0], column - columns[0], window.is_element(row, column), (row, column) == window.selected)
        for row, column in window.taps()
        if row in rows and column in columns
    )
    tops, lefts = [tap.row for tap in taps], [tap.column for tap in taps]
    span = CellSpan(min(tops), min(lefts), max(tops), max(lefts)) if taps else None
    name = f"the window of the output cell ({', '.join(map(str, index[2:]))})"
    return Window(name, span, taps, highlighted=True)


def _numbers(example: Example) -> NDArray[np.int64]:
    """The flat index of each element, as the example's operator counts: which axis is fastest, and from which axis."""
    shape = example.X.shape
    if example.attributes.get("storage_order") == 1:
        spatial = np.arange(prod(shape[2:])).reshape(shape[2:], order="F")
        planes = np.arange(prod(shape[:2])).reshape(*shape[:2], *(1,) * spatial.ndim)
        return np.asarray(planes * spatial.size + spatial)
    axis = example.attributes.get("axis", 0) if example.operator is OperatorName.OPENVINO else 0
    assert isinstance(axis, int)
    return np.arange(prod(shape)).reshape(shape) % prod(shape[axis:])
