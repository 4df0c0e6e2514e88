"""MaxPool-8 as OpenVINO's page defines it: one to three spatial axes, and an index whose first axis can be chosen."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reference.call import describe, describe_attribute
from reference.onnx import axes_of, pool, spatial_axes
from spec.maxpool.parents import OPENVINO_INDEX, OPENVINO_NAMES, openvino_operator

AUTO_PADS = OPENVINO_NAMES["auto_pad"]
_INDEX_TYPES: dict[str, type[np.signedinteger[Any]]] = {"i32": np.int32, "i64": np.int64}


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

    Raises spec.operator.operator.Violation (a ValueError) before anything is allocated, at the first broken clause of
    `spec.maxpool.parents.openvino_operator`. One comes after the computation: `openvino.8.indices`, for a selected
    index that does not fit i32.

    Source: openvino-maxpool-8.md, by way of `spec.maxpool.family`.
    """
    n = spatial_axes(X)
    explicit = auto_pad == "explicit"
    attributes = {
        "auto_pad": auto_pad,
        "axis": axis,
        "dilations": [1] * n if dilations is None else dilations,
        "index_element_type": index_element_type,
        "kernel": kernel,
        "pads_begin": pads_begin if explicit else [0] * n,
        "pads_end": pads_end if explicit else [0] * n,
        "rounding_type": rounding_type,
        "strides": strides,
    }
    operator = openvino_operator(n)
    call = operator.check(describe(X, attributes, {}))
    Y, Indices = pool(X, axes_of(operator, call))
    return Y, _typed(Indices % prod(X.shape[axis:]) if Indices.size else Indices, index_element_type)


def _typed(Indices: NDArray[np.int64], index_element_type: str) -> NDArray[np.signedinteger[Any]]:
    found = describe_attribute("index_element_type", index_element_type)
    OPENVINO_INDEX.check({**found, "index": int(Indices.max(initial=0))})
    return Indices.astype(_INDEX_TYPES[index_element_type])
