"""Figures of the check on this machine, each measured in a fresh process."""

from __future__ import annotations

import platform
import sys
import tempfile
from pathlib import Path
from typing import Literal, NotRequired, TypedDict

from rich.console import Console

from proofs.bench.timed import timed, timed_document
from reference.common.identity import machine
from reference.common.layout import ROOT
from spec.maxpool.operator import MAXPOOL
from spec.maxpool.page import WORDS
from spec.tables.page import page

PAGE_LINES = 1000


class SlowestJson(TypedDict):
    """The obligation that took a route longest."""

    seconds: float
    label: str


class SourceTimeJson(TypedDict):
    """The seconds that each solver takes to prove the reference from its source, and how many conditions there are."""

    proved: bool
    conditions: int
    seconds: dict[str, float]


class AuditTimeJson(TypedDict):
    """The seconds of a cold audit of a long page."""

    lines: int
    formulas: int
    seconds: float


class MutationTimeJson(TypedDict):
    """The seconds of a mutation run, and its scores."""

    seconds: float
    mutants: int
    killed: int
    equivalent: int
    survived: int


class BenchJson(TypedDict):
    """Times of the check on this machine."""

    schema: Literal["maxpool/bench/1"]
    machine: str
    python: str
    ok: bool
    check_seconds: float
    obligations: int
    slowest: dict[str, SlowestJson]
    source_proof: SourceTimeJson
    audit: AuditTimeJson
    mutations: NotRequired[dict[str, MutationTimeJson]]
    pytest_spec_seconds: NotRequired[float]


def measure(*, mutations: bool = False) -> BenchJson:
    """A cold `maxpool check`, the proof of the source, a cold audit, and `pytest spec/` in a checkout; with versions.

    With `mutations`, the two mutation runs too, which take minutes.
    """
    seconds, report = timed_document("check", "--fresh")
    routes = [(r["name"], r["version"], r["seconds"], o["label"]) for o in report["obligations"] for r in o["routes"]]
    slowest = {
        f"{name} {version}": max((s, label) for n, v, s, label in routes if (n, v) == (name, version))
        for name, version in sorted({(n, v) for n, v, _, _ in routes})
    }
    figures: BenchJson = {
        "schema": "maxpool/bench/1",
        "machine": machine(),
        "python": platform.python_version(),
        "ok": report["ok"],
        "check_seconds": round(seconds, 2),
        "obligations": len(report["obligations"]),
        "slowest": {route: {"seconds": s, "label": label} for route, (s, label) in slowest.items()},
        "source_proof": _source_proof(),
        "audit": _audit(),
    }
    if mutations:
        figures["mutations"] = {target: _mutation(target) for target in ("spec", "program")}
    if any((ROOT / "spec").glob("test_*.py")):
        figures["pytest_spec_seconds"] = round(timed([sys.executable, "-m", "pytest", "-q", str(ROOT / "spec")])[0], 2)
    return figures


def _source_proof() -> SourceTimeJson:
    source = f"{ROOT / 'reference' / 'maxpool.py'}:pool"
    _, report = timed_document("prove", "--source", source)
    seconds: dict[str, float] = {}
    for route in (route for condition in report["conditions"] for route in condition["routes"]):
        name = f"{route['name']} {route['version']}"
        seconds[name] = round(seconds.get(name, 0.0) + route["seconds"], 2)
    return {"proved": report["proved"], "conditions": len(report["conditions"]), "seconds": seconds}


def _audit() -> AuditTimeJson:
    """The seconds of a cold audit of a page of a thousand lines: the specification's own, again and again."""
    with tempfile.TemporaryDirectory() as folder:
        document = Path(folder, "page.md")
        document.write_text("\n".join((page(MAXPOOL, WORDS) * 3).splitlines()[:PAGE_LINES]) + "\n", "utf-8")
        seconds, audit = timed_document("audit", str(document))
    return {"lines": PAGE_LINES, "formulas": audit["coverage"]["formulas"], "seconds": round(seconds, 2)}


def _mutation(target: str) -> MutationTimeJson:
    seconds, report = timed_document("mutate", f"--{target}")
    return {
        "seconds": round(seconds, 1),
        "mutants": report["mutants"],
        "killed": report["killed"],
        "equivalent": report["equivalent"],
        "survived": len(report["survived"]),
    }


def show(console: Console, figures: BenchJson) -> None:
    """The figures, a line each."""
    console.print(f"{figures['machine']}, Python {figures['python']}")
    console.print(f"maxpool check, cold: {figures['check_seconds']} s, {figures['obligations']} obligations")
    for route, slowest in figures["slowest"].items():
        console.print(f"slowest in {route}: {slowest['seconds']:.2f} s, {slowest['label']}")
    proof = figures["source_proof"]
    solvers = ", ".join(f"{name} {seconds} s" for name, seconds in proof["seconds"].items())
    console.print(
        f"proof of the reference's source, {proof['conditions']} conditions: {solvers}", highlight=False, soft_wrap=True
    )
    console.print("maxpool audit, cold, {lines} lines, {formulas} formulas: {seconds} s".format(**figures["audit"]))
    for target, scores in figures.get("mutations", {}).items():
        counts = "{mutants} mutants, {killed} detected, {equivalent} equivalent, {survived} survived".format(**scores)
        console.print(f"maxpool mutate --{target}: {scores['seconds']} s, {counts}")
    if "pytest_spec_seconds" in figures:
        console.print(f"pytest spec/: {figures['pytest_spec_seconds']} s")
