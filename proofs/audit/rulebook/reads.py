"""What was read of a document, part by part, and as what each part was understood: silence is no approval."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

IN_PART = "understood in part"
"""The verdict on a right answer in a sentence of which something else was not read."""


class Part(StrEnum):
    """What a part of a document is."""

    FORMULA = "formula"
    SENTENCE = "sentence"
    CELL = "cell"
    REFERENCE = "reference"
    EXAMPLE = "example"


@dataclass(frozen=True, slots=True)
class Read:
    """A part of a document that was looked at: where it stands, from `start` to `end`, and as what it was understood.

    `understood` is empty for what was not understood: no rule was taken from it, and nothing was judged by it.
    """

    part: Part
    start: int
    end: int
    understood: str = ""


@dataclass(frozen=True, slots=True)
class DescribedOperator:
    """What a document describes from `start` to `end`: an operator, or nothing that is recognised (an empty name).

    Without clauses of it, the structure of what stands there is judged, and nothing else.
    """

    operator: str
    start: int
    end: int
    has_clauses: bool


@dataclass(frozen=True, slots=True)
class Share:
    """How many parts of one kind there are, and how many of them were understood."""

    all: int
    understood: int


def shares(reads: Iterable[Read]) -> Mapping[Part, Share]:
    """The share that was understood, of each kind of which there is a part."""
    read = list(reads)
    there = Counter(r.part for r in read)
    understood = Counter(r.part for r in read if r.understood)
    return {part: Share(there[part], understood[part]) for part in Part if there[part]}
