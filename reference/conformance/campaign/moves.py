"""Smaller calls beside a call: all ways in which a few of its quantities move by one, and all calls below it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, lru_cache
from itertools import combinations, product
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
"""Below an X of so many elements at most, all calls are tried."""
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
    for cropped in _cropped(X):
        yield lists, cropped
        yield from ((changed, cropped) for changed in _lowered(lists, TOGETHER - 1))
        yield from ((_shifted(lists, raised=units), cropped) for units in _choices(1))
    yield from ((changed, X) for changed in _lowered(lists, TOGETHER))
    yield from ((changed, X) for changed in _traded(lists))


def below(lists: Lists, X: Array) -> Iterator[tuple[Lists, Array]]:
    """All calls with fewer elements than a small X, whose attributes on either axis are no larger than the largest.

    X is filled with its elements, from the first on and from the last back.
    """
    if X.size > FEW:
        return
    tops = [max(lists[i : i + 2]) for i in (0, 0, 2, 2, 4, 4)] + [max(lists[6:])] * 4
    ranges = [range(least, top + 1) for least, top in zip(LEAST, tops, strict=True)]
    shapes = product(*(range(1, max(size, 1) + 1) for size in X.shape[:2]), range(1, X.size), range(1, X.size))
    flat = X.reshape(-1)
    for shape in sorted((s for s in shapes if prod(s) < X.size), key=prod):
        for smaller in sorted(product(*ranges), key=sum):
            if all(_is_legal(x, *smaller[i::2]) for i, x in enumerate(shape[2:])):
                yield smaller, np.resize(flat, shape)
                yield smaller, np.resize(flat[::-1], shape)


@lru_cache(maxsize=2**16)
def _is_legal(x: int, kernel: int, stride: int, dilation: int, begin: int, end: int) -> bool:
    return is_legal(defined(SpatialAxis(x, kernel, dilation, stride, begin, end)))


def _cropped(X: Array) -> Iterator[Array]:
    """X without its first or last entry, channel, row or column; without a row and a column."""
    for axis in range(4):
        if X.shape[axis] > 1:
            yield X.take(range(X.shape[axis] - 1), axis)
            yield X.take(range(1, X.shape[axis]), axis)
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
