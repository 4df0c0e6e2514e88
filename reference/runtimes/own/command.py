"""A command as a runtime: it reads calls from its standard input, and writes answers to its standard output.

All numbers are of 8 bytes, signed, little-endian; elements are little-endian, row-major. A call is 17 numbers and X:
number of the call, ONNX's number of the element type, whether Indices are wanted, N C H W, kernel_shape (2), strides
(2), dilations (2), pads (4). An answer begins with the number of the call and a status. 0: the four sizes of Y, its
elements, and if they were wanted the Indices, of 8 bytes. 1, a refusal: the length of a text in UTF-8, and the text.
"""

from __future__ import annotations

import struct
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import prod
from typing import IO

import numpy as np

from reference.common.errors import CannotRun
from reference.common.isolation import SAID, Tail, ending, last_line
from reference.runtimes.protocol import MOST_BYTES, Array, MalformedAnswer, Pool, RuntimeCall, RuntimeEnded

ELEMENT_TYPES = {"float32": 1, "uint8": 2, "int8": 3, "uint16": 4, "int16": 5, "int32": 6, "float16": 10, "float64": 11}
"""ONNX's numbers of the element types."""
DONE, REFUSED = 0, 1
MOST_TEXT = 4096
SECONDS = 2.0
"""A command that closed its output has so long to end."""


@dataclass(slots=True)
class CommandRuntime:
    """The adapter. The command is started for the first call, and again after it ended or gave no answer."""

    name: str
    version: str
    words: Sequence[str]
    packages: tuple[str, ...] = ()
    _child: subprocess.Popen[bytes] | None = field(default=None, init=False)
    _errors: Tail | None = field(default=None, init=False)
    _number: int = field(default=0, init=False)

    def load(self, call: RuntimeCall, *, indices: bool) -> Pool:
        """Nothing is loaded; each call is sent whole."""
        lists = (call.kernel_shape, call.strides, call.dilations, call.pads)

        def pool(X: Array) -> tuple[Array, ...]:
            self._number += 1
            head = (self._number, ELEMENT_TYPES[X.dtype.name], int(indices), *X.shape, *(n for ns in lists for n in ns))
            try:
                child = self._running()
                self._send(child, struct.pack(f"<{len(head)}q", *head), X)
                return self._answer(child, X, indices=indices)
            except (MalformedAnswer, RuntimeEnded):
                self._end()
                raise

        return pool

    def _running(self) -> subprocess.Popen[bytes]:
        """The command's process. It stays in the family of this one, which is ended as a whole."""
        if self._child is None:
            try:
                self._child = subprocess.Popen(
                    self.words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
                )
            except OSError as error:
                raise CannotRun(f"{self.words[0]}: {error.strerror}") from None
            self._errors = Tail(self._child.stderr, SAID)
        return self._child

    def _send(self, child: subprocess.Popen[bytes], head: bytes, X: Array) -> None:
        assert child.stdin is not None
        try:
            child.stdin.write(head + np.ascontiguousarray(X).astype(X.dtype.newbyteorder("<")).tobytes())
            child.stdin.flush()
        except OSError:
            raise self._ended(child) from None

    def _answer(self, child: subprocess.Popen[bytes], X: Array, *, indices: bool) -> tuple[Array, ...]:
        number, status = self._numbers(child, 2)
        if number != self._number:
            raise MalformedAnswer(f"its answer begins with {number}, and the call had the number {self._number}")
        if status == REFUSED:
            (length,) = self._numbers(child, 1)
            if not 0 <= length <= MOST_TEXT:
                raise MalformedAnswer(f"the text of a refusal has {length} bytes; at most {MOST_TEXT} are read")
            raise ValueError(self._bytes(child, length).decode("utf-8", "replace"))
        if status != DONE:
            raise MalformedAnswer(f"its answer has status {status}, which is neither {DONE} nor {REFUSED}")
        shape = self._numbers(child, 4)
        if min(shape) < 0 or prod(shape) * 8 > MOST_BYTES:
            raise MalformedAnswer(f"its Y has the sizes {', '.join(map(str, shape))}")
        types = (X.dtype, np.dtype(np.int64)) if indices else (X.dtype,)
        return tuple(self._tensor(child, shape, dtype) for dtype in types)

    def _numbers(self, child: subprocess.Popen[bytes], count: int) -> tuple[int, ...]:
        return struct.unpack(f"<{count}q", self._bytes(child, 8 * count))

    def _tensor(self, child: subprocess.Popen[bytes], shape: tuple[int, ...], dtype: np.dtype[np.generic]) -> Array:
        data = self._bytes(child, prod(shape) * dtype.itemsize)
        return np.frombuffer(data, dtype.newbyteorder("<")).reshape(shape).astype(dtype)

    def _bytes(self, child: subprocess.Popen[bytes], size: int) -> bytes:
        stream: IO[bytes] | None = child.stdout
        assert stream is not None
        data = stream.read(size)
        if len(data) < size:
            raise self._ended(child)
        return data

    def _ended(self, child: subprocess.Popen[bytes]) -> RuntimeEnded:
        """How it ended, in words."""
        try:
            how = f"the command ended ({ending(child.wait(SECONDS))})"
        except subprocess.TimeoutExpired:
            how = "the command closed its output"
        child.kill()
        said = last_line(self._errors.kept()) if self._errors is not None else ""
        return RuntimeEnded(f"{how}{f': {said}' if said else ''}")

    def _end(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.kill()
            child.wait()
            for stream in filter(None, (child.stdin, child.stdout)):
                try:
                    stream.close()
                except OSError:  # What was not yet written has no reader any more.
                    continue
