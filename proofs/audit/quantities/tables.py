"""Tables of examples: what each row, or each column, sets and what size it says to follow, against the clauses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from proofs.audit.lexicon.words import ENTRY, MARKS
from proofs.audit.quantities.examples import wrong_result
from proofs.audit.quantities.names import KINDS, words_with_names
from proofs.audit.quantities.settings import ENDS, entry_named
from proofs.audit.quantities.values import QuantityName, QuantityReading, Setting
from proofs.audit.rulebook.findings import Finding, JudgedClaim, Judgement
from proofs.audit.sentences.said import Prose
from spec.documents.formulas.formulas import formula_in
from spec.documents.names.notation import Notation, notation
from spec.documents.pages.model import Block
from spec.documents.pages.tables import tables_of

_NUMBERS = re.compile(r"[\[(]?\s*\d{1,9}(?:\s*(?:[,×x]|\\times)\s*\d{1,9}){0,3}\s*[\])]?")
_TIMES = re.compile(r"[×]|\\times|(?<=\s)x(?=\s)")
_OF: Mapping[str, str] = {
    **{name: name for name in ("x", "y", "strides", "dilations", "pads", "kernel", "extent")},
    "kernel_shape": "kernel",
    "window": "kernel",
    "tap": "kernel",
    "padding": "pads",
}
_SHORT: Mapping[str, str] = {
    **dict.fromkeys(("in", "n_in", "size in"), "x"),
    **dict.fromkeys(("out", "n_out", "size out"), "y"),
}
"""Headings that are no words of the lexicon."""
_SIZES = frozenset("size shape dimension length attribute tensor and spatial equal batch channel".split())
"""What may stand beside a quantity in a heading, and changes nothing of it."""
_AXES = {
    **dict.fromkeys("height row letter-h vertical".split(), 0),
    **dict.fromkeys("width column letter-w horizontal".split(), 1),
}
_RESULTS = ("y", "extent", "slack")
_USUAL = {"ceil_mode": ("0", "false", "floor"), "auto_pad": ("notset",)}
"""Attributes that an example may set, and with which values its size is that of the clauses."""


def judge_tables(prose: Prose) -> Iterator[Judgement]:
    """The examples of all tables: a table is read where all of its headings but the first are quantities."""
    names = notation(prose.structure.document)
    for table in tables_of(prose.structure.document.blocks):
        cells = {(cell.row, cell.column): cell for cell in table}
        turned = {(column, row): cell for (row, column), cell in cells.items()}
        for lines in (cells, turned):
            if found := _kinds(lines, names):
                yield from _examples(lines, found)
                break


def _kinds(cells: Mapping[tuple[int, int], Block], names: Notation) -> dict[int, QuantityName]:
    """What each column gives by its heading; nothing where one is not understood."""
    heads = {column: cell for (row, column), cell in cells.items() if row == 0}
    found: dict[int, QuantityName] = {}
    for column, cell in heads.items():
        kind = _kind(cell, names)
        if kind is None and column:
            return {}
        if kind is not None:
            found[column] = kind
    kinds = {kind.kind for kind in found.values()}
    return found if {"kernel"} <= kinds and kinds & set(_RESULTS) else {}


def _kind(cell: Block, names: Notation) -> QuantityName | None:
    """The quantity that a heading names, with the axis if it names one."""
    if (size := _SHORT.get(cell.text.strip().lower())) is not None:
        return QuantityName(size)
    symbol = formula_in(cell.text.strip().strip("`$ "), cell.start)
    means = names.under(cell.path).resolve(symbol) if symbol is not None else None
    if means is not None and means.role in KINDS:
        return QuantityName(KINDS[means.role], means.axis)
    words = words_with_names(_TIMES.sub(" ", cell.text), names.under(cell.path))
    entries = [entry_named(str(word.value)) for word in words if word.concept == ENTRY]
    concepts = {word.concept for word in words if word.concept not in (ENTRY, *MARKS.values())}
    axes = {_AXES[concept] for concept in concepts & _AXES.keys()}
    if {"begin", "end"} <= concepts and concepts - {"begin", "end", "and"} <= {"pads", "padding"}:
        return QuantityName(ENDS)
    if [entry.kind for entry in entries if entry is not None] == ["pad_begin", "pad_end"] and not concepts:
        ends = {entry.axis for entry in entries if entry is not None}
        return QuantityName(ENDS, ends.pop()) if len(ends) == 1 else None
    kinds = {_OF.get(concept, concept) for concept in concepts - _AXES.keys() - _SIZES}
    kinds |= {entry.kind for entry in entries if entry is not None}
    axes |= {entry.axis for entry in entries if entry is not None and entry.axis is not None}
    if len(kinds) != 1 or None in entries:
        return None
    (kind,) = kinds
    if kind not in (*_OF.values(), *_USUAL, "pad_begin", "pad_end"):
        return None
    return QuantityName(kind, axes.pop() if len(axes) == 1 else None)


def _examples(cells: Mapping[tuple[int, int], Block], kinds: Mapping[int, QuantityName]) -> Iterator[Judgement]:
    for row in sorted({row for row, _ in cells} - {0}):
        given = [(kind, cells[row, column]) for column, kind in kinds.items() if (row, column) in cells]
        settings = [_setting(kind, cell) for kind, cell in given if kind.kind not in (*_RESULTS, *_USUAL)]
        known = [each for each in settings if each is not None]
        is_usual = all(_is_usual(kind, cell) for kind, cell in given if kind.kind in _USUAL)
        if len(known) == len(settings) and is_usual:
            yield from _results(known, [(kind, cell) for kind, cell in given if kind.kind in _RESULTS])


def _results(settings: Sequence[Setting], told: Sequence[tuple[QuantityName, Block]]) -> Iterator[Judgement]:
    for kind, cell in told:
        result = _setting(kind, cell)
        wrong = wrong_result(QuantityReading("told", (), tuple(settings), (result,))) if result is not None else None
        if wrong is None:
            continue
        start = cell.pieces[0].start if cell.pieces else cell.start
        finding = Finding("example-shape-wrong", start, wrong) if wrong else None
        text = " ".join(cell.text.split())
        yield JudgedClaim("quantities", start, text, "disagrees" if wrong else "agrees", "an example"), finding


def _is_usual(kind: QuantityName, cell: Block) -> bool:
    return cell.text.strip().strip("`\"'").lower() in _USUAL[kind.kind]


def _setting(kind: QuantityName, cell: Block) -> Setting | None:
    text = cell.text.strip().strip("`$").strip()
    if not _NUMBERS.fullmatch(text):
        return None
    return Setting(kind.kind, tuple(map(int, re.findall(r"\d+", text))), kind.axis)
