"""The command `why3`: the specification in WhyML, its goals proved, and anybody's theory looked into."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TypedDict

import typer

from reference.common.console import AsJson, chosen, end, progress
from reference.common.errors import CannotRun

if TYPE_CHECKING:
    from proofs.why3.tools import GoalResult


def why3(
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="Write maxpool.mlw, and adapter.mlw for a tensor library, to this folder."),
    ] = None,
    prove: Annotated[bool, typer.Option("--prove", help="Have Why3's provers, z3 and cvc4, prove every goal.")] = False,
    write_session: Annotated[
        bool, typer.Option("--write", help="With --prove: write the session anew, the ways in which goals were proved.")
    ] = False,
    extract: Annotated[
        bool,
        typer.Option("--extract", help="Print the C that Why3 extracts of the sizes and loops in machine integers."),
    ] = False,
    mutate: Annotated[
        bool, typer.Option("--mutate", help="Mutate the clauses: each mutant must leave a goal unproved.")
    ] = False,
    clauses: Annotated[
        list[str] | None,
        typer.Option("--clause", metavar="LABEL", help="With --mutate: a clause; all if none."),
    ] = None,
    every: Annotated[int, typer.Option(min=1, help="With --mutate: try every so many of the mutants alone.")] = 1,
    smoke: Annotated[
        Path | None, typer.Option("--smoke", metavar="FILE.mlw", help="Look for empty proofs in a theory of anybody's.")
    ] = None,
    function: Annotated[str | None, typer.Option(help="With --smoke: look at one function alone.")] = None,
    as_json: AsJson = False,
) -> None:
    """The specification in WhyML, generated from the clauses: the text itself, unless it is written or proved."""
    from proofs.why3.theory.theory import files, theory

    if (output is not None) + prove + extract + mutate + (smoke is not None) > 1:
        raise CannotRun("choose one of --output, --prove, --extract, --mutate and --smoke")
    if (clauses or every != 1) and not mutate:
        raise CannotRun("--clause and --every go with --mutate")
    if mutate:
        _mutate(clauses, every, as_json)
    if function is not None and smoke is None:
        raise CannotRun("--function goes with --smoke")
    if write_session and not prove:
        raise CannotRun("--write goes with --prove")
    if smoke is not None:
        _smoke(smoke, function, as_json)
    if prove:
        _prove(files(), write_session, as_json)
    if extract:
        from proofs.why3 import tools
        from proofs.why3.theory import machine

        with tools.workshop() as folder:
            typer.echo(tools.extract(folder, theory(), machine.MODULES, machine.DRIVER), nl=False)
        return
    if as_json:
        raise CannotRun("--json goes with --prove, --mutate or --smoke")
    if output is None:
        typer.echo(theory(), nl=False)
        return
    from reference.common.files import write

    write({output / file: text for file, text in files().items()})


def _prove(files: Mapping[str, str], write_session: bool, as_json: bool) -> None:
    from proofs.why3 import status, tools
    from reference.common.files import write_whole

    versions = tools.versions()
    kept = status.session()
    if status.IN_REPOSITORY:
        status.RECORD.unlink(missing_ok=True)
    with tools.workshop() as folder:
        goals = tools.all_goals(folder, files)
        with progress(len(goals)) as step:
            answers = tools.prove(goals, done=step, first=kept)
    ok = bool(answers) and all(answer.proved for answer in answers)
    if ok and status.IN_REPOSITORY:
        status.record(answers, versions)
    if ok and write_session:
        write_whole(status.SESSION, status.session_text(answers, versions))
    replayed = sum(kept.get(a.goal.name) == a.way is not None for a in answers)
    said = f"{replayed} as the stored session has it" if kept else "the stored session is of another theory"
    lines = [*_lines(answers, versions), f"session: {said}"]
    end(
        ok,
        as_json,
        lambda: _document(answers, versions, replayed),
        lambda _: typer.echo("\n".join(lines)),
    )


def _mutate(clauses: Sequence[str] | None, every: int, as_json: bool) -> None:
    from proofs.why3 import mutation
    from spec.maxpool.operator import MAXPOOL

    labels = chosen("clause", clauses, MAXPOOL.labels) or MAXPOOL.labels
    wanted = mutation.chosen(labels, every)
    with progress(len(wanted)) as step:
        found = mutation.mutate(wanted, done=step)
    scores = mutation.report(found)
    lines = [f"{m.where}: {m.text}: {m.noticed_by or ('the same' if m.harmless else 'SURVIVED')}" for m in found]
    lines.append("{mutants} mutants: {killed} leave a goal unproved, {equivalent} proved equivalent".format(**scores))
    end(not scores["survived"], as_json, lambda: scores, lambda _: typer.echo("\n".join(lines)))


def _smoke(path: Path, function: str | None, as_json: bool) -> None:
    from proofs.why3 import tools
    from proofs.why3.smoke import smoke

    with path.open("rb") as file:
        read = file.read(tools.MOST_BYTES + 1)
    if len(read) > tools.MOST_BYTES:
        raise CannotRun(f"{path}: more than {tools.MOST_BYTES} bytes")
    try:
        text = read.decode()
    except UnicodeDecodeError:
        raise CannotRun(f"{path}: not UTF-8") from None
    with tools.workshop() as folder:
        findings = smoke(folder, text, function)
    document: Why3SmokeJson = {
        "schema": "maxpool/why3-smoke/1",
        "ok": not findings,
        "findings": [{"line": f.line, "function": f.function, "said": f.said} for f in findings],
    }
    lines = [*(f"{path}: {f}" for f in findings), f"{len(findings)} findings"]
    end(not findings, as_json, lambda: document, lambda _: typer.echo("\n".join(lines)))


class GoalJson(TypedDict):
    """A goal of Why3's, where it comes from in the theory, and the prover that proved it."""

    name: str
    line: int
    explanation: str
    proved: bool
    prover: str
    seconds: float


class Why3Json(TypedDict):
    """What Why3's provers prove of the theory, and how many goals they do as the stored session has it."""

    schema: Literal["maxpool/why3/1"]
    ok: bool
    versions: dict[str, str]
    goals: list[GoalJson]
    replayed: int


class WhyFindingJson(TypedDict):
    """What is found empty in a theory."""

    line: int
    function: str
    said: str


class Why3SmokeJson(TypedDict):
    """What is found empty in somebody's theory."""

    schema: Literal["maxpool/why3-smoke/1"]
    ok: bool
    findings: list[WhyFindingJson]


def _document(answers: Sequence[GoalResult], versions: dict[str, str], replayed: int = 0) -> Why3Json:
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
        "replayed": replayed,
    }


def _lines(answers: Sequence[GoalResult], versions: dict[str, str]) -> Iterator[str]:
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
