"""Conformance of runtimes in the report: clause by runtime, then each divergence with its smallest example.

The results are a stranger's. What is not of their form is left out or said not to be there; every text is cut, every
list is bounded, and what is left out is counted.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from proofs.evidence.package.names import CONFORMANCE_FILE
from proofs.evidence.trace.markup import Html, clipped, folded, pairs, table, text

MOST_RUNTIMES = 20
MOST_KINDS = 50
MOST_IN_A_CELL = 8
LONGEST, LONGEST_PART = 100, 600
LARGEST = 10**15
"""Counts beyond it are no counts of cases."""

WHERE = {True: "in the profile", False: "outside the profile"}
COUNTS = ("cases", "conforming", "unsupported", "crashes")
PARTS = ("attributes", "dtype", "X", "expected", "got")
"""What an example holds."""


@dataclass(frozen=True, slots=True, order=True)
class Kind:
    """What divergences have in common that differ in the type of the elements alone."""

    where: str
    name: str
    outputs: str
    labels: tuple[str, ...]


@dataclass(slots=True)
class Divergences:
    """Those of a kind: their cases by type of elements, and the smallest example."""

    cases: Counter[str]
    example: Mapping[str, Any] | None = None
    unknown: bool = False

    def add(self, divergence: Mapping[str, Any]) -> None:
        """Count one, and keep its example if it is smaller."""
        example = divergence.get("example")
        dtype = str(example.get("dtype", "?")) if isinstance(example, dict) else "?"
        count = _count(divergence.get("count"))
        self.unknown |= count is None
        self.cases[clipped(dtype, LONGEST)] += count or 0
        if isinstance(example, dict) and (self.example is None or _size(example) < _size(self.example)):
            self.example = example

    @property
    def said(self) -> str:
        """Their number, and that it is not the whole number where one is not said."""
        total = sum(self.cases.values())
        return f"{'at least ' if self.unknown else ''}{total} case{'s' * (total != 1)}"


@dataclass(frozen=True, slots=True)
class Runtime:
    """A runtime, with its counts as far as they are said."""

    name: str
    counts: Mapping[str, int | None]
    kinds: Mapping[Kind, Divergences]

    @property
    def compared(self) -> int | None:
        """The cases that it answered."""
        cases, unsupported, crashes = (self.counts[n] for n in ("cases", "unsupported", "crashes"))
        if cases is None or unsupported is None or crashes is None or cases < unsupported + crashes:
            return None
        return cases - unsupported - crashes


def conformance(document: Mapping[str, Any] | None, labels: Sequence[str]) -> str:
    """The section's content. `labels` are those of the clauses."""
    found = (document or {}).get("runtimes")
    if not isinstance(found, list):
        return '<p class="bad">No conformance results were given to the build.</p>'
    runtimes = [_runtime(r) for r in found[:MOST_RUNTIMES] if isinstance(r, dict)]
    left_out = len(found) - len(runtimes)
    parts = [
        table("Runtimes", ("runtime", *COUNTS), ((r.name, *map(_said, r.counts.values())) for r in runtimes)),
        f"<p>{left_out} entries more are not shown here; {CONFORMANCE_FILE} has them.</p>" if left_out else "",
        "<p>A cell says what diverges, as the results attribute it to the clause, and in how many cases. Where nothing "
        "does, it says how many cases the runtime answered in all: not every one of them tries the clause.</p>",
        *_matrix(runtimes, labels),
        "<h3>Divergences with their smallest example</h3>",
        *map(_divergences, runtimes),
    ]
    return "\n".join(parts)


def _runtime(found: Mapping[str, Any]) -> Runtime:
    name = clipped(f"{found.get('name', '?')} {found.get('version', '?')}", LONGEST)
    kinds: defaultdict[Kind, Divergences] = defaultdict(lambda: Divergences(Counter()))
    divergences = found.get("divergences")
    for divergence in divergences if isinstance(divergences, list) else ():
        if isinstance(divergence, dict):
            kinds[_kind(divergence)].add(divergence)
    return Runtime(name, {n: _count(found.get(n)) for n in COUNTS}, kinds)


def _kind(divergence: Mapping[str, Any]) -> Kind:
    inside, labels = divergence.get("in_profile"), divergence.get("labels")
    return Kind(
        WHERE[inside] if isinstance(inside, bool) else "where is not said",
        clipped(divergence.get("class", "?"), LONGEST),
        clipped(divergence.get("outputs", "?"), LONGEST),
        tuple(clipped(label, LONGEST) for label in labels[:MOST_IN_A_CELL]) if isinstance(labels, list) else (),
    )


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LARGEST else None


def _said(count: int | None) -> str:
    return "not said" if count is None else str(count)


def _size(example: Mapping[str, Any]) -> int:
    return len(json.dumps(example))


# --- clause by runtime ---


def _matrix(runtimes: Sequence[Runtime], labels: Sequence[str]) -> Iterator[str]:
    """The clauses at which something diverges, what is of no clause, and folded the other clauses."""
    columns = ("clause", *(r.name for r in runtimes))
    found = [_by_label(r, frozenset(labels)) for r in runtimes]
    diverging = [label for label in (*labels, "") if any(label in by for by in found)]
    rest = [label for label in labels if label not in diverging]

    def rows(chosen: Iterable[str]) -> Iterator[Sequence[str]]:
        for label in chosen:
            yield label or "of no clause", *(_cell(by.get(label), r) for by, r in zip(found, runtimes, strict=True))

    yield "<h3>Clause by runtime</h3>"
    yield table("Clause by runtime", columns, rows(diverging))
    content = table("Clauses at which no runtime diverges", columns, rows(rest))
    yield folded(f"Clauses at which no runtime diverges: {len(rest)}", content)


def _by_label(runtime: Runtime, known: frozenset[str]) -> Mapping[str, Counter[tuple[str, str]]]:
    """For each clause, and "" for what names none: the cases by where and class."""
    found: defaultdict[str, Counter[tuple[str, str]]] = defaultdict(Counter)
    for kind, divergences in runtime.kinds.items():
        for label in [label for label in kind.labels if label in known] or [""]:
            found[label][kind.where, kind.name] += sum(divergences.cases.values())
    return found


def _cell(found: Counter[tuple[str, str]] | None, runtime: Runtime) -> str:
    if not found:
        return "no divergence" + ("" if runtime.compared is None else f" in {runtime.compared} cases")
    said = [f"{name}: {n} {where}" for (where, name), n in sorted(found.items())]
    more = len(said) - MOST_IN_A_CELL
    return "\n".join([*said[:MOST_IN_A_CELL], *([f"and {more} classes more"] if more > 0 else [])])


# --- divergence by divergence ---


def _divergences(runtime: Runtime) -> str:
    kinds = sorted(runtime.kinds.items(), key=lambda item: item[0])
    more = len(kinds) - MOST_KINDS
    parts = [_divergence(kind, found) for kind, found in kinds[:MOST_KINDS]]
    if more > 0:
        parts.append(f"<p>{more} more are not shown here; {CONFORMANCE_FILE} has them.</p>")
    return folded(f"{runtime.name}: {len(kinds)}", "\n".join(parts) or "<p>none</p>")


def _divergence(kind: Kind, found: Divergences) -> str:
    example = found.example or {}
    rows: list[tuple[str, object]] = [
        ("clauses", " ".join(kind.labels) or "none is named"),
        ("cases", ", ".join(f"{n} {dtype}" for dtype, n in found.cases.most_common(MOST_IN_A_CELL))),
        *((part, _part(example[part])) for part in PARTS if part in example),
        ("example", "" if example else "none"),
    ]
    return folded(f"{kind.name}, asked for {kind.outputs}: {found.said} {kind.where}", pairs(rows))


def _part(value: object) -> Html:
    written = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return Html(f"<code>{text(clipped(written, LONGEST_PART))}</code>")
