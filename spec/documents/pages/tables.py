"""The tables of a document: their cells, what a column is headed, and which cells name cases."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from spec.documents.pages.model import Block, Shape


def tables_of(blocks: Sequence[Block]) -> Iterator[list[Block]]:
    """The cells of each table of a document."""
    for is_cell, group in groupby(blocks, key=lambda block: block.shape is Shape.CELL):
        yield from _tables(list(group)) if is_cell else ()


def _tables(cells: Sequence[Block]) -> Iterator[list[Block]]:
    """The cells of each table: a new one begins with a header's first cell."""
    table: list[Block] = []
    for cell in cells:
        if table and (cell.row, cell.column) == (0, 0):
            yield table
            table = []
        table.append(cell)
    yield table


def heading_of(cell: Block) -> str:
    """The first word of a column's heading."""
    return next(iter(cell.text.lower().split()), "")


_CAUSES = frozenset("cause condition reason case situation when meaning".split())
"""What a column is headed that says for what an error is reported."""
_FAULTS = frozenset("deviation violation fault defect".split())
"""With what such a heading may begin: `Deviation from that call`."""
_ERRORS = frozenset("message error code status exception diagnostic".split())
_RETURNED = frozenset(("value", "return", "returns", "return value"))
_SUCCESSES = frozenset(("success", "ok", "okay", "successful", "no error"))
_NO_ERROR = _SUCCESSES | {"none", "nothing"}


def plain(cell: Block) -> str:
    """The text of a cell without what marks it."""
    return cell.text.strip(" .`*$\n").lower()


_ELEMENTS = re.compile(r"\W*\[(?:\[.*\]|[^\[\]]*\b(?:nan|inf)\b[^\[\]]*)\]\W*", re.I | re.S)


def prints_elements(cell: Block) -> bool:
    """A cell prints the elements of a tensor, [[1, 2]] or [NaN, -4], and says nothing."""
    return _ELEMENTS.fullmatch(cell.text) is not None


def is_of_causes(head: Block) -> bool:
    """A column's heading says that its cells are what an error is reported for."""
    return plain(head) in _CAUSES or heading_of(head) in _FAULTS


def says_what_is_returned(table: Sequence[Block]) -> bool:
    """The first column is headed by what is returned: what is beside it is no demand."""
    return any((cell.row, cell.column) == (0, 0) and plain(cell) in _RETURNED | _ERRORS for cell in table)


def reports_errors(table: Sequence[Block]) -> bool:
    """The first column says what is reported; or what is returned, and some cell tells of success.

    `none` does not: values of attributes are told in such tables too.
    """
    first = next((plain(cell) for cell in table if (cell.row, cell.column) == (0, 0)), "")
    return first in _ERRORS or (first in _RETURNED and any(plain(cell) in _SUCCESSES for cell in table))


def tells_of_success(row: Iterable[Block]) -> bool:
    """A cell of a row says that there is no error."""
    return any(plain(cell) in _NO_ERROR for cell in row)


def causes_in(table: Sequence[Block]) -> Iterator[tuple[Block, bool]]:
    """What errors are reported for: the cells of a column that is headed so, and whether the row tells of success."""
    column = next((cell.column for cell in table if cell.row == 0 and is_of_causes(cell)), None)
    for cell in table:
        if cell.row and cell.column == column:
            yield cell, tells_of_success(each for each in table if each.row == cell.row)


def reports_causes(table: Sequence[Block]) -> bool:
    """It says what is reported, and a column of it for what."""
    return reports_errors(table) and any(is_of_causes(cell) for cell in table if cell.row == 0)


OF_CASES = frozenset("case situation condition if when fault event".split())


OF_CONTENT = re.compile(
    r"contents?\b|window (?:contents?|holds|contains)\b|what (?:a|the) window (?:holds|contains)\b", re.I
)


def _is_of_cases(head: Block) -> bool:
    """A heading of cases, or of what windows hold."""
    return heading_of(head).strip("():,") in OF_CASES or OF_CONTENT.match(head.text.strip()) is not None


def cases_of_tables(blocks: Iterable[Block]) -> frozenset[int]:
    """The cells, by their identity, that name a case of which their row says what happens; they say nothing alone."""
    found: set[int] = set()
    for table in tables_of(list(blocks)):
        if any((cell.row, cell.column) == (0, 0) and _is_of_cases(cell) for cell in table):
            found |= {id(cell) for cell in table if cell.row and cell.column == 0}
    return frozenset(found)
