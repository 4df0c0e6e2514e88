"""Small calls in which every rule has something to decide: ties, NaN, zeros, infinities, edges, batches, each type."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle, islice

import numpy as np
from numpy.typing import NDArray

from reference.strength.elements import ElementType
from spec.maxpool.operator import TYPES as MAXPOOL_TYPES
from spec.operator.types import numpy_name

Shape = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Layout:
    """The shape of X and the attributes that place windows on it: kernel_shape, pads, strides, dilations."""

    X: Shape
    kernel: tuple[int, int]
    pads: tuple[int, int, int, int] = (0, 0, 0, 0)
    strides: tuple[int, int] = (1, 1)
    dilations: tuple[int, int] = (1, 1)

    @property
    def attributes(self) -> Mapping[str, object]:
        """All attributes of the call."""
        lists = {"kernel_shape": self.kernel, "pads": self.pads, "strides": self.strides, "dilations": self.dilations}
        return {"auto_pad": "NOTSET", "ceil_mode": 0, "storage_order": 0} | {n: list(v) for n, v in lists.items()}

    def __str__(self) -> str:
        return ", ".join(f"{name} {v}" for name, v in self.attributes.items() if isinstance(v, list))


LAYOUTS = (
    Layout((1, 1, 3, 3), (2, 2)),
    Layout((1, 1, 2, 2), (2, 2), pads=(1, 1, 1, 1)),
    Layout((1, 1, 2, 3), (2, 2), pads=(1, 0, 0, 1)),
    Layout((1, 1, 3, 2), (2, 2), pads=(0, 1, 1, 0)),
    Layout((2, 2, 2, 2), (2, 1)),
    Layout((2, 3, 1, 2), (1, 2)),
    Layout((1, 2, 2, 3), (1, 2), strides=(2, 1)),
    Layout((2, 1, 3, 2), (2, 2), pads=(0, 1, 0, 1), strides=(1, 2)),
    Layout((2, 1, 3, 4), (2, 2), dilations=(1, 2)),
    Layout((1, 2, 4, 2), (2, 2), dilations=(2, 1), pads=(1, 0, 1, 0)),
    Layout((1, 1, 2, 2), (3, 3), pads=(1, 1, 1, 1), strides=(2, 2)),
    Layout((1, 1, 1, 3), (2, 2), dilations=(2, 1), pads=(2, 0, 0, 1)),
    Layout((1, 1, 1, 1), (1, 1)),
    Layout((1, 1, 5, 1), (3, 1), dilations=(2, 1), pads=(2, 0, 2, 0), strides=(3, 1)),
)
"""Sizes, kernels, strides, dilations and each of the four pads differ, so that one cannot stand for another."""

NAN, INF = float("nan"), float("inf")
FLOATS: tuple[Sequence[float], ...] = (
    (1.5, 1.5, -2.0, 1.5, 0.25, 3.0, 3.0, -1.0, 3.0),
    (NAN, -INF, NAN, -3.0, NAN, NAN, -INF, 2.0, NAN),
    (-0.0, 0.0, 0.0, -0.0, -1.0, 0.0, -0.0, -5.0, 0.0),
    (-4.0, -1.5, -1.5, -2.0, -3.0, -1.5, -6.0, -0.5, -7.0),
    (NAN, NAN, NAN),
    (-INF, -INF, -1.0, INF, -INF, NAN, INF, 5.0, -INF),
    (7.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0, -1.0, -2.0, -3.0, -4.0),
    (-INF, -INF, -INF, NAN),
    (-3.4028232e38, -65472.0, -3.4e38),
)
"""What X holds, again and again until it is full; NaN of both signs and of several payloads, see `filled`."""

TYPES = ("float32", *(numpy_name(of) for of in MAXPOOL_TYPES if of != "float"))


def contents_of(dtype: str) -> tuple[Sequence[float], ...]:
    """What X of a type holds."""
    if dtype.startswith("float"):
        return FLOATS
    low, high = int(np.iinfo(dtype).min), int(np.iinfo(dtype).max)
    if low == 0:
        return (5, 5, 3, 5, 0, 7, 7), (0, 0, high, 0), (4, 1, 1, 2), (0,), (high, high - 1)
    return (5, 5, -3, 5, 0, 7, 7), (low, low, high, low), (-4, -1, -1, -2), (low,), (0, -1, 0, 1)


def filled(dtype: str, shape: Shape, numbers: Sequence[float]) -> NDArray[np.generic]:
    """A tensor of these numbers, repeated; every other NaN has another sign and payload."""
    with np.errstate(over="ignore"):
        X = np.array(list(islice(cycle(numbers), int(np.prod(shape))))).astype(dtype)
    if X.dtype.kind == "f":
        bits = X.view(f"uint{8 * X.itemsize}")
        bits[np.flatnonzero(np.isnan(X))[::2]] |= (1 << (8 * X.itemsize - 1)) | 1
    return X.reshape(shape)


def calls() -> Iterator[tuple[ElementType, NDArray[np.generic], Layout]]:
    """Each layout with a content of each type, the contents in turn; the first has all contents of its first type."""
    for number, layout in enumerate(LAYOUTS):
        for turn, dtype in enumerate(TYPES):
            contents = contents_of(dtype)
            some = contents if number == turn == 0 else [contents[(number + turn) % len(contents)]]
            yield from ((ElementType(dtype), filled(dtype, layout.X, content), layout) for content in some)
