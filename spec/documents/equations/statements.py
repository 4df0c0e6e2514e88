"""The formulas of a document, each with the words around it that say when it holds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import zip_longest
from typing import TypeVar

from spec.documents.equations.cells import binder_of
from spec.documents.equations.compared import compared_in_words
from spec.documents.equations.conditional import ConditionalFormula, conditional_formulas, of_unknown_cases
from spec.documents.equations.instances import on_each_axis
from spec.documents.equations.listings import COMPUTES, listed, may_be
from spec.documents.equations.told import ToldFormula, told_formulas
from spec.documents.equations.values import OUTPUT, is_of_values
from spec.documents.formulas.formulas import Form, Written, parse_formula, tensor_of_shape
from spec.documents.formulas.running import is_condition, running_formulas, with_sign, with_words_in_front
from spec.documents.formulas.sentences import tensors_of, with_tensors
from spec.documents.formulas.tokens import NotUnderstood
from spec.documents.formulas.words import TENSOR_AXES
from spec.documents.names.introduced import is_equation_of_pieces
from spec.documents.names.shapes import typed_shape
from spec.documents.names.symbols import formulas_of_tables, list_of_names
from spec.documents.pages.model import Document, Kind, Piece, Shape
from spec.documents.pages.tables import cases_of_tables


class Padding(StrEnum):
    """How a formula's padding is given."""

    EXPLICIT = "explicit"
    VALID = "valid"
    SAME = "same"


class Rounding(StrEnum):
    """How a formula's output size is rounded."""

    FLOOR = "floor"
    CEIL = "ceil"


@dataclass(frozen=True, slots=True)
class StatedFormula:
    """A formula of a document: as parsed, as text, its place, the headings it stands under, and when it holds.

    `in_words`: a sentence says what its right side, which is `text`, is equal to.
    """

    written: Written
    text: str
    start: int
    path: tuple[str, ...]
    padding: Padding
    rounding: Rounding
    is_latex: bool
    in_words: bool = False


@dataclass(frozen=True, slots=True)
class Unread:
    """What looks like a formula and was not understood, with the reason.

    `in_words`: a formula without a comparison, in a sentence that may say what it is equal to.
    """

    text: str
    start: int
    reason: str
    is_latex: bool
    in_words: bool = False


@dataclass(frozen=True, slots=True)
class _Passage:
    """Running text; or what may be a formula, which has a place. `told`: a sentence says what it gives."""

    text: str
    path: tuple[str, ...]
    start: int | None = None
    is_latex: bool = False
    told: ToldFormula | None = None
    is_running: bool = False
    given: ConditionalFormula | None = None
    is_of_case: bool = False
    compared: Written | None = None

    def written(self) -> Written:
        """As parsed, with what a sentence says before it. Raises NotUnderstood."""
        if self.compared is not None:
            return self.compared
        found = with_words_in_front(self.text, self.start or 0) or parse_formula(self.text, self.start or 0)
        if self.given is not None:
            return self.given.over(found)
        if self.is_of_case and _is_definition(found) and found.parts[1].form not in _PLAIN_VALUES:
            raise NotUnderstood("in which case it holds is not understood")
        if self.told is None:
            return found
        if self.told.left is None:
            raise NotUnderstood("its sentence is not understood")
        first, *others = found.parts if found.form is Form.ALL else (found,)
        equation = Written(Form.RELATION, (self.told.left, first), "EQ", first.start, first.end)
        return replace(found, parts=(equation, *others)) if others else equation


_Choice = TypeVar("_Choice", Padding, Rounding)

_PLAIN = re.compile(r"^[A-Za-z]\w*'?(?:\[\w+\])?\s*=\s*\S.*[-+*/(].*$", re.DOTALL)
_PLAIN_VALUES = (Form.NAME, Form.NUMBER, Form.INTERVAL, Form.TUPLE, Form.SET, Form.NEGATIVE)
_MENTIONS = {
    Padding.VALID: re.compile(r"\bVALID\b|auto_pad\W{0,6}(?:is|=|set to)?\W{0,4}valid\b|=\s*\W?valid\b"),
    Padding.SAME: re.compile(r"\b(?:SAME|same)_(?:UPPER|LOWER|upper|lower)\b|=\s*\W?same\b"),
    Padding.EXPLICIT: re.compile(r"\bNOTSET\b|\bexplicit\b", re.IGNORECASE),
    Rounding.CEIL: re.compile(
        r"ceil(?!\s*\()(?!\w*\W+(?:or|and|/)\W*floor)(?:[ _]?mode\W*)?"
        r"(?!\W*(?:\w+\s+){0,4}(?:0|zero|[Ff]alse|disabled|not|off)\b)"
    ),
    Rounding.FLOOR: re.compile(
        r"(?<!or )floor(?!\s*\()(?!\w*\W+(?:or|and|/)\W*ceil)"
        r"|ceil\w*\W*(?:\w+\s+){0,4}(?:0|zero|[Ff]alse|disabled|not|off)\b"
    ),
}
_CONDITION = re.compile(r"^\W*(?:if|when|in case|for)\b.{0,80}", re.DOTALL)


def stated_formulas(document: Document) -> tuple[list[StatedFormula], list[Unread]]:
    """All formulas of a document in their order, and what looks like one and was not understood."""
    read: list[StatedFormula] = []
    unread: list[Unread] = []
    before, padding, rounding = "", Padding.EXPLICIT, Rounding.FLOOR
    path: tuple[str, ...] = ()
    passages, tensors = list(_passages(document)), tensors_of(document.blocks)
    for passage, following in zip_longest(passages, passages[1:]):
        if passage.path != path:
            path, before, padding, rounding = passage.path, "", Padding.EXPLICIT, Rounding.FLOOR
        start = passage.start
        if start is None:
            before += passage.text
            continue
        try:
            written = passage.written()
        except NotUnderstood as reason:
            in_words = passage.told is not None or passage.is_of_case
            if in_words or passage.is_latex or COMPUTES.search(passage.text):
                unread.append(Unread(passage.text, start, str(reason), passage.is_latex, in_words))
            continue
        if not _is_formula(written):
            before += f" {passage.text} "
            continue
        if before.strip(" *-\n\t"):
            padding = _last(before, Padding)
            rounding = _last(f"{before} {_after(following)}", Rounding)
        before = ""
        written = with_tensors(written, tensors)
        for part in (part for each in on_each_axis(written) for part in separated(each)):
            if list_of_names(part) is not None:
                continue
            text = passage.text[part.start - start : part.end - start]
            in_words = passage.told is not None or passage.is_running
            read.append(StatedFormula(part, text, part.start, path, padding, rounding, passage.is_latex, in_words))
    return read, unread


def separated(written: Written) -> Iterator[Written]:
    """The formulas that stand in one: definitions side by side, the sizes of a shape one by one."""
    is_list = written.form in (Form.ALL, Form.BOTH)
    if binder_of(written) is not None:
        yield written
    elif is_list and any(_is_definition(part) for part in written.parts):
        for part in written.parts:
            yield from separated(part)
    elif _is_definition(written) and (pairs := list(_pairs(*written.parts))):
        for left, right in pairs:
            yield Written(Form.RELATION, (left, right), "EQ", right.start, right.end)
    else:
        yield written


def _is_definition(written: Written) -> bool:
    if written.form in (Form.ALL, Form.BOTH):
        return any(_is_definition(part) for part in written.parts)
    return written.form is Form.RELATION and written.text == "EQ" and len(written.parts) == 2


def _pairs(left: Written, right: Written) -> Iterator[tuple[Written, Written]]:
    """The entries of two tuples; of a shape, and of the sizes that it is said to have."""
    if right.form not in (Form.TUPLE, Form.INTERVAL) or (right.form is Form.INTERVAL and right.text != "[]"):
        return
    if all(part.form is Form.NUMBER for part in right.parts):
        return
    if left.form in (Form.TUPLE, Form.INTERVAL) and len(left.parts) == len(right.parts):
        yield from zip(left.parts, right.parts, strict=True)
    elif tensor_of_shape(left) and len(right.parts) == TENSOR_AXES:
        for place, part in enumerate(right.parts):
            number = Written(Form.NUMBER, (), str(place))
            yield Written(Form.INDEX, (left, number), "", left.start, left.end), part


def _last(text: str, choices: type[_Choice]) -> _Choice:
    """The choice that the text mentions last; the first of them where it mentions none."""
    return max(choices, key=lambda choice: max((m.start() for m in _MENTIONS[choice].finditer(text)), default=-1))


def _after(following: _Passage | None) -> str:
    """What is said right behind a formula, if it is a condition: if ceil_mode is enabled."""
    found = _CONDITION.match(following.text) if following is not None and following.start is None else None
    return found.group() if found else ""


def _passages(document: Document) -> Iterator[_Passage]:
    """The document as a sequence of running text and of what may be a formula."""
    of_tables = {id(cell): name for name, cell in formulas_of_tables(document.blocks)}
    cases = cases_of_tables(document.blocks)
    for block in document.blocks:
        if id(block) in cases:
            continue
        if (name := of_tables.get(id(block))) is not None:
            yield _Passage(block.text, block.path, block.start, told=ToldFormula(block.start, name))
        elif block.shape is Shape.CODE:
            for at, text in listed(block):
                yield _Passage(text, block.path, at)
        elif block.shape is Shape.CELL and block.row and is_condition(block) and may_be(block.text):
            yield _Passage(block.text, block.path, block.start)
        elif block.shape in (Shape.MATH, Shape.MARKUP):
            yield from (_Passage(p.text, block.path, p.start, True) for p in block.of(Kind.MATH) if may_be(p.text))
        elif is_equation_of_pieces(block) or (
            _PLAIN.match(block.text) and not any(block.of(Kind.CODE, Kind.MATH)) and may_be(block.text)
        ):
            yield _Passage(block.text, block.path, block.start)
        else:
            told = {each.start: each for each in told_formulas(block)}
            given = {each.start: each for each in conditional_formulas(block)}
            of_cases = of_unknown_cases(block)
            compared = {each.written.start: each for each in compared_in_words(block)}
            seconds = {each.second for each in compared.values()}
            conditions = {at for each in given.values() for at in each.places - {each.start}}
            for piece in block.pieces:
                if (comparison := compared.get(piece.start)) is not None:
                    yield _Passage(piece.text, block.path, piece.start, compared=comparison.written)
                elif piece.start in conditions or piece.start in seconds:
                    yield _Passage(piece.text, block.path)
                elif piece.kind in (Kind.MATH, Kind.CODE) and (piece.start in told or may_be(piece.text)):
                    is_latex = piece.kind is Kind.MATH
                    yield _Passage(
                        piece.text,
                        block.path,
                        piece.start,
                        is_latex,
                        told.get(piece.start),
                        given=given.get(piece.start),
                        is_of_case=piece.start in of_cases,
                    )
                elif piece.kind is Kind.TEXT and block.shape is not Shape.NOTE:
                    yield from _running(piece, block.path)
                elif piece.kind is not Kind.ANCHOR:
                    yield _Passage(piece.text, block.path)
            yield _Passage("\n", block.path)


def _running(piece: Piece, path: tuple[str, ...]) -> Iterator[_Passage]:
    """Running text, with the equations that stand in it without a mark."""
    at = 0
    for start, end in running_formulas(piece.text):
        yield _Passage(piece.text[at:start], path)
        yield _Passage(with_sign(piece.text[start:end]), path, piece.start + start, is_running=True)
        at = end
    yield _Passage(piece.text[at:], path)


def _is_formula(written: Written) -> bool:
    """Not a setting such as auto_pad = valid, or a name alone."""
    if written.form is Form.ALL and all(part.form is Form.NUMBER for part in written.parts[1:]):
        return False  # The values of a letter: i = 0, 1.
    if is_of_values(written):
        return False
    if written.form is not Form.RELATION:
        return any(part.form is Form.RELATION for part in written.walk())
    if list_of_names(written) is not None:
        return False
    if typed_shape(written) is not None:
        return False
    if written.text == "IN" and written.parts[1].form is Form.SET:
        # The values of a letter: i in {0, 1}.
        return any(part.form is not Form.NUMBER for part in written.parts[1].parts)
    left, *others = written.parts
    if set(written.text.split()) == {"EQ"} and others[1:] and others[-1].form is Form.NUMBER:
        # Values that an example has: e_h = e_w = 3.
        return not all(part.form is Form.NAME for part in written.parts[:-1])
    is_output = left.form is Form.NAME and OUTPUT.search(left.text) is not None
    is_computed = left.form not in (Form.NAME, Form.INDEX, Form.CALL, Form.MEMBER)
    if is_computed or is_output or written.text != "EQ" or len(others) != 1:
        return True
    value = others[0]
    if any(True for _ in _pairs(left, value)):
        return True
    of_names = value.form is Form.DIVIDE and all(part.form in (Form.NAME, Form.DIVIDE) for part in value.walk())
    return value.form not in _PLAIN_VALUES and not (of_names and left.form is Form.NAME)
