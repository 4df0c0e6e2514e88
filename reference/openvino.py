"""MaxPool-8 as OpenVINO's page defines it: one to three spatial axes, and an index whose first axis can be chosen."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reference.onnx import (
    Axis,
    ParentViolation,
    check_shape,
    check_tensor,
    check_windows,
    integer,
    integers,
    one_of,
    pool,
    require,
)
from spec.maxpool.family import OPENVINO_CEIL, OPENVINO_FLOOR, OPENVINO_SAME, OPENVINO_VALID, VERSIONS

AUTO_PADS = ("explicit", "valid", "same_upper", "same_lower")
_ROUNDINGS = {"floor": OPENVINO_FLOOR, "ceil": OPENVINO_CEIL}
_INDEX_TYPES: dict[str, type[np.signedinteger[Any]]] = {"i32": np.int32, "i64": np.int64}
_SAME_PADDING = VERSIONS[12].same_pad
"""The page gives no formula for the padding that makes the sizes equal; ONNX's is the one that does."""


def maxpool(
    X: NDArray[Any],
    *,
    strides: Sequence[int],
    kernel: Sequence[int],
    pads_begin: Sequence[int] | None = None,
    pads_end: Sequence[int] | None = None,
    dilations: Sequence[int] | None = None,
    rounding_type: str = "floor",
    auto_pad: str = "explicit",
    index_element_type: str = "i64",
    axis: int = 0,
) -> tuple[NDArray[Any], NDArray[np.signedinteger[Any]]]:
    """MaxPool-8 on a tensor X of shape (N, C, D1, ..., Dn), 1 <= n <= 3, of a floating-point or integer type.

    Lists are lists or tuples of n integers; `dilations` None are ones. `pads_begin` and `pads_end` are needed where
    `auto_pad` is explicit, and ignored elsewhere; `rounding_type` counts where `auto_pad` is explicit. same_upper and
    same_lower give the output the size of X whatever the stride is, as the page says; a negative padding is taken as 0.

    Returns Y, of X's dtype, and Indices, int64 or int32 by `index_element_type`, both of shape (N, C, y1, ..., yn). An
    index counts the elements of X, without padding, in the axes from `axis` to the last: row-major, modulo their
    product. Padding is no value, where the page has -inf; NaN and ties are as in `spec.maxpool.semantics`.

    Raises ParentViolation (a ValueError) before anything is allocated. Its labels: `openvino.8.types`;
    `strides.positive` and `dilations.positive` for a zero, which the page allows; `Y.positive`; `windows.meet-input`;
    `X.tensor`, `X.rank`, `X.spatial`; and for each attribute `.type`, `.length`, `.domain`, `.positive` or
    `.non-negative`. One comes after the computation: `openvino.8.indices`, for a selected index that does not fit i32.

    Source: openvino-maxpool-8.md, by way of `spec.maxpool.family`.
    """
    check_tensor(X)
    _check_type(X)
    check_shape(X, most_axes=5)
    n = X.ndim - 2
    auto_pad = one_of("auto_pad", AUTO_PADS, auto_pad)
    rounding_type = one_of("rounding_type", tuple(_ROUNDINGS), rounding_type)
    index_element_type = one_of("index_element_type", tuple(_INDEX_TYPES), index_element_type)
    axis = _index_axis(axis, X.ndim)
    explicit = auto_pad == "explicit"
    begins = integers("pads_begin", pads_begin, n, 0) if explicit else (0,) * n
    ends = integers("pads_end", pads_end, n, 0) if explicit else (0,) * n
    lists = (
        X.shape[2:],
        integers("kernel", kernel, n, 1),
        integers("dilations", (1,) * n if dilations is None else dilations, n, 1),
        integers("strides", strides, n, 1),
        begins,
        ends,
    )
    axes = tuple(_completed(Axis(*entries), auto_pad, rounding_type) for entries in zip(*lists, strict=True))
    check_windows(axes)
    Y, Indices = pool(X, axes)
    return Y, _typed(Indices % prod(X.shape[axis:]) if Indices.size else Indices, index_element_type)


def _check_type(X: NDArray[Any]) -> None:
    is_number = X.dtype.kind in "fiu" or X.dtype.name == "bfloat16"
    require(is_number, "openvino.8.types", "a floating-point or integer type", X.dtype.name)


def _index_axis(axis: object, rank: int) -> int:
    """The axis that an index begins with, counted from the start or, if negative, from the end."""
    axis = integer("axis.type", axis)
    require(-rank <= axis < rank, "axis.domain", f"an axis from {-rank} to {rank - 1}", str(axis))
    return axis


def _completed(axis: Axis, auto_pad: str, rounding_type: str) -> Axis:
    """The axis with its output size, and with the padding that `auto_pad` asks for."""
    if auto_pad == "explicit":
        return axis.sized(_ROUNDINGS[rounding_type])
    if auto_pad == "valid":
        return axis.sized(OPENVINO_VALID)
    return axis.sized(OPENVINO_SAME).same_padded(_SAME_PADDING, extra_at_end=auto_pad == "same_upper")


def _typed(Indices: NDArray[np.int64], index_element_type: str) -> NDArray[np.signedinteger[Any]]:
    dtype = _INDEX_TYPES[index_element_type]
    most = int(np.iinfo(dtype).max)
    if (Indices > most).any():
        raise ParentViolation("openvino.8.indices", f"indices up to {most}", str(Indices.max()))
    return Indices.astype(dtype)
