"""MaxPool of com.ms.internal.nhwc, version 11: ONNX's version 11 on tensors whose channel is the last axis."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reference.onnx import Outputs, maxpool_by, spatial_axes
from spec.maxpool.family import VERSIONS

RULES = replace(VERSIONS[11], types=VERSIONS[12].types)
"""The page repeats version 11 without its type constraints; its first example is of uint8, which version 12 added."""


def maxpool(
    X: NDArray[Any],
    *,
    kernel_shape: Sequence[int],
    auto_pad: str | None = None,
    ceil_mode: int | None = None,
    dilations: Sequence[int] | None = None,
    pads: Sequence[int] | None = None,
    storage_order: int | None = None,
    strides: Sequence[int] | None = None,
) -> Outputs:
    """MaxPool on a tensor X of shape (N, D1, ..., Dn, C), n >= 1; the attributes are those of `reference.onnx.maxpool`.

    Returns Y, of X's dtype, and Indices, int64, both of shape (N, y1, ..., yn, C): ONNX's outputs for X with its
    channel moved to the second axis, moved back. An index counts the elements of the moved tensor, of shape
    (N, C, D1, ..., Dn): the page writes its range as [0, N x C x D1 x ... x Dn). The page lists `activation` and
    `activation_params` and gives them no meaning; they are not taken.

    Raises spec.operator.operator.Violation as `reference.onnx.maxpool` does; `onnx.11.types` for a type that is not
    float16, float, double, int8 or uint8.

    Source: nhwc-maxpool-11.rst.
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
    # What has no spatial axes is refused as it is.
    Y, Indices = maxpool_by(RULES, np.moveaxis(X, -1, 1) if spatial_axes(X) else X, given)
    return np.moveaxis(Y, 1, -1), np.moveaxis(Indices, 1, -1)
