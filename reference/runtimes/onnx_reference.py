"""The reference evaluator of the onnx package: loops in Python."""

from __future__ import annotations

import warnings
from importlib import import_module

from reference.runtimes.model import build
from reference.runtimes.protocol import Array, Pool, RuntimeCall


class OnnxReference:
    """The adapter."""

    name = "onnx"
    packages = ("onnx",)

    def load(self, call: RuntimeCall, *, indices: bool) -> Pool:
        """An evaluator of the call's model."""
        evaluator = import_module("onnx.reference").ReferenceEvaluator(build(call, indices=indices))

        def pool(X: Array) -> tuple[Array, ...]:
            with warnings.catch_warnings(action="ignore"):  # It pads integers with what is none.
                return tuple(evaluator.run(None, {"X": X}))

        return pool
