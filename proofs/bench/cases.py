"""The calls that are timed, and what their tensors are filled with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from reference.runtimes.protocol import Array, RuntimeCall


@dataclass(frozen=True, slots=True)
class TimedCase:
    """A call whose two spatial axes are alike."""

    name: str
    shape: tuple[int, int, int, int]
    kernel: int
    stride: int = 1
    pad: int = 0
    dilation: int = 1

    @property
    def attributes(self) -> dict[str, Any]:
        """All attributes, as `reference.maxpool.maxpool` takes them."""
        return {
            "auto_pad": "NOTSET",
            "ceil_mode": 0,
            "dilations": [self.dilation] * 2,
            "kernel_shape": [self.kernel] * 2,
            "pads": [self.pad] * 4,
            "storage_order": 0,
            "strides": [self.stride] * 2,
        }

    def call(self, dtype: str) -> RuntimeCall:
        """The call on elements of a type, as runtimes are given it."""
        lists = {name: tuple(self.attributes[name]) for name in ("kernel_shape", "strides", "dilations", "pads")}
        return RuntimeCall(self.shape, dtype, **lists)

    def tensor(self, dtype: str, filling: str = "random") -> Array:
        """Normally distributed numbers, always the same, or what FILLINGS makes of them; random integers are from the
        whole range of their type.
        """
        random = np.random.default_rng(0)
        if dtype == "uint8" and filling == "random":
            return random.integers(0, 256, self.shape, np.uint8)
        return FILLINGS[filling](random.standard_normal(self.shape)).astype(dtype)


def _rising(X: Array) -> Array:
    return np.linspace(0, 200, X.size).reshape(X.shape)


FILLINGS: Mapping[str, Callable[[Array], Array]] = {
    "random": lambda X: X,
    "constant": np.ones_like,
    "rising": _rising,
    "falling": lambda X: 200 - _rising(X),
    "ReLU": lambda X: np.maximum(X, 0),
    "half NaN": lambda X: np.where(X > 0, X, np.nan),
    "both zeros": lambda X: np.where(X > 0, 0.0, -0.0),
}
"""What a tensor may hold, made from normally distributed numbers."""
