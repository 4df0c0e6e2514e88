"""`maxpool model`: nodes wherever they stand, sizes that are left open, explicit defaults, and hostile files."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from maxpool import app

onnx = pytest.importorskip("onnx", reason="onnx is not installed: pip install sonnx-maxpool[runtimes]")
helper = pytest.importorskip("onnx.helper")
FLOAT, BOOL = 1, 9
FULL: dict[str, Any] = {
    "auto_pad": "NOTSET",
    "ceil_mode": 0,
    "dilations": [1, 1],
    "kernel_shape": [3, 3],
    "pads": [0, 0, 0, 0],
    "storage_order": 0,
    "strides": [1, 1],
}


def pool(X: str = "X", Y: str = "Y", name: str = "pool", **attributes: Any) -> Any:
    return helper.make_node("MaxPool", [X], [Y], name=name, **attributes)


def saved(path: Path, nodes: list[Any], shape: list[Any], *, opset: int = 12, functions: Any = ()) -> Path:
    inputs = [helper.make_tensor_value_info("X", FLOAT, shape), helper.make_tensor_value_info("c", BOOL, [])]
    graph = helper.make_graph(nodes, "g", inputs, [helper.make_tensor_value_info("Y", FLOAT, None)])
    opsets = [helper.make_opsetid("", opset), helper.make_opsetid("my", 1)]
    onnx.save(helper.make_model(graph, ir_version=8, opset_imports=opsets, functions=functions), path)
    return path


def check(path: Path, *options: str) -> Result:
    return CliRunner().invoke(app, ["model", str(path), *options])


def clauses(path: Path, node: int = 0) -> dict[str, tuple[str, str]]:
    found = json.loads(check(path, "--json").stdout)["nodes"][node]
    return {c["label"]: (c["outcome"], c["detail"]) for c in found["clauses"]}


def test_a_node_inside_the_profile_ends_with_0(tmp_path: Path) -> None:
    done = check(saved(tmp_path / "m.onnx", [pool(**FULL)], [1, 2, 5, 6]), "--json")
    assert done.exit_code == 0, done.output
    document = json.loads(done.stdout)
    assert (document["schema"], document["checker"]) == ("maxpool/model/1", "valid")
    (node,) = document["nodes"]
    assert (node["verdict"], node["X"]["shape"], node["Y"]["shape"]) == ("inside", [1, 2, 5, 6], [1, 2, 3, 4])
    assert {c["outcome"] for c in node["clauses"]} == {"holds"}


@pytest.mark.parametrize(
    ("changes", "outside"),
    [
        ({"strides": None}, ["R2", "general.no-default-values"]),
        ({"auto_pad": "SAME_UPPER", "pads": None}, ["R2", "general.no-default-values", "R3"]),
        ({"ceil_mode": 1}, ["R4"]),
        ({"storage_order": 1}, ["R5"]),
        ({"kernel_shape": [9, 3]}, ["Y.positive"]),
        ({"pads": [3, 0, 0, 0]}, ["windows.meet-input"]),
        ({"strides": [0, 1]}, ["strides.positive"]),
    ],
)
def test_what_is_outside_is_named(changes: dict[str, Any], outside: list[str], tmp_path: Path) -> None:
    attributes = {name: value for name, value in (FULL | changes).items() if value is not None}
    done = check(saved(tmp_path / "m.onnx", [pool(**attributes)], [1, 2, 5, 6]), "--json")
    assert done.exit_code == 1
    assert json.loads(done.stdout)["nodes"][0]["outside"] == outside


def test_a_window_that_misses_the_input_is_shown(tmp_path: Path) -> None:
    path = saved(tmp_path / "m.onnx", [pool(**FULL | {"kernel_shape": [2, 2], "pads": [0, 0, 0, 2]})], [1, 1, 5, 6])
    outcome, detail = clauses(path)["windows.meet-input"]
    assert (outcome, detail.startswith("window 6 on spatial axis 1 has no tap on X")) == ("fails", True)


def test_open_sizes_are_decided_for_all_values(tmp_path: Path) -> None:
    """Kernel 3: with pads 1 each size will do; without, from 3 on; with pads 3 none, whatever the size."""
    nodes = [
        pool(**FULL | {"pads": [1, 1, 1, 1]}),
        pool(Y="Z", name="second", **FULL),
        pool(Y="V", name="third", **FULL | {"pads": [3, 3, 0, 0]}),
    ]
    path = saved(tmp_path / "m.onnx", nodes, ["N", 3, "H", "W"])
    assert clauses(path)["Y.positive"] == clauses(path)["windows.meet-input"] == ("holds", "for all sizes")
    assert clauses(path, 1)["Y.positive"] == ("condition", "exactly for H >= 3; exactly for W >= 3")
    assert clauses(path, 2)["windows.meet-input"][0] == "fails"
    assert [n["verdict"] for n in json.loads(check(path, "--json").stdout)["nodes"]] == [
        "inside if",
        "inside if",
        "outside",
    ]


def test_nodes_in_subgraphs_and_functions_are_found(tmp_path: Path) -> None:
    branches = {
        f"{name}_branch": helper.make_graph(
            [pool(Y=name, name=name, **FULL)], name, [], [helper.make_tensor_value_info(name, FLOAT, None)]
        )
        for name in ("then", "else")
    }
    function = helper.make_function(
        "my", "f", ["a"], ["b"], [pool("a", "b", "inner", kernel_shape=[2, 2])], [helper.make_opsetid("", 12)]
    )
    nodes = [
        helper.make_node("If", ["c"], ["Y"], name="if", **branches),
        helper.make_node("f", ["X"], ["Z"], domain="my"),
    ]
    path = saved(tmp_path / "m.onnx", nodes, [1, 1, 5, 5], functions=[function])
    found = json.loads(check(path, "--json").stdout)["nodes"]
    verdicts = {node["node"]: node["verdict"] for node in found}
    assert verdicts == {
        "if.then_branch/then": "inside",
        "if.else_branch/else": "inside",
        "function f/inner": "outside",
    }


def test_an_early_opset_is_noted(tmp_path: Path) -> None:
    path = saved(tmp_path / "m.onnx", [pool(kernel_shape=[2, 2])], [1, 1, 5, 5], opset=9)
    (node,) = json.loads(check(path, "--json").stdout)["nodes"]
    assert node["version"] == 8
    assert "version 8 of MaxPool has no attribute dilations: it cannot be made explicit" in node["notes"]


def test_defaults_are_made_explicit_and_nothing_else(tmp_path: Path) -> None:
    nodes = [
        pool(Y="A", kernel_shape=[3, 3], strides=[2, 2]),
        pool("A", kernel_shape=[2, 2], name="b", auto_pad="VALID"),
    ]
    path, out = saved(tmp_path / "m.onnx", nodes, [1, 1, 9, 9]), tmp_path / "out.onnx"
    done = check(path, "--make-explicit", str(out))
    assert "9 attributes made explicit; apart from them it is the same model" in done.stdout
    verdicts = [node["outside"] for node in json.loads(check(out, "--json").stdout)["nodes"]]
    assert verdicts == [[], ["R2", "general.no-default-values", "R3"]]
    model = onnx.load(out)
    del model.graph.node[0].attribute[2:], model.graph.node[1].attribute[2:]
    assert model == onnx.load(path)


def test_a_copy_that_differs_in_more_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from proofs.network import explicit

    path, out = saved(tmp_path / "m.onnx", [pool(kernel_shape=[3, 3])], [1, 1, 9, 9]), tmp_path / "out.onnx"
    add = explicit._add

    def careless(model: Any, reports: Any) -> list[list[str]]:
        model.graph.name = "another"
        return add(model, reports)

    monkeypatch.setattr(explicit, "_add", careless)
    assert isinstance(check(path, "--make-explicit", str(out)).exception, AssertionError)
    assert not out.exists()


def test_no_file_is_written_over(tmp_path: Path) -> None:
    path = saved(tmp_path / "m.onnx", [pool(kernel_shape=[3, 3])], [1, 1, 9, 9])
    before = path.read_bytes()
    done = check(path, "--make-explicit", str(path))
    assert (done.exit_code, path.read_bytes() == before) == (2, True)


@pytest.mark.parametrize("data", [b"", b"hello", b"\x08\x08", b"\xff" * 1000, bytes(range(256)) * 9])
def test_what_is_no_model_is_one_line(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "m.onnx"
    path.write_bytes(data)
    done = check(path)
    assert (done.exit_code, len(done.stderr.strip().splitlines())) == (2, 1)
    assert done.stderr.startswith("maxpool: ")


@pytest.mark.parametrize("name", ["no-such-file.onnx", "."])
def test_a_file_that_cannot_be_read_is_one_line(name: str, tmp_path: Path) -> None:
    done = check(tmp_path / name)
    assert (done.exit_code, len(done.stderr.strip().splitlines())) == (2, 1)


@pytest.mark.parametrize("location", ["../secret", "/etc/passwd", "a/../../b", "C:\\x", "..\\x", ""])
def test_data_outside_of_the_folder_are_refused(location: str, tmp_path: Path) -> None:
    path = saved(tmp_path / "m.onnx", [pool(**FULL)], [1, 1, 5, 5])
    model = onnx.load(path)
    tensor = model.graph.initializer.add(name="w", data_type=FLOAT, dims=[1], data_location=1)
    tensor.external_data.add(key="location", value=location)
    path.write_bytes(model.SerializeToString())
    done = check(path)
    assert (done.exit_code, "not in its own folder" in done.stderr) == (2, True)


def test_data_beside_the_model_are_not_needed(tmp_path: Path) -> None:
    path = saved(tmp_path / "m.onnx", [pool(**FULL)], [1, 1, 5, 5])
    model = onnx.load(path)
    tensor = model.graph.initializer.add(name="w", data_type=FLOAT, dims=[1], data_location=1)
    tensor.external_data.add(key="location", value="weights.bin")
    path.write_bytes(model.SerializeToString())
    assert check(path).exit_code == 0


def test_huge_sizes_are_no_work(tmp_path: Path) -> None:
    attributes = FULL | {"kernel_shape": [2, 2], "dilations": [2**40, 1], "pads": [2**40, 0, 2**41, 0]}
    path = saved(tmp_path / "m.onnx", [pool(**attributes)], [1, 1, 5, 5])
    assert clauses(path)["windows.meet-input"][0] == "unknown"
    assert check(path).exit_code == 1


def test_a_name_does_not_steer_the_terminal(tmp_path: Path) -> None:
    path = saved(tmp_path / "m.onnx", [pool(name="a\x1b[2Jb", **FULL)], [1, 1, 5, 5])
    assert "\x1b" not in check(path).stdout


def test_without_onnx_one_line_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = saved(tmp_path / "m.onnx", [pool(**FULL)], [1, 1, 5, 5])
    monkeypatch.setitem(sys.modules, "onnx", None)
    done = check(path)
    assert (done.exit_code, done.stderr) == (2, "maxpool: onnx is not installed: pip install sonnx-maxpool[runtimes]\n")
