"""Calculations with numbers alone, `(6 + 1 - 4) / 2 + 1 = 2` or `2 + 2 <= 3 + 1`: an example's, exact, and no rule of
the operator."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import dropwhile
from operator import eq, ge, gt, le, lt
from typing import Any

from proofs.audit.elements.part import FormulaPart, JudgedFormula
from proofs.audit.rulebook.findings import corrected
from proofs.audit.truth.mood import Mood, mood_of
from spec.documents.formulas.formulas import Form, Written
from spec.documents.formulas.tokens import NotUnderstood
from spec.documents.names.meaning import Meaning
from spec.documents.names.notation import Notation
from spec.language.terms import Term, free_variables
from spec.readings.value import DivisorNotPositive, evaluate

_COMPUTED = frozenset(
    (Form.NUMBER, Form.ADD, Form.SUBTRACT, Form.MULTIPLY, Form.DIVIDE, Form.FLOOR_DIVIDE, Form.MODULO)
)
_ROUNDED = frozenset((Form.FLOOR, Form.CEIL, Form.NEGATIVE, Form.CALL, Form.NAME, Form.POWER))


_ORDERS: Mapping[str, Callable[[Any, Any], bool]] = {"LT": lt, "LE": le, "GT": gt, "GE": ge, "EQ": eq}
_DENIED = re.compile(r"\b(?:not|no longer|false|fails?|violat\w+|breaks?|contradict\w*|wrong|would)\b|n't\b", re.I)
"""Where one of these stands beside a comparison, that it does not hold may be what is said."""


def judge_arithmetic(part: FormulaPart) -> JudgedFormula | None:
    """Equal numbers, with or without names of what they are; or numbers in an order. None: it is no calculation.

    Raises NotUnderstood.
    """
    written = part.statement.written
    if written.form is Form.RELATION and {"LT", "LE", "GT", "GE"} & {*written.text.split()}:
        return _ordered(part)
    if written.form is not Form.RELATION or set(written.text.split()) != {"EQ"}:
        return None
    sides = list(dropwhile(lambda side: side.form in (Form.NAME, Form.INDEX), written.parts))
    if not sides or not all(map(_is_numeric, sides)) or all(side.form is Form.NUMBER for side in sides):
        return None
    values = _values(sides)
    wrong = [
        corrected("formula-wrong", side, f"this is {value}, and what it is said to be equal to is {values[0]}", "")
        for side, value in zip(sides[1:], values[1:], strict=True)
        if value != values[0]
    ]
    return part.claim("calculation", "refuted" if wrong else "proved"), wrong[:1]


def _ordered(part: FormulaPart) -> JudgedFormula | None:
    """Numbers that are computed, in an order: each comparison holds where the sentence states it."""
    sides, signs = part.statement.written.parts, part.statement.written.text.split()
    is_known = {*signs} <= _ORDERS.keys() and all(map(_is_numeric, sides))
    if not is_known or all(side.form is Form.NUMBER for side in sides):
        return None
    start, end = part.statement.start, part.statement.start + len(part.statement.text)
    block = next((each for each in part.document.blocks if each.start <= start < each.end), None)
    first, last = (block.start, block.end) if block is not None else (start, end)
    around = part.document.text[max(first, start - _AROUND) : min(last, end + _AROUND)]
    if mood_of(part.document, start, part.statement.text) is not Mood.STATED or _DENIED.search(around):
        raise NotUnderstood("whether its sentence says that it holds is not certain")
    values = _values(sides)
    compared = zip(values, signs, values[1:], sides[1:], strict=False)
    wrong = [
        corrected("formula-wrong", side, f"this is {right}, and what it is compared with is {left}", "")
        for left, sign, right, side in compared
        if not _ORDERS[sign](left, right)
    ]
    return part.claim("calculation", "refuted" if wrong else "proved"), wrong[:1]


_AROUND = 60
"""So many characters before and behind it are looked at for a denial."""


def _values(sides: Sequence[Written]) -> Sequence[Any]:
    try:
        return [evaluate(_term(side), {}) for side in sides]
    except DivisorNotPositive as error:
        raise NotUnderstood(str(error)) from None


def _term(side: Written) -> Term:
    found = Meaning(Notation()).number(side)
    if free_variables(found):
        raise NotUnderstood("a name in a calculation")
    return found


def _is_numeric(written: Written) -> bool:
    """Numbers and signs; the names are those of functions."""
    return all(
        each.form in _COMPUTED
        or (each.form in _ROUNDED and (each.form is not Form.NAME or each.text in ("floor", "ceil", "max", "min")))
        for each in written.walk()
    )
