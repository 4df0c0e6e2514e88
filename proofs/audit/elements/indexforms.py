"""Indices that are told by their form alone, `((n * C + c) * H + h) * W + w`: letters, and sizes of X. Which letter is
the batch, the channel, the row or the column is said elsewhere; where it is not, an order of them that is right is
looked for, and only what is wrong in every order is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise, permutations

from proofs.audit.elements.layout import LAYOUT, judge_layout, judge_selected, wrong_index
from proofs.audit.elements.part import FormulaPart, JudgedFormula, equal
from proofs.audit.elements.tapforms import TapForm, judge_tap_form, tap_form
from proofs.audit.rulebook.findings import corrected
from proofs.audit.truth.witnesses import size_name
from spec.documents.equations.cells import INDICES, INPUTS, is_cell, position_of
from spec.documents.formulas.formulas import Form, Written, formula_in
from spec.documents.formulas.places import OF_ELEMENT, POSITIONS
from spec.documents.formulas.sentences import Atom, sentences, with_tensors
from spec.documents.formulas.tokens import NotUnderstood
from spec.documents.formulas.words import PADDED_NAMES, Role
from spec.documents.names.meaning import FlatMeaning, position
from spec.documents.pages.model import Kind
from spec.language.terms import Term, term
from spec.maxpool.vocabulary import dX

_SIZES = (Role.BATCH, Role.CHANNELS, Role.X)
_COMPUTED = (Form.ADD, Form.SUBTRACT, Form.MULTIPLY)
_CELL, _PLANE = 4, 2
_LETTERS: tuple[frozenset[str], ...] = (
    frozenset("n b batch".split()), frozenset("c ch channel".split()),
    frozenset("h r y row".split()), frozenset("w x col column".split()),
)  # fmt: skip
"""Letters that say by themselves which place they are, if all four do."""


def judge_index(part: FormulaPart) -> JudgedFormula | None:
    """An equation that gives an index: of a tap that the document names, or by its form alone where what the tap's
    letters are is not said. None: it is none. Raises NotUnderstood."""
    try:
        return judge_selected(part) or judge_layout(part) or judge_index_form(part)
    except NotUnderstood as reason:
        if (found := judge_index_form(part)) is None:
            raise reason from None
        return found


def judge_index_form(part: FormulaPart) -> JudgedFormula | None:
    """An equation that gives the flat index of an element of X. None: it is none. Raises NotUnderstood."""
    written = part.statement.written
    if written.form is not Form.RELATION or written.text != "EQ" or len(written.parts) != _PLANE:
        return None
    left, right = written.parts
    letters = _letters(right, part)
    if letters is None or not _is_index(left, letters):
        return None
    if _padded(part) & set(letters):
        raise NotUnderstood("a letter is a position in the padded X")
    if is_cell(left, INDICES) and (own := {p.text for p in left.parts[-_PLANE:]} & set(letters)):
        raise NotUnderstood(f"{' and '.join(sorted(own))}: a place in the output, and not that of an element of X")
    found = position_of(written)
    if found is not None and found.condition is not None:
        return None
    meaning = FlatMeaning(part.notation, bound={letter: position(letter) for letter in letters})
    got = meaning.number(right)
    order = _order(left, letters, part)
    if order is not None:
        wrong = wrong_index(_place(order), got, right.start, part.notation)
        return part.claim(LAYOUT, "refuted" if wrong else "proved"), [wrong] if wrong is not None else []
    if len(letters) != _CELL:
        raise NotUnderstood("which letters are the row and the column is not said")
    tried = [wrong_index(_place(each), got, right.start, part.notation) for each in permutations(letters)]
    if None in tried and left.form in (Form.NAME, Form.CALL):
        return None  # Of a name or function that is only given a value, nothing has to be said.
    if None in tried:
        raise NotUnderstood("which of the letters are the batch, the channel, the row and the column is not said")
    return part.claim(LAYOUT, "refuted"), [wrong for wrong in tried[:1] if wrong is not None]


def judge_place_range(part: FormulaPart) -> JudgedFormula | None:
    """0 <= h' < H, of a letter that sentences call the row or the column of an element of X: it runs over X. None: it
    is no range of such a letter. Raises NotUnderstood."""
    written = part.statement.written
    if written.form is not Form.RELATION or written.text not in ("LE LT", "LE LE"):
        return None
    low, letter, high = written.parts
    axis = next((told[letter.text] for told in _told_rows(part) if letter.text in told), None)
    if axis is None:
        return None
    meaning = FlatMeaning(part.notation)
    end = meaning.number(high) + 1 if written.text == "LE LE" else meaning.number(high)
    wrong = []
    if not equal(term(0), meaning.number(low)):
        wrong.append(corrected("formula-wrong", low, f"{letter.text} is a place in X: its first value is 0", "0"))
    if not equal(dX[_PLANE + axis], end):
        size = size_name("X", _PLANE + axis, part.notation.spelled)
        last = f"{size} - 1"
        message = f"{letter.text} is a place in X, without padding: its last value is {last}"
        wrong.append(corrected("formula-wrong", high, message, last if written.text == "LE LE" else size))
    return part.claim("range", "refuted" if wrong else "proved"), wrong


def is_flat(written: Written, part: FormulaPart) -> bool:
    """It is made of the four letters of a place and of sizes of X, as a flat index is."""
    return len(_letters(written, part) or ()) == _CELL


def has_form(part: FormulaPart) -> bool:
    """Whether an equation in running text is a position or an index by its form."""
    try:
        return judge_tap_form(part) is not None or judge_index_form(part) is not None
    except NotUnderstood:
        return True


def _place(letters: tuple[str, ...]) -> tuple[Term, ...]:
    return tuple(position(letter) for letter in letters)


def _letters(written: Written, part: FormulaPart) -> tuple[str, ...] | None:
    """The letters of an index, if it is made of them and of sizes of X by sums and products."""
    letters: list[str] = []
    sizes = 0
    waiting = [written]
    while waiting:
        each = waiting.pop(0)
        if each.form in _COMPUTED:
            waiting = [*each.parts, *waiting]
        elif (known := part.notation.resolve(each)) is not None:
            if known.role not in _SIZES:
                return None
            sizes += 1
        elif each.form is Form.NAME:
            letters.append(each.text)
        elif each.form is not Form.NUMBER:
            return None
    is_index = sizes > 0 and len(set(letters)) == len(letters) and len(letters) in (_CELL, _PLANE)
    return tuple(letters) if is_index else None


def _is_index(left: Written, letters: tuple[str, ...]) -> bool:
    """What an equation gives is an index: a cell of Indices; of four letters a name, or a function of them."""
    is_of_letters = left.form is Form.CALL and {each.text for each in left.parts[1:]} == {*letters}
    return is_cell(left, INDICES) or (len(letters) == _CELL and (left.form is Form.NAME or is_of_letters))


def _order(left: Written, letters: tuple[str, ...], part: FormulaPart) -> tuple[str, ...] | None:
    """The letters as batch, channel, row and column; None where nothing says which is which, or it is said twice."""
    found = {order for order in _said(part) if set(letters) <= set(order)}
    planes = (
        {tuple(p.text for p in left.parts[1:3])} if is_cell(left, INDICES) and len(left.parts) == _CELL + 1 else set()
    )
    for batch_channel in planes if not found else ():
        for rows in (_rows(part), *_told_rows(part)):
            if set(letters) - set(batch_channel) == set(rows) or (len(rows) == _PLANE and set(letters) == set(rows)):
                found.add((*batch_channel, *sorted(rows, key=rows.__getitem__)))
    if not found:
        named = [next((at for at, of in enumerate(_LETTERS) if letter.lower() in of), -1) for letter in letters]
        if sorted(named) == list(range(_CELL))[-len(letters) :] and len(letters) == _PLANE:
            pair = tuple(letter for _, letter in sorted(zip(named, letters, strict=True)))
            found.add(("n", "c", *pair))
        elif sorted(named) == list(range(_CELL)):
            found.add(tuple(letter for _, letter in sorted(zip(named, letters, strict=True))))
    if len(found) > 1:
        raise NotUnderstood("which letters are the row and the column is said in two ways")
    return next(iter(found), None)


def _written(part: FormulaPart) -> Iterator[Written]:
    for piece in part.document.of(Kind.MATH, Kind.CODE):
        if (written := formula_in(piece.text, piece.start)) is not None:
            yield from with_tensors(written, part.notation.tensors).walk()


def _said(part: FormulaPart) -> Iterator[tuple[str, ...]]:
    """Four letters that stand as the place of an element of X: in a cell of it, or as (n, c, h, w) alone."""
    for each in _written(part):
        parts = each.parts[1:] if is_cell(each, INPUTS) else each.parts if each.form is Form.TUPLE else ()
        if len(parts) == _CELL and all(p.form is Form.NAME and part.notation.resolve(p) is None for p in parts):
            yield tuple(p.text for p in parts)


def _padded(part: FormulaPart) -> frozenset[str]:
    """The letters that are positions in the padded X."""
    found: set[str] = set()
    for each in _written(part):
        if is_cell(each, PADDED_NAMES):
            found |= {p.text for p in each.parts[-_PLANE:]}
        elif each.form is Form.RELATION and each.text == "EQ" and len(each.parts) == _PLANE:
            form = tap_form(each.parts[1], part.notation)
            found |= {each.parts[0].text} if form is not None and form.is_padded else set()
    return frozenset(found)


def _rows(part: FormulaPart) -> dict[str, int]:
    """The letters that are positions in X, with their axes: those of X's cells, and those that have the form of a tap's
    position."""
    rows: dict[str, int] = {}
    for each in _written(part):
        if is_cell(each, INPUTS) and len(each.parts) == _CELL + 1:
            rows |= {p.text: axis for axis, p in enumerate(each.parts[-_PLANE:]) if p.form is Form.NAME}
        if each.form is Form.RELATION and each.text == "EQ" and each.parts[0].form is Form.NAME:
            form: TapForm | None = tap_form(each.parts[1], part.notation) if len(each.parts) == _PLANE else None
            rows |= {each.parts[0].text: form.axis} if form is not None and not form.is_padded else {}
    return rows


def _told_rows(part: FormulaPart) -> Iterator[dict[str, int]]:
    """The letters that sentences call the position (h, w), or a row and a column, where a document has one of each."""
    told: set[tuple[str, int]] = set()
    for block in part.document.blocks:
        for sentence in sentences(block):
            if pair := _pair(sentence):
                yield pair
            is_in_x = not any(atom.text.lower() in _ELSEWHERE for atom in sentence)
            here = set(_called(sentence)) if is_in_x else set()
            if sorted(axis for _, axis in here) == [0, 1]:
                yield dict(here)
            told |= here
    if sorted(axis for _, axis in told) == [0, 1]:
        yield dict(told)


def _called(sentence: Sequence[Atom]) -> Iterator[tuple[str, int]]:
    """The letters that stand behind `row` and `column`, with their axes; a tap row is one of the kernel."""
    for before, (word, atom) in zip([None, *sentence], pairwise(sentence), strict=False):
        axis = _PLACES.get(word.text.lower())
        is_in_kernel = before is not None and before.word.kind in ("_TAP", "_KERNEL")
        if axis is not None and not is_in_kernel and atom.is_marked and len(atom.names) == 1:
            yield atom.names[0], axis


def _pair(sentence: Sequence[Atom]) -> dict[str, int]:
    """(i, j) is the position of the selected element in its plane; (r^*, c^*) is the selected position: the row and the
    column, if all words are of few, up to a comma behind which nothing is said of planes and of padding."""
    for at, atom in enumerate(sentence):
        names = atom.names if atom.is_marked and len(atom.names) == _PLANE else ()
        before = " ".join(each.text.lower() for each in sentence[max(at - 3, 0) : at])
        is_at = _AT.search(before) is not None
        if names and _is_place(sentence[at + 1 :], is_at=is_at, is_in_x=all(name.endswith("*") for name in names)):
            return {name: axis for axis, name in enumerate(names)}
    return {}


def _is_place(words: Sequence[Atom], *, is_at: bool, is_in_x: bool) -> bool:
    """What stands behind a pair of letters says that it is a place in X, without padding, rows first."""
    text = " ".join(_NAMED_X if each.names == ("X",) else "" if each.is_marked else each.text for each in words)
    first, *parts = re.split(r",|\bthen\b", _UNCOUNTED.sub("", text.lower()))
    told = re.findall(_WORD, first)
    while parts and set(re.findall(_WORD, parts[0])) <= _TELLING:
        told += re.findall(_WORD, parts.pop(0))
    axes = [word for word in told if word in _PLACES]
    is_position = is_at or not POSITIONS.isdisjoint(told)
    is_within = is_in_x or not _WITHIN.isdisjoint(told)
    rest = re.findall(_WORD, " ".join(parts))
    return (
        (is_position and is_within and _TELLING.issuperset(told))
        and axes in ([], ["row", "column"])
        and _LIMITING.isdisjoint(rest)
    )


_PLACES = {"row": 0, "column": 1}
_AT = re.compile(r"(?:\bat(?: (?:the )?(?:place|position))?|\bthe (?:place|position))$")
_WITHIN = frozenset(("plane", "image", "x"))
_TELLING = POSITIONS | OF_ELEMENT | _WITHIN | {"itself", "measured"}
_LIMITING = frozenset("padding padded plane unpadded".split())
_ELSEWHERE = frozenset("output outputs result padded plane unpadded".split())
"""Of what else than X a row and a column may be."""
_NAMED_X, _WORD = "x", r"[a-z]+"
_UNCOUNTED = re.compile(
    r"\b(?:not counting|without(?: counting)?|excluding|ignoring)(?: any| the| its)? padding\b"
    r"|\bpadding (?:is )?(?:not (?:counted|included)|excluded|ignored)\b"
    r"|\bnot in (?:a|the|its) padded (?:copy|input|tensor|x)\b"
)
"""What says that padding is not counted."""
