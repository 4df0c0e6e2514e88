"""What an audit says of itself: by which clauses it judged, and how much of the document it understood."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from proofs.audit.report.report import Audit, shown
from proofs.audit.rulebook.findings import counted
from proofs.audit.rulebook.reads import DescribedOperator, Part, Read, shares
from reference.common.text import visible
from spec.maxpool.operator import MAXPOOL

STRUCTURE = "only structure was judged (labels, references, anchors, links, markup, printed numbers)"
GEOMETRY = "only sizes and bounds in formulas and worked examples were judged, and structure"


def operator_lines(audit: Audit) -> Iterator[str]:
    """A line on what was judged by no clauses, and one on what by few; nothing where all was judged by them."""
    named = [each for each in audit.described if each.operator]
    without = [each for each in named if not each.has_clauses]
    if audit.described and not named:
        yield f"operator not recognised: {STRUCTURE}; --operator NAME states it"
    elif without and len(without) == len(named) == 1:
        yield f"there are no clauses of {visible(without[0].operator)}: {STRUCTURE}"
    elif without:
        yield f"there are no clauses of {_with_lines(audit, without)}: there, {STRUCTURE}"
    if partly := [each for each in named if each.has_clauses and each.operator != MAXPOOL.name]:
        yield f"of {_with_lines(audit, partly)}, {GEOMETRY}"


def _with_lines(audit: Audit, described: Sequence[DescribedOperator]) -> str:
    """Operators with the line where each begins; of many the first."""
    said = [f"{visible(s.operator)} (line {audit.document.place(s.start)[0]})" for s in described[:_MOST_NAMED]]
    more = [f"{len(described) - _MOST_NAMED} more"] if len(described) > _MOST_NAMED else []
    return ", ".join([*said, *more])


_MOST_NAMED = 8


def understood_line(audit: Audit) -> str:
    """How many parts of each kind were understood; empty where nothing was looked at."""
    of_parts = shares(audit.reads)
    said = [f"{share.understood} of {counted(share.all, part.value)}" for part, share in of_parts.items()]
    if not said:
        return ""
    left = any(share.understood < share.all for share in of_parts.values())
    return f"understood: {', '.join(said)}{'; --coverage lists the others' if left else ''}"


def coverage_lines(audit: Audit) -> Iterator[str]:
    """Each part that was not understood, and the line where it stands: no rule was taken from it."""
    by_part: dict[Part, list[Read]] = {}
    for read in audit.not_understood:
        by_part.setdefault(read.part, []).append(read)
    for part in Part:
        if found := by_part.get(part):
            yield f"{counted(len(found), part.value)} not understood:"
        for read in found or ():
            yield f"  {audit.document.place(read.start)[0]:>5}: {visible(shown(audit.document, read))}"
