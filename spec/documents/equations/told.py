"""Sentences that give a quantity its formula, "the height of Y shall be" and then code or mathematics, as equations.

The whole sentence is read: a requirement's label, the quantity by the grammar of phrases or by its name, a verb that
says equality, the formula. Of a sentence with any other word the formula is none of an equation's right sides.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from spec.documents.formulas.formulas import Form, Written, formula_in
from spec.documents.formulas.phrases import meaning_of
from spec.documents.formulas.sentences import Atom, phrase, sentences, without_label
from spec.documents.formulas.words import PADDED_NAMES, Role
from spec.documents.pages.model import Block, Kind, Piece, Shape

_TOLD = (Shape.PARAGRAPH, Shape.ITEM)
_GIVEN = (Role.Y, Role.PADDED, Role.EXTENT)
"""The quantities that such a sentence gives: sizes, which the clauses derive from others."""
_MODALS = ("shall", "must", "will", "should")
_VERBS = (
    "is", "be", "equals", "equal", "is equal to", "be equal to", "is the value of", "be the value of", "is then",
    "is given by", "be given by", "is defined as", "be defined as", "is defined by", "be defined by",
    "is computed as", "be computed as", "is computed by", "be computed by", "is calculated as", "be calculated as",
    "is calculated by", "be calculated by", "is obtained as", "be obtained as", "is obtained by", "be obtained by",
    "is determined as", "be determined as", "is evaluated as", "be evaluated as", "is derived as", "be derived as",
    "is set to", "be set to", "is exactly", "be exactly", "amounts to", "comes to",
)  # fmt: skip
"""Verbs that say equality. What is derived *from* a formula, or at most a formula, is not equal to it."""
_NOUNS = ("the formula", "the following formula", "the expression", "the following expression", "formula", "expression")
_IMPERATIVES = ("compute", "calculate", "derive")
"""What may stand before a quantity that `as` or `by` gives its formula: "the operator shall compute"."""
_OPERATORS = ("the operator", "the implementation", "the function", "an implementation")
_GIVES = ("is", "shall be", "gives", "shall give", "yields")
"""What may stand between a formula and the quantity that it gives."""
_EXPLAINS = ("where", "with")
"""What may follow a formula behind a comma: its letters."""
_ROUNDING = frozenset(
    "division divisions divide divided quotient rounds round rounded rounding integer truncates".split()
)
_COMPUTED = (
    *(Form.ADD, Form.SUBTRACT, Form.MULTIPLY, Form.DIVIDE, Form.FLOOR_DIVIDE, Form.FLOOR, Form.CEIL, Form.CALL),
    *(Form.MODULO, Form.POWER),
)


@dataclass(frozen=True, slots=True)
class ToldFormula:
    """A formula in a sentence: where it stands, and what the sentence gives by it; None if that is not understood."""

    start: int
    left: Written | None


def told_formulas(block: Block) -> Iterator[ToldFormula]:
    """The formulas of a block that are computed and that its sentences give a size, or may be meant to."""
    if block.shape not in _TOLD:
        return
    formulas = {piece.start: piece for piece in block.of(Kind.MATH, Kind.CODE) if _is_computed(piece)}
    before: Sequence[Atom] = ()
    for sentence in sentences(block) if formulas else ():
        yield from _told(without_label(sentence), formulas, before)
        before = sentence


def _is_computed(piece: Piece) -> bool:
    """A formula that compares nothing, and is more than a name or an entry."""
    written = formula_in(piece.text, piece.start)
    return written is not None and written.form in _COMPUTED and _is_sized(written)


def _is_sized(written: Written) -> bool:
    """It computes: `f(x)` alone is a call of something, `floor(a / b)` is a formula."""
    return written.form is not Form.CALL or written.parts[0].text in ("floor", "ceil", "max", "min")


def _told(
    sentence: Sequence[Atom], formulas: Mapping[int, Piece], before: Sequence[Atom] = ()
) -> Iterator[ToldFormula]:
    """Each formula of a sentence, with what stands before it from the formula before on; `before` is the sentence in
    front."""
    places = [at for at, atom in enumerate(sentence) if atom.is_marked and atom.start in formulas]
    if not places:
        return
    read = _in_front(sentence) or _of_span(sentence, places) or _of_padded(sentence, places, before)
    found = read or [
        _given(sentence[(before_it + 1 if before_it >= 0 else 0) : at], is_first=before_it < 0)
        for before_it, at in pairwise([-1, *places])
    ]
    is_whole = None not in found and _may_end(sentence[places[-1] + 1 :], is_read=bool(read))
    for at, left in zip(places, found, strict=False):
        yield ToldFormula(sentence[at].start, left if is_whole else None)


def _in_front(sentence: Sequence[Atom]) -> list[Written | None]:
    """What a sentence's first word, a formula, is said to give: "`floor(...)` is the height of Y"."""
    if not sentence[0].is_marked:
        return []
    for verb in _GIVES:
        words = verb.split()
        if [atom.text.lower() for atom in sentence[1 : len(words) + 1]] == words:
            quantity = _quantity(sentence[len(words) + 1 :])
            return [quantity] if quantity is not None else []
    return []


def _of_span(sentence: Sequence[Atom], places: Sequence[int]) -> list[Written | None]:
    """The extent, where a sentence says that the dilated kernel spans so many positions, and then ends or goes on."""
    at = places[0]
    words = [atom.text.lower() for atom in sentence]
    is_kernel = words[at - 3 : at - 1] == ["dilated", "kernel"] and words[at - 1] in _SPANS
    ends = words[at + 1 : at + 2] in (["positions"], ["elements"], ["places"]) and words[at + 2 : at + 3] in _BEHIND
    if len(places) > 1 or not is_kernel or not ends:
        return []
    written = formula_in(sentence[at].text, sentence[at].start)
    parts = list(written.walk()) if written is not None else []
    names = [part for part in parts if part.form is Form.NAME]
    entries = [part for part in parts if part.form is Form.INDEX]
    letters = {part.parts[1].text for part in entries}
    # All of it is of one axis, by a letter: each name is that of a list, or the letter.
    if len(letters) != 1 or len(names) != 2 * len(entries) or not (letter := letters.pop()).isalpha():
        return []
    extent = f"extent of the dilated kernel along axis {letter}"
    return [Written(Form.NAME, (), extent, sentence[at - 3].start, sentence[at - 2].start + len("kernel"))]


def _of_padded(sentence: Sequence[Atom], places: Sequence[int], before: Sequence[Atom]) -> list[Written | None]:
    """The height and the width of the padded input, where a sentence gives its two spatial sizes by two formulas; what
    `its` sizes are of stands at the beginning of the sentence in front."""
    if len(places) != len(_PADDED_SIZES) or places[1] - places[0] != len(_PADDED_SIZES):
        return []
    words = ["X_p" if atom.text in PADDED_NAMES else atom.text.lower() for atom in sentence]
    own = before[0].text in PADDED_NAMES if before else False
    said = _ITS_SIZES if own and words[:1] == ["its"] else _SIZES_OF_PADDED
    joined = words[places[0] + 1] == "and" and len(sentence) == places[1] + 1
    if not joined or said.fullmatch(" ".join(words[: places[0]])) is None:
        return []
    start, end = sentence[0].start, sentence[places[0] - 1].start
    return [Written(Form.NAME, (), f"{size} of the padded input", start, end) for size in _PADDED_SIZES]


_PADDED_SIZES = ("height", "width")
_ITS_SIZES = re.compile(r"its (?:two )?spatial (?:axes|dimensions|sizes) (?:are|have the sizes?|have sizes)")
_SIZES_OF_PADDED = re.compile(
    r"(?:the )?(?:two )?spatial (?:dimensions|sizes) of (?:the )?(?:X_p|padded (?:input|tensor|version of x|x)) are"
)
_SPANS = ("spans", "covers", "measures", "occupies")
_BEHIND: Sequence[list[str]] = ([], [","], ["."], ["on"], ["along"])


def _given(before: Sequence[Atom], *, is_first: bool) -> Written | None:
    """The quantity that words before a formula give it: all of them, or None."""
    if not is_first:
        while before and before[0].word.kind in ("COMMA", "AND"):
            before = before[1:]
    for imperative in _imperatives() if is_first else ():
        if _begins(before, imperative) and before[-1].text.lower() in ("as", "by"):
            return _quantity(before[len(imperative) : -1])
    for verb in _verbs():
        if _begins(before[len(before) - len(verb) :], verb) and len(before) > len(verb):
            return _quantity(before[: len(before) - len(verb)])
    return None


def _begins(atoms: Sequence[Atom], words: Sequence[str]) -> bool:
    return [atom.text.lower() for atom in atoms[: len(words)]] == list(words)


@cache
def _verbs() -> Sequence[tuple[str, ...]]:
    """All verbs, the longest first; what is given *by* a formula may be given by "the formula"."""
    plain = [verb for verb in _VERBS if not verb.startswith("be") and verb != "equal"]
    modal = [f"{modal} {verb}" for modal in _MODALS for verb in _VERBS if verb.startswith("be") or verb == "equal"]
    by = [f"{verb} {noun}" for verb in (*plain, *modal) if verb.endswith(" by") for noun in _NOUNS]
    colons = [f"{verb} :" for verb in (*plain, *modal, *by)]
    return sorted((tuple(verb.split()) for verb in (*plain, *modal, *by, *colons, "=", ":")), key=len, reverse=True)


@cache
def _imperatives() -> Sequence[tuple[str, ...]]:
    said = [f"{of} {modal} {verb}" for of in _OPERATORS for modal in _MODALS for verb in _IMPERATIVES]
    return [tuple(each.split()) for each in (*said, *_IMPERATIVES)]


def _quantity(atoms: Sequence[Atom]) -> Written | None:
    """A size as a name: one alone, or in words."""
    if len(atoms) == 1 and (atoms[0].is_marked or atoms[0].names):
        written = formula_in(atoms[0].text, atoms[0].start)
        return written if written is not None and written.form in (Form.NAME, Form.INDEX) else None
    means = meaning_of(phrase(atoms))
    if means is None or means.role not in _GIVEN:
        return None
    text = " ".join(atom.text for atom in atoms)
    return Written(Form.NAME, (), text, atoms[0].start, atoms[-1].start + len(atoms[-1].text))


def _may_end(atoms: Sequence[Atom], *, is_read: bool) -> bool:
    """A sentence ends with its formula, or explains its letters; one that `is_read` needs no more than was read."""
    if is_read or not atoms:
        return True
    if any(atom.text.lower() in _ROUNDING for atom in atoms):
        # How the formula's division rounds is said behind it, which is not read.
        return False
    return atoms[0].word.kind == "COMMA" and len(atoms) > 1 and atoms[1].text.lower() in _EXPLAINS
