"""The front door: the `maxpool` command. It lists the commands of the rooms, and handles what goes wrong in any."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.metadata import PackageNotFoundError, version
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from proofs.acsl import commands as acsl
from proofs.audit import commands as audit
from proofs.bench import commands as bench
from proofs.certificates import commands as certificates
from proofs.evidence import commands as evidence
from proofs.kit import commands as kit
from proofs.maxpool import commands as maxpool_own
from proofs.mutation import commands as mutation
from proofs.network import commands as network
from proofs.reports import commands as reports
from proofs.why3 import commands as why3
from reference.common.console import COULD_NOT_RUN, INTERRUPTED, NOT_AS_EXPECTED
from reference.common.errors import CannotRun, Contradiction, NotInstalled, extra_of, reason_of
from reference.common.layout import naming
from reference.common.text import visible
from reference.conformance import commands as conformance
from spec.operator.operator import NotGiven, OtherStatement, UnknownClause

if TYPE_CHECKING:
    from proofs.engine.catalogue import Catalogue


@contextmanager
def _handled() -> Iterator[None]:
    """What goes wrong in a command becomes one line on standard error and an exit code. A mistake of ours goes on."""
    try:
        try:
            yield
        finally:
            # Here, and not when Python ends: a pipe that nobody reads shows itself only now.
            sys.stdout.flush()
    except BrokenPipeError:
        _abandon_output()
        raise typer.Exit(COULD_NOT_RUN) from None
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
    except Contradiction as contradiction:
        typer.echo(f"CONTRADICTION between routes: {contradiction}", err=True)
        raise typer.Exit(NOT_AS_EXPECTED) from None
    except (UnknownClause, OtherStatement, NotGiven) as changed:
        _told(f"{changed}, and it is named here, the lowest room first:")
        typer.echo("\n".join(f"  {place}" for place in naming(changed.label)), err=True)
        raise typer.Exit(NOT_AS_EXPECTED) from None
    except CannotRun as error:
        raise _told(str(error)) from None
    except ModuleNotFoundError as error:
        if (extra := extra_of(error.name or "")) is None:
            raise
        raise _told(str(NotInstalled(str(error.name).partition(".")[0], extra))) from None
    except OSError as error:
        raise _told(reason_of(error)) from None


def _told(message: str) -> typer.Exit:
    """Say in one line why the command could not run; a file's name moves no cursor."""
    typer.echo(f"maxpool: {visible(message)}", err=True)
    return typer.Exit(COULD_NOT_RUN)


def _abandon_output() -> None:
    """Nobody reads any more: what is still to be written goes nowhere, and Python does not complain at its end."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


MAXPOOL_ALONE = {
    "acsl": "no other operator has an implementation in C",
    "bench": "the times are those of its twin and its loops",
    "capacity": "no other operator has theorems on the widths of integers",
    "certify": "others' theorems are checked by its certificates, label by label, in `check`",
    "conform": "the campaign runs no other operator on runtimes",
    "model": "no other node of a network is held against its profile",
    "vectors": "the test kit is made of its classes and its loops",
    "why3": "no other operator's loops are written in WhyML",
}
"""The commands that have no option `--operator`, and why."""


NARROW = 52
"""Columns: on a terminal that has fewer, help would be as wide as this if it were not told."""


class FrontDoor(TyperGroup):
    """The command with all sub-commands: parsing, help and what they do, with one handler around."""

    def parse_args(self, ctx: Any, args: list[str]) -> Any:
        """Find the sub-command; one that is about MaxPool alone says so where it is asked of another."""
        if args and args[0] in MAXPOOL_ALONE and any(arg.startswith("--operator") for arg in args):
            raise CannotRun(f"{args[0]} is about MaxPool alone: {MAXPOOL_ALONE[args[0]]}")
        return super().parse_args(ctx, args)

    def make_context(self, *arguments: Any, **options: Any) -> Any:
        """Parse the options before the sub-command; help and version are printed here."""
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                # A document may hold letters that an old terminal has not.
                stream.reconfigure(errors="backslashreplace")
        if (columns := get_terminal_size().columns) < NARROW:
            options.setdefault("terminal_width", columns)
        options.setdefault("obj", _catalogue)
        with _handled():
            return super().make_context(*arguments, **options)

    def invoke(self, ctx: Any) -> Any:
        """Run the sub-command."""
        with _handled():
            return super().invoke(ctx)


app = typer.Typer(
    name="maxpool",
    cls=FrontDoor,
    help="A machine-checked specification of the MaxPool operator in the SONNX profile.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    # Help in plain text: the other way loads a Markdown renderer, for a third of a second.
    rich_markup_mode=None,
)


def _version(wanted: bool) -> None:
    if wanted:
        try:
            typer.echo(f"maxpool {version('sonnx-maxpool')}")
        except PackageNotFoundError:
            typer.echo("maxpool (not installed)")
        raise typer.Exit


def _catalogue(operator: str = "maxpool") -> Catalogue:
    """The catalogue of the operator that a command is about."""
    from proofs.catalogue import catalogue_of

    return catalogue_of(operator)


@app.callback()
def main_options(
    _: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")] = False,
) -> None:
    """Options of the command itself."""


for command in (
    reports.check,
    reports.prove,
    maxpool_own.capacity,
    reports.explain,
    audit.audit,
    reports.tables,
    conformance.conform,
    network.model,
    kit.vectors,
    reports.ledger,
    certificates.certify,
    why3.why3,
    acsl.acsl,
    mutation.mutate,
    bench.bench,
):
    app.command()(command)
app.add_typer(evidence.app)


def main() -> None:
    """The console script."""
    app()


if __name__ == "__main__":
    main()
