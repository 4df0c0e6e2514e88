"""Calls with one window a plane, global pooling among them: NumPy's own first maximum of the elements under its taps.

The taps in range are a part of the plane, in the order of the clause `Indices.first-maximum`; padding is on none of
them (clause Y.max-over-input). A part that is too large for a processor's cache is taken in runs of rows: the first
maximum of two runs is that of the earlier one, where that of the later one is not greater (theorem
`values.overlapping-ranges`).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from reference.fast.axis import Axis
from reference.fast.elements import Array, nan_as_lowest, native, numbers

ELEMENTS = 2**16
"""So many are looked through at once, or a row."""


def is_single(rows: Axis, columns: Axis) -> bool:
    """There is one window on each of the axes."""
    return rows.y == columns.y == 1


def pooled_window(X: Array, rows: Axis, columns: Axis) -> tuple[Array, NDArray[np.int64]]:
    """Y and Indices of a call with one window on each axis, an element for each plane of X in a row."""
    down, along = rows.in_range(0), columns.in_range(0)
    planes = X.reshape(-1, rows.x, columns.x)
    taps = planes[:, down.start : down.stop : down.step, along.start : along.stop : along.step]
    Y, Indices = np.empty(len(taps), X.dtype.newbyteorder("=")), np.empty(len(taps), np.int64)
    many = max(1, ELEMENTS // (len(down) * len(along)))
    for first in range(0, len(taps), many):
        block = slice(first, first + many)
        Y[block], Indices[block] = _first_maxima(taps[block])
    row, column = np.divmod(Indices, len(along))
    places = (down.start + row * down.step) * columns.x + along.start + column * along.step
    if Y.dtype.kind == "f":
        Y = nan_as_lowest(Y)
    return Y.astype(X.dtype, copy=False), places + np.arange(len(taps)) * (rows.x * columns.x)


def _first_maxima(taps: Array) -> tuple[Array, NDArray[np.int64]]:
    """Of each of some planes of taps its first maximum, and the number of that tap."""
    count, height, width = taps.shape
    every = np.arange(count)
    run = max(1, ELEMENTS // (count * width))
    best = tap = element = None
    for first in range(0, height, run):
        part = native(taps[:, first : first + run]).reshape(count, -1)
        keys = numbers(part)
        at = keys.argmax(axis=1)
        key, found, at = keys[every, at], part[every, at], at + first * width
        if best is None or tap is None or element is None:
            best, tap, element = key, at, found
        else:
            greater = key > best
            best, tap, element = (np.where(greater, *pair) for pair in ((key, best), (at, tap), (found, element)))
    assert element is not None
    assert tap is not None
    return element, tap
