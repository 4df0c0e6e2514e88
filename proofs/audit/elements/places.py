"""Positions that a sentence gives an element of X under a tap, "at row $r = ...$", held against the clauses' row and
column."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from proofs.audit.elements.cells import CELL, judge_place
from proofs.audit.elements.part import FormulaPart, JudgedFormula
from spec.documents.equations.cells import OUTPUTS, is_cell
from spec.documents.formulas.formulas import Form, Written, formula_in
from spec.documents.formulas.sentences import Atom, sentences, with_tensors
from spec.documents.formulas.tokens import NotUnderstood
from spec.documents.formulas.words import PADDED_NAMES
from spec.documents.pages.model import Kind
from spec.language.terms import term
from spec.window.names import pad_begin

POSITION = "position of a tap"
"""The kind of a claim on where the element under a tap is."""
_PLACES = frozenset("row column position index coordinate".split())
_AXES = {
    **dict.fromkeys("row first height vertical".split(), 0),
    **dict.fromkeys("column second width horizontal".split(), 1),
}
_TAPS = frozenset(("tap", "taps"))
_ELEMENTS = _TAPS | {"element", "elements"}
_SHORT = 2


@dataclass(frozen=True, slots=True)
class _Told:
    """The sentence around a formula: its words, those right before the formula, and the tensors that it names."""

    words: tuple[str, ...]
    before: tuple[str, ...]
    tensors: frozenset[str]


def judge_tap_position(part: FormulaPart) -> JudgedFormula | None:
    """A letter that is said to be the row or the column of an element. None: it is none. Raises NotUnderstood."""
    written = part.statement.written
    if written.form is not Form.RELATION or written.text != "EQ" or written.parts[0].form is not Form.NAME:
        return None
    told = _told(part)
    if told is None or part.notation.resolve(written.parts[0]) is not None:
        return None
    axes = {_AXES[word] for word in told.before if word in _AXES}
    if not _PLACES & set(told.before) or not _ELEMENTS & set(told.words) or not told.tensors:
        return None
    if len(axes) != 1:
        raise NotUnderstood(f"on which axis {written.parts[0].text!r} is a position is not said")
    if len({name in PADDED_NAMES for name in told.tensors}) != 1:
        raise NotUnderstood(f"whether {written.parts[0].text!r} is a position in X or in the padded X is not said")
    axis, is_padded = axes.pop(), bool(told.tensors & PADDED_NAMES)
    letters = only(windows(part), "window"), only(_taps(part), "tap")
    named = {each.text for each in written.parts[1].walk() if each.form is Form.NAME}
    if not named & {letter for pair in letters for letter in pair}:
        raise NotUnderstood(f"the position {written.parts[0].text!r} is of no window and no tap")
    found = judge_place(written.parts[1], letters, term(0) if is_padded else pad_begin, axis, part)
    return part.claim(POSITION, "refuted" if found else "proved"), found


def _told(part: FormulaPart) -> _Told | None:
    """What the formula's sentence says around it; None for a formula that stands in none."""
    start = part.statement.start
    for block in part.document.blocks:
        for sentence in sentences(block) if block.start <= start <= block.end else ():
            at = next((i for i, atom in enumerate(sentence) if atom.is_marked and _holds(atom, part)), None)
            if at is not None:
                tensors = frozenset(t for atom in sentence for t in atom.names if t == "X" or t in PADDED_NAMES)
                words = tuple(atom.text.lower() for atom in sentence if not atom.is_marked)
                return _Told(words, tuple(_right_before(sentence[:at])), tensors)
    return None


def _holds(atom: Atom, part: FormulaPart) -> bool:
    return atom.start == part.statement.start or (
        atom.start < part.statement.start and part.statement.text in atom.text
    )


def _right_before(atoms: Sequence[Atom]) -> Iterator[str]:
    """The words before a formula, back to the formula before it, a comma, or "and"."""
    for atom in reversed(atoms):
        if atom.word.kind in ("COMMA", "AND") or (atom.is_marked and "=" in atom.text):
            return
        yield atom.text.lower()


def windows(part: FormulaPart) -> set[tuple[str, str]]:
    """The letters of windows: the last two of Y's cells, and of cells as (b, c, m, n)."""
    found = {(part.letters.cell[-2], part.letters.cell[-1])} if len(part.letters.cell) == CELL else set()
    for written in _formulas(part):
        for each in written.walk():
            letters = each.parts[1:] if is_cell(each, OUTPUTS) else each.parts if each.form is Form.TUPLE else ()
            is_cell_of_letters = len(letters) == CELL and all(_is_letter(p) and p.text.islower() for p in letters)
            if is_cell_of_letters and not any(part.notation.resolve(p) for p in letters):
                found.add((letters[-2].text, letters[-1].text))
    return found


def _taps(part: FormulaPart) -> set[tuple[str, str]]:
    """The letters of taps: those that run over the kernel, and those of "tap (h, w)"."""
    binders = tuple(part.letters.binders)
    found = {(binders[0], binders[1])} if len(binders) == _SHORT else set()
    for block in part.document.blocks:
        for sentence in sentences(block):
            for before, atom in pairwise(sentence):
                pair = formula_in(atom.text, atom.start) if atom.is_marked and before.text.lower() in _TAPS else None
                if pair is not None and pair.form is Form.INTERVAL and all(map(_is_letter, pair.parts)):
                    found.add((pair.parts[0].text, pair.parts[1].text))
    return found


def _is_letter(written: Written) -> bool:
    return written.form is Form.NAME and len(written.text) <= _SHORT


def _formulas(part: FormulaPart) -> Iterator[Written]:
    """All formulas of the document that are read."""
    for block in part.document.blocks:
        for piece in block.of(Kind.MATH, Kind.CODE):
            if (written := formula_in(piece.text, piece.start)) is not None:
                yield with_tensors(written, part.notation.tensors)


def only(found: set[tuple[str, str]], what: str) -> tuple[str, str]:
    """The one pair of letters that was found. Raises NotUnderstood."""
    if len(found) != 1:
        raise NotUnderstood(f"which letters are those of the {what} is not said, or said in two ways")
    return next(iter(found))
