"""The command `acsl`: the implementation in C under annotations made from the clauses, and Frama-C's WP on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Literal, TypedDict

import typer

from reference.common.console import AsJson, chosen, end
from reference.common.errors import CannotRun

if TYPE_CHECKING:
    from proofs.acsl.tools import WpGoal


def acsl(
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write maxpool.c and .h to this folder.")
    ] = None,
    prove: Annotated[bool, typer.Option("--prove", help="Have Frama-C's WP prove every goal.")] = False,
    smoke: Annotated[
        bool, typer.Option("--smoke", help="Have WP look for contracts and code that no run meets.")
    ] = False,
    functions: Annotated[
        list[str] | None, typer.Option("--function", metavar="NAME", help="With --prove, --smoke: one; all if none.")
    ] = None,
    width: Annotated[int, typer.Option(help="With --prove, --smoke: the bits of sizes, 32 or 64.")] = 64,
    as_json: AsJson = False,
) -> None:
    """The checks of a call in C under contracts made from the clauses: the text, unless it is written or proved."""
    from proofs.acsl.annotated import annotated
    from proofs.acsl.contracts import contracts

    if (output is not None) + prove + smoke > 1:
        raise CannotRun("choose one of --output, --prove and --smoke")
    if (functions or width != 64 or as_json) and not (prove or smoke):
        raise CannotRun("--function, --width and --json go with --prove and --smoke")
    if width not in (32, 64):
        raise CannotRun("--width is 32 or 64")
    names = chosen("function", functions, tuple(contracts())) or tuple(contracts())
    if prove:
        _prove(names, width, as_json)
    elif smoke:
        _smoke(names, width, as_json)
    elif output is None:
        typer.echo(annotated(), nl=False)
    else:
        from reference.c.statuses import HEADER
        from reference.common.files import write

        write({output / "maxpool.c": annotated(), output / HEADER.name: HEADER.read_text("utf-8")})


def _prove(names: Sequence[str], width: int, as_json: bool) -> None:
    from proofs.acsl import tools
    from proofs.acsl.annotated import annotated
    from proofs.acsl.contracts import ADMITTED

    versions, started = tools.versions(), perf_counter()
    with tools.workshop(annotated()) as folder:
        goals = tools.prove(folder, names, width=width)
    seconds = perf_counter() - started
    document = _document(goals, versions, ADMITTED, functions=names, width=width, seconds=seconds)
    lines = _lines(goals, versions, seconds, ADMITTED)
    end(document["ok"], as_json, lambda: document, lambda _: typer.echo("\n".join(lines)))


class WpGoalJson(TypedDict):
    """A goal of WP's, whether it is proved, and by which prover."""

    name: str
    proved: bool
    by: str


class AcslJson(TypedDict):
    """What Frama-C's WP proves of the functions in C, and which formulas it takes for granted."""

    schema: Literal["maxpool/acsl/1"]
    ok: bool
    versions: dict[str, str]
    assumed: dict[str, str]
    goals: list[WpGoalJson]
    functions: list[str]
    width: int
    seconds: float


class AcslSmokeJson(TypedDict):
    """By its name, whether each smoke test finds nothing empty."""

    schema: Literal["maxpool/acsl-smoke/1"]
    ok: bool
    tests: dict[str, bool]


def _document(
    goals: Sequence[WpGoal],
    versions: Mapping[str, str],
    assumed: Mapping[str, str],
    *,
    functions: Sequence[str] = (),
    width: int = 64,
    seconds: float = 0,
) -> AcslJson:
    return {
        "schema": "maxpool/acsl/1",
        "ok": bool(goals) and all(goal.proved for goal in goals),
        "versions": dict(versions),
        "assumed": dict(assumed),
        "goals": [{"name": g.name, "proved": g.proved, "by": g.by} for g in goals],
        "functions": list(functions),
        "width": width,
        "seconds": round(seconds, 1),
    }


def _lines(
    goals: Sequence[WpGoal], versions: Mapping[str, str], seconds: float, assumed: Mapping[str, str]
) -> Iterator[str]:
    for goal in goals:
        yield f"{goal.name}: {goal.by or 'NOT PROVED'}"
    for name, formula in assumed.items():
        yield f"assumed, not proved here: {name}: {formula}"
    by = ", ".join(f"{count} by {name}" for name, count in sorted(Counter(g.by for g in goals if g.proved).items()))
    tools = ", ".join(f"{name} {version}" for name, version in versions.items())
    yield f"{sum(g.proved for g in goals)} of {len(goals)} goals proved, {by}; {tools}; {seconds:.0f} s"


def _smoke(names: Sequence[str], width: int, as_json: bool) -> None:
    from proofs.acsl import tools
    from proofs.acsl.annotated import annotated

    with tools.workshop(annotated()) as folder:
        found = tools.smoke(folder, names, width=width)
    document = _smoke_document(found)
    empty = [name for name, passed in found.items() if not passed]
    lines = [*(f"EMPTY: {name}" for name in empty), f"{len(found)} smoke tests, {len(empty)} find something empty"]
    end(document["ok"], as_json, lambda: document, lambda _: typer.echo("\n".join(lines)))


def _smoke_document(found: Mapping[str, bool]) -> AcslSmokeJson:
    return {"schema": "maxpool/acsl-smoke/1", "ok": bool(found) and all(found.values()), "tests": dict(found)}
