"""Axes that are drawn: kernels, strides, dilations, pads and sizes as they come, small ones more often.

Of squares every kernel is met with every stride, and sizes, channels and entries reach beyond what registers and short
integers hold.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate, product

import numpy as np

from reference.conformance.cases.geometry import Pair, defined, is_legal
from reference.onnx import SpatialAxis

Weighted = Sequence[tuple[int, float]]

KERNELS: Weighted = (
    *((1, 0.1), (2, 0.24), (3, 0.24), (4, 0.1), (5, 0.1), (6, 0.05)),
    *((7, 0.05), (8, 0.04), (9, 0.03), (11, 0.03), (13, 0.02)),
)
STRIDES: Weighted = ((1, 0.4), (2, 0.32), (3, 0.13), (4, 0.07), (5, 0.04), (6, 0.02), (8, 0.02))
DILATIONS: Weighted = ((1, 0.74), (2, 0.15), (3, 0.06), (4, 0.03), (6, 0.02))
RANGES = ((1, 13), (13, 41), (41, 97), (97, 161))
SIZES: Weighted = ((0, 0.44), (1, 0.4), (2, 0.14), (3, 0.02))
"""How often a size of each range is drawn, by its number."""
CHANNELS: Weighted = (
    *((1, 0.34), (2, 0.12), (3, 0.12), (4, 0.07), (5, 0.05), (8, 0.08)),
    *((9, 0.03), (16, 0.06), (17, 0.04), (32, 0.04), (64, 0.05), (128, 0.02), (257, 0.02)),
)
ANY_CHANNELS = 0.15
"""So often any number of channels up to 40 is drawn, for whatever a runtime does with those left over."""
BATCHES: Weighted = ((1, 0.8), (2, 0.1), (3, 0.05), (5, 0.03), (9, 0.02))
FAR: Weighted = ((256, 0.4), (512, 0.2), (1024, 0.2), (4096, 0.1), (2**16, 0.1))
"""Of a long axis: a size about so much or up to half as much again."""
Sliding = tuple[int, int, int]
"""A kernel, a stride, and a pad at both ends."""
SQUARES: tuple[Sliding, ...] = tuple(
    (k, s, pad) for (k, _), (s, _) in product(KERNELS, STRIDES) for pad in sorted({0, k // 2})
)
"""Every kernel with every stride, with no padding and with half of the kernel."""
MOST_ELEMENTS = 2**14
"""Of a tensor that is drawn; networks bring larger ones."""


def one_of(random: np.random.Generator, weighted: Weighted) -> int:
    """One of some numbers, by their weights."""
    numbers, weights = zip(*weighted, strict=True)
    ends = tuple(accumulate(weights))
    return int(numbers[bisect(ends[:-1], random.random() * ends[-1])])


def drawn_axis(random: np.random.Generator, square: Sliding | None = None) -> SpatialAxis:
    """Any legal axis, or one of a kernel, a stride and a pad."""
    while True:
        dilation = one_of(random, DILATIONS)
        if square is None:
            kernel, stride = one_of(random, KERNELS), one_of(random, STRIDES)
            begin, end = _pads(random, kernel, dilation)
        else:
            kernel, stride, begin = square
            end = begin
        axis = defined(SpatialAxis(_size(random), kernel, dilation, stride, begin, end))
        if is_legal(axis):
            return axis


def long_axis(random: np.random.Generator) -> SpatialAxis:
    """A legal axis with more positions than short integers number."""
    least = one_of(random, FAR)
    while True:
        axis = defined(replace(drawn_axis(random), x=int(random.integers(least - 1, least + least // 2))))
        if is_legal(axis):
            return axis


def drawn_square(random: np.random.Generator, number: int) -> Pair:
    """Two axes of one kernel, stride, dilation and pads; mostly of one size. Those of even numbers take all in turn."""
    axis = drawn_axis(random, None if number % 2 else SQUARES[number // 2 % len(SQUARES)])
    while random.random() < 0.4:
        other = defined(replace(axis, x=_size(random)))
        if is_legal(other):
            return axis, other
    return axis, axis


def drawn_shape(random: np.random.Generator, plane: int) -> tuple[int, int]:
    """N and C, so that the tensor is not too large."""
    n, c = one_of(random, BATCHES), one_of(random, CHANNELS)
    if random.random() < ANY_CHANNELS:
        c = int(random.integers(1, 41))
    while n * c * plane > MOST_ELEMENTS and n * c > 1:
        n, c = max(1, n - 1), max(1, c // 2)
    return n, c


def _size(random: np.random.Generator) -> int:
    return int(random.integers(*RANGES[one_of(random, SIZES)]))


def _pads(random: np.random.Generator, kernel: int, dilation: int) -> tuple[int, int]:
    """None; half of the kernel at both ends, as most runtimes take; one end alone; or any that a window may hold."""
    most, how = dilation * (kernel - 1), random.random()
    if how < 0.35 or most == 0:
        return 0, 0
    if how < 0.7:
        pad = min(kernel // 2, 1 + int(random.integers(0, kernel // 2)))
        return pad, pad
    if how < 0.85:
        pad = 1 + int(random.integers(0, kernel // 2))
        return (0, pad) if random.random() < 0.6 else (pad, 0)
    begin, end = (int(random.integers(0, most + 1)) for _ in range(2))
    return begin, end
