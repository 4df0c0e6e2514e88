"""Runtimes with an operator of their own and no ONNX: what it has no parameter for is refused by the adapter."""
