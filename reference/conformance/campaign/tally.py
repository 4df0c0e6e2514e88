"""What a campaign counts, as plain data that can be added up, written and read: cases, cells of the matrix, kinds."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

CONFORMS, UNSUPPORTED, RAISED, REFUSED, SLOW = "conforms", "unsupported", "exception", "refused", "slow"
"""Outcomes of a case that shows no divergence: right; a legal call that is refused; one on which an error of Python's
own is raised; a call that the profile refuses too; one that takes longer than the limit, at the runtime's pace."""
COUNTS = (
    "cases",
    "conforming",
    "compared",
    "unsupported",
    "exceptions",
    "refused",
    "slow",
    "crashes",
    "left_out",
    "untried",
)


@dataclass(frozen=True, slots=True, order=True)
class Where:
    """The first case of a kind: its number, and the entry along N that was put alone, or -1 where all of it was."""

    number: int
    entry: int = -1


@dataclass(frozen=True, slots=True, order=True)
class Key:
    """A divergence by its class: two of one key are counted as one."""

    kind: str
    dtype: str
    indices: bool
    outside: str


@dataclass(slots=True)
class Tally:
    """Counts of cases: calls, each put for Y alone and for Y with Indices.

    `compared`: calls in the profile with outputs; `unsupported`, `exceptions`: those without; `refused`: calls outside
    it that were not answered, as it should be; `slow`: calls that take longer than their limit; `left_out`: not put any
    more, after too many that ended the process; `untried`: not put, because the runtime's time was over.
    `cells`: by (class of attributes or elements, in the profile or not, outcome); a case can have several kinds.
    `reasons`: by outcome and reason, numbers aside, how many there are, and the first of them whole.
    """

    cases: int = 0
    conforming: int = 0
    compared: int = 0
    unsupported: int = 0
    exceptions: int = 0
    refused: int = 0
    slow: int = 0
    crashes: int = 0
    left_out: int = 0
    untried: int = 0
    cells: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    reasons: dict[tuple[str, str], tuple[int, str]] = field(default_factory=dict)
    kinds: dict[Key, tuple[int, Where]] = field(default_factory=dict)

    def found(self, key: Key, count: int, where: Where) -> None:
        """Count a divergence, and keep where it was first seen."""
        before, first = self.kinds.get(key, (0, where))
        self.kinds[key] = before + count, min(first, where)

    def said(self, outcome: str, reason: str, count: int = 1) -> None:
        """Count a reason; those that differ in numbers alone are one, and the least of them is shown."""
        key = outcome, re.sub(r"\d+", "#", reason)
        before, first = self.reasons.get(key, (0, reason))
        self.reasons[key] = before + count, min(first, reason)

    def add(self, other: Tally) -> None:
        """Add another tally to this one."""
        for name in COUNTS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.cells += other.cells
        for (outcome, _), (count, reason) in other.reasons.items():
            self.said(outcome, reason, count)
        for key, (count, where) in other.kinds.items():
            self.found(key, count, where)

    def json(self) -> dict[str, Any]:
        """The tally as a JSON document."""
        return {
            **{name: getattr(self, name) for name in COUNTS},
            "cells": [[*cell, count] for cell, count in sorted(self.cells.items())],
            "reasons": [[outcome, reason, count] for (outcome, _), (count, reason) in sorted(self.reasons.items())],
            "kinds": [
                [[k.kind, k.dtype, k.indices, k.outside], count, [w.number, w.entry]]
                for k, (count, w) in sorted(self.kinds.items())
            ],
        }

    @classmethod
    def read(cls, document: dict[str, Any]) -> Tally:
        """The tally that a JSON document holds. Raises KeyError, TypeError or ValueError where it is none."""
        tally = cls()
        for name in COUNTS:
            setattr(tally, name, int(document[name]))
        tally.cells.update({(str(a), str(b), str(c)): int(count) for a, b, c, count in document["cells"]})
        for outcome, reason, count in document["reasons"]:
            tally.said(str(outcome), str(reason), int(count))
        tally.kinds = {Key(*key): (int(count), Where(*where)) for key, count, where in document["kinds"]}
        return tally


def total(tallies: Iterable[Tally]) -> Tally:
    """The sum of tallies."""
    whole = Tally()
    for tally in tallies:
        whole.add(tally)
    return whole
