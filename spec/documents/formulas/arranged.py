"""The signs of a formula put in order before the grammar reads them: rows, bars, products without a sign."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate

from spec.documents.formulas.tokens import GREEK, NotUnderstood, Sign, scanned

MOST_SIGNS = 1500
DEEPEST = 40
_OPENS = {"LPAR", "LBRACK", "LBRACE", "LFLOOR", "LCEIL"}
_CLOSES = {"RPAR", "RBRACK", "RBRACE", "RFLOOR", "RCEIL"}
_ENDS_FACTOR = {"NUMBER", "NAME", "RPAR", "RBRACK", "RFLOOR", "RCEIL", "RBAR"}
_STARTS_FACTOR = {"NAME", "LPAR", "FRAC", "LFLOOR", "LCEIL", "BIG", "LBAR"}
_PUNCTUATION = {"DOT", "COMMA", "SEMICOLON", "COLON"}


def signs(text: str, start: int) -> list[Sign]:
    """The tokens of a formula that stands at an offset of the document. Raises NotUnderstood."""
    written = _with_dots(_with_arguments(_with_ranges(list(scanned(text, start)))))
    found = _in_one_line(_with_bars(list(written)))
    if len(found) > MOST_SIGNS:
        raise NotUnderstood(f"it has more than {MOST_SIGNS} signs")
    while found and found[-1].kind in _PUNCTUATION:
        found.pop()
    _check_depth(found)
    return list(_with_products(found, lambda left, right: text[left.end - start : right.start - start]))


def _check_depth(found: Sequence[Sign]) -> None:
    depths = accumulate((sign.kind in _OPENS) - (sign.kind in _CLOSES) for sign in found)
    if max(depths, default=0) > DEEPEST:
        raise NotUnderstood(f"it is nested more than {DEEPEST} deep")


_RELATIONS = {"EQ", "NE", "LT", "LE", "GT", "GE", "IN", "IFF", "IMPLIES"}
_CONTINUES = {*_RELATIONS, "PLUS", "MINUS", "TIMES", "DIVIDE", "AND", "OR", "IF", "COMMA", *_CLOSES}
"""What a row that begins with it, or comes after it, goes on with: no formula of its own."""


def _with_ranges(found: Sequence[Sign]) -> Sequence[Sign]:
    """Ranges in brackets behind a formula and a wide space, `... \\qquad (0 <= h < n)`, are those for all of which it
    holds."""
    end = next((at + 1 for at in reversed(range(len(found))) if found[at].kind not in _PUNCTUATION), 0)
    wide = [at for at in range(end) if found[at].kind == "QUAD"]
    inside = found[wide[-1] + 2 : end - 1] if wide else ()
    in_brackets = bool(inside) and found[wide[-1] + 1].kind == "LPAR" and found[end - 1].kind == "RPAR"
    are_ranges = _RELATIONS & {sign.kind for sign in inside} and not {"LPAR", "RPAR"} & {sign.kind for sign in inside}
    before = list(found[: wide[-1]]) if wide else []
    while before and before[-1].kind in _PUNCTUATION:
        before.pop()
    if not (in_brackets and are_ranges and before and _RELATIONS & {sign.kind for sign in before}):
        return found
    at = before[0].start
    return [Sign("FORALL", "forall", at, at), *inside, Sign("COLON", ":", at, at), *before]


def _with_arguments(found: Sequence[Sign]) -> list[Sign]:
    """The place of a maximum is one sign: \\arg\\max."""
    result: list[Sign] = []
    for sign in found:
        if sign.kind == "BIG" and result and result[-1].text == "arg":
            sign = replace(sign, text=f"arg{sign.text}", start=result.pop().start)
        elif sign.kind == "BIG":
            sign = replace(sign, text=sign.text.replace(" ", ""))
        result.append(sign)
    return result


def _with_dots(found: Sequence[Sign]) -> Iterator[Sign]:
    """A range by two dots is one by its values: {0..n} is {0, ..., n}."""
    for sign in found:
        if sign.kind != "RANGE":
            yield sign
            continue
        for kind, text in (("COMMA", ","), ("DOTS", "..."), ("COMMA", ",")):
            yield Sign(kind, text, sign.start, sign.end)


def _with_bars(found: Sequence[Sign]) -> list[Sign]:
    """Which of the bars open, which close, and which say "such that": {a | b}."""
    result: list[Sign] = []
    opened: list[str] = []
    for sign in found:
        if sign.kind == "BAR":
            opens = not result or result[-1].kind not in {*_ENDS_FACTOR, "RBAR", "RBRACE", "INFTY"}
            closes = opened[-1:] == ["LBAR"]
            sign = replace(sign, kind="LBAR" if opens else "RBAR" if closes else "COLON")
        if sign.kind in _OPENS or sign.kind == "LBAR":
            opened.append(sign.kind)
        elif (sign.kind in _CLOSES or sign.kind == "RBAR") and opened:
            opened.pop()
        result.append(sign)
    return result


def _in_one_line(found: Sequence[Sign]) -> list[Sign]:
    """Rows of one formula are joined, those of several are parted by commas; the rows of cases stay.

    So is what stands beside another formula, with a wide space between: `P = ... \\qquad Q = ...`.
    """
    result: list[Sign] = []
    depth = cases = 0
    for i, sign in enumerate(found):
        depth += (sign.kind in _OPENS) - (sign.kind in _CLOSES)
        cases += (sign.kind == "CASES") - (sign.kind == "END_CASES")
        if sign.kind == "QUAD":
            is_begun = _begins_formula(found[i + 1 :]) and found[i + 1].kind == "NAME"
            if not cases and not depth and result and _ends_formula(result[-1], depth) and is_begun:
                result.append(Sign("COMMA", ",", sign.start, sign.start))
        elif sign.kind != "ROW" or cases:
            while sign.kind == "END_CASES" and result and result[-1].kind in {*_PUNCTUATION, "ROW"}:
                result.pop()
            result.append(sign)
        elif result and _ends_formula(result[-1], depth) and _begins_formula(found[i + 1 :]):
            result.append(Sign("COMMA", ",", sign.start, sign.start))
    return result


def _ends_formula(last: Sign, depth: int) -> bool:
    return last.kind not in (_CONTINUES if depth else _CONTINUES - _CLOSES)


def _begins_formula(rest: Sequence[Sign]) -> bool:
    return bool(rest) and rest[0].kind not in _CONTINUES and _has_relation(rest)


def _has_relation(rest: Sequence[Sign]) -> bool:
    """The next row relates something, outside of all brackets."""
    depth = 0
    for sign in rest:
        depth += (sign.kind in _OPENS) - (sign.kind in _CLOSES)
        if sign.kind == "ROW" or depth < 0:
            return False
        if sign.kind in _RELATIONS and not depth:
            return True
    return False


_LETTER = re.compile(rf"(?:[^\W\d_]|{'|'.join(sorted(GREEK))})(?:_\w+)?'*\*?")
_SHORT = re.compile(rf"(?:[^\W\d_]{{1,2}}|{'|'.join(sorted(GREEK))})(?:_\w+)?'*\*?")
_SPACE = re.compile(r"\s*(?:\\[,:;! ]|~)\s*")


def _are_factors(left: Sign, right: Sign, between: str) -> bool:
    """Two letters side by side are a product, as s_h in i s_h, and two short names with LaTeX's space between them, as
    i\\,sh; two words are none."""
    of = _SHORT if _SPACE.fullmatch(between) else _LETTER
    return bool(of.fullmatch(left.text) and of.fullmatch(right.text))


def _with_products(found: Sequence[Sign], between: Callable[[Sign, Sign], str]) -> Iterator[Sign]:
    """A product that is written without a sign gets one: 2k, (a)(b), )\\frac. A name before `(` is a call or a product,
    which only its meaning tells. `between` is the text between two signs."""
    for i, sign in enumerate(found):
        if i and found[i - 1].kind in _ENDS_FACTOR and sign.kind in _STARTS_FACTOR:
            before = found[i - 1].kind
            is_call = before == "NAME" and sign.kind == "LPAR"
            are_words = (
                before == "NAME"
                and sign.kind == "NAME"
                and not _are_factors(found[i - 1], sign, between(found[i - 1], sign))
            )
            is_bound = i > 1 and found[i - 2].kind == "SUB"
            if not is_bound and not is_call and not are_words and before != "RBRACK":
                yield Sign("TIMES", "", sign.start, sign.start)
        yield sign
