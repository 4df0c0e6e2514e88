"""A call as an ONNX model, in a version of the format that every runtime reads."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np

from reference.runtimes.protocol import RuntimeCall

IR_VERSION, OPSET = 8, 12
INT64 = 7


def build(call: RuntimeCall, *, indices: bool, symbolic: bool = False, explicit: bool = False) -> Any:
    """The model (onnx.ModelProto) of a call; with `symbolic`, X's sizes are left open.

    With `explicit`, attributes that have their default value are set too, as the profile wants it (clause R2).
    """
    helper = import_module("onnx.helper")
    element = helper.np_dtype_to_tensor_dtype(np.dtype(call.dtype))
    outputs = {"Y": element, **({"Indices": INT64} if indices else {})}
    attributes = call.attributes if explicit else call.lists
    some = [None] * 4 if explicit else None  # onnx's checker wants a rank; some runtimes want no more than that.
    sizes = ("N", "C", "H", "W") if symbolic else call.shape
    graph = helper.make_graph(
        [helper.make_node("MaxPool", ["X"], list(outputs), **attributes)],
        "pool",
        [helper.make_tensor_value_info("X", element, sizes)],
        [helper.make_tensor_value_info(*output, some) for output in outputs.items()],
    )
    return helper.make_model(graph, ir_version=IR_VERSION, opset_imports=[helper.make_opsetid("", OPSET)])
