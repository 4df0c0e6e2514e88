"""Smaller calls beside a call: all ways in which a few of its quantities move by one, and all calls below it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, lru_cache
from itertools import combinations, islice, product
from math import prod
from typing import TypeAlias

import numpy as np

from reference.conformance.cases.geometry import defined, is_legal
from reference.onnx import SpatialAxis
from reference.runtimes.protocol import Array, RuntimeCall

Lists: TypeAlias = tuple[int, ...]
"""kernel_shape, strides, dilations and pads of a call, one after the other: ten numbers."""
LEAST: Lists = (1,) * 6 + (0,) * 4
TOGETHER = 3
"""So many attributes move at once; with a size of X one fewer."""
FEW = 6
"""Below an X of so many elements at most, smaller calls are tried one after the other,"""
MOST_BELOW = 2000
"""so many of them,"""
MORE = 2
"""and where elements are fewer, with attributes of so much more in sum."""
PAIRS = ((0, 1), (2, 3), (4, 5), (6, 7), (8, 9), (6, 8), (7, 9))
"""Entries that are alike in many calls: those of two axes, and the pads at two ends."""


def lists_of(call: RuntimeCall) -> Lists:
    """The lists of a call."""
    return (*call.kernel_shape, *call.strides, *call.dilations, *call.pads)


def with_lists(call: RuntimeCall, lists: Lists) -> RuntimeCall:
    """A call with other lists."""
    return replace(call, kernel_shape=lists[:2], strides=lists[2:4], dilations=lists[4:6], pads=lists[6:])


def plainness(X: Array) -> tuple[int, int]:
    """How many elements are neither 0 nor 1, and how many are not 0: an X with less is plainer."""
    zero = (X == 0) & ~np.signbit(X) if X.dtype.kind == "f" else X == 0
    return int((~zero & (X != 1)).sum()), int((~zero).sum())


def moved(lists: Lists, X: Array) -> Iterator[tuple[Lists, Array]]:
    """Calls with less of X, attributes moving with it, down or up; and calls with smaller attributes on the same X."""
    yield from _global(lists, X)
    yield from ((changed, X) for changed in _tightened(lists))
    for cropped in _cropped(X):
        yield lists, cropped
        yield from ((changed, cropped) for changed in _lowered(lists, TOGETHER - 1))
        yield from ((_shifted(lists, raised=units), cropped) for units in _choices(1))
    yield from ((changed, X) for changed in _lowered(lists, TOGETHER))
    yield from ((changed, X) for changed in _traded(lists))


def fewer(lists: Lists, X: Array) -> Iterator[tuple[Lists, Array]]:
    """Calls on fewer elements of a small X, in any shape, with the attributes as they are."""
    if X.size <= FEW:
        shapes = sorted((s for s in product(range(1, X.size), repeat=4) if prod(s) < X.size), key=prod)
        yield from ((lists, part.reshape(shape)) for shape in shapes for part in _chosen(X, prod(shape)))


def below(lists: Lists, X: Array) -> Iterator[tuple[Lists, Array]]:
    """Legal calls that are smaller than one on a small X, the smallest first, so many at most.

    A call is smaller that has fewer elements, or as many and less attributes in sum. X is filled with elements of it;
    where there are no fewer, it stays.
    """
    return islice(_below(lists, X), MOST_BELOW if X.size <= FEW else 0)


def _chosen(X: Array, size: int) -> Iterator[Array]:
    """So many elements of X, in their order."""
    return (np.array(chosen, X.dtype) for chosen in combinations(X.reshape(-1), size))


def _below(lists: Lists, X: Array) -> Iterator[tuple[Lists, Array]]:
    flat, above = X.reshape(-1), sum(lists) - sum(LEAST)
    sizes = (range(1, max(size, 1) + 1) for size in X.shape[:2])
    every = product(*sizes, range(1, X.size + 1), range(1, X.size + 1))
    shapes = sorted((s for s in every if prod(s) <= X.size), key=prod)
    for weight in range(1, X.size + above + MORE + 1):
        for shape in shapes:
            more = weight - prod(shape)
            if more >= 0 and (prod(shape) < X.size or more < above):
                fillings = (X,) if shape == X.shape else (np.resize(flat, shape), np.resize(flat[::-1], shape))
                yield from product(_of_sum(shape[2:], more), fillings)


def _of_sum(plane: tuple[int, ...], more: int) -> Iterator[Lists]:
    """The lists of all legal calls on a plane whose attributes are more than the least, by so much in sum."""
    for rows in range(more + 1):
        axes = (_on_axis(plane[0], rows), _on_axis(plane[1], more - rows))
        yield from (tuple(entry for pair in zip(*both, strict=True) for entry in pair) for both in product(*axes))


@cache
def _on_axis(x: int, more: int) -> tuple[tuple[int, ...], ...]:
    """Kernel, stride, dilation and pads of all legal axes on a size, by so much more than the least in sum."""
    parts = (
        (kernel, stride, dilation, begin, more - kernel - stride - dilation - begin)
        for kernel in range(more + 1)
        for stride in range(more + 1 - kernel)
        for dilation in range(more + 1 - kernel - stride)
        for begin in range(more + 1 - kernel - stride - dilation)
    )
    found = ((k + 1, s + 1, d + 1, begin, end) for k, s, d, begin, end in parts)
    return tuple(axis for axis in found if _is_legal(x, *axis))


@lru_cache(maxsize=2**16)
def _is_legal(x: int, kernel: int, stride: int, dilation: int, begin: int, end: int) -> bool:
    return is_legal(defined(SpatialAxis(x, kernel, dilation, stride, begin, end)))


def _global(lists: Lists, X: Array) -> Iterator[tuple[Lists, Array]]:
    """Where the kernel is as large as a small plane: such calls on all planes with fewer elements."""
    if lists[:2] == X.shape[2:] and X.size <= FEW**2:
        planes = (plane for plane in product(range(1, X.size), repeat=2) if prod(plane) < prod(X.shape[2:]))
        for plane in sorted(planes, key=lambda plane: (prod(plane), sum(plane))):
            yield (*plane, *lists[2:]), np.resize(X, (*X.shape[:2], *plane))


def _tightened(lists: Lists) -> Iterator[Lists]:
    """A kernel or a dilation less by one on either axis or on both, and as much less padding as the extent is less."""
    for axes, what, end in product(((0, 1), (0,), (1,)), (0, 4), (0, 2)):
        changed = list(lists)
        for i in axes:
            less = lists[4 + i] if what == 0 else lists[i] - 1
            changed[what + i] -= 1
            for pad in (6 + i + end, 6 + i + 2 - end):
                taken = min(changed[pad], less)
                changed[pad], less = changed[pad] - taken, less - taken
        if min(changed[:6]) >= 1:
            yield tuple(changed)


def _cropped(X: Array) -> Iterator[Array]:
    """X without its first or last entries, channels, rows or columns, many or one; without a row and a column."""
    for axis in range(4):
        size = X.shape[axis]
        for less in (2**power for power in reversed(range((size - 1).bit_length()))):
            yield X.take(range(size - less), axis)
            yield X.take(range(less, size), axis)
    if min(X.shape[2:]) > 1:
        for row, column in product((slice(1, None), slice(0, -1)), repeat=2):
            yield X[:, :, row, column].copy()


@cache
def _choices(most: int) -> tuple[frozenset[int], ...]:
    """Up to so many of the ten entries, where two that are alike count as one."""
    units = [*((i,) for i in range(len(LEAST))), *PAIRS]
    some = (frozenset[int]().union(*chosen) for n in range(1, most + 1) for chosen in combinations(units, n))
    return tuple(sorted(dict.fromkeys(some), key=lambda entries: (len(entries), sorted(entries))))


def _shifted(lists: Lists, lowered: frozenset[int] = frozenset(), raised: frozenset[int] = frozenset()) -> Lists:
    """Some entries less by one, and some more."""
    return tuple(entry - (i in lowered) + (i in raised) for i, entry in enumerate(lists))


def _lowered(lists: Lists, most: int) -> Iterator[Lists]:
    """Up to so many attributes less by one."""
    changed = (_shifted(lists, entries) for entries in _choices(most))
    return (c for c in changed if all(entry >= least for entry, least in zip(c, LEAST, strict=True)))


def _traded(lists: Lists) -> Iterator[Lists]:
    """Two attributes less by one, and another more."""
    for lower in _lowered(lists, 2):
        if sum(lists) - sum(lower) >= 2:
            yield from (_shifted(lower, raised=frozenset([i])) for i in range(len(lists)) if lower[i] == lists[i])
