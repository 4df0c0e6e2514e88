"""What the audit judged in the given document: each claim with its line, and the clauses that it is held against.

A document need not be one that the clauses cite. What the audit understands of it is traced through the audit's claims:
some kinds of claim are about the same clauses always, others are about those of the attributes or tensors they name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

LONGEST = 120
ABOUT: Mapping[str, tuple[str, ...]] = {
    "output size": ("Y.shape",),
    "definition of Y": ("Y.max", "Y.max-over-input"),
    "definition of Indices": ("Indices.first-maximum", "Indices.flat"),
    "pad value": ("Y.max-over-input",),
    "ties": ("Indices.first-maximum",),
    "NaN": ("NaN.as-minus-infinity",),
}
QUESTIONS: Mapping[str, tuple[str, ...]] = {
    "every output size is positive": ("Y.positive",),
    "every window has an element of X": ("windows.meet-input",),
}
EXAMPLES = ("example", "listing")
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Judged:
    """A claim of the audit: the document's name, line, kind, text and verdict."""

    document: str
    line: int
    kind: str
    text: str
    verdict: str

    @property
    def name(self) -> str:
        """What the claim is called: its place, kind and words."""
        return f"{self.document}:{self.line} {self.kind}: {self.text[:LONGEST]}"

    def clauses(self, clauses: Sequence[Mapping[str, Any]]) -> Iterator[str]:
        """The labels of the clauses that it is held against, as far as its kind and words tell."""
        yield from ABOUT.get(self.kind, ())
        if self.kind == "question":
            yield from QUESTIONS.get(self.text, ())
        words = set(_WORD.findall(self.text))
        for clause in clauses:
            if clause["subject"] in words and self._is_about(clause):
                yield clause["label"]

    def _is_about(self, clause: Mapping[str, Any]) -> bool:
        part = str(clause["label"]).partition(".")[2]
        match self.kind:
            case "restriction":
                return bool(clause["kind"] == "restriction")
            case "length":
                return part == "length"
            case "domain":
                return part not in ("type", "length") and bool(clause["kind"] == "constraint")
        return False


def judged_in(audit: Mapping[str, Any] | None) -> Sequence[Judged]:
    """The claims of an audit (`maxpool/audit/1`), in the document's order."""
    if audit is None:
        return ()
    return [
        Judged(audit["document"], c["line"], c["kind"], " ".join(c["text"].split()), c["verdict"])
        for c in audit["claims"]
    ]
