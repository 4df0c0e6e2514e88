"""Messages between a runtime's process and ours: a JSON document and tensors. Nothing in them is executed."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterable
from math import prod
from typing import Any, BinaryIO

import numpy as np

from reference.runtimes.protocol import Array

_LENGTH = struct.Struct("<Q")
_PLAIN = frozenset({"float16", "float32", "float64", "int8", "uint8", "int32", "int64", "uint64", "bool", "uint16"})


def send(stream: BinaryIO, document: dict[str, Any], tensors: Iterable[Array] = ()) -> None:
    """Write a message. Raises OSError where nobody reads."""
    arrays = [np.ascontiguousarray(tensor).reshape(np.shape(tensor)) for tensor in tensors]
    about = [{"dtype": array.dtype.name, "shape": list(array.shape)} for array in arrays]
    head = json.dumps({**document, "tensors": about}).encode()
    stream.write(_LENGTH.pack(len(head)) + head)
    for array in arrays:
        stream.write(array.tobytes())
    stream.flush()


def receive(stream: BinaryIO) -> tuple[dict[str, Any], tuple[Array, ...]] | None:
    """The next message, or None at the end of the stream. Raises ValueError where there is no whole message."""
    size = stream.read(_LENGTH.size)
    if not size:
        return None
    if len(size) < _LENGTH.size:
        raise ValueError("a message is cut short")
    document = json.loads(_exactly(stream, _LENGTH.unpack(size)[0]))
    return document, tuple(_tensor(stream, about) for about in document.pop("tensors"))


def _tensor(stream: BinaryIO, about: dict[str, Any]) -> Array:
    if about["dtype"] not in _PLAIN:
        raise ValueError(f"an unexpected element type: {about['dtype']}")
    dtype, shape = np.dtype(about["dtype"]), tuple(about["shape"])
    return np.frombuffer(_exactly(stream, prod(shape) * dtype.itemsize), dtype).reshape(shape).copy()


def _exactly(stream: BinaryIO, size: int) -> bytes:
    data = stream.read(size)
    if len(data) != size:
        raise ValueError("a message is cut short")
    return data
