"""A formula as its document writes it: a tree of signs that keeps every name, and where each part stands.

Nothing is simplified or given a meaning here; `spec.documents.names.notation` does that, from the document's own
words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache, lru_cache
from typing import Any

from lark import Lark, Token, Tree
from lark.exceptions import LarkError
from lark.lexer import Lexer

from spec.documents.formulas.arranged import signs
from spec.documents.formulas.tokens import NotUnderstood, Sign
from spec.documents.formulas.words import RUNNING, SPATIAL_AXES, TENSORS


class Form(StrEnum):
    """What a part of a formula is. `INTERVAL` has its two ends as parts and its brackets as text, `[)` and the like."""

    NUMBER = "number"
    NAME = "name"
    INFINITY = "infinity"
    DOTS = "dots"
    INDEX = "index"
    CALL = "call"
    MEMBER = "member"
    NEGATIVE = "negative"
    ADD = "add"
    SUBTRACT = "subtract"
    MULTIPLY = "multiply"
    DIVIDE = "divide"
    FLOOR_DIVIDE = "floor_divide"
    MODULO = "modulo"
    POWER = "power"
    FLOOR = "floor"
    CEIL = "ceil"
    BIG = "big"
    RELATION = "relation"
    INTERVAL = "interval"
    SET = "set"
    TUPLE = "tuple"
    ALL = "all"
    BOTH = "both"
    EITHER = "either"
    NEGATION = "negation"
    IMPLIES = "implies"
    IFF = "iff"
    GIVEN = "given"
    OTHERWISE = "otherwise"
    FORALL = "forall"
    EXISTS = "exists"
    BINDERS = "binders"
    COMPREHENSION = "comprehension"
    CASES = "cases"
    BRANCH = "branch"
    ABSOLUTE = "absolute"
    INTERSECTION = "intersection"


@dataclass(frozen=True, slots=True)
class Written:
    """A part of a formula.

    `text` is a name, a number, a function's name, or what stands between the parts of a relation, one comparison a
    word. `start` and `end` are offsets into the document.
    """

    form: Form
    parts: tuple[Written, ...] = ()
    text: str = ""
    start: int = field(default=0, compare=False)
    end: int = field(default=0, compare=False)

    def walk(self) -> Iterator[Written]:
        """This part and all parts of it."""
        yield self
        for part in self.parts:
            yield from part.walk()


class _Signs(Lexer):
    """Gives lark the tokens that are already made."""

    def __init__(self, lexer_conf: object) -> None:
        pass

    def lex(self, lexer_state: Any, parser_state: Any = None) -> Iterator[Token]:
        for sign in lexer_state:
            kind = sign.kind if sign.kind in _SAID else f"_{sign.kind}"
            yield Token(kind, sign.text, start_pos=sign.start, end_pos=sign.end)


@cache
def _parser() -> Lark:
    return Lark.open(
        "formula.lark", rel_to=__file__, parser="lalr", lexer=_Signs, propagate_positions=True, maybe_placeholders=False
    )


@lru_cache(maxsize=32_768)
def parse_formula(text: str, start: int = 0) -> Written:
    """The formula in a text that stands at an offset of its document. Raises NotUnderstood."""
    found = _with_colons(signs(text, start))
    if not found:
        raise NotUnderstood("it is empty")
    try:
        return _with_lists(_written(_parser().parse(found), 0))
    except LarkError as error:
        token = getattr(error, "token", None)
        at = f"at {str(token)!r}" if token else "at its end"
        raise NotUnderstood(f"it cannot be read {at}") from None


@lru_cache(maxsize=65_536)
def formula_in(text: str, start: int = 0) -> Written | None:
    """The formula in a text, if it is one that is understood."""
    try:
        return parse_formula(text, start)
    except NotUnderstood:
        return None


def _with_lists(written: Written) -> Written:
    """Names in front of a bound are all bounded: `a, b >= 0` is `a >= 0, b >= 0`."""
    if written.form is not Form.ALL:
        return written
    made: list[Written] = []
    for part in reversed(written.parts):
        bound = made[-1] if made and part.form in _NAMED else None
        if (
            bound is not None
            and bound.form is Form.RELATION
            and bound.text in _BOUNDS
            and bound.parts[0].form in _NAMED
        ):
            part = Written(Form.RELATION, (part, *bound.parts[1:]), bound.text, part.start, part.end)
        made.append(part)
    return Written(Form.ALL, tuple(reversed(made)), written.text, written.start, written.end)


_NAMED = (Form.NAME, Form.INDEX)
_BOUNDS = ("LT", "LE", "GT", "GE")


def _with_colons(found: list[Sign]) -> list[Sign]:
    """What follows a quantifier's ranges stands after a colon: a comma, or nothing, may be written there instead."""
    result: list[Sign] = []
    depth, comma, open_ = 0, -1, False
    for sign in found:
        depth += (sign.kind in ("LPAR", "LBRACK", "LBRACE")) - (sign.kind in ("RPAR", "RBRACK", "RBRACE"))
        if sign.kind in ("FORALL", "EXISTS") and open_:
            if result[-1].kind == "COMMA":
                result[-1] = Sign("COLON", ":", sign.start, sign.start)
            elif result[-1].kind != "COLON":
                result.append(Sign("COLON", ":", sign.start, sign.start))
            open_ = False
        if sign.kind in ("FORALL", "EXISTS"):
            open_, comma, level = True, -1, depth
        elif open_ and depth == level and sign.kind in ("COLON", "DOT"):
            sign, open_ = Sign("COLON", ":", sign.start, sign.end), False
        elif open_ and depth == level and sign.kind == "COMMA":
            comma = len(result)
        result.append(sign)
    if open_ and comma >= 0:
        result[comma] = Sign("COLON", ":", result[comma].start, result[comma].end)
    return result


_SAID = frozenset("NUMBER NAME INFTY DOTS EQ NE LT LE GT GE IN BIG".split())
"""The signs that say something; the others only separate, and the grammar's names for them begin with _."""
_BRACKETS = {"closed": "[]", "half_open": "[)", "left_open": "(]", "open": "()"}


_TALLEST = 250
"""Levels of parts: signs, sums and powers nest them without a bracket. Whoever walks them has to come back."""


def _written(tree: Tree[Token], level: int) -> Written:
    if level > _TALLEST:
        raise NotUnderstood(f"its parts stand in each other more than {_TALLEST} deep")
    rule, said = str(tree.data), [c for c in tree.children if isinstance(c, Token)]
    parts = tuple(_written(c, level + 1) for c in tree.children if isinstance(c, Tree))
    start, end = getattr(tree.meta, "start_pos", 0), getattr(tree.meta, "end_pos", 0)
    if rule in _BRACKETS:
        return Written(Form.INTERVAL, parts, _BRACKETS[rule], start, end)
    if rule == "call_of":
        (token,) = said
        return Written(
            Form.CALL, (Written(Form.NAME, (), str(token), start, start + len(token)), *parts), "", start, end
        )
    text = " ".join(token.type for token in said) if rule == Form.RELATION else "".join(said)
    return Written(Form(rule), parts, text, start, end)


# --- a formula printed again ---------------------------------------------------------------------

_PRINTED: Mapping[Form, tuple[int, str, str]] = {
    Form.ADD: (1, "+", "+"),
    Form.SUBTRACT: (1, "-", "-"),
    Form.MULTIPLY: (2, "*", r"\cdot"),
    Form.DIVIDE: (2, "/", "/"),
    Form.FLOOR_DIVIDE: (2, "//", "//"),
}
"""How strongly each binds, its sign in plain text, and in LaTeX. A negative binds by 3."""


def spelled(written: Written, text: str, *, latex: bool) -> str:
    """The formula's text; names and entries of lists are taken from `text`, the document, where they stand in it."""
    return _print(written, text, latex, 0)


def _print(written: Written, text: str, latex: bool, outside: int) -> str:
    form, parts = written.form, written.parts
    if form in (Form.FLOOR, Form.CEIL) or (form is Form.CALL and parts[0].text in ("floor", "ceil")):
        name = form.value if form is not Form.CALL else parts[0].text
        inner = _print(parts[-1], text, latex, 0)
        return rf"\left\l{name} {inner} \right\r{name}" if latex else f"{name}({inner})"
    if form is Form.NEGATIVE:
        return _bracketed(f"-{_print(parts[0], text, latex, 3)}", 3, outside)
    if form is Form.INDEX and written.end == written.start:
        return f"{_print(parts[0], text, latex, 0)}[{', '.join(_print(p, text, latex, 0) for p in parts[1:])}]"
    if form not in _PRINTED or len(parts) != 2:
        # A part that was moved keeps its place; one that was made has none, and its text is its name.
        return text[written.start : written.end] if written.end > written.start else written.text
    strength, plain_sign, latex_sign = _PRINTED[form]
    left, right = (_print(part, text, latex, strength + side) for side, part in enumerate(parts))
    return _bracketed(f"{left} {latex_sign if latex else plain_sign} {right}", strength, outside)


def _bracketed(printed: str, strength: int, outside: int) -> str:
    return f"({printed})" if strength < outside else printed


_SHAPES = ("shape", "size", "dims")


def tensor_of_shape(written: Written) -> str:
    """The tensor's name in X.shape, X_shape or shape(X); empty for what is no shape."""
    if written.form is Form.MEMBER and written.parts[1].text in _SHAPES:
        return written.parts[0].text
    if written.form is Form.CALL and written.parts[0].text in _SHAPES and len(written.parts) == 2:
        return written.parts[1].text
    tensor, _, what = written.text.rpartition("_")
    return tensor if what in _SHAPES and tensor in ("X", "Y") else ""


# --- entries of lists ----------------------------------------------------------------------------


def spelled_entry(written: Written) -> str:
    """An entry of a list as a key: `pads[0]`."""
    return f"{written.parts[0].text}[{written.parts[1].text}]"


def entry_letters(written: Written | None) -> frozenset[str]:
    """The letters by which a formula names entries of lists: `k` in `dilations[k] * ...`."""
    entries = (part for part in (written.walk() if written else ()) if part.form is Form.INDEX and len(part.parts) == 2)
    return frozenset(entry.parts[1].text for entry in entries)


def renamed(written: Written, names: Mapping[str, str]) -> Written:
    """The same with other letters."""
    text = names.get(written.text, written.text) if written.form is Form.NAME else written.text
    return replace(written, text=text, parts=tuple(renamed(part, names) for part in written.parts))


def is_spatial(name: str, place: int) -> bool:
    """An index of a list of sizes is one of the spatial axes for certain if it says so, or none could be meant else."""
    is_size = any(word in name.lower() for word in ("input", "output", "in_", "out_", "x_", "y_"))
    return not is_size or (place < SPATIAL_AXES and "spatial" in name.lower())


def list_name(base: Written) -> str:
    """The tensor of a shape; else the name itself, which for a tensor is no list of sizes."""
    return tensor_of_shape(base) or (
        base.text if base.text not in TENSORS else base.text[1:] if base.text[0] == "d" else ""
    )


def running_index(index: Written) -> tuple[str, int] | None:
    """The letter that counts the axes in an index, and what is added to it: i, i + 2."""
    if index.form is Form.NAME:
        return (index.text, 0) if index.text in RUNNING else None
    if index.form in (Form.ADD, Form.SUBTRACT) and index.parts[0].text in RUNNING and index.parts[1].text.isdigit():
        more = int(index.parts[1].text)
        return index.parts[0].text, more if index.form is Form.ADD else -more
    return None
