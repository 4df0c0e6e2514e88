"""An audit as one report: what was found, what was judged, and how much of the document was understood."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from proofs.audit.report.wording import plain
from proofs.audit.rulebook.findings import Finding, JudgedClaim, Level
from proofs.audit.rulebook.rules import RULES
from spec.documents.pages.model import Document

SCHEMA = "maxpool/audit/1"
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


@dataclass(frozen=True, slots=True)
class Audit:
    """What the audit of a document says. Claims and findings are put in the document's order.

    `marks` are the findings' fingerprints. They are given only with a part of an audit's findings, for the numbers
    among equals are those of the whole.
    """

    document: Document
    coverage: Coverage
    claims: tuple[JudgedClaim, ...]
    findings: tuple[Finding, ...]
    marks: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        size = len(self.document.text)
        fixes = [f.fix for f in self.findings if f.fix is not None]
        starts = [*(c.start for c in self.claims), *(f.start for f in self.findings)]
        if not all(0 <= start <= size for start in starts) or not all(0 <= f.start <= f.end <= size for f in fixes):
            raise ValueError("a claim, a finding or a correction is not in the document")
        object.__setattr__(self, "claims", tuple(sorted(self.claims, key=lambda c: c.start)))
        object.__setattr__(self, "findings", tuple(sorted(self.findings, key=lambda f: (f.start, f.rule))))
        object.__setattr__(self, "marks", self.marks or fingerprints(self.document, self.findings))

    @property
    def ok(self) -> bool:
        """No finding is an error."""
        return all(level_of(finding) is not Level.ERROR for finding in self.findings)

    def json(self) -> dict[str, Any]:
        """All of it as one JSON document of the schema `maxpool/audit/1`."""
        return {
            "schema": SCHEMA,
            "document": self.document.name,
            "sha256": self.document.sha256,
            "coverage": asdict(self.coverage),
            "claims": [
                {"kind": c.kind, "line": self.document.place(c.start)[0], "text": c.text, "verdict": c.verdict}
                for c in self.claims
            ],
            "findings": [
                _finding_json(self.document, finding, mark)
                for finding, mark in zip(self.findings, self.marks, strict=True)
            ],
        }


def level_of(finding: Finding) -> Level:
    """How grave a finding is: its rule says so."""
    return RULES[finding.rule].level


def _finding_json(document: Document, finding: Finding, mark: str) -> dict[str, Any]:
    line, column = document.place(finding.start)
    return {
        "rule": finding.rule,
        "level": level_of(finding).value,
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
