"""Models that a hostile or a careless hand gives to `maxpool model`, beside the files of `tests.hostile_files`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.hostile_files import CASES, changed, made, model
from tests.test_model import FULL, pool

helper = pytest.importorskip("onnx.helper")

__all__ = ["CASES"]
NHWC = "com.ms.internal.nhwc"

# --- graphs ----------------------------------------------------------------------------------------


def cycle(found: Any) -> None:
    found.graph.node[0].input[0] = "Z"
    found.graph.node.append(pool("Y", "Z", "second", **FULL))


def itself(found: Any) -> None:
    found.graph.node[0].input[0] = "Y"


def twice(found: Any) -> None:
    found.graph.node.append(found.graph.node[0])


def no_input(found: Any) -> None:
    del found.graph.node[0].input[:]


def no_output(found: Any) -> None:
    del found.graph.node[0].output[:]


def no_graph_output(found: Any) -> None:
    del found.graph.output[:]


def two_inputs(found: Any) -> None:
    found.graph.node[0].input.append("X")


def two_values(found: Any) -> None:
    found.graph.input.append(found.graph.input[0])


changed("two nodes in a circle", 1, "topologically sorted", cycle)
changed("a node that reads itself", 1, "topologically sorted", itself)
changed("a node twice", 1, "single static assignment", twice)
changed("no input", 1, "input size 0", no_input)
changed("no output", 1, "it has no output Y", no_output)
changed("no output of the graph", 0, "inside", no_graph_output)
changed(
    "an input that is not there", 1, "topologically sorted", lambda m: m.graph.node[0].input.__setitem__(0, "nowhere")
)
changed("two inputs", 1, "input size 2", two_inputs)
changed("an input twice", 1, "single static assignment", two_values)
changed("an empty name of the input", 1, "empty string", lambda m: m.graph.node[0].input.__setitem__(0, ""))
changed("outputs of one name", 1, "its outputs have one name", lambda m: m.graph.node[0].output.append("Y"))
changed(
    "a type of X that is none",
    1,
    "it depends on dtype(X)",
    lambda m: setattr(m.graph.input[0].type.tensor_type, "elem_type", 99),
)
changed("X is a sequence", 1, "elem_type", lambda m: m.graph.input[0].type.sequence_type.SetInParent())
changed("X has no type", 1, "Field 'type'", lambda m: m.graph.input[0].ClearField("type"))


# --- sizes -----------------------------------------------------------------------------------------

made("opset 0", 1, "no opset of ONNX is imported", lambda: model(opset=0))
made("opset 999", 1, "opset 999 is not known", lambda: model(opset=999))
made("opset -1", 1, "opset -1 of ONNX has no MaxPool", lambda: model(opset=-1))
made("opset 2**63 - 1", 1, "is not known", lambda: model(opset=2**63 - 1))
made("opset 7 with nothing set", 1, "has no attribute dilations", lambda: model(pool(kernel_shape=[2, 2]), opset=7))
made("a size of -1", 0, "inside if", lambda: model(shape=[1, 1, -1, 5]))
made("a size of -2**63", 0, "inside if", lambda: model(shape=[1, 1, -(2**63), 5]))
made("a size of 0", 1, "outside", lambda: model(shape=[1, 1, 0, 5]))
made("a size of 2**63 - 1", 1, "Indices.int64: fails", lambda: model(shape=[1, 1, 2**63 - 1, 2**63 - 1]))
made("a rank of 0", 1, "outside", lambda: model(shape=[]))
made("a rank of 10,000", 1, "outside", lambda: model(shape=[1] * 10_000))


# --- attributes ------------------------------------------------------------------------------------


def attributes(**changes: Any) -> Callable[[], Any]:
    return lambda: model(pool(**FULL | changes))


made("a kernel of 100,000 entries", 1, "outside", attributes(kernel_shape=[1] * 100_000))
made(
    "an attribute of 100,000 entries that nobody knows", 1, "Unrecognized attribute: x", attributes(x=[2**62] * 100_000)
)
made("kernel_shape of 2**63 - 1", 1, "Y.positive: fails", attributes(kernel_shape=[2**63 - 1, 2**63 - 1]))
made("kernel_shape of 0", 1, "outside", attributes(kernel_shape=[0, 3]))
made("strides of -2**63", 1, "outside", attributes(strides=[-(2**63), 1]))
made("pads of 2**63 - 1", 1, "windows.meet-input: fails", attributes(pads=[2**63 - 1] * 4))
made("kernel_shape is text", 1, "outside", attributes(kernel_shape="3x3"))
made("kernel_shape are floats", 1, "outside", attributes(kernel_shape=[3.0, 3.0]))
made("kernel_shape is a number", 1, "outside", attributes(kernel_shape=3))
made("pads is a tensor", 1, "outside", attributes(pads=helper.make_tensor("p", 7, [4], [0] * 4)))
made("strides is a graph", 1, "outside", attributes(strides=helper.make_graph([pool(**FULL)], "g", [], [])))
made("ceil_mode is NaN", 1, "outside", attributes(ceil_mode=float("nan")))
made("auto_pad is a megabyte", 1, "outside", attributes(auto_pad="SAME" * 250_000))
made("auto_pad steers the terminal", 1, "outside", attributes(auto_pad="\x1b[2J\x07"))
made("auto_pad is no UTF-8", 1, "outside", attributes(auto_pad=b"\xff\xfe"))
changed(
    "an attribute twice",
    1,
    "appeared multiple times",
    lambda m: m.graph.node[0].attribute.append(helper.make_attribute("strides", [2, 2])),
)
changed(
    "an attribute twice, alike",
    1,
    "appeared multiple times",
    lambda m: m.graph.node[0].attribute.append(helper.make_attribute("strides", [1, 1])),
)
changed("an attribute of no type", 1, "Field 'type'", lambda m: m.graph.node[0].attribute[0].ClearField("type"))
changed(
    "an attribute of no entries",
    1,
    "length(kernel_shape) = 0",
    lambda m: m.graph.node[0].attribute[3].ClearField("ints"),
)
changed(
    "an attribute says another type",
    1,
    "mismatch in attribute kernel_shape",
    lambda m: setattr(m.graph.node[0].attribute[3], "type", 1),
)
changed("an attribute of no name", 1, "Field 'name'", lambda m: m.graph.node[0].attribute[3].ClearField("name"))
changed(
    "an attribute refers to a caller that is not there",
    1,
    "kernel_shape.type: unknown",
    lambda m: setattr(m.graph.node[0].attribute[3], "ref_attr_name", "k"),
)


# --- functions and domains -------------------------------------------------------------------------


def function(name: str, *body: Any, domain: str = "my") -> Any:
    imports = [helper.make_opsetid("", 12), helper.make_opsetid("my", 1)]
    return helper.make_function(domain, name, ["a"], ["b"], list(body), imports)


def called(name: str, X: str = "a", Y: str = "b") -> Any:
    return helper.make_node(name, [X], [Y], name=name, domain="my")


made(
    "a function that calls itself",
    1,
    "Cycle detected",
    lambda: model(called("f", "X", "Y"), functions=[function("f", called("f"))]),
)
made(
    "functions that call each other",
    1,
    "Cycle detected",
    lambda: model(called("f", "X", "Y"), functions=[function("f", called("g")), function("g", called("f"))]),
)
made(
    "a chain of 2,000 functions",
    1,
    "functions are judged as they are written",
    lambda: model(
        called("f0", "X", "Y"),
        functions=[
            *(function(f"f{i}", called(f"f{i + 1}")) for i in range(2000)),
            function("f2000", pool("a", "b", **FULL)),
        ],
    ),
)
made(
    "a function in MaxPool's place",
    1,
    "a function of the model has this name",
    lambda: model(functions=[function("MaxPool", helper.make_node("Relu", ["a"], ["b"]), domain="")]),
)
made(
    "a function in MaxPool's place, ai.onnx",
    1,
    "a function of the model has this name",
    lambda: model(functions=[function("MaxPool", helper.make_node("Relu", ["a"], ["b"]), domain="ai.onnx")]),
)
made(
    "a function twice",
    1,
    "my::f",
    lambda: model(called("f", "X", "Y"), functions=[function("f", pool("a", "b", **FULL)), function("f", called("g"))]),
)
made(
    "an overload of MaxPool",
    1,
    "it is the overload 'o'",
    lambda: model(helper.make_node("MaxPool", ["X"], ["Y"], overload="o", **FULL)),
)
made(
    "nhwc without its opset",
    1,
    "no opset",
    lambda: model(helper.make_node("MaxPool", ["X"], ["Y"], domain=NHWC, **FULL)),
)
made(
    "MaxPool of a domain that nobody knows",
    0,
    "0 MaxPool nodes",
    lambda: model(helper.make_node("MaxPool", ["X"], ["Y"], domain="my", **FULL)),
)


# --- names -----------------------------------------------------------------------------------------

ESCAPE = "a\x1b[2J\x1b]0;title\x07\r\n\u202eb\u2028c"
made("a name that steers the terminal", 0, "inside", lambda: model(pool(name=ESCAPE, **FULL)))
made("a size that steers the terminal", 0, "inside", lambda: model(shape=[1, 1, ESCAPE, ESCAPE]))
made(
    "an attribute's name that steers the terminal",
    1,
    "attributes.known: fails",
    lambda: model(pool(**{**FULL, ESCAPE: 1})),
)
made(
    "a function's name that steers the terminal",
    0,
    "inside",
    lambda: model(
        helper.make_node(ESCAPE, ["X"], ["Y"], domain="my"), functions=[function(ESCAPE, pool("a", "b", **FULL))]
    ),
)
made("a tensor's name that steers the terminal", 1, "\\x1b[2J", lambda: model(pool(X=ESCAPE, **FULL)))
made(
    "an operator's name that steers the terminal",
    1,
    "\\x1b[2J",
    lambda: model(pool(**FULL), helper.make_node(ESCAPE, ["X"], ["Z"])),
)
made("a name of a megabyte", 0, "inside", lambda: model(pool(name="n" * 2**20, **FULL)))
made(
    "a name that is no UTF-8",
    2,
    "a name in it is no UTF-8",
    lambda: model(pool(name="nnnn", **FULL)).SerializeToString().replace(b"nnnn", b"\xff\xfe\xc0\xc0"),
)
made("a name with a zero", 0, "inside", lambda: model(pool(name="a\0b", **FULL)))
made("two nodes of one name", 0, "2 inside", lambda: model(pool(**FULL), pool(Y="Z", **FULL)))
