"""Formulas in running text without a mark, `according to OH = floor((H - k) / s) + 1`, or behind a size in words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spec.documents.formulas.formulas import Form, Written, formula_in, parse_formula
from spec.documents.formulas.phrases import meaning_of, word
from spec.documents.formulas.words import Role
from spec.documents.pages.model import Block, Kind, Shape

_VERB = (
    r"(?:(?:shall|must|will|should)\s+(?:be|equal)|is|equals|amounts\s+to)"
    r"(?:\s+(?:equal\s+to|given\s+by|computed\s+(?:as|by)|defined\s+(?:as|by)|calculated\s+(?:as|by)|obtained\s+(?:as|by)))?"
    r"(?=\s+[\w(⌊])"
)
_BEGINS = re.compile(
    rf"(?<![\w\])}}.])[A-Za-z]\w*(?:\[\w+(?:,\s?\w+)*\])?\s*(?P<sign>:?=(?!=)|(?<=\s){_VERB})\s*(?=\S)"
)
"""A name, and a sign or a verb that says equality."""
_CASE = re.compile(r"\b(?:if|when|whenever|unless|suppose|assume|without|example|instance|otherwise|only)\b", re.I)
"""What makes a sentence one on some calls; its verb says nothing of others."""
_SENTENCE = re.compile(r"[.;!?]\s(?=\s*[A-Z])|\n\s*\n")
_BEGIN = re.compile(
    r"(?:(?:^|[.;!?:]\s|\n\s*\n)\s*(?:(?:[A-Z]{2,}(?:-[A-Z]+)*-\d+[a-z]?:?|(?:[A-Z]\.)?\d+(?:\.\d+)+\.?)\s+)?)"
)
"""Where a sentence begins, behind the label of a requirement or the number of a clause."""
_SIZES = (Role.Y, Role.PADDED, Role.EXTENT)
_MAY_FOLLOW = re.compile(r"\s*(?:$|[.;)]|\n\s*\n|,?\s(?:where|with|and)\s)")
_EXPLAINS = re.compile(r",?\s(?:where|with)\b")
_ROUNDING = re.compile(r"\b(?:divisions?|divided?|quotient|rounds?|rounded|rounding|integer|truncates)\b", re.I)
"""How a formula's division rounds is said beside it, which is not read."""
_BOUNDS = re.compile(r"\w\s*(?:<=|>=|[<>≤≥])\s*\w")
_ENDS = re.compile(r"(?=[\s,;:]|[.](?:\s|$)|$)")
_MEASURED = re.compile(r"(?<![\w.])\d+\s+[A-Za-z]{3,}")
"""A number of something, `3 rows`, or a measure, `3 high`: in words no product."""
_LONGEST = 200
_COMPUTED = frozenset(
    (Form.ADD, Form.SUBTRACT, Form.MULTIPLY, Form.DIVIDE, Form.FLOOR_DIVIDE, Form.FLOOR, Form.CEIL, Form.CALL)
)


def running_formulas(text: str) -> Iterator[tuple[int, int]]:
    """Where equations stand in a text whose right sides compute something, each as long as it can be read."""
    at = 0
    while (found := _BEGINS.search(text, at)) is not None:
        ends = [m.start() for m in _ENDS.finditer(text, found.end() + 1, found.start() + _LONGEST)]
        end = next((end for end in reversed(ends) if _is_equation(with_sign(text[found.start() : end]))), None)
        if end is not None and (found["sign"].endswith("=") or _is_said_alone(text, found.start(), end)):
            yield _begin_of_size(text, found), end
        at = end or found.end()


def _is_said_alone(text: str, start: int, end: int) -> bool:
    """A sentence says that something is a formula, of all calls, and goes on with nothing but what its letters are."""
    if _MEASURED.search(text, start, end):
        return False
    around = _around(text, start)
    goes_on = _MAY_FOLLOW.match(text, end) is not None or _EXPLAINS.search(text, start, end) is not None
    return goes_on and not (_CASE.search(around) or _ROUNDING.search(around))


def general_formulas(block: Block) -> Iterator[tuple[str, int]]:
    """The equations in a block's running text that give a name its value in general, each with its place: those with a
    sign, not on numbers alone, and with nothing before the name that makes it a part of what the sentence speaks of."""
    for piece in block.of(Kind.TEXT) if block.shape in (Shape.PARAGRAPH, Shape.ITEM) else ():
        for start, end in running_formulas(piece.text):
            said, before = piece.text[start:end], piece.text[:start].rstrip()
            names = {*re.findall(r"[A-Za-z]\w*", said.partition("=")[2])} - {"floor", "ceil", "max", "min"}
            is_plain = "=" in said and with_sign(said) == said and _MAY_LEAD.search(before) is not None
            if names and is_plain and not _OTHERWISE.search(_around(piece.text, start)):
                yield said, piece.start + start


_MAY_LEAD = re.compile(r"(?:^|[.;:,]|\b(?:is|are|where|let|with|and))$")
_OTHERWISE = re.compile(
    rf"{_CASE.pattern}|\b(?:not|never|wrong|incorrect|earlier|former|formerly|previous|old)\b", re.I
)


_WORDS = re.compile(r"[A-Za-z]+(?: [A-Za-z]+)+")


def _begin_of_size(text: str, found: re.Match[str]) -> int:
    """Where what an equation gives a value begins: at its name, or at the words of a size that end with it.

    All words from the beginning of the sentence on: of "half of the height of Y is" the height is not given.
    """
    begins = [each.end() for each in _BEGIN.finditer(text, 0, found.start())]
    begin = begins[-1] if begins else 0
    return begin if _size_in(text[begin : found.start("sign")].strip()) else found.start()


def _size_in(words: str) -> bool:
    means = meaning_of(tuple(map(word, words.split()))) if _WORDS.fullmatch(words) else None
    return means is not None and means.role in _SIZES


def with_sign(text: str) -> str:
    """An equation with the sign in the place of a verb, each letter behind it at its place."""
    found = _BEGINS.search(text)
    if found is None or found["sign"].endswith("="):
        return text
    start, end = found.span("sign")
    return f"{text[:start]}={' ' * (end - start - 1)}{text[end:]}"


def _around(text: str, at: int) -> str:
    """The sentence around a place."""
    begins = [found.end() for found in _SENTENCE.finditer(text, 0, at)]
    ends = _SENTENCE.search(text, at)
    return text[begins[-1] if begins else 0 : ends.start() if ends else len(text)]


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
    if found is None or means is None or means.role not in _SIZES:
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
