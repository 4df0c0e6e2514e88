"""Windows in the plane, one by one, for the exact references: where each is, and which of its taps fall on X."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

Entries = Sequence[int]
Tap = tuple[int, int, int, int]
"""A tap (h, w) of a window, and the row and column of X under it."""


def windows(
    X: NDArray[Any], *, dilations: Entries, kernel_shape: Entries, pads: Entries, strides: Entries
) -> list[list[list[Tap]]]:
    """For each row and column of windows of X (N x C x H x W), the taps that fall on X. Clause: Y.shape."""
    size_h, size_w = (
        (X.shape[i + 2] + pads[i] + pads[i + 2] - dilations[i] * (kernel_shape[i] - 1) - 1) // strides[i] + 1
        for i in range(2)
    )

    def taps(m: int, n: int) -> Iterator[Tap]:
        for h in range(kernel_shape[0]):
            row = m * strides[0] + h * dilations[0] - pads[0]
            for w in range(kernel_shape[1]):
                column = n * strides[1] + w * dilations[1] - pads[1]
                if 0 <= row < X.shape[2] and 0 <= column < X.shape[3]:
                    yield h, w, row, column

    return [[list(taps(m, n)) for n in range(size_w)] for m in range(size_h)]


def exact(tensor: NDArray[Any]) -> NDArray[Any]:
    """The elements as rationals. Raises ValueError where one is not finite: it has no exact value."""
    if not np.isfinite(tensor).all():
        raise ValueError("reference.finite: expects finite elements; others have no exact value")
    return np.array([Fraction(v.item()) for v in tensor.flat], object).reshape(tensor.shape)
