"""Cases, made from the classes and a seed: batches of calls that share their attributes, stacked along N.

A case is one entry of a batch along N, or one plane of it run alone (`reference.conformance.campaign.work`). The batch
is itself a legal call, so that N above 1 is tried by the way. The same seed gives the same cases, whatever is run
beside.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from zlib import crc32

import numpy as np

from reference.conformance.cases.geometry import CLASSES, OUTSIDE, Pair, axes, classes_of
from reference.conformance.cases.values import values_for
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
    return (batch(dtype, seed, number, entries_of(cases, number)) for number in range(count(cases)))


def count(cases: int) -> int:
    """How many batches so many cases are."""
    return -(-cases // CASES_IN_BATCH)


def entries_of(cases: int, number: int) -> int:
    """How many of so many cases the batch of a number has."""
    return min(CASES_IN_BATCH, cases - number * CASES_IN_BATCH)


def batch(dtype: str, seed: int, number: int, entries: int = CASES_IN_BATCH) -> Batch:
    """The batch of a number: from it, the seed and the type alone."""
    random = np.random.default_rng([seed, number, crc32(dtype.encode())])
    if number % OUTSIDE_EVERY == OUTSIDE_EVERY - 1:
        pair, outside = _outside(random, number // OUTSIDE_EVERY % (len(OUTSIDE) + 1))
        return _made(dtype, random, number, pair, (entries, 1), outside)
    pair = _pair(random, CLASSES[number % len(CLASSES)].name)
    if number % 97 == 96:  # Empty batches are legal (clause batch.empty).
        return _made(dtype, random, number, pair, (0, 1) if number % 2 else (entries, 0))
    return _made(dtype, random, number, pair, (entries, int(random.choice(CHANNELS))))


def _pair(random: np.random.Generator, name: str) -> Pair:
    """An axis of a class, and another that is legal, in either order. Mostly such as most runtimes take."""
    kinds = axes().even if random.random() < 0.8 else axes().legal
    others = kinds[CLASSES[random.integers(len(CLASSES))].name]
    return _in_order(random, _one(random, kinds[name]), _one(random, others))


def _outside(random: np.random.Generator, turn: int) -> tuple[Pair, str]:
    """Axes of which one breaks a clause, and its label: the classes outside the profile in turn, then an empty axis."""
    if turn == len(OUTSIDE):
        return _in_order(random, SpatialAxis(0, 1, 1, 1, y=0), SpatialAxis(1, 1, 1, 1, y=1)), "X.spatial"
    other = _one(random, axes().even["plain"])
    group = OUTSIDE[turn]
    return _in_order(random, _one(random, axes().outside[group.name]), other), group.labels[0]


def _one(random: np.random.Generator, among: tuple[SpatialAxis, ...]) -> SpatialAxis:
    return among[random.integers(len(among))]


def _in_order(random: np.random.Generator, first: SpatialAxis, second: SpatialAxis) -> Pair:
    return (first, second) if random.random() < 0.5 else (second, first)


def _made(
    dtype: str,
    random: np.random.Generator,
    number: int,
    pair: Pair,
    batch_and_channels: tuple[int, int],
    outside: str = "",
) -> Batch:
    shape = (*batch_and_channels, *(axis.x for axis in pair))
    turns = values_for(dtype)
    values = [turns[(number + i) % len(turns)] for i in range(shape[0])]
    planes = [v.fill(random, np.dtype(dtype), shape[1:]) for v in values]
    X = np.stack(planes) if planes else np.empty(shape, dtype)
    groups = [c for c in classes_of(pair) if not outside or c in OUTSIDE]
    labels = [label for group in groups for label in group.labels] + [label for v in values for label in v.labels]
    labels += ["batch.empty"] if 0 in shape[:2] else []
    classes, names = tuple(c.name for c in groups), tuple(v.name for v in values)
    return Batch(number, call_of(X, pair), X, classes, names, tuple(dict.fromkeys(labels)), outside)


def call_of(X: Array, pair: Pair) -> RuntimeCall:
    """The call of a tensor and its two axes."""
    lists = {"kernel_shape": "kernel", "strides": "stride", "dilations": "dilation"}
    words: dict[str, Any] = {name: tuple(getattr(axis, word) for axis in pair) for name, word in lists.items()}
    pads = tuple(getattr(axis, word) for word in ("pad_begin", "pad_end") for axis in pair)
    return RuntimeCall(X.shape, X.dtype.name, **words, pads=pads)
