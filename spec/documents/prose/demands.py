"""Sentences on windows and sizes as what they demand of a call: that windows meet the input, that the output has
elements, that one size is below another. A sentence is understood whole, by a grammar, or not at all."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from typing import Any

from lark import Lark, Token, Tree
from lark.exceptions import LarkError
from lark.lexer import Lexer

SHORTEST, LONGEST = 3, 60
"""A sentence of fewer or more words is no demand."""


class Demanded(StrEnum):
    """What a sentence demands of every call. `SIZES` are those that were spoken of before.

    That a maximum is one of X is so by its definition, where there is one: it says of a call what `WINDOWS` does only
    where it is claimed to follow.
    """

    WINDOWS = "windows"
    MAXIMUM = "maximum"
    OUTPUT = "output"
    SIZES = "sizes"
    FITS = "fits"
    COMPARED = "compared"


@dataclass(frozen=True, slots=True)
class Demand:
    """One demand of a sentence; `is_claim`: it is said to follow, not demanded. `is_error`: its contrary is an error.

    Of sizes that are compared: the first, how, and the second, as the grammar names them.
    """

    of: Demanded
    is_claim: bool
    left: str = ""
    comparison: str = ""
    right: str = ""
    is_error: bool = False


_CLASSES = {
    "AND": "and",
    "ALWAYS": "always well",
    "AT": "at",
    "AXIS": "axis axes",
    "BELONGS": "belongs belong comes come",
    "CALL": "call calls",
    "CORRESPONDING": "corresponding respective",
    "DILATED": "dilated effective",
    "DILATION": "dilations dilation",
    "DOES": "does do",
    "EACH": "each every all any both",
    "ELEMENT": "element elements tap value values position cell cells entry entries point points component components",
    "EMPTY": "empty",
    "ENSURE": "ensures ensure ensuring guarantees guarantee guaranteeing assures assure implies means makes make",
    "EQUAL": "equal",
    "ERROR": "error errors exception failure invalid illegal",
    "EXCEED": "exceed exceeds",
    "EXISTS": "exists exist defined",
    "EXTENT": "extent",
    "FITS": "fits fit",
    "GREATER": "greater larger bigger more higher",
    "HAS": "has have contains contain includes include taps covers cover holds hold consists consist",
    "IF": "if when where whenever",
    "INPUT": "input",
    "IS": "is are be",
    "KERNEL": "kernel kernel_shape kernels",
    "LEAST": "least",
    "LESS": "less smaller lower",
    "LIES": "lies lie falls fall",
    "MAXIMUM": "maximum max maxima",
    "MEETS": "meets meet overlaps overlap intersects intersect",
    "MOST": "most",
    "NEVER": "never",
    "NO": "no",
    "NON": "non",
    "NOT": "not cannot",
    "OF": "of in on from to within inside into along for by",
    "ONE": "one some 1",
    "ONLY": "only alone entirely wholly completely",
    "OPERATOR": "operator implementation function runtime",
    "OR": "or",
    "OTHERWISE": "otherwise else",
    "OUTPUT": "output y",
    "PADDED": "padded",
    "PADDING": "padding",
    "PADS": "pads pad paddings",
    "POSITIVE": "positive",
    "RAISED": "raised reported signalled signaled returned thrown produced rejected refused",
    "RAISE": "raise raises report reports signal signals throw throws return returns",
    "REAL": "real actual valid unpadded original",
    "REJECT": "reject rejects refuse refuses",
    "SAME": "same",
    "SHALL": "shall must should",
    "SIZE": "size sizes length shape dimension dimensions attribute",
    "SO": "so",
    "SPATIAL": "spatial pooling",
    "STRICTLY": "strictly",
    "STRIDE": "strides stride",
    "SURE": "sure",
    "TAKEN": "taken selected chosen computed",
    "TENSOR": "tensor",
    "THAN": "than",
    "THAT": "that",
    "THE": "the a an its",
    "THIS": "this it constraint condition there",
    "WINDOW": "window windows",
    "WITHOUT": "without",
    "X": "x",
    "ZERO": "zero 0",
}
_CLASS = {word: f"_{kind}" for kind, words in _CLASSES.items() for word in words.split()}
_FORBIDDEN = {"no_windows": Demanded.WINDOWS, "no_output": Demanded.OUTPUT, "no_fit": Demanded.FITS}
"""What is demanded where something is an error."""
_CONTRARY = {"less": "at_least", "at_most": "greater", "greater": "at_most", "at_least": "less"}
"""What holds of two sizes where a comparison of them does not."""
_MARKS = re.compile(r"\\[a-zA-Z]+|[-$`*{}.,:;()\"'\[\]]")


class _Words(Lexer):
    """Gives lark the words of a sentence as tokens of their classes."""

    def __init__(self, lexer_conf: object) -> None:
        pass

    def lex(self, lexer_state: Any, parser_state: Any = None) -> Iterator[Token]:
        return (Token(_CLASS[word], word) for word in lexer_state.split())


@cache
def _parser() -> Lark:
    return Lark.open("demand.lark", rel_to=__file__, parser="earley", lexer=_Words, maybe_placeholders=False)


def demands(sentence: str) -> Sequence[Demand] | None:
    """What a sentence demands; None where it is not understood."""
    words = _MARKS.sub(" ", sentence.replace("\\_", "_")).lower().split()
    if not SHORTEST <= len(words) <= LONGEST or not all(word in _CLASS for word in words):
        return None
    return _read(" ".join(words))


@lru_cache(maxsize=4096)
def _read(text: str) -> Sequence[Demand] | None:
    """The same, of words that stand in classes: a table's cells say the same again and again."""
    try:
        tree = _parser().parse(text)
    except LarkError:
        return None
    found: list[Demand] = []
    is_claim = False
    for said in tree.children:
        assert isinstance(said, Tree)
        if said.data in ("lead", "so"):
            is_claim = True
        else:
            found.append(_demand(said, is_claim))
    return found


def _demand(said: Tree[Token], is_claim: bool) -> Demand:
    if said.data in _FORBIDDEN:
        return Demand(_FORBIDDEN[said.data], is_claim, is_error=True)
    is_error = said.data == "no_compared"
    of = Demanded.COMPARED if is_error else Demanded(str(said.data))
    if of is not Demanded.COMPARED:
        return Demand(of, is_claim)
    left, said_how, right = (part for part in said.children if isinstance(part, Tree))
    comparison = str(said_how.data)
    return Demand(of, is_claim, _size(left), _CONTRARY[comparison] if is_error else comparison, _size(right), is_error)


def _size(part: Tree[Token]) -> str:
    (named,) = (child for child in part.children if isinstance(child, Tree))
    return str(named.data)
