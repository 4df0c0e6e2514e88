"""The command `why3`: the specification in WhyML, its goals proved, and anybody's theory looked into."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from reference.common.console import AsJson, end, progress
from reference.common.errors import CannotRun

if TYPE_CHECKING:
    from proofs.why3.tools import Answer


def why3(
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Write maxpool.mlw to this folder.")] = None,
    prove: Annotated[bool, typer.Option("--prove", help="Have Why3's provers, z3 and cvc4, prove every goal.")] = False,
    as_json: AsJson = False,
) -> None:
    """The specification in WhyML, generated from the clauses: the text itself, unless it is written or proved."""
    from proofs.why3.theory import FILE, theory

    if output is not None and prove:
        raise CannotRun("choose one of --output and --prove")
    if prove:
        _prove(theory(), as_json)
    if as_json:
        raise CannotRun("--json goes with --prove")
    if output is None:
        typer.echo(theory(), nl=False)
        return
    from reference.common.files import write

    write({output / FILE: theory()})


def _prove(text: str, as_json: bool) -> None:
    from proofs.why3 import tools

    versions = tools.versions()
    with tools.workshop() as folder:
        goals = tools.goals(folder, text)
        with progress(len(goals)) as step:
            answers = tools.prove(goals, done=step)
    ok = bool(answers) and all(answer.proved for answer in answers)
    end(ok, as_json, lambda: _document(answers, versions), lambda _: typer.echo("\n".join(_lines(answers, versions))))


def _document(answers: Sequence[Answer], versions: dict[str, str]) -> dict[str, Any]:
    return {
        "schema": "maxpool/why3/1",
        "ok": bool(answers) and all(a.proved for a in answers),
        "versions": versions,
        "goals": [
            {
                "name": a.goal.name,
                "line": a.goal.line,
                "explanation": a.goal.explanation,
                "proved": a.proved,
                "prover": a.prover,
                "seconds": round(a.seconds, 3),
            }
            for a in answers
        ],
    }


def _lines(answers: Sequence[Answer], versions: dict[str, str]) -> Iterator[str]:
    for a in answers:
        what = f" ({a.goal.explanation})" if a.goal.explanation else ""
        verdict = f"{a.prover}, {a.seconds:.2f} s" if a.proved else f"NOT PROVED: {'; '.join(a.answers)}"
        yield f"{a.goal.line}: {a.goal.name}{what}: {verdict}"
    provers = {name: sum(a.prover == name for a in answers) for name in versions if name != "why3"}
    by = ", ".join(f"{number} by {name} {versions[name]}" for name, number in provers.items())
    proved = sum(a.proved for a in answers)
    yield (
        f"{proved} of {len(answers)} goals proved, {by}; Why3 {versions['why3']}; "
        f"the slowest in {max((a.seconds for a in answers), default=0):.1f} s"
    )
