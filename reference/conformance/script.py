"""The script beside a divergence: it puts the one call to the runtime, and tells by its exit code what came of it.

It needs the runtime and NumPy alone: X and what is right stand in it, bit for bit.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from reference.conformance.campaign.campaign import Divergence, RuntimeResult
from reference.conformance.campaign.shrink import DivergenceExample
from reference.runtimes.protocol import Array, RuntimeCall
from reference.runtimes.running.catalogue import RUNTIMES

AS_EXPECTED, DIVERGES, COULD_NOT_BE_RUN = 0, 1, 2
"""The exit codes. An exception of the runtime's is the last, unless the call is to be refused."""
GOT, REFUSED = "got", "refused:"
"""How the line begins that says what came of the call."""

LEGAL = RuntimeCall((1, 1, 1, 1), "float32", (1, 1), (1, 1), (1, 1), (0, 0, 0, 0))
"""What a runtime must answer before its refusal of another call of the same element type means anything."""

_RUN = {
    "onnxruntime": (
        "import onnxruntime",
        'return onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"]).run(None, {"X": X})',
    ),
    "onnx": (
        "from onnx.reference import ReferenceEvaluator",
        'return ReferenceEvaluator(model).run(None, {"X": X})',
    ),
    "openvino": (
        "import openvino",
        'compiled = openvino.Core().compile_model(model, "CPU", {"INFERENCE_PRECISION_HINT": "f32"})',
        "return list(compiled([X]).values())",
    ),
    "tract": (
        "import tract",
        "runnable = tract.onnx().load(model).into_model().into_runnable()",
        "return [part.to_numpy() for part in runnable.run([X])]",
    ),
    "torch": (
        "import torch",
        "got = torch.nn.functional.max_pool2d(torch.from_numpy(X), *PARAMETERS[model], return_indices={indices})",
        "return [part.numpy() for part in (got if isinstance(got, tuple) else [got])]",
    ),
}
"""How a runtime is imported, and the body of a function of a model's file and X."""

_SCRIPT = """# python reproduce.py: prints X, what is right, and what {name} gives here.
# It ends with 0: as expected; 1: it diverges; 2: it could not be run, which says nothing.
# Runtime: {name} {version}; package: {package}; class: {kind}
import os, sys
os.chdir(os.path.dirname(os.path.abspath(__file__)))
def could_not_be_run(error):
    print("could not be run:", repr(error))
    sys.exit(2)
try:
    import numpy
    {load}
except BaseException as error:
    could_not_be_run(error)
{parameters}def run(model, X):
    {run}
little = lambda dtype: numpy.dtype(dtype).newbyteorder("<")
load = lambda bits, dtype, shape: numpy.frombuffer(bytes.fromhex(bits), little(dtype)).astype(dtype).reshape(shape)
X = {X}
right = [{right}]
print("X", X.tolist(), "right", [y.tolist() for y in right] or "refused: {violation}", flush=True)
try:
{legal}    got = [numpy.asarray(y) for y in run("model.onnx", X.copy())]
except BaseException as error:
{refused}    could_not_be_run(error)
print("got", [y.tolist() for y in got])
key = lambda tensor: (tensor.shape, tensor.dtype, tensor.tobytes())
sys.exit(int(not right or [*map(key, got)] != [*map(key, right)]))
"""
_LEGAL = """    run("legal.onnx", numpy.zeros((1, 1, 1, 1), X.dtype))
except BaseException as error:
    could_not_be_run(error)
try:
"""
_REFUSED = """    if isinstance(error, Exception):
        print("refused:", repr(error))
        sys.exit(0)
"""


def reproducer(result: RuntimeResult, divergence: Divergence, example: DivergenceExample) -> str:
    """The script of a divergence.

    Where the call is to be refused, the runtime has to answer a legal one of its type first: else it could not be run.
    """
    load, *run = _RUN.get(result.name, ("pass", 'raise NotImplementedError("run the model with your runtime, on X")'))
    violation = example.judgement.violation
    return _SCRIPT.format(
        name=result.name,
        version=result.version,
        package=_package(result.name),
        kind=divergence.key.kind,
        load=load,
        parameters=_parameters(example.call) if result.name == "torch" else "",
        run="\n    ".join(run).replace("{indices}", str(divergence.key.indices)),
        X=_literal(example.X),
        right=", ".join(map(_literal, example.judgement.wanted)),
        violation=violation or "",
        legal=_LEGAL if violation else "",
        refused=_REFUSED if violation else "",
    )


def _package(name: str) -> str:
    """The package by whose versions a runtime goes; `none` if the script cannot run it."""
    return RUNTIMES[name].packages[-1] if name in _RUN else "none"


def _parameters(call: RuntimeCall) -> str:
    """torch reads no models."""
    both = {"model.onnx": call, "legal.onnx": LEGAL}
    lists = {name: (c.kernel_shape, c.strides, c.pads[:2], c.dilations) for name, c in both.items()}
    return f"PARAMETERS = {lists}\n"


def _literal(tensor: Array) -> str:
    """A tensor as the script makes it again."""
    little = tensor.astype(tensor.dtype.newbyteorder("<"))
    return f'load("{little.tobytes().hex()}", "{tensor.dtype.name}", {tensor.shape})'


@dataclass(frozen=True, slots=True)
class ScriptHead:
    """What a script says of itself: the runtime that diverged, the package it is installed by, the class."""

    name: str
    version: str
    package: str
    kind: str


_HEAD = re.compile(r"^# Runtime: (\S+) (\S+); package: ([A-Za-z0-9][A-Za-z0-9._-]*); class: (\S+)$", re.MULTILINE)


def head_of(script: str) -> ScriptHead | None:
    """The head of a script; None where it has none, or one whose runtime the script cannot run."""
    found = _HEAD.search(script)
    return ScriptHead(*found.groups()) if found and found[3] != "none" else None
