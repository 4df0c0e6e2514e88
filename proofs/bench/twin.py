"""The fast twin side by side with production runtimes, on this machine, in one run and on one thread."""

from __future__ import annotations

import platform
import time
import tracemalloc
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any, Literal, TypedDict

import numpy as np

from proofs.bench.cases import FILLINGS, TimedCase
from proofs.bench.runtimes import FLOORS, MOST_TAPS, PLAIN, RUNTIMES, TWIN, NotRun, Run, prepared
from proofs.bench.timed import CampaignTimeJson, campaign
from reference.common.identity import machine
from reference.fast.axis import Axis, Lines
from reference.fast.planes import Planes
from reference.runtimes.protocol import Array, installed

ROUNDS, SECONDS = 15, 1.0
"""Everything is run in turn, as often as ROUNDS, but not again once it has taken SECONDS; the best time counts."""

DTYPES = ("float32", "uint8")
CASES = (
    TimedCase("ResNet stem", (1, 64, 112, 112), kernel=3, stride=2, pad=1),
    TimedCase("YOLO SPP", (1, 256, 20, 20), kernel=13, stride=1, pad=6),
    TimedCase("halving", (1, 512, 14, 14), kernel=2, stride=2),
    TimedCase("dilated", (8, 3, 224, 224), kernel=5, stride=1, dilation=2, pad=4),
    TimedCase("100,000 tiny", (100_000, 1, 5, 5), kernel=3, stride=2, pad=1),
)
KERNELS = tuple(TimedCase(str(k), (1, 64, 56, 56), kernel=k, pad=k // 2) for k in (1, 3, 5, 7, 9, 13, 17, 25, 31))
SIZES = tuple(TimedCase(str(x), (1, 64, x, x), kernel=3, stride=2, pad=1) for x in (14, 28, 56, 112, 224))
FILLED = (
    TimedCase("one small plane", (1, 1, 4, 4), kernel=2, stride=2),
    TimedCase("ResNet stem", (1, 64, 112, 112), kernel=3, stride=2, pad=1),
    TimedCase("VGG", (1, 64, 224, 224), kernel=2, stride=2),
    TimedCase("YOLO SPP", (1, 256, 20, 20), kernel=13, stride=1, pad=6),
    TimedCase("global", (1, 512, 7, 7), kernel=7),
    TimedCase("1 × 2048²", (1, 1, 2048, 2048), kernel=3, stride=2, pad=1),
)
"""What is timed on each of FILLINGS, in float32: how long a branch takes depends on what it meets."""
SLOW = 1.0
"""What has taken so many seconds at a point of a curve is left out of the rest of it."""
METHODS = {stride: tuple(stride * times for times in (2, 3, 4, 6, 8, 12)) for stride in (1, 2, 3, 4)}
"""For each stride, kernels around those from which an axis is folded by doubling."""

Done = Callable[[object], None]


def steps() -> int:
    """How many times `measure` calls `done`."""
    return len(CASES) * len(DTYPES) * 2 + len(FILLED) + len(KERNELS) + len(SIZES) + len(METHODS) * len(DTYPES)


class CaseTimeJson(TypedDict):
    """A case: seconds of each runtime, why the others are not run, what their outputs are, the twin's memory."""

    case: str
    shape: list[int]
    kernel: int
    stride: int
    pad: int
    dilation: int
    dtype: str
    indices: bool
    seconds: dict[str, float]
    not_run: dict[str, str]
    outputs: dict[str, str]
    twin_extra_memory: float


class FillingTimeJson(TypedDict):
    """The seconds of a case with one filling, with Indices or without."""

    case: str
    filling: str
    indices: bool
    seconds: dict[str, float]


class PointJson(TypedDict):
    """A point of a curve, with the seconds of each runtime."""

    at: int
    shape: list[int]
    kernel: int
    seconds: dict[str, float]


class KernelTimeJson(TypedDict):
    """The seconds of either method of the twin for a kernel, and which it takes."""

    kernel: int
    chosen: str
    seconds: dict[str, float]


class MethodsJson(TypedDict):
    """The twin's two methods, kernel by kernel."""

    dtype: str
    stride: int
    kernels: list[KernelTimeJson]


class BenchRuntimesJson(TypedDict):
    """The fast twin side by side with production runtimes, on this machine."""

    schema: Literal["maxpool/bench-runtimes/1"]
    machine: str
    python: str
    versions: dict[str, str]
    cases: list[CaseTimeJson]
    by_filling: list[FillingTimeJson]
    by_kernel: list[PointJson]
    by_size: list[PointJson]
    campaign: CampaignTimeJson | None
    methods: list[MethodsJson]


def measure(done: Done) -> BenchRuntimesJson:
    """All figures as one document; `done` is called after each of so many `steps`."""
    return {
        "schema": "maxpool/bench-runtimes/1",
        "machine": machine(),
        "python": platform.python_version(),
        "versions": _versions(),
        "cases": [_case(case, dtype, indices, done) for case in CASES for dtype in DTYPES for indices in (True, False)],
        "by_filling": [row for case in FILLED for row in _fillings(case, done)],
        "by_kernel": _curve(KERNELS, done),
        "by_size": _curve(SIZES, done),
        "campaign": campaign(),
        "methods": [_methods(dtype, stride, done) for dtype in DTYPES for stride in METHODS],
    }


class BenchFillingsJson(TypedDict):
    """The part of that which is by filling."""

    schema: Literal["maxpool/bench-fillings/1"]
    machine: str
    python: str
    versions: dict[str, str]
    by_filling: list[FillingTimeJson]


def measure_fillings(done: Done) -> BenchFillingsJson:
    """The figures by filling alone; `done` is called after each of FILLED."""
    return {
        "schema": "maxpool/bench-fillings/1",
        "machine": machine(),
        "python": platform.python_version(),
        "versions": _versions(),
        "by_filling": [row for case in FILLED for row in _fillings(case, done)],
    }


def _versions() -> dict[str, str]:
    """The versions of what is timed."""
    packages = dict.fromkeys(p for r in RUNTIMES.values() for p in r.packages)
    return {"numpy": np.__version__, **{p: v for p in packages if (v := installed(p)) is not None}}


def _case(case: TimedCase, dtype: str, indices: bool, done: Done) -> CaseTimeJson:
    X = case.tensor(dtype)
    runs, not_run = _ready(RUNTIMES, case, X, indices)
    seconds, outputs = _timed(runs)
    found: CaseTimeJson = {
        "case": case.name,
        "shape": list(case.shape),
        "kernel": case.kernel,
        "stride": case.stride,
        "pad": case.pad,
        "dilation": case.dilation,
        "dtype": dtype,
        "indices": indices,
        "seconds": seconds,
        "not_run": not_run,
        "outputs": {name: _compared(outputs[TWIN], output, X) for name, output in outputs.items()},
        "twin_extra_memory": _extra_memory(runs[TWIN]) / X.nbytes,
    }
    done(case)
    return found


def _fillings(case: TimedCase, done: Done) -> list[FillingTimeJson]:
    """The seconds of a case with each filling, with Indices and without; of loops in Python none, of FLOORS all."""
    rows: list[FillingTimeJson] = []
    for filling, indices in product(FILLINGS, (True, False)):
        names = [name for name in (*RUNTIMES, *FLOORS) if name not in MOST_TAPS]
        runs, _ = _ready(names, case, case.tensor(DTYPES[0], filling), indices)
        rows.append({"case": case.name, "filling": filling, "indices": indices, "seconds": _timed(runs)[0]})
    done(case)
    return rows


def _curve(cases: Sequence[TimedCase], done: Done) -> list[PointJson]:
    """The points of a curve: seconds in float32, with Indices; of the plain loops none."""
    names = [name for name in RUNTIMES if name != PLAIN]
    points: list[PointJson] = []
    for case in cases:
        runs, _ = _ready(names, case, case.tensor("float32"), True)
        seconds, _ = _timed(runs)
        names = [name for name in names if seconds.get(name, 0.0) < SLOW]
        points.append({"at": int(case.name), "shape": list(case.shape), "kernel": case.kernel, "seconds": seconds})
        done(case)
    return points


def _methods(dtype: str, stride: int, done: Done) -> MethodsJson:
    """The seconds of either method of the twin on both axes of eight planes, for kernels around the chosen limit."""
    y, count = 56, 8
    found: list[KernelTimeJson] = []
    for kernel in METHODS[stride]:
        axis = Axis((y - 1) * stride + kernel, kernel, 1, stride, 0, y)
        X = TimedCase("", (1, count, axis.x, axis.x), kernel).tensor(dtype)[0]
        runs = {name: _folding(Lines(axis, name == "doubling"), X) for name in ("taps", "doubling")}
        chosen = "doubling" if Lines.of(axis).doubling else "taps"
        found.append({"kernel": kernel, "chosen": chosen, "seconds": _timed(runs)[0]})
    done(dtype)
    return {"dtype": dtype, "stride": stride, "kernels": found}


def _folding(lines: Lines, X: Array) -> Run:
    planes = Planes(lines, lines, len(X), X.dtype, tapped=True)
    return lambda: (planes.pooled(X).best,)


def _ready(
    names: Sequence[str] | Mapping[str, Any], case: TimedCase, X: Array, indices: bool
) -> tuple[dict[str, Run], Any]:
    """What can be run on a call, and why the rest cannot."""
    runs, not_run = {}, {}
    for name in names:
        try:
            runs[name] = prepared(name, case, X, indices)
        except NotRun as reason:
            not_run[name] = str(reason)
    return runs, not_run


def _timed(runs: Mapping[str, Run]) -> tuple[dict[str, float], dict[str, tuple[Array, ...]]]:
    """The best time of each in seconds, and what it gave back."""
    best, spent, outputs = dict.fromkeys(runs, float("inf")), dict.fromkeys(runs, 0.0), {}
    for turn in range(ROUNDS):
        for name in sorted(runs, reverse=turn % 2 == 1):  # What runs before another leaves it its cache.
            if spent[name] < SECONDS:
                started = time.perf_counter()
                outputs[name] = runs[name]()
                seconds = time.perf_counter() - started
                best[name], spent[name] = min(best[name], seconds), spent[name] + seconds
    return best, outputs


def _compared(wanted: Sequence[Array], found: Sequence[Array], X: Array) -> str:
    """What outputs are, beside the twin's: the same, or the same with indices counted in each plane, or others."""
    if not np.array_equal(wanted[0], found[0]):
        return "another Y"
    if len(wanted) == 1 or np.array_equal(wanted[1], found[1]):
        return "the same"
    plane = X.shape[2] * X.shape[3]
    return "indices in each plane" if np.array_equal(wanted[1] % plane, found[1]) else "other indices"


def _extra_memory(run: Run) -> int:
    """The most bytes that a run takes at once beside what it gives back."""
    tracemalloc.start()
    outputs = run()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak - sum(output.nbytes for output in outputs)
