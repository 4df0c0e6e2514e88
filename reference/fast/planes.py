"""A block of planes pooled at once: first maxima along the rows first, and then down the columns.

In this order the result is the first maximum of each window (theorem `values.rows-then-column`; in the other it is not:
`values.columns-then-row`), and no plane matters to another (`values.planes-are-independent`).
"""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reference.fast.axis import Axis, Lines
from reference.fast.elements import Array, lowest, numbers
from reference.fast.folding import Folded, Folder


class Planes:
    """Pools `count` planes of one size and type at a time; with `tapped`, tells the tap of each first maximum too.

    Padding takes part as the lowest number, so that of a window without anything above it the first tap is selected,
    be it padding. The first tap in range is then the right one (theorem `values.lowest-padding.first-tap`).
    """

    def __init__(self, rows: Lines, columns: Lines, count: int, dtype: np.dtype[Any], *, tapped: bool) -> None:
        """Make the working memory for `rows`, the axis from row to row, and `columns`, that along a row."""
        self.rows, self._columns, self._shapes = rows, columns, _shapes(rows, columns, count)
        sizes = prod(self._shapes[0]) + columns.reach, prod(self._shapes[1]) + rows.reach * columns.axis.y
        axes, least = (rows.axis, columns.axis), lowest(dtype)
        taps = _tap_types(*axes) if tapped else (None, None)
        self._input = [Folded.filled(sizes[0], least, None) for _ in columns.parts]
        self._between = [Folded.filled(sizes[1], least, taps[1]) for _ in rows.parts]
        self._along_rows, self._down_columns = (Folder(size, least, tap) for size, tap in zip(sizes, taps, strict=True))
        self._corners, self._offsets = _corners(*axes), _offsets(*axes)
        self._first_taps = _first_taps(*axes) if any(axis.pad_begin > 0 for axis in axes) else None

    def pooled(self, X: Array) -> Folded:
        """The first maxima of X, at most `count` planes: numbers and taps at [plane, row of Y, column of Y].

        They stand in the working memory, until the next planes are pooled.
        """
        columns, rows = self._columns, self.rows
        X, planes = numbers(X), slice(len(X))
        for part, (places, elements) in zip(self._input, columns.slices(), strict=True):
            _lines(part.best, self._shapes[0])[planes, :, places] = X[:, :, elements]
        in_rows = self._along_rows.fold(self._input, columns, pitch=1, taps=1)
        for part, (places, elements) in zip(self._between, rows.slices(), strict=True):
            for laid, found in zip(part.arrays(), in_rows.arrays(), strict=False):
                found = _lines(found, self._shapes[0])
                _lines(laid, self._shapes[1])[planes, places] = found[planes, elements, columns.windows]
        whole = self._down_columns.fold(self._between, rows, pitch=columns.axis.y, taps=columns.axis.kernel)
        return Folded(*(_lines(found, self._shapes[1])[planes, rows.windows] for found in whole.arrays()))

    def indices(self, taps: Array, out: NDArray[np.int64]) -> None:
        """The flat index in its plane of the element under each tap, written to `out`."""
        if self._first_taps is not None:
            taps = np.maximum(taps, self._first_taps)
        np.take(self._offsets, taps, out=out, mode="clip")
        out += self._corners


def bytes_of_plane(rows: Lines, columns: Lines, dtype: np.dtype[Any]) -> int:
    """How much working memory a plane takes: that of Planes, and what is computed from one step to the next."""
    number, types = lowest(dtype).itemsize, _tap_types(rows.axis, columns.axis)
    in_rows, in_columns = (prod(shape) for shape in _shapes(rows, columns, 1))
    folders = [2 * (number + tap.itemsize) + 1 + tap.itemsize for tap in types]
    return (
        in_rows * (len(columns.parts) * number + folders[0])
        + in_columns * (len(rows.parts) * (number + types[1].itemsize) + folders[1])
        + rows.axis.x * columns.axis.x * (2 * dtype.itemsize + 1)
        + rows.axis.y * columns.axis.y * (types[1].itemsize + 2)
    )


def _shapes(rows: Lines, columns: Lines, count: int) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
    """How planes are laid out to be folded along their rows, and then down their columns."""
    return (count, rows.axis.x, columns.length), (count, rows.length, columns.axis.y)


def _tap_types(rows: Axis, columns: Axis) -> tuple[np.dtype[Any], np.dtype[Any]]:
    """The smallest types for the number of a tap in its row, and in its window, counted row by row."""
    return np.min_scalar_type(columns.kernel - 1), np.min_scalar_type(rows.kernel * columns.kernel - 1)


def _lines(flat: Array, shape: tuple[int, int, int]) -> Array:
    """The places of a flat array as lines of planes, without those behind the last one."""
    return flat[: prod(shape)].reshape(shape)


def _corners(rows: Axis, columns: Axis) -> NDArray[np.int64]:
    """The flat index in its plane at which each window's first tap would be, if planes had no edges."""
    return rows.starts()[:, np.newaxis] * columns.x + columns.starts()


def _offsets(rows: Axis, columns: Axis) -> NDArray[np.int64]:
    """How far from a window's first tap each tap is, as a flat index."""
    steps = [np.arange(axis.kernel) * axis.dilation for axis in (rows, columns)]
    return (steps[0][:, np.newaxis] * columns.x + steps[1]).reshape(-1)


def _first_taps(rows: Axis, columns: Axis) -> Array:
    """The number of each window's first tap in range."""
    first = [np.maximum(0, -(axis.starts() // axis.dilation)) for axis in (rows, columns)]
    numbered = first[0][:, np.newaxis] * columns.kernel + first[1]
    taps: Array = numbered.astype(_tap_types(rows, columns)[1])
    return taps
