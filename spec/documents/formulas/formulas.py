"""A formula as its document writes it: a tree of signs that keeps every name, and where each part stands.

Nothing is simplified or given a meaning here; `spec.documents.formulas.notation` does that, from the document's own
words.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache, lru_cache
from typing import Any

from lark import Lark, Token, Tree
from lark.exceptions import LarkError
from lark.lexer import Lexer

from spec.documents.formulas.tokens import NotUnderstood, Sign, signs


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
    FORALL = "forall"
    EXISTS = "exists"
    BINDERS = "binders"


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
            yield Token(sign.kind, sign.text, start_pos=sign.start, end_pos=sign.end)


@cache
def _parser() -> Lark:
    return Lark.open(
        "formula.lark", rel_to=__file__, parser="lalr", lexer=_Signs, propagate_positions=True, maybe_placeholders=False
    )


@lru_cache(maxsize=4096)
def parse_formula(text: str, start: int = 0) -> Written:
    """The formula in a text that stands at an offset of its document. Raises NotUnderstood."""
    found = _with_colons(signs(text, start))
    if not found:
        raise NotUnderstood("it is empty")
    try:
        return _written(_parser().parse(found))
    except LarkError as error:
        token = getattr(error, "token", None)
        at = f"at {str(token)!r}" if token else "at its end"
        raise NotUnderstood(f"it cannot be read {at}") from None


def formula_in(text: str, start: int = 0) -> Written | None:
    """The formula in a text, if it is one that is understood."""
    try:
        return parse_formula(text, start)
    except NotUnderstood:
        return None


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


_KEPT = {"number", "name"}
_DROPPED = frozenset(
    (
        "LPAR RPAR LBRACK RBRACK LBRACE RBRACE COMMA SEMICOLON COLON LFLOOR RFLOOR LCEIL RCEIL FRAC PLUS "
        "MINUS TIMES DIVIDE INTDIV MOD SUB SUP AND OR NOT IMPLIES IFF IF FORALL EXISTS DOT"
    ).split()
)


def _written(tree: Any) -> Written:
    if isinstance(tree, Token):
        return Written(Form.NAME, (), str(tree), tree.start_pos or 0, tree.end_pos or 0)
    start, end = getattr(tree.meta, "start_pos", 0), getattr(tree.meta, "end_pos", 0)
    kept = [c for c in tree.children if not (isinstance(c, Token) and c.type in _DROPPED)]
    rule = str(tree.data)
    if rule in ("condition", "disjunction", "conjunction", "atom", "start", "positive") and len(kept) == 1:
        return _written(kept[0])
    if rule in _KEPT or rule in ("infinity", "dots"):
        return Written(Form(rule), (), str(kept[0]), start, end)
    if rule == "relation":
        comparisons = " ".join(str(c.children[0].type) for c in kept[1::2])
        return Written(Form.RELATION, tuple(map(_written, kept[::2])), comparisons, start, end)
    if rule == "interval":
        return _interval(tree, kept, start, end)
    if rule in ("index", "call"):
        base, items = kept[0], kept[1]
        parts = tuple(_written(c) for c in items.children if not _is_comma(c))
        return Written(Form(rule), (_written(base), *parts), "", start, end)
    if rule == "big":
        name, *rest = kept
        return Written(Form.BIG, tuple(map(_written, rest)), str(name), start, end)
    return Written(Form(rule), tuple(map(_written, kept)), "", start, end)


def _is_comma(child: object) -> bool:
    return isinstance(child, Token) and child.type == "COMMA"


def _interval(tree: Tree[Token], kept: list[Any], start: int, end: int) -> Written:
    first = tree.children[0]
    assert isinstance(first, Token)
    *ends, closing = kept
    items = ends[0].children if isinstance(ends[0], Tree) and ends[0].data == "items" else ends
    parts = tuple(_written(c) for c in items if not _is_comma(c))
    brackets = ("[" if first.type == "LBRACK" else "(") + (")" if closing.children[0].type != "RBRACK" else "]")
    return Written(Form.INTERVAL, parts, brackets, start, end)
