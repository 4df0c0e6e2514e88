"""What the audit judged in the given document: each claim with its line, and the clauses that it is held against.

A document need not be one that the clauses cite. What the audit understands of it is traced through the audit's claims:
some kinds of claim are about the same clauses always, others are about those of the attributes or tensors they name.
What a sentence is understood as is a topic of the audit's grammar, and a topic names its clause.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from proofs.audit.lexicon.topics import topics

LONGEST = 120
ABOUT: Mapping[str, tuple[str, ...]] = {
    "output size": ("Y.shape",),
    "definition of Y": ("Y.max", "Y.max-over-input"),
    "definition of Indices": ("Indices.first-maximum", "Indices.flat"),
    "definition of the padded input": ("Y.max-over-input",),
    "position of a tap": ("Y.max", "Indices.flat"),
    "tap of the maximum": ("Indices.first-maximum",),
    "pad value": ("Y.max-over-input",),
}
QUESTIONS: Mapping[str, tuple[str, ...]] = {
    "every output size is positive": ("Y.positive",),
    "every window has an element of X": ("windows.meet-input",),
}
NAMES: Mapping[str, str] = {
    "dX_0": "X.rank",
    "dX_1": "X.rank",
    "dX_2": "X.rank",
    "dX_3": "X.rank",
    "dW_0": "kernel_shape.length",
    "dW_1": "kernel_shape.length",
    "dY_0": "Y.batch",
    "dY_1": "Y.channels",
    "dY_2": "Y.shape",
    "dY_3": "Y.shape",
}
"""The clauses that say what the sizes are that ranges, axes and entries of a shape are told by."""
BY_NAMES = ("range", "axes", "shape of Y")
PARTS: Mapping[str, tuple[str, ...]] = {
    "value of an attribute": ("restriction",),
    "values of an attribute": ("domain",),
    "meaning of a value": ("domain",),
    "values of a list": ("positive", "non-negative"),
    "values that are errors": ("positive", "non-negative"),
    "length of a list": ("length",),
}
"""Topics on an attribute, and which of its clauses they are about: by a label's last part, or by the clause's kind."""
TYPES = "X.types"
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
    understood: str = ""

    @property
    def name(self) -> str:
        """What the claim is called: its place, kind and words."""
        return f"{self.document}:{self.line} {self.kind}: {self.text[:LONGEST]}"

    def clauses(self, clauses: Sequence[Mapping[str, Any]]) -> Iterator[str]:
        """The labels of the clauses that it is held against, as far as its kind and words tell."""
        about = {*self._always(), *self._by_topic()}
        words = set(_WORD.findall(f"{self.text} {self.understood}"))
        for clause in clauses:
            label = clause["label"]
            is_named = self.kind in ("restriction", "reference") and label in words
            is_type = self.kind == "type" and label == TYPES and words <= set(_WORD.findall(clause["formula"]))
            if label in about or is_named or is_type or (clause["subject"] in words and self._is_about(clause)):
                yield label

    def _always(self) -> Iterator[str]:
        yield from ABOUT.get(self.kind, ())
        if self.kind == "question":
            yield from QUESTIONS.get(self.text, ())
        if self.kind in BY_NAMES:
            yield from (NAMES[name] for name in NAMES if name in self.text.replace("{", "").replace("}", ""))

    def _by_topic(self) -> Iterator[str]:
        topic = topics().get(self.kind)
        if topic is not None and self.kind not in PARTS:
            yield topic.clause

    def _is_about(self, clause: Mapping[str, Any]) -> bool:
        part = str(clause["label"]).partition(".")[2]
        if self.kind in PARTS:
            return part in PARTS[self.kind] or clause["kind"] in PARTS[self.kind]
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
        Judged(
            audit["document"], c["line"], c["kind"], " ".join(c["text"].split()), c["verdict"], c.get("understood", "")
        )
        for c in audit["claims"]
    ]
