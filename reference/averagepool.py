"""The restricted AveragePool operator as plain loops over exact rationals, in the specification's own names."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reference.call import described
from reference.maxpool import require_work
from reference.windows import Entries, exact, windows
from spec.averagepool.operator import ATTRIBUTES, AVERAGEPOOL


def pool(X: NDArray[Any], *, count_include_pad: int, kernel_shape: Entries, **lists: Entries) -> NDArray[Any]:
    """Y of rationals X (N x C x H x W), for attributes that meet the clauses. Clauses: Y.count, Y.average.

    Raises ZeroDivisionError at a window without taps on X where padding does not count.
    """
    rows = windows(X, kernel_shape=kernel_shape, **lists)
    Y = np.empty((*X.shape[:2], len(rows), len(rows[0])), object)
    for b, c, m, n in np.ndindex(Y.shape):
        taps = rows[m][n]
        total = sum((X[b, c, row, column] for _, _, row, column in taps), Fraction(0))
        Y[b, c, m, n] = total / (kernel_shape[0] * kernel_shape[1] if count_include_pad else len(taps))
    return Y


def averagepool(X: object, **attributes: Any) -> NDArray[Any]:
    """AveragePool in its restricted profile, exact: Y holds fractions.Fraction, and nothing is rounded.

    X: a tensor (numpy.ndarray) of shape (N, C, H, W) and type float16, float32 or float64, of finite elements. Every
    attribute is required. Raises spec.operator.operator.Violation at the first clause that the call breaks, TooMuchWork
    where there is too much to visit, and ValueError for an element that is not finite.
    """
    call = AVERAGEPOOL.check(described({"X": X}, ATTRIBUTES, attributes))
    assert isinstance(X, np.ndarray)
    require_work(X.size, call["dY_2"] * call["dY_3"] * attributes["kernel_shape"][0] * attributes["kernel_shape"][1])
    lists = {name: attributes[name] for name in ("dilations", "kernel_shape", "pads", "strides")}
    return pool(exact(X), count_include_pad=attributes["count_include_pad"], **lists)
