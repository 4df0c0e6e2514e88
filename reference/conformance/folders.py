"""A folder for each divergence: the model, its data in ONNX's backend-test layout, a reproducer, words for a report."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from reference.conformance.campaign.campaign import Divergence, RuntimeResult
from reference.conformance.campaign.kinds import KINDS, OUTSIDE, PROFILE, fault_of
from reference.conformance.campaign.shrink import DivergenceExample
from reference.conformance.document import cells, folder_of, labels_of, named, outputs_of
from reference.runtimes.model import build
from reference.runtimes.protocol import Array
from spec.maxpool.operator import MAXPOOL
from spec.tables.markdown import markdown_table

_RUN = {
    "onnxruntime": """import onnxruntime
session = onnxruntime.InferenceSession("model.onnx", providers=["CPUExecutionProvider"])
got = session.run(None, {"X": X})
""",
    "onnx": """from onnx.reference import ReferenceEvaluator
got = ReferenceEvaluator("model.onnx").run(None, {"X": X})
""",
    "openvino": """import openvino
model = openvino.Core().compile_model("model.onnx", "CPU", {"INFERENCE_PRECISION_HINT": "f32"})
got = list(model([X]).values())
""",
    "tract": """import tract
got = [part.to_numpy() for part in tract.onnx().load("model.onnx").into_model().into_runnable().run([X])]
""",
}
_LOAD = """# python reproduce.py: prints what {name} {version} returned, what is right, and what it returns here.
import os, sys, numpy
os.chdir(os.path.dirname(os.path.abspath(__file__)))
little = lambda dtype: numpy.dtype(dtype).newbyteorder("<")
load = lambda bits, dtype, shape: numpy.frombuffer(bytes.fromhex(bits), little(dtype)).astype(dtype).reshape(shape)
X = {X}
"""
_COMPARE = """right = [{right}]
print("X", X.tolist(), "got", [y.tolist() for y in got], "right", [y.tolist() for y in right] or "{refused}")
key = lambda tensor: (tensor.shape, tensor.dtype, tensor.tobytes())
sys.exit(bool(not right or [*map(key, got)] != [*map(key, right)]))
"""


def contents(result: RuntimeResult, divergence: Divergence) -> Iterator[tuple[str, bytes]]:
    """The files of a divergence's folder: name below the campaign's folder, and content."""
    example = divergence.example
    if example is None:
        return
    folder = folder_of(result, divergence)
    model = build(example.call, indices=divergence.key.indices, explicit=True)
    yield f"{folder}/model.onnx", model.SerializeToString()
    yield from dataset(folder, [example.X], example.judgement.wanted)
    yield f"{folder}/reproduce.py", reproducer(result, divergence, example).encode()
    yield f"{folder}/report.md", report(result, divergence, example).encode()


def dataset(folder: str, inputs: list[Array], outputs: tuple[Array, ...]) -> Iterator[tuple[str, bytes]]:
    """Inputs and outputs as files of `test_data_set_0`."""
    from_array = import_module("onnx.numpy_helper").from_array
    for kind, names, tensors in (("input", ("X",), inputs), ("output", ("Y", "Indices"), outputs)):
        for i, tensor in enumerate(tensors):
            yield f"{folder}/test_data_set_0/{kind}_{i}.pb", from_array(tensor, names[i]).SerializeToString()


def reproducer(result: RuntimeResult, divergence: Divergence, example: DivergenceExample) -> str:
    """A script that replays a divergence: it ends with 1 where the runtime still diverges, and 0 where it does not.

    It needs the runtime and NumPy alone: X and what is right stand in it, bit for bit.
    """
    call = example.call
    torch = f"""import torch
got = torch.nn.functional.max_pool2d(
    torch.from_numpy(X), {call.kernel_shape}, {call.strides}, {call.pads[:2]}, {call.dilations}, False,
    return_indices={divergence.key.indices})
got = [part.numpy() for part in (got if isinstance(got, tuple) else [got])]
"""
    run = torch if result.name == "torch" else _RUN.get(result.name)
    if run is None:
        run = "sys.exit('run model.onnx with your runtime, on X')\n"
    right = ", ".join(map(_literal, example.judgement.wanted))
    compare = _COMPARE.format(right=right, refused=f"refused: {example.judgement.violation}")
    return _LOAD.format(name=result.name, version=result.version, X=_literal(example.X)) + run + compare


def _literal(tensor: Array) -> str:
    """A tensor as the script makes it again."""
    little = tensor.astype(tensor.dtype.newbyteorder("<"))
    return f'load("{little.tobytes().hex()}", "{tensor.dtype.name}", {tensor.shape})'


def report(result: RuntimeResult, divergence: Divergence, example: DivergenceExample) -> str:
    """A paragraph for a bug report, and the example."""
    kind, key = KINDS[divergence.key.kind], divergence.key
    fault = fault_of(key.kind, not key.outside)
    words = {
        OUTSIDE: "The call is outside the SONNX profile, which demands that it be refused. ONNX does not say so.",
        PROFILE: "ONNX does not say what is right here: this is no bug by ONNX, but a limit for users of the profile.",
    }
    judged = example.judgement
    clauses = "\n".join(f"- `{label}`: {MAXPOOL[label].statement}" for label in labels_of(divergence))
    expected = f"refused ({judged.violation})" if judged.violation else json.dumps(named(judged.wanted))
    got = judged.reason or json.dumps(named(judged.outputs))
    rows = {
        "attributes": json.dumps(example.call.lists),
        "X": json.dumps(cells(example.X)),
        "expected": expected,
        "got": got,
    }
    # The head of this table is blank.
    table = "\n".join(["| | |", *markdown_table(["", ""], [(name, f"`{value}`") for name, value in rows.items()])[1:]])
    return f"""# {result.name} {result.version}: MaxPool, {key.dtype}, {outputs_of(divergence)}: {kind.says}

MaxPool of {result.name} {result.version} on the CPU, element type {key.dtype}, with {outputs_of(divergence)} as
outputs: {kind.says}. {words.get(fault, "This contradicts the definition of the operator.")}
`python reproduce.py` in this folder shows it; the model has one node.

{clauses}

{table}
"""


def write_folders(root: Path, results: list[RuntimeResult]) -> None:
    """Write the folders of all divergences below a folder. Raises OSError where that cannot be."""
    for result in results:
        for divergence in result.divergences:
            for name, content in contents(result, divergence):
                path = root / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
