"""What all sub-commands share: options, exit codes, one line for an error, a progress bar, a JSON document."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from typing import Annotated, Any, NoReturn

import typer
from rich.console import Console
from rich.progress import Progress

AS_EXPECTED, NOT_AS_EXPECTED, COULD_NOT_RUN = 0, 1, 2

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document on standard output.")]


def fail(message: str) -> NoReturn:
    """End with one line on standard error and the exit code for "could not run"; a file's name moves no cursor."""
    from reference.common.text import visible

    Console(stderr=True, highlight=False, soft_wrap=True).print(f"maxpool: {visible(message)}", markup=False)
    raise typer.Exit(COULD_NOT_RUN)


@contextmanager
def progress(total: int) -> Iterator[Callable[[object], None]]:
    """A progress bar on standard error, if that is a terminal; what it yields is called at each step."""
    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("deciding", total=total)
        yield lambda done: bar.advance(task, done if isinstance(done, int) else 1)


def print_json(document: Any) -> None:
    """Print one JSON document on standard output."""
    sys.stdout.write(json.dumps(document, indent=2) + "\n")


def near(label: str, known: list[str]) -> str:
    """What a misspelt label may have been meant for."""
    found = get_close_matches(label, known, n=3, cutoff=0.5)
    return f"; did you mean {' or '.join(found)}?" if found else "; `maxpool check --verbose` lists them"
