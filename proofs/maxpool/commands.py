"""The command `capacity`: when a call fits a width of integers."""

from __future__ import annotations

from typing import Annotated

import typer

from reference.common.console import AsJson, show

Width = Annotated[int, typer.Option(min=8, max=64, help="Bits of the signed integers of sizes and attributes.")]
IndexWidth = Annotated[
    int | None, typer.Option(min=8, max=64, help="Bits of those that count elements; the same if not said.")
]


def capacity(width: Width = 64, index_width: IndexWidth = None, as_json: AsJson = False) -> None:
    """Print when every quantity of a call fits a width of integers, with calls at the edge of each condition."""
    from proofs.maxpool.capacity import document, show_capacity

    counting = index_width or width
    show(as_json, lambda: document(width, counting), lambda terminal: show_capacity(terminal, width, counting))
