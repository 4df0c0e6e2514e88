"""The tap at which a document says that the maximum is, `(u^*, v^*) = \\arg\\max_{(u, v)} X_p[...]`: the element is
the one under this tap, and the greatest is taken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from proofs.audit.elements.cells import CELL, judge_place
from proofs.audit.elements.layout import named_tap, starred_letters
from proofs.audit.elements.part import FormulaPart, JudgedFormula
from proofs.audit.elements.places import only, windows
from proofs.audit.rulebook.findings import Finding
from spec.documents.equations.cells import INPUTS, is_cell
from spec.documents.formulas.formulas import Form, Written
from spec.documents.formulas.tokens import NotUnderstood
from spec.documents.formulas.words import PADDED_NAMES
from spec.language.terms import term
from spec.window.names import pad_begin

ARGMAX = "tap of the maximum"
"""The kind of a claim on where the maximum is."""
_AXES = 2


@dataclass(frozen=True, slots=True)
class _Place:
    """A pair of letters, and the choice of an element that gives it; `which` of several: "min", "max", or empty."""

    pair: tuple[str, str]
    chosen: Written
    which: str


def judge_argmax(part: FormulaPart) -> JudgedFormula | None:
    """A pair of letters is where the maximum of a window is. None: it is none. Raises NotUnderstood."""
    found = _place(part.statement.written)
    if found is None:
        return None
    wrong = []
    if found.chosen.text != "argmax":
        wrong.append(part.finding("formula-wrong", "this is where the least element is, not the greatest"))
    if found.which == "max":
        wrong.append(part.finding("formula-wrong", "of several equal maxima this is the last tap, not the first"))
    wrong += _element(found, part)
    return part.claim(ARGMAX, "refuted" if wrong else "proved"), wrong


def _place(written: Written) -> _Place | None:
    if written.form is not Form.RELATION or written.text != "EQ" or len(written.parts) != 2:
        return None
    left, right = written.parts
    pair, which = starred_letters(left), ""
    if right.form is Form.CALL and len(right.parts) == 2 and right.parts[0].text in ("min", "max"):
        which, right = right.parts[0].text, right.parts[1]
    is_choice = right.form is Form.BIG and right.text in ("argmax", "argmin") and len(right.parts) == 2
    return _Place(pair, right, which) if pair is not None and is_choice else None


def _element(found: _Place, part: FormulaPart) -> Sequence[Finding]:
    """What is wrong with the element of which the greatest is taken."""
    element, letters = found.chosen.parts[-1], tuple(letter.rstrip("*") for letter in found.pair)
    tap = named_tap(found.pair, part)
    if not is_cell(element, INPUTS | PADDED_NAMES) or len(element.parts) != CELL + 1 or tap.first != (term(0), term(0)):
        raise NotUnderstood("it is not where the greatest element under a tap is")
    if _letters(found.chosen.parts[0]) != letters:
        raise NotUnderstood(f"the letters over which it is taken are not {' and '.join(letters)}")
    ordered = tap.letters[0].rstrip("*"), tap.letters[1].rstrip("*")
    of = only(windows(part), "window"), ordered
    before = term(0) if element.parts[0].text in PADDED_NAMES else pad_begin
    places = enumerate(element.parts[-_AXES:])
    return [wrong for axis, written in places for wrong in judge_place(written, of, before, axis, part)]


def _letters(binders: Written) -> tuple[str, ...]:
    """The letters over which a choice is made: (u, v), u and v, or (u, v) of a set."""
    said = [part.parts[0] if part.form is Form.RELATION else part for part in binders.parts]
    names = [name for each in said for name in (each.parts if each.form is Form.INTERVAL else (each,))]
    if not all(name.form is Form.NAME for name in names):
        raise NotUnderstood("it is not said over which letters it is taken")
    return tuple(name.text for name in names)
