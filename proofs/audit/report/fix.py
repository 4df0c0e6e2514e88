"""The corrections that are certain, made in a copy of the document."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from proofs.audit.report.report import Audit
from proofs.audit.rulebook.findings import Finding, Fix
from reference.common.errors import CannotRun
from spec.documents.pages.load import BOM, decode


class DocumentChanged(CannotRun):
    """The document is no longer what was audited."""


@dataclass(frozen=True, slots=True)
class Copy:
    """A document's bytes with corrections, how many were made, and how many were left for another round."""

    data: bytes
    made: int
    left: int


def certain(findings: Iterable[Finding]) -> list[Fix]:
    """The findings' corrections in the order of their places, without those that overlap one before them.

    Of two that start at one place the longer one is taken; the same correction is made once. Two insertions at one
    place overlap, for nothing says which comes first.
    """
    wanted = {f.fix for f in findings if f.fix is not None}
    taken: list[Fix] = []
    for fix in sorted(wanted, key=lambda f: (f.start, -f.end, f.text)):
        last = taken[-1] if taken else None
        if last is None or fix.start > last.end or (fix.start == last.end and last.start < last.end):
            taken.append(fix)
    return taken


def replaced(text: str, fixes: Iterable[Fix]) -> str:
    """A text with corrections that are in the order of their places and do not overlap."""
    parts, done = [], 0
    for fix in fixes:
        parts += [text[done : fix.start], fix.text]
        done = fix.end
    return "".join([*parts, text[done:]])


def fixed_copy(data: bytes, audit: Audit) -> Copy:
    """A document's own bytes with the corrections; byte order mark and line ends stay as they are.

    Raises DocumentChanged if the bytes are not those that were audited.
    """
    loaded = decode(data, audit.document.name)
    if loaded.sha256 != audit.document.sha256 or loaded.text != audit.document.text:
        raise DocumentChanged(f"{audit.document.name} has changed since it was audited")
    raw = data.removeprefix(BOM).decode("utf-8")
    # In the audited text, the two characters of a line's end are one.
    ends = [match.start() - n for n, match in enumerate(re.finditer("\r\n", raw))]

    def moved(at: int) -> int:
        return at + bisect_left(ends, at)

    fixes = certain(audit.findings)
    in_raw = (Fix(moved(f.start), moved(f.end), f.text.replace("\n", loaded.newline)) for f in fixes)
    body = (BOM if loaded.bom else b"") + replaced(raw, in_raw).encode("utf-8")
    return Copy(body, len(fixes), len({f.fix for f in audit.findings if f.fix}) - len(fixes))


def write_copy(path: Path, document: Path, audit: Audit) -> Copy:
    """Write a corrected copy to a new file. Raises DocumentChanged, and FileExistsError rather than write over it."""
    copy = fixed_copy(document.read_bytes(), audit)
    with path.open("xb") as file:
        try:
            file.write(copy.data)
        except BaseException:
            path.unlink()
            raise
    return copy
