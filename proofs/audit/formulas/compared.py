"""Size formulas against the rest of the document: its worked examples, and its other versions of the operator."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html.parser import HTMLParser
from itertools import pairwise

from proofs.audit.examples.named_values import values_of
from proofs.audit.formulas.sizes import Size
from proofs.audit.rulebook.findings import Finding, JudgedClaim, Judgements, for_witness
from proofs.audit.truth.truth import SIGNS, UNDILATED, decided, difference
from proofs.engine.statement import Verdict
from spec.documents.equations.statements import Padding, Rounding
from spec.documents.examples.example_model import WorkedExample
from spec.documents.examples.examples import read_examples
from spec.documents.examples.stated import Named
from spec.documents.formulas.formulas import Written, parse_formula
from spec.documents.formulas.tokens import NotUnderstood
from spec.documents.formulas.words import SPATIAL_AXES
from spec.documents.pages.model import Block, Document, Kind, Shape
from spec.language.terms import Term
from spec.readings.value import DivisorNotPositive, Undefined, evaluate


def contradictions(document: Document, sizes: Sequence[Size], wrong: Sequence[Finding]) -> Iterator[Finding]:
    """For each size formula that is wrong, the examples of the document that print another size, in one note."""
    starts = {finding.start for finding in wrong if finding.rule == "formula-wrong"}
    examples = read_examples(document).examples
    for size in sizes:
        if size.part.statement.start in starts and size.mode == (Padding.EXPLICIT, Rounding.FLOOR):
            axis = size.quantity.axis or 0
            try:
                term = size.term()
            except NotUnderstood:
                continue
            yield from _contradiction(document, size, term, axis, examples)


def _contradiction(
    document: Document, size: Size, term: Term, axis: int, examples: Sequence[WorkedExample]
) -> Iterator[Finding]:
    lines: list[int] = []
    said = ""
    for values, printed, start in (found for example in examples if (found := _sizes(example, axis))):
        gives = _value(term, values)
        if gives is not None and gives != printed:
            lines.append(document.place(start)[0])
            said = said or f"{printed} is printed where this formula gives {gives}"
    if lines:
        message = f"the document's own examples contradict this formula: {said} (lines {', '.join(map(str, lines))})"
        yield size.part.finding("example-formula-contradicted", message)


def _sizes(example: WorkedExample, axis: int) -> tuple[dict[str, int], int, int] | None:
    """An example's quantities on an axis, its printed output size there, and where that is printed."""
    of_y = next((shape for shape in example.shapes if shape.role is Named.Y), None)
    values = values_of(example, axis)
    if of_y is None or values is None or len(of_y.shape or ()) != SPATIAL_AXES + 2:
        return None
    return values, (of_y.shape or ())[axis + 2], of_y.place


def _value(term: Term, values: dict[str, int]) -> int | None:
    try:
        return int(evaluate(term, values))
    except (DivisorNotPositive, Undefined):
        return None


# --- versions ------------------------------------------------------------------------------------

_NUMBER = re.compile(r"(?:-|[Vv]ersion|v)\s*(\d+)\b")
_TYPES = re.compile(r"tensor\((\w+)\)")
_FORMULA = re.compile(r"^\s*(?:[A-Z][\w ]*:\s*)?(?P<formula>[A-Za-z]\w*\[\w+\]\s*=.*[-+*/(].*)$")


@dataclass(frozen=True, slots=True)
class DocumentVersion:
    """One version: its number, where its heading stands, its size formulas by mode, its attributes, its types."""

    number: int
    start: int
    sizes: dict[tuple[Padding, Rounding], Term]
    attributes: frozenset[str]
    types: frozenset[str]


_Change = tuple[str, str, str, Mapping[str, object]]
"""A rule, what differs between two versions or does not, the verdict on it, a witness."""


def judge_versions(document: Document, sizes: Sequence[Size]) -> Judgements:
    """Each version against the one before it, and what difference tables print against what the versions say."""
    found = sorted(_versions(document, sizes), key=lambda v: v.number)
    compared = [pair for older, newer in pairwise(found) for pair in _compared(older, newer)]
    return [claim for claim, _ in compared], [*(finding for _, finding in compared), *_tables(document, sizes)]


def _versions(document: Document, sizes: Sequence[Size]) -> Iterator[DocumentVersion]:
    for heading in document.blocks:
        if heading.shape is not Shape.HEADING or len(heading.path) != 2:
            continue
        if (number := _NUMBER.search(heading.path[1])) is None:
            continue
        inside = [block for block in document.blocks if block.path[:2] == heading.path]
        yield DocumentVersion(
            int(number[1]),
            heading.start,
            dict(_terms(heading.path, sizes)),
            frozenset(_attributes(inside)),
            frozenset(name for block in inside if _under(block, "type") for name in _TYPES.findall(block.text)),
        )


def _terms(path: tuple[str, ...], sizes: Sequence[Size]) -> Iterator[tuple[tuple[Padding, Rounding], Term]]:
    for size in sizes:
        if size.part.statement.path[:2] == path:
            padding, rounding = size.mode
            try:
                # Only where the padding is given do the versions have two ways to round.
                yield (padding, rounding if padding is Padding.EXPLICIT else Rounding.FLOOR), size.term()
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


def _compared(older: DocumentVersion, newer: DocumentVersion) -> Iterator[tuple[JudgedClaim, Finding]]:
    """What is new, what is gone, and for each formula whether it says the same."""
    for rule, said, verdict, witness in (*_lists(older, newer), *_formulas(older, newer)):
        message = f"version {newer.number} against version {older.number}: {said}"
        yield JudgedClaim("version", newer.start, message, verdict), Finding(rule, newer.start, message, witness)


def _lists(older: DocumentVersion, newer: DocumentVersion) -> Iterator[_Change]:
    lists = (("attributes", older.attributes, newer.attributes), ("types", older.types, newer.types))
    for what, before, after in lists:
        for change, which in (("new", after - before), ("gone", before - after)):
            if which:
                yield "version-changed", f"{change} {what}: {', '.join(sorted(which))}", "changed", {}


def _formulas(older: DocumentVersion, newer: DocumentVersion) -> Iterator[_Change]:
    """The output sizes that differ, one by one; then those that are proved to be the same."""
    same = []
    for mode in sorted(older.sizes.keys() & newer.sizes.keys()):
        before, after = older.sizes[mode], newer.sizes[mode]
        rounded = f", rounded by {mode[1]}" if mode[0] is Padding.EXPLICIT else ""
        what = f"the output size for {mode[0]} padding{rounded}"
        decision = decided(SIGNS, before.eq(after), "version")
        if before == after or decision.verdict is Verdict.PROVED:
            same.append(what)
        elif decision.witness is not None:
            values = decision.witness.values
            always = difference((*SIGNS, UNDILATED), before, after, "version") is None
            more = "; without dilations it is the same for every input" if always else ""
            yield "version-changed", f"{what} differs {for_witness(values)}{more}", decision.verdict, values
        else:
            yield "formula-undecided", f"whether {what} is the same is neither proved nor refuted", decision.verdict, {}
    if same:
        yield "version-equivalent", f"the same for every input: {', '.join(same)}", Verdict.PROVED, {}


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


def _read(texts: Iterable[tuple[str, int]]) -> Iterator[tuple[str, int, Written | NotUnderstood]]:
    """The formulas among some texts, each read or with the reason why it is not understood."""
    for text, start in texts:
        if formula := _FORMULA.match(text):
            try:
                yield formula["formula"], start, parse_formula(formula["formula"])
            except NotUnderstood as reason:
                yield formula["formula"], start, reason


def _tables(document: Document, sizes: Sequence[Size]) -> Iterator[Finding]:
    """Formulas in difference tables that no version of the document has, not even in a listing."""
    spoken = [block for block in document.blocks if block.shape in (Shape.CODE, Shape.PARAGRAPH)]
    listed = _read((line, block.start) for block in spoken for line in block.text.splitlines())
    known = {size.part.statement.written for size in sizes} | {written for _, _, written in listed}
    for block in document.blocks:
        if block.shape is not Shape.MARKUP or block.info != "html" or not _under(block, "difference"):
            continue
        for text, start, written in _read(_Cells(block.pieces[0].text, block.start).cells):
            if isinstance(written, NotUnderstood):
                message = f"a formula of this table is not understood: {written}"
                yield Finding("formula-not-understood", start, message)
            elif written not in known:
                message = f"no version of this document has the formula of this table: {text.strip()}"
                yield Finding("difference-differs", start, message)
