"""A function of the subset, run by Python itself, in a process of its own, on one call.

Only the function and the helpers that it names are compiled, without annotations, with a few functions of Python and
infinity: no other line of its file runs.
"""

from __future__ import annotations

import ast
import builtins
import math
from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from proofs.program.running.witness import CallWitness, Outputs
from proofs.program.source.language import LISTS
from proofs.program.source.module import BUILTINS, function_of
from reference.common.isolation import Bounds, Stopped, isolated

SECONDS, MEGABYTES = 60.0, 2000


def replay(source: bytes, name: str, witness: CallWitness) -> Outputs:
    """What the function returns on a witness. Raises Refused as the proof does: of such a file nothing is run."""
    text = function_of(source, name)
    alone = "\n".join(_alone(part.node) for part in (*text.helpers, text))
    imported = {own: origin for own, origin in text.around.origins.items() if origin in _CONSTANTS}
    lists = [witness.attributes[attribute] for attribute in LISTS]
    try:
        return isolated(call, alone, name, witness.X, lists, imported, bounds=Bounds(SECONDS, megabytes=MEGABYTES))
    except Stopped as stopped:
        return Outputs(error=str(stopped))


_CONSTANTS: Mapping[str, Any] = {
    "math": SimpleNamespace(inf=math.inf),
    "numpy": SimpleNamespace(inf=math.inf),
    "math.inf": math.inf,
    "numpy.inf": math.inf,
}
"""What a function may use of what its file imports."""


def call(source: str, name: str, X: NDArray[np.float32], lists: Sequence[Any], imported: Mapping[str, str]) -> Outputs:
    """Compile a function and call it on X and the list attributes; what it raises is its output too.

    `imported` gives its file's names for the constants that it may use.
    """
    names: dict[str, Any] = {own: _CONSTANTS[origin] for own, origin in imported.items()}
    names["__builtins__"] = {builtin: getattr(builtins, builtin) for builtin in BUILTINS}
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
