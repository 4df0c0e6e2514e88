"""A function of the subset, run by Python itself, in a process of its own, on one call.

Only the function is compiled, without its annotations and with nothing but `range`, `min` and `max` to call: no other
line of its file runs.
"""

from __future__ import annotations

import ast
import json
import subprocess
import sys

from proofs.program.running.witness import Outputs, Witness
from proofs.program.source.language import LISTS
from proofs.program.source.module import functions

SECONDS = 10.0

_RUNNER = """
import json, sys
import numpy as np
call = json.load(sys.stdin)
names = {"__builtins__": {"range": range, "min": min, "max": max}}
exec(compile(call["source"], "the function", "exec"), names)
X = np.array(call["X"], np.float32).reshape(call["shape"])
new_Y = lambda *shape: np.full(shape, np.nan, np.float32)
new_Indices = lambda *shape: np.full(shape, -1, np.int64)
try:
    Y, Indices = names[call["name"]](X, new_Y, new_Indices, *X.shape, *call["lists"])
    print(json.dumps({"Y": Y.tolist(), "Indices": Indices.tolist()}))
except Exception as error:
    print(json.dumps({"error": f"{type(error).__name__}: {error}"}))
"""


def replay(source: bytes, name: str, witness: Witness) -> Outputs:
    """What the function returns on a witness. The function has been parsed: it is of the subset."""
    call = {
        "source": _alone(functions(source)[name]),
        "name": name,
        "X": witness.X.tolist(),
        "shape": witness.X.shape,
        "lists": [witness.attributes[attribute] for attribute in LISTS],
    }
    try:
        done = subprocess.run(
            [sys.executable, "-c", _RUNNER],
            input=json.dumps(call),
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Outputs(error=f"it did not end within {SECONDS:g} s")
    if done.returncode:
        return Outputs(error=f"the process ended with exit code {done.returncode}")
    return Outputs(**json.loads(done.stdout))


def _alone(node: ast.FunctionDef) -> str:
    """The function's own source, without what would have to be looked up elsewhere to define it."""
    for argument in node.args.args:
        argument.annotation = None
    node.returns = None
    for inner in ast.walk(node):
        if isinstance(inner, ast.AnnAssign):
            inner.annotation = ast.Constant(None)
    return ast.unparse(node)
