"""What the fast twin is timed against: the plain loops, and the runtimes that are installed, each on one thread.

A runtime gives back NumPy arrays for NumPy arrays, as the twin does; what it must do once for a call (load, compile) is
not timed. None of these packages is needed for anything else: they are the extra `runtimes`.
"""

from __future__ import annotations

import tempfile
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from reference import fast
from reference.maxpool import maxpool

Array: TypeAlias = NDArray[Any]
Run: TypeAlias = Callable[[], tuple[Array, ...]]
"""One call: Y, and Indices if they were asked for."""

MOST_TAPS = {"plain": 3 * 10**6, "onnx": 31 * 10**6}
"""Loops in Python are run on calls of at most so many taps: seconds' work for the plain ones, half a minute's for
onnx's reference evaluator."""


@dataclass(frozen=True, slots=True)
class Case:
    """A call whose two spatial axes are alike."""

    name: str
    shape: tuple[int, int, int, int]
    kernel: int
    stride: int = 1
    pad: int = 0
    dilation: int = 1

    @property
    def attributes(self) -> dict[str, Any]:
        """All attributes, as `reference.maxpool.maxpool` takes them."""
        return {
            "auto_pad": "NOTSET",
            "ceil_mode": 0,
            "dilations": [self.dilation] * 2,
            "kernel_shape": [self.kernel] * 2,
            "pads": [self.pad] * 4,
            "storage_order": 0,
            "strides": [self.stride] * 2,
        }

    @property
    def taps(self) -> int:
        """How many taps all windows have, those on padding counted."""
        extent = self.dilation * (self.kernel - 1) + 1
        windows = [(x + 2 * self.pad - extent) // self.stride + 1 for x in self.shape[2:]]
        return self.shape[0] * self.shape[1] * windows[0] * windows[1] * self.kernel**2

    def tensor(self, dtype: str) -> Array:
        """Normally distributed numbers, always the same; integers from the whole range of their type."""
        random = np.random.default_rng(0)
        if dtype == "uint8":
            return random.integers(0, 256, self.shape, np.uint8)
        return random.standard_normal(self.shape).astype(dtype)


class NotRun(Exception):
    """Why something is not timed on a call."""


def _twin(case: Case, X: Array, indices: bool) -> Run:
    attributes = case.attributes
    return lambda: fast.maxpool(X, **attributes) if indices else (fast.maxpool_y(X, **attributes),)


def _plain(case: Case, X: Array, indices: bool) -> Run:
    _require_few_taps("plain", case)
    attributes = case.attributes
    return lambda: maxpool(X, **attributes)


def _require_few_taps(loops: str, case: Case) -> None:
    if case.taps > MOST_TAPS[loops]:
        raise NotRun(f"more than {MOST_TAPS[loops]:,} taps")


def _model(case: Case, X: Array, indices: bool) -> Any:
    """The call as an ONNX model, in a version of the format that every runtime reads."""
    helper = import_module("onnx.helper")
    element, int64 = helper.np_dtype_to_tensor_dtype(X.dtype), 7
    outputs = {"Y": element, **({"Indices": int64} if indices else {})}
    attributes = {name: case.attributes[name] for name in ("dilations", "kernel_shape", "pads", "strides")}
    graph = helper.make_graph(
        [helper.make_node("MaxPool", ["X"], list(outputs), **attributes)],
        "pool",
        [helper.make_tensor_value_info("X", element, X.shape)],
        [helper.make_tensor_value_info(*output, None) for output in outputs.items()],
    )
    return helper.make_model(graph, ir_version=8, opset_imports=[helper.make_opsetid("", 12)])


def _onnx(case: Case, X: Array, indices: bool) -> Run:
    _require_few_taps("onnx", case)
    evaluator = import_module("onnx.reference").ReferenceEvaluator(_model(case, X, indices))

    def run() -> tuple[Array, ...]:
        with warnings.catch_warnings(action="ignore"):  # It pads integers with what is none.
            return tuple(evaluator.run(None, {"X": X}))

    return run


def _onnxruntime(case: Case, X: Array, indices: bool) -> Run:
    onnxruntime = import_module("onnxruntime")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    model = _model(case, X, indices).SerializeToString()
    session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    return lambda: tuple(session.run(None, {"X": X}))


def _torch(case: Case, X: Array, indices: bool) -> Run:
    torch = import_module("torch")
    torch.set_num_threads(1)
    pool, size = torch.nn.functional.max_pool2d, (case.kernel, case.stride, case.pad, case.dilation)

    def run() -> tuple[Array, ...]:
        found = pool(torch.from_numpy(X), *size, return_indices=indices)
        return tuple(part.numpy() for part in (found if indices else (found,)))

    return run


def _tract(case: Case, X: Array, indices: bool) -> Run:
    tract = import_module("tract")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "pool.onnx")
        path.write_bytes(_model(case, X, indices).SerializeToString())
        runnable = tract.onnx().load(str(path)).into_model().into_runnable()
    return lambda: tuple(part.to_numpy() for part in runnable.run([X]))


def _openvino(case: Case, X: Array, indices: bool) -> Run:
    core = import_module("openvino").Core()
    model = core.read_model(_model(case, X, indices).SerializeToString())
    request = core.compile_model(model, "CPU", {"INFERENCE_NUM_THREADS": 1}).create_infer_request()
    return lambda: tuple(np.array(part) for part in request.infer([X]).values())


@dataclass(frozen=True, slots=True)
class Runtime:
    """Something to time: how it is prepared for a call, and the packages that it needs."""

    prepare: Callable[[Case, Array, bool], Run]
    packages: tuple[str, ...] = ()

    @property
    def missing(self) -> str | None:
        """The first package that is not installed."""
        return next((package for package in self.packages if installed(package) is None), None)


TWIN, PLAIN, ONNX = "twin", "plain loops", "onnx"
RUNTIMES: Mapping[str, Runtime] = {
    TWIN: Runtime(_twin),
    PLAIN: Runtime(_plain),
    ONNX: Runtime(_onnx, ("onnx",)),
    "onnxruntime": Runtime(_onnxruntime, ("onnx", "onnxruntime")),
    "torch": Runtime(_torch, ("torch",)),
    "tract": Runtime(_tract, ("onnx", "tract")),
    "openvino": Runtime(_openvino, ("onnx", "openvino")),
}
"""By the names under which they are reported; `onnx` is its reference evaluator."""


def installed(package: str) -> str | None:
    """The version of a package, or None where it is not installed."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def prepared(name: str, case: Case, X: Array, indices: bool) -> Run:
    """A runtime, ready for a call; raises NotRun with the reason if it cannot be, its own refusal included."""
    runtime = RUNTIMES[name]
    if runtime.missing is not None:
        raise NotRun(f"{runtime.missing} is not installed")
    if not runtime.packages:
        return runtime.prepare(case, X, indices)
    try:
        run = runtime.prepare(case, X, indices)
        if name != ONNX:  # It refuses nothing, and takes long.
            run()
    except NotRun:
        raise
    except Exception as refusal:  # A runtime may raise anything; it is reported as the runtime's own reason.
        raise NotRun(f"{type(refusal).__name__}: {str(refusal)[:100]}") from refusal
    return run
