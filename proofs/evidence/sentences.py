"""What the document says that a package was made for: its sentences and formulas, and which clauses cite them."""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from proofs.evidence.judged import EXAMPLES, Judged
from spec.documents.load import decode
from spec.documents.model import Block, Document, Shape
from spec.documents.read import parse
from spec.documents.sentences import PROSE, offset, sentences

LONGEST = 160
KINDS: Mapping[Shape, str] = {
    **dict.fromkeys(PROSE, "sentence"),
    Shape.HEADING: "heading",
    Shape.MATH: "formula",
    Shape.NOTE: "note",
}
"""What can be cited, by the shape of its block; listings and markup say nothing of their own."""

MUST_BE_TRACED = ("sentence", "formula")
"""Headings and notes can be cited, but nothing has to come from them."""


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence, heading, formula or note: the document's name, its first and last line, and its text.

    A sentence's last line is the one before the next sentence's.
    """

    document: str
    kind: str
    line: int
    last: int
    number: int
    text: str

    @property
    def name(self) -> str:
        """What it is called: its place, and its number among those that start on its line."""
        return f"{self.document}:{self.line}{f'.{self.number}' if self.number else ''}: {self.text[:LONGEST]}"

    def is_cited_by(self, clause: Mapping[str, Any]) -> bool:
        """A clause, or a claim, cites a line of it."""
        cited = [{"document": clause["document"], "line": clause["line"]}, *clause.get("restated", ())]
        return any(
            c["document"] == self.document and c["line"] is not None and self.line <= c["line"] <= self.last
            for c in cited
        )

    def is_judged_by(self, judged: Judged) -> bool:
        """A claim of the audit starts on a line of it."""
        return judged.document == self.document and self.line <= judged.line <= self.last


def said_in(data: bytes, file: str, name: str) -> Sequence[Said]:
    """What a document says, in its order."""
    document = parse(decode(data, file), file)
    numbers: Counter[int] = Counter()
    found = []
    for block in document.blocks:
        for line, last, text in _in_block(document, block) if block.shape in KINDS else ():
            found.append(Said(name, KINDS[block.shape], line, last, numbers[line], " ".join(text.split())))
            numbers[line] += 1
    return found


def _in_block(document: Document, block: Block) -> Iterator[tuple[int, int, str]]:
    """First line, last line and text of each sentence; of a formula or a note, of the whole."""
    first, end = document.place(block.start)[0], document.place(max(block.start, block.end - 1))[0]
    if block.shape not in PROSE:
        yield first, end, block.text
        return
    mine = [(document.place(offset(document, block, s.start))[0], s.text) for s in sentences(block)]
    for i, (line, text) in enumerate(mine):
        last = mine[i + 1][0] - 1 if i + 1 < len(mine) else end
        yield line, max(line, last), text


def in_examples(said: Sequence[Said], judged: Sequence[Judged]) -> Mapping[Said, Judged]:
    """What stands in an example that the audit ran: from the example's title to the next heading."""
    headings = [s.line for s in said if s.kind == "heading"]
    ends = [(j, next(iter(headings[bisect(headings, j.line) :]), None)) for j in judged if j.kind in EXAMPLES]
    return {s: j for j, end in ends for s in said if j.line <= s.line and (end is None or s.line < end)}
