"""The conditions of a listing, taken apart: what has to hold for a tap to count, and what is asked of what is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from spec.documents.formulas.formulas import Form, Written

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
