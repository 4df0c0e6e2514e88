"""The command `certify`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from reference.common import console
from reference.common.console import AsJson, chosen, finish, print_json, progress

if TYPE_CHECKING:
    from proofs.engine.catalogue import Catalogue


def certify(
    context: typer.Context,
    labels: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[LABEL]...", help="Theorems; all if none is given.", autocompletion=console.obligations
        ),
    ] = None,
    compare: Annotated[
        bool, typer.Option("--check", help="Check the stored certificates; with labels, show them.")
    ] = False,
    write: Annotated[bool, typer.Option("--write", help="Store what is found.")] = False,
    as_json: AsJson = False,
) -> None:
    """Search for the theorems' certificates again, or check the stored ones, by exact arithmetic alone."""
    from proofs.certificates import certify as work

    catalogue: Catalogue = context.obj()
    wanted = chosen("theorem", labels, work.provable(catalogue))
    with progress(len(wanted or work.provable(catalogue))) as step:
        results = work.certify(catalogue, wanted, compare=compare, write=write, done=step)
    print_json(work.as_json(results)) if as_json else typer.echo("\n".join(work.lines(catalogue, results, full=wanted)))
    finish(all(r.ok for r in results))
