"""`maxpool vectors`: every clause is covered, and onnx's own loader and runner take the suite."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from maxpool import app
from reference.conformance.vectors import vectors
from reference.fast import twin as fast
from reference.maxpool import maxpool
from spec.maxpool.operator import MAXPOOL


def test_every_clause_is_covered() -> None:
    covered = {label for vector in vectors() for label in vector.covers}
    assert covered == {clause.label for clause in MAXPOOL.clauses}


def test_vectors_are_small_legal_and_named_once() -> None:
    names = [vector.name for vector in vectors()]
    assert len(set(names)) == len(names)
    for vector in vectors():
        assert vector.X.size <= 100
        maxpool(vector.X, **vector.call.attributes)


def test_many_vectors_are_as_networks_have_them() -> None:
    calls = [vector.call for vector in vectors()]
    square = [c for c in calls if all(len(set(v)) == 1 for v in (c.kernel_shape, c.strides, c.dilations, c.pads))]
    assert len(square) >= 20
    assert {(c.kernel_shape, c.strides) for c in square} >= {((2, 2), (2, 2)), ((3, 3), (2, 2)), ((3, 3), (1, 1))}


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("onnx", reason="onnx is not installed: pip install sonnx-maxpool[runtimes]")
    folder = tmp_path_factory.mktemp("vectors")
    done = CliRunner().invoke(app, ["vectors", "-o", str(folder)])
    assert done.exit_code == 0, done.output
    return folder


def test_the_manifest_names_every_vector(suite: Path) -> None:
    manifest = json.loads((suite / "manifest.json").read_text("utf-8"))
    assert (manifest["schema"], list(manifest)) == ("maxpool/vectors/1", ["schema", "opset", "clauses", "vectors"])
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


def by_twin(model: Any) -> Callable[[Any], Any]:
    """The fast twin as a backend."""
    (node,) = model.graph.node
    get = import_module("onnx.helper").get_attribute_value
    attributes = {a.name: get(a) for a in node.attribute}
    attributes["auto_pad"] = attributes["auto_pad"].decode()
    lists = {name: list(value) if hasattr(value, "append") else value for name, value in attributes.items()}
    return lambda X: fast.maxpool(X, **lists)[: len(node.output)]


def by_evaluator(model: Any) -> Callable[[Any], Any]:
    """onnx's reference evaluator as a backend."""
    evaluator = import_module("onnx.reference").ReferenceEvaluator(model)
    return lambda X: tuple(evaluator.run(None, {"X": X}))


def failures(suite: Path, backend: Callable[[Any], Callable[[Any], Any]]) -> dict[str, tuple[int, ...]]:
    """The tests that onnx's loader finds and its runner does not pass, and the shapes of their inputs."""
    onnx, runner = import_module("onnx"), import_module("onnx.backend.test.runner")
    to_array, found = import_module("onnx.numpy_helper").to_array, {}
    for case in import_module("onnx.backend.test.loader").load_model_tests(str(suite), "simple"):
        data = Path(case.model_dir, "test_data_set_0")
        wanted = [to_array(onnx.load_tensor(path)) for path in sorted(data.glob("output_*.pb"))]
        X = to_array(onnx.load_tensor(data / "input_0.pb"))
        assert (case.rtol, case.atol) == (0, 0)
        try:
            outputs = backend(onnx.load(Path(case.model_dir, "model.onnx")))(X)
            runner.Runner.assert_similar_outputs(wanted, outputs, rtol=case.rtol, atol=case.atol)
        except Exception:
            found[case.name] = X.shape
    return found


def test_onnx_own_loader_and_runner_take_the_suite(suite: Path) -> None:
    names = {case.name for case in import_module("onnx.backend.test.loader").load_model_tests(str(suite), "simple")}
    assert names == {entry["name"] for entry in json.loads((suite / "manifest.json").read_text("utf-8"))["vectors"]}
    assert failures(suite, by_twin) == {}


@pytest.mark.filterwarnings("ignore")
def test_onnx_own_evaluator_fails_where_it_is_known_to_differ(suite: Path) -> None:
    """NaN, empty batches, X of one column, and some of what networks pool with."""
    manifest = json.loads((suite / "manifest.json").read_text("utf-8"))
    covers = {entry["name"]: set(entry["covers"]) for entry in manifest["vectors"]}
    failed = failures(suite, by_evaluator)
    known = {"NaN.as-minus-infinity", "batch.empty"}
    others = {name: shape for name, shape in failed.items() if not covers[name] & known and shape[3] != 1}
    assert [name for name in others if "_network_" not in name] == []
    assert 0 < len(failed) < len(covers) / 2


def test_the_runner_notices_a_wrong_vector(suite: Path) -> None:
    runner = import_module("onnx.backend.test.runner")
    with pytest.raises(AssertionError):
        runner.Runner.assert_similar_outputs([np.ones(2)], [np.zeros(2)], rtol=1e-3, atol=1e-7)


def test_a_second_run_writes_nothing_and_another_file_stays(suite: Path, tmp_path: Path) -> None:
    again = CliRunner().invoke(app, ["vectors", "-o", str(suite), "--json"])
    told = json.loads(again.stdout)
    assert (told["schema"], told["written"]) == ("maxpool/vectors-written/1", 0)
    (tmp_path / "manifest.json").write_text("mine", "utf-8")
    refused = CliRunner().invoke(app, ["vectors", "-o", str(tmp_path)])
    assert (refused.exit_code, len(refused.stderr.strip().splitlines())) == (2, 1)
    assert [path.name for path in tmp_path.iterdir()] == ["manifest.json"]
