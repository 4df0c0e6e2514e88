"""The front door: the `maxpool` command. Each sub-command is a few lines over the rooms below."""

from __future__ import annotations

import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer
from rich.console import Console

from proofs.evidence import commands as evidence
from proofs.network import networks
from proofs.reports import assessors, authors
from reference.common.console import (
    AS_EXPECTED,
    COULD_NOT_RUN,
    NOT_AS_EXPECTED,
    AsJson,
    fail,
    near,
    print_json,
    progress,
)

if TYPE_CHECKING:
    from proofs.engine.solvers import Limits

app = typer.Typer(
    name="maxpool",
    help="A machine-checked specification of the MaxPool operator in the SONNX profile.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _seconds(value: float) -> float:
    """A time limit that solvers understand; NaN is none."""
    if not 0.1 <= value <= 3600:
        raise typer.BadParameter("seconds from 0.1 to 3600 are needed")
    return value


SolverNames = Annotated[
    list[str] | None,
    typer.Option("--solver", help="Ask only this solver (z3 or cvc5; may be repeated). `proved` still needs two."),
]
Timeout = Annotated[
    float, typer.Option(callback=_seconds, help="Seconds a solver may spend on one query (0.1 to 3600).")
]
Seed = Annotated[int, typer.Option(min=0, help="The solvers' random seed.")]


def _solvers(names: list[str] | None) -> tuple[str, ...]:
    from proofs.engine.solvers import SOLVERS

    for name in names or ():
        if name not in SOLVERS:
            fail(f"--solver: there is no solver {name!r}; there are {', '.join(SOLVERS)}")
    return tuple(dict.fromkeys(names)) if names else tuple(SOLVERS)


def _version(wanted: bool) -> None:
    if wanted:
        try:
            typer.echo(f"maxpool {version('sonnx-maxpool')}")
        except PackageNotFoundError:
            typer.echo("maxpool (not installed)")
        raise typer.Exit


@app.callback()
def main_options(
    _: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")] = False,
) -> None:
    """Options of the command itself."""


@app.command()
def check(
    as_json: AsJson = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="List every obligation and example.")] = False,
    solver: SolverNames = None,
    timeout: Timeout = 10.0,
    seed: Seed = 0,
) -> None:
    """Decide everything the specification claims: proofs, refutations and worked examples."""
    from proofs.catalogue import CATALOGUE
    from proofs.engine.solvers import Limits
    from proofs.reports.check import check as check_all
    from proofs.reports.show import show_report
    from reference.common.errors import Contradiction

    names = _solvers(solver)
    with progress(len(CATALOGUE.obligations) + len(CATALOGUE.examples)) as step:
        try:
            report = check_all(CATALOGUE, Limits(seconds=timeout, seed=seed), names, done=step)
        except Contradiction as contradiction:
            Console(stderr=True).print(f"CONTRADICTION between routes: {contradiction}", markup=False)
            raise typer.Exit(NOT_AS_EXPECTED) from None
    if as_json:
        print_json(report.json())
    else:
        show_report(Console(), report, verbose=verbose)
    raise typer.Exit(AS_EXPECTED if report.ok else NOT_AS_EXPECTED)


@app.command()
def prove(
    labels: Annotated[list[str] | None, typer.Argument(metavar="[LABEL]...", help="Obligations; all if none.")] = None,
    as_json: AsJson = False,
    smt2: Annotated[Path | None, typer.Option(metavar="DIR", help="Write the SMT-LIB scripts to a folder.")] = None,
    source: Annotated[
        str | None, typer.Option(metavar="FILE:FUNCTION", help="Prove a plain implementation from its source.")
    ] = None,
    replay: Annotated[bool, typer.Option("--replay", help="Let Python run that function on a witness.")] = False,
    solver: SolverNames = None,
    timeout: Timeout = 10.0,
    seed: Seed = 0,
) -> None:
    """Decide obligations and show each in full: statement, routes, times, witness. Or prove a plain implementation."""
    from proofs.catalogue import CATALOGUE
    from proofs.engine.run import decide_all
    from proofs.engine.scripts import write_scripts
    from proofs.engine.solvers import Limits
    from proofs.reports.check import decision_json
    from proofs.reports.show import show_decision
    from reference.common.errors import Contradiction
    from reference.common.files import NotOurs

    if source is not None:
        if labels or smt2 or solver:
            fail("--source stands alone: it takes no labels, no --smt2 and no --solver")
        _prove_source(source, Limits(seconds=timeout, seed=seed), as_json=as_json, replay=replay)
    if replay:
        fail("--replay goes with --source")
    for label in labels or ():
        if label not in CATALOGUE:
            fail(f"unknown obligation {label!r}{near(label, list(CATALOGUE.labels_near(label)))}")
    wanted = [CATALOGUE[label] for label in dict.fromkeys(labels)] if labels else list(CATALOGUE.obligations)
    names = _solvers(solver)
    if smt2 is not None:
        try:
            write_scripts(smt2, wanted)
        except (OSError, NotOurs) as error:
            fail(f"--smt2: {error}")
    with progress(len(wanted)) as step:
        try:
            decisions = decide_all(wanted, Limits(seconds=timeout, seed=seed), names, done=step)
        except Contradiction as contradiction:
            Console(stderr=True).print(f"CONTRADICTION between routes: {contradiction}", markup=False)
            raise typer.Exit(NOT_AS_EXPECTED) from None
    if as_json:
        documents = [decision_json(d, CATALOGUE.kernel()) for d in decisions]
        print_json(documents[0] if len(documents) == 1 else documents)
    else:
        for decision in decisions:
            show_decision(Console(), decision, CATALOGUE.kernel())
    raise typer.Exit(AS_EXPECTED if all(d.as_expected for d in decisions) else NOT_AS_EXPECTED)


def _prove_source(target: str, limits: Limits, *, as_json: bool, replay: bool) -> NoReturn:
    """Prove a function of a file, show what became of it, and end."""
    from proofs.program.prove_source import prove_source, read, show_source
    from reference.common.errors import Contradiction

    try:
        source, name = read(target)
    except (OSError, ValueError) as error:
        fail(f"--source: {error}")
    try:
        report = prove_source(source, name, limits, replay=replay)
    except Contradiction as contradiction:
        Console(stderr=True).print(f"CONTRADICTION between routes: {contradiction}", markup=False)
        raise typer.Exit(NOT_AS_EXPECTED) from None
    if as_json:
        print_json(report.json())
    else:
        show_source(Console(), report)
    raise typer.Exit(AS_EXPECTED if report.proved else NOT_AS_EXPECTED)


for command in (
    authors.explain,
    authors.audit,
    authors.tables,
    networks.conform,
    networks.model,
    networks.vectors,
    assessors.ledger,
    assessors.certify,
    assessors.mutate,
    assessors.bench,
):
    app.command()(command)
app.add_typer(evidence.app)


def main() -> None:
    """The console script."""
    try:
        app()
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        # The reader of a pipe went away; nobody is left to tell.
        sys.stderr.close()
        sys.exit(COULD_NOT_RUN)


if __name__ == "__main__":
    main()
