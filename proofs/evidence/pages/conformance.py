"""Conformance of runtimes in the report: clause by runtime, then each divergence with its smallest example.

The results are a stranger's: every text is cut, every list is bounded, and what is left out is counted.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from proofs.evidence.pages.markup import clipped, text
from proofs.evidence.trace.material import where

MOST_RUNTIMES = 20
MOST_KINDS = 50
MOST_IN_A_CELL = 8
LONGEST, LONGEST_PART = 100, 600

COUNTS = ("cases", "conforming", "unsupported", "crashes")
PARTS = ("attributes", "dtype", "X", "expected", "got")
"""What an example holds."""

Row = tuple[str, ...]


@dataclass(frozen=True, slots=True, order=True)
class ShownKind:
    """What divergences have in common that differ in the type of the elements alone."""

    where: str
    name: str
    outputs: str
    labels: tuple[str, ...]


@dataclass(slots=True)
class DivergencesOfAKind:
    """Those of a kind: their cases by type of elements, and the smallest example."""

    cases: Counter[str] = field(default_factory=Counter)
    example: Mapping[str, Any] | None = None

    def add(self, divergence: Mapping[str, Any]) -> None:
        """Count one, and keep its example if it is smaller."""
        example = divergence.get("example")
        self.cases[clipped(example["dtype"], LONGEST) if example else "?"] += divergence["count"]
        if example and (self.example is None or len(json.dumps(example)) < len(json.dumps(self.example))):
            self.example = example


@dataclass(frozen=True, slots=True)
class ShownRuntime:
    """A runtime, with its counts."""

    name: str
    counts: Mapping[str, int]
    kinds: Mapping[ShownKind, DivergencesOfAKind]


def conformance(document: Mapping[str, Any] | None, labels: Sequence[str]) -> Mapping[str, object] | None:
    """What the section shows: the runtimes, the clauses at which something diverges, the others, the divergences.

    None if no results were given. `labels` are those of the clauses.
    """
    if document is None:
        return None
    runtimes = [_runtime(r) for r in document["runtimes"][:MOST_RUNTIMES]]
    found = [_by_label(r, frozenset(labels)) for r in runtimes]
    diverging = [label for label in (*labels, "") if any(label in by for by in found)]

    def rows(chosen: Sequence[str]) -> list[Row]:
        return [
            (label or "of no clause", *(_cell(by.get(label), r) for by, r in zip(found, runtimes, strict=True)))
            for label in chosen
        ]

    return {
        "runtimes": [(r.name, *map(str, r.counts.values())) for r in runtimes],
        "left_out": len(document["runtimes"]) - len(runtimes),
        "columns": ("clause", *(r.name for r in runtimes)),
        "diverging": rows(diverging),
        "rest": rows([label for label in labels if label not in diverging]),
        "divergences": [(r.name, _divergences(r)) for r in runtimes],
        "MOST_KINDS": MOST_KINDS,
    }


def _runtime(found: Mapping[str, Any]) -> ShownRuntime:
    kinds: defaultdict[ShownKind, DivergencesOfAKind] = defaultdict(DivergencesOfAKind)
    for divergence in found["divergences"]:
        kinds[_kind(divergence)].add(divergence)
    name = clipped(f"{found['name']} {found['version']}", LONGEST)
    return ShownRuntime(name, {n: found[n] for n in COUNTS}, kinds)


def _kind(divergence: Mapping[str, Any]) -> ShownKind:
    return ShownKind(
        where(divergence),
        clipped(divergence["class"], LONGEST),
        clipped(divergence["outputs"], LONGEST),
        tuple(clipped(label, LONGEST) for label in divergence["labels"][:MOST_IN_A_CELL]),
    )


# --- clause by runtime ---


def _by_label(runtime: ShownRuntime, known: frozenset[str]) -> Mapping[str, Counter[tuple[str, str]]]:
    """For each clause, and "" for what names none: the cases by where and class."""
    found: defaultdict[str, Counter[tuple[str, str]]] = defaultdict(Counter)
    for kind, divergences in runtime.kinds.items():
        for label in [label for label in kind.labels if label in known] or [""]:
            found[label][kind.where, kind.name] += divergences.cases.total()
    return found


def _cell(found: Counter[tuple[str, str]] | None, runtime: ShownRuntime) -> str:
    if not found:
        answered = runtime.counts["cases"] - runtime.counts["unsupported"] - runtime.counts["crashes"]
        return f"no divergence in {max(answered, 0)} cases"
    said = [f"{name}: {n} {where}" for (where, name), n in sorted(found.items())]
    more = len(said) - MOST_IN_A_CELL
    return "\n".join([*said[:MOST_IN_A_CELL], *([f"and {more} classes more"] if more > 0 else [])])


# --- divergence by divergence ---


def _divergences(runtime: ShownRuntime) -> Sequence[tuple[ShownKind, int, Sequence[tuple[str, object]]]]:
    """The divergences of a runtime: their kind, the number of cases, and what opens of those that are shown."""
    kinds = sorted(runtime.kinds.items(), key=lambda item: item[0])
    return [(kind, n.cases.total(), [*_opened(kind, n)] if i < MOST_KINDS else []) for i, (kind, n) in enumerate(kinds)]


def _opened(kind: ShownKind, found: DivergencesOfAKind) -> Iterator[tuple[str, object]]:
    example = found.example or {}
    yield "clauses", " ".join(kind.labels) or "none is named"
    yield "cases", ", ".join(f"{n} {dtype}" for dtype, n in found.cases.most_common(MOST_IN_A_CELL))
    yield from ((part, _part(example[part])) for part in PARTS if part in example)
    yield "example", "" if example else "none"


def _part(value: object) -> Markup:
    written = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return Markup("<code>{}</code>").format(text(clipped(written, LONGEST_PART)))
