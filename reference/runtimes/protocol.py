"""What an adapter is: a runtime by its name and version that loads a call and then pools tensors."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from math import prod
from typing import Any, Protocol, TypeAlias, runtime_checkable

import numpy as np
from numpy.typing import NDArray

MOST_BYTES = 2**28
"""The most that one output may have."""
ELEMENTS = frozenset(
    {"float16", "float32", "float64", "int8", "uint8", "int16", "uint16", "int32", "int64", "uint64", "bool"}
)
"""The element types, by NumPy's names, that an output may have: none whose elements would be objects."""

Array: TypeAlias = NDArray[Any]
Pool: TypeAlias = Callable[[Array], tuple[Array, ...]]
"""X of the loaded call's shape and type to (Y,), or (Y, Indices) if they were asked for, as the runtime counts them."""


@dataclass(frozen=True, slots=True)
class RuntimeCall:
    """What a runtime is told before it sees an element: X's shape (N, C, H, W) and NumPy type, and the four lists.

    The other attributes are those of the profile: auto_pad NOTSET, ceil_mode 0, storage_order 0.
    """

    shape: tuple[int, ...]
    dtype: str
    kernel_shape: tuple[int, ...]
    strides: tuple[int, ...]
    dilations: tuple[int, ...]
    pads: tuple[int, ...]

    @property
    def lists(self) -> dict[str, list[int]]:
        """The list attributes, by name."""
        return {name: list(getattr(self, name)) for name in ("dilations", "kernel_shape", "pads", "strides")}

    @property
    def windows(self) -> tuple[int, ...]:
        """Y's spatial sizes; 0 where there are none, and a call is passed only to be refused.

        In plain arithmetic, for a runtime of another Python has no specification beside it.
        """
        found = []
        for axis, size in enumerate(self.shape[2:]):
            extent = self.dilations[axis] * (self.kernel_shape[axis] - 1) + 1
            slack = size + self.pads[axis] + self.pads[axis + len(self.kernel_shape)] - extent
            found.append(max(0, slack // self.strides[axis] + 1) if self.strides[axis] > 0 else 0)
        return tuple(found)

    @property
    def taps(self) -> int:
        """The taps of all windows, those on padding counted: what a runtime that visits each of them has to do."""
        return prod((*self.shape[:2], *self.kernel_shape, *self.windows))

    @property
    def attributes(self) -> dict[str, Any]:
        """All attributes, as `reference.maxpool.maxpool` takes them."""
        return {"auto_pad": "NOTSET", "ceil_mode": 0, "storage_order": 0, **self.lists}


class Unsupported(Exception):
    """A runtime, or its adapter, says that it cannot do a call: neither right nor wrong."""


class MalformedAnswer(Exception):
    """What a runtime gave back is no answer: no tensors, too many bytes, or another form than was agreed on."""


class RuntimeEnded(Exception):
    """A runtime runs in a process that is not the adapter's own, and that ended. The message says how."""


class Adapter(Protocol):
    """An adapter. Whatever it raises is the runtime's refusal.

    `packages` are what must be installed; the version of the last of them is the runtime's.
    """

    @property
    def name(self) -> str:
        """What the runtime is called."""
        ...

    @property
    def packages(self) -> tuple[str, ...]:
        """What must be installed."""
        ...

    def load(self, call: RuntimeCall, *, indices: bool) -> Pool:
        """Load or compile a call: for Y alone, or for Y with Indices."""
        ...


@runtime_checkable
class ForeignAdapter(Adapter, Protocol):
    """An adapter to a runtime that reads no ONNX models."""

    def parameters(self, call: RuntimeCall, *, indices: bool) -> Any:
        """What the runtime is given for a call, in Python's literals. Raises Unsupported for what has no parameter."""
        ...


def installed(package: str) -> str | None:
    """The version of a package, or None where it is not installed."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def same_bits(one: Array, other: Array) -> bool:
    """Two tensors have one shape, one type and the same bits."""
    return one.shape == other.shape and one.dtype == other.dtype and one.tobytes() == other.tobytes()


def unsigned(X: Array) -> Array:
    """The bits of a tensor, as unsigned integers of the same width."""
    return np.ascontiguousarray(X).view(f"u{X.dtype.itemsize}")
