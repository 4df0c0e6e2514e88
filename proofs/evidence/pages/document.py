"""The author's document as it stands, each sentence and formula marked; and behind each mark what it leads to.

The text is the given one, line by line, with what a reader of its source sees. What is clicked shows its clauses,
obligations, examples, tests, vectors, runtimes and gaps; each leads back to its line.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from proofs.evidence.package.names import DOCUMENT_FILES, SAID
from proofs.evidence.pages.claims import Rows, linked, places_of
from proofs.evidence.pages.markup import clipped, lines, text
from proofs.evidence.pages.traces import function_of
from proofs.evidence.trace.marks import MarkedSentence, SentenceMark, marks
from proofs.evidence.trace.material import CLAUSE_KINDS, Gap, Link, Material, grouped
from spec.documents.pages.load import decode

MOST_LINES, MOST_NAMES, LONGEST = 5000, 12, 400
"""A page shows so many lines of a document, so many names of a kind, and so much of a text."""
MOST_IN_TABLE, LONGEST_IN_TABLE = 4, 120
"""And in its table, so many names and so much of a text."""
CLASSES: Mapping[SentenceMark, str] = {
    SentenceMark.HELD: "held",
    SentenceMark.WRONG: "wrong",
    SentenceMark.NOT_TRACED: "untraced",
    SentenceMark.OUT_OF_SCOPE: "aside",
}
_LETTER = re.compile(r"[^\W\d_]")

Part = tuple[str, int | None]
"""A piece of a line, and the number of what is said there."""


@dataclass(frozen=True, slots=True)
class SaidThere:
    """What opens for something said: its number, line, words, mark, the clauses that it leads to, and all behind it."""

    number: int
    line: int
    words: str
    mark: str
    css: str
    clauses: str
    rows: Rows


@dataclass(frozen=True, slots=True)
class DocumentView:
    """The document: its lines, of which some may be left out, what is said in it, and how many have each mark."""

    name: str
    lines: Sequence[tuple[int, Sequence[Part]]]
    left_out: int
    said: Sequence[SaidThere]
    counts: Mapping[str, int]
    table: Sequence[tuple[object, ...]]
    rest: str = SAID


def document_view(
    m: Material, links: Sequence[Link], gaps: Sequence[Gap], files: Mapping[str, bytes]
) -> DocumentView | None:
    """The given document; None where none was given."""
    name = next((name for name in DOCUMENT_FILES if name in files), None)
    if name is None or m.audit is None:
        return None
    source = decode(files[name], name).text
    found = list(marks(m, links))
    every = list(_split(source, found))
    behind = _Behind(m, links, gaps)
    said = [behind.said(number, one) for number, one in enumerate(found)]
    table = [
        (s.line, clipped(one.said.text, LONGEST_IN_TABLE), f"{s.mark}{one.why and f': {one.why}'}", _few(one.clauses))
        for s, one in zip(said, found, strict=True)
        if one.mark is not SentenceMark.OUT_OF_SCOPE
    ]
    counts = Counter(CLASSES[one.mark] for one in found)
    return DocumentView(
        clipped(m.audit["document"], 200), every[:MOST_LINES], len(every) - MOST_LINES, said, counts, table
    )


def _few(labels: Sequence[str]) -> str:
    """Labels of clauses, or how many there are, as of an example."""
    return ", ".join(labels) if len(labels) <= MOST_IN_TABLE else f"{len(labels)} clauses"


def _split(source: str, found: Sequence[MarkedSentence]) -> Iterator[tuple[int, Sequence[Part]]]:
    """The lines, each in pieces: what belongs to something said, and what stands between."""
    rows = source.split("\n")
    starts = [0]
    for row in rows:
        starts.append(starts[-1] + len(row) + 1)
    begins = [starts[one.said.line - 1] + one.said.column - 1 for one in found]
    owner: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
    for number, one in enumerate(found):
        after = begins[number + 1] if number + 1 < len(found) else len(source)
        end = min(starts[one.said.last] - 1, after)
        if _LETTER.search(source[end:after]) and one.said.last + 1 == source.count("\n", 0, after) + 1:
            # The sentence goes on, on the line on which the next begins.
            end = after
        for line in range(one.said.line, source.count("\n", 0, end) + 2):
            first = starts[line - 1]
            owner[line].append((max(begins[number], first) - first, min(end, starts[line] - 1) - first, number))
    for line, row in enumerate(rows, 1):
        yield line, list(_pieces(row, owner.get(line, ())))


def _pieces(row: str, spans: Iterable[tuple[int, int, int]]) -> Iterator[Part]:
    at = 0
    for begin, end, number in spans:
        if begin > at:
            yield row[at:begin], None
        if end > max(begin, at):
            yield row[max(begin, at) : end], number
        at = max(at, end)
    if row[at:]:
        yield row[at:], None


class _Behind:
    """What links and gaps say of clauses and of what is said."""

    def __init__(self, m: Material, links: Sequence[Link], gaps: Sequence[Gap]) -> None:
        self._m = m
        self._places = places_of(m)
        self._clauses = {c["label"]: c for c in m.clauses}
        self._below = grouped(((x.start_kind, x.start), x) for x in links)
        of_clause = grouped((x.start, (x.end_kind, _name(x))) for x in links if x.start_kind in CLAUSE_KINDS)
        # Many links of a clause end at tests that differ in their parameters alone, and many sentences share a clause.
        self._of_clause = {label: tuple(dict.fromkeys(ends)) for label, ends in of_clause.items()}
        self._gaps = grouped((g.of, g) for g in gaps)
        self._findings = grouped((f["line"], f) for f in (m.audit or {"findings": ()})["findings"])

    def said(self, number: int, one: MarkedSentence) -> SaidThere:
        said = one.said
        here = f"{said.document}:{said.line}"
        findings = [f for line in range(said.line, said.last + 1) for f in self._findings.get(line, ())]
        direct = [x for x in self._below.get((said.kind, said.name), ()) if x.end_kind not in CLAUSE_KINDS]
        kinds = grouped(dict.fromkeys(end for label in one.clauses for end in self._of_clause.get(label, ())))
        rows: list[tuple[str, object]] = [
            ("line", Markup('<a href="#L{0}">{0}</a>').format(said.line)),
            ("mark", f"{one.mark}{one.why and f': {one.why}'}"),
            *(("finding", f"{f['level']}[{f['rule']}] {clipped(f['message'], LONGEST)}") for f in findings),
            *((f"clause {label}", self._clause(label)) for label in one.clauses),
            ("obligations", linked([x.end for x in direct if x.end_kind == "obligation"][:MOST_NAMES], self._places)),
            ("its claims", linked([x.end for x in direct if x.end_kind == "claim"], self._places)),
            (
                "judged by the audit",
                "\n".join(f"{clipped(x.end, LONGEST)}: {x.result}" for x in direct if x.end_kind == "audit"),
            ),
            *((f"by its clauses: {kind}", self._ends(found)) for kind, found in kinds.items()),
            (
                "gaps",
                "\n".join(f"{g.kind}: {g.what}" for g in (*self._gaps.get(said.name, ()), *self._gaps.get(here, ()))),
            ),
        ]
        return SaidThere(
            number,
            said.line,
            clipped(said.text, LONGEST),
            str(one.mark),
            CLASSES[one.mark],
            " ".join(one.clauses),
            rows,
        )

    def _clause(self, label: str) -> Markup:
        c = self._clauses[label]
        return Markup('<a href="#{}">{}</a><br>{}<br><span class="formula">{}</span>').format(
            text(self._places[label]), text(c["title"]), lines(c["statement"]), lines(c["formula"])
        )

    def _ends(self, names: Sequence[str]) -> Markup:
        more = f" and {len(names) - MOST_NAMES} more, at the clause" if len(names) > MOST_NAMES else ""
        return Markup("{}: {}{}").format(len(names), linked(names[:MOST_NAMES], self._places), more)


def _name(link: Link) -> str:
    return function_of(link.end) if link.end_kind == "test" else link.end
