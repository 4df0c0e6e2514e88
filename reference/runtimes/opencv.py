"""OpenCV's network module on the CPU, one thread."""

from __future__ import annotations

from importlib import import_module

import numpy as np

from reference.runtimes.model import build
from reference.runtimes.protocol import Array, Pool, RuntimeCall, Unsupported


class OpenCV:
    """The adapter."""

    name = "opencv"
    packages = ("onnx", "opencv-python-headless")
    install = "sonnx-maxpool[runtimes] opencv-python-headless"

    def load(self, call: RuntimeCall, *, indices: bool) -> Pool:
        """The call's model. A float16 would be computed, and given back, as float32."""
        if call.dtype == "float16":
            raise Unsupported("a network computes float16 as float32")
        cv2 = import_module("cv2")
        cv2.setNumThreads(1)
        model = build(call, indices=indices, explicit=True).SerializeToString()
        network = cv2.dnn.readNetFromONNX(np.frombuffer(model, np.uint8))

        def pool(X: Array) -> tuple[Array, ...]:
            network.setInput(X, "X")
            found = network.forward(["Y", "Indices"] if indices else ["Y"])
            if any(part is None for part in found):
                raise Unsupported("an empty output is given back as None")
            return tuple(map(np.array, found))

        return pool
