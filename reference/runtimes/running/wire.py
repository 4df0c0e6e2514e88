"""Messages between a runtime's process and ours: a JSON document and tensors. Nothing in them is executed."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterable
from math import prod
from typing import Any, BinaryIO

import numpy as np

from reference.runtimes.protocol import ELEMENTS, MOST_BYTES, Array

_LENGTH = struct.Struct("<Q")
MOST_OF_HEAD = 2**20


def send(stream: BinaryIO, document: dict[str, Any], tensors: Iterable[Array] = ()) -> None:
    """Write a message. Raises OSError where nobody reads."""
    arrays = [np.ascontiguousarray(tensor).reshape(np.shape(tensor)) for tensor in tensors]
    arrays = [array.astype(array.dtype.newbyteorder("="), copy=False) for array in arrays]
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
    length = _LENGTH.unpack(size)[0]
    if length > MOST_OF_HEAD:
        raise ValueError(f"a message begins with {length} bytes of text")
    document = json.loads(_exactly(stream, length))
    if not isinstance(document, dict) or not isinstance(document.get("tensors"), list):
        raise ValueError("a message says nothing of tensors")
    return document, tuple(_tensor(stream, about) for about in document.pop("tensors"))


def _tensor(stream: BinaryIO, about: object) -> Array:
    match about:
        case {"dtype": str(name), "shape": [*shape]} if name in ELEMENTS and all(type(n) is int for n in shape):
            dtype, size = np.dtype(name), prod(shape) * np.dtype(name).itemsize
            if min(shape, default=0) < 0 or size > MOST_BYTES:
                raise ValueError(f"a tensor has the sizes {shape}")
            return np.frombuffer(_exactly(stream, size), dtype).reshape(shape).copy()
    raise ValueError("an unexpected element type, or shape")


def _exactly(stream: BinaryIO, size: int) -> bytes:
    data = stream.read(size)
    if len(data) != size:
        raise ValueError("a message is cut short")
    return data
