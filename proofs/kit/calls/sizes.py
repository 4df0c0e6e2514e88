"""Calls of which only the status and Y's shape are asked, as `maxpool_sizes` in C gives them: no tensor is made.

So that sizes may be as large as the integers which hold them: each quantity that has to fit stands at its bound, and
one beyond it. And axes by the thousand, on which windows miss the input in every way there is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import permutations, product
from typing import Any

from proofs.maxpool.capacity import described
from reference.c.statuses import CAPACITY, COVERED, OK, status
from spec.maxpool.capacity import FITTING, largest, largest_index, of_width
from spec.operator.operator import Operator
from spec.readings.value import Environment

WIDTH = 64
LARGEST = of_width(WIDTH)
AFTER = {"X.spatial": "capacity.X", "strides.positive": "capacity.padded", "windows.meet-input": "capacity.Y"}
"""Where C asks whether a quantity fits: after this clause, before the next one needs it."""
SHARES = (2, 3, 7)
"""Of two sizes that are to reach a bound together, the smaller one: the largest of 64 bits is a multiple of 7, the next
number of 2, the one after that of 3."""


@dataclass(frozen=True, slots=True)
class SizesCall:
    """A call in integers of 64 bits, with its status in C, and Y's shape where the status is MAXPOOL_OK."""

    name: str
    shape: tuple[int, ...]
    attributes: Mapping[str, Any]
    status: str
    dY: tuple[int, ...]


@cache
def in_c() -> Operator:
    """MaxPool, its clauses and those of capacity in the order in which the operator in C checks them."""
    clauses = []
    for clause in FITTING.clauses:
        if clause.label in COVERED or clause.label in AFTER.values():
            continue
        clauses.append(clause)
        if clause.label in AFTER:
            clauses.append(FITTING[AFTER[clause.label]])
    return replace(FITTING, clauses=tuple(clauses))


def asked(number: int, shape: Sequence[int], attributes: Mapping[str, Any]) -> SizesCall:
    """A call with what C has to say of it, from the clauses."""
    call = {"auto_pad": "NOTSET", "ceil_mode": 0, "storage_order": 0, **attributes}
    environment = in_clauses(shape, call)
    broken = in_c().violated(environment)
    name = f"sizes_{number:05}"
    if broken is not None:
        said = CAPACITY if broken.label in AFTER.values() else status(broken.label)
        return SizesCall(name, tuple(shape), call, said, ())
    found = in_c().check(environment)
    return SizesCall(name, tuple(shape), call, OK, tuple(found[f"dY_{i}"] for i in range(4)))


def in_clauses(shape: Sequence[int], attributes: Mapping[str, Any]) -> Environment:
    """What the variables of the clauses are in a call."""
    # In C auto_pad is a number, and one that no name has is as unknown as an unknown name.
    call = {"X": shape, **attributes, "auto_pad": str(attributes["auto_pad"])}
    return {**described(call), largest.name: LARGEST, largest_index.name: LARGEST}


@cache
def sizes_calls() -> tuple[SizesCall, ...]:
    """All of them, each different from every other."""
    described_once = {repr(pair): pair for pair in (*at_bounds(), *_axes())}
    return tuple(asked(number, *pair) for number, pair in enumerate(described_once.values()))


# --- at the bounds

Pair = tuple[tuple[int, ...], Mapping[str, Any]]


def on_axis(axis: int, **of: int) -> Pair:
    """A call in which something slides on one axis alone; what is not said is 1, or a padding of 0."""
    x, kernel, dilation, stride = (of.get(name, 1) for name in ("x", "kernel", "dilation", "stride"))
    begin, end = of.get("pad_begin", 0), of.get("pad_end", 0)
    lists = {"dilations": [1, 1], "kernel_shape": [1, 1], "pads": [0, 0, 0, 0], "strides": [1, 1]}
    size = [1, 1]
    size[axis] = x
    lists["dilations"][axis], lists["kernel_shape"][axis], lists["strides"][axis] = dilation, kernel, stride
    lists["pads"][axis], lists["pads"][axis + 2] = begin, end
    return (1, 1, *size), lists


def at_bounds() -> Iterator[Pair]:
    """Calls in which a quantity is as large as it may be, or larger by the least that there is."""
    yield from _elements_of_X()
    for axis in range(2):
        yield from _padded(axis)
        yield from _extents(axis)
    yield from _elements_of_Y()
    yield from ((shape, {**lists, **odd}) for odd in ODD for shape, lists in [on_axis(0)])


ODD: tuple[Mapping[str, Any], ...] = (
    *({"auto_pad": value} for value in ("VALID", "SAME_LOWER", 4, -1, of_width(32))),
    *({name: value} for name in ("ceil_mode", "storage_order") for value in (-1, 1, 2, of_width(32))),
)
"""Values of the attributes that have only a few."""


def _together(share: int) -> tuple[int, int]:
    """The largest size that fits beside another, and the next."""
    return LARGEST // share, LARGEST // share + 1


def _elements_of_X() -> Iterator[Pair]:
    """One, two or three of X's sizes reach the bound together, in all places; a size of 0 keeps any others small."""
    _, lists = on_axis(0)
    few: list[tuple[int, ...]] = [(LARGEST, 1, 1, 1), (LARGEST, 0, 1, 1), (LARGEST, LARGEST, 0, 1)]
    for share in SHARES:
        few += [(share, large, 1, 1) for large in _together(share)]
        few += [(share, share, large, 1) for large in _together(share * share)]
        few += [(share, share, share, large) for large in _together(share**3)]
        few += [(0, share, large, 1) for large in _together(share)]
    # With a stride as large as can be, Y is small though X is not.
    wide = {**lists, "strides": [LARGEST, LARGEST]}
    for sizes in (*few, (-1, 1, 1, 1), (-LARGEST, 1, 1, 1), (-1, -1, 1, 1)):
        yield from ((shape, of) for shape in sorted(set(permutations(sizes))) for of in (lists, wide))


def _padded(axis: int) -> Iterator[Pair]:
    """An axis with its padding reaches the bound, most of it in X or on a side; one window, or none."""
    for small, other in product((0, 1, 2), (1, 2, 5)):
        for large in (LARGEST - small - other, LARGEST - small - other + 1):
            for x, begin, end in sorted(set(permutations((small, other, large)))):
                for kernel, dilation in ((1, 1), (2, max(begin, 1)), (3, LARGEST // 2), (2, LARGEST)):
                    window = {"kernel": kernel, "dilation": dilation, "stride": LARGEST}
                    yield on_axis(axis, x=x, pad_begin=begin, pad_end=end, **window)


def _extents(axis: int) -> Iterator[Pair]:
    """A kernel's extent reaches the bound, or the size of the padded input."""
    for share in SHARES:
        for large in _together(share):
            for steps, dilation in ((share, large), (large, share)):
                for end in (0, LARGEST - 1, steps * dilation - 1, steps * dilation):
                    if steps < LARGEST and end < LARGEST:
                        yield on_axis(axis, kernel=steps + 1, dilation=dilation, pad_end=end, stride=LARGEST)


def _elements_of_Y() -> Iterator[Pair]:
    """Y's sizes reach the bound together: of one element with a padding of k - 1 on both sides, k places are made."""
    for share in SHARES:
        for large in (*_together(share), *_together(share * share), *_together(share**3)):
            sizes = {*permutations((share, share, 1, large)), *permutations((share, large, 1, 1))}
            for n, c, h, w in sorted(s for s in sizes if max(s[2:]) <= LARGEST // 2):
                lists = {"dilations": [1, 1], "kernel_shape": [h, w], "pads": [h - 1, w - 1] * 2, "strides": [1, 1]}
                yield (n, c, 1, 1), lists


# --- small axes


def _axes() -> Iterator[Pair]:
    """Bounded: windows that start before X step over it where dilations are larger than X, with every period."""
    for x, kernel, dilation, stride in product((1, 2, 3, 4), (2, 3, 4), range(1, 8), range(1, 8)):
        for begin, end in product((0, 1, 2, 3, 5, 7, 11), (0, 1, 6)):
            if begin <= dilation * (kernel - 1):
                yield on_axis(1, x=x, kernel=kernel, dilation=dilation, stride=stride, pad_begin=begin, pad_end=end)
