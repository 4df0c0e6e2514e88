"""The mood of a formula in its sentence: stated, under a condition, or as the condition of an error."""

from __future__ import annotations

import re
from enum import Enum, auto
from itertools import pairwise

from proofs.audit.lexicon.faults import lists_faults
from spec.documents.pages.model import Block, Document, Kind, Shape
from spec.documents.pages.tables import (
    OF_CASES,
    is_of_causes,
    reports_errors,
    says_what_is_returned,
    tables_of,
    tells_of_success,
)
from spec.documents.prose.sentences import sentences


class Mood(Enum):
    """What a sentence says of a formula in it."""

    STATED = auto()
    CONDITION = auto()
    ERROR = auto()


_WORD = re.compile(r"[a-z]{2,}")
"""Letters of formulas are none."""
_CONDITIONS = frozenset("if when whenever unless suppose assume assuming provided soon case where once".split())
_OPENING = frozenset("with for under given at since because".split())
"""Before a formula, at the beginning of a sentence that goes on: of what it tells, not what it demands."""
_ILLUSTRATIONS = frozenset(
    "example instance eg typically often usually networks practice common believed thought assumed supposed".split()
)
_ERRORS = frozenset(
    "error errors rejected invalid illegal forbidden undefined fails"
    " fail failure refused rejects aborts exception".split()
)
_ALLOWED = frozenset("allowed permitted supported legal valid".split())
_CALLS = frozenset("call calls node nodes".split())
_BEFORE = 6
"""So many words before a formula, a condition's word is about it."""
_AFTER = 4
"""So many words behind a formula, what it is said to be is said."""


def mood_of(document: Document, start: int, formula: str) -> Mood:
    """The mood of a formula at an offset of the document, in its sentence."""
    around = [b for b in document.blocks if b.start <= start < b.end and _may_say(b)]
    if not around:
        return Mood.STATED
    block = max(around, key=lambda each: each.start)  # The cells of a row end with it.
    return _in_block(block, start, formula, *(_around(document, block) if block.shape is Shape.CELL else ("", "")))


def _may_say(block: Block) -> bool:
    return block.shape is Shape.CELL or any(block.of(Kind.MATH, Kind.CODE))


def _around(document: Document, cell: Block) -> tuple[str, str]:
    """What the heading of a cell's column says before it, an error if ..., and, of a case, what its row says behind it.

    Behind what is demanded another cell may say what becomes of a call that is not so: that is no case.
    """
    table = next(table for table in tables_of(document.blocks) if any(each is cell for each in table))
    head = next((each for each in table if each.row == 0 and each.column == cell.column), cell)
    heading, row = head.text, [each for each in table if each.row == cell.row]
    if not cell.row:
        return "", ""
    if is_of_causes(head) and lists_faults(document.blocks, table):
        return f"if {heading}", "error"
    if is_of_causes(head) and says_what_is_returned(table):
        return f"if {heading}", "error" if reports_errors(table) and not tells_of_success(row) else ""
    said = " ".join(each.text for each in row if each.column > cell.column).lower()
    is_of_error = next(iter(heading.lower().split()), "") in OF_CASES and not _ERRORS.isdisjoint(_WORD.findall(said))
    return (f"if {heading}", said) if is_of_error else (heading, "")


def _in_block(block: Block, start: int, formula: str, heading: str, behind: str) -> Mood:
    at = 0
    for piece in block.pieces:
        if piece.kind is Kind.ANCHOR:
            continue
        if piece.start <= start < piece.start + max(1, len(piece.text)):
            break
        at += len(piece.text)
    for sentence in sentences(block):
        if sentence.start <= at <= sentence.start + len(sentence.text):
            before = sentence.text[: at - sentence.start].lower().replace("e.g.", "eg")
            after = f"{sentence.text[at - sentence.start + len(formula) :]} {behind}".lower()
            return _mood(_WORD.findall(heading.lower()), _WORD.findall(before), _WORD.findall(after))
    return Mood.STATED


def _mood(heading: list[str], before: list[str], after: list[str]) -> Mood:
    near, behind = [*heading, *before[-_BEFORE:]], set(after[:_AFTER])
    excludes = any(no == "no" and call in _CALLS for no, call in pairwise(near))
    if len(before) in (1, 2) and before[-1] in _OPENING and after and not heading:
        return Mood.CONDITION
    is_forbidden = excludes or bool(_ERRORS & behind) or ("not" in behind and bool(_ALLOWED & behind))
    if any(word in _CONDITIONS and before_it != "only" for before_it, word in pairwise(["", *near])):
        is_denied = bool({"not", "never"} & {*after})
        return Mood.ERROR if _ERRORS & {*heading, *before, *after} and not is_denied else Mood.CONDITION
    if is_forbidden:
        return Mood.ERROR
    return Mood.CONDITION if _ILLUSTRATIONS & {*near, *behind} else Mood.STATED
