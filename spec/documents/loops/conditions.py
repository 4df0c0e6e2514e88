"""The conditions of a listing, taken apart: what has to hold for a tap to count, what is asked of what is kept, and
what a NaN is replaced by."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from spec.documents.equations.cells import INPUTS, is_cell
from spec.documents.formulas.formulas import Form, Written
from spec.documents.formulas.tokens import NotUnderstood
from spec.documents.formulas.words import PADDED_NAMES
from spec.documents.loops.statements import Do, LoopStatement

_EXTREMES = {"max": "GT", "maximum": "GT", "fmax": "GT", "min": "LT", "minimum": "LT", "fmin": "LT"}
_NOT = {"LT": "GE", "GE": "LT", "GT": "LE", "LE": "GT", "EQ": "NE", "NE": "EQ"}


def sorted_out(condition: Written, is_kept: Callable[[Written], bool]) -> tuple[list[Written], list[Written]]:
    """The conjuncts of a condition on places, and those on what is kept."""
    parts = list(_conjuncts(condition))
    return [part for part in parts if not is_kept(part)], [part for part in parts if is_kept(part)]


def _conjuncts(condition: Written) -> Iterator[Written]:
    if condition.form in (Form.ALL, Form.BOTH):
        for part in condition.parts:
            yield from _conjuncts(part)
    elif condition.form is Form.NEGATION and condition.parts[0].form in (Form.EITHER, Form.RELATION):
        yield from map(negated, condition.parts[0].parts if condition.parts[0].form is Form.EITHER else condition.parts)
    else:
        yield condition


def negated(condition: Written) -> Written:
    """The condition under which a tap is not skipped, without a negation where there is one."""
    if condition.form is Form.NEGATION:
        return condition.parts[0]
    if condition.form is Form.RELATION and condition.text in _NOT:
        return replace(condition, text=_NOT[condition.text])
    if condition.form is Form.EITHER:
        return replace(condition, form=Form.BOTH, parts=tuple(map(negated, condition.parts)))
    return Written(Form.NEGATION, (condition,), "", condition.start, condition.end)


# --- NaN, which is judged beside the loops -----------------------------------------------------------

_NAN = ("nan", "isnan")


def without_nan(statements: Sequence[LoopStatement], found: list[Written]) -> tuple[LoopStatement, ...]:
    """The statements but for those that replace a NaN, `if v is NaN, let v = -inf`; their values are appended.

    Raises NotUnderstood: what is replaced was used before.
    """
    kept: list[LoopStatement] = []
    for statement in statements:
        value = _of_nan(statement)
        if value is None:
            kept.append(replace(statement, body=without_nan(statement.body, found)))
        elif not kept or kept[-1].do is not Do.ASSIGN or kept[-1].parts[0] != statement.body[0].parts[0]:
            raise NotUnderstood("a NaN that is replaced where it is not read")
        else:
            found.append(value)
    return tuple(kept)


def _of_nan(statement: LoopStatement) -> Written | None:
    if statement.do is not Do.IF or len(statement.body) != 1 or statement.body[0].do is not Do.ASSIGN:
        return None
    condition, (target, value) = statement.parts[0], statement.body[0].parts
    is_call = condition.form is Form.CALL and condition.parts[0].text.lower() in _NAN and len(condition.parts) == 2
    if is_call:
        tested = condition.parts[1]
    elif condition.form is Form.RELATION and condition.text == "EQ" and condition.parts[1].text.lower() in _NAN:
        tested = condition.parts[0]
    else:
        return None
    return value if tested == target else None


# --- what is kept -----------------------------------------------------------------------------------


def is_element(written: Written) -> bool:
    """An element of X, or of X with its padding."""
    return is_cell(written, INPUTS | PADDED_NAMES)


def said_name(written: Written) -> str:
    """A name in lower case; empty for anything else."""
    return written.text.lower() if written.form is Form.NAME else ""


def is_negative(written: Written) -> bool:
    """A number below zero."""
    return written.form is Form.NEGATIVE and written.parts[0].form is Form.NUMBER and written.parts[0].text != "0"


def extreme_of(target: Written, value: Written) -> tuple[str, Written] | None:
    """best = max(best, X[...]) keeps the greater; None for another assignment."""
    if value.form is not Form.CALL or value.parts[0].text not in _EXTREMES or len(value.parts) != 3:
        return None
    others = [part for part in value.parts[1:] if part != target]
    return (_EXTREMES[value.parts[0].text], others[0]) if len(others) == 1 and is_element(others[0]) else None
