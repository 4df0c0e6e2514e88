"""What a model says of its tensors: element types and sizes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

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

    def channels_second(self) -> NodeTensor:
        """The same tensor with its last axis, the channel, moved to the second place."""
        if self.shape is None or len(self.shape) < 3:
            return self
        return NodeTensor(self.dtype, (self.shape[0], self.shape[-1], *self.shape[1:-1]))


NOTHING_KNOWN = NodeTensor()


def values_of(graph: Any) -> dict[str, NodeTensor]:
    """The tensors of a graph by their names, as far as it says what they are."""
    values = {value.name: _tensor(value.type) for value in (*graph.input, *graph.value_info, *graph.output)}
    return values | {t.name: NodeTensor(type_name(t.data_type), tuple(t.dims)) for t in graph.initializer}


def values_in_function(function: Any) -> dict[str, NodeTensor]:
    """The tensors of a function, whoever calls it."""
    return {value.name: _tensor(value.type) for value in function.value_info}


def printable(name: str) -> str:
    """A name without what would steer a terminal."""
    return name if name.isprintable() else "".join(letter if letter.isprintable() else "?" for letter in name)


@cache
def type_name(number: int) -> str | None:
    """An element type by its number."""
    return _names().get(number) if number else None


@cache
def _names() -> Mapping[int, str]:
    return {value: name.lower() for name, value in import_module("onnx").TensorProto.DataType.items()}


def type_number(name: str | None) -> int:
    """The number of an element type; 0 for what is not known."""
    return next((number for number, known in _names().items() if known == name), 0)


def _tensor(kind: Any) -> NodeTensor:
    if not kind.HasField("tensor_type"):
        return NOTHING_KNOWN
    about = kind.tensor_type
    shape = tuple(map(_size, about.shape.dim)) if about.HasField("shape") else None
    return NodeTensor(type_name(about.elem_type), shape)


def _size(dimension: Any) -> Size:
    """A size; a negative number is the way of some exporters to say that it is open."""
    if dimension.HasField("dim_value"):
        number = int(dimension.dim_value)
        return number if number >= 0 else None
    return printable(dimension.dim_param) or None
