"""What a campaign counts, as plain data that can be added up, written and read: cases, cells of the matrix, kinds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

CONFORMS, UNSUPPORTED = "conforms", "unsupported"


@dataclass(frozen=True, slots=True, order=True)
class Where:
    """The first case of a kind: the number of its batch, its entry, and how many cases the batch has."""

    batch: int
    entry: int
    entries: int


@dataclass(frozen=True, slots=True, order=True)
class Key:
    """A divergence by its class: two of one key are counted as one."""

    kind: str
    dtype: str
    indices: bool
    outside: str


@dataclass(slots=True)
class Tally:
    """Counts of cases. `cells`: by (class of attributes or elements, in the profile or not, outcome).

    An outcome is CONFORMS, UNSUPPORTED or a kind of divergence; a case can have several kinds.
    """

    cases: int = 0
    conforming: int = 0
    unsupported: int = 0
    crashes: int = 0
    cells: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    kinds: dict[Key, tuple[int, Where]] = field(default_factory=dict)

    def found(self, key: Key, count: int, where: Where) -> None:
        """Count a divergence, and keep where it was first seen."""
        before, first = self.kinds.get(key, (0, where))
        self.kinds[key] = before + count, min(first, where)

    def add(self, other: Tally) -> None:
        """Add another tally to this one."""
        for name in ("cases", "conforming", "unsupported", "crashes"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.cells += other.cells
        self.reasons += other.reasons
        for key, (count, where) in other.kinds.items():
            self.found(key, count, where)

    def json(self) -> dict[str, Any]:
        """The tally as a JSON document."""
        return {
            **{name: getattr(self, name) for name in ("cases", "conforming", "unsupported", "crashes")},
            "cells": [[*cell, count] for cell, count in sorted(self.cells.items())],
            "reasons": dict(sorted(self.reasons.items())),
            "kinds": [
                [[k.kind, k.dtype, k.indices, k.outside], count, [w.batch, w.entry, w.entries]]
                for k, (count, w) in sorted(self.kinds.items())
            ],
        }

    @classmethod
    def read(cls, document: dict[str, Any]) -> Tally:
        """The tally that a JSON document holds. Raises KeyError, TypeError or ValueError where it is none."""
        return cls(
            int(document["cases"]),
            int(document["conforming"]),
            int(document["unsupported"]),
            int(document["crashes"]),
            Counter({(str(a), str(b), str(c)): int(count) for a, b, c, count in document["cells"]}),
            Counter({str(reason): int(count) for reason, count in document["reasons"].items()}),
            {Key(*key): (int(count), Where(*where)) for key, count, where in document["kinds"]},
        )


def total(tallies: Iterable[Tally]) -> Tally:
    """The sum of tallies."""
    whole = Tally()
    for tally in tallies:
        whole.add(tally)
    return whole
