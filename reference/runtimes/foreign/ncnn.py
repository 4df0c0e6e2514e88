"""ncnn's Pooling on the CPU, one thread. It takes one image of float32, has no dilations, and gives no indices."""

from __future__ import annotations

from importlib import import_module

import numpy as np

from reference.runtimes.protocol import Array, Pool, RuntimeCall, Unsupported


class Ncnn:
    """The adapter."""

    name = "ncnn"
    packages = ("ncnn",)
    install = "ncnn"

    def load(self, call: RuntimeCall, *, indices: bool) -> Pool:
        """A net of one layer, with pads as they are given and the size rounded down."""
        parameters = self.parameters(call, indices=indices)
        ncnn = import_module("ncnn")
        net = ncnn.Net()
        net.opt.num_threads = 1
        for shorter in ("use_fp16_packed", "use_fp16_storage", "use_fp16_arithmetic", "use_bf16_storage"):
            setattr(net.opt, shorter, False)
        net.load_param_mem(parameters)
        net.load_model_mem(bytes(4))  # There are no weights.

        def pool(X: Array) -> tuple[Array, ...]:
            extractor = net.create_extractor()
            extractor.input("X", ncnn.Mat(X[0]))
            status, found = extractor.extract("Y")
            if status:
                raise Unsupported(f"extract ended with {status}")
            return (np.array(found)[np.newaxis],)

        return pool

    def parameters(self, call: RuntimeCall, *, indices: bool) -> str:
        """The net in ncnn's text."""
        if indices:
            raise Unsupported("Pooling gives no indices")
        if call.dtype != "float32" or call.dilations != (1, 1) or call.shape[0] != 1:
            raise Unsupported("Pooling takes one image of float32, without dilations")
        (height, width), (down, right), (top, left, bottom, end) = call.kernel_shape, call.strides, call.pads
        sizes = f"1={width} 11={height} 2={right} 12={down} 3={left} 13={top} 14={end} 15={bottom}"
        return f"7767517\n2 2\nInput X 0 1 X\nPooling Y 1 1 X Y 0=0 {sizes} 5=1\n"
