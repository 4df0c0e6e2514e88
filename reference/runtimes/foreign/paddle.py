"""PaddlePaddle's max_pool2d on the CPU. It has no dilations, and counts indices in each plane."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np

from reference.runtimes.protocol import Array, Pool, RuntimeCall, Unsupported


class Paddle:
    """The adapter. With indices, it pads both ends of an axis alike."""

    name = "paddle"
    packages = ("paddlepaddle",)
    install = "paddlepaddle"
    as_documented = ("Indices.plane",)

    def load(self, call: RuntimeCall, *, indices: bool) -> Pool:
        """The function with the call's parameters."""
        parameters = self.parameters(call, indices=indices)
        paddle = import_module("paddle")
        paddle.set_device("cpu")

        def pool(X: Array) -> tuple[Array, ...]:
            max_pool2d = paddle.nn.functional.max_pool2d
            found = max_pool2d(paddle.to_tensor(X), *parameters, return_mask=indices)
            Y, *masks = found if indices else (found,)
            return Y.numpy(), *(mask.numpy().astype(np.int64) for mask in masks)

        return pool

    def parameters(self, call: RuntimeCall, *, indices: bool) -> tuple[Any, ...]:
        """Kernel, strides and pads."""
        begins, ends = call.pads[:2], call.pads[2:]
        if call.dilations != (1, 1):
            raise Unsupported("max_pool2d has no dilations")
        if indices and begins != ends:
            raise Unsupported("with return_mask, max_pool2d pads both ends of an axis alike")
        pads = list(begins) if indices else [[0, 0], [0, 0], *map(list, zip(begins, ends, strict=True))]
        return call.kernel_shape, call.strides, pads
