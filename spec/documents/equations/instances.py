"""A formula that is said for each of some axes by their numbers, "for all a in {2, 3}", as one formula for each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from spec.documents.formulas.formulas import Form, Written


def on_each_axis(written: Written) -> Sequence[Written]:
    """A formula for each number that its letter is said to be; the formula alone where it has no such letter."""
    if written.form is not Form.FORALL:
        return [written]
    (binder, *others), body = written.parts[0].parts, written.parts[1]
    numbers = _numbers(binder)
    if not numbers:
        return [written]
    rest = replace(written, parts=(replace(written.parts[0], parts=tuple(others)), body)) if others else body
    return [each for number in numbers for each in on_each_axis(_with_number(rest, binder.parts[0].text, number))]


def _numbers(binder: Written) -> Sequence[str]:
    if binder.form is not Form.RELATION or binder.text != "IN" or binder.parts[0].form is not Form.NAME:
        return []
    members = binder.parts[1].parts if binder.parts[1].form is Form.SET else ()
    return [each.text for each in members] if all(each.form is Form.NUMBER for each in members) else []


def _with_number(written: Written, letter: str, number: str) -> Written:
    """The formula with a number for its letter, alone, in an index, and as a subscript."""
    if written.form is Form.NAME:
        base, _, subscript = written.text.rpartition("_")
        if written.text == letter:
            return replace(written, form=Form.NUMBER, text=number)
        return replace(written, text=f"{base}_{number}") if base and subscript == letter else written
    parts = tuple(_with_number(part, letter, number) for part in written.parts)
    if written.form in _SUMS and all(part.form is Form.NUMBER and part.text.isdigit() for part in parts):
        first, second = (int(part.text) for part in parts)
        total = first + second if written.form is Form.ADD else first - second
        if total >= 0:
            return replace(written, form=Form.NUMBER, parts=(), text=str(total))
    return replace(written, parts=parts)


_SUMS = (Form.ADD, Form.SUBTRACT)
