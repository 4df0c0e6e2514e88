"""The restricted Conv operator as plain loops over exact rationals, in the specification's own names."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reference.call import ABSENT, described
from reference.maxpool import require_work
from reference.windows import Entries, exact, windows
from spec.conv.operator import ATTRIBUTES, CONV


def convolve(X: NDArray[Any], W: NDArray[Any], B: NDArray[Any] | None, *, group: int, **lists: Entries) -> NDArray[Any]:
    """Y of rationals X (N x C x H x W), W (M x C/group x kH x kW) and B (M), or none, for attributes that meet the
    clauses. Clause: Y.convolution.
    """
    rows = windows(X, **lists)
    maps, channels = W.shape[:2]
    Y = np.empty((X.shape[0], maps, len(rows), len(rows[0])), object)
    for b, c, m, n in np.ndindex(Y.shape):
        first = c // (maps // group) * channels
        Y[b, c, m, n] = Fraction(0) if B is None else B[c]
        for i in range(channels):
            for h, w, row, column in rows[m][n]:
                Y[b, c, m, n] += X[b, first + i, row, column] * W[c, i, h, w]
    return Y


def conv(X: object, W: object, B: object = ABSENT, **attributes: Any) -> NDArray[Any]:
    """Conv in its restricted profile, exact: Y holds fractions.Fraction, and nothing is rounded.

    X, W, B: tensors (numpy.ndarray) of shapes (N, C, H, W), (M, C / group, kH, kW) and (M), of one type, float16,
    float32 or float64, of finite elements; B may be left out. Every attribute is required. Raises
    spec.operator.operator.Violation at the first clause that the call breaks, TooMuchWork where there is too much to
    visit, and ValueError for an element that is not finite.
    """
    call = CONV.check(described({"X": X, "W": W, "B": B}, ATTRIBUTES, attributes))
    assert isinstance(X, np.ndarray)
    assert isinstance(W, np.ndarray)
    require_work(X.size, call["dX_0"] * W.size * call["dY_2"] * call["dY_3"])
    lists = {name: attributes[name] for name in ("dilations", "kernel_shape", "pads", "strides")}
    bias = exact(B) if isinstance(B, np.ndarray) else None
    return convolve(exact(X), exact(W), bias, group=attributes["group"], **lists)
