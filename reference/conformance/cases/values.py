"""Classes of elements: what a plane of X is filled with, and the clauses that this tries."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from reference.runtimes.protocol import Array
from spec.maxpool.operator import TYPES
from spec.operator.types import numpy_name

FLOATS = ("float16", "float32", "float64")
DTYPES = tuple(map(numpy_name, TYPES))
"""The element types of the profile, by NumPy's names."""

Fill = Callable[[np.random.Generator, np.dtype[Any], tuple[int, ...]], Array]


@dataclass(frozen=True, slots=True)
class Values:
    """A class of elements: its name, the clauses that it tries, what fills a shape, and for which types it is."""

    name: str
    labels: tuple[str, ...]
    fill: Fill
    floats_only: bool = False


def _numbers(random: np.random.Generator, dtype: np.dtype[Any], shape: tuple[int, ...]) -> Array:
    if dtype.kind == "f":
        return random.standard_normal(shape).astype(dtype)
    limits = np.iinfo(dtype)
    return random.integers(limits.min, limits.max, shape, dtype, endpoint=True)


def _ends(dtype: np.dtype[Any]) -> tuple[Any, Any]:
    limits = np.finfo(dtype) if dtype.kind == "f" else np.iinfo(dtype)
    return limits.min, limits.max


def _of(*values: float) -> Fill:
    return lambda random, dtype, shape: random.choice(np.array(values), shape).astype(dtype)


def _constant(random: np.random.Generator, dtype: np.dtype[Any], shape: tuple[int, ...]) -> Array:
    return np.full(shape, _numbers(random, dtype, (1,))[0], dtype)


def _ties(random: np.random.Generator, dtype: np.dtype[Any], shape: tuple[int, ...]) -> Array:
    return random.choice(_numbers(random, dtype, (2,)), shape).astype(dtype)


def _lowest(random: np.random.Generator, dtype: np.dtype[Any], shape: tuple[int, ...]) -> Array:
    return np.full(shape, _ends(dtype)[0], dtype)


def _extremes(random: np.random.Generator, dtype: np.dtype[Any], shape: tuple[int, ...]) -> Array:
    low, high = _ends(dtype)
    return random.choice(np.array([low, high, 0, 1], dtype), shape)


def _negative(random: np.random.Generator, dtype: np.dtype[Any], shape: tuple[int, ...]) -> Array:
    numbers = _numbers(random, dtype, shape)
    return -np.abs(numbers) if dtype.kind == "f" else np.minimum(numbers, 0).astype(dtype)


def _subnormals(random: np.random.Generator, dtype: np.dtype[Any], shape: tuple[int, ...]) -> Array:
    # The least numbers have the least bits; the sign is the highest.
    width = np.dtype(f"u{dtype.itemsize}")
    signs = random.integers(0, 2, shape, width) << width.type(8 * dtype.itemsize - 1)
    bits: Array = random.integers(1, 9, shape, width) | signs
    return bits.view(dtype)


def _some_nan(random: np.random.Generator, dtype: np.dtype[Any], shape: tuple[int, ...]) -> Array:
    return np.where(random.random(shape) < 0.3, np.nan, random.standard_normal(shape)).astype(dtype)


def _any_nan(random: np.random.Generator, dtype: np.dtype[Any], shape: tuple[int, ...]) -> Array:
    """NaN of either sign, quiet and signalling, of any payload, among numbers."""
    width = np.dtype(f"u{dtype.itemsize}")
    signs = random.integers(0, 2, shape, width) << width.type(8 * dtype.itemsize - 1)
    payloads = random.integers(1, 2 ** int(np.finfo(dtype).nmant), shape, width)
    nan = np.array(np.inf, dtype).view(width) | payloads | signs
    numbers = random.standard_normal(shape).astype(dtype).view(width)
    bits: Array = np.where(random.random(shape) < 0.3, nan, numbers)
    return bits.view(dtype)


VALUES: tuple[Values, ...] = (
    Values("numbers", ("Y.max", "Y.bits"), _numbers),
    Values("constant", ("Indices.first-maximum",), _constant),
    Values("ties", ("Indices.first-maximum",), _ties),
    Values("lowest", ("Y.max-over-input", "Indices.first-maximum"), _lowest),
    Values("extremes", ("Y.bits", "Indices.first-maximum"), _extremes),
    Values("not positive", ("Y.max-over-input",), _negative),
    Values("subnormals", ("Y.bits",), _subnormals, floats_only=True),
    Values("zeros", ("zeros.equal",), _of(-0.0, 0.0), floats_only=True),
    Values("-inf", ("Y.max-over-input", "Indices.first-maximum"), _of(-np.inf), floats_only=True),
    Values("infinities", ("Y.bits",), _of(-np.inf, np.inf, 1.0), floats_only=True),
    Values("some NaN", ("NaN.as-minus-infinity",), _some_nan, floats_only=True),
    Values("NaN of any bits", ("NaN.as-minus-infinity",), _any_nan, floats_only=True),
    Values("NaN and -inf", ("NaN.as-minus-infinity",), _of(np.nan, -np.inf), floats_only=True),
    Values("all NaN", ("NaN.as-minus-infinity",), _of(np.nan), floats_only=True),
)


def values_for(dtype: str) -> tuple[Values, ...]:
    """The classes that a type has elements for."""
    return tuple(v for v in VALUES if dtype in FLOATS or not v.floats_only)
