"""A document as its readers leave it: blocks in reading order, each with its pieces and their places in the text."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum


class Kind(StrEnum):
    """What a piece of a block is."""

    TEXT = "text"
    CODE = "code"
    MATH = "math"
    LINK = "link"
    IMAGE = "image"
    ANCHOR = "anchor"
    STRONG = "strong"
    EMPHASIS = "emphasis"


class Shape(StrEnum):
    """What a block is."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    ITEM = "item"
    CELL = "cell"
    NOTE = "note"
    MATH = "math"
    CODE = "code"
    MARKUP = "markup"


BOLD = 99
"""The depth of a bold phrase that serves as a heading, below all others."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of text: what it says without its marks, where it starts in the document's text, where it points.

    `target` is a link's or an image's address, or an anchor's name.
    """

    kind: Kind
    text: str
    start: int
    target: str = ""

    @property
    def end(self) -> int:
        """Where it ends, for a piece whose text stands in the document as it is."""
        return self.start + len(self.text)


@dataclass(frozen=True, slots=True)
class Block:
    """A heading, paragraph, list item, table cell, note (a block quote), formula or listing.

    `path` are the headings it stands under, outermost first, as plain text; a
    heading's own is its last. `depth` is that of a heading, or of a list item in its list; `row` and `column` place a
    table's cell, row 0 being the header. `info` is what a fence says of its language.
    """

    shape: Shape
    pieces: tuple[Piece, ...]
    start: int
    end: int
    path: tuple[str, ...] = ()
    depth: int = 0
    row: int = 0
    column: int = 0
    info: str = ""
    text: str = field(init=False, repr=False, compare=False)
    """What a reader reads: the pieces' text, anchors left out."""

    def __post_init__(self) -> None:
        text = "".join(piece.text for piece in self.pieces if piece.kind is not Kind.ANCHOR)
        object.__setattr__(self, "text", text)

    @property
    def shown(self) -> Sequence[Piece]:
        """The pieces that a reader sees: anchors and white space left out."""
        return [piece for piece in self.pieces if piece.kind is not Kind.ANCHOR and piece.text.strip()]

    def at(self, position: int) -> int:
        """The offset in the document of a position in this block's `text`."""
        for piece in self.pieces:
            if piece.kind is not Kind.ANCHOR:
                if position < len(piece.text):
                    return piece.start + position
                position -= len(piece.text)
        return self.end

    def of(self, *kinds: Kind) -> Iterator[Piece]:
        """The pieces of some kinds."""
        return (piece for piece in self.pieces if piece.kind in kinds)

    def closing_formulas(self) -> Iterator[tuple[Piece, re.Match[str]]]:
        """The formulas on lines of their own that close a sentence, each with the end of its line in `text`: the next
        line begins with a word in a capital."""
        at = 0
        for piece in self.pieces:
            if piece.kind is not Kind.ANCHOR:
                begins, at = self.text[:at].endswith("\n"), at + len(piece.text)
                if piece.kind is Kind.MATH and begins and (end := _BEFORE_SENTENCE.match(self.text, at)):
                    yield piece, end


_BEFORE_SENTENCE = re.compile(r"\s*\n(?=(?:[A-Z][a-z]+|A(?=\s[A-Za-z]{2}))\s)")


@dataclass(frozen=True, slots=True)
class Document:
    """A document: its name, its text with line ends as `\\n`, its digest (SHA-256), its blocks in reading order.

    `unclosed` are the offsets at which maths or a fence is opened and never closed.
    """

    name: str
    text: str
    sha256: str
    blocks: tuple[Block, ...]
    unclosed: tuple[int, ...] = ()
    _lines: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        starts = [0, *(i + 1 for i, c in enumerate(self.text) if c == "\n")]
        object.__setattr__(self, "_lines", tuple(starts))

    def of(self, *kinds: Kind) -> Iterator[Piece]:
        """The pieces of some kinds, of all blocks."""
        return (piece for block in self.blocks for piece in block.of(*kinds))

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both counted from 1; a column counts characters."""
        line = bisect_right(self._lines, offset)
        return line, offset - self._lines[line - 1] + 1

    def line(self, number: int) -> str:
        """A line of the text, without its end."""
        start = self._lines[number - 1]
        end = self._lines[number] - 1 if number < len(self._lines) else len(self.text)
        return self.text[start:end]
