"""MaxPool as ONNX defines it: any number of spatial axes, every attribute, versions 1, 8, 10, 11, 12 and 22.

What a call must meet, output sizes and SAME padding are the clauses of `spec.maxpool.parents`, evaluated. What ONNX
leaves open is decided as in `spec.maxpool.semantics`: a NaN counts as -inf, padding is no value, the first maximum is
selected. The computation is written apart from `reference.maxpool`, so that each can be held against the other: a
window here is the list of its in-range taps, from which Python's `max` takes the first greatest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import product
from math import prod
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from reference.call import describe, describe_attribute
from spec.maxpool.family import VERSIONS, OperatorVersion
from spec.maxpool.family_semantics import BEGIN, END, begin
from spec.maxpool.parents import ONNX_VERSION, onnx_operator
from spec.operator.claims import Claim
from spec.operator.operator import Operator
from spec.readings.value import evaluate
from spec.window.names import dilation, kernel, stride, x, y

Tap = tuple[int, ...]
Outputs = tuple[NDArray[Any], NDArray[np.int64]]


@dataclass(frozen=True, slots=True)
class SpatialAxis:
    """One spatial axis. Its fields bear the names of `spec.maxpool.vocabulary`: formulas are evaluated on them."""

    x: int
    kernel: int
    dilation: int
    stride: int
    pad_begin: int = 0
    pad_end: int = 0
    y: int = 0

    def value(self, claim: Claim) -> int:
        """What a claim's formula gives for this axis."""
        return int(evaluate(claim.term, asdict(self)))

    def sized(self, size: Claim) -> SpatialAxis:
        """The axis with the output size that a formula gives."""
        return replace(self, y=self.value(size))

    def same_padded(self, padding: Claim, *, extra_at_end: bool) -> SpatialAxis:
        """The axis with SAME padding, split in halves. A negative sum is taken as 0: nothing is cut off X."""
        words = {
            "auto_pad": "SAME_UPPER" if extra_at_end else "SAME_LOWER",
            "same_padding": max(0, self.value(padding)),
        }
        begins, ends = (int(evaluate(claim.term, words)) for claim in (BEGIN, END))
        return replace(self, pad_begin=begins, pad_end=ends)

    def taps(self, window: int) -> range:
        """The positions on X of the in-range taps of one window, in ascending order."""
        start = window * self.stride - self.pad_begin
        end = start + self.kernel * self.dilation
        first = start if start >= 0 else start % self.dilation
        return range(first, min(end, self.x), self.dilation)


def maxpool(
    X: NDArray[Any],
    *,
    version: int = 22,
    kernel_shape: Sequence[int],
    auto_pad: str | None = None,
    ceil_mode: int | None = None,
    dilations: Sequence[int] | None = None,
    pads: Sequence[int] | None = None,
    storage_order: int | None = None,
    strides: Sequence[int] | None = None,
) -> Outputs:
    """MaxPool of ONNX, in one of its versions.

    X: a tensor of shape (N, C, D1, ..., Dn), n >= 1, of an element type of the version, in any memory layout and byte
    order; it is never written to. N and C may be 0. An attribute that is None is not set. Lists are lists or tuples of
    integers, NumPy's included: n entries, and 2n in `pads`, all begins first. `ceil_mode` and `storage_order` may be
    True or False too.

    Returns Y, of X's dtype, and Indices, int64, both of shape (N, C, y1, ..., yn). Indices counts the elements of X
    without padding, batch and channel outermost; under `storage_order` 1 the first spatial axis is the fastest.
    Version 1 has no output Indices: there it is this project's, as in version 8.

    Raises spec.operator.operator.Violation (a ValueError) before anything is allocated, at the first broken clause of
    `spec.maxpool.parents.ONNX_VERSION` and then of `onnx_operator`: those of the profile that are no restriction, and
    `onnx.<version>.types`, `onnx.<version>.attributes` for what the version lacks, `onnx.auto_pad.pads` for padding
    given twice.

    Source: onnx-maxpool.rst, operator schema of version 22, both by way of `spec.maxpool.family`.
    """
    given = {
        "auto_pad": auto_pad,
        "ceil_mode": ceil_mode,
        "dilations": dilations,
        "kernel_shape": kernel_shape,
        "pads": pads,
        "storage_order": storage_order,
        "strides": strides,
    }
    ONNX_VERSION.check(describe_attribute("version", version))
    return maxpool_by(VERSIONS[version], X, given)


def maxpool_by(rules: OperatorVersion, X: NDArray[Any], given: Mapping[str, object]) -> Outputs:
    """MaxPool by the rules of a version; `given` holds all of MaxPool's attributes, None for those that are not set."""
    n = spatial_axes(X)
    unknown = {name for name, value in given.items() if value is not None} - {"kernel_shape", *rules.attributes}
    operator = onnx_operator(rules, n)
    call = operator.check(describe(X, _completed(rules, n, given), dict.fromkeys(unknown)))
    return pool(X, axes_of(operator, call), order="F" if call["storage_order"] else "C")


def spatial_axes(X: object) -> int:
    """How many spatial axes a tensor has; 0 for what is none, which the first clauses of an operator say."""
    return max(0, X.ndim - 2) if isinstance(X, np.ndarray) else 0


def _completed(rules: OperatorVersion, n: int, given: Mapping[str, object]) -> dict[str, object]:
    """All attributes for n spatial axes; those that an early version lacks are as if not set in a later one."""
    defaults = {**VERSIONS[22].defaults(n), **rules.defaults(n)}
    full = {name: defaults.get(name) if value is None else value for name, value in given.items()}
    # False and True may be written for the two values of a flag.
    return {name: int(value) if isinstance(value, bool) else value for name, value in full.items()}


def axes_of(operator: Operator, call: Mapping[str, Any]) -> tuple[SpatialAxis, ...]:
    """The spatial axes of a call that an operator has checked, with the padding that its windows begin in."""
    words = {"x": x, "kernel": kernel, "dilation": dilation, "stride": stride, "pad_begin": begin, "y": y}
    return tuple(
        SpatialAxis(**{field: evaluate(axis[word], call) for field, word in words.items()}) for axis in operator.axes
    )


def pool(X: NDArray[Any], axes: Sequence[SpatialAxis], order: Literal["C", "F"] = "C") -> Outputs:
    """(Y, Indices) of a tensor of shape (N, C, D1, ..., Dn), for axes whose windows all meet the input.

    `order` is that of an index within the spatial axes: row-major or column-major. Clauses: Y.max-over-input,
    Indices.first-maximum, Indices.flat, NaN.as-minus-infinity, zeros.equal, Y.bits.
    """
    channels, spatial = X.shape[1], X.shape[2:]
    shape = (*X.shape[:2], *(axis.y for axis in axes))
    Y, Indices = np.empty(shape, X.dtype), np.empty(shape, np.int64)
    values, places = _values(X), np.arange(prod(spatial)).reshape(spatial, order=order)
    taps_of = [[axis.taps(m) for m in range(axis.y)] for axis in axes]
    for b, c in np.ndindex(X.shape[:2]):
        plane, first = values[b, c], (b * channels + c) * places.size
        for window in product(*(range(axis.y) for axis in axes)):
            taps = product(*(on_axis[m] for on_axis, m in zip(taps_of, window, strict=True)))
            # `max` keeps what came first, so that -0.0 and +0.0 are equal.
            tap = max(taps, key=plane.__getitem__)
            Y[b, c, *window] = plane[tap]
            Indices[b, c, *window] = first + places[tap]
    return Y, Indices


def _values(X: NDArray[Any]) -> NDArray[Any]:
    """What stands in Y for each element of X (`value` of the vocabulary): itself, but -inf for a NaN."""
    is_nan = X != X  # only a NaN differs from itself
    return np.where(is_nan, X.dtype.type(-np.inf), X) if is_nan.any() else X
