"""Formulas in running text without a mark, `according to OH = floor((H - k) / s) + 1`, or behind a size in words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spec.documents.formulas.formulas import Form, Written, formula_in, parse_formula
from spec.documents.formulas.phrases import meaning_of, word
from spec.documents.formulas.words import Role
from spec.documents.pages.model import Block, Kind

_BEGINS = re.compile(r"(?<![\w\])}.])[A-Za-z]\w*(?:\[\w+\])?\s*:?=(?!=)\s*(?=\S)")
_BOUNDS = re.compile(r"\w\s*(?:<=|>=|[<>≤≥])\s*\w")
_ENDS = re.compile(r"(?=[\s,;:]|[.](?:\s|$)|$)")
_LONGEST = 200
_COMPUTED = frozenset(
    (Form.ADD, Form.SUBTRACT, Form.MULTIPLY, Form.DIVIDE, Form.FLOOR_DIVIDE, Form.FLOOR, Form.CEIL, Form.CALL)
)


def running_formulas(text: str) -> Iterator[tuple[int, int]]:
    """Where equations stand in a text whose right sides compute something, each as long as it can be read."""
    at = 0
    while (found := _BEGINS.search(text, at)) is not None:
        ends = [m.start() for m in _ENDS.finditer(text, found.end() + 1, found.start() + _LONGEST)]
        end = next((end for end in reversed(ends) if _is_equation(text[found.start() : end])), None)
        if end is not None:
            yield found.start(), end
        at = end or found.end()


def _is_equation(text: str) -> bool:
    if text.count("(") != text.count(")"):
        return False
    written = formula_in(text)
    is_one = written is not None and written.form is Form.RELATION and written.text == "EQ" and len(written.parts) == 2
    return is_one and written is not None and written.parts[1].form in _COMPUTED


_IN_FRONT = re.compile(r"\s*(?P<words>[A-Za-z]+(?: [A-Za-z]+)+)\s*:?=(?!=)\s*")


def with_words_in_front(text: str, start: int) -> Written | None:
    """`output height = ...`: a size in words, and its formula; None for what is no such formula."""
    found = _IN_FRONT.match(text)
    means = meaning_of(tuple(map(word, found["words"].split()))) if found else None
    if found is None or means is None or means.role not in (Role.Y, Role.PADDED, Role.EXTENT):
        return None
    left = Written(Form.NAME, (), found["words"], start + found.start("words"), start + found.end("words"))
    right = parse_formula(text[found.end() :], start + found.end())
    return Written(Form.RELATION, (left, right), "EQ", left.start, right.end)


def is_condition(block: Block) -> bool:
    """A cell without marks that is a comparison of computed or named things, and nothing else."""
    if any(block.of(Kind.CODE, Kind.MATH)) or not _BOUNDS.search(block.text):
        return False
    written = formula_in(block.text, block.start)
    return written is not None and written.form in (Form.RELATION, Form.BOTH, Form.ALL)
