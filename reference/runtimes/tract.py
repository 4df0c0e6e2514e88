"""tract on the CPU. It loads a model from a file."""

from __future__ import annotations

import tempfile
from importlib import import_module
from pathlib import Path

from reference.runtimes.model import build
from reference.runtimes.protocol import Pool, RuntimeCall


class Tract:
    """The adapter."""

    name = "tract"
    packages = ("onnx", "tract")

    def load(self, call: RuntimeCall, *, indices: bool) -> Pool:
        """The call's model, optimised for its shape."""
        tract = import_module("tract")
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "pool.onnx")
            path.write_bytes(build(call, indices=indices).SerializeToString())
            runnable = tract.onnx().load(str(path)).into_model().into_runnable()
        return lambda X: tuple(part.to_numpy() for part in runnable.run([X]))
