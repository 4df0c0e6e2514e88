"""The errata of a document, ready to send to its authors: each with its lines, its smallest example and what to write.

What is wrong stands first; what the document leaves open is no erratum, and stands apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from proofs.audit.report.report import Audit, level_of
from proofs.audit.rulebook.findings import Finding, Level, counted, witness_text
from reference.common.text import visible
from spec.documents.pages.model import Document

PARTS = {
    Level.ERROR: ("What is wrong", "Nothing that was read is wrong."),
    Level.WARNING: ("What the document leaves open, or not clear", "Nothing that was looked for is open."),
}


def errata_page(audit: Audit) -> str:
    """The page in Markdown. Findings that say the same of several lines are one erratum."""
    document = audit.document
    lines = [f"# Errata of {visible(Path(document.name).name)}", ""]
    lines += [f"The document has the SHA-256 digest `{document.sha256}`. Lines are counted from 1."]
    for level, (title, none) in PARTS.items():
        alike = list(_alike([f for f in audit.findings if level_of(f) is level]))
        lines += ["", f"## {title}", *([] if alike else ["", none])]
        for number, findings in enumerate(alike, 1):
            lines += _erratum(number, document, findings)
    return "\n".join(lines) + "\n"


def _alike(findings: Sequence[Finding]) -> Iterator[Sequence[Finding]]:
    """Findings that differ in their places alone, in the order of the first of each."""
    groups: dict[tuple[str, ...], list[Finding]] = {}
    for finding in findings:
        key = finding.rule, finding.message, witness_text(finding.witness), finding.suggestion
        groups.setdefault(key, []).append(finding)
    return iter(groups.values())


def _erratum(number: int, document: Document, findings: Sequence[Finding]) -> Iterator[str]:
    first = findings[0]
    places = sorted({document.place(finding.start)[0] for finding in findings})
    where = f"{'line' if len(places) == 1 else 'lines'} {', '.join(map(str, places))}"
    yield from ("", f"### {number}. {where[0].upper()}{where[1:]}", "", f"{_plain(first.message)}.")
    if first.witness:
        yield from ("", f"Smallest example: {_code(witness_text(first.witness))}.")
    if first.suggestion:
        write = "To write instead" if first.fix else "For example"
        yield from ("", f"{write}:", "", *_fenced(first.suggestion))
    yield from ("", f"Rule: `{first.rule}` (`maxpool explain {first.rule}`).")


def _plain(text: str) -> str:
    """Text that Markdown shows as it is."""
    return re.sub(r"([\\*_<>\[\]$#|])", r"\\\1", visible(text)).rstrip(".")


def _code(text: str) -> str:
    return f"`{visible(text).replace('`', chr(39))}`"


def _fenced(text: str) -> Iterator[str]:
    """Text in a fence that it does not close."""
    longest = max(map(len, re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    yield from (f"{fence}text", *map(visible, text.strip("\n").split("\n")), fence)


def said(audit: Audit) -> str:
    """How many errata there are, in words."""
    return counted(sum(level_of(f) is Level.ERROR for f in audit.findings), "erroneous place")
