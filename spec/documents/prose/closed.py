"""Sentences whose every word has a class in a small table: they are read as a whole, or not at all."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

NUMBER, SYMBOL, NOTHING = "number", "symbol", "nothing"
"""The classes of numbers and of symbols such as `dX_2`; and that of words that change nothing."""
_TABLES = Path(__file__).with_name("closed.toml")
_TOKEN = re.compile(r"d[A-Z]_\{?\d\}?(?!\w)|\d?[^\W\d]\w*(?:\[\w\])?|\d{1,6}(?![\w.]*\w)|\S")
_LATEX = re.compile(r"\\(?:texttt|text|mathrm|mathtt|textit)\{|\\(?:in|cdot|times|leq?|lt)(?![A-Za-z])|[{}$`*]|\\(?=_)")
"""The marks of mathematics and of typefaces."""
_QUOTES = "\"'“”"


@dataclass(frozen=True, slots=True)
class ClassedWord:
    """A word of a sentence: its class in a table, itself, and where it stands."""

    kind: str
    text: str
    start: int


def without_marks(text: str) -> str:
    """The text with the marks of mathematics as blanks, so that positions stay."""
    return _LATEX.sub(lambda found: " " * len(found[0]), text)


@cache
def classes(kind: str) -> Mapping[str, str]:
    """The class of each word in the sentences of a kind."""
    tables = tomllib.loads(_TABLES.read_text(encoding="utf-8"))
    return {word: of for of, words in tables[kind].items() for word in words.split()}


def classed(text: str, class_of: Mapping[str, str]) -> Sequence[ClassedWord] | None:
    """The words of a sentence with their classes, those of class NOTHING left out; None where a word has none."""
    found: list[ClassedWord] = []
    for token in _TOKEN.finditer(without_marks(text)):
        kind = NOTHING if token[0] in _QUOTES else _kind(token[0], class_of)
        if kind is None:
            return None
        if kind != NOTHING:
            found.append(ClassedWord(kind, token[0], token.start()))
    return found


def _kind(text: str, class_of: Mapping[str, str]) -> str | None:
    if (kind := class_of.get(text, class_of.get(text.lower()))) is not None:
        return kind
    if text.isdigit():
        return NUMBER
    return SYMBOL if re.fullmatch(r"d[A-Z]_\{?\d\}?", text) else None
