"""A model file, read with suspicion: nothing in it is run, and no other file is opened for it."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any

from reference.common.errors import CannotRun

MOST_BYTES = 2**31 - 1
"""As much as protobuf can hold."""
PLAIN = frozenset({1, 2, 3, 6, 7, 8})
"""Types of attributes that hold numbers and texts, one or a list; most are of these."""
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
    for tensor in tensors_of(graph):
        if tensor.external_data:
            yield from (entry.value for entry in tensor.external_data if entry.key == "location")


def tensors_of(graph: Any) -> Iterator[Any]:
    """All tensors that a graph or a function holds, those of its subgraphs too."""
    yield from getattr(graph, "initializer", ())
    for sparse in getattr(graph, "sparse_initializer", ()):
        yield from (sparse.values, sparse.indices)
    for attribute in (attribute for node in graph.node for attribute in node.attribute):
        if attribute.type in PLAIN and not attribute.HasField("t") and not attribute.HasField("g"):
            continue
        yield from (attribute.t, *attribute.tensors)
        for sparse in (attribute.sparse_tensor, *attribute.sparse_tensors):
            yield from (sparse.values, sparse.indices)
        for inner in graphs_of(attribute):
            yield from tensors_of(inner)


def graphs_of(attribute: Any) -> list[Any]:
    """The graphs that an attribute holds."""
    return [*([attribute.g] if attribute.HasField("g") else []), *attribute.graphs]


def _climbs(location: str) -> bool:
    """A location is not below the model's folder, on some system."""
    paths = PurePosixPath(location), PureWindowsPath(location)
    return not location or any(path.is_absolute() or path.anchor or ".." in path.parts for path in paths)
