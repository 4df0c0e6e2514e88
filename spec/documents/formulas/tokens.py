"""The signs of a formula, in LaTeX or in plain text: one table, from which both become one kind of token."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from spec.documents.printed.numbers import is_too_long


class NotUnderstood(ValueError):
    """A formula holds something that the grammar does not have; the message says what."""


class NotDefined(NotUnderstood):
    """A name that is used in a formula and not resolved; `start` is where it stands in the document."""

    def __init__(self, name: str, start: int, reason: str) -> None:
        super().__init__(reason)
        self.name = name
        self.start = start


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
    ("SOME", "", "", "for some"),
    ("OTHERWISE", "", "", "otherwise, else"),
    ("BIG", "", "max min sum argmax argmin", "max, min, sum, argmax, argmin, arg max, arg min"),
    ("INFTY", "∞", "infty", "inf"),
    ("DOTS", "... …", "ldots dots cdots dotsc", ""),
    ("RANGE", "..", "", ""),
    ("CAP", "∩", "cap", ""),
    ("PLUS", "+", "", ""),
    ("MINUS", "- \u2212 \u2013 \u2011", "", ""),
    ("TIMES", "* × · ⋅ ∗", "cdot times ast star", ""),
    ("DIVIDE", "/ ÷", "div", ""),
    ("INTDIV", "//", "", "div"),
    ("MOD", "% \\%", "bmod mod", "mod"),
    ("FRAC", "", "frac dfrac tfrac cfrac", ""),
    ("UNDERSET", "", "underset", ""),
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
    ("COMMA", ",", "", "where, with"),
    ("COLON", ":", "mid colon", "such that"),
    ("SEMICOLON", ";", "", ""),
    ("DOT", ".", "", ""),
    ("SUB", "_", "", ""),
    ("SUP", "^", "", ""),
    ("BAR", "| ∣", "vert", ""),
    ("LBAR", "", "lvert", ""),
    ("RBAR", "", "rvert", ""),
    ("CASES", "", "", ""),
    ("END_CASES", "", "", ""),
    ("ROW", "", "", ""),
)
_CHARACTERS = sorted(
    ((text, kind) for kind, texts, _, _ in _SPELLINGS for text in texts.split()), key=lambda pair: -len(pair[0])
)
"""The longest first: `<=>` is one sign."""
_COMMANDS = {name: kind for kind, _, names, _ in _SPELLINGS for name in names.split()}
_WORDS = {word: kind for kind, _, _, words in _SPELLINGS for word in words.split(", ") if word}
"""Words that are signs of their own, in running text or in LaTeX's text commands."""

GREEK = frozenset(
    "alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu pi varpi rho varrho"
    " sigma varsigma tau upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega"
    " ell".split()
)
"""Commands that are letters."""
LONGEST_LETTER = 2


def is_letter(name: str, longest: int = LONGEST_LETTER) -> bool:
    """A letter, or so many: what runs over positions and not what has a name."""
    return len(name) <= longest or name.rstrip("'*") in GREEK


_ROWS = "gathered|gather|aligned|align|alignedat|equation|split|multline|eqnarray"
_STYLES = r"right|middle|[bB]igg?[lrm]?|q?quad|(?:display|text|script)style|(?:no)?limits|nonumber|hfill|strut"
_LAYOUT = re.compile(
    r"(?:\s|~|(?<!&)&(?!&)|\\[,;:!> ]"
    rf"|\\(?:{_STYLES}|left(?!\s*\\\{{\s*\\begin)|(?:phantom|label|tag)\s*\{{[^{{}}]*\}})(?![A-Za-z])\.?"
    rf"|\\(?:begin|end)\s*\{{(?:{_ROWS})\*?\}}"
    r"|\\begin\s*\{array\}\s*\{[lcr|\s]*\}|\\end\s*\{array\}(?!\s*\\right\s*\.)"
    r")+"
)
_WRAPPED = re.compile(
    r"\\(?:text(?:tt|it|bf|rm|sf|sc|normal|up)?|math(?:rm|it|bf|tt|sf|normal|bb|cal|scr)|operatorname\*?|mbox|hbox|emph|boldsymbol"
    r"|bm)\s*\{([^{}]*)\}"
)
_CASES = re.compile(r"\\begin\s*\{[dr]?cases\}|\\left\s*\\\{\s*\\begin\s*\{array\}\s*\{[^{}]*\}")
_END_CASES = re.compile(r"\\end\s*\{[dr]?cases\}|\\end\s*\{array\}\s*\\right\s*\.")
_UNDER = re.compile(r"\\substack\s*\{((?:[^{}]|\{[^{}]*\})*)\}")
"""Conditions one under the other, which are conditions one after the other."""
_COMMAND = re.compile(r"\\([A-Za-z]+)")
_NUMBER = re.compile(r"\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")
_IN_PADDING = r"[\s,]*\((?:(?:in|on|for|the|i\.e\.|that|is|case|of|,)\s*)*padd(?:ing|ed)\)$"
_OTHERWISE = re.compile(rf"(?<=^otherwise){_IN_PADDING}|(?<=^else){_IN_PADDING}", re.IGNORECASE)
"""A remark behind what says which case is left: `otherwise (padding)`."""
_SPACING = re.compile(r"\\[,;:! ]|~")
_PREPOSITIONS, _OF_NAMES = ("in",), tuple(f"\\{face}" for face in "textit mathit texttt mathtt textbf mathbf".split())
"""A word that is a sign, but for the typefaces in which a tensor is named so."""
_BLACKBOARD = "\\mathbb"
"""Its letters are sets of numbers, and no names of the document."""
_WORDY = re.compile(r"[\w\s-]*")
# An underscore joins a name; one before a brace opens a subscript.
_NAME = re.compile(r"[^\W\d_](?:[^\W_]|\\?_(?=[^\W_]))*'*")
_SUBSCRIPT = re.compile(r"\s*_\s*(?:([^\W_])(?![^\W_])|\{\s*((?:\\?_|[^\W_]|\\(?:text|mathrm)\s*\{\w+\})+)\s*\})")

_HAT = re.compile(r"\\(?:wide)?hat\s*(?:\{\s*([A-Za-z])\s*\}|\s([A-Za-z])(?![A-Za-z]))")
"""A letter of its own too: \\hat{h}."""
_STAR = re.compile(r"\s*\^\s*(?:\{\s*(?:\*|\\(?:ast|star|circ|dagger))\s*\}|\*|\\(?:ast|star|circ|dagger)(?![A-Za-z]))")
"""Behind a name, a letter of its own: h^*, the tap that attains the maximum."""


def scanned(text: str, base: int) -> Iterator[Sign]:
    """The signs of a formula one by one, as they are written. Raises NotUnderstood."""
    at = 0
    while at < len(text):
        if layout := _LAYOUT.match(text, at):
            if "quad" in layout[0]:
                yield Sign("QUAD", "", base + at, base + at)
            at = layout.end()
            continue
        inner = _UNDER.match(text, at) or _WRAPPED.match(text, at)
        if inner is not None and (inner.re is _UNDER or _holds_signs(inner[1])):
            yield from scanned(inner[1], base + inner.start(1))
            at = inner.end()
            continue
        sign, end = _next(text, at)
        yield replace(sign, start=base + at, end=base + end)
        at = end


def _holds_signs(inside: str) -> bool:
    """What is set in another typeface is more than one name: `\\text{padding[0]}`."""
    plain = _OTHERWISE.sub("", inside.replace("\\_", "_").strip())
    return bool(plain) and not _WORDY.fullmatch(plain) and any(sign in plain for sign in "[](){}=<>+*/-^")


def _next(text: str, at: int) -> tuple[Sign, int]:
    if text.startswith("\\\\", at):
        return Sign("ROW", "", 0, 0), at + 2
    for kind, bound in (("CASES", _CASES), ("END_CASES", _END_CASES)):
        if cases := bound.match(text, at):
            return Sign(kind, "", 0, 0), cases.end()
    if wrapped := _WRAPPED.match(text, at):
        if text.startswith(_BLACKBOARD, at):
            return Sign("NAME", f"{_BLACKBOARD}{{{wrapped[1]}}}", 0, 0), wrapped.end()
        word = _OTHERWISE.sub("", _SPACING.sub(" ", wrapped.group(1)).strip())
        return _word(word, text, wrapped.end(), is_name=word in _PREPOSITIONS and text.startswith(_OF_NAMES, at))
    if hat := _HAT.match(text, at):
        return Sign("NAME", f"{hat[1] or hat[2]}^", 0, 0), hat.end()
    if command := _COMMAND.match(text, at):
        name = command.group(1)
        if name in _COMMANDS:
            kind = _COMMANDS[name]
            return Sign(kind, "..." if kind == "DOTS" else name, 0, 0), command.end()
        if name in ("begin", "end"):
            raise NotUnderstood(f"{text[at : at + 20].strip()} is not a formula")
        return _word(name, text, command.end())
    if number := _NUMBER.match(text, at):
        if is_too_long(number.group()):
            raise NotUnderstood(f"{number.group()[:10]}..., a number larger than any that is meant")
        return Sign("NUMBER", number.group(), 0, 0), number.end()
    if name_ := _NAME.match(text, at):
        return _word(name_.group(), text, name_.end())
    for literal, kind in _CHARACTERS:
        if text.startswith(literal, at):
            return Sign(kind, "..." if kind == "DOTS" else literal, 0, 0), at + len(literal)
    raise NotUnderstood(f"the sign {text[at]!r}")


def _word(word: str, text: str, end: int, *, is_name: bool = False) -> tuple[Sign, int]:
    """A word that is a sign of its own, or a name with its subscript."""
    kind = None if is_name else _WORDS.get(" ".join(word.split()).lower())
    if kind is not None:
        return Sign(kind, word.lower(), 0, 0), end
    if word == "d" and (wrapped := _WRAPPED.match(text, end)):
        # dX with its tensor in another typeface is one name.
        return _word(word + wrapped.group(1).strip(), text, wrapped.end())
    if " " in word:
        raise NotUnderstood(f"the words {word[:40]!r}")
    if subscript := _SUBSCRIPT.match(text, end):
        inner = re.sub(r"\\(?:text|mathrm)\s*\{(\w+)\}", r"\1", subscript[1] or subscript[2])
        word, end = f"{word}_{inner}", subscript.end()
    if star := _STAR.match(text, end):
        word, end = f"{word}*", star.end()
    return Sign("NAME", word.replace("\\_", "_"), 0, 0), end


_LOOP = re.compile(r"^\s*(?:for|while|def)\b", re.MULTILINE)
"""What begins an algorithm, whose lines are no statements by themselves; those before it are."""


def before_loops(text: str) -> str:
    """The lines of a listing that stand by themselves: those before its first loop."""
    loop = _LOOP.search(text)
    return text[: loop.start()] if loop else text
