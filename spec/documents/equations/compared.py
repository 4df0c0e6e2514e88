"""Comparisons of two formulas in words, "`d * (k - 1) + 1` is greater than `x + p`", as formulas."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from spec.documents.formulas.formulas import Form, Written, formula_in
from spec.documents.pages.model import Block, Kind

_SIGNS: Mapping[str, tuple[str, ...]] = {
    "GT": ("greater than", "larger than", "more than", "exceeds", "exceed"),
    "LT": ("less than", "smaller than", "fewer than", "below"),
    "LE": ("at most", "less than or equal to", "smaller than or equal to", "not greater than", "not larger than",
           "not more than", "no greater than", "no larger than", "no more than", "does not exceed", "not exceed"),
    "GE": ("at least", "greater than or equal to", "larger than or equal to", "not less than", "not smaller than",
           "no less than", "no smaller than"),
    "EQ": ("equal to", "the same as"),
}  # fmt: skip
_VERBS = ("", "is", "are", "be", "is strictly", "shall be", "must be", "shall", "must", "should be")
_SAID = {f"{verb} {words}".strip(): sign for sign, said in _SIGNS.items() for words in said for verb in _VERBS}
_NUMBERS = (Form.ADD, Form.SUBTRACT, Form.MULTIPLY, Form.DIVIDE, Form.CALL, Form.INDEX, Form.NAME, Form.FLOOR)


@dataclass(frozen=True, slots=True)
class ComparedInWords:
    """Two formulas that words compare: the comparison, and where the second stands, which says nothing alone."""

    written: Written
    second: int


def compared_in_words(block: Block) -> Iterator[ComparedInWords]:
    """The comparisons between formulas that follow each other in a block, at least one of which computes something."""
    shown = [piece for piece in block.pieces if piece.kind is not Kind.ANCHOR]
    for first, between, second in zip(shown, shown[1:], shown[2:], strict=False):
        sign = _SAID.get(" ".join(between.text.split()).lower()) if between.kind is Kind.TEXT else None
        if sign is None or first.kind not in (Kind.CODE, Kind.MATH) or second.kind not in (Kind.CODE, Kind.MATH):
            continue
        left, right = formula_in(first.text, first.start), formula_in(second.text, second.start)
        forms = {each.form for each in (left, right) if each is not None}
        # A name before the words may end a phrase: the height of `Y` is at most so much.
        if left is None or right is None or forms - set(_NUMBERS) or left.form is Form.NAME:
            continue
        yield ComparedInWords(Written(Form.RELATION, (left, right), sign, left.start, right.end), second.start)
