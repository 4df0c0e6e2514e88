"""What every finding must be before it is shown: of a known rule, in the document, and with advice that changes it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from proofs.audit.rulebook.contained import NOT_JUDGED, apart
from proofs.audit.rulebook.findings import Finding
from proofs.audit.rulebook.rules import RULES
from spec.documents.pages.model import Document


class UnsoundFinding(ValueError):
    """A finding that must not be shown: a mistake of the judge that made it."""


def sound(document: Document, findings: Iterable[Finding]) -> Iterator[Finding]:
    """The findings, each at something that can be seen; one that is unsound is a mistake of the audit."""
    for finding in findings:
        start = min(max(finding.start, 0), len(document.text))
        with apart(f"`{finding.rule}` here", start):
            _require(document, finding)
            fix = None if _loses_names(document.text, finding) else finding.fix
            yield replace(finding, start=seen(document.text, finding.start), fix=fix)


def seen(text: str, start: int) -> int:
    """A place that can be pointed at: past blanks and line ends, or, where nothing follows, before them."""
    after = next((at for at in range(start, len(text)) if not text[at].isspace()), None)
    return after if after is not None else len(text.rstrip()[:-1])


_NAME = re.compile(r"\\?[^\W\d_]+")
_TYPESETTING = frozenset(
    "\\" + name for name in "left right cdot times frac dfrac lfloor rfloor lceil rceil text".split()
)


def _loses_names(text: str, finding: Finding) -> bool:
    """A correction would drop more of the author's names than it puts in their place: what they are for is lost."""
    fix = finding.fix
    if fix is None or not fix.text:
        return False
    before, after = (set(_NAME.findall(said)) - _TYPESETTING for said in (text[fix.start : fix.end], fix.text))
    return len(before - after) > len(after - before)


def _require(document: Document, finding: Finding) -> None:
    text, fix = document.text, finding.fix
    if finding.rule not in RULES or finding.rule == NOT_JUDGED:
        raise UnsoundFinding(f"`{finding.rule}` is not a rule that a judge reports")
    if not 0 <= finding.start <= len(text):
        raise UnsoundFinding(f"it stands at {finding.start}, and the document has {len(text)} characters")
    if fix is not None and not 0 <= fix.start <= fix.end <= len(text):
        raise UnsoundFinding(f"it would correct what stands from {fix.start} to {fix.end}")
    if fix is not None and text[fix.start : fix.end] == fix.text:
        raise UnsoundFinding(f"it would correct {fix.text!r} to what is there already")
    if finding.suggestion and fix is None and _stands(text, finding.start, finding.suggestion):
        raise UnsoundFinding(f"it suggests {finding.suggestion!r}, which stands there already")


def _stands(text: str, start: int, said: str) -> bool:
    """Exactly this stands at a place, and does not go on."""
    behind = text[start + len(said) : start + len(said) + 2]
    goes_on = said[-1:].isalnum() and re.match(r"[\w.^]\w?", behind) is not None and behind != ". "
    return text.startswith(said, start) and not goes_on
