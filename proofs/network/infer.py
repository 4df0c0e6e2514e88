"""onnx's shape inference in a process of its own: a hostile model may end or hang it, and not us."""

from __future__ import annotations

from importlib import import_module

from reference.common.isolation import Bounds, Stopped, isolated, limit_process
from reference.common.text import visible

SECONDS, MEGABYTES = 120, 8192


def inferred(model: bytes) -> tuple[bytes | None, str]:
    """The model with inferred shapes; or None, and why."""
    try:
        return isolated(infer, model, bounds=Bounds(SECONDS)), ""
    except (Stopped, Exception) as error:  # A library may raise anything.
        return None, f"shape inference failed: {visible(str(error))[:200]}"


def infer(model: bytes) -> bytes:
    """The inference itself; of memory, it takes no more than MEGABYTES once the library is loaded."""
    onnx, inference = import_module("onnx"), import_module("onnx.shape_inference")
    limit_process(megabytes=MEGABYTES, beyond_present=True)
    found: bytes = inference.infer_shapes(onnx.load_model_from_string(model), data_prop=True).SerializeToString()
    return found
