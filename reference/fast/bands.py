"""A call in parts that fit in a processor's cache: bands of windows, and of each band blocks of planes.

No plane matters to another (theorem `values.planes-are-independent`), and no window to another: the clauses
Y.max-over-input and Indices.first-maximum speak of one. So a band is pooled from the rows of X that it taps.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from reference.fast.axis import Axis, Lines
from reference.fast.elements import Array, native
from reference.fast.planes import Planes, bytes_of_plane

BLOCK = 2**21
"""Bytes of working memory for a block of planes: what a core's cache holds."""
REPEATED = 4
"""A plane is cut only so far that a band has so many times the rows that it shares with the next."""

Places = tuple[NDArray[np.int64] | None, NDArray[np.int64] | None]


@dataclass(frozen=True, slots=True)
class Band:
    """Some rows of windows of all planes: which rows of Y, from which rows of X, and how these are folded.

    `places`: which row and column of X each position of an axis is, where it is gathered (`Axis.gathered`); `top` is
    the first of the rows, as they are gathered.
    """

    X: Array
    windows: slice
    top: int
    rows: Lines
    columns: Lines
    places: Places

    @property
    def at_once(self) -> int:
        """How many planes a block has: as many as BLOCK has room for, and twice X or an eighth of it; at least one."""
        room: int = min(BLOCK, max(2 * self.X.nbytes, BLOCK // 8))
        count: int = self.X.shape[0] * self.X.shape[1]
        return max(1, min(count, room // bytes_of_plane(self.rows, self.columns, self.X.dtype)))

    def planes(self, known: Planes | None, *, tapped: bool) -> Planes:
        """What pools a block: what is known already, if that is of bands of the same form."""
        if known is not None and known.rows == self.rows:
            return known
        return Planes(self.rows, self.columns, self.at_once, self.X.dtype, tapped=tapped)

    def blocks(self) -> Iterator[tuple[slice, Array]]:
        """Blocks of planes, in order: which of all planes they are, and their elements, gathered and native."""
        count, at_once = self.X.shape[0] * self.X.shape[1], self.at_once
        for start in range(0, count, at_once):
            block = slice(start, min(start + at_once, count))
            yield block, native(self._elements(block))

    def _elements(self, block: slice) -> Array:
        """The elements of a block of planes; nothing else of X is read or copied."""
        band = slice(self.top, self.top + self.rows.axis.x)
        batches, channels = np.divmod(np.arange(block.start, block.stop), self.X.shape[1])
        if any(places is not None for places in self.places):
            rows, columns = (
                np.arange(x) if places is None else places
                for x, places in zip(self.X.shape[2:], self.places, strict=True)
            )
            corner = (slice(None), np.newaxis, np.newaxis)
            return self.X[batches[corner], channels[corner], rows[band, np.newaxis], columns]
        if self.X.flags.c_contiguous:
            return self.X.reshape(-1, *self.X.shape[2:])[block, band]
        return self.X[batches, channels, band]

    def place(self, block: slice, Indices: NDArray[np.int64]) -> None:
        """Turn flat indices in a block's planes, as they are cut and gathered, into flat indices in X."""
        height, width = self.X.shape[2:]
        Indices += self.top * self.columns.axis.x
        if any(places is not None for places in self.places):
            found = np.divmod(Indices, self.columns.axis.x)
            row, column = (at if places is None else places[at] for places, at in zip(self.places, found, strict=True))
            Indices[...] = row * width + column
        Indices += (np.arange(block.start, block.stop) * (height * width))[:, np.newaxis, np.newaxis]


def bands(X: Array, rows: Axis, columns: Axis) -> Iterator[Band]:
    """The bands of a call on trimmed axes: one, unless a plane takes more than BLOCK; none of an empty batch."""
    if not X.shape[0] * X.shape[1]:
        return
    (rows, row_places), (columns, column_places) = (axis.gathered() or (axis, None) for axis in (rows, columns))
    along = Lines.of(columns)
    parts = -(-bytes_of_plane(Lines.of(rows), along, X.dtype) // BLOCK)
    shared = (rows.kernel - 1) * rows.dilation + 1 - rows.stride
    size = max(1, -(-rows.y // parts), REPEATED * shared // rows.stride)
    for first in range(0, rows.y, size):
        stop = min(first + size, rows.y)
        top, band = (0, rows) if size >= rows.y else rows.band(first, stop)
        yield Band(X, slice(first, stop), top, Lines.of(band), along, (row_places, column_places))
