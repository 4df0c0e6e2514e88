"""The command `model`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from reference.common.console import AsJson, finish


def model(
    network: Annotated[Path, typer.Argument(metavar="NETWORK.onnx", help="The model; nothing in it is run.")],
    explicit: Annotated[
        Path | None,
        typer.Option("--make-explicit", metavar="OUT.onnx", help="Write a copy with MaxPool's defaults written out."),
    ] = None,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="List every clause.")] = False,
    as_json: AsJson = False,
) -> None:
    """Check each MaxPool node of a network against the profile, clause by clause, for all sizes that it leaves open."""
    from proofs.network.report import check_network, lines

    found = check_network(network, explicit)
    # Line by line: a network may have a hundred thousand nodes.
    sys.stdout.writelines(found.json() if as_json else (f"{line}\n" for line in lines(found, verbose=verbose)))
    finish(found.ok)
