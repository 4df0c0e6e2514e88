"""Versions of one operator in one document: what changed, what that does, what stayed the same by proof."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html.parser import HTMLParser
from itertools import pairwise

from proofs.audit.formulas.truth import SIGNS, UNDILATED, decided
from proofs.audit.rulebook.findings import Claim, Finding
from proofs.engine.statement import Values, Verdict
from spec.documents.formulas.formulas import Written, parse_formula
from spec.documents.formulas.meaning import Meaning
from spec.documents.formulas.notation import Notation
from spec.documents.formulas.statements import Padding, Rounding, Statement
from spec.documents.formulas.tokens import NotUnderstood
from spec.documents.pages.model import Block, Document, Kind, Shape
from spec.language.terms import Term

_NUMBER = re.compile(r"(?:-|[Vv]ersion|v)\s*(\d+)\b")
_TYPES = re.compile(r"tensor\((\w+)\)")
_FORMULA = re.compile(r"^\s*(?:[A-Z][\w ]*:\s*)?(?P<formula>[A-Za-z]\w*\[\w+\]\s*=.*[-+*/(].*)$")
_CHANGES = {"attribute": "attributes", "type": "types"}

Sized = tuple[Statement, Written, Notation]


@dataclass(frozen=True, slots=True)
class Version:
    """One version: its number, where its heading stands, its size formulas by mode, its attributes, its types."""

    number: int
    start: int
    sizes: dict[tuple[Padding, Rounding], Term]
    attributes: frozenset[str]
    types: frozenset[str]


def judge_versions(document: Document, sizes: Sequence[Sized]) -> tuple[list[Claim], list[Finding]]:
    """Each version against the one before it, and what difference tables print against what the versions say."""
    found = sorted(_versions(document, sizes), key=lambda v: v.number)
    claims: list[Claim] = []
    findings: list[Finding] = []
    for older, newer in pairwise(found):
        for claim, finding in _compared(older, newer):
            claims.append(claim)
            findings.append(finding)
    findings += _tables(document, sizes)
    return claims, findings


def _versions(document: Document, sizes: Sequence[Sized]) -> Iterator[Version]:
    for heading in document.blocks:
        if heading.shape is not Shape.HEADING or len(heading.path) != 2:
            continue
        if (number := _NUMBER.search(heading.path[1])) is None:
            continue
        inside = [block for block in document.blocks if block.path[:2] == heading.path]
        yield Version(
            int(number[1]),
            heading.start,
            dict(_terms(heading.path, sizes)),
            frozenset(_attributes(inside)),
            frozenset(name for block in inside if _under(block, "type") for name in _TYPES.findall(block.text)),
        )


def _terms(path: tuple[str, ...], sizes: Sequence[Sized]) -> Iterator[tuple[tuple[Padding, Rounding], Term]]:
    for statement, right, notation in sizes:
        if statement.path[:2] == path:
            try:
                # Only where the padding is given do the versions have two ways to round.
                rounding = statement.rounding if statement.padding is Padding.EXPLICIT else Rounding.FLOOR
                yield (statement.padding, rounding), Meaning(notation).number(right)
            except NotUnderstood:
                continue


def _under(block: Block, word: str) -> bool:
    return any(word in heading.lower() for heading in block.path[2:])


def _attributes(blocks: Sequence[Block]) -> Iterator[str]:
    for block in blocks:
        if block.shape is Shape.ITEM and _under(block, "attribute") and block.pieces[:1]:
            first = block.pieces[0]
            if first.kind in (Kind.STRONG, Kind.CODE, Kind.EMPHASIS):
                yield first.text.strip()


def _compared(older: Version, newer: Version) -> Iterator[tuple[Claim, Finding]]:
    """What is new, what is gone, and for each formula whether it says the same."""
    names = f"version {newer.number} against version {older.number}"
    for what, before, after in (
        ("attribute", older.attributes, newer.attributes),
        ("type", older.types, newer.types),
    ):
        for change, which in (("new", after - before), ("gone", before - after)):
            if which:
                message = f"{names}: {change} {_CHANGES[what]}: {', '.join(sorted(which))}"
                yield (
                    Claim("version", newer.start, message, "changed"),
                    Finding("version-changed", newer.start, message),
                )
    compared = [_formula(older, newer, mode, names) for mode in sorted(older.sizes.keys() & newer.sizes.keys())]
    same = [what for what, result in compared if result is None]
    yield from (result for _, result in compared if result is not None)
    if same:
        message = f"{names}: the same for every input: {', '.join(same)}"
        finding = Finding("version-equivalent", newer.start, message)
        yield Claim("version", newer.start, message, str(Verdict.PROVED)), finding


def _formula(
    older: Version, newer: Version, mode: tuple[Padding, Rounding], names: str
) -> tuple[str, tuple[Claim, Finding] | None]:
    """What a formula gives, and what is new about it; nothing where both versions are proved to say the same."""
    before, after = older.sizes[mode], newer.sizes[mode]
    rounded = f", rounded by {mode[1]}" if mode[0] is Padding.EXPLICIT else ""
    what = f"the output size for {mode[0]} padding{rounded}"
    if before == after:
        return what, None
    decision = decided(SIGNS, before.eq(after), "version")
    if decision.verdict is Verdict.PROVED:
        return what, None
    if decision.witness is not None:
        message = f"{names}: {what} differs {_at(decision.witness.values)}"
        if decided((*SIGNS, UNDILATED), before.eq(after), "version").verdict is Verdict.PROVED:
            message += "; without dilations it is the same for every input"
        finding = Finding("version-changed", newer.start, message, dict(decision.witness.values))
    else:
        message = f"{names}: whether {what} is the same is neither proved nor refuted"
        finding = Finding("formula-undecided", newer.start, message)
    return what, (Claim("version", newer.start, message, str(decision.verdict)), finding)


def _at(values: Values) -> str:
    return "for " + ", ".join(f"{name} = {value}" for name, value in values.items())


class _Cells(HTMLParser):
    """The text of each table cell, with the place of the cell."""

    def __init__(self, html: str, start: int) -> None:
        super().__init__(convert_charrefs=True)
        self.cells: list[tuple[str, int]] = []
        self._starts = [start, *(start + i + 1 for i, c in enumerate(html) if c == "\n")]
        self._inside = False
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("td", "th"):
            line, column = self.getpos()
            self.cells.append(("", self._starts[line - 1] + column))
            self._inside = True

    def handle_endtag(self, tag: str) -> None:
        self._inside = self._inside and tag not in ("td", "th")

    def handle_data(self, data: str) -> None:
        if self._inside:
            text, start = self.cells[-1]
            self.cells[-1] = (text + data, start)


def _tables(document: Document, sizes: Sequence[Sized]) -> Iterator[Finding]:
    """Formulas in difference tables that no version of the document has."""
    known = {statement.written for statement, *_ in sizes} | _others(document)
    for block in document.blocks:
        if block.shape is not Shape.MARKUP or block.info != "html" or not _under(block, "difference"):
            continue
        for text, start in _Cells(block.pieces[0].text, block.start).cells:
            if (formula := _FORMULA.match(text)) is None:
                continue
            try:
                written = parse_formula(formula["formula"])
            except NotUnderstood as reason:
                yield Finding("formula-not-understood", start, f"a formula of this table is not understood: {reason}")
                continue
            if written not in known:
                message = f"no version of this document has the formula of this table: {formula['formula'].strip()}"
                yield Finding("difference-differs", start, message)


def _others(document: Document) -> set[Written]:
    """The formulas of all lines of all listings: the padding that SAME computes, for one."""
    found = set()
    for block in document.blocks:
        if block.shape in (Shape.CODE, Shape.PARAGRAPH):
            for line in block.text.splitlines():
                if formula := _FORMULA.match(line):
                    try:
                        found.add(parse_formula(formula["formula"]))
                    except NotUnderstood:
                        continue
    return found
