"""Cases, made from the classes and a seed: each a call of its own, geometry first, and then what X is filled with.

Cases come in turns of sixteen: geometries of networks, squares, axes of every class, calls outside the profile, and
after some the same attributes again with an empty X, with other sizes and fewer channels, for what a runtime keeps
from call to call. The same seed gives the same cases, whatever is run beside.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from zlib import crc32

import numpy as np

from reference.conformance.cases.draws import drawn_axis, drawn_shape, drawn_square, long_axis
from reference.conformance.cases.geometry import CLASSES, OUTSIDE, Pair, axes, classes_of, defined, is_legal
from reference.conformance.cases.networks import VAST, network_calls
from reference.conformance.cases.values import values_for
from reference.onnx import SpatialAxis
from reference.runtimes.protocol import Array, RuntimeCall

TURNS = (
    *("network", "square", "empty", "again"),
    *("class", "network", "square", "outside"),
    *("network", "square", "less", "class"),
    *("drawn", "square", "drawn", "outside"),
)
"""What cases are, by their numbers. "empty", "again" and "less" have the attributes of the last case before them."""
LARGE_EVERY = 16
"""One network's call in so many is a large one."""
VAST_AT = 20
"""Among the large ones, the number of the one call that is vast."""
LONG_EVERY = 4
"""One that is drawn in so many has a long axis beside a short one."""


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """A call: `classes` are those of its attributes, `values` those of its planes.

    `outside`: the label of the clause that the call breaks, or "". `name`: what a kit calls it.
    """

    number: int
    call: RuntimeCall
    X: Array
    classes: tuple[str, ...]
    values: tuple[str, ...]
    outside: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class DrawnCases:
    """Cases made from a seed, so many of each type."""

    seed: int
    cases: int

    def count(self, dtype: str) -> int:
        """How many cases of a type there are."""
        return self.cases

    def case(self, dtype: str, number: int) -> Case:
        """The case of a number."""
        return case(dtype, self.seed, number)

    def of(self, dtype: str) -> DrawnCases:
        """What is needed for the cases of a type alone."""
        return self


@dataclass(frozen=True, slots=True)
class CasePlan:
    """A call before X is filled: its axes, N and C, and the label of the clause that it breaks, or ""."""

    pair: Pair
    batch_and_channels: tuple[int, int]
    outside: str = ""


def case(dtype: str, seed: int, number: int) -> Case:
    """The case of a number: from it, the seed and the type alone."""
    planned, random = plan(dtype, seed, number), _random(dtype, seed, number, 1)
    shape = (*planned.batch_and_channels, *(axis.x for axis in planned.pair))
    X, values = np.empty(shape, dtype), dict[str, None]()
    for plane in np.ndindex(shape[:2]):
        among = values_for(dtype)
        chosen = among[random.integers(len(among))]
        X[plane] = chosen.fill(random, X.dtype, shape[2:])
        values[chosen.name] = None
    groups = [c for c in classes_of(planned.pair) if not planned.outside or c in OUTSIDE]
    return Case(number, call_of(X, planned.pair), X, tuple(c.name for c in groups), tuple(values), planned.outside)


def _random(dtype: str, seed: int, number: int, what: int) -> np.random.Generator:
    return np.random.default_rng([seed, number, crc32(dtype.encode()), what])


@lru_cache(maxsize=8)
def plan(dtype: str, seed: int, number: int) -> CasePlan:
    """The plan of the case of a number."""
    random, (turn, at) = _random(dtype, seed, number, 0), divmod(number, len(TURNS))
    kind = TURNS[at]
    among = TURNS[:at].count(kind) + turn * TURNS.count(kind)
    if kind == "network":
        return _network(dtype, seed, among)
    if kind == "outside":
        return CasePlan(*_outside(random, among % (len(OUTSIDE) + 1)))
    if kind in ("empty", "again", "less"):
        return _after(random, kind, plan(dtype, seed, number - 1))
    pairs = {
        "square": lambda: drawn_square(random, among),
        "class": lambda: _of_class(random, CLASSES[among % len(CLASSES)].name),
        "drawn": lambda: _drawn(random, is_long=among % LONG_EVERY == 0),
    }
    pair = pairs[kind]()
    return CasePlan(pair, drawn_shape(random, pair[0].x * pair[1].x))


def _drawn(random: np.random.Generator, *, is_long: bool) -> Pair:
    if is_long:
        return _in_order(random, long_axis(random), _one(random, axes().even["kernel fills X"]))
    return drawn_axis(random), drawn_axis(random)


def _network(dtype: str, seed: int, among: int) -> CasePlan:
    """All calls of networks in turn, in an order of the seed's; now and then a large one."""
    small, large = network_calls()
    is_large = among % LARGE_EVERY == LARGE_EVERY - 1
    calls, at = (large, among // LARGE_EVERY) if is_large else (small, among - among // LARGE_EVERY)
    order = _order(dtype, seed, len(calls))
    chosen = VAST if is_large and at == VAST_AT else calls[order[at % len(calls)]]
    return CasePlan(chosen.pair, (1, chosen.channels))


@lru_cache(maxsize=16)
def _order(dtype: str, seed: int, size: int) -> tuple[int, ...]:
    return tuple(map(int, _random(dtype, seed, size, 2).permutation(size)))


def _after(random: np.random.Generator, kind: str, before: CasePlan) -> CasePlan:
    """The attributes of the case before: with an empty X (clause batch.empty), with other sizes, or with less."""
    n, c = before.batch_and_channels
    if kind == "empty":
        return CasePlan(before.pair, (0, max(1, c)) if random.random() < 0.5 else (max(1, n), 0))
    least, most = (0.2, 0.6) if kind == "less" else (0.5, 1.5)
    rows, columns = (_resized(axis, round(axis.x * random.uniform(least, most))) for axis in before.pair)
    return CasePlan((rows, columns), (1, max(1, c // 2) if kind == "less" else max(1, c) + 1))


def _resized(axis: SpatialAxis, size: int) -> SpatialAxis:
    """An axis with the nearest size, from one towards its own, that is legal."""
    step = 1 if size < axis.x else -1
    sizes = range(max(1, size), axis.x, step) if size != axis.x else ()
    resized = (
        defined(SpatialAxis(x, axis.kernel, axis.dilation, axis.stride, axis.pad_begin, axis.pad_end)) for x in sizes
    )
    return next(filter(is_legal, resized), axis)


def _of_class(random: np.random.Generator, name: str) -> Pair:
    """An axis of a class, and another that is legal, in either order. Mostly such as most runtimes take."""
    kinds = axes().even if random.random() < 0.7 else axes().legal
    others = kinds[CLASSES[random.integers(len(CLASSES))].name]
    return _in_order(random, _one(random, kinds[name]), _one(random, others))


def _outside(random: np.random.Generator, turn: int) -> tuple[Pair, tuple[int, int], str]:
    """Axes of which one breaks a clause, and its label: the classes outside the profile in turn, then an empty axis."""
    if turn == len(OUTSIDE):
        pair = _in_order(random, SpatialAxis(0, 1, 1, 1, y=0), SpatialAxis(1, 1, 1, 1, y=1))
        return pair, (1, 1), "X.spatial"
    other = _one(random, axes().even["plain"])
    group = OUTSIDE[turn]
    return _in_order(random, _one(random, axes().outside[group.name]), other), (1, 1), group.labels[0]


def _one(random: np.random.Generator, among: tuple[SpatialAxis, ...]) -> SpatialAxis:
    return among[random.integers(len(among))]


def _in_order(random: np.random.Generator, first: SpatialAxis, second: SpatialAxis) -> Pair:
    return (first, second) if random.random() < 0.5 else (second, first)


def call_of(X: Array, pair: Pair) -> RuntimeCall:
    """The call of a tensor and its two axes."""
    lists = {"kernel_shape": "kernel", "strides": "stride", "dilations": "dilation"}
    words: dict[str, Any] = {name: tuple(getattr(axis, word) for axis in pair) for name, word in lists.items()}
    pads = tuple(getattr(axis, word) for word in ("pad_begin", "pad_end") for axis in pair)
    return RuntimeCall(X.shape, X.dtype.name, **words, pads=pads)
