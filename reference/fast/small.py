"""Small calls: the taps of each window side by side, and of each window the first maximum, by NumPy's own.

To lay planes out for folding takes longer than so few elements are worth. That the maximum at the least place is the
first is what `Indices.first-maximum` says; a tap repeated at the end of its window is never it (theorem
`float32.fold.identity` and the like), and padding is on no tap at all (clause Y.max-over-input).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from reference.fast.axis import Axis
from reference.fast.elements import Array, nan_as_lowest, native, numbers

MOST, FURTHEST = 2**15, 2**31
"""Up to so many elements, and taps of all windows, this is the faster way (`docs/fast.md`); positions are 64-bit
numbers, and well below that as far as FURTHEST."""


def is_small(X: Array, rows: Axis, columns: Axis) -> bool:
    """X, and its windows on trimmed axes, are few enough; those of an empty batch as if it had one plane."""
    planes = max(1, X.shape[0] * X.shape[1])
    taps = planes * rows.y * rows.taps * columns.y * columns.taps
    return max(X.size, taps) <= MOST and max(rows.span, columns.span) < FURTHEST


def pooled(X: Array, rows: Axis, columns: Axis) -> tuple[Array, NDArray[np.int64]]:
    """Y and Indices of a call, each with the planes of X in a row and the windows of each plane in a row."""
    planes = native(X).reshape(-1, rows.x * columns.x)
    places = rows.places()[:, np.newaxis, :, np.newaxis] * columns.x + columns.places()[:, np.newaxis]
    taps = places.reshape(rows.y * columns.y, -1)
    first = numbers(planes)[:, taps].argmax(axis=2)
    Indices = taps[np.arange(len(taps)), first]
    Indices += np.arange(0, planes.size, planes.shape[1])[:, np.newaxis]
    Y = planes.reshape(-1)[Indices]
    if Y.dtype.kind == "f":
        Y = nan_as_lowest(Y)
    return Y.astype(X.dtype, copy=False), Indices
