"""The formulas of a document, each with the words around it that say when it holds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import zip_longest
from typing import TypeVar

from spec.documents.equations.cells import INDICES, is_cell
from spec.documents.equations.compared import compared_in_words
from spec.documents.equations.conditional import ConditionalFormula, as_cases, conditional_formulas, of_unknown_cases
from spec.documents.equations.instances import on_each_axis
from spec.documents.equations.listings import COMPUTES, listed, may_be
from spec.documents.equations.quantified import QuantifiedFormula, quantified_formulas
from spec.documents.equations.remarks import enough_in_rows, of_remarks, said_enough
from spec.documents.equations.saying import PLAIN_VALUES, gives_a_name, is_definition, is_formula, separated
from spec.documents.equations.told import ToldFormula, told_formulas
from spec.documents.formulas.formulas import Form, Written, parse_formula
from spec.documents.formulas.running import is_condition, running_formulas, with_sign, with_words_in_front
from spec.documents.formulas.sentences import tensors_of, with_tensors
from spec.documents.formulas.tokens import NotUnderstood
from spec.documents.names.introduced import is_equation_of_pieces
from spec.documents.names.symbols import formulas_of_tables, list_of_names
from spec.documents.pages.model import Document, Kind, Piece, Shape
from spec.documents.pages.outline import titles
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

    `in_words`: a sentence says what its right side, which is `text`, is equal to; `is_enough`: its sentence says that
    it is enough for something, and demands nothing; `axis`: the spatial axis on which its sentence says that it holds.
    """

    written: Written
    text: str
    start: int
    path: tuple[str, ...]
    padding: Padding
    rounding: Rounding
    is_latex: bool
    in_words: bool = False
    is_enough: bool = False
    axis: int | None = None


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
    given: ConditionalFormula | QuantifiedFormula | None = None
    is_of_case: bool = False
    is_remark: bool = False
    is_enough: bool = False
    compared: Written | None = None

    def written(self) -> Written:
        """As parsed, with what a sentence says before it. Raises NotUnderstood."""
        if self.compared is not None:
            return self.compared
        found = with_words_in_front(self.text, self.start or 0) or parse_formula(self.text, self.start or 0)
        if self.given is not None:
            return self.given.over(found)
        if self.is_remark and not self.is_enough and not gives_a_name(found) and not _is_range_of_index(found):
            raise NotUnderstood("its sentence demands nothing")
        if self.is_of_case and is_definition(found) and found.parts[1].form not in PLAIN_VALUES:
            raise NotUnderstood("in which case it holds is not understood")
        if self.told is None:
            return found
        if self.told.left is None:
            raise NotUnderstood("its sentence is not understood")
        first, *others = found.parts if found.form is Form.ALL else (found,)
        equation = Written(Form.RELATION, (self.told.left, first), "EQ", first.start, first.end)
        return replace(found, parts=(equation, *others)) if others else equation


def _is_range_of_index(written: Written) -> bool:
    """0 <= Indices[n, c, h, w] < N: it holds of each element, and is no condition on calls, in a proposition too."""
    is_relation = written.form is Form.RELATION and len(written.parts) == _BOUNDED
    return is_relation and is_cell(written.parts[1], INDICES)


_BOUNDED = 3
_Choice = TypeVar("_Choice", Padding, Rounding)

_PLAIN = re.compile(r"^[A-Za-z]\w*'?(?:\[\w+\])?\s*=\s*\S.*[-+*/(].*$", re.DOTALL)
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
_SAYS_EXAMPLE = re.compile(r"\b(?:examples?|test vectors?)\b", re.IGNORECASE)
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
            if written.form is Form.OTHERWISE:
                read[-1:] = [_with_last_case(read[-1:], written)]
                continue
        except NotUnderstood as reason:
            in_words = passage.told is not None or passage.is_of_case or passage.is_remark
            if in_words or passage.is_latex or COMPUTES.search(passage.text):
                unread.append(Unread(passage.text, start, str(reason), passage.is_latex, in_words))
            continue
        if not is_formula(written, in_example=any(map(_SAYS_EXAMPLE.search, titles(path)))):
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
            modes = padding, rounding, passage.is_latex, in_words, passage.is_enough
            axis = passage.given.axis if isinstance(passage.given, QuantifiedFormula) else None
            read.append(StatedFormula(part, text, part.start, path, *modes, axis=axis))
    return read, unread


def _with_last_case(before: Sequence[StatedFormula], otherwise: Written) -> StatedFormula:
    """The formula in front with its case for all else. Raises NotUnderstood."""
    cases = as_cases(before[0].written, otherwise) if before else None
    if cases is None:
        raise NotUnderstood("no formula before it says what is so in the other case")
    return replace(before[0], written=cases)


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
    cases, enough = cases_of_tables(document.blocks), enough_in_rows(document.blocks)
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
            given: dict[int, ConditionalFormula | QuantifiedFormula] = {}
            given |= {each.start: each for each in conditional_formulas(block)}
            given |= {each.start: each for each in quantified_formulas(block)}
            of_cases, remarks, suffices = of_unknown_cases(block), of_remarks(block), said_enough(block)
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
                        is_remark=piece.start in remarks or id(block) in enough,
                        is_enough=piece.start in suffices,
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
