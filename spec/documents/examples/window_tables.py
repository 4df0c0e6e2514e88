"""Tables with a row for each window of an example: its place in Y, and the rows, columns and elements that it reads."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from itertools import groupby

from spec.documents.pages.model import Block, Shape

AXES = 4
_MARKS = re.compile(r"[$`*\\{}]|\b(?:mathit|text|textit|mathrm)\b")
_LETTERS = re.compile(r"\((?:[a-z],)*[a-z]\)|(?:Y\[)?(?:[a-z],)+[a-z]\]?")
_PLACE = re.compile(r"(?:Y\[|[(\[])?(?P<at>\d{1,6}(?:,\d{1,6}){1,3})[)\]]?")


class WindowColumn(Enum):
    """What a column of such a table gives."""

    ROWS = auto()
    COLUMNS = auto()
    ELEMENTS = auto()


_OF_X = r"(?:(?: (?:of|in|from|read from) (?:X|the window|the input))?(?: (?:read|covered|in range))?|read)"
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
    heads: dict[int, WindowColumn] = {}
    is_of_windows = False
    cells = (block for block in blocks if block.shape is Shape.CELL)
    for row, found in groupby(cells, key=lambda block: block.row):
        of_row = list(found)
        if row == 0:
            head = _bare(of_row[0]).replace(" ", "")
            letters = tuple(re.findall("[a-z]", head)) if _LETTERS.fullmatch(head) is not None else ()
            is_of_windows = bool(letters) and any(place[-len(letters) :] == letters for place in places)
            heads = {block.column: column for block in of_row[1:] if (column := _column(block)) is not None}
        elif is_of_windows and (place := _PLACE.fullmatch(_bare(of_row[0]).replace(" ", ""))) is not None:
            of_window = {heads[block.column]: block for block in of_row if block.column in heads}
            yield WindowRow(tuple(map(int, place["at"].split(","))), of_window)


def _bare(block: Block) -> str:
    return " ".join(_MARKS.sub("", block.text).split())


def _column(block: Block) -> WindowColumn | None:
    head = _bare(block)
    return next((column for column, pattern in _HEADS.items() if pattern.fullmatch(head.replace(", ", ","))), None)


_OF_Y = re.compile(r"\b(?:Y|Indices)\W{0,3}\[(?P<letters>[a-z](?:\s*,\s*[a-z]){3})\s*\]")
_USUAL = ("n", "c", "h", "w")


def places_in_y(text: str) -> Collection[tuple[str, ...]]:
    """The letters of places in Y and Indices, as a document has them; where it has none, the usual ones."""
    found = {tuple(re.findall("[a-z]", each["letters"])) for each in _OF_Y.finditer(text)}
    return found or {_USUAL}
