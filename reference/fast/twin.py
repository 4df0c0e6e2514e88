"""The fast twin: `reference.maxpool` bit for bit, at the speed of a production runtime, in NumPy alone.

Planes are pooled in blocks that fit in a processor's cache (`reference.fast.planes`): the first maximum of each row's
taps, and then of these down the columns, which is the first maximum of the window (theorem `values.rows-then-column`).
Each axis is folded in one of two ways (`reference.fast.folding`):

- tap by tap: kernel - 1 merges, each at y places of a line;
- by doubling: windows of 1, 2, 4 ... taps and at last of all, each merged from two that may overlap (theorem
  `values.overlapping-ranges`): ceil(log2(kernel)) merges, each at every position, about stride * y of them.

Doubling is chosen where that merges fewer elements: where ceil(log2(kernel)) * stride < kernel - 1. The rule is
measured, by `maxpool bench --runtimes`: see `docs/fast.md`. Calls of few taps are not folded (`reference.fast.small`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate
from operator import mul
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reference.call import ABSENT
from reference.fast.axis import Axis, Lines
from reference.fast.elements import Array, elements, has_negative_zero, native
from reference.fast.planes import Planes, bytes_of_plane
from reference.fast.small import is_small, pooled
from reference.maxpool import checked, require_work
from spec.maxpool.vocabulary import ATTRIBUTES

BLOCK = 2**21
"""Bytes of working memory for a block of planes, as far as one plane does not take more: what a core's cache holds."""


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
    few planes, whatever their number.

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
    if is_small(X, rows, columns):
        Y, Indices = pooled(X, rows, columns)
        return Y.reshape(shape), Indices.reshape(shape)
    call = _Call.of(X, rows, columns, shape)
    Y, Indices = call.new(call.X.dtype), call.new(np.dtype(np.int64))
    planes = None
    for block, X_block in call.blocks():
        planes = planes or call.planes(tapped=True)
        _select(planes, X_block, Y[block], Indices[block])
        call.place(block, Indices[block])
    return Y.reshape(call.shape), Indices.reshape(call.shape)


def maxpool_y(X: object, **attributes: object) -> NDArray[Any]:
    """Y alone, bit for bit that of `maxpool`: takes what it takes, raises what it raises, and follows no taps.

    Except where -0.0 is in X and a zero in Y: the sign of a first maximum that is zero is known by its tap alone.
    """
    known = {name: attributes.get(name, ABSENT) for name in ATTRIBUTES}
    unknown = {name: value for name, value in attributes.items() if name not in known}
    X, rows, columns, shape = _described(X, known, unknown)
    if is_small(X, rows, columns):
        return pooled(X, rows, columns)[0].reshape(shape)
    call = _Call.of(X, rows, columns, shape)
    Y, planes, tapping = call.new(call.X.dtype), None, None
    for block, X_block in call.blocks():
        planes, Y_block = planes or call.planes(tapped=False), Y[block]
        Y_block[...] = elements(planes.pooled(X_block).best, X_block.dtype)
        if not Y_block.all() and has_negative_zero(X_block):
            tapping = tapping or call.planes(tapped=True)
            _select(tapping, X_block, Y_block, np.empty(Y_block.shape, np.int64))
    return Y.reshape(call.shape)


@dataclass(frozen=True, slots=True)
class _Call:
    """A call that meets the clauses: X, its axes as they are folded, the shape of Y, and where gathered elements are.

    `lines` and `places`: of the axis from row to row, and of that along a row. A place is None, or which row or column
    of X each position of the axis is (`Axis.gathered`).
    """

    X: Array
    lines: tuple[Lines, Lines]
    shape: tuple[int, ...]
    places: tuple[NDArray[np.int64] | None, ...]

    @classmethod
    def of(cls, X: Array, rows: Axis, columns: Axis, shape: tuple[int, ...]) -> _Call:
        """A call that was checked, of trimmed axes."""
        (rows, row_places), (columns, column_places) = (axis.gathered() or (axis, None) for axis in (rows, columns))
        return cls(X, (Lines.of(rows), Lines.of(columns)), shape, (row_places, column_places))

    @property
    def at_once(self) -> int:
        """How many planes a block has: as many as BLOCK has room for, and twice X or an eighth of it; at least one."""
        room = min(BLOCK, max(2 * self.X.nbytes, BLOCK // 8))
        return max(1, min(self.shape[0] * self.shape[1], room // bytes_of_plane(*self.lines, self.X.dtype)))

    def new(self, dtype: np.dtype[Any]) -> Array:
        """A new tensor of the size of Y: all planes in a row."""
        return np.empty((self.shape[0] * self.shape[1], *self.shape[2:]), dtype)

    def planes(self, *, tapped: bool) -> Planes:
        """What pools a block."""
        return Planes(*self.lines, self.at_once, self.X.dtype, tapped=tapped)

    def blocks(self) -> Iterator[tuple[slice, Array]]:
        """Blocks of planes, in order: which of all planes they are, and their elements, gathered and native."""
        count, at_once = self.shape[0] * self.shape[1], self.at_once
        for start in range(0, count, at_once):
            block = slice(start, min(start + at_once, count))
            yield block, native(self._elements(block))

    def _elements(self, block: slice) -> Array:
        """The elements of a block of planes; nothing else of X is read or copied."""
        batches, channels = np.divmod(np.arange(block.start, block.stop), self.shape[1])
        if any(places is not None for places in self.places):
            rows, columns = (
                np.arange(x) if places is None else places
                for x, places in zip(self.X.shape[2:], self.places, strict=True)
            )
            corner = (slice(None), np.newaxis, np.newaxis)
            return self.X[batches[corner], channels[corner], rows[:, np.newaxis], columns]
        if self.X.flags.c_contiguous:
            return self.X.reshape(-1, *self.X.shape[2:])[block]
        return self.X[batches, channels]

    def place(self, block: slice, Indices: NDArray[np.int64]) -> None:
        """Turn flat indices in a block's planes, as they are gathered, into flat indices in X."""
        height, width = self.X.shape[2:]
        if any(places is not None for places in self.places):
            found = np.divmod(Indices, self.lines[1].axis.x)
            row, column = (at if places is None else places[at] for places, at in zip(self.places, found, strict=True))
            Indices[...] = row * width + column
        Indices += (np.arange(block.start, block.stop) * (height * width))[:, np.newaxis, np.newaxis]


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
    `float32.equal-keys` and the like): a zero is the one at its index (clause Y.bits).
    """
    found = planes.pooled(X)
    assert found.tap is not None
    planes.indices(found.tap, Indices)
    Y[...] = elements(found.best, X.dtype)
    if X.dtype.kind == "f":
        zeros = Y == 0
        if zeros.any():
            Y[zeros] = X.reshape(len(X), -1)[np.nonzero(zeros)[0], Indices[zeros]]
