"""Adapters to real runtimes, each run in a process of its own: that it ends or hangs is an answer like others.

- `protocol`: what an adapter is told of a call, and what it gives back; `catalogue`: the adapters by name, a user's
  own as `module:object`.
- `onnxruntime`, `onnx_reference`, `openvino`, `torch`, `tract`: one adapter each; `model`: a call as an ONNX model.
- `process` starts and asks, `serve` answers, `wire` is what goes between them. `serve` needs NumPy and the runtime's
  packages alone, so that it may be another Python than ours.
"""
