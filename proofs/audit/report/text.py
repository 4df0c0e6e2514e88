"""An audit for a person: findings as a compiler writes them, with the source line and a caret.

Whatever stands in a document reaches a terminal as text alone: no control character, no markup.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from proofs.audit.report.report import Audit, level_of
from proofs.audit.report.understood import coverage_lines, operator_lines, understood_line
from proofs.audit.rulebook.findings import Finding, Level, counted, witness_text
from reference.common.text import is_unseen, visible
from spec.documents.pages.model import Document

_STYLES = {Level.ERROR: "bold red", Level.WARNING: "bold yellow", Level.NOTE: "bold cyan"}
_TAB = "    "
_PIPE_WIDTH = 160
"""How wide a source line is shown where there is no terminal to ask."""
_NARROWEST = 40
_LONGEST = 1000
"""Longer messages and suggestions are cut; `--json` has them whole."""


def show_audit(console: Console, audit: Audit, *, coverage: bool = False) -> None:
    """The findings one by one, what was not understood if that is asked for, then lines of counts."""
    for finding in audit.findings:
        for line in finding_lines(audit.document, finding, _width(console)):
            console.print(line, soft_wrap=True)
        console.print()
    for told in coverage_lines(audit) if coverage else ():
        console.print(Text(told), soft_wrap=True)
    for line in summary_lines(audit):
        console.print(line, soft_wrap=True)


def show_findings(console: Console, audit: Audit) -> None:
    """The findings, each in one line."""
    for finding in audit.findings:
        console.print(next(finding_lines(audit.document, finding, _width(console))), soft_wrap=True)


def _width(console: Console) -> int:
    return max(_NARROWEST, console.width) if console.is_terminal else _PIPE_WIDTH


def finding_lines(document: Document, finding: Finding, width: int) -> Iterator[Text]:
    """A finding: place, level, rule and message; the source line and a caret; witness and suggestion."""
    level = level_of(finding)
    number, column = document.place(finding.start)
    place = f"{visible(document.name)}:{number}:{column}: "
    said = f": {visible(_shortened(finding.message))}"
    yield Text.assemble((place, "bold"), (f"{level}[{finding.rule}]", _STYLES[level]), (said, "bold"))
    margin = " " * len(str(number))
    source, caret = source_lines(document.line(number), column, _underlined(document, finding), width - len(margin) - 4)
    yield Text.assemble((f" {number} | ", "blue"), source)
    yield Text.assemble((f" {margin} | ", "blue"), (caret, _STYLES[level]))
    if finding.witness:
        values = visible(_shortened(witness_text(finding.witness)))
        yield Text.assemble((f" {margin} = ", "blue"), ("note: ", "bold"), f"witness {values}")
    if finding.suggestion:
        yield from _help_lines(finding, f" {margin} = ")


def _help_lines(finding: Finding, mark: str) -> Iterator[Text]:
    """A suggestion: what to write, if that is certain, else advice. One of several lines stands below, as it is."""
    first, *more = finding.suggestion.strip("\n").split("\n")
    write = "write" if finding.fix is not None else ""
    head = ((mark, "blue"), ("help: ", "bold"))
    if not more:
        yield Text.assemble(*head, f"{write} {visible(_shortened(first))}".lstrip())
        return
    yield Text.assemble(*head, write or "for example")
    for line in (first, *more):
        yield Text(" " * len(mark) + "  " + _shown(_shortened(line)))


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}… ({len(text)} characters)"


def _underlined(document: Document, finding: Finding) -> int:
    """How many characters of the line a finding is about, as far as that is known."""
    fix = finding.fix
    if fix is None or fix.start > finding.start or document.place(fix.end)[0] != document.place(finding.start)[0]:
        return 1
    return max(1, fix.end - finding.start)


def source_lines(line: str, column: int, length: int, width: int) -> tuple[str, str]:
    """A source line, cut to `width` cells around a column if it is longer, and the caret that stands below it."""
    at = column - 1
    first, last = _window(line, at, width)
    end = min(at + length, last)
    before, under, after = _shown(line[first:at]), _shown(line[at:end]), _shown(line[end:last])
    opening, ending = "…" if first > 0 else "", "…" if last < len(line) else ""
    caret = " " * cell_len(opening + before) + "^" + "~" * (cell_len(under) - 1)
    return opening + before + under + after + ending, caret


def _window(line: str, at: int, width: int) -> tuple[int, int]:
    """The part of a line that is shown: from its start if the place fits in, else with a third of the room before."""
    if len(line) <= width and cell_len(_shown(line)) <= width:
        return 0, len(line)
    first, room = at, (width - 2) // 3
    while first > 0 and (room := room - cell_len(_shown(line[first - 1]))) >= 0:
        first -= 1
    room = width - 2 - cell_len(_shown(line[first:at]))
    last = at
    while last < len(line) and (room := room - cell_len(_shown(line[last]))) >= 0:
        last += 1
    return first, last


def _shown(text: str) -> str:
    """A piece of a source line, cell by cell: blanks for a tab, a mark for what does not show."""
    return "".join(_TAB if c == "\t" else "\ufffd" if is_unseen(c) else c for c in text)


def summary_lines(audit: Audit) -> Iterator[Text]:
    """How many findings of each level, by which clauses it was judged, and how much of the document was understood."""
    counts = Counter(level_of(finding) for finding in audit.findings)
    found = ", ".join(counted(counts[level], str(level)) for level in Level if counts[level]) or "no findings"
    style = "green" if audit.ok else "red"
    yield Text.assemble((f"{visible(audit.document.name)}: ", "bold"), (found, f"bold {style}"))
    yield from (Text(line) for line in (*operator_lines(audit), understood_line(audit)) if line)
