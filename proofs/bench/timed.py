"""Commands timed as a user meets them: each in a fresh process, with its start; and a campaign among them."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Sequence
from typing import Any, TypedDict

from reference.common.layout import ROOT
from reference.runtimes.protocol import installed

FRONT_DOOR = ROOT / "maxpool.py"
RUNTIME, CASES = "onnxruntime", 20_000


def timed(command: Sequence[str]) -> tuple[float, str]:
    """The seconds that a command takes, and what it prints."""
    started = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    return time.perf_counter() - started, done.stdout


def timed_document(*arguments: str) -> tuple[float, Any]:
    """The seconds that a sub-command of `maxpool` takes, and the JSON document that it prints."""
    seconds, output = timed([sys.executable, str(FRONT_DOOR), *arguments, "--json"])
    return seconds, json.loads(output)


class CampaignTimeJson(TypedDict):
    """How many cases a campaign of one worker puts to a runtime in a second."""

    runtime: str
    cases: int
    seconds: float
    cases_per_second: int


def campaign() -> CampaignTimeJson | None:
    """A campaign of one worker, comparison and shrinking included; None where the runtime is not installed."""
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


def campaign_line(figures: CampaignTimeJson | None) -> str:
    """The figures in one line."""
    if figures is None:
        return f"maxpool conform: not timed, {RUNTIME} and onnx are not installed"
    return "maxpool conform {runtime}, one worker: {cases} cases in {seconds} s, {cases_per_second} per second".format(
        **figures
    )
