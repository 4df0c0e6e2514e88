"""An audit as one report: what was found, what was judged, how much of the document was understood; and a baseline.

A baseline holds findings that were accepted, by rule and fingerprint, so that an audit shows what is new.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, NotRequired, TypedDict

from proofs.audit.rulebook.findings import Finding, JudgedClaim, Level, plain
from proofs.audit.rulebook.reads import DescribedOperator, Part, Read, Share, shares
from proofs.audit.rulebook.rules import RULES
from proofs.engine.as_json import in_json
from spec.documents.pages.model import Document

_MOST_SHOWN = 100
_LONG_LINE, _AROUND = 240, 60
"""A line of more characters is remembered by those around the finding: a whole page may stand on one line."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much was read: formulas (decided or not understood), worked examples, references."""

    formulas: int
    decided: int
    not_understood: int
    examples: int
    references: int


class DescribedJson(TypedDict):
    """An operator that is described, from which line to which; null where none was recognised."""

    operator: str | None
    line: int
    last_line: int
    clauses: bool


class ReadJson(TypedDict):
    """A part that was looked at and not understood."""

    part: Part
    line: int
    text: str


class ClaimJson(TypedDict):
    """Something the document says that was judged; of a sentence also, as what it was understood."""

    kind: str
    line: int
    text: str
    verdict: str
    understood: NotRequired[str]


class FindingJson(TypedDict):
    """One thing that is wrong, missing or worth knowing."""

    rule: str
    level: Level
    line: int
    column: int
    message: str
    witness: dict[str, Any] | None
    suggestion: str | None
    fingerprint: str


class AuditJson(TypedDict):
    """What the audit of a document says; of several, an array of these."""

    schema: Literal["maxpool/audit/1"]
    document: str
    sha256: str
    operators: list[DescribedJson]
    coverage: Coverage
    understood: dict[str, Share]
    not_understood: list[ReadJson]
    claims: list[ClaimJson]
    findings: list[FindingJson]


@dataclass(frozen=True, slots=True)
class Audit:
    """What the audit of a document says. Claims and findings are put in the document's order.

    `marks` are the findings' fingerprints. They are given only with a part of an audit's findings, for the numbers
    among equals are those of the whole. `reads` are the parts that were looked at, `described` what it describes.
    """

    document: Document
    coverage: Coverage
    claims: tuple[JudgedClaim, ...]
    findings: tuple[Finding, ...]
    marks: tuple[str, ...] = ()
    reads: tuple[Read, ...] = ()
    described: tuple[DescribedOperator, ...] = ()

    def __post_init__(self) -> None:
        size = len(self.document.text)
        fixes = [f.fix for f in self.findings if f.fix is not None]
        starts = [*(c.start for c in self.claims), *(f.start for f in self.findings)]
        if not all(0 <= start <= size for start in starts) or not all(0 <= f.start <= f.end <= size for f in fixes):
            raise ValueError("a claim, a finding or a correction is not in the document")
        object.__setattr__(self, "claims", tuple(sorted(self.claims, key=lambda c: c.start)))
        object.__setattr__(self, "findings", tuple(sorted(self.findings, key=lambda f: (f.start, f.rule))))
        object.__setattr__(self, "reads", tuple(sorted(self.reads, key=lambda r: (r.start, r.part))))
        object.__setattr__(self, "marks", self.marks or fingerprints(self.document, self.findings))

    @property
    def ok(self) -> bool:
        """No finding is an error."""
        return all(level_of(finding) is not Level.ERROR for finding in self.findings)

    @property
    def ok_strictly(self) -> bool:
        """Nothing is an error or a warning, all formulas were read, and each operator was judged by its clauses."""
        no_worse = all(level_of(finding) is Level.NOTE for finding in self.findings)
        all_read = not any(read.part is Part.FORMULA for read in self.not_understood)
        return no_worse and all_read and self.is_judged

    @property
    def is_judged(self) -> bool:
        """There is an operator that is described, and clauses of each that is."""
        named = [each for each in self.described if each.operator]
        return bool(named) and all(each.has_clauses for each in named)

    @property
    def not_understood(self) -> Sequence[Read]:
        """The parts that were looked at and not understood, in the document's order."""
        return [read for read in self.reads if not read.understood]

    def json(self) -> AuditJson:
        """All of it as one JSON document of the schema `maxpool/audit/1`."""
        return {
            "schema": "maxpool/audit/1",
            "document": self.document.name,
            "sha256": self.document.sha256,
            "operators": [_described_json(self.document, each) for each in self.described],
            "coverage": in_json(self.coverage),
            "understood": in_json(shares(self.reads)),
            "not_understood": [_read_json(self.document, read) for read in self.not_understood],
            "claims": [_claim_json(self.document, claim) for claim in self.claims],
            "findings": [
                _finding_json(self.document, finding, mark)
                for finding, mark in zip(self.findings, self.marks, strict=True)
            ],
        }


def level_of(finding: Finding) -> Level:
    """How grave a finding is: its rule says so."""
    return RULES[finding.rule].level


def _claim_json(document: Document, claim: JudgedClaim) -> ClaimJson:
    line, _ = document.place(claim.start)
    told: ClaimJson = {"kind": claim.kind, "line": line, "text": claim.text, "verdict": claim.verdict}
    if claim.understood:
        told["understood"] = claim.understood
    return told


def _described_json(document: Document, described: DescribedOperator) -> DescribedJson:
    """An operator that is described, from which line to which; null where none was recognised."""
    last = document.place(max(described.start, min(described.end, len(document.text)) - 1))[0]
    return {
        "operator": described.operator or None,
        "line": document.place(described.start)[0],
        "last_line": last,
        "clauses": described.has_clauses,
    }


def _read_json(document: Document, read: Read) -> ReadJson:
    return {"part": read.part, "line": document.place(read.start)[0], "text": shown(document, read)}


def shown(document: Document, read: Read) -> str:
    """What stands where something was read, on one line."""
    said = " ".join(document.text[read.start : read.end].split())
    return said if len(said) <= _MOST_SHOWN else f"{said[:_MOST_SHOWN]}…"


def _finding_json(document: Document, finding: Finding, mark: str) -> FindingJson:
    line, column = document.place(finding.start)
    return {
        "rule": finding.rule,
        "level": level_of(finding),
        "line": line,
        "column": column,
        "message": finding.message,
        "witness": plain(finding.witness) or None,
        "suggestion": finding.suggestion or None,
        "fingerprint": mark,
    }


def fingerprint(document: Document, finding: Finding, number: int = 0) -> str:
    """What a finding is known by when lines move: its rule, what stands there, and its number among equals."""
    parts = (finding.rule, _surroundings(document, finding.start), str(number))
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


def fingerprints(document: Document, findings: Sequence[Finding]) -> tuple[str, ...]:
    """The fingerprints of a document's findings, in their order; those of one rule on equal lines are numbered."""
    met: Counter[str] = Counter()
    marks = []
    for finding in findings:
        first = fingerprint(document, finding)
        marks.append(fingerprint(document, finding, met[first]) if met[first] else first)
        met[first] += 1
    return tuple(marks)


def _surroundings(document: Document, offset: int) -> str:
    number, column = document.place(offset)
    line = document.line(number)
    if len(line) > _LONG_LINE:
        line = line[max(0, column - 1 - _AROUND) : column - 1 + _AROUND]
    return " ".join(line.split())
