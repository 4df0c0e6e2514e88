"""The mood of a formula in its sentence: stated, under a condition, or as the condition of an error."""

from __future__ import annotations

import re
from enum import Enum, auto
from itertools import pairwise

from spec.documents.pages.model import Block, Document, Kind
from spec.documents.prose.sentences import sentences


class Mood(Enum):
    """What a sentence says of a formula in it."""

    STATED = auto()
    CONDITION = auto()
    ERROR = auto()


_WORD = re.compile(r"[a-z]{2,}")
"""Letters of formulas are none."""
_CONDITIONS = frozenset("if when whenever unless suppose assume case where once".split())
_ILLUSTRATIONS = frozenset("example instance eg typically often usually believed thought assumed supposed".split())
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
    block = next((b for b in document.blocks if b.start <= start < b.end and any(b.of(Kind.MATH, Kind.CODE))), None)
    return Mood.STATED if block is None else _in_block(block, start, formula)


def _in_block(block: Block, start: int, formula: str) -> Mood:
    at = 0
    for piece in block.pieces:
        if piece.kind is Kind.ANCHOR:
            continue
        if piece.start <= start < piece.start + max(1, len(piece.text)):
            break
        at += len(piece.text)
    for sentence in sentences(block):
        if sentence.start <= at <= sentence.start + len(sentence.text):
            before = sentence.text[: at - sentence.start].lower()
            after = sentence.text[at - sentence.start + len(formula) :].lower()
            return _mood(_WORD.findall(before.replace("e.g.", "eg")), _WORD.findall(after))
    return Mood.STATED


def _mood(before: list[str], after: list[str]) -> Mood:
    near, behind = before[-_BEFORE:], set(after[:_AFTER])
    excludes = any(no == "no" and call in _CALLS for no, call in pairwise(near))
    is_forbidden = excludes or bool(_ERRORS & behind) or ("not" in behind and bool(_ALLOWED & behind))
    if any(word in _CONDITIONS and before_it != "only" for before_it, word in pairwise(["", *near])):
        is_denied = bool({"not", "never"} & {*after})
        return Mood.ERROR if _ERRORS & {*before, *after} and not is_denied else Mood.CONDITION
    if is_forbidden:
        return Mood.ERROR
    return Mood.CONDITION if _ILLUSTRATIONS & set(near) else Mood.STATED
