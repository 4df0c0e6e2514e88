"""The C implementation, compiled by the system's compiler and called from Python."""

from __future__ import annotations

import ctypes
import os
import shlex
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reference.c.statuses import OK, statuses
from reference.common.errors import CannotRun
from reference.common.isolation import Bounds, Stopped, run_command
from spec.maxpool import operator
from spec.operator.types import numpy_name

SOURCE = Path(__file__).with_name("maxpool.c")
COMPILERS = ("cc", "gcc", "clang")
STRICT = ("-std=c11", "-O2", "-Wall", "-Wextra", "-Werror", "-pedantic")
TYPES = {numpy_name(name): name for name in operator.TYPES}
"""NumPy's names of the element types, and those that the functions bear."""
AUTO_PAD = ("NOTSET", "VALID", "SAME_UPPER", "SAME_LOWER")
"""The values of auto_pad, in the order of their numbers in C."""
SECONDS = 600.0
"""After so long a compiler hangs."""


class NoCompiler(CannotRun):
    """There is no C compiler, or it does not compile the implementation."""


def compiler() -> list[str]:
    """The command that CC names, or the first compiler under a usual name; raises NoCompiler."""
    named = shlex.split(os.environ.get("CC", ""))
    wanted = named[:1] or COMPILERS
    found = next(filter(None, map(shutil.which, wanted)), None)
    if found is None:
        raise NoCompiler(f"no C compiler is installed ({' or '.join(wanted)}); CC may name another")
    return [found, *named[1:]]


def compile_to(output: Path, *options: str, sources: Sequence[Path] = (SOURCE,)) -> None:
    """Compile to a file, strictly, with more options; raises NoCompiler with the compiler's first error."""
    # clang warns of a library where nothing is linked.
    libraries = [] if "-c" in options else ["-lm"]
    command = [*compiler(), *STRICT, *options, "-o", str(output), *map(str, sources), *libraries]
    try:
        done = run_command(command, Bounds(SECONDS))
    except Stopped as stopped:
        raise NoCompiler(f"{command[0]}: {stopped}") from None
    if done.code != 0:
        said = [line for line in done.errors.decode(errors="replace").splitlines() if "error" in line]
        raise NoCompiler(f"{command[0]}: {(said or ['it failed'])[0]}")


def _integer(width: int) -> type[ctypes.c_int64 | ctypes.c_int32]:
    """`maxpool_int` of maxpool.h."""
    return ctypes.c_int64 if width == 64 else ctypes.c_int32


@cache
def _structure(width: int) -> type[ctypes.Structure]:
    """`maxpool_call` of maxpool.h."""
    size = _integer(width)
    fields = [("dX", size * 4), ("auto_pad", ctypes.c_int32), ("ceil_mode", ctypes.c_int32), ("dilations", size * 2)]
    fields += [("kernel_shape", size * 2), ("pads", size * 4), ("storage_order", ctypes.c_int32), ("strides", size * 2)]
    return type("Call", (ctypes.Structure,), {"_fields_": fields})


@dataclass(frozen=True, slots=True)
class Library:
    """The implementation, whose sizes and attributes have a width in bits. A status is given by its name in C."""

    width: int
    functions: ctypes.CDLL

    def sizes(self, shape: Sequence[int], attributes: Mapping[str, Any]) -> tuple[str, tuple[int, ...]]:
        """The status, and Y's shape where it is MAXPOOL_OK; raises OverflowError for what the width cannot hold."""
        sizes = (_integer(self.width) * 4)()
        call = self.call(self.width, shape, attributes)
        status = self._status(self.functions.maxpool_sizes(ctypes.byref(call), sizes))
        return status, tuple(sizes) if status == OK else ()

    def pool(
        self, X: NDArray[Any], attributes: Mapping[str, Any], *, indices: bool = True
    ) -> tuple[str, tuple[NDArray[Any], ...]]:
        """The status, and where it is MAXPOOL_OK (Y,), or (Y, Indices)."""
        call = self.call(self.width, X.shape, attributes)
        status, shape = self.sizes(X.shape, attributes)
        if status != OK:
            return status, ()
        elements = np.ascontiguousarray(X)
        outputs = [np.empty(shape, X.dtype), *([np.empty(shape, np.int64)] if indices else [])]
        pointers = [a.ctypes.data_as(ctypes.c_void_p) for a in (elements, *outputs)]
        function = self.functions[f"maxpool_{TYPES[X.dtype.name]}_pool"]
        status = self._status(function(ctypes.byref(call), *pointers, *([] if indices else [None])))
        return status, tuple(outputs)

    @staticmethod
    def call(width: int, shape: Sequence[int], attributes: Mapping[str, Any]) -> ctypes.Structure:
        """A `maxpool_call` whose integers have a width; raises OverflowError for what it cannot hold."""
        names = {name: value for name, value in attributes.items() if name != "auto_pad"}
        # ctypes cuts a number that is too long; what a width cannot hold is no call.
        numbers = [n for value in (shape, *names.values()) for n in (value if isinstance(value, Sequence) else [value])]
        if any(not -(2 ** (width - 1)) <= n < 2 ** (width - 1) for n in numbers):
            raise OverflowError(f"a number of the call does not fit {width} bits")
        call = _structure(width)()
        auto_pad = attributes["auto_pad"]
        call.auto_pad = auto_pad if isinstance(auto_pad, int) else (*AUTO_PAD, auto_pad).index(auto_pad)
        for name, value in {"dX": shape, **names}.items():
            setattr(call, name, value if isinstance(value, int) else type(getattr(call, name))(*value))
        return call

    def _status(self, number: int) -> str:
        return {number: name for name, number in statuses().items()}[number]


@cache
def library(width: int = 64, *options: str) -> Library:
    """The implementation, compiled for this process; raises NoCompiler where that cannot be done."""
    folder = Path(_temporary().name)
    output = Path(folder, f"maxpool-{width}-{len(list(folder.iterdir()))}.so")
    compile_to(output, f"-DMAXPOOL_WIDTH={width}", "-shared", "-fPIC", *options)
    return Library(width, ctypes.CDLL(str(output)))


@cache
def _temporary() -> tempfile.TemporaryDirectory[str]:
    """A folder that goes with the process; not everywhere can a library be removed that is loaded."""
    return tempfile.TemporaryDirectory(prefix="maxpool-c-", ignore_cleanup_errors=True)
