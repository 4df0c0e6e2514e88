"""A formula with a number in the place of the letter that counts the axes: what `E_i = d_i (k_i - 1)` says of `E_0`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from spec.documents.formulas.formulas import Form, Written
from spec.documents.formulas.words import RUNNING


def with_number(written: Written, letter: str, number: str) -> Written:
    """The formula with a number for its letter, alone, in an index, and as a subscript."""
    if written.form is Form.NAME:
        base, _, subscript = written.text.rpartition("_")
        if written.text == letter:
            return replace(written, form=Form.NUMBER, text=number)
        return replace(written, text=f"{base}_{number}") if base and subscript == letter else written
    parts = tuple(with_number(part, letter, number) for part in written.parts)
    if written.form in _SUMS and all(part.form is Form.NUMBER and part.text.isdigit() for part in parts):
        first, second = (int(part.text) for part in parts)
        total = first + second if written.form is Form.ADD else first - second
        if total >= 0:
            return replace(written, form=Form.NUMBER, parts=(), text=str(total))
    return replace(written, parts=parts)


_SUMS = (Form.ADD, Form.SUBTRACT)


_Defined = Sequence[tuple[Written, tuple[str, ...]]]
T = TypeVar("T")


def of_family(name: str, defined: Mapping[str, _Defined]) -> _Defined:
    """The formulas of a name with a number, `E_0`, where those of `E_i` are given."""
    found = families(name, defined)
    return [(with_number(each, letter, place), path) for letter, place, said in found for each, path in said]


def families(name: str, given: Mapping[str, T]) -> Iterator[tuple[str, str, T]]:
    """Of a name with a number, `E_0`, what is given of the same name with a letter, `E_i`; the letter, the number."""
    base, _, place = name.rpartition("_")
    for letter in sorted(RUNNING) if base and place.isdigit() else ():
        if (said := given.get(f"{base}_{letter}")) is not None:
            yield letter, place, said
