"""A baseline: the findings of audits that are accepted, and what is left without them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from proofs.audit.report.report import Audit
from proofs.audit.rulebook.findings import counted
from reference.common.errors import CannotRun
from reference.common.files import write
from reference.common.text import visible

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
