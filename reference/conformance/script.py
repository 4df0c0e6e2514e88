"""The script beside a divergence: it puts the one call to the runtime, and tells by its exit code what came of it.

It needs the runtime and NumPy alone: X and what is right stand in it, bit for bit.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from reference.conformance.campaign.campaign import Divergence, RuntimeResult
from reference.conformance.campaign.shrink import DivergenceExample
from reference.runtimes.protocol import Array, ForeignAdapter, RuntimeCall
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
    "opencv": (
        "import cv2",
        "network = cv2.dnn.readNetFromONNX(model)",
        'network.setInput(X, "X")',
        'return network.forward(["Y", "Indices"] if {indices} else ["Y"])',
    ),
    "torch": (
        "import torch",
        "got = torch.nn.functional.max_pool2d(torch.from_numpy(X), *PARAMETERS[model], return_indices={indices})",
        "return [part.numpy() for part in (got if isinstance(got, tuple) else [got])]",
    ),
    "paddle": (
        "import paddle",
        'paddle.set_device("cpu")',
        "pool = paddle.nn.functional.max_pool2d",
        "got = pool(paddle.to_tensor(X), *PARAMETERS[model], return_mask={indices})",
        "Y, *masks = got if {indices} else [got]",
        'return [Y.numpy(), *(mask.numpy().astype("int64") for mask in masks)]',
    ),
    "jax": (
        "import jax",
        'jax.config.update("jax_platforms", "cpu")',
        'jax.config.update("jax_enable_x64", True)',
        "least = -numpy.inf if X.dtype.kind == 'f' else numpy.iinfo(X.dtype).min",
        "return [jax.lax.reduce_window(X, X.dtype.type(least), jax.lax.max, **PARAMETERS[model])]",
    ),
    "litert": (
        "from ai_edge_litert.interpreter import Interpreter",
        "runner = Interpreter(model_content=bytes.fromhex(PARAMETERS[model]), num_threads=1)",
        "runner.allocate_tensors()",
        'runner.set_tensor(runner.get_input_details()[0]["index"], X.transpose(0, 2, 3, 1).copy())',
        "runner.invoke()",
        'return [runner.get_tensor(runner.get_output_details()[0]["index"]).transpose(0, 3, 1, 2)]',
    ),
    "ncnn": (
        "import ncnn",
        "net = ncnn.Net()",
        "net.opt.num_threads = 1",
        'for name in ("fp16_packed", "fp16_storage", "fp16_arithmetic", "bf16_storage"):',
        '    setattr(net.opt, "use_" + name, False)',
        "net.load_param_mem(PARAMETERS[model])",
        "net.load_model_mem(bytes(4))",
        "extractor = net.create_extractor()",
        'extractor.input("X", ncnn.Mat(X[0]))',
        'status, Y = extractor.extract("Y")',
        'if status: raise RuntimeError("extract ended with %d" % status)',
        "return [numpy.array(Y)[None]]",
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
        parameters=_parameters(result.name, example.call, indices=divergence.key.indices),
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


def _parameters(name: str, call: RuntimeCall, *, indices: bool) -> str:
    """What a runtime that reads no ONNX model is given in its place: its adapter's parameters of the call."""
    adapter = RUNTIMES.get(name)
    if not isinstance(adapter, ForeignAdapter):
        return ""
    calls = {"model.onnx": call, "legal.onnx": replace(LEGAL, dtype=call.dtype)}
    told = {file: adapter.parameters(one, indices=indices) for file, one in calls.items()}
    return f"PARAMETERS = {told}\n"


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
