"""Less than any implementation, or one in NumPy, has to do: timed beside the twin, in the same run.

COPY: X is read once, and as many bytes are written as Y and Indices have: what the memory lets through. MAXIMA: the
maxima of all windows by `numpy.maximum` alone, blocks of planes that fit in the cache at a time, with as few merges as
the twin has; nothing of clauses, padding, NaN, signs of zeros or indices.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from proofs.bench.cases import TimedCase
from reference.fast.axis import Axis, doubling_merges_less
from reference.fast.bands import BLOCK
from reference.runtimes.protocol import Array

COPY, MAXIMA = "copy", "maxima"


def copying(case: TimedCase, X: Array, indices: bool) -> Callable[[], tuple[Array, ...]]:
    """Copies X, and writes what outputs have."""
    shape = (*X.shape[:2], *case.call(X.dtype.name).windows)
    room, outputs = np.empty_like(X), [np.empty(shape, X.dtype), np.empty(shape, np.int64)][: 1 + indices]

    def run() -> tuple[Array, ...]:
        np.copyto(room, X)
        for output in outputs:
            output.fill(1)
        return tuple(outputs)

    return run


def maxima(case: TimedCase, X: Array, indices: bool) -> Callable[[], tuple[Array, ...]]:
    """The maxima of the windows that no padding is in, along rows and then down columns."""
    # A kernel that no window without padding has room for is cut.
    unpadded = replace(case, pad=0).call(X.dtype.name)
    rows, columns = (
        Axis(x, case.kernel, case.dilation, case.stride, 0, max(1, y))
        for x, y in zip(case.shape[2:], unpadded.windows, strict=True)
    )
    planes = X.reshape(-1, rows.x, columns.x)
    many = max(1, BLOCK // 4 // (rows.x * columns.x * X.itemsize))

    def run() -> tuple[Array, ...]:
        Y = np.empty((len(planes), rows.y, columns.y), X.dtype)
        for first in range(0, len(planes), many):
            part = planes[first : first + many]
            if rows.y == columns.y == 1:
                down, along = (slice(0, a.kernel * a.dilation, a.dilation) for a in (rows, columns))
                taps = part[:, down, along]
                Y[first : first + many, 0, 0] = taps.reshape(len(part), -1).max(axis=1)
                continue
            Y[first : first + many] = _folded(_folded(part, columns, 2), rows, 1)
        return (Y.reshape(*X.shape[:2], rows.y, columns.y),)

    return run


def _folded(planes: Array, axis: Axis, number: int) -> Array:
    """The maxima of the windows on one axis of planes, which has this number."""

    def part(array: Array, start: int, size: int, step: int) -> Array:
        cut = [slice(None)] * 3
        cut[number] = slice(start, start + (size - 1) * step + 1, step)
        return array[tuple(cut)]

    kernel = min(axis.kernel, (axis.x - 1) // axis.dilation + 1)
    if axis.y == 1:
        found: Array = part(planes, 0, kernel, axis.dilation).max(axis=number, keepdims=True)
        return found
    if doubling_merges_less(axis):
        width, best = 1, planes
        while width < kernel:
            further = min(width, kernel - width)
            size = best.shape[number] - further * axis.dilation
            best = np.maximum(part(best, 0, size, 1), part(best, further * axis.dilation, size, 1))
            width += further
        return part(best, 0, axis.y, axis.stride)
    best = part(planes, 0, axis.y, axis.stride)
    for tap in range(1, kernel):
        best = np.maximum(best, part(planes, tap * axis.dilation, axis.y, axis.stride))
    return best
