"""onnx's shape inference in a process of its own: a hostile model may end or hang it, and not us.

`python -m proofs.network.infer` reads a model from standard input and writes it with what was inferred.
"""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

from reference.common.layout import command
from reference.runtimes.serve import limit_memory

SECONDS, MEGABYTES = 120, 8192


def inferred(model: bytes) -> tuple[bytes | None, str]:
    """The model with inferred shapes; or None, and why."""
    try:
        done = subprocess.run(
            command(__name__),
            input=model,
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return None, f"shape inference took more than {SECONDS} s"
    if done.returncode:
        lines = done.stderr.decode(errors="replace").strip().splitlines()
        return None, f"shape inference failed: {lines[-1][:200] if lines else f'code {done.returncode}'}"
    return done.stdout, ""


def main() -> None:
    """Infer."""
    onnx, inference = import_module("onnx"), import_module("onnx.shape_inference")
    limit_memory(MEGABYTES)
    model = onnx.load_model_from_string(sys.stdin.buffer.read())
    sys.stdout.buffer.write(inference.infer_shapes(model, data_prop=True).SerializeToString())


if __name__ == "__main__":
    main()
