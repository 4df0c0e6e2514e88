"""onnxruntime on the CPU, one thread. A session serves all shapes: its sizes are left open."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from importlib import import_module
from typing import Any

from reference.runtimes.model import build
from reference.runtimes.protocol import Pool, RuntimeCall


class OnnxRuntime:
    """The adapter."""

    name = "onnxruntime"
    packages = ("onnx", "onnxruntime")

    def load(self, call: RuntimeCall, *, indices: bool) -> Pool:
        """A session, which is kept for other shapes of X."""
        session = _session(replace(call, shape=()), indices)
        return lambda X: tuple(session.run(None, {"X": X}))


@lru_cache(maxsize=64)
def _session(call: RuntimeCall, indices: bool) -> Any:
    onnxruntime = import_module("onnxruntime")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4
    model = build(call, indices=indices, symbolic=True).SerializeToString()
    return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
