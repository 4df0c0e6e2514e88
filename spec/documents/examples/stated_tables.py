"""What a table states of an example: an attribute and its value, a tensor and its shape or its elements, in one row."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from spec.documents.examples.stated import ATTRIBUTES, OF_CELLS, TENSORS, Named, StatedValue, statement_at
from spec.documents.pages.model import Block, Document, Shape

_NESTED = re.compile(r"[\s`$]{0,4}\[\s{0,4}\[")


def table_statements(document: Document) -> Iterator[StatedValue]:
    """The statements of all tables: the first cell of a row names what the next cell gives."""
    heads: dict[int, str] = {}
    cells = (block for block in document.blocks if block.shape is Shape.CELL)
    for row, blocks in groupby(cells, key=lambda block: block.row):
        found = list(blocks)
        if row == 0:
            heads = {block.column: block.text.lower() for block in found}
        elif len(found) > 1:
            yield from _in_row(document, found[0], found[1], heads.get(found[1].column, ""))


def _in_row(document: Document, named: Block, given: Block, head: str) -> Iterator[StatedValue]:
    name = named.text.strip().strip("`$*").replace("\\", "")
    role = Named.ATTRIBUTE if name.lower() in ATTRIBUTES else TENSORS.get(name.lower())
    is_shape = role in OF_CELLS and "shape" in head
    pieces = [piece for piece in given.shown if piece.text.strip()]
    is_printed = role in OF_CELLS and not is_shape and _NESTED.match(given.text) is not None
    if role is None or not pieces or not (is_shape or is_printed or role is Named.ATTRIBUTE):
        return
    start = pieces[0].start + len(pieces[0].text) - len(pieces[0].text.lstrip())
    stated = statement_at(document.text, name, named.start, start, max(given.end, pieces[-1].end), role, is_shape)
    if stated is not None:
        yield stated
