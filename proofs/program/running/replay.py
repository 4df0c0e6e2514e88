"""A function of the subset, run by Python itself, in a process of its own, on one call.

Only the function is compiled, without its annotations and with nothing but `range`, `min` and `max` to call: no other
line of its file runs.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from proofs.program.running.witness import CallWitness, Outputs
from proofs.program.source.language import LISTS
from proofs.program.source.module import functions
from reference.common.isolation import Bounds, Stopped, isolated

SECONDS, MEGABYTES = 10.0, 2000


def replay(source: bytes, name: str, witness: CallWitness) -> Outputs:
    """What the function returns on a witness. The function has been parsed: it is of the subset."""
    alone = _alone(functions(source)[name])
    lists = [witness.attributes[attribute] for attribute in LISTS]
    try:
        return isolated(call, alone, name, witness.X, lists, bounds=Bounds(SECONDS, megabytes=MEGABYTES))
    except Stopped as stopped:
        return Outputs(error=str(stopped))


def call(source: str, name: str, X: NDArray[np.float32], lists: Sequence[Any]) -> Outputs:
    """Compile a function and call it on X and the list attributes; what it raises is its output too."""
    names: dict[str, Any] = {"__builtins__": {"range": range, "min": min, "max": max}}
    exec(compile(source, "the function", "exec"), names)

    def new_Y(*shape: int) -> NDArray[np.float32]:
        return np.full(shape, np.nan, np.float32)

    def new_Indices(*shape: int) -> NDArray[np.int64]:
        return np.full(shape, -1, np.int64)

    try:
        Y, Indices = names[name](X, new_Y, new_Indices, *X.shape, *lists)
        return Outputs(Y=Y.tolist(), Indices=Indices.tolist())
    except Exception as error:
        return Outputs(error=f"{type(error).__name__}: {error}")


def _alone(node: ast.FunctionDef) -> str:
    """The function's own source, without what would have to be looked up elsewhere to define it."""
    for argument in node.args.args:
        argument.annotation = None
    node.returns = None
    for inner in ast.walk(node):
        if isinstance(inner, ast.AnnAssign):
            inner.annotation = ast.Constant(None)
    return ast.unparse(node)
