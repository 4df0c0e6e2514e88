"""`maxpool model`: what is not valid is never inside, functions are followed, opsets are raised, size is no matter."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from maxpool import app

onnx = pytest.importorskip("onnx", reason="onnx is not installed: pip install sonnx-maxpool[runtimes]")
helper = pytest.importorskip("onnx.helper")

from tests.test_model import FLOAT, FULL, check, pool, saved  # noqa: E402

NHWC = "com.ms.internal.nhwc"


def nodes(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(check(path, "--json").stdout)["nodes"]
    return found


def changed(path: Path, change: Any) -> Path:
    """A model that is saved again, after something was done to it."""
    model = onnx.load(path, load_external_data=False)
    change(model)
    path.write_bytes(model.SerializeToString())
    return path


def opsets(*versions: int, domain: str = "") -> Any:
    def change(model: Any) -> None:
        del model.opset_import[:]
        model.opset_import.extend(helper.make_opsetid(domain, version) for version in versions)

    return change


def outputs(*names: str) -> Any:
    def change(model: Any) -> None:
        del model.graph.node[0].output[:]
        model.graph.node[0].output.extend(names)

    return change


def shadow(model: Any) -> None:
    body = [helper.make_node("Relu", ["a"], ["b"])]
    attributes = list(FULL)
    model.functions.append(
        helper.make_function("", "MaxPool", ["a"], ["b"], body, [helper.make_opsetid("", 12)], attributes)
    )


def twice(model: Any) -> None:
    model.graph.node.append(model.graph.node[0])


def in_a_circle(model: Any) -> None:
    model.graph.node[0].input[0] = "Z"
    model.graph.node.append(pool("Y", "Z", "second", **FULL))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (opsets(0), "no opset of ONNX is imported"),
        (opsets(999), "opset 999 is not known"),
        (opsets(11, 13), "imported more than once, as 11 and 13"),
        (opsets(1, domain="my"), "no opset of ONNX is imported"),
        (outputs(), "it has no output Y"),
        (outputs("", "I"), "it has no output Y"),
        (outputs("Y", "Y"), "its outputs have one name"),
        (shadow, "a function of the model has this name"),
        (twice, "onnx's checker"),
        (in_a_circle, "topologically sorted"),
    ],
)
def test_what_is_not_valid_is_not_inside(change: Any, reason: str, tmp_path: Path) -> None:
    path = changed(saved(tmp_path / "m.onnx", [pool(**FULL)], [1, 1, 5, 5]), change)
    done = check(path)
    assert (done.exit_code, "invalid" in done.stdout, reason in done.stdout) == (1, True, True), done.stdout
    found = nodes(path)
    assert found
    assert {node["verdict"] for node in found} == {"invalid"}


def test_a_node_with_an_attribute_of_another_operator_is_not_inside(tmp_path: Path) -> None:
    path = saved(tmp_path / "m.onnx", [pool(**FULL, beta=2.5)], [1, 1, 5, 5])
    assert nodes(path)[0]["verdict"] == "outside"
    assert "Unrecognized attribute: beta" in check(path).stdout


def test_a_negative_size_is_open(tmp_path: Path) -> None:
    (node,) = nodes(saved(tmp_path / "m.onnx", [pool(**FULL)], [1, 1, -1, 5]))
    assert (node["X"]["shape"], node["verdict"]) == ([1, 1, None, 5], "inside if")


def function(*body: Any, name: str = "f", inputs: Any = ("a",), attributes: Any = (), opset: int = 12) -> Any:
    imports = [helper.make_opsetid("", opset), helper.make_opsetid("my", 1)]
    return helper.make_function("my", name, list(inputs), ["b"], list(body), imports, list(attributes))


def call(X: str, Y: str, name: str, of: str = "f", **attributes: Any) -> Any:
    return helper.make_node(of, [X], [Y], name=name, domain="my", **attributes)


def test_a_function_is_judged_at_each_call(tmp_path: Path) -> None:
    """Once X has five rows, then three, then one: the last is too small for the kernel."""
    f = function(pool("a", "b", "inner", **FULL))
    path = saved(
        tmp_path / "m.onnx", [call("X", "A", "one"), call("A", "B", "two"), call("B", "Y", "three")], [1, 1, 5, 5],
        functions=[f],
    )  # fmt: skip
    found = [(node["node"], node["X"]["shape"], node["verdict"]) for node in nodes(path)]
    assert found == [
        ("function f/inner, called by one", [1, 1, 5, 5], "inside"),
        ("function f/inner, called by two", [1, 1, 3, 3], "inside"),
        ("function f/inner, called by three", [1, 1, 1, 1], "outside"),
    ]


def referring(name: str, to: str) -> Any:
    """An attribute of a function's node that is the caller's."""
    return onnx.AttributeProto(name=name, ref_attr_name=to, type=onnx.AttributeProto.INTS)


def test_a_functions_attributes_are_its_callers(tmp_path: Path) -> None:
    node = pool("a", "b", "inner", **{name: value for name, value in FULL.items() if name != "strides"})
    node.attribute.append(referring("strides", "s"))
    inner = function(node, attributes=["s"])
    outer_call = call("a", "b", "deep")
    outer_call.attribute.append(referring("s", "t"))
    outer = function(outer_call, name="g", attributes=["t"])
    calls = [call("X", "A", "two", s=[2, 2]), call("X", "Y", "zero", of="g", t=[0, 1]), call("X", "Z", "none")]
    found = nodes(saved(tmp_path / "m.onnx", calls, [1, 1, 9, 9], functions=[inner, outer]))
    assert [(node["attributes"].get("strides"), node["verdict"]) for node in found] == [
        ([2, 2], "inside"),
        ([0, 1], "outside"),
        (None, "outside"),
    ]
    assert found[1]["node"] == "function f/inner, called by function g/deep, called by zero"


def test_a_function_that_nobody_calls_is_shown(tmp_path: Path) -> None:
    f = function(pool("a", "b", "inner", **FULL))
    found = nodes(saved(tmp_path / "m.onnx", [pool(**FULL)], [1, 1, 5, 5], functions=[f]))
    assert [(node["node"], node["verdict"]) for node in found] == [("pool", "inside"), ("function f/inner", "unknown")]


def test_a_function_has_its_own_opset(tmp_path: Path) -> None:
    f = function(pool("a", "b", "inner", kernel_shape=[2, 2]), opset=8)
    path = saved(tmp_path / "m.onnx", [pool(Y="A", **FULL), call("A", "Y", "c")], [1, 1, 5, 5], functions=[f])
    assert [node["version"] for node in nodes(path)] == [12, 8]


def test_functions_that_call_themselves_are_one_line(tmp_path: Path) -> None:
    functions = [function(call("a", "b", "x", of="g")), function(call("a", "b", "y"), name="g")]
    done = check(
        saved(tmp_path / "m.onnx", [call("X", "Y", "c"), pool(Y="Z", **FULL)], [1, 1, 5, 5], functions=functions)
    )
    assert done.exit_code == 1
    assert "Cycle detected" in done.stdout
    assert "pool: invalid" in done.stdout


def test_functions_that_double_are_bounded(tmp_path: Path) -> None:
    """Thirty functions, each of which calls the next twice: a thousand million nodes if they are followed."""
    last = function(pool("a", "b", "inner", **FULL | {"pads": [1] * 4}), name="f30")
    functions = [
        function(call("a", "m", "x", of=f"f{i + 1}"), call("m", "b", "y", of=f"f{i + 1}"), name=f"f{i}")
        for i in range(30)
    ]
    path = saved(tmp_path / "m.onnx", [call("X", "Y", "c", of="f0")], [1, 1, 5, 5], functions=[*functions, last])
    done = check(path)
    assert done.exit_code == 1
    assert "functions are judged as they are written" in done.stdout
    assert "function f30/inner: unknown" in done.stdout


def test_the_internal_nhwc_operator_is_judged_with_its_channel_second(tmp_path: Path) -> None:
    def change(model: Any) -> None:
        model.opset_import.append(helper.make_opsetid(NHWC, 11))

    node = pool(**FULL | {"kernel_shape": [5, 2]})
    node.domain = NHWC
    path = changed(saved(tmp_path / "m.onnx", [node], [1, 5, 6, 3]), change)
    (found,) = nodes(path)
    assert (found["X"]["shape"], found["version"], found["verdict"]) == ([1, 3, 5, 6], 11, "inside")
    assert any(NHWC in note for note in found["notes"])
    (wrong,) = nodes(
        changed(path, lambda model: model.graph.input[0].type.tensor_type.shape.dim[1].__setattr__("dim_value", 4))
    )
    assert wrong["outside"] == ["Y.positive"]


@pytest.mark.parametrize("opset", [1, 7, 8, 9])
def test_an_early_opset_is_raised_where_nothing_else_changes(opset: int, tmp_path: Path) -> None:
    path = saved(tmp_path / "m.onnx", [pool(kernel_shape=[3, 3], strides=[2, 2])], [1, 1, 9, 9], opset=opset)
    out = tmp_path / "out.onnx"
    done = check(path, "--make-explicit", str(out))
    assert f"opset 10 is imported instead of {opset}" in done.stdout, done.output
    (node,) = nodes(out)
    assert (node["verdict"], node["version"], node["attributes"]["strides"]) == ("inside", 10, [2, 2])
    model = onnx.load(out)
    del model.graph.node[0].attribute[2:]
    model.opset_import[0].version = opset
    assert model == onnx.load(path)


def test_an_early_opset_stays_where_another_operator_changes(tmp_path: Path) -> None:
    """Between opsets 9 and 10 Dropout changed; Relu did not."""
    others = [helper.make_node("Relu", ["X"], ["A"]), helper.make_node("Dropout", ["A"], ["B"])]
    path, out = tmp_path / "m.onnx", tmp_path / "out.onnx"
    refused = check(saved(path, [*others, pool("B", kernel_shape=[2, 2])], [1, 1, 5, 5], opset=9),
                    "--make-explicit", str(out))  # fmt: skip
    assert (refused.exit_code, out.exists()) == (2, False)
    assert "with opset 10 Dropout would be another operator too: convert the model first" in refused.stderr
    done = check(saved(path, [others[0], pool("A", kernel_shape=[2, 2])], [1, 1, 5, 5], opset=9),
                 "--make-explicit", str(out))  # fmt: skip
    assert out.exists(), done.stderr


def test_the_copy_computes_the_same(tmp_path: Path) -> None:
    runtime = pytest.importorskip(
        "onnxruntime", reason="onnxruntime is not installed: pip install sonnx-maxpool[runtimes]"
    )
    import numpy as np

    path, out = saved(tmp_path / "m.onnx", [pool(kernel_shape=[3, 2])], [1, 2, 9, 9], opset=8), tmp_path / "out.onnx"
    check(path, "--make-explicit", str(out))
    X = np.random.default_rng(0).standard_normal((1, 2, 9, 9)).astype(np.float32)
    given = {"X": X, "c": np.array(True)}
    one, other = (
        runtime.InferenceSession(str(p), providers=["CPUExecutionProvider"]).run(None, given)[0] for p in (path, out)
    )
    assert one.tobytes() == other.tobytes()


@pytest.mark.parametrize("kept", [0.1, 0.5, 0.9, 0.99])
def test_a_truncated_file_is_answered(kept: float, tmp_path: Path) -> None:
    path = saved(tmp_path / "m.onnx", [pool(name=f"n{i}", Y=f"Y{i}", **FULL) for i in range(50)], [1, 1, 5, 5])
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * kept)])
    done = check(path)
    assert done.exit_code in (1, 2), done.output
    assert done.exception is None or isinstance(done.exception, SystemExit)


def test_data_that_is_elsewhere_is_not_looked_for(tmp_path: Path) -> None:
    """Neither the checker nor the inference opens it, or misses it; other objections stay."""
    path = saved(tmp_path / "m.onnx", [pool(**FULL)], [1, 1, 5, 5])

    def change(model: Any) -> None:
        tensor = model.graph.initializer.add(name="w", data_type=FLOAT, dims=[7], data_location=1)
        tensor.external_data.add(key="location", value="weights.bin")

    assert check(changed(path, change)).exit_code == 0
    assert check(changed(path, outputs("Y", "Y"))).exit_code == 1


def test_subgraphs_in_subgraphs_see_what_is_around(tmp_path: Path) -> None:
    inner = pool("X", "deep", "deep", **FULL)
    for depth in range(8):
        branch = helper.make_graph(
            [inner], f"g{depth}", [], [helper.make_tensor_value_info(inner.output[0], FLOAT, None)]
        )
        inner = helper.make_node("If", ["c"], [f"o{depth}"], name=f"if{depth}", then_branch=branch, else_branch=branch)
    found = nodes(saved(tmp_path / "m.onnx", [inner, helper.make_node("Identity", ["o7"], ["Y"])], [1, 1, 5, 5]))
    assert len(found) == 2**8
    assert {(tuple(node["X"]["shape"]), node["verdict"]) for node in found} == {((1, 1, 5, 5), "inside")}


@pytest.mark.parametrize("size", [64, "H"])
def test_equal_nodes_are_decided_once_and_keep_their_names(
    size: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of a hundred nodes has sizes of its own name, where one is open."""
    from proofs.network import check as module

    decide, decided = module.report, list[Any]()

    def counted(node: Any) -> Any:
        decided.append(node)
        return decide(node)

    monkeypatch.setattr(module, "report", counted)
    chain = [pool(f"T{i}", f"T{i + 1}", f"n{i}", **FULL | {"pads": [0, 1, 0, 1]}) for i in range(100)]
    ends = [helper.make_tensor_value_info(n, FLOAT, s) for n, s in (("T0", (1, 3, size, 64)), ("T100", [None] * 4))]
    graph = helper.make_graph(chain, "g", ends[:1], ends[1:])
    path = tmp_path / "m.onnx"
    onnx.save(helper.make_model(graph, ir_version=8, opset_imports=[helper.make_opsetid("", 12)]), path)
    found = nodes(path)
    assert len(found) == 100
    if size == "H":
        assert len(decided) == 1
        for node in found:
            clauses = {c["label"]: c["detail"] for c in node["clauses"]}
            assert clauses["Y.positive"] == f"exactly for {node['X']['shape'][2]} >= 3"
        assert len({node["X"]["shape"][2] for node in found}) == 100
    else:
        assert len(decided) == len({tuple(node["X"]["shape"]) for node in found}) > 30


def test_the_bench_of_networks_says_what_it_took() -> None:
    done = CliRunner().invoke(app, ["bench", "--network", "50", "--json"])
    assert done.exit_code == 0, done.output
    figures = json.loads(done.stdout)
    assert (figures["nodes"], [n["sizes"] for n in figures["networks"]]) == (50, ["known sizes", "open sizes"])
    assert all(network["seconds"] > 0 for network in figures["networks"])
    refused = CliRunner().invoke(app, ["bench", "--network", "5", "--mutations"])
    assert (refused.exit_code, "excludes" in refused.stderr) == (2, True)
