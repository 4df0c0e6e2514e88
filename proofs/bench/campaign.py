"""How many cases a campaign holds against a runtime in a second of one core, comparison and shrinking included."""

from __future__ import annotations

from typing import Any

from proofs.bench.timed import timed_document
from reference.runtimes.protocol import installed

RUNTIME, CASES = "onnxruntime", 20_000


def campaign() -> dict[str, Any] | None:
    """A campaign of one worker, by the clock and with its start; None where the runtime is not installed."""
    if installed(RUNTIME) is None or installed("onnx") is None:
        return None
    seconds, document = timed_document("conform", RUNTIME, "--cases", str(CASES))
    cases = sum(runtime["cases"] for runtime in document["runtimes"])
    return {
        "runtime": RUNTIME,
        "cases": cases,
        "seconds": round(seconds, 1),
        "cases_per_second": round(cases / seconds),
    }


def line(figures: dict[str, Any] | None) -> str:
    """The figures in one line."""
    if figures is None:
        return f"maxpool conform: not timed, {RUNTIME} and onnx are not installed"
    return "maxpool conform {runtime}, one worker: {cases} cases in {seconds} s, {cases_per_second} per second".format(
        **figures
    )
