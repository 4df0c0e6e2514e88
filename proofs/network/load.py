"""A model file, read with suspicion: nothing in it is run, and no other file is opened for it.

onnx's shape inference runs in a process of its own: a hostile model may end or hang it, and not us.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any

from reference.common.errors import CannotRun
from reference.common.isolation import Bounds, Stopped, isolated, limit_process
from reference.common.text import visible

MOST_BYTES = 2**31 - 1
"""As much as protobuf can hold."""
SECONDS, MEGABYTES = 120, 8192
"""What shape inference may take."""
NO_ONNX = "onnx is not installed: pip install sonnx-maxpool[runtimes]"


class BadModel(CannotRun):
    """A file that is no model, or one that is not read: the message says why, in one line."""


def load(path: Path) -> Any:
    """The model (onnx.ModelProto) in a file, without data that it keeps in other files. Raises BadModel."""
    try:
        onnx = import_module("onnx")
    except ImportError:
        raise BadModel(NO_ONNX) from None
    try:
        if path.stat().st_size > MOST_BYTES:
            raise BadModel(f"{path} is larger than {MOST_BYTES:,} bytes, the limit for an ONNX model")
        data = path.read_bytes()
    except OSError as error:
        raise BadModel(f"{path}: {error.strerror or error}") from None
    try:
        model = onnx.load_model_from_string(data)
    except Exception as error:  # protobuf's own errors, which have no common base to import
        raise BadModel(f"{path} is not an ONNX model: {' '.join(str(error).split())[:200]}") from None
    if not model.opset_import or not model.graph.ByteSize():
        raise BadModel(f"{path} is not an ONNX model: it has no graph, or says no opset")
    for location in external(model):
        if _climbs(location):
            raise BadModel(f"{path} keeps data at {location!r}, which is not in its own folder; nothing was read")
    return model


def external(model: Any) -> Iterator[str]:
    """Where tensors say that their data is, outside of the model."""
    for graph in (model.graph, *(t.initialization for t in model.training_info), *(model.functions)):
        yield from _external_in(graph)


def _external_in(graph: Any) -> Iterator[str]:
    tensors = [*getattr(graph, "initializer", ())]
    for sparse in getattr(graph, "sparse_initializer", ()):
        tensors += [sparse.values, sparse.indices]
    for node in graph.node:
        for attribute in node.attribute:
            tensors += [attribute.t, *attribute.tensors]
            for inner in (attribute.g, *attribute.graphs):
                yield from _external_in(inner)
    for tensor in tensors:
        yield from (entry.value for entry in tensor.external_data if entry.key == "location")


def _climbs(location: str) -> bool:
    """A location is not below the model's folder, on some system."""
    paths = PurePosixPath(location), PureWindowsPath(location)
    return not location or any(path.is_absolute() or path.anchor or ".." in path.parts for path in paths)


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
