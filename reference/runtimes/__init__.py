"""Real runtimes: an adapter to each, and the process that it is run in.

- `protocol`: what an adapter is told of a call, and what it gives back.
- `onnxruntime`, `onnx_reference`, `openvino`, `torch`, `tract`: one adapter each; `model`: a call as an ONNX model.
- `own`: a user's own runtime: a function, a library, a command, a package.
- `running`: `catalogue` finds a runtime by its name, `process` starts and asks, `serve` answers, `wire` is what goes
  between them. `serve` needs NumPy and the runtime's packages alone, so that it may be another Python than ours.
"""
