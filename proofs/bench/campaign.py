"""How many cases a campaign holds against a runtime in a second of one core, comparison and shrinking included."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from reference.runtimes.protocol import installed

FRONT_DOOR = Path(__file__).resolve().parents[2] / "maxpool.py"
RUNTIME, CASES = "onnxruntime", 20_000


def campaign() -> dict[str, Any] | None:
    """A campaign of one worker, by the clock and with its start; None where the runtime is not installed."""
    if installed(RUNTIME) is None or installed("onnx") is None:
        return None
    command = [sys.executable, str(FRONT_DOOR), "conform", RUNTIME, "--cases", str(CASES), "--json"]
    started = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    seconds = time.perf_counter() - started
    cases = sum(runtime["cases"] for runtime in json.loads(done.stdout)["runtimes"])
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
    return "maxpool conform {runtime}, one worker: {cases} cases in {seconds} s, {cases_per_second} a second".format(
        **figures
    )
