"""What all sub-commands share: exit codes, options, labels that a user types, a progress bar, a JSON document."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from reference.common.errors import CannotRun

if TYPE_CHECKING:
    from rich.console import Console

AS_EXPECTED, NOT_AS_EXPECTED, COULD_NOT_RUN, INTERRUPTED = 0, 1, 2, 130

OfOperator = Annotated[
    str, typer.Option("--operator", metavar="NAME", help="The operator: maxpool, conv or averagepool.")
]
Quiet = Annotated[
    bool, typer.Option("--quiet", "-q", help="Say only what is not as expected, each in a line, and no progress.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document on standard output.")]


def finish(ok: bool) -> NoReturn:
    """End the command: all is as expected, or it is not."""
    raise typer.Exit(AS_EXPECTED if ok else NOT_AS_EXPECTED)


class ProgressStep:
    """A step of a progress bar, called with the label of what is done, or how many steps that was."""

    def __init__(self, update: Callable[..., object]) -> None:
        self._update = update

    def __call__(self, done: object) -> None:
        steps = done if isinstance(done, int) else 1
        self._update(advance=steps, description=done if isinstance(done, str) else None)

    def awaiting(self, label: str) -> None:
        """Show what is being decided: nothing goes on before it is."""
        self._update(description=label)


@contextmanager
def progress(total: int, *, quiet: bool = False) -> Iterator[ProgressStep]:
    """A progress bar on standard error, if that is a terminal: what is being decided, how much is, the time left."""
    if quiet or not sys.stderr.isatty():
        yield ProgressStep(lambda **_: None)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
    from rich.table import Column

    # A label gives way where the terminal is narrow; what says how long it takes stays.
    label = TextColumn("{task.description}", markup=False, table_column=Column(ratio=1, no_wrap=True))
    columns = (label, BarColumn(bar_width=12), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, expand=True) as bar:
        yield ProgressStep(partial(bar.update, bar.add_task("deciding", total=total)))


def print_json(document: Any) -> None:
    """Print one JSON document on standard output."""
    sys.stdout.write(json.dumps(document, indent=2) + "\n")


def show(as_json: bool, document: Callable[[], Any], for_a_person: Callable[[Console], object]) -> None:
    """Print the JSON document, or show what was found to a person at a terminal."""
    if as_json:
        print_json(document())
    else:
        from reference.common.printing import Terminal

        for_a_person(Terminal())


def end(ok: bool, as_json: bool, document: Callable[[], Any], for_a_person: Callable[[Console], object]) -> NoReturn:
    """Print the JSON document, or show what was found to a person at a terminal; and end the command."""
    show(as_json, document, for_a_person)
    finish(ok)


def chosen(kind: str, labels: Iterable[str] | None, known: Iterable[str]) -> list[str]:
    """The labels that a user names, each once. Raises CannotRun for one that is not known, with what may be meant."""
    wanted, among = list(dict.fromkeys(labels or ())), list(known)
    for label in wanted:
        if label not in among:
            raise CannotRun(f"unknown {kind} {label!r}{near(label, among)}")
    return wanted


def clauses(context: typer.Context, incomplete: str) -> list[str]:
    """The labels of clauses that a shell offers for one that is being typed. `context.obj` gives the catalogue."""
    return [label for label in _catalogue(context).operator.labels if label.startswith(incomplete)]


def obligations(context: typer.Context, incomplete: str) -> list[str]:
    """The labels of obligations, as they are recorded: of MaxPool's alone, without a theory being made."""
    known = (label for labels in _catalogue(context).recorded().values() for label in labels)
    return [label for label in known if label.startswith(incomplete)]


def labels(context: typer.Context, incomplete: str) -> list[str]:
    """The labels of both."""
    return [*clauses(context, incomplete), *obligations(context, incomplete)]


def _catalogue(context: typer.Context) -> Any:
    return context.obj(context.params.get("operator") or "maxpool")


def near(label: str, known: Iterable[str]) -> str:
    """What a misspelt label may have been meant for."""
    found = get_close_matches(label, list(known), n=3, cutoff=0.5)
    return f"; did you mean {' or '.join(found)}?" if found else "; `maxpool check --verbose` lists them"
