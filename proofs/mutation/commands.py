"""The command `mutate`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from reference.common.console import AsJson, chosen, end, progress
from reference.common.errors import CannotRun

if TYPE_CHECKING:
    from proofs.engine.catalogue import Catalogue


def mutate(
    context: typer.Context,
    spec: Annotated[bool, typer.Option("--spec", help="Mutate the formulas of the clauses.")] = False,
    program: Annotated[
        bool, typer.Option("--program", help="Mutate the source of the reference, and the invariants of its proof.")
    ] = False,
    clauses: Annotated[
        list[str] | None, typer.Argument(metavar="[LABEL]...", help="With --spec: clauses; all if none is given.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Make every single mutation, and weaken each definition and decision in every sub-case; an example, an edge, a
    situation, an obligation or a condition of the proof must detect it.
    """
    from proofs.mutation import clauses as of_clauses
    from proofs.mutation import programs as of_program

    catalogue: Catalogue = context.obj()
    if spec == program:
        raise CannotRun("choose what to mutate: --spec or --program")
    if program and clauses:
        raise CannotRun("--program takes no labels")
    known = list(catalogue.operator.labels)
    wanted = chosen("clause", clauses, known) or known
    with progress(of_clauses.count(catalogue, wanted) if spec else of_program.count()) as step:
        if spec:
            scores = of_clauses.report(of_clauses.mutate_all(catalogue, wanted, done=step))
        else:
            scores = of_program.report(of_program.mutate_program(done=step))
    lines = ["{mutants} mutants: {killed} detected, {equivalent} proved equivalent".format(**scores)]
    lines += [f"SURVIVED {': '.join(survivor.values())}" for survivor in scores["survived"]]
    end(not scores["survived"], as_json, lambda: scores, lambda _: typer.echo("\n".join(lines)))
