"""An audit as one report: what was found, what was judged, how much of the document was understood; and a baseline.

A baseline holds findings that were accepted, by rule and fingerprint, so that an audit shows what is new.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from proofs.audit.rulebook.findings import Finding, JudgedClaim, Level, counted, plain
from proofs.audit.rulebook.reads import DescribedOperator, Part, Read, shares
from proofs.audit.rulebook.rules import RULES
from reference.common.errors import CannotRun
from reference.common.files import write
from reference.common.text import visible
from spec.documents.pages.model import Document

SCHEMA = "maxpool/audit/1"
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

    def json(self) -> dict[str, Any]:
        """All of it as one JSON document of the schema `maxpool/audit/1`."""
        return {
            "schema": SCHEMA,
            "document": self.document.name,
            "sha256": self.document.sha256,
            "operators": [_described_json(self.document, each) for each in self.described],
            "coverage": asdict(self.coverage),
            "understood": {part.value: asdict(share) for part, share in shares(self.reads).items()},
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


def _claim_json(document: Document, claim: JudgedClaim) -> dict[str, Any]:
    line, _ = document.place(claim.start)
    understood = {"understood": claim.understood} if claim.understood else {}
    return {"kind": claim.kind, "line": line, "text": claim.text, "verdict": claim.verdict, **understood}


def _described_json(document: Document, described: DescribedOperator) -> dict[str, Any]:
    """An operator that is described, from which line to which; null where none was recognised."""
    last = document.place(max(described.start, min(described.end, len(document.text)) - 1))[0]
    lines = {"line": document.place(described.start)[0], "last_line": last}
    return {"operator": described.operator or None, **lines, "clauses": described.has_clauses}


def _read_json(document: Document, read: Read) -> dict[str, Any]:
    return {"part": read.part.value, "line": document.place(read.start)[0], "text": shown(document, read)}


def shown(document: Document, read: Read) -> str:
    """What stands where something was read, on one line."""
    said = " ".join(document.text[read.start : read.end].split())
    return said if len(said) <= _MOST_SHOWN else f"{said[:_MOST_SHOWN]}…"


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


# --- the baseline --------------------------------------------------------------------------------

BASELINE_SCHEMA = "maxpool/audit-baseline/1"

Accepted = tuple[str, str]
"""A rule and a fingerprint."""


class BadBaseline(CannotRun):
    """A file is not a baseline; the message says why, on one line."""


@dataclass(frozen=True, slots=True)
class Rest:
    """What a baseline leaves of audits: those with the other findings, how many it hid, and what it accepts in vain."""

    audits: tuple[Audit, ...]
    hidden: int
    stale: tuple[Accepted, ...]

    def lines(self, name: str) -> list[str]:
        """What is to be said of it."""
        return [
            f"{visible(name)}: {counted(self.hidden, 'accepted finding')} not shown",
            *(
                f"{visible(name)}: note: {visible(rule)} {visible(mark[:16])} is accepted but no longer found"
                for rule, mark in self.stale
            ),
        ]


def read_baseline(path: Path) -> frozenset[Accepted]:
    """What a baseline file accepts. Raises BadBaseline, or OSError."""
    try:
        document = json.loads(path.read_bytes())
    except (ValueError, RecursionError):
        raise BadBaseline(f"{path} is not a JSON document") from None
    if not isinstance(document, dict) or document.get("schema") != BASELINE_SCHEMA:
        raise BadBaseline(f'{path} is not a baseline: it needs "schema": "{BASELINE_SCHEMA}"')
    entries = document.get("accepted")
    if not isinstance(entries, list):
        raise BadBaseline(f'{path}: "accepted" must be a list')
    return frozenset(_accepted(entry, f"{path}: entry {number} of accepted") for number, entry in enumerate(entries, 1))


def _accepted(entry: object, where: str) -> Accepted:
    match entry:
        case {"rule": str(rule), "fingerprint": str(mark), **more} if not more:
            return rule, mark
        case _:
            raise BadBaseline(f'{where} must have "rule" and "fingerprint", both text, and nothing else')


def subtract(audits: Sequence[Audit], accepted: frozenset[Accepted]) -> Rest:
    """The audits without the findings that are accepted."""
    met: set[Accepted] = set()
    rest, hidden = [], 0
    for audit in audits:
        keys = list(_keys(audit))
        kept = [n for n, key in enumerate(keys) if key not in accepted]
        hidden += len(keys) - len(kept)
        met |= accepted & set(keys)
        findings, marks = tuple(audit.findings[n] for n in kept), tuple(audit.marks[n] for n in kept)
        rest.append(replace(audit, findings=findings, marks=marks))
    return Rest(tuple(rest), hidden, tuple(sorted(accepted - met)))


def write_baseline(path: Path, audits: Iterable[Audit]) -> int:
    """Write a baseline that accepts all findings; how many. Raises NotOurs over any other file."""
    keys = sorted({key for audit in audits for key in _keys(audit)})
    document = {"schema": BASELINE_SCHEMA, "accepted": [{"rule": rule, "fingerprint": mark} for rule, mark in keys]}
    write({path: json.dumps(document, indent=2) + "\n"})
    return len(keys)


def _keys(audit: Audit) -> Iterable[Accepted]:
    return ((finding.rule, mark) for finding, mark in zip(audit.findings, audit.marks, strict=True))
