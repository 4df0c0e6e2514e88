"""The sentences of the document that a package was made for, and which clauses cite them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from spec.documents.load import decode
from spec.documents.model import Shape
from spec.documents.read import parse
from spec.documents.sentences import PROSE, offset, sentences

LONGEST = 160


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence: the document's name, the lines from its first to before the next sentence's, and its text."""

    document: str
    line: int
    last: int
    number: int
    text: str

    @property
    def name(self) -> str:
        """What the sentence is called: its place, and its number among those that start on its line."""
        return f"{self.document}:{self.line}{f'.{self.number}' if self.number else ''}: {self.text[:LONGEST]}"

    def is_cited_by(self, clause: Mapping[str, Any]) -> bool:
        """A clause cites a line of it."""
        cited = [{"document": clause["document"], "line": clause["line"]}, *clause["restated"]]
        return any(
            c["document"] == self.document and c["line"] is not None and self.line <= c["line"] <= self.last
            for c in cited
        )


def said_in(data: bytes, file: str, name: str) -> Sequence[Said]:
    """The sentences of a document's prose, headings left out, in its order."""
    document = parse(decode(data, file), file)
    found = []
    for block in document.blocks:
        if block.shape in PROSE and block.shape is not Shape.HEADING:
            end = document.place(max(block.start, block.end - 1))[0]
            mine = [(document.place(offset(document, block, s.start))[0], s.text) for s in sentences(block)]
            for i, (line, text) in enumerate(mine):
                last = max(line, mine[i + 1][0] - 1) if i + 1 < len(mine) else max(line, end)
                found.append((line, last, " ".join(text.split())))
    counts: dict[int, int] = {}
    result = []
    for line, last, text in found:
        result.append(Said(name, line, last, counts.get(line, 0), text))
        counts[line] = counts.get(line, 0) + 1
    return result
