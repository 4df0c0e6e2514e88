"""Figures of the check on this machine, each measured in a fresh process."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from rich.console import Console

ROOT = Path(__file__).resolve().parent.parent


def measure() -> dict[str, Any]:
    """A cold `maxpool check`, and `pytest spec/` where this is a checkout; with machine and versions."""
    seconds, output = _timed([sys.executable, str(ROOT / "maxpool.py"), "check", "--json"])
    report = json.loads(output)
    routes = [(r["name"], r["version"], r["seconds"], o["label"]) for o in report["obligations"] for r in o["routes"]]
    slowest = {
        f"{name} {version}": max((s, label) for n, v, s, label in routes if (n, v) == (name, version))
        for name, version in sorted({(n, v) for n, v, _, _ in routes})
    }
    figures: dict[str, Any] = {
        "schema": "maxpool/bench/1",
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors",
        "python": platform.python_version(),
        "ok": report["ok"],
        "check_seconds": round(seconds, 2),
        "obligations": len(report["obligations"]),
        "slowest": {route: {"seconds": s, "label": label} for route, (s, label) in slowest.items()},
    }
    if any((ROOT / "spec").glob("test_*.py")):
        figures["pytest_spec_seconds"] = round(_timed([sys.executable, "-m", "pytest", "-q", str(ROOT / "spec")])[0], 2)
    return figures


def _timed(command: list[str]) -> tuple[float, str]:
    started = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    return time.perf_counter() - started, done.stdout


def show(console: Console, figures: dict[str, Any]) -> None:
    """The figures, a line each."""
    console.print(f"{figures['machine']}, Python {figures['python']}")
    console.print(f"maxpool check, cold: {figures['check_seconds']} s, {figures['obligations']} obligations")
    for route, slowest in figures["slowest"].items():
        console.print(f"slowest in {route}: {slowest['seconds']:.2f} s, {slowest['label']}", highlight=False)
    if "pytest_spec_seconds" in figures:
        console.print(f"pytest spec/: {figures['pytest_spec_seconds']} s")
