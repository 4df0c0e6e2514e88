"""The sub-commands for assessors: the ledger, certificates, mutation scores, times."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from reference.common.console import AS_EXPECTED, NOT_AS_EXPECTED, AsJson, fail, near, print_json, progress

Theorems = Annotated[list[str] | None, typer.Argument(metavar="[LABEL]...", help="Theorems; all if none.")]


def _known(labels: list[str] | None, theorems: list[str]) -> list[str]:
    for label in labels or ():
        if label not in theorems:
            fail(f"unknown theorem {label!r}{near(label, theorems)}")
    return list(dict.fromkeys(labels or ()))


def ledger(labels: Theorems = None, as_json: AsJson = False) -> None:
    """Ask every route of every theorem again: verdicts, versions, seconds, and how much each asks to be trusted."""
    from proofs.catalogue import CATALOGUE
    from proofs.ledger import ask
    from reference.common.errors import Contradiction

    wanted = _known(labels, ask.theorems(CATALOGUE))
    with progress(len(wanted or ask.theorems(CATALOGUE))) as step:
        try:
            asked = ask.ask(CATALOGUE, wanted, done=step)
        except Contradiction as contradiction:
            Console(stderr=True).print(f"CONTRADICTION between routes: {contradiction}", markup=False)
            raise typer.Exit(NOT_AS_EXPECTED) from None
    print_json(ask.as_json(CATALOGUE, asked)) if as_json else typer.echo("\n".join(ask.lines(CATALOGUE, asked)))
    raise typer.Exit(AS_EXPECTED if ask.is_right(CATALOGUE, asked) else NOT_AS_EXPECTED)


def certify(
    labels: Theorems = None,
    compare: Annotated[bool, typer.Option("--check", help="Check the kept ones; with labels, show them.")] = False,
    write: Annotated[bool, typer.Option("--write", help="Keep what is found.")] = False,
    as_json: AsJson = False,
) -> None:
    """Search for the theorems' certificates again, or check those that are kept, by exact arithmetic alone."""
    from proofs.certificates import certify as work

    wanted = _known(labels, list(work.provable()))
    with progress(len(wanted or work.provable())) as step:
        try:
            results = work.certify(wanted, compare=compare, write=write, done=step)
        except work.CannotCertify as error:
            fail(str(error))
    print_json(work.as_json(results)) if as_json else typer.echo("\n".join(work.lines(results, full=wanted)))
    raise typer.Exit(AS_EXPECTED if all(r.ok for r in results) else NOT_AS_EXPECTED)


def mutate(
    spec: Annotated[bool, typer.Option("--spec", help="Mutate the formulas of the clauses.")] = False,
    program: Annotated[
        bool, typer.Option("--program", help="Mutate the source of the reference, and the invariants of its proof.")
    ] = False,
    clauses: Annotated[
        list[str] | None, typer.Argument(metavar="[LABEL]...", help="With --spec: clauses; all if none.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Change one thing, in every way: an example, an edge, an obligation or a condition of the proof must notice."""
    from proofs.catalogue import CATALOGUE
    from proofs.mutation import clauses as of_clauses
    from proofs.mutation import programs as of_programs

    if spec == program:
        fail("say what to mutate: --spec or --program")
    known = list(CATALOGUE.operator.labels)
    for label in clauses or ():
        if program or label not in known:
            fail(f"unknown clause {label!r}{near(label, known)}" if spec else "--program takes no labels")
    wanted = list(dict.fromkeys(clauses or known))
    with progress(of_clauses.count(CATALOGUE, wanted) if spec else of_programs.count()) as step:
        if spec:
            scores = of_clauses.report(of_clauses.mutate_all(CATALOGUE, wanted, done=step))
        else:
            scores = of_programs.report(of_programs.mutate_program(done=step))
    if as_json:
        print_json(scores)
    else:
        typer.echo("{mutants} mutants: {killed} noticed, {equivalent} proved equivalent".format(**scores))
        for survivor in scores["survived"]:
            typer.echo(f"SURVIVED {': '.join(survivor.values())}")
    raise typer.Exit(NOT_AS_EXPECTED if scores["survived"] else AS_EXPECTED)


def bench(
    mutations: Annotated[bool, typer.Option("--mutations", help="The mutation runs too, which take minutes.")] = False,
    runtimes: Annotated[
        bool, typer.Option("--runtimes", help="Instead, the fast twin beside production runtimes; takes minutes.")
    ] = False,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="With --runtimes: write time by size as a drawing (SVG).")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Time the check on this machine: total, slowest obligation of each route, the proof of the source, versions."""
    from proofs.bench.bench import measure, show

    if mutations and runtimes:
        fail("say what to time: --mutations or --runtimes")
    if plot is not None and not runtimes:
        fail("--plot draws what --runtimes measures")
    if runtimes:
        _bench_runtimes(plot, as_json)
        return
    figures = measure(mutations=mutations)
    if as_json:
        print_json(figures)
    else:
        show(Console(), figures)


def _bench_runtimes(plot: Path | None, as_json: bool) -> None:
    """`maxpool bench --runtimes`."""
    from proofs.bench.show import drawing, show
    from proofs.bench.twin import STEPS, measure
    from reference.common.files import NotOurs, write

    with progress(STEPS) as step:
        figures = measure(step)
    if plot is not None:
        try:
            write({plot: drawing(figures)})
        except (OSError, NotOurs) as error:
            fail(f"--plot: {error}")
    if as_json:
        print_json(figures)
    else:
        show(Console(), figures)
