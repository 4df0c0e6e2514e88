"""Cases, made from the classes and a seed: batches of calls that share their attributes, stacked along N.

A case is one entry of a batch along N, or one plane of it run alone (`reference.conformance.campaign.work`). The batch
is itself a legal call, so that N above 1 is tried by the way. The same seed gives the same cases, whatever is run
beside.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from zlib import crc32

import numpy as np

from reference.conformance.cases.geometry import CLASSES, OUTSIDE, axes, classes_of
from reference.conformance.cases.values import Values, values_for
from reference.onnx import SpatialAxis
from reference.runtimes.protocol import Array, RuntimeCall

CASES_IN_BATCH = 64
CHANNELS = (1, 1, 2, 3)
OUTSIDE_EVERY = 8
"""One batch in so many is outside the profile."""


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """Calls stacked along N: `values[i]` is the value class of entry i; `classes` are those of the attributes.

    `outside`: the label of the clause that the call breaks, or "".
    """

    number: int
    call: RuntimeCall
    X: Array
    classes: tuple[str, ...]
    values: tuple[str, ...]
    labels: tuple[str, ...]
    outside: str = ""


def batches(dtype: str, seed: int, cases: int) -> Iterator[Batch]:
    """Batches of so many cases in all."""
    count, number = cases, 0
    while count > 0:
        entries = min(CASES_IN_BATCH, count)
        yield batch(dtype, seed, number, entries)
        count, number = count - entries, number + 1


def batch(dtype: str, seed: int, number: int, entries: int = CASES_IN_BATCH) -> Batch:
    """The batch of a number: from it, the seed and the type alone."""
    random = np.random.default_rng([seed, number, crc32(dtype.encode())])
    if number % OUTSIDE_EVERY == OUTSIDE_EVERY - 1:
        return _outside(dtype, random, number, min(entries, CASES_IN_BATCH))
    group = CLASSES[number % len(CLASSES)]
    pair = _pair(random, group.name)
    if number % 97 == 96:  # Empty batches are legal (clause batch.empty).
        return _made(dtype, random, number, pair, (0, 1) if number % 2 else (entries, 0), entries)
    return _made(dtype, random, number, pair, (entries, int(random.choice(CHANNELS))), entries)


def count(cases: int) -> int:
    """How many batches so many cases are."""
    return -(-cases // CASES_IN_BATCH)


def _pair(random: np.random.Generator, name: str) -> tuple[SpatialAxis, SpatialAxis]:
    """An axis of a class, and another that is legal, in either order. Mostly such as most runtimes take."""
    kinds = axes().even if random.random() < 0.8 else axes().legal
    others = kinds[CLASSES[random.integers(len(CLASSES))].name]
    return _in_order(random, _one(random, kinds[name]), _one(random, others))


def _one(random: np.random.Generator, among: tuple[SpatialAxis, ...]) -> SpatialAxis:
    return among[random.integers(len(among))]


def _in_order(random: np.random.Generator, first: SpatialAxis, second: SpatialAxis) -> tuple[SpatialAxis, SpatialAxis]:
    return (first, second) if random.random() < 0.5 else (second, first)


def _outside(dtype: str, random: np.random.Generator, number: int, entries: int) -> Batch:
    turn = number // OUTSIDE_EVERY % (len(OUTSIDE) + 1)
    if turn < len(OUTSIDE):
        group = OUTSIDE[turn]
        other = _one(random, axes().even["plain"])
        pair = _in_order(random, _one(random, axes().outside[group.name]), other)
        return _made(dtype, random, number, pair, (entries, 1), entries, group.labels[0])
    axis = SpatialAxis(1, 1, 1, 1, y=1)
    empty = SpatialAxis(0, 1, 1, 1, y=0)
    pair = _in_order(random, empty, axis)
    return _made(dtype, random, number, pair, (entries, 1), entries, "X.spatial")


def _made(
    dtype: str,
    random: np.random.Generator,
    number: int,
    pair: tuple[SpatialAxis, SpatialAxis],
    batch_and_channels: tuple[int, int],
    entries: int,
    outside: str = "",
) -> Batch:
    first, second = pair
    shape = (*batch_and_channels, first.x, second.x)
    values = list(islice(_turns(dtype, number), shape[0]))
    planes = [v.fill(random, np.dtype(dtype), shape[1:]) for v in values]
    X = np.stack(planes) if planes else np.empty(shape, dtype)
    groups = [c for c in classes_of(pair) if not outside or c in OUTSIDE]
    labels = [label for group in groups for label in group.labels] + [label for v in values for label in v.labels]
    labels += ["batch.empty"] if 0 in shape[:2] else []
    names = tuple(c.name for c in groups)
    return Batch(
        number, call_of(X, pair), X, names, tuple(v.name for v in values), tuple(dict.fromkeys(labels)), outside
    )


def _turns(dtype: str, number: int) -> Iterator[Values]:
    """The value classes in turn, without end."""
    values = values_for(dtype)
    i = number
    while True:
        yield values[i % len(values)]
        i += 1


def call_of(X: Array, pair: tuple[SpatialAxis, SpatialAxis]) -> RuntimeCall:
    """The call of a tensor and its two axes."""
    first, second = pair
    return RuntimeCall(
        X.shape,
        X.dtype.name,
        (first.kernel, second.kernel),
        (first.stride, second.stride),
        (first.dilation, second.dilation),
        (first.pad_begin, second.pad_begin, first.pad_end, second.pad_end),
    )
