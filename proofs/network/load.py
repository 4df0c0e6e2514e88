"""A model file, read with suspicion: nothing in it is run, and no other file is opened for it."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any

from reference.common.errors import CannotRun
from reference.common.isolation import memory_bounded
from reference.common.text import visible

MOST_BYTES = 2**31 - 1
"""As much as protobuf can hold."""
MEGABYTES, TIMES = 512, 16
"""The memory that reading may take: so much, and so many times the file. Nodes of two bytes each would take eighty."""
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
    data = _contents(path)
    try:
        with memory_bounded(MEGABYTES + TIMES * len(data) // 2**20):
            model = onnx.load_model_from_string(data)
    except Exception as error:  # protobuf's own errors, which have no common base to import
        raise BadModel(f"{path} {_why_not(error)}") from None
    if not model.opset_import or not model.graph.ByteSize():
        raise BadModel(f"{path} is not an ONNX model: it has no graph, or says no opset")
    for text in _texts(model):
        if type(text) is bytes:  # protobuf's way to give what is none
            raise BadModel(f"{path} is not an ONNX model: a name in it is no UTF-8: {text[:50]!r}")
    for location in external(model):
        if _climbs(location):
            raise BadModel(f"{path} keeps data at {location!r}, which is not in its own folder; nothing was read")
    return model


def _contents(path: Path) -> bytes:
    """The bytes of a regular file: of a pipe or a device there may be no end. Raises BadModel."""
    try:
        with open(path, "rb", opener=lambda name, flags: os.open(name, flags | getattr(os, "O_NONBLOCK", 0))) as file:
            about = os.fstat(file.fileno())
            if not stat.S_ISREG(about.st_mode):
                raise BadModel(f"{path} is no regular file")
            if about.st_size > MOST_BYTES:
                raise BadModel(f"{path} is larger than {MOST_BYTES:,} bytes, the limit for an ONNX model")
            return file.read(MOST_BYTES)
    except (OSError, ValueError) as error:
        raise BadModel(f"{path}: {getattr(error, 'strerror', None) or error}") from None


def _why_not(error: Exception) -> str:
    """Why bytes are not read as a model, by what protobuf said."""
    said = visible(str(error))[:200]
    if isinstance(error, MemoryError) or "alloc failed" in said:
        return f"takes more than {TIMES} times its size of memory to be read, as no model does: it is not read"
    return "is not read: it is nested too deeply" if "MaxDepth" in said else f"is not an ONNX model: {said}"


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


def _texts(model: Any) -> Iterator[object]:
    """The names that a model's graphs and functions hold."""
    for entry in (*model.opset_import, *(entry for f in model.functions for entry in f.opset_import)):
        yield entry.domain
    for function in model.functions:
        yield from (function.name, function.domain, function.overload, *function.input, *function.output)
        yield from function.attribute
    for graph in (model.graph, *model.functions):
        yield from _texts_in(graph)


def _texts_in(graph: Any) -> Iterator[object]:
    for value in (*getattr(graph, "input", ()), *graph.value_info, *getattr(graph, "output", ())):
        yield from () if isinstance(value, str | bytes) else _texts_of(value)
    yield from (tensor.name for tensor in getattr(graph, "initializer", ()))
    for node in graph.node:
        yield from (node.name, node.op_type, node.domain, node.overload, *node.input, *node.output)
        for attribute in node.attribute:
            yield from (attribute.name, attribute.ref_attr_name)
            if attribute.type not in PLAIN or attribute.HasField("g"):
                for inner in graphs_of(attribute):
                    yield from _texts_in(inner)


def _texts_of(value: Any) -> Iterator[object]:
    yield value.name
    if value.type.HasField("tensor_type"):
        yield from (dimension.dim_param for dimension in value.type.tensor_type.shape.dim)


def graphs_of(attribute: Any) -> list[Any]:
    """The graphs that an attribute holds."""
    return [*([attribute.g] if attribute.HasField("g") else []), *attribute.graphs]


def _climbs(location: str) -> bool:
    """A location is not below the model's folder, on some system."""
    paths = PurePosixPath(location), PureWindowsPath(location)
    return not location or any(path.is_absolute() or path.anchor or ".." in path.parts for path in paths)


def nodes_of(graph: Any) -> Iterator[Any]:
    """The nodes of a graph or function, and of the graphs in them."""
    for node in graph.node:
        yield node
        for attribute in node.attribute:
            for inner in graphs_of(attribute):
                yield from nodes_of(inner)
