"""JAX's reduce_window on the CPU: XLA compiles it for the call. It gives no indices."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np

from reference.runtimes.protocol import Array, Pool, RuntimeCall, Unsupported


class Jax:
    """The adapter: a maximum that starts from the lowest number of the type, over padding that is that number too."""

    name = "jax"
    packages = ("jax",)
    install = "jax"

    def load(self, call: RuntimeCall, *, indices: bool) -> Pool:
        """The function, compiled for the call's shape."""
        windows = self.parameters(call, indices=indices)
        jax = import_module("jax")
        jax.config.update("jax_platforms", "cpu")
        jax.config.update("jax_enable_x64", True)
        dtype = np.dtype(call.dtype)
        least = np.array(-np.inf if dtype.kind == "f" else np.iinfo(dtype).min, dtype)

        def pooled(X: Array) -> Array:
            found: Array = jax.lax.reduce_window(X, least, jax.lax.max, **windows)
            return found

        compiled = jax.jit(pooled).lower(jax.ShapeDtypeStruct(call.shape, dtype)).compile()
        return lambda X: (np.asarray(compiled(X)),)

    def parameters(self, call: RuntimeCall, *, indices: bool) -> dict[str, Any]:
        """The windows, as arguments by name."""
        if indices:
            raise Unsupported("reduce_window of a maximum gives no indices")
        return {
            "window_dimensions": (1, 1, *call.kernel_shape),
            "window_strides": (1, 1, *call.strides),
            "window_dilation": (1, 1, *call.dilations),
            "padding": ((0, 0), (0, 0), *zip(call.pads[:2], call.pads[2:], strict=True)),
        }
