"""The symbols that a sentence names in brackets, and which state nothing: of a list's entries, of a tap."""

from __future__ import annotations

import re
from collections.abc import Sequence

from proofs.audit.lexicon.words import UNKNOWN, SaidWord

_OF_PAIRS = re.compile(
    r"(?P<order>\border)\s+(?:of|over)\s+(?:the\s+)?(?:(?:taps?|pairs?|positions?|indices|tap\s+indices)\s+)?"
    r"[$`]?\(\s*(?P<row>[a-z])\s*,\s*(?P<column>[a-z])\s*\)[$`]?"
)
_OF_THEM = re.compile(
    r"[$`]?\([^(),]{1,20},[^(),]{1,20}\)[$`]?\s+is\s+(?P<which>the\s+(?:first|last)(?:\s+one)?\s+of\s+them"
    r"(?:\s+in\s+(?:row|column)-major\s+order)?)"
)
"""`$(h, w)$ is the first of them in row-major order`: what is selected."""
_CASE = re.compile(
    r"\A\W{0,3}(?P<case>(?:dilations?|strides?|pads?|padding|kernel)(?:\s+size)?\s+(?:of\s+)?\d+(?:\s+or\s+(?:more|greater|larger))?"
    r"(?:\s+and\s[^:.;]{1,60})?):\s",
    re.IGNORECASE,
)
"""`Dilation 2 or more: ...` demands no such dilation."""
_BECAUSE = re.compile(
    r"\A\W{0,3}(?:because|since)\s(?P<why>(?:(?!\b(?:if|when|unless|only)\b)[^,;:]){1,120}),\s(?P<what>[^;:?]+?)(?P<end>\.?)\Z",
    re.I,
)
_ROW_FIRST = tuple(map(tuple, ("hw", "ij", "rc", "rq", "rs", "yx", "pq", "uv", "mn", "ab")))
"""The letters of a row and a column, in this order, as authors use them; `(x, y)` is none."""


def written_out(text: str) -> str:
    """A sentence without the letters of a tap behind its order, `the first in row-major order of $(h, w)$`, where they
    stand as usual, the row's before the column's; with a case before a colon as a condition, and with a reason behind
    what it is given for."""

    def shorter(found: re.Match[str]) -> str:
        return found["order"] if (found["row"], found["column"]) in _ROW_FIRST else found[0]

    text = _BECAUSE.sub(r"\g<what>, because \g<why>\g<end>", _CASE.sub(r"If the \g<case>, ", text))
    return _OF_PAIRS.sub(shorter, _OF_THEM.sub(r"\g<which> is selected", text))


_NUMBERED = re.compile(r"(?P<base>[A-Za-z]+)_?(?P<number>\d)")


def without_symbols(words: Sequence[SaidWord]) -> Sequence[SaidWord]:
    """A sentence without the symbols of a list's entries, `2 integers, (k_1, k_2), each at least 1`, where they are
    numbered as they stand."""
    kept: list[SaidWord] = []
    begin: int | None = None
    for each in words:
        kept.append(each)
        if each.concept == "(":
            begin = len(kept) - 1
        elif each.concept == ")" and begin is not None:
            inside = [one for one in kept[begin + 1 : -1] if one.concept != ","]
            if _are_symbols(inside) or (_are_letters(inside) and _goes_on_of_each(words, each)):
                # `kernel_shape` = [k_0, k_1] has ...
                is_joined = begin and kept[begin - 1].concept in (",", "equal")
                del kept[begin - 1 if is_joined else begin :]
            begin = None
    return kept


def _are_letters(words: Sequence[SaidWord]) -> bool:
    """As many letters as `pads` has entries, each another one."""
    return len({each.text for each in words}) == len(words) == _PADS and all(len(each.text) == 1 for each in words)


_PADS = 4


def _goes_on_of_each(words: Sequence[SaidWord], bracket: SaidWord) -> bool:
    """`[t, l, b, r], each at least 0`: what stands behind the bracket is of all entries."""
    behind = [each.concept for each in words if each.start > bracket.start]
    return behind[:2] == [",", "all"]


def _are_symbols(words: Sequence[SaidWord]) -> bool:
    """Names that are numbered as they stand, of one base."""
    found = [_NUMBERED.fullmatch(each.text) if each.concept == UNKNOWN else None for each in words]
    numbered = [(each["base"], int(each["number"])) for each in found if each]
    first, number = numbered[0] if len(numbered) == len(words) > 1 else ("", 0)
    return bool(first) and numbered == [(first, number + i) for i in range(len(words))]
