"""The signs of a formula, in LaTeX or in plain text: one table, from which both become one kind of token."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

MOST_SIGNS = 1500
LONGEST_NUMBER = 40
DEEPEST = 40


class NotUnderstood(ValueError):
    """A formula holds something that the grammar does not have; the message says what."""


@dataclass(frozen=True, slots=True)
class Sign:
    """One token: its kind, its text, and where it stands in the document."""

    kind: str
    text: str
    start: int
    end: int


_SPELLINGS: Sequence[tuple[str, str, str, str]] = (
    # Kind, characters, LaTeX commands, words.
    ("IFF", "<=> <-> ⇔ ⟺", "iff Leftrightarrow Longleftrightarrow", ""),
    ("IMPLIES", "==> => -> ⟹ ⇒ →", "implies Rightarrow Longrightarrow rightarrow to", "implies"),
    ("LE", "<= ≤ ⩽", "le leq leqslant", ""),
    ("GE", ">= ≥ ⩾", "ge geq geqslant", ""),
    ("NE", "!= ≠", "ne neq", ""),
    ("EQ", ":= == = ≔", "coloneqq", ""),
    ("LT", "<", "lt", ""),
    ("GT", ">", "gt", ""),
    ("IN", "∈", "in", "in"),
    ("AND", "&& ∧", "land wedge", "and"),
    ("OR", "|| ∨", "lor vee", "or"),
    ("NOT", "¬ !", "lnot neg", "not"),
    ("FORALL", "∀", "forall", "for all, forall, for each"),
    ("EXISTS", "∃", "exists", "exists"),
    ("IF", "", "", "if, when"),
    ("WHERE", "", "", "where, with"),
    ("OTHERWISE", "", "", "otherwise, else"),
    ("BIG", "", "max min sum argmax", "max, min, sum, argmax"),
    ("INFTY", "∞", "infty", "inf"),
    ("DOTS", "... …", "ldots dots cdots", ""),
    ("RANGE", "..", "", ""),
    ("PLUS", "+", "", ""),
    ("MINUS", "- − –", "", ""),
    ("TIMES", "* × · ⋅ ∗", "cdot times ast", ""),
    ("DIVIDE", "/ ÷", "div", ""),
    ("INTDIV", "//", "", "div"),
    ("MOD", "% \\%", "bmod mod", "mod"),
    ("FRAC", "", "frac dfrac tfrac", ""),
    ("LFLOOR", "⌊", "lfloor", ""),
    ("RFLOOR", "⌋", "rfloor", ""),
    ("LCEIL", "⌈", "lceil", ""),
    ("RCEIL", "⌉", "rceil", ""),
    ("LBRACE", "\\{ {", "lbrace", ""),
    ("RBRACE", "\\} }", "rbrace", ""),
    ("LBRACK", "[", "lbrack", ""),
    ("RBRACK", "]", "rbrack", ""),
    ("LPAR", "(", "", ""),
    ("RPAR", ")", "", ""),
    ("COMMA", ",", "", ""),
    ("COLON", ":", "mid colon", ""),
    ("SEMICOLON", ";", "", ""),
    ("DOT", ".", "", ""),
    ("SUB", "_", "", ""),
    ("SUP", "^", "", ""),
    ("BAR", "|", "vert lvert rvert", ""),
)
_CHARACTERS = sorted(
    ((text, kind) for kind, texts, _, _ in _SPELLINGS for text in texts.split()), key=lambda pair: -len(pair[0])
)
"""The longest first: `<=>` is one sign."""
_COMMANDS = {name: kind for kind, _, names, _ in _SPELLINGS for name in names.split()}
_WORDS = {word: kind for kind, _, _, words in _SPELLINGS for word in words.split(", ") if word}
"""Words that are signs of their own, in running text or in LaTeX's text commands."""

_LAYOUT = re.compile(
    r"(?:\s|~|&|\\\\|\\[,;:! ]"
    r"|\\(?:left|right|[bB]igg?[lrm]?|q?quad|displaystyle|textstyle|limits|nolimits|nonumber|hfill)(?![A-Za-z])\.?"
    r"|\\(?:begin|end)\s*\{(?:gathered|gather|aligned|align|alignedat|equation|split|multline)\*?\}"
    r")+"
)
_WRAPPED = re.compile(
    r"\\(?:text(?:tt|it|bf|rm|sf|normal)?|math(?:rm|it|bf|tt|sf|normal)|operatorname\*?)\s*\{([^{}]*)\}"
)
_COMMAND = re.compile(r"\\([A-Za-z]+)")
_NUMBER = re.compile(r"\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")
# An underscore joins a name; one before a brace opens a subscript.
_NAME = re.compile(r"[^\W\d_](?:[^\W_]|\\?_(?=[^\W_]))*'*")
_SUBSCRIPT = re.compile(r"\s*_\s*\{\s*((?:\\?_|[^\W_]|\\(?:text|mathrm)\s*\{\w+\})+)\s*\}")
_OPENS = {"LPAR", "LBRACK", "LBRACE", "LFLOOR", "LCEIL"}
_CLOSES = {"RPAR", "RBRACK", "RBRACE", "RFLOOR", "RCEIL"}
_ENDS_FACTOR = {"NUMBER", "NAME", "RPAR", "RBRACK", "RFLOOR", "RCEIL"}
_STARTS_FACTOR = {"NAME", "LPAR", "FRAC", "LFLOOR", "LCEIL", "BIG"}
_PUNCTUATION = {"DOT", "COMMA", "SEMICOLON", "COLON"}


def signs(text: str, start: int) -> list[Sign]:
    """The tokens of a formula that stands at an offset of the document. Raises NotUnderstood."""
    found = list(_scanned(text, start))
    if len(found) > MOST_SIGNS:
        raise NotUnderstood(f"it has more than {MOST_SIGNS} signs")
    while found and found[-1].kind in _PUNCTUATION:
        found.pop()
    _check_depth(found)
    return list(_with_products(found))


def _scanned(text: str, base: int) -> Iterator[Sign]:
    at = 0
    while at < len(text):
        if layout := _LAYOUT.match(text, at):
            at = layout.end()
            continue
        sign, end = _next(text, at)
        yield replace(sign, start=base + at, end=base + end)
        at = end


def _next(text: str, at: int) -> tuple[Sign, int]:
    if wrapped := _WRAPPED.match(text, at):
        return _word(wrapped.group(1).strip(), text, wrapped.end())
    if command := _COMMAND.match(text, at):
        name = command.group(1)
        if name in _COMMANDS:
            return Sign(_COMMANDS[name], name, 0, 0), command.end()
        if name in ("begin", "end"):
            raise NotUnderstood(f"{text[at : at + 20].strip()} is not a formula")
        return _word(name, text, command.end())
    if number := _NUMBER.match(text, at):
        if len(number.group()) > LONGEST_NUMBER:
            raise NotUnderstood(f"a number of {len(number.group())} characters")
        return Sign("NUMBER", number.group(), 0, 0), number.end()
    if name_ := _NAME.match(text, at):
        return _word(name_.group(), text, name_.end())
    for literal, kind in _CHARACTERS:
        if text.startswith(literal, at):
            return Sign(kind, literal, 0, 0), at + len(literal)
    raise NotUnderstood(f"the sign {text[at]!r}")


def _word(word: str, text: str, end: int) -> tuple[Sign, int]:
    """A word that is a sign of its own, or a name with its subscript."""
    kind = _WORDS.get(" ".join(word.split()).lower())
    if kind is not None:
        return Sign(kind, word.lower(), 0, 0), end
    if word == "d" and (wrapped := _WRAPPED.match(text, end)):
        # dX with its tensor in another typeface is one name.
        return _word(word + wrapped.group(1).strip(), text, wrapped.end())
    if " " in word:
        raise NotUnderstood(f"the words {word[:40]!r}")
    if subscript := _SUBSCRIPT.match(text, end):
        inner = re.sub(r"\\(?:text|mathrm)\s*\{(\w+)\}", r"\1", subscript.group(1))
        word, end = f"{word}_{inner}", subscript.end()
    return Sign("NAME", word.replace("\\_", "_"), 0, 0), end


def _check_depth(found: Sequence[Sign]) -> None:
    depth = 0
    for sign in found:
        depth += (sign.kind in _OPENS) - (sign.kind in _CLOSES)
        if depth > DEEPEST:
            raise NotUnderstood(f"it is nested more than {DEEPEST} deep")


_LETTER = re.compile(r"[^\W\d_](?:_\w+)?'*")


def _are_factors(left: Sign, right: Sign) -> bool:
    """Two letters side by side are a product, as s_h in i s_h; two words are none."""
    return bool(_LETTER.fullmatch(left.text) and _LETTER.fullmatch(right.text))


def _with_products(found: Sequence[Sign]) -> Iterator[Sign]:
    """A product that is written without a sign gets one: 2k, (a)(b), )\\frac. A name before `(` is a call or a product,
    which only its meaning tells."""
    for i, sign in enumerate(found):
        if i and found[i - 1].kind in _ENDS_FACTOR and sign.kind in _STARTS_FACTOR:
            before = found[i - 1].kind
            is_call = before == "NAME" and sign.kind == "LPAR"
            are_words = before == "NAME" and sign.kind == "NAME" and not _are_factors(found[i - 1], sign)
            if not is_call and not are_words and before != "RBRACK":
                yield Sign("TIMES", "", sign.start, sign.start)
        yield sign
