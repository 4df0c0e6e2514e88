"""A plain function as a runtime: X and the four lists in, Y or (Y, Indices) out, all NumPy arrays."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import numpy as np

from reference.common.errors import CannotRun
from reference.runtimes.protocol import Array, MalformedAnswer, Pool, RuntimeCall, Unsupported

REQUIRED = ("kernel_shape", "strides", "dilations", "pads")
OPTIONAL = ("auto_pad", "ceil_mode", "storage_order", "indices")
SHAPE = f"FUNCTION(X, {', '.join(REQUIRED)})"
Outputs = tuple[Array, ...]


@dataclass(frozen=True, slots=True)
class FunctionRuntime:
    """The adapter. `accepted` are the parameters that the function takes by name."""

    name: str
    version: str
    function: Callable[..., object]
    accepted: frozenset[str]
    packages: tuple[str, ...] = ()

    def load(self, call: RuntimeCall, *, indices: bool) -> Pool:
        """The function with the call's attributes."""
        given: Mapping[str, object] = {**call.attributes, "indices": indices}
        arguments = {name: value for name, value in given.items() if name in self.accepted}

        def pool(X: Array) -> Outputs:
            outputs = _outputs(self.function(X, **arguments))
            if indices and len(outputs) == 1:
                raise Unsupported("the function returns no Indices")
            return outputs if indices else outputs[:1]

        return pool


def of_function(function: Callable[..., object], said: str, name: str, version: str) -> FunctionRuntime:
    """A function as a runtime; `said` is what the user calls it. Raises CannotRun: it takes no X and four lists."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        raise CannotRun(f"{said}: its parameters cannot be read; expected {SHAPE}") from None
    first, others = parameters[:1], parameters[1:]
    by_position = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    if not first or first[0].kind not in by_position or first[0].name in REQUIRED:
        raise CannotRun(f"{said}: its first parameter is not X; expected {SHAPE}")
    named = [p for p in others if p.kind in (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)]
    takes_all = any(p.kind is inspect.Parameter.VAR_KEYWORD for p in others)
    accepted = {p.name for p in named} | ({*REQUIRED, *OPTIONAL} if takes_all else set())
    if missing := [required for required in REQUIRED if required not in accepted]:
        raise CannotRun(f"{said}: no parameter {', '.join(missing)}; expected {SHAPE}")
    unfilled = [p.name for p in others if p.default is p.empty and p.kind is by_position[0]]
    unfilled += [p.name for p in named if p.default is p.empty and p.name not in (*REQUIRED, *OPTIONAL)]
    if unfilled:
        raise CannotRun(f"{said}: nothing is known for its parameter {', '.join(unfilled)}; expected {SHAPE}")
    return FunctionRuntime(name, version, function, frozenset(accepted & {*REQUIRED, *OPTIONAL}))


def _outputs(given: object) -> Outputs:
    """Y, or Y and Indices; raises MalformedAnswer for anything else."""
    outputs = tuple(given) if isinstance(given, tuple | list) else (given,)
    if len(outputs) not in (1, 2):
        raise MalformedAnswer(f"the function returned {len(outputs)} things, and not Y or (Y, Indices)")
    for output in outputs:
        if not isinstance(output, np.ndarray):
            raise MalformedAnswer(f"{type(output).__name__} was returned, and no array")
    return outputs


def module_of(path: Path) -> Any:
    """The module in a file, run; it may import what lies beside it. Raises CannotRun, whatever goes wrong in it."""
    name = f"own_{path.stem}"
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None or not path.is_file():
        raise CannotRun(f"{path}: no such file of Python")
    module = module_from_spec(spec)
    sys.modules[name] = module
    sys.path.append(str(path.resolve().parent))  # Last: it is no place to find Python's own modules in.
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise CannotRun(f"{path}: {type(error).__name__}: {' '.join(str(error).split())}") from None
    return module
