"""Positions of taps that are told by their form alone, `h = m * strides[0] + i * dilations[0] - pads[0]`: what a letter
is multiplied with says whether it counts windows or taps. Held against the clauses, with the ranges of the letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from proofs.audit.elements.cells import AXES, judge_place
from proofs.audit.elements.part import FormulaPart, JudgedFormula, bounds, equal
from proofs.audit.elements.places import POSITION, windows
from proofs.audit.rulebook.findings import Finding, corrected
from proofs.audit.truth.mood import Mood, mood_of
from spec.documents.equations.cells import INPUTS, Binder, binder_of, is_cell, range_of
from spec.documents.formulas.formulas import Form, Written, formula_in
from spec.documents.formulas.tokens import NotUnderstood
from spec.documents.formulas.words import PADDINGS, Quantity, Role, named
from spec.documents.names.functions import as_function
from spec.documents.names.notation import Notation
from spec.documents.pages.model import Kind
from spec.language.terms import Term, term
from spec.window.names import kernel, pad_begin, x

_ROWS, _COLUMNS = frozenset("h r y row ih".split()), frozenset("w c x col column iw".split())
"""Names that say by themselves whether they are a row or a column."""


@dataclass(frozen=True, slots=True)
class TapForm:
    """A position by its form: on which axis its stride is, the letters of its window and its tap."""

    axis: int
    window: str
    tap: str
    is_padded: bool


def tap_form(written: Written, notation: Notation) -> TapForm | None:
    """The right side of an equation as a position, if it has the form of one: one letter times a stride, one letter
    times a dilation, and paddings."""
    factors: dict[Role, tuple[int | None, str]] = {}
    pads = 0
    for each in _summands(written, notation):
        known, letters = _factors(each, notation)
        if known is None:
            return None
        if known.role in PADDINGS and not letters:
            pads += 1
        elif known.role in (Role.STRIDE, Role.DILATION) and len(letters) == 1 and known.role not in factors:
            factors[known.role] = known.axis, letters[0]
        else:
            return None
    if set(factors) != {Role.STRIDE, Role.DILATION}:
        return None
    (axis, window), (_, tap) = factors[Role.STRIDE], factors[Role.DILATION]
    return TapForm(axis, window, tap, not pads) if axis is not None and axis < len(AXES) and window != tap else None


def _summands(written: Written, notation: Notation, depth: int = 0) -> Iterator[Written]:
    """The summands, those of a name that a formula gives its value, such as the first row of a window, in its place."""
    is_free = written.form is Form.NAME and notation.resolve(written) is None and depth < _DEEPEST
    alias = notation.alias(written.text) if is_free else None
    parts = (alias,) if alias is not None else written.parts if written.form in _SUMS else ()
    for part in parts:
        yield from _summands(part, notation, depth + (alias is not None))
    if not parts:
        yield written


_SUMS = (Form.ADD, Form.SUBTRACT, Form.NEGATIVE)
_DEEPEST = 2
"""A name may stand for a sum with another name in it, and no deeper."""


def _factors(written: Written, notation: Notation) -> tuple[Quantity | None, list[str]]:
    """The one quantity of a product, and the letters beside it; None where there is no such, or anything else."""
    known: list[Quantity] = []
    letters: list[str] = []
    waiting = [written]
    while waiting:
        part = waiting.pop()
        if part.form is Form.MULTIPLY:
            waiting += part.parts
        elif (means := notation.resolve(part)) is not None:
            known.append(means)
        elif part.form is Form.NAME:
            letters.append(part.text)
        else:
            return None, []
    return (known[0] if len(known) == 1 else None), letters


def judge_tap_form(part: FormulaPart) -> JudgedFormula | None:
    """A name that a formula gives the position of a tap. None: it is none. Raises NotUnderstood."""
    written = part.statement.written
    if written.form is not Form.RELATION or written.text != "EQ":
        return None
    left, right = written.parts
    form, function = tap_form(right, part.notation), as_function(left, right)
    name = function[0] if function is not None else left.text if left.form is Form.NAME else ""
    if form is None or not name or part.notation.resolve(left) is not None:
        return None
    if name in part.expanded:
        return None, []
    if left.form is Form.NAME and name in (form.window, form.tap):
        raise NotUnderstood(f"{name!r} is defined by itself")
    if form.is_padded:
        raise NotUnderstood(f"whether {name!r} is a position in X or in the padded X is not said")
    axis = _axis_of(name, part)
    if axis is not None and axis != form.axis:
        raise NotUnderstood(f"on which axis {name!r} is a position is said in two ways")
    cells = windows(part)
    own = next(iter(cells))[form.axis] if len(cells) == 1 else form.window
    # A function's letters are its own, unless one of them is that of the windows.
    window = own if function is None or own in function[1].letters else form.window
    tap = form.window if window == form.tap else form.tap
    pairs = [[window if at == form.axis else "", tap if at == form.axis else ""] for at in range(2)]
    letters = [(pairs[0][0], pairs[1][0]), (pairs[0][1], pairs[1][1])]
    found = judge_place(right, letters, pad_begin, form.axis, part)
    if (binder := part.ranges.get(tap)) is not None:
        found += _wrong_range(binder, kernel, f"the taps on the {AXES[form.axis]} spatial axis", form.axis, part)
    return part.claim(POSITION, "refuted" if found else "proved"), found


def judge_position_range(part: FormulaPart) -> JudgedFormula | None:
    """The range of a name that is a tap's position: the rows or the columns of X. None: it is none of such a name."""
    found = range_of(part.statement.written) or _condition_on_call(part)
    formula = _position(found.letter, part.notation) if found is not None else None
    form = tap_form(formula, part.notation) if formula is not None else None
    if found is None or form is None or form.is_padded:
        return None
    wrong = list(_wrong_range(found, x, f"X on its {AXES[form.axis]} spatial axis", form.axis, part))
    if found.letter.form is Form.CALL and len(wrong) != 1:
        return part.claim("range", "not understood"), []  # Of what it is a condition is not read.
    return part.claim("range", "refuted" if wrong else "proved"), wrong


def _position(written: Written, notation: Notation) -> Written | None:
    """The formula of a name, or of a function's call."""
    return notation.alias(written.text) if written.form is Form.NAME else notation.called(written)


def _condition_on_call(part: FormulaPart) -> Binder | None:
    """A condition on where a tap is: a tap is in range when `0 <= row(h, i) < H`. It is a finding where one of its ends
    is none of X; the sentence around it is not read, and nothing is proved of it."""
    written = part.statement.written
    ends = {"LE LT": False, "LE LE": True}
    is_between = written.form is Form.RELATION and written.text in ends and written.parts[1].form is Form.CALL
    is_condition = is_between and mood_of(part.document, part.statement.start, part.statement.text) is Mood.CONDITION
    return Binder(written.parts[1], written.parts[0], written.parts[2], ends[written.text]) if is_condition else None


def judge_tap_range(part: FormulaPart) -> JudgedFormula | None:
    """The range of a name with a number, `0 <= t_0 < k_0`, that a position multiplies with a dilation. None: it is no
    range of such a name. Raises NotUnderstood."""
    found = binder_of(part.statement.written)
    if found is None or not _NUMBERED.fullmatch(found.letter.text) or part.notation.resolve(found.letter) is not None:
        return None
    axis = _tap_letters(part).get(found.letter.text)
    if axis is None:
        return None
    wrong = list(_wrong_range(found, kernel, f"the taps on the {AXES[axis]} spatial axis", axis, part))
    return part.claim("range", "refuted" if wrong else "proved"), wrong


_NUMBERED = re.compile(r"[a-z]_?\d")


def _tap_letters(part: FormulaPart) -> dict[str, int]:
    """The letters of taps in the positions that the document gives, each with its axis."""
    found: dict[str, int] = {}
    for piece in part.document.of(Kind.MATH, Kind.CODE):
        written = formula_in(piece.text, piece.start) if "=" in piece.text else None
        for each in written.walk() if written is not None else ():
            is_equation = each.form is Form.RELATION and each.text == "EQ"
            if is_equation and (form := tap_form(each.parts[1], part.notation)) is not None:
                found[form.tap] = form.axis
    return found


def _wrong_range(found: Binder, wanted: Term, over: str, axis: int, part: FormulaPart) -> list[Finding]:
    """What is wrong with the range of a letter that runs over so many. Raises NotUnderstood."""
    low, high = bounds(found, part.meaning(axis))
    name = part.spelled(found.letter)
    ends = ((found.low, low, term(0), "first", "0"), (found.high, high, wanted, "last", ""))
    return [
        corrected("formula-wrong", at, f"{name} runs over {over}: its {what} value is another", text)
        for at, got, right, what, text in ends
        if not equal(right, got)
    ]


def _axis_of(name: str, part: FormulaPart) -> int | None:
    """The axis on which a name is a position: by its place in the cells of X, or by itself; None where nothing says."""
    places = {
        at
        for piece in part.document.of(Kind.MATH, Kind.CODE)
        if (written := formula_in(piece.text, piece.start)) is not None
        for cell in written.walk()
        if is_cell(cell, INPUTS)
        for at, letter in enumerate(cell.parts[-2:])
        if letter.form is Form.NAME and letter.text == name
    }
    own = named(name)
    places |= {0} if name in _ROWS else {1} if name in _COLUMNS else set()
    places |= {own.axis} if own is not None and own.axis is not None else set()
    return next(iter(places)) if len(places) == 1 else None if not places else -1
