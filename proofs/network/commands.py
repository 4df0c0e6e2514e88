"""The command `model`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from reference.common.console import AsJson, end


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
    from proofs.network.report import check_network, show

    found = check_network(network, explicit)
    end(found.ok, as_json, found.json, lambda terminal: show(terminal, found, verbose=verbose))
