"""What the document says that a package was made for: its sentences and formulas, and which clauses cite them."""

from __future__ import annotations

import hashlib
import re
from bisect import bisect
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from math import inf
from typing import Any

from proofs.evidence.contents.judged import EXAMPLES, Judged
from spec.documents.pages.load import decode
from spec.documents.pages.model import Block, Document, Shape
from spec.documents.pages.read import parse
from spec.documents.prose.sentences import PROSE, offset, sentences

LONGEST = 160
KINDS: Mapping[Shape, str] = {
    **dict.fromkeys(PROSE, "sentence"),
    Shape.HEADING: "heading",
    Shape.MATH: "formula",
    Shape.NOTE: "note",
}
"""What can be cited, by the shape of its block; listings and markup say nothing of their own."""

MUST_BE_TRACED = ("sentence", "formula")
"""Headings, also those of columns, and notes can be cited, but nothing has to come from them."""
_PLACE = re.compile(r"(?P<document>.+?):(?P<line>\d+)(?=[: ]|$)")


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence, heading, formula or note: the document's name, its first and last line, and its text.

    A sentence's last line is the one before the next sentence's. On its first line it goes from its column to `until`,
    where the next begins. It is `crowded` on a line with a heading and more, as in a page that is one long line: such
    a line is no place. `titles` are what the items of a list say that it stands below, in a list of theirs.
    """

    document: str
    kind: str
    line: int
    last: int
    number: int
    text: str
    column: int = 1
    until: float = inf
    crowded: bool = False
    titles: tuple[Said, ...] = ()

    @property
    def name(self) -> str:
        """What it is called: its place, and its number among those that start on its line."""
        return f"{self.document}:{self.line}{f'.{self.number}' if self.number else ''}: {self.text[:LONGEST]}"

    def is_cited_by(self, clause: Mapping[str, Any], document: str) -> bool:
        """A clause, or a claim, cites a place in it; `document` is the name under which they cite this text."""
        return any(
            c["document"] == document and self._has(c["line"], c.get("column"))
            for c in (clause, *clause.get("restated", ()))
        )

    def is_judged_by(self, judged: Judged) -> bool:
        """A claim of the audit starts on a line of it."""
        return judged.document == self.document and self.has_line(judged.line)

    def has_line(self, line: int) -> bool:
        """It stands on a line, and so that the line is a place."""
        return self._has(line, None)

    def _has(self, line: int | None, column: int | None) -> bool:
        if column is not None:
            return self.line == line and self.column <= column < self.until
        return line is not None and not self.crowded and self.line <= line <= self.last


def cited_as(data: bytes, file: str, texts: Mapping[str, str]) -> str:
    """The name under which clauses cite this very text, whatever its file is called; "" if they cite none of it.

    `texts` has the digest of each text by its name. In another version of a document the lines are others.
    """
    text = hashlib.sha256(decode(data, file).text.encode("utf-8")).hexdigest()
    return next((name for name, digest in texts.items() if digest == text), "")


def said_in(data: bytes, file: str, name: str) -> Sequence[Said]:
    """What a document says, in its order."""
    document = parse(decode(data, file), file)
    numbers: Counter[int] = Counter()
    found: list[Said] = []
    titles: dict[int, tuple[Said, ...]] = {}
    for block in document.blocks:
        is_item = block.shape is Shape.ITEM
        # A list's items stand below the item before them of each lesser depth; what is no item ends the list.
        titles = {depth: t for depth, t in titles.items() if is_item and depth < block.depth}
        above = tuple(t for depth in sorted(titles) for t in titles[depth])
        mine = []
        for (line, column), last, text in _in_block(document, block) if block.shape in KINDS else ():
            said = " ".join(text.split())
            mine.append(Said(name, _kind(block), line, last, numbers[line], said, column, titles=above))
            numbers[line] += 1
        found += mine
        if is_item:
            titles[block.depth] = tuple(mine)
    crowded = {s.line for s in found if s.kind == "heading"} & {s.line for s in found if s.kind != "heading"}
    return [
        replace(s, until=after.column if after and after.line == s.line else inf, crowded=s.line in crowded)
        for s, after in zip_longest(found, found[1:])
    ]


def _kind(block: Block) -> str:
    return "column" if block.shape is Shape.CELL and block.row == 0 else KINDS[block.shape]


def _in_block(document: Document, block: Block) -> Iterator[tuple[tuple[int, int], int, str]]:
    """Line and column, last line and text of each sentence; of a formula or a note, of the whole."""
    first, (end, _) = document.place(block.start), document.place(max(block.start, block.end - 1))
    if block.shape not in PROSE:
        yield first, end, block.text
        return
    mine = [(document.place(offset(document, block, s.start)), s.text) for s in sentences(block)]
    for i, (place, text) in enumerate(mine):
        last = mine[i + 1][0][0] - 1 if i + 1 < len(mine) else end
        yield place, max(place[0], last), text


def in_examples(said: Sequence[Said], judged: Sequence[Judged]) -> Mapping[Said, Judged]:
    """What stands in an example that the audit ran: from the example's title to the next heading."""
    headings = [s.line for s in said if s.kind == "heading"]
    ends = [(j, next(iter(headings[bisect(headings, j.line) :]), None)) for j in judged if j.kind in EXAMPLES]
    return {
        s: j for j, end in ends for s in said if not s.crowded and j.line <= s.line and (end is None or s.line < end)
    }


def section_of(said: Sequence[Said], line: int) -> int:
    """The line of the last heading that is not below a line; 0 where there is none."""
    return max((s.line for s in said if s.kind == "heading" and s.line <= line), default=0)


def place_of(source: str) -> tuple[str, int] | None:
    """The document and the line of a source, as sources are written; None for one without a line."""
    found = _PLACE.match(source)
    return (found["document"], int(found["line"])) if found else None
