"""What became of somebody's function, shown to a person at a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console

from proofs.engine.statement import Verdict
from proofs.program.maxpool.proof import ConditionOutcome, modes
from proofs.program.prove_source import EMPTY, LANGUAGE, FunctionVerdict, SourceReport
from proofs.program.running.witness import EXPLICIT, CallWitness, Outputs
from proofs.program.source.refused import Refused

MOST_SHOWN = 5
"""Conditions that fail, of which more than a few help nobody at a terminal."""
WORDS = {Verdict.REFUTED: "does not follow", Verdict.UNKNOWN: "was not decided"}


def show_source(console: Console, report: SourceReport) -> None:
    """The report for a person at a terminal."""
    if report.proved:
        solvers = " and ".join(f"{route.name} {route.version}" for route in report.results[0].routes)
        console.print(
            f"{report.name}: proved, {_calls(report)}. "
            f"{len(report.results)} conditions by {solvers}, in {report.seconds:.1f} s.",
        )
        console.print("\n".join(filter(None, [_text(report), *_found(report), *_assumed(report)])))
        return
    heading = "refused: neither proved nor wrong" if report.outcome is FunctionVerdict.REFUSED else "NOT proved"
    lines = [f"{report.name}: {heading}.", _text(report), *_found(report)]
    if report.refused is not None:
        lines += _refused(report.refused)
    if report.empty is not None:
        lines.append(f"  line {report.empty.line}: {EMPTY}")
    lines += _failing(report.results)
    lines += _witness(report.witness, report.language) if report.witness else _no_witness(report)
    console.print("\n".join(filter(None, lines)))


def _refused(refused: Refused) -> list[str]:
    place = f"line {refused.line}" + (f", column {refused.column}" if refused.column else "")
    change = [f"  what to change: {refused.change}"] if refused.change else []
    return [f"  refused at {place}: {refused.reason}", *change, "  what is understood: docs/prove-source.md"]


def _calls(report: SourceReport) -> str:
    """For which calls a function is proved."""
    if report.capacity is None:
        return " where ".join(["for every shape, every legal attribute and every element", *modes()])
    with_sizes = f" with {report.capacity}" if report.capacity else " that its types can pass"
    only = ", ".join((*report.calls, *modes()))
    return f"for every call{with_sizes}" + (f", where {only}" if only else "")


def _found(report: SourceReport) -> list[str]:
    """What the parameters were found to stand for."""
    parameters = ", ".join(f"{own} is {wanted}" for own, wanted in report.parameters.items())
    calls = [f"  for calls where {', '.join(report.calls)}"] if report.calls and not report.proved else []
    return [f"  parameters: {parameters}", *calls] if parameters else []


def _assumed(report: SourceReport) -> list[str]:
    """What is taken for granted, where that depends on the function."""
    if not report.parameters:
        return []
    return [*(f"  shown: {s}" for s in report.shown), *(f"  assumed: {a}" for a in report.assumptions)]


def _text(report: SourceReport) -> str:
    """Which texts the report is about, for `sed -n FIRST,LASTp FILE | sha256sum`."""
    text = report.text
    own = [f"  its text, lines {text.first} to {text.last}, has the SHA-256 digest {text.digest}"] if text else []
    helpers = [f"  that of {name}, lines {t.first} to {t.last}: {t.digest}" for name, t in report.helpers.items()]
    return "\n".join([*own, *helpers])


def _failing(results: Sequence[ConditionOutcome]) -> list[str]:
    failing = [result for result in results if not result.proved]
    lines = [
        f"  line {r.condition.line}: {WORDS[r.verdict]}: {r.condition.words} (program.{r.condition.label})"
        for r in failing[:MOST_SHOWN]
    ]
    more = len(failing) - len(lines)
    return lines + ([f"  and {more} more: see --json"] if more else [])


def _witness(witness: CallWitness, language: str) -> list[str]:
    attributes = ", ".join(f"{name}={value!r}" for name, value in {**EXPLICIT, **witness.attributes}.items())
    lines = [
        f"It is wrong on this call, {witness.what}:",
        f"  X = {witness.X.tolist()}, float32" + ("" if witness.X.size else f", of the shape {witness.X.shape}"),
        f"  {attributes}",
        *_outputs("expected", witness.right),
        *_outputs("it gives", witness.given),
    ]
    by = "Python" if language == LANGUAGE else "cc"
    return lines + (_outputs(f"run by {by}, it gives", witness.replayed) if witness.replayed else [])


def _outputs(what: str, outputs: Outputs) -> list[str]:
    if outputs.error:
        return [f"  {what} an error: {outputs.error}" + (f" (line {outputs.line})" if outputs.line else "")]
    return [f"  {what} Y = {outputs.Y}", f"  {' ' * len(what)} Indices = {outputs.Indices}"]


def _no_witness(report: SourceReport) -> list[str]:
    if report.results and not any(r.verdict is Verdict.REFUTED and not r.condition.known for r in report.results):
        return ["No call was found on which it is wrong: it may be correct but beyond what the proof can follow."]
    return []
