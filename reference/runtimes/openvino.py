"""OpenVINO on the CPU, one thread."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

import numpy as np

from reference.runtimes.model import build
from reference.runtimes.protocol import Pool, RuntimeCall


class OpenVino:
    """The adapter."""

    name = "openvino"
    packages = ("onnx", "openvino")

    def load(self, call: RuntimeCall, *, indices: bool) -> Pool:
        """The call's model, compiled for its shape."""
        model = _core().read_model(build(call, indices=indices).SerializeToString())
        # Without the hint it computes float32 in a shorter type on machines that have one.
        settings = {"INFERENCE_NUM_THREADS": 1, "INFERENCE_PRECISION_HINT": "f32"}
        request = _core().compile_model(model, "CPU", settings).create_infer_request()
        return lambda X: tuple(np.array(part) for part in request.infer([X]).values())


@cache
def _core() -> Any:
    return import_module("openvino").Core()
