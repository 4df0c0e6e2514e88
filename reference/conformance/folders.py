"""A folder for each divergence: the model, its data in ONNX's backend-test layout, a reproducer, words for a report."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path

from reference.conformance.campaign.campaign import Divergence, RuntimeResult
from reference.conformance.campaign.kinds import KINDS, OUTSIDE, PROFILE, fault_of
from reference.conformance.campaign.shrink import DivergenceExample
from reference.conformance.document import cells, folder_of, labels_of, named, outputs_of
from reference.conformance.script import LEGAL, reproducer
from reference.runtimes.model import build
from reference.runtimes.protocol import Array
from spec.maxpool.operator import MAXPOOL
from spec.tables.markdown import markdown_table


def contents(result: RuntimeResult, divergence: Divergence) -> Iterator[tuple[str, bytes]]:
    """The files of a divergence's folder: name below the campaign's folder, and content."""
    example = divergence.example
    if example is None:
        return
    folder = folder_of(result, divergence)
    model = build(example.call, indices=divergence.key.indices, explicit=True)
    yield f"{folder}/model.onnx", model.SerializeToString()
    if example.judgement.violation:
        legal = build(replace(LEGAL, dtype=example.call.dtype), indices=divergence.key.indices, explicit=True)
        yield f"{folder}/legal.onnx", legal.SerializeToString()
    yield from dataset(folder, [example.X], example.judgement.wanted)
    yield f"{folder}/reproduce.py", reproducer(result, divergence, example).encode()
    yield f"{folder}/report.md", report(result, divergence, example).encode()


def dataset(folder: str, inputs: list[Array], outputs: tuple[Array, ...]) -> Iterator[tuple[str, bytes]]:
    """Inputs and outputs as files of `test_data_set_0`."""
    from_array = import_module("onnx.numpy_helper").from_array
    for kind, names, tensors in (("input", ("X",), inputs), ("output", ("Y", "Indices"), outputs)):
        for i, tensor in enumerate(tensors):
            yield f"{folder}/test_data_set_0/{kind}_{i}.pb", from_array(tensor, names[i]).SerializeToString()


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
`python reproduce.py` in this folder shows it; the model has one node. It ends with 0 if all is as expected, with 1 if
not, and with 2 if it could not be run.

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
