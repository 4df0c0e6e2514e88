"""The MaxPool nodes of a network, wherever they stand: in the main graph, in subgraphs, in functions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from spec.maxpool.family import VERSIONS

Size = int | str | None
"""A dimension: known, open but named, or unknown."""


@dataclass(frozen=True, slots=True)
class NodeTensor:
    """What is known of a tensor: its ONNX element type, or None; its dimensions, or None where the rank is unknown."""

    dtype: str | None = None
    shape: tuple[Size, ...] | None = None

    def __str__(self) -> str:
        shape = "unknown shape" if self.shape is None else " × ".join("?" if d is None else str(d) for d in self.shape)
        return f"{self.dtype or 'unknown type'}, {shape}"


@dataclass(frozen=True, slots=True)
class Node:
    """A MaxPool node: where it stands, its version of the operator, what is known of X and Y, its attributes.

    `open_attributes` are those that a function takes from its caller.
    """

    place: str
    proto: Any
    version: int
    X: NodeTensor
    Y: NodeTensor
    attributes: Mapping[str, object]
    open_attributes: tuple[str, ...] = ()


def nodes(model: Any) -> Iterator[Node]:
    """All MaxPool nodes of a model (onnx.ModelProto), in its order."""
    yield from _in_graph(model.graph, "", _opset(model.opset_import), {})
    for function in model.functions:
        opset = _opset(function.opset_import) or _opset(model.opset_import)
        values = {value.name: _tensor(value) for value in function.value_info}
        yield from _in_nodes(function.node, f"function {_printable(function.name)}/", opset, values)


def _opset(imports: Any) -> int:
    return max((entry.version for entry in imports if entry.domain in ("", "ai.onnx")), default=0)


def version_in(opset: int) -> int:
    """The version of MaxPool that an opset has; 0 where the model imports no ONNX operator set."""
    return max((number for number in VERSIONS if number <= opset), default=0)


def _in_graph(graph: Any, place: str, opset: int, outer: Mapping[str, NodeTensor]) -> Iterator[Node]:
    """A graph sees the values of the graph around it."""
    values = dict(outer)
    for value in (*graph.input, *graph.value_info, *graph.output):
        values[value.name] = _tensor(value)
    for tensor in graph.initializer:
        values[tensor.name] = NodeTensor(_type(tensor.data_type), tuple(tensor.dims))
    yield from _in_nodes(graph.node, place, opset, values)


def _in_nodes(protos: Any, place: str, opset: int, values: Mapping[str, NodeTensor]) -> Iterator[Node]:
    for i, proto in enumerate(protos):
        name = f"{place}{_printable(proto.name) or f'{proto.op_type}#{i}'}"
        if proto.op_type == "MaxPool" and proto.domain in ("", "ai.onnx"):
            yield _node(proto, name, opset, values)
        for attribute in proto.attribute:
            inner = [attribute.g] if attribute.HasField("g") else [*attribute.graphs]
            for graph in inner:
                yield from _in_graph(graph, f"{name}.{attribute.name}/", opset, values)


def _node(proto: Any, place: str, opset: int, values: Mapping[str, NodeTensor]) -> Node:
    get = import_module("onnx.helper").get_attribute_value
    attributes, left_open = {}, []
    for attribute in proto.attribute:
        if attribute.ref_attr_name:
            left_open.append(attribute.name)
        else:
            attributes[attribute.name] = _plain(get(attribute))
    X = values.get(proto.input[0], NodeTensor()) if proto.input else NodeTensor()
    Y = values.get(proto.output[0], NodeTensor()) if proto.output else NodeTensor()
    return Node(place, proto, version_in(opset), X, Y, attributes, tuple(left_open))


def _plain(value: Any) -> object:
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    return list(value) if not isinstance(value, int | float | str) and hasattr(value, "__iter__") else value


def _printable(name: str) -> str:
    """A name without what would steer a terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in name)


def _type(number: int) -> str | None:
    names = {value: name.lower() for name, value in import_module("onnx").TensorProto.DataType.items()}
    return names.get(number) if number else None


def _tensor(value: Any) -> NodeTensor:
    if not value.type.HasField("tensor_type"):
        return NodeTensor()
    about = value.type.tensor_type
    if not about.HasField("shape"):
        return NodeTensor(_type(about.elem_type))
    return NodeTensor(_type(about.elem_type), tuple(map(_size, about.shape.dim)))


def _size(dimension: Any) -> Size:
    if dimension.HasField("dim_value"):
        return int(dimension.dim_value)
    return _printable(dimension.dim_param) or None
