"""`maxpool prove --source FILE:FUNCTION`: anyone's plain implementation, proved against the same clauses.

The file is read and parsed, never imported and never run. With `--replay`, Python runs the one function on a witness.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rich.console import Console

from proofs.engine.statement import Verdict
from proofs.program.logic.solving import Session
from proofs.program.maxpool.proof import ConditionOutcome, attempt, finished, unreached
from proofs.program.running.replay import replay as run_by_python
from proofs.program.running.witness import EXPLICIT, CallWitness, Outputs, find
from proofs.program.source.expressions import Refused
from proofs.program.source.module import LARGEST
from proofs.program.source.subset import parse
from proofs.solvers.answers import Limits
from reference.common.errors import Contradiction

SCHEMA = "maxpool/prove-source/1"
BRIEF = Limits(seconds=1.0)
MOST_SHOWN = 5
"""Conditions that fail, of which more than a few help nobody at a terminal."""
WORDS = {Verdict.REFUTED: "does not follow", Verdict.UNKNOWN: "was not decided"}


@dataclass(frozen=True, slots=True)
class SourceReport:
    """What became of a function: proved; or refused, with line and reason; and a witness where one was found."""

    name: str
    results: tuple[ConditionOutcome, ...]
    seconds: float
    refused: Refused | None = None
    witness: CallWitness | None = None

    @property
    def proved(self) -> bool:
        """Both solvers prove every condition."""
        return self.refused is None and bool(self.results) and all(result.proved for result in self.results)

    def json(self) -> dict[str, Any]:
        """The report as one JSON document of the schema `maxpool/prove-source/1`."""
        return {
            "schema": SCHEMA,
            "function": self.name,
            "proved": self.proved,
            "conditions": [_result_json(result) for result in self.results],
            "refused": None if self.refused is None else {"line": self.refused.line, "reason": self.refused.reason},
            "witness": None if self.witness is None else self.witness.json(),
            "seconds": round(self.seconds, 3),
        }


def _result_json(result: ConditionOutcome) -> dict[str, Any]:
    routes = [
        {"name": r.name, "version": r.version, "verdict": r.verdict, "seconds": round(r.seconds, 4)}
        for r in result.routes
    ]
    condition = result.condition
    return {
        "label": f"program.{condition.label}",
        "line": condition.line,
        "words": condition.words,
        "verdict": result.verdict,
        "routes": routes,
    }


def read(target: str) -> tuple[bytes, str]:
    """The source and the function's name for FILE:FUNCTION; raises ValueError, or OSError if the file is not there."""
    file, separator, name = target.rpartition(":")
    if not separator or not file or not name.isidentifier():
        raise ValueError(f"{target!r} is not FILE:FUNCTION")
    if Path(file).exists() and not Path(file).is_file():
        raise ValueError(f"{file} is not a file")
    with Path(file).open("rb") as opened:
        return opened.read(LARGEST + 1), name


def prove_source(source: bytes, name: str, limits: Limits, *, replay: bool = False) -> SourceReport:
    """The report on a function. Where something stays open, a call is looked for on which the function goes wrong.

    If there is one, the solvers are only asked briefly which conditions do not follow.
    """
    try:
        function = parse(source, name)
    except Refused as refused:
        return SourceReport(name, (), 0.0, refused)
    started = time.perf_counter()
    session, refusal = Session(limits), None
    results: tuple[ConditionOutcome, ...] = ()
    try:
        results = attempt(function, session)
    except Refused as refused:
        refusal = refused
    settled = bool(results) and all(result.proved for result in results)
    witness = None if settled else find(function)
    results = finished(results, Session(BRIEF) if witness else session)
    proved = bool(results) and all(result.proved for result in results)
    if proved and (empty := unreached(results, limits)) is not None:
        refusal = Refused(empty.line, "no execution could be shown to reach this line: a proof would be vacuous")
    if witness is not None and proved:
        raise Contradiction(f"{name} is proved, and yet wrong: {witness.json()}")
    if witness is not None and replay:
        witness = replace(witness, replayed=run_by_python(source, name, witness))
    return SourceReport(name, results, time.perf_counter() - started, refusal, witness)


def show_source(console: Console, report: SourceReport) -> None:
    """The report for a person at a terminal."""
    if report.proved:
        solvers = " and ".join(f"{route.name} {route.version}" for route in report.results[0].routes)
        console.print(
            f"{report.name}: proved, for every shape, every legal attribute and every element. "
            f"{len(report.results)} conditions by {solvers}, in {report.seconds:.1f} s.",
        )
        return
    lines = [f"{report.name}: NOT proved."]
    if report.refused is not None:
        lines.append(f"  refused at line {report.refused.line}: {report.refused.reason}")
    lines += _failing(report.results)
    lines += _witness(report.witness) if report.witness else _no_witness(report)
    console.print("\n".join(lines))


def _failing(results: Sequence[ConditionOutcome]) -> list[str]:
    failing = [result for result in results if not result.proved]
    lines = [
        f"  line {r.condition.line}: {WORDS[r.verdict]}: {r.condition.words} (program.{r.condition.label})"
        for r in failing[:MOST_SHOWN]
    ]
    more = len(failing) - len(lines)
    return lines + ([f"  and {more} more: see --json"] if more else [])


def _witness(witness: CallWitness) -> list[str]:
    attributes = ", ".join(f"{name}={value!r}" for name, value in {**EXPLICIT, **witness.attributes}.items())
    lines = [
        f"It is wrong on this call, {witness.what}:",
        f"  X = {witness.X.tolist()}, float32",
        f"  {attributes}",
        *_outputs("expected", witness.right),
        *_outputs("it gives", witness.given),
    ]
    return lines + (_outputs("run by Python, it gives", witness.replayed) if witness.replayed else [])


def _outputs(what: str, outputs: Outputs) -> list[str]:
    if outputs.error:
        return [f"  {what} an error: {outputs.error}" + (f" (line {outputs.line})" if outputs.line else "")]
    return [f"  {what} Y = {outputs.Y}", f"  {' ' * len(what)} Indices = {outputs.Indices}"]


def _no_witness(report: SourceReport) -> list[str]:
    if report.results:
        return ["No call was found on which it is wrong: it may be correct but beyond what the proof can follow."]
    return []
