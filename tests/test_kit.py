"""`maxpool vectors --classes`: classes from formulas, combinations solved or proved empty, files that run alone."""

from __future__ import annotations

import json
import os
import struct
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from maxpool import app
from proofs.kit.adequacy import in_c
from proofs.kit.adequacy.loops import of_loops
from proofs.kit.adequacy.measured import IN_C, Measured, core, measure
from proofs.kit.calls.broken import broken, first_broken, not_expressible
from proofs.kit.calls.combining import combine, names
from proofs.kit.calls.elements import cells, tensor
from proofs.kit.calls.kit import Kit, kit
from proofs.kit.cards import cards, notebook
from proofs.kit.files import documents, folders
from reference.c.library import SOURCE
from reference.common.errors import CannotRun, Contradiction
from reference.maxpool import maxpool
from spec.maxpool.classes.classes import AXIS_CLASSES, CALL_CLASSES, ELEMENT_CLASSES
from spec.maxpool.operator import MAXPOOL
from spec.readings.value import evaluate

pytestmark = pytest.mark.long

# --- elements and calls that break a clause


@pytest.mark.parametrize("of", ELEMENT_CLASSES, ids=lambda e: e.of.name)
def test_a_tensor_of_each_class_of_elements_is_found(of: Any) -> None:
    attributes = {"auto_pad": "NOTSET", "ceil_mode": 0, "storage_order": 0, "dilations": [1, 1]}
    attributes |= {"kernel_shape": [2, 2], "pads": [0, 0, 0, 1], "strides": [1, 1]}
    X = tensor((1, 1, 3, 3), np.dtype(np.float32), attributes, of)
    assert any(evaluate(of.of.formula, cell) for cell in cells(X, attributes))
    plain = tensor((1, 1, 3, 3), np.dtype(np.float32), attributes, None)
    assert len(set(plain.flat)) == plain.size


def test_each_clause_is_broken_alone_or_named() -> None:
    required = [c.label for c in MAXPOOL.preconditions()]
    assert {made.clause for made in broken()} | set(not_expressible()) == set(required)
    assert set(not_expressible()) == {
        "general.no-default-values",
        "X.rank",
        "X.batch-and-channels",
        "Indices.int64",
    }
    for made in broken():
        assert first_broken(made.arguments) == made.clause
    assert {made.how for made in broken() if made.clause == "ceil_mode.domain"} == {"ceil_mode = -1", "ceil_mode = 2"}


# --- the kit


@pytest.fixture(scope="module")
def measured_kit() -> tuple[Kit, Measured]:
    made = kit(1, ["float", "int8"])
    return made, measure(made, every=64)


@pytest.mark.whole
def test_what_would_kill_the_loops_themselves_is_no_measure(
    measured_kit: tuple[Kit, Measured], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("proofs.kit.adequacy.loops._compiled", lambda tree: None)
    with pytest.raises(Contradiction, match="the loops as they are"):
        of_loops(measured_kit[0], {})


def test_every_single_class_has_a_call(measured_kit: tuple[Kit, Measured]) -> None:
    made, _ = measured_kit
    wanted = {c for case in made.cases for c in case.wanted if len(c) == 1}
    combined = combine(1, ["float", "int8"])
    assert wanted == {names(c) for s in combined.sought.values() for c in s.wanted if len(c) == 1}
    assert len(wanted) == 2 * len(AXIS_CLASSES) + len(CALL_CLASSES) - 3 + len(ELEMENT_CLASSES)
    assert made.combined.undecided == {}


def test_the_core_kills_all_that_is_killed(measured_kit: tuple[Kit, Measured]) -> None:
    _, measured = measured_kit
    assert len(measured.core) <= 120
    assert all(by & set(measured.core) for by in measured.kills.values() if by)
    for kills in measured.kinds.values():
        assert sum(map(bool, kills.values())) > 0.7 * len(kills) > 0
    for case, added in measured.core.items():
        others = set(measured.core) - {case}
        assert added
        assert any(not by & others and case in by for by in measured.kills.values())


def test_a_cover_is_the_fewest_that_greed_finds() -> None:
    kills = {"m": frozenset("ab"), "n": frozenset("bc"), "o": frozenset("c"), "p": frozenset()}
    assert core(kills, "abc") == {"b": ("m", "n"), "c": ("o",)}


def test_cards_say_what_the_guidelines_want(measured_kit: tuple[Kit, Measured]) -> None:
    made, measured = measured_kit
    page = cards(made, measured.core, measured.table())
    for case in made.cases:
        assert f"### {case.name}" in page
    for word in ("Purpose", "Clause", "Class", "Input", "Expected", "Oracle", "Adds"):
        assert page.count(f"| {word} |") == len(made.cases)


def test_the_notebook_is_one_and_runs(measured_kit: tuple[Kit, Measured], tmp_path: Path, monkeypatch: Any) -> None:
    made, measured = measured_kit
    document = json.loads(notebook(made.cases, measured.core))
    assert (document["nbformat"], document["nbformat_minor"]) == (4, 5)
    assert len({cell["id"] for cell in document["cells"]}) == len(document["cells"])
    monkeypatch.chdir(written(measured_kit, tmp_path))
    monkeypatch.setenv("MAXPOOL_RUNTIME", "reference.maxpool:maxpool")
    names: dict[str, Any] = {}
    for cell in document["cells"]:
        if cell["cell_type"] == "code":
            exec(cell["source"], names)


def written(measured_kit: tuple[Kit, Measured], folder: Path) -> Path:
    """The kit without ONNX's folders."""
    made, measured = measured_kit
    for name, data in documents(made, measured.core, measured.table()):
        (folder / name).write_bytes(data)
    return folder


WRONG = """
from reference.maxpool import maxpool as right
def maxpool(X, **attributes):
    Y, Indices = right(X, **attributes)
    return Y, Indices % max(1, X.shape[2] * X.shape[3])
"""


@pytest.mark.whole
def test_the_pytest_file_passes_what_is_right_and_fails_what_is_not(
    measured_kit: tuple[Kit, Measured], tmp_path: Path
) -> None:
    written(measured_kit, tmp_path)
    (tmp_path / "wrong.py").write_text(WRONG, "utf-8")
    root = Path(__file__).resolve().parent.parent
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-c",
        os.devnull,
        str(tmp_path / "test_kit.py"),
    ]
    codes = {}
    for runtime in ("reference.maxpool:maxpool", "wrong:maxpool"):
        environment = {
            **os.environ,
            "MAXPOOL_RUNTIME": runtime,
            "PYTHONPATH": os.pathsep.join([str(root), str(tmp_path)]),
        }
        done = subprocess.run(command, env=environment, capture_output=True, text=True, cwd=tmp_path, check=False)
        codes[runtime] = done.returncode
    assert codes == {"reference.maxpool:maxpool": 0, "wrong:maxpool": 1}


@pytest.mark.whole
def test_the_same_comes_of_a_second_run(measured_kit: tuple[Kit, Measured]) -> None:
    made, measured = measured_kit
    again = kit(1, ["float", "int8"])
    assert list(documents(again, measured.core, measured.table())) == list(
        documents(made, measured.core, measured.table())
    )


def test_the_checks_of_capacity_are_measured_by_calls_of_sizes_alone(measured_kit: tuple[Kit, Measured]) -> None:
    told = dict(in_c._told(measured_kit[0]))
    cases = struct.pack("=q", len(told)) + b"".join(told.values())
    lost = "fits = product_fits(size[0] * size[1] * size[2], size[3]): left out"
    as_it_is, mutant = in_c._run([None, next(m for m in in_c.changed() if m.text == lost)], cases)
    assert not any(as_it_is)
    killing = [name for name, kills in zip(told, mutant, strict=True) if kills]
    assert killing
    assert all(name.startswith("sizes_") for name in killing)


def test_what_is_written_beyond_a_local_array_kills(measured_kit: tuple[Kit, Measured]) -> None:
    if IN_C in measured_kit[1].absent:
        pytest.skip(measured_kit[1].absent[IN_C])
    told = dict(in_c._told(measured_kit[0]))
    cases = struct.pack("=q", len(told)) + b"".join(told.values())
    at = SOURCE.read_text("utf-8").splitlines().index("    maxpool_int dY[4] = {0, 0, 0, 0};") + 1
    shorter, longer = (next(m for m in in_c.changed() if (m.line, m.text) == (at, text)) for text in ("4: 3", "4: 5"))
    as_it_is, short, long = (any(row) for row in in_c._run([None, shorter, longer], cases))
    assert (as_it_is, short, long) == (False, True, False)


def test_onnx_has_a_folder_for_each_call_and_form(measured_kit: tuple[Kit, Measured]) -> None:
    pytest.importorskip("onnx", reason="onnx is not installed: pip install sonnx-maxpool[runtimes]")
    names = [name for name, _ in folders(measured_kit[0])]
    assert sum(name.endswith("model.onnx") for name in names) == 2 * len(measured_kit[0].cases)
    assert len(set(names)) == len(names)


# --- on runtimes

SIGNATURE = "X, auto_pad, ceil_mode, dilations, kernel_shape, pads, storage_order, strides"
LOOPS = f"""
from reference.maxpool import maxpool as right
def maxpool({SIGNATURE}):
    Y, Indices = right({", ".join(f"{n}={n}" if n != "X" else n for n in SIGNATURE.split(", "))})
    return Y, Indices
"""


def conform(*arguments: str) -> Any:
    return CliRunner().invoke(app, ["conform", "--workers", "1", "--kit", *arguments])


def test_a_kit_is_run_on_runtimes(measured_kit: tuple[Kit, Measured], tmp_path: Path) -> None:
    folder = written(measured_kit, tmp_path)
    (folder / "right.py").write_text(LOOPS, "utf-8")
    (folder / "wrong.py").write_text(LOOPS.replace("Y, Indices\n", "Y, Indices % max(1, X[0, 0].size)\n"), "utf-8")
    done = conform(str(folder), f"{folder}/right.py:maxpool", f"{folder}/wrong.py:maxpool", "--json")
    assert done.exit_code == 1
    document = json.loads(done.stdout)
    right, wrong = document["runtimes"]
    assert (right["divergences"], right["unsupported"]) == ([], 0)
    assert right["compared"] == right["conforming"] == 2 * len(measured_kit[0].cases)
    assert document["kit"]["calls"] + len(document["kit"]["not_put"]) == len(measured_kit[0].cases) + len(
        measured_kit[0].refused
    )
    assert {d["class"] for d in wrong["divergences"]} == {"Indices.plane"}
    assert all(d["case"].startswith("test_sonnx_maxpool_class_") for d in wrong["divergences"])
    by_class = {c["class"]: c for c in wrong["classes"]}
    assert by_class["call: dX_0 = 0"]["diverging"] == {}
    assert by_class["call: dX_0 >= 2"]["diverging"]["Indices.plane"] > 0
    assert (
        by_class["stride = 0 on spatial axis 1"] | {"unanswered": 2, "outside": "strides.positive"}
        == (by_class["stride = 0 on spatial axis 1"])
    )


def test_a_kit_with_which_nothing_is_compared_is_no_pass(measured_kit: tuple[Kit, Measured], tmp_path: Path) -> None:
    kept = json.loads(written(measured_kit, tmp_path).joinpath("cases.json").read_text("utf-8"))
    for refused in (kept["refused"], kept["refused"][:0]):
        (tmp_path / "cases.json").write_text(json.dumps({**kept, "cases": [], "refused": refused}), "utf-8")
        (tmp_path / "right.py").write_text(LOOPS, "utf-8")
        done = conform(str(tmp_path), f"{tmp_path}/right.py:maxpool")
        assert done.exit_code == 1
        assert "nothing was compared" in done.stdout


def test_a_bad_kit_is_one_line(measured_kit: tuple[Kit, Measured], tmp_path: Path) -> None:
    good = (written(measured_kit, tmp_path) / "cases.json").read_text("utf-8")
    first = json.loads(good)["cases"][-1]
    bad = {
        "is no JSON": "{",
        "its schema is not maxpool/kit/1": '{"schema": "maxpool/vectors/1"}',
        "'refused' is no list of calls": '{"schema": "maxpool/kit/1", "cases": []}',
        f"{first['name']} is damaged: KeyError": good.replace(f'"name": "{first["name"]}",', ""),
        "expects what the specification does not say": json.dumps(
            {"schema": "maxpool/kit/1", "cases": [{**first, "Indices": first["Y"]}], "refused": []}
        ),
        "it is refused by strides.positive, not by none": json.dumps(
            {
                "schema": "maxpool/kit/1",
                "cases": [{**first, "attributes": {**first["attributes"], "strides": [1, 0]}}],
                "refused": [],
            }
        ),
    }
    for said, text in bad.items():
        (tmp_path / "cases.json").write_text(text, "utf-8")
        done = conform(str(tmp_path), "c")
        assert (done.exit_code, len(done.stderr.strip().splitlines())) == (2, 1)
        assert said.split(" is damaged")[-1].lstrip(": ") in done.stderr
    (tmp_path / "cases.json").unlink()
    done = conform(str(tmp_path), "c")
    assert done.exit_code == 2
    assert "cases.json: No such file" in done.stderr
    assert "a kit has its own" in conform(str(tmp_path), "c", "--cases", "5").stderr


# --- mutants in C


def test_the_operator_in_c_is_run_on_the_kit(measured_kit: tuple[Kit, Measured]) -> None:
    made, measured = measured_kit
    if IN_C in measured.absent:
        pytest.skip(measured.absent[IN_C])
    case = made.cases[-1]
    wrong = replace(case, outputs=(case.outputs[0], case.outputs[1] + 1))
    with pytest.raises(Contradiction, match=f"does not give what the kit expects: {case.name}"):
        in_c.of_c(replace(made, cases=(wrong,)), {})


def test_what_is_absent_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    in_c.changed.cache_clear()
    monkeypatch.setenv("CC", "no-such-compiler")
    with pytest.raises(CannotRun, match=r"is not installed|no C compiler") as absent:
        in_c.changed()
    assert any(str(absent.value) in line for line in Measured({}, {}, (), {IN_C: str(absent.value)}).table())


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--classes", "--dtype", "float31"], "unknown element type 'float31'; did you mean float"),
        (["--dtype", "float"], "--strength, --dtype and --prove go with --classes"),
        (["--prove"], "--strength, --dtype and --prove go with --classes"),
        (["--strength", "3"], "--strength, --dtype and --prove go with --classes"),
    ],
)
def test_bad_input_is_one_line(options: list[str], said: str, tmp_path: Path) -> None:
    pytest.importorskip("onnx", reason="onnx is not installed: pip install sonnx-maxpool[runtimes]")
    refused = CliRunner().invoke(app, ["vectors", "-o", str(tmp_path), *options])
    assert (refused.exit_code, len(refused.stderr.strip().splitlines())) == (2, 1)
    assert said in refused.stderr
    assert list(tmp_path.iterdir()) == []


def test_what_is_expected_is_what_the_reference_gives(measured_kit: tuple[Kit, Measured]) -> None:
    for case in measured_kit[0].cases:
        Y, Indices = maxpool(case.X, **case.call.attributes)
        assert (Y.tobytes(), Indices.tobytes()) == tuple(o.tobytes() for o in case.outputs)
