"""The fast twin: `reference.maxpool` bit for bit, at the speed of a production runtime, in NumPy alone.

Planes are pooled in blocks that fit in a processor's cache (`reference.fast.planes`): the first maximum of each row's
taps, and then of these down the columns, which is the first maximum of the window (theorem `values.rows-then-column`).
Each axis is folded in one of two ways (`reference.fast.folding`):

- tap by tap: kernel - 1 merges, each at y places of a line;
- by doubling: windows of 1, 2, 4 ... taps and at last of all, each merged from two that may overlap (theorem
  `values.overlapping-ranges`): ceil(log2(kernel)) merges, each at every position, about stride * y of them.

Doubling is chosen where that merges fewer elements: where ceil(log2(kernel)) * stride < kernel - 1. The rule is
measured, by `maxpool bench --runtimes`: see `docs/fast.md`. Calls of few taps are not folded (`reference.fast.small`),
nor are those with one window a plane (`reference.fast.single`).
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate
from operator import mul
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reference.call import ABSENT
from reference.fast.axis import Axis
from reference.fast.bands import bands
from reference.fast.elements import Array, elements, has_negative_zero, nan_as_lowest
from reference.fast.planes import Planes
from reference.fast.single import is_single, pooled_window
from reference.fast.small import is_small, pooled
from reference.maxpool import checked, require_work
from spec.maxpool.vocabulary import ATTRIBUTES


def maxpool(
    X: object,
    *,
    auto_pad: object = ABSENT,
    ceil_mode: object = ABSENT,
    dilations: object = ABSENT,
    kernel_shape: object = ABSENT,
    pads: object = ABSENT,
    storage_order: object = ABSENT,
    strides: object = ABSENT,
    **unknown: object,
) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """MaxPool in the SONNX profile: takes what `reference.maxpool.maxpool` takes, and returns what it returns.

    X: a tensor (numpy.ndarray) of shape (N, C, H, W) and type float16, float32, float64, int8 or uint8, in any memory
    layout and byte order; it is never written to. Every attribute is required (clause R2). Returns Y, of X's dtype,
    and Indices, int64, both of the shape that `Y.shape` gives. Besides these and X, the memory that is taken is of a
    few planes or bands of a plane (`reference.fast.bands`), whatever their number.

    Raises spec.operator.operator.Violation (a ValueError), whose text starts with the label of the first clause that
    the call breaks; reference.maxpool.TooMuchWork where windows are too many to be checked one by one, or Y has more
    than MOST_VISITS elements (the plain loops must count taps too, this need not); MemoryError where Y does not fit.
    """
    attributes = {
        "auto_pad": auto_pad,
        "ceil_mode": ceil_mode,
        "dilations": dilations,
        "kernel_shape": kernel_shape,
        "pads": pads,
        "storage_order": storage_order,
        "strides": strides,
    }
    X, rows, columns, shape = _described(X, attributes, unknown)
    whole = _whole(X, rows, columns)
    if whole is not None:
        Y, Indices = whole
        return Y.reshape(shape), Indices.reshape(shape)
    Y, Indices = _planes(shape, X.dtype), _planes(shape, np.dtype(np.int64))
    planes = None
    for band in bands(X, rows, columns):
        planes = band.planes(planes, tapped=True)
        for block, X_block in band.blocks():
            found = Indices[block, band.windows]
            _select(planes, X_block, Y[block, band.windows], found)
            band.place(block, found)
    return Y.reshape(shape), Indices.reshape(shape)


def maxpool_y(X: object, **attributes: object) -> NDArray[Any]:
    """Y alone, bit for bit that of `maxpool`: takes what it takes, raises what it raises, and follows no taps.

    Except where -0.0 is in X and a zero in Y: the sign of a first maximum that is zero is known by its tap alone.
    """
    known = {name: attributes.get(name, ABSENT) for name in ATTRIBUTES}
    unknown = {name: value for name, value in attributes.items() if name not in known}
    X, rows, columns, shape = _described(X, known, unknown)
    whole = _whole(X, rows, columns)
    if whole is not None:
        return whole[0].reshape(shape)
    Y = _planes(shape, X.dtype)
    planes = tapping = None
    for band in bands(X, rows, columns):
        planes = band.planes(planes, tapped=False)
        for block, X_block in band.blocks():
            Y_block = Y[block, band.windows]
            if tapping is not None:  # Where zeros of both signs were met, they are mostly met again: once is enough.
                tapping = band.planes(tapping, tapped=True)
                _select(tapping, X_block, Y_block, np.empty(Y_block.shape, np.int64))
                continue
            Y_block[...] = elements(planes.pooled(X_block).best, X_block.dtype)
            if not Y_block.all() and has_negative_zero(X_block):
                tapping = band.planes(tapping, tapped=True)
                _select(tapping, X_block, Y_block, np.empty(Y_block.shape, np.int64))
    return Y.reshape(shape)


def _whole(X: Array, rows: Axis, columns: Axis) -> tuple[Array, NDArray[np.int64]] | None:
    """Y and Indices of a call that is not folded, each of its planes in a row; None for all others."""
    if is_single(rows, columns) and X.size:
        return pooled_window(X, rows, columns)
    return pooled(X, rows, columns) if is_small(X, rows, columns) else None


def _planes(shape: tuple[int, ...], dtype: np.dtype[Any]) -> Array:
    """A new tensor of the size of Y: all planes in a row."""
    return np.empty((shape[0] * shape[1], *shape[2:]), dtype)


def _described(
    X: object, attributes: Mapping[str, object], unknown: Mapping[str, object]
) -> tuple[Array, Axis, Axis, tuple[int, ...]]:
    """X, its trimmed axes and the shape of Y, checked as by the plain reference; raises what `maxpool` raises."""
    call = checked(X, attributes, unknown)
    shape = tuple(call[f"dY_{i}"] for i in range(4))
    require_work(*shape, *accumulate(shape, mul))
    return np.asarray(X), _axis(call, 0).trimmed(), _axis(call, 1).trimmed(), shape


def _axis(call: Mapping[str, Any], i: int) -> Axis:
    """A spatial axis of a call."""
    names = (f"dX_{2 + i}", f"kernel_shape[{i}]", f"dilations[{i}]", f"strides[{i}]", f"pads[{i}]", f"dY_{2 + i}")
    return Axis(*(call[name] for name in names))


def _select(planes: Planes, X: Array, Y: Array, Indices: NDArray[np.int64]) -> None:
    """Pool a block of planes X into Y and, counted in each plane, Indices.

    A number in Y has the bits that it has in X, or those of -inf for a NaN, unless it is a zero (theorem
    `float32.equal-keys` and the like): where X has a -0.0, elements are those at their indices (clause Y.bits).
    """
    found = planes.pooled(X)
    assert found.tap is not None
    planes.indices(found.tap, Indices)
    Y[...] = elements(found.best, X.dtype)
    if not Y.all() and has_negative_zero(X):
        planes_of = np.arange(0, X.size, X[0].size)[:, np.newaxis, np.newaxis]
        Y[...] = nan_as_lowest(np.take(X, Indices + planes_of))
