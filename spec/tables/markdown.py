"""Tables in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def markdown_table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """The lines of a table. A bar in a cell is escaped, and a line break in it is a blank."""
    return [_row(header), _row(["---"] * len(header)), *map(_row, rows)]


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(" ".join(cell.splitlines()).replace("|", "\\|") for cell in cells) + " |"
