"""What the fast twin is timed against: the plain loops, and the runtimes that are installed, each on one thread.

A runtime gives back NumPy arrays for NumPy arrays, as the twin does; what it must do once for a call (load, compile) is
not timed. None of these packages is needed for anything else: they are the extra `runtimes`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from proofs.bench.cases import TimedCase
from proofs.bench.floors import COPY, MAXIMA, copying, maxima
from reference.fast import twin as fast
from reference.maxpool import maxpool
from reference.runtimes.protocol import Adapter, Array, installed
from reference.runtimes.running.catalogue import RUNTIMES as ADAPTERS

Run: TypeAlias = Callable[[], tuple[Array, ...]]
"""One call: Y, and Indices if they were asked for."""

TWIN, PLAIN, ONNX = "twin", "plain loops", "onnx"
MOST_TAPS = {PLAIN: 3 * 10**6, ONNX: 31 * 10**6}
"""Loops in Python are run on calls of at most so many taps: seconds' work for the plain ones, half a minute's for
onnx's reference evaluator."""


class NotRun(Exception):
    """Why something is not timed on a call."""


Prepare: TypeAlias = Callable[[TimedCase, Array, bool], Run]


def _twin(case: TimedCase, X: Array, indices: bool) -> Run:
    attributes = case.attributes
    return lambda: fast.maxpool(X, **attributes) if indices else (fast.maxpool_y(X, **attributes),)


def _plain(case: TimedCase, X: Array, indices: bool) -> Run:
    attributes = case.attributes
    return lambda: maxpool(X, **attributes)


def _adapter(runtime: Adapter) -> Prepare:
    """What prepares an adapter's runtime for a call."""

    def prepare(case: TimedCase, X: Array, indices: bool) -> Run:
        pool = runtime.load(case.call(X.dtype.name), indices=indices)
        return lambda: pool(X)

    return prepare


@dataclass(frozen=True, slots=True)
class TimedRuntime:
    """Something to time: how it is prepared for a call, and the packages that it needs."""

    prepare: Prepare
    packages: tuple[str, ...] = ()

    @property
    def missing(self) -> str | None:
        """The first package that is not installed."""
        return next((package for package in self.packages if installed(package) is None), None)


ADAPTED = (ONNX, "onnxruntime", "torch", "tract", "openvino")
RUNTIMES: Mapping[str, TimedRuntime] = {
    TWIN: TimedRuntime(_twin),
    PLAIN: TimedRuntime(_plain),
    **{name: TimedRuntime(_adapter(ADAPTERS[name]), ADAPTERS[name].packages) for name in ADAPTED},
}
"""By the names under which they are reported; `onnx` is its reference evaluator."""
FLOORS: Mapping[str, TimedRuntime] = {COPY: TimedRuntime(copying), MAXIMA: TimedRuntime(maxima)}
"""What is timed beside them for each filling."""


def prepared(name: str, case: TimedCase, X: Array, indices: bool) -> Run:
    """A runtime, ready for a call; raises NotRun with the reason if it cannot be, its own refusal included."""
    runtime = RUNTIMES.get(name) or FLOORS[name]
    if runtime.missing is not None:
        raise NotRun(f"{runtime.missing} is not installed")
    taps = case.call(X.dtype.name).taps
    if taps > (most := MOST_TAPS.get(name, taps)):
        raise NotRun(f"more than {most:,} taps")
    if not runtime.packages:
        return runtime.prepare(case, X, indices)
    try:
        run = runtime.prepare(case, X, indices)
        if name != ONNX:  # It refuses nothing, and takes long.
            run()
    except Exception as refusal:  # A runtime may raise anything; it is reported as the runtime's own reason.
        raise NotRun(f"{type(refusal).__name__}: {str(refusal)[:100]}") from refusal
    return run
