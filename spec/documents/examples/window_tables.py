"""Tables with a row for each window of an example: its place in Y, and the rows, columns and elements that it reads."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from itertools import groupby

from spec.documents.examples.table_tensors import place_in
from spec.documents.pages.model import Block
from spec.documents.pages.tables import tables_of

_MARKS = re.compile(r"[$`*\\{}]|\b(?:mathit|text|textit|mathrm)\b")
_LETTERS = re.compile(r"(?:Y\[|\()?(?:[a-z],)+[a-z][)\]]?")


class WindowColumn(Enum):
    """What a column of such a table gives."""

    ROWS = auto()
    COLUMNS = auto()
    ELEMENTS = auto()


_OF_X = r"(?:(?: (?:of|in|from|read from) (?:X|the window|the input))?(?: (?:read|covered|in range))?)"
_HEADS: Mapping[WindowColumn, re.Pattern[str]] = {
    WindowColumn.ROWS: re.compile(rf"(?:input |X )?rows?{_OF_X}", re.IGNORECASE),
    WindowColumn.COLUMNS: re.compile(rf"(?:input |X )?columns?{_OF_X}", re.IGNORECASE),
    WindowColumn.ELEMENTS: re.compile(rf"(?:window |input )?(?:elements?|values?){_OF_X}", re.IGNORECASE),
}


@dataclass(frozen=True, slots=True)
class WindowRow:
    """A window by its place, the last axes of Y, and what its row tells."""

    place: tuple[int, ...]
    cells: Mapping[WindowColumn, Block]


def window_rows(blocks: Sequence[Block], places: Collection[tuple[str, ...]]) -> Iterator[WindowRow]:
    """The rows of all such tables: the first column is headed by the last letters of a place in Y, `(c, h, w)`.

    `places` are those that the document has: other letters may be taps.
    """
    for table in tables_of(blocks):
        first, *rows = [list(row) for _, row in groupby(table, key=lambda cell: cell.row)]
        head = _bare(first[0]).replace(" ", "")
        letters = tuple(re.findall("[a-z]", head)) if _LETTERS.fullmatch(head) is not None else ()
        heads = {cell.column: column for cell in first[1:] if (column := _column(cell)) is not None}
        if letters and any(place[-len(letters) :] == letters for place in places):
            for row in rows:
                if place := place_in(row[0]):
                    yield WindowRow(place, {heads[cell.column]: cell for cell in row if cell.column in heads})


def _bare(cell: Block) -> str:
    return " ".join(_MARKS.sub("", cell.text).split())


def _column(cell: Block) -> WindowColumn | None:
    return next((column for column, pattern in _HEADS.items() if pattern.fullmatch(_bare(cell))), None)


_OF_Y = re.compile(r"\b(?:Y|Indices)\W{0,3}\[(?P<letters>[a-z](?:\s*,\s*[a-z]){3})\s*\]")
_USUAL = ("n", "c", "h", "w")


def places_in_y(text: str) -> Collection[tuple[str, ...]]:
    """The letters of places in Y and Indices, as a document has them; where it has none, the usual ones."""
    found = {tuple(re.findall("[a-z]", each["letters"])) for each in _OF_Y.finditer(text)}
    return found or {_USUAL}
