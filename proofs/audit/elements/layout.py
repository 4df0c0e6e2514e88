"""The layout of Indices where the letters of one tap stand in it, (h^*, w^*): the flat row-major index of that tap's
element, whichever tap is meant."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from proofs.assumptions.assumption import Assumption
from proofs.assumptions.lemmas import suppose
from proofs.audit.elements.cells import first_tap, flat_index
from proofs.audit.elements.part import FormulaPart, JudgedFormula, equal
from proofs.audit.rulebook.findings import Finding, for_witness
from proofs.audit.truth.truth import difference
from proofs.audit.truth.witnesses import with_letters
from proofs.engine.statement import Verdict
from spec.documents.equations.cells import INPUTS, OUTPUTS, Binder, binder_of, is_cell, position_of
from spec.documents.formulas.formulas import Form, Written, formula_in
from spec.documents.formulas.sentences import with_tensors
from spec.documents.formulas.tokens import NotUnderstood
from spec.documents.formulas.words import Role
from spec.documents.names.meaning import FlatMeaning, position
from spec.documents.names.notation import Notation
from spec.documents.pages.model import Kind
from spec.language.terms import Term, Variable, and_, free_variables
from spec.maxpool.vocabulary import dX
from spec.readings.value import evaluate
from spec.window.names import dilation, pad_begin, stride

LAYOUT = "layout of Indices"
"""The kind of a claim on the index of a tap that is named."""
ELEMENT = "element of the named tap"
"""The kind of a claim on the element under such a tap: which tap it is, is another."""
_PLACES = ("batch", "channel", "row", "column")
_CELL = 4
_AXES = 2
_ABOUT = "Indices.flat"
_VERDICTS = {"formula-undecided": Verdict.UNKNOWN}
_SIGNS = ("*", "star", "circ", "dagger", "hat")
_MARKS = ("*", "^")
"""What a letter of a named tap ends with: h^*, and \\hat{h}."""
_POSITIVE = frozenset(f"{v.name}_{axis}" for v in (stride, dilation) for axis in range(_AXES))


def judge_layout(part: FormulaPart) -> JudgedFormula | None:
    """Indices of a named tap is flat and row-major. None: it names none. Raises NotUnderstood."""
    found = position_of(part.statement.written)
    if found is None or found.condition is not None:
        return None
    told = told_pair(part)
    found = replace(found, index=_with_positions(found.index, part, told))
    if not any(_is_of_tap(each, told) for each in found.index.walk()):
        return None
    found = replace(found, index=_of_cases(found.index, part))
    meaning, place = _named_place(found.cell, found.index, told, part)
    wrong = wrong_index(place, meaning.number(found.index), found.index.start, part.notation)
    verdict = Verdict.PROVED if wrong is None else _VERDICTS.get(wrong.rule, Verdict.REFUTED)
    return part.claim(LAYOUT, verdict), [wrong] if wrong is not None else []


def judge_selected(part: FormulaPart) -> JudgedFormula | None:
    """Y is the element of X under a named tap, Y[b, c, m, n] = X[b, c, r, s]. None: it names none. Raises
    NotUnderstood."""
    written, told = part.statement.written, told_pair(part)
    if written.form is not Form.RELATION or written.text != "EQ" or not is_cell(written.parts[0], OUTPUTS):
        return None
    element = _with_positions(written.parts[1], part, told)
    if not is_cell(element, INPUTS) or not any(_is_of_tap(each, told) for each in element.walk()):
        return None
    meaning, place = _named_place(written.parts[0], element, told, part)
    if len(element.parts) != _CELL + 1:
        raise NotUnderstood(f"an element with {len(element.parts) - 1} indices")
    pairs = zip(written.parts[1].parts[1:], element.parts[1:], place, _PLACES, strict=True)
    wrong = [
        Finding("formula-wrong", at.start, f"this is not the {name} of the selected element")
        for at, given, right, name in pairs
        if not equal(right, meaning.number(given))
    ]
    return part.claim(ELEMENT, "refuted" if wrong else "proved"), wrong


def _named_place(
    cell: Written, said: Written, told: Sequence[str], part: FormulaPart
) -> tuple[FlatMeaning, tuple[Term, ...]]:
    """The place in X of the named tap's element: batch, channel, row and column, by the letters of a cell; and what
    reads formulas in these letters. Raises NotUnderstood."""
    letters = [p.text for p in cell.parts[1:] if p.form is Form.NAME]
    if len(set(letters)) != _CELL or len(cell.parts) != _CELL + 1:
        raise NotUnderstood(f"the cell of {cell.parts[0].text} has not four letters")
    tap = named_tap(starred_pair(part) if any(map(_is_starred, said.walk())) else told, part)
    pair = tap.letters
    meaning = FlatMeaning(part.notation, bound={letter: position(letter) for letter in (*letters, *pair)})
    batch, channel, *windows = map(position, letters)
    places: list[Term] = [position(starred) for starred in pair]
    if tap.first is not None:
        numbers = [at - first for at, first in zip(places, tap.first, strict=True)]
        places = [_under_tap(*each, axis) for axis, each in enumerate(zip(windows, numbers, strict=True))]
    return meaning, (batch, channel, *places)


def _with_positions(index: Written, part: FormulaPart, told: Sequence[str]) -> Written:
    """The index with the positions of the named tap, r = m s + h^* d - p, in the place of their names."""
    if index.form is Form.NAME:
        alias = part.notation.alias(index.text)
        if alias is not None and _is_starred(index):
            _check_once(index.text, part)
        return alias if alias is not None and any(_is_of_tap(each, told) for each in alias.walk()) else index
    return replace(index, parts=tuple(_with_positions(each, part, told) for each in index.parts))


def _check_once(name: str, part: FormulaPart) -> None:
    """Raise NotUnderstood if the document defines a starred letter twice, or by itself."""
    sides = [each.parts for each in _formulas(part, *_SIGNS) if each.form is Form.RELATION and each.text == "EQ"]
    defined = [right for left, right in sides if left.form is Form.NAME and left.text == name]
    is_circular = any(each.form is Form.NAME and each.text == name for right in defined for each in right.walk())
    if len({*defined}) > 1 or is_circular:
        raise NotUnderstood(f"{name!r} is defined twice, or by itself")


def _of_cases(index: Written, part: FormulaPart) -> Written:
    """The case in which the named tap is one of a set that the document defines; the others are of no window."""
    if index.form is not Form.CASES:
        return index
    branches = [each for each in index.parts if each.form is Form.BRANCH]
    others = [each for each in index.parts if each.form is not Form.BRANCH]
    told = [each for each in branches if _is_of_a_set(each.parts[1], part)]
    if len(branches) != 1 or told != branches or any(_is_starred(name) for each in others for name in each.walk()):
        raise NotUnderstood("in which case the index is that of the tap is not said")
    return told[0].parts[0]


def _is_of_a_set(condition: Written, part: FormulaPart) -> bool:
    is_in = condition.form is Form.RELATION and condition.text == "IN" and len(condition.parts) == _AXES
    return is_in and starred_letters(condition.parts[0]) is not None and condition.parts[1].text in part.sets


def _is_starred(written: Written) -> bool:
    return written.form is Form.NAME and written.text.endswith(_MARKS)


def _is_of_tap(written: Written, told: Sequence[str]) -> bool:
    return _is_starred(written) or (written.form is Form.NAME and written.text in told)


def told_pair(part: FormulaPart) -> tuple[str, ...]:
    """The letters that the document gives the selected tap in words, without a star: `let $(i, j)$ be the selected
    tap`; none where it does not, or gives it others too."""
    texts = [block.text for block in part.document.blocks]
    found = {(said["row"], said["column"]) for text in texts for said in _TOLD.finditer(text)}
    are_all_read = sum(len(_SPOKEN_OF.findall(text)) - len(_TOLD.findall(text)) for text in texts) == 0
    return found.pop() if len(found) == 1 and are_all_read else ()


_SPOKEN_OF = re.compile(
    r"\(\s*(?P<row>[a-z])\s*,\s*(?P<column>[a-z])\s*\)[$`]?\s+(?:be|is|denotes?)\s+the\s+"
    r"(?:selected|chosen|winning)\s+tap\b"
)
_TOLD = re.compile(
    rf"(?:\A|[.;]\s+|,\s+(?=where\s))(?:(?:[Ll]et|[Ww]ith|[Hh]ere|where),?\s+)*[$`]?{_SPOKEN_OF.pattern}"
    r"(?=\s*(?:[.;]|:?\s*\Z|,\s+and\s+let\s))"
)
"""Nothing else is said of the pair in its clause: `behind $(i, j)$`, `it is false that`, `counted from 1`."""


def _bare(letter: str) -> str:
    return letter.rstrip("".join(_MARKS))


def starred_pair(part: FormulaPart) -> tuple[str, str]:
    """The one pair of starred letters that the document names. Raises NotUnderstood."""
    found = {pair for written in _formulas(part, *_SIGNS) for pair in _pairs(written)}
    if len(found) != 1:
        raise NotUnderstood("which tap the starred letters are, as (h^*, w^*), is not said, or said in two ways")
    return found.pop()


def _pairs(written: Written) -> Iterator[tuple[str, str]]:
    yield from (pair for each in written.walk() if (pair := starred_letters(each)) is not None)


def starred_letters(pair: Written) -> tuple[str, str] | None:
    """The letters of (h^*, w^*); None for what is no such pair."""
    is_pair = pair.form is Form.INTERVAL and pair.text == "()" and all(map(_is_starred, pair.parts))
    return (pair.parts[0].text, pair.parts[1].text) if is_pair else None


def _formulas(part: FormulaPart, *signs: str) -> Iterator[Written]:
    """The formulas of the document that are read, and hold one of some signs."""
    for piece in part.document.of(Kind.MATH, Kind.CODE):
        if not signs or any(sign in piece.text for sign in signs):
            written = formula_in(piece.text, piece.start)
            yield from (with_tensors(written, part.notation.tensors),) if written is not None else ()


@dataclass(frozen=True, slots=True)
class NamedTap:
    """The letters of a tap in the order of the axes; `first` are the numbers that the first taps have, None where the
    letters are a position in X."""

    letters: tuple[str, str]
    first: tuple[Term, Term] | None


def named_tap(pair: Sequence[str], part: FormulaPart) -> NamedTap:
    """On which axes the letters of a pair are, and what they count: by the ranges of taps, or by the places of
    elements, that have these letters without the star. Raises NotUnderstood."""
    taps = {binder.letter.text: binder for each in _formulas(part) for binder in _ranges_of_kernel(each, part)}
    axes = {letter: axis for letter, binder in taps.items() if (axis := _axis_of(binder, part)) is not None}
    places = {letter: axis for each in _formulas(part) for letter, axis in _places(each)}
    bare = tuple(_bare(letter) for letter in pair)
    of = [told for told in (axes, places) if set(bare) <= told.keys()]
    if len(of) != 1:
        raise NotUnderstood("whether the starred letters are a tap or a position in X is not said")
    ordered = sorted(pair, key=lambda letter: of[0][_bare(letter)])
    if {of[0][letter] for letter in bare} != {0, 1}:
        raise NotUnderstood("on which axis each of the starred letters is, is not said")
    letters = ordered[0], ordered[1]
    if of[0] is places:
        return NamedTap(letters, None)
    first = [first_tap(taps[_bare(letter)], part.meaning(axis)) for axis, letter in enumerate(letters)]
    return NamedTap(letters, (first[0], first[1]))


def _ranges_of_kernel(written: Written, part: FormulaPart) -> Iterator[Binder]:
    for each in written.walk():
        if (binder := binder_of(each)) is not None and _axis_of(binder, part) is not None:
            yield binder


def _axis_of(binder: Binder, part: FormulaPart) -> int | None:
    """The axis of the kernel over which a letter runs; None where it runs over none."""
    named = [part.notation.resolve(each) for each in binder.high.walk()]
    # `kernel_shape` of `kernel_shape[0]` is of no axis.
    axes = {q.axis for q in named if q is not None and q.role is Role.KERNEL and q.axis is not None}
    return axes.pop() if len(axes) == 1 else None


def _places(written: Written) -> Iterator[tuple[str, int]]:
    """The letters that are rows or columns of elements of X, with their axes."""
    for cell in written.walk():
        if is_cell(cell, INPUTS) and len(cell.parts) == _CELL + 1:
            yield from ((p.text, axis) for axis, p in enumerate(cell.parts[-_AXES:]) if p.form is Form.NAME)


def _under_tap(window: Term, tap: Term, axis: int) -> Term:
    s, d, p = (Variable(f"{v.name}_{axis}") for v in (stride, dilation, pad_begin))
    return window * s + tap * d - p


def wrong_index(place: tuple[Term, ...], got: Term, start: int, names: Notation) -> Finding | None:
    """What is wrong with a number as the index of the element at a place of X: batch, channel, row, column. None where
    it is proved to be the flat row-major one."""
    batch, channel, row, column = place
    whole = flat_index(place)
    assumptions = (_of_a_call(place, whole, got),)
    values = difference(assumptions, whole, got, _ABOUT)
    if values is None:
        return None
    if not values:
        return Finding("formula-undecided", start, "neither proved nor refuted: the index of this element")
    shown = with_letters(values, None, {}, names.spelled)
    is_of_plane = not free_variables(got) & (free_variables(batch) | free_variables(channel))
    if is_of_plane and difference(assumptions, row * dX[3] + column, got, _ABOUT) is None:
        message = "the index leaves out batch and channel: it points into one plane, not into the whole tensor: "
        return Finding("index-offset-missing", start, f"{message}{for_witness(shown)}", shown)
    gives, right = evaluate(got, values), evaluate(whole, values)
    message = f"the index is not the flat row-major one: {for_witness(shown)} it is {gives}, but should be {right}"
    return Finding("formula-wrong", start, message, shown)


def _of_a_call(place: tuple[Term, ...], whole: Term, got: Term) -> Assumption:
    """The place is one of X; sizes and steps are positive, all else is not negative."""
    named = sorted(free_variables(whole) | free_variables(got) | {dX[0]}, key=lambda v: (v not in dX, v.name))
    signs = (v >= (1 if v in dX or v.name in _POSITIVE else 0) for v in named)
    inside = (and_(at >= 0, at < size) for at, size in zip(place, dX, strict=True))
    return suppose("an element of X", and_(*signs, *inside))
