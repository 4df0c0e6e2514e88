"""Sentences of a block, and where they stand in the document."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from spec.documents.pages.cursor import locate
from spec.documents.pages.model import Block, Document, Kind, Shape

_SHORT = "".join(rf"(?<!\b{word}\.)" for word in (r"i\.e", r"e\.g", "cf", "eq", "vs", "resp", "approx"))
_POINT = rf"(?<=[.!?;])(?<!\.\.){_SHORT}"
"""What ends a sentence: a mark, but for the points of an abbreviation."""
_END = re.compile(
    rf"{_POINT}\s+(?=[\"'`(\[*]?[A-Z$]|\((?:[ivx]{{1,4}}|[a-h])\)\s)|(?<=[.!?;])\s*\n"
    r"|\s[—–-]\s+(?=(?:Statement|Rationale|Note)\s*:)"
)
_BEFORE_SYMBOL = re.compile(rf"{_POINT}(?<!;)[ \t]+(?=\S)")
"""What ends a sentence where a symbol such as `dX_2` begins the next."""
_NEEDLE = 40
MOST_PIECES = 2000
"""A block of more is no prose."""
LONGEST = 4000
"""Of a longer sentence the beginning is read."""
TOLD = (Shape.PARAGRAPH, Shape.ITEM, Shape.CELL)
PROSE = (Shape.HEADING, *TOLD)
"""Where an author says something: notes, listings and formulas of their own are no prose."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a block: its text, and where it starts in the block's text."""

    text: str
    start: int
    block: Block


def sentences(block: Block) -> Iterator[Sentence]:
    """The sentences of a block's text; abbreviations such as `i.e.` end none."""
    if len(block.pieces) > MOST_PIECES:
        return
    text, at = block.text, 0
    for found in [*_ends(block, text), None]:
        end = found.start() if found else len(text)
        said = text[at:end]
        if lead := said.strip():
            yield Sentence(lead[:LONGEST], at + len(said) - len(said.lstrip()), block)
        at = found.end() if found else end


def _ends(block: Block, text: str) -> Iterator[re.Match[str]]:
    """Where sentences end: before a capital, before a symbol that is set as mathematics, or behind a formula on lines
    of its own."""
    found = {end.end(): end for end in (*_END.finditer(text), *(end for _, end in block.closing_formulas()))}
    before_symbols = {end.end(): end for end in _BEFORE_SYMBOL.finditer(text)}
    for start in _starts_of_maths(block) if before_symbols else ():
        if start in before_symbols:
            found.setdefault(start, before_symbols[start])
    return (found[at] for at in sorted(found))


def _starts_of_maths(block: Block) -> Iterator[int]:
    """Where mathematics begins in a block's text."""
    at = 0
    for piece in block.pieces:
        if piece.kind is not Kind.ANCHOR:
            if piece.kind is Kind.MATH:
                yield at
            at += len(piece.text)


def offset(document: Document, block: Block, position: int) -> int:
    """The document's offset of a position in a block's text, past indentation and escapes the parser took away."""
    at = block.at(position)
    needle = block.text[position : position + _NEEDLE].strip()
    end = max(block.end, at + 2 * len(needle) + 200)
    for length in (_NEEDLE, 12, 4):
        found = locate(needle[:length], document.text, at, end)
        if needle and (found > at or document.text.startswith(needle[:length], at)):
            return found
    return min(at, len(document.text))
