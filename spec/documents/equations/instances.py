"""A formula that is said for each of some axes by their numbers, "for all a in {2, 3}", as one formula for each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from spec.documents.formulas.formulas import Form, Written
from spec.documents.formulas.numbered import with_number


def on_each_axis(written: Written) -> Sequence[Written]:
    """A formula for each number that its letter is said to be; the formula alone where it has no such letter."""
    if written.form is not Form.FORALL:
        return [written]
    (binder, *others), body = written.parts[0].parts, written.parts[1]
    numbers = _numbers(binder)
    if not numbers:
        return [written]
    rest = replace(written, parts=(replace(written.parts[0], parts=tuple(others)), body)) if others else body
    return [each for number in numbers for each in on_each_axis(with_number(rest, binder.parts[0].text, number))]


def _numbers(binder: Written) -> Sequence[str]:
    if binder.form is not Form.RELATION or binder.text != "IN" or binder.parts[0].form is not Form.NAME:
        return []
    members = binder.parts[1].parts if binder.parts[1].form is Form.SET else ()
    return [each.text for each in members] if all(each.form is Form.NUMBER for each in members) else []
