"""`maxpool vectors`: every clause is covered, and onnx's own loader and runner take the suite."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from maxpool import app
from proofs.campaign.vectors import vectors
from reference.maxpool import maxpool
from spec.maxpool import MAXPOOL


def test_every_clause_is_covered() -> None:
    covered = {label for vector in vectors() for label in vector.covers}
    assert covered == {clause.label for clause in MAXPOOL.clauses}


def test_vectors_are_small_legal_and_named_once() -> None:
    names = [vector.name for vector in vectors()]
    assert len(set(names)) == len(names)
    for vector in vectors():
        assert vector.X.size <= 100
        maxpool(vector.X, **vector.call.attributes)


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("onnx", reason="onnx is not installed: pip install sonnx-maxpool[runtimes]")
    folder = tmp_path_factory.mktemp("vectors")
    done = CliRunner().invoke(app, ["vectors", "-o", str(folder)])
    assert done.exit_code == 0, done.output
    return folder


def test_the_manifest_names_every_vector(suite: Path) -> None:
    manifest = json.loads((suite / "manifest.json").read_text("utf-8"))
    folders = {path.parent.name for path in suite.glob("simple/*/model.onnx")}
    assert {entry["name"] for entry in manifest["vectors"]} == folders
    assert all(manifest["clauses"].values())
    assert set().union(*manifest["clauses"].values()) <= folders


def test_onnx_checks_every_model_and_its_data(suite: Path) -> None:
    """Models are valid, and the data are what the plain loops give, bit for bit."""
    onnx, to_array = import_module("onnx"), import_module("onnx.numpy_helper").to_array
    for path in suite.glob("simple/*/model.onnx"):
        model = onnx.load(path)
        onnx.checker.check_model(model, full_check=True)
        (node,) = model.graph.node
        attributes = {a.name: onnx.helper.get_attribute_value(a) for a in node.attribute}
        attributes["auto_pad"] = attributes["auto_pad"].decode()
        data = path.parent / "test_data_set_0"
        X = to_array(onnx.load_tensor(data / "input_0.pb"))
        wanted = maxpool(
            X, **{k: list(v) if hasattr(v, "__len__") and k != "auto_pad" else v for k, v in attributes.items()}
        )
        for i in range(len(node.output)):
            found = to_array(onnx.load_tensor(data / f"output_{i}.pb"))
            assert (found.dtype, found.shape, found.tobytes()) == (
                wanted[i].dtype,
                wanted[i].shape,
                wanted[i].tobytes(),
            )


class Backend:
    """onnx's reference evaluator as a backend, but for what it does otherwise than the profile."""

    @classmethod
    def prepare(cls, model: Any, device: str = "CPU", **_: Any) -> Any:
        """A model to run."""
        evaluator = import_module("onnx.reference").ReferenceEvaluator(model)

        class Prepared:
            def run(self, inputs: list[Any]) -> Any:
                return tuple(evaluator.run(None, dict(zip(evaluator.input_names, inputs, strict=True))))

        return Prepared()

    @classmethod
    def supports_device(cls, device: str) -> bool:
        """The CPU alone."""
        return device == "CPU"


@pytest.mark.filterwarnings("ignore")
def test_onnx_own_runner_takes_the_suite(suite: Path) -> None:
    """Each vector is loaded and run; what fails does so for a decision that onnx's evaluator does not share."""
    loader, runner = import_module("onnx.backend.test.loader"), import_module("onnx.backend.test.runner")
    cases = loader.load_model_tests(str(suite), "simple")
    manifest = json.loads((suite / "manifest.json").read_text("utf-8"))
    covers = {entry["name"]: set(entry["covers"]) for entry in manifest["vectors"]}
    assert {case.name for case in cases} == set(covers)
    passed, failed = [], []
    for case in cases:
        prepared = Backend.prepare(import_module("onnx").load(Path(case.model_dir, "model.onnx")))
        to_array, load = import_module("onnx.numpy_helper").to_array, import_module("onnx").load_tensor
        data = Path(case.model_dir, "test_data_set_0")
        wanted = [to_array(load(path)) for path in sorted(data.glob("output_*.pb"))]
        try:
            found = prepared.run([to_array(load(data / "input_0.pb"))])
            runner.Runner.assert_similar_outputs(wanted, found, rtol=case.rtol, atol=case.atol)
        except Exception:
            failed.append(case.name)
        else:
            passed.append(case.name)
    allowed = {"NaN.as-minus-infinity", "batch.empty"}
    assert [name for name in failed if not covers[name] & allowed] == []
    assert len(passed) > 100


def test_the_runner_notices_a_wrong_vector(suite: Path) -> None:
    runner = import_module("onnx.backend.test.runner")
    with pytest.raises(AssertionError):
        runner.Runner.assert_similar_outputs([np.ones(2)], [np.zeros(2)], rtol=1e-3, atol=1e-7)


def test_a_second_run_writes_nothing_and_another_file_stays(suite: Path, tmp_path: Path) -> None:
    again = CliRunner().invoke(app, ["vectors", "-o", str(suite), "--json"])
    assert json.loads(again.stdout)["written"] == 0
    (tmp_path / "manifest.json").write_text("mine", "utf-8")
    refused = CliRunner().invoke(app, ["vectors", "-o", str(tmp_path)])
    assert (refused.exit_code, len(refused.stderr.strip().splitlines())) == (2, 1)
    assert [path.name for path in tmp_path.iterdir()] == ["manifest.json"]
