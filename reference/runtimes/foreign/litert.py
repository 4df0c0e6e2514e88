"""LiteRT (TensorFlow Lite) on the CPU, one thread. Channels come last; pads are SAME or VALID; there are no indices."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np

from reference.runtimes.protocol import Array, Pool, RuntimeCall, Unsupported

PACKAGE = "ai_edge_litert"
QUANTIZED = ("int8", "uint8")
"""Types whose elements stand for numbers: here each for itself."""


class LiteRT:
    """The adapter."""

    name = "litert"
    packages = ("ai-edge-litert",)
    install = "ai-edge-litert"

    def load(self, call: RuntimeCall, *, indices: bool) -> Pool:
        """An interpreter of a model of one operator."""
        model = bytes.fromhex(self.parameters(call, indices=indices))
        interpreter = import_module(f"{PACKAGE}.interpreter").Interpreter(model_content=model, num_threads=1)
        interpreter.allocate_tensors()
        X_at, Y_at = (io[0]["index"] for io in (interpreter.get_input_details(), interpreter.get_output_details()))

        def pool(X: Array) -> tuple[Array, ...]:
            interpreter.set_tensor(X_at, np.ascontiguousarray(X.transpose(0, 2, 3, 1)))
            interpreter.invoke()
            return (np.ascontiguousarray(interpreter.get_tensor(Y_at).transpose(0, 3, 1, 2)),)

        return pool

    def parameters(self, call: RuntimeCall, *, indices: bool) -> str:
        """The model in hexadecimal digits."""
        if indices:
            raise Unsupported("MAX_POOL_2D gives no indices")
        return _model(call).hex()


def padding_of(call: RuntimeCall) -> str:
    """SAME or VALID, where it gives as many windows at the same places. Raises Unsupported where neither does."""
    windows = []
    for i, x in enumerate(call.shape[2:]):
        begin, padded = call.pads[i], x + call.pads[i] + call.pads[2 + i]
        windows.append((begin, (padded - call.kernel_shape[i]) // call.strides[i] + 1))
    axes = list(zip(call.shape[2:], call.kernel_shape, call.strides, strict=True))
    if windows == [(0, (x - kernel) // stride + 1) for x, kernel, stride in axes]:
        return "VALID"
    same = [-(-x // stride) for x, _, stride in axes]
    before = [max((y - 1) * s + k - x, 0) // 2 for y, (x, k, s) in zip(same, axes, strict=True)]
    if windows == list(zip(before, same, strict=True)):
        return "SAME"
    raise Unsupported("the pads are neither SAME nor VALID")


def _model(call: RuntimeCall) -> bytes:
    """The call as a flatbuffer; X and Y have channels last."""
    if call.dilations != (1, 1):
        raise Unsupported("MAX_POOL_2D has no dilations")
    form = import_module(f"{PACKAGE}.schema_py_generated")
    options = form.Pool2DOptionsT()
    options.padding = getattr(form.Padding, padding_of(call))
    options.filterHeight, options.filterWidth = call.kernel_shape
    options.strideH, options.strideW = call.strides
    operator, code, graph, model = form.OperatorT(), form.OperatorCodeT(), form.SubGraphT(), form.ModelT()
    operator.inputs, operator.outputs = [0], [1]
    operator.builtinOptionsType, operator.builtinOptions = form.BuiltinOptions.Pool2DOptions, options
    code.deprecatedBuiltinCode = code.builtinCode = form.BuiltinOperator.MAX_POOL_2D
    code.version = 2
    n, c, height, width = call.shape
    graph.tensors = [_tensor(form, call.dtype, "X", [n, height, width, c]), _tensor(form, call.dtype, "Y", [])]
    graph.inputs, graph.outputs, graph.operators = [0], [1], [operator]
    model.version, model.buffers, model.operatorCodes, model.subgraphs = 3, [form.BufferT()], [code], [graph]
    builder = import_module("flatbuffers").Builder()
    builder.Finish(model.Pack(builder), b"TFL3")
    return bytes(builder.Output())


def _tensor(form: Any, dtype: str, name: str, shape: list[int]) -> Any:
    tensor = form.TensorT()
    tensor.name, tensor.shape, tensor.type = name, shape, getattr(form.TensorType, dtype.upper())
    tensor.buffer = 0
    if dtype in QUANTIZED:
        tensor.quantization = form.QuantizationParametersT()
        tensor.quantization.scale, tensor.quantization.zeroPoint = [1.0], [0]
    return tensor
