"""Calculations with numbers alone, `(6 + 1 - 4) / 2 + 1 = 2`: an example's, exact, and no rule of the operator."""

from __future__ import annotations

from itertools import dropwhile

from proofs.audit.elements.part import FormulaPart, JudgedFormula
from proofs.audit.rulebook.findings import corrected
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


def judge_arithmetic(part: FormulaPart) -> JudgedFormula | None:
    """Equal numbers, with or without names of what they are. None: it is no calculation. Raises NotUnderstood."""
    written = part.statement.written
    if written.form is not Form.RELATION or set(written.text.split()) != {"EQ"}:
        return None
    sides = list(dropwhile(lambda side: side.form in (Form.NAME, Form.INDEX), written.parts))
    if not sides or not all(map(_is_numeric, sides)) or all(side.form is Form.NUMBER for side in sides):
        return None
    try:
        values = [evaluate(_term(side), {}) for side in sides]
    except DivisorNotPositive as error:
        raise NotUnderstood(str(error)) from None
    wrong = [
        corrected("formula-wrong", side, f"this is {value}, and what it is said to be equal to is {values[0]}", "")
        for side, value in zip(sides[1:], values[1:], strict=True)
        if value != values[0]
    ]
    return part.claim("calculation", "refuted" if wrong else "proved"), wrong[:1]


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
