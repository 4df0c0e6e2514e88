"""A compiled library in C as a runtime: a function that is called with ctypes, as a --map file describes it."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from reference.call import describe
from reference.common.errors import CannotRun
from reference.parameters.mapping import read_map
from reference.runtimes.own.arguments import Arguments, arguments
from reference.runtimes.own.signature import INTEGERS, signature
from reference.runtimes.protocol import MOST_BYTES, Array, MalformedAnswer, Pool, RuntimeCall, Unsupported
from spec.maxpool.operator import MAXPOOL
from spec.operator.operator import Violation

GUARD, FILLING = 4096, 0xA5
"""Bytes on both sides of each output, and what they and the output hold before the call."""
AXES: Mapping[str, tuple[int, ...]] = {"NCHW": (0, 1, 2, 3), "NHWC": (0, 2, 3, 1)}


@dataclass(frozen=True, slots=True)
class LibraryRuntime:
    """The adapter. Outputs are made here, of the size that the clauses give; what is written beside them is found."""

    name: str
    version: str
    functions: ctypes.CDLL
    arguments: Arguments
    layout: str
    packages: tuple[str, ...] = ()

    def load(self, call: RuntimeCall, *, indices: bool) -> Pool:
        """The function for the call's element type; its status, if it is none of success, is raised as a ValueError."""
        symbol = self.arguments.signature.symbols.get(call.dtype)
        if symbol is None:
            raise Unsupported(f"no symbol for {call.dtype}")
        if indices and "Indices" not in self.arguments.tensors:
            raise Unsupported("the function has no parameter for Indices")
        if self.arguments.signature.returns == "void" and (label := _violated(call)):
            raise Unsupported(f"the function returns no status: it cannot refuse a call that breaks {label}")
        function = self.functions[symbol]
        returns = self.arguments.signature.returns
        function.restype = None if returns == "void" else INTEGERS[returns]

        def pool(X: Array) -> tuple[Array, ...]:
            shape = tuple((*call.shape[:2], *call.windows)[axis] for axis in AXES[self.layout])
            # In the order of X the function is given X itself: what it does to it is seen.
            elements = np.ascontiguousarray(X.transpose(AXES[self.layout]))
            Y = _Output(shape, X.dtype)
            # A null pointer where Indices are not wanted would be an assumption; so they are always given room.
            with_indices = "Indices" in self.arguments.tensors
            Indices = _Output(shape, np.dtype(self.arguments.index)) if with_indices else None
            pointers = {"X": elements.ctypes.data, "Y": Y.address, "Indices": Indices.address if Indices else None}
            status = function(*self.arguments.passed(call, pointers))
            outputs = [("Y", Y), *([("Indices", Indices)] if Indices is not None else [])]
            for role, output in outputs:
                if not output.is_guarded():
                    raise MalformedAnswer(f"it wrote outside of {role}")
            if returns != "void" and status not in self.arguments.signature.ok:
                known = self.arguments.signature.statuses.get(status)
                raise ValueError(f"status {status}{f': {known}' if known else ''}")
            back = np.argsort(AXES[self.layout])
            found = [np.ascontiguousarray(output.elements.transpose(back)) for _, output in outputs]
            return (found[0], found[1].astype(np.int64)) if indices else (found[0],)

        return pool


class _Output:
    """Room for an output, with guards on both sides."""

    def __init__(self, shape: tuple[int, ...], dtype: np.dtype[Any]) -> None:
        size = int(np.prod(shape, dtype=object)) * dtype.itemsize
        if size > MOST_BYTES:
            raise Unsupported(f"an output of {size} bytes")
        self._memory = np.full(size + 2 * GUARD, FILLING, np.uint8)
        self.elements: Array = self._memory[GUARD : GUARD + size].view(dtype).reshape(shape)
        self.address = self._memory.ctypes.data + GUARD

    def is_guarded(self) -> bool:
        """Nothing was written beside it."""
        return bool((self._memory[:GUARD] == FILLING).all() and (self._memory[-GUARD:] == FILLING).all())


def _violated(call: RuntimeCall) -> str:
    """The label of the first clause that a call breaks, or nothing."""
    X = np.broadcast_to(np.zeros((), call.dtype), call.shape)
    try:
        MAXPOOL.check(describe(X, call.attributes, {}))
    except Violation as violation:
        return violation.label
    return ""


def of_library(path: Path, map_file: Path, version: str) -> LibraryRuntime:
    """A library as a runtime. Raises CannotRun where the library, the map or a symbol is none."""
    said = read_map(map_file.read_text("utf-8"))
    found = signature(said)
    try:
        functions = ctypes.CDLL(str(path.resolve()))
    except OSError as error:
        raise CannotRun(f"{path}: {' '.join(str(error).split())}") from None
    for symbol in found.symbols.values():
        if not hasattr(functions, symbol):
            raise CannotRun(f"{path}: no symbol {symbol!r}")
    return LibraryRuntime(path.stem, version, functions, arguments(found, said), said.layout or "NCHW")
