"""What became of each thing that a document says: held, wrong, not traced, or out of scope; and how many of each.

Out of scope is what says nothing that could be held: by its form alone, and only where no clause and no finding is
about it. Each form has its reason; what an author means as a rule must not have one of them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from proofs.evidence.contents.sentences import MUST_BE_TRACED, Said, in_examples
from proofs.evidence.trace.document import clauses_reached
from proofs.evidence.trace.material import AUDITED, CLAUSE_KINDS, Link, Material


class SentenceMark(StrEnum):
    """What became of something that a document says."""

    HELD = "held"
    WRONG = "wrong"
    NOT_TRACED = "not traced"
    OUT_OF_SCOPE = "out of scope"


FORMS: Sequence[tuple[re.Pattern[str], str]] = (
    (re.compile(r"(?s).*:|\W*\w+\W*"), "introduces what follows"),
    (re.compile(r"(?i)rationale\b.*", re.S), "gives a reason, no rule"),
    (re.compile(r"(?i)(statement: *)?(for (all|the)\b[^.]*, )?see\b.*", re.S), "refers to another place"),
    (re.compile(r"(?i)(for instance|for example|in (this|the) (above |following )?example)\b.*", re.S), "illustrates"),
    (re.compile(r"(?i).*\b(illustrated|depicted|shown) (on|in|by) .*", re.S), "points to an illustration"),
    (
        re.compile(
            r"(?i).*\b(will be|is|are) (described|defined|given|explained) (later|below|hereafter|above)\b.*", re.S
        ),
        "announces another place",
    ),
)
"""What says nothing to be held, by its form, and why."""
IN_EXAMPLE, OF_NO_KIND = "is part of a worked example", "is no sentence and no formula"
NOTHING = "no clause cites it, and no claim in it was judged"


@dataclass(frozen=True, slots=True)
class MarkedSentence:
    """Something said, its mark with the reason, and the clauses that it leads to."""

    said: Said
    mark: SentenceMark
    why: str
    clauses: tuple[str, ...]


def marks(m: Material, links: Sequence[Link]) -> Iterator[MarkedSentence]:
    """Everything said, in the document's order."""
    reached = clauses_reached(links, CLAUSE_KINDS)
    examples = in_examples(m.said or (), m.judged)
    judged = {link.start for link in links if link.link == AUDITED and link.end_kind == "audit"}
    for said in m.said or ():
        clauses = reached.get((said.kind, said.name), frozenset())
        yield MarkedSentence(
            said, *_mark(m, said, clauses, said.name in judged, said in examples), tuple(sorted(clauses))
        )


def _mark(m: Material, said: Said, clauses: Set[str], is_judged: bool, is_example: bool) -> tuple[SentenceMark, str]:
    if found := _errors(m, said):
        return SentenceMark.WRONG, found
    if said.kind not in MUST_BE_TRACED:
        return SentenceMark.OUT_OF_SCOPE, OF_NO_KIND
    if clauses:
        return SentenceMark.HELD, ""
    if is_example:
        return SentenceMark.OUT_OF_SCOPE, IN_EXAMPLE
    for form, why in FORMS:
        if form.fullmatch(said.text):
            return SentenceMark.OUT_OF_SCOPE, why
    return SentenceMark.NOT_TRACED, "what was judged in it is about no clause" if is_judged else NOTHING


def _errors(m: Material, said: Said) -> str:
    """What the audit reports as an error at it."""
    found = () if m.audit is None else m.audit["findings"]
    here = [f for f in found if f["level"] == "error" and _is_at(said, f)]
    return "; ".join(f"error[{f['rule']}]" for f in here)


def _is_at(said: Said, finding: Mapping[str, Any]) -> bool:
    """A finding is at the line and column of what is said, or on a line of it that nothing else begins on."""
    line, column = finding["line"], finding["column"]
    if said.line == line:
        return bool(said.column <= column < said.until or (said.number == 0 and column < said.column))
    return bool(said.line < line <= said.last)


COLUMNS = ("line", "kind", "text", "mark", "why", "clauses")


def rows(found: Iterable[MarkedSentence]) -> Iterator[tuple[str, ...]]:
    """Everything said, as rows of a table."""
    for one in found:
        said = one.said
        yield str(said.line), said.kind, said.text, str(one.mark), one.why, " ".join(one.clauses)


def counted(table: Iterable[Mapping[str, str]]) -> Mapping[str, int]:
    """How many sentences and formulas say something to be held, and what became of these, from the rows of the table.

    `leading`: so many lead to a clause; what is `wrong` is a finding, and so a gap; what is `not_traced` is a gap too.
    """
    said = [row for row in table if row["kind"] in MUST_BE_TRACED]
    normative = [row for row in said if row["mark"] != SentenceMark.OUT_OF_SCOPE]
    leading, numbers = [row for row in normative if row["clauses"]], Counter(row["mark"] for row in normative)
    is_open = {SentenceMark.WRONG, SentenceMark.NOT_TRACED}
    return {
        "said": len(said),
        "normative": len(normative),
        "leading": len(leading),
        "wrong": numbers[SentenceMark.WRONG],
        "not_traced": numbers[SentenceMark.NOT_TRACED],
        "leading_or_gaps": sum(bool(row["clauses"]) or row["mark"] in is_open for row in normative),
    }
