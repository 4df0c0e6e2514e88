"""The definitions of Y and Indices as a document writes them: the window's letters, their ranges, the element taken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from spec.documents.formulas.formulas import Form, Written
from spec.documents.formulas.tokens import is_letter
from spec.documents.formulas.words import PADDED_NAMES

INPUTS = frozenset(("X", "x", "input", "In", "I", "E"))
OUTPUTS = frozenset(("Y", "y", "output", "out", "Out", "O", "S"))
INDICES = frozenset(("Indices", "indices", "Ind", "I", "Index", "argmax", "Z", "z"))


@dataclass(frozen=True, slots=True)
class Binder:
    """A letter that runs over a range: [low, high], or [low, high) if not `closed`."""

    letter: Written
    low: Written
    high: Written
    closed: bool = True


@dataclass(frozen=True, slots=True)
class Maximum:
    """Y[b, c, m, n] = the maximum, over some letters, of an element of X or of the padded X."""

    cell: Written
    binders: tuple[Binder, ...]
    element: Written


@dataclass(frozen=True, slots=True)
class Position:
    """Indices[b, c, m, n] = a number, where a condition holds, if there is one."""

    cell: Written
    index: Written
    condition: Written | None


def maximum_of(written: Written) -> Maximum | None:
    """The formula as a definition of Y, if it is one."""
    if written.form is not Form.RELATION or written.text != "EQ" or not is_cell(written.parts[0], OUTPUTS):
        return None
    body, binders = written.parts[1], []
    while body.form is Form.BIG and body.text in ("max", "maximum"):
        found = list(_binders(body))
        if not found:
            return None
        binders += found
        body = body.parts[-1]
    if not binders or not is_cell(body, INPUTS | PADDED_NAMES):
        return None
    return Maximum(written.parts[0], tuple(binders), body)


def position_of(written: Written) -> Position | None:
    """The formula as a definition of Indices, if it is one."""
    condition = None
    if written.form is Form.GIVEN:
        written, condition = written.parts
    elif written.form in (Form.IMPLIES, Form.IFF):
        condition, written = written.parts
    if written.form is not Form.RELATION or written.text != "EQ" or not is_cell(written.parts[0], INDICES):
        return None
    return Position(written.parts[0], written.parts[1], condition)


def is_cell(written: Written, names: frozenset[str]) -> bool:
    """An element of one of some tensors."""
    return written.form in (Form.INDEX, Form.CALL) and written.parts[0].text in names


def binder_of(relation: Written) -> Binder | None:
    """The range of a letter, if it is one: h ∈ [0, n - 1], 0 <= h < n."""
    if relation.form is Form.ALL:
        return _listed(relation.parts)
    if relation.form is not Form.RELATION:
        return None
    parts, comparisons = relation.parts, relation.text.split()
    if comparisons == ["IN"] and parts[0].form is Form.NAME:
        interval = parts[1]
        if interval.form is Form.INTERVAL and len(interval.parts) == 2:
            return Binder(parts[0], *interval.parts, closed=interval.text[1] == "]")
        if is_range(interval):
            return Binder(parts[0], interval.parts[0], interval.parts[-1])
    elif len(parts) == 3 and parts[1].form is Form.NAME and comparisons[0] == "LE":
        return Binder(parts[1], parts[0], parts[2], closed=comparisons[1] == "LE")
    return None


def is_range(written: Written) -> bool:
    """Numbers from one to another: [0, n), {0, ..., n - 1}."""
    is_by_values = written.form is Form.SET and len(written.parts) == _VALUES and written.parts[1].form is Form.DOTS
    return is_by_values or (written.form is Form.INTERVAL and len(written.parts) == 2)


def _listed(parts: Sequence[Written]) -> Binder | None:
    """A range by its values: i = 0, ..., k - 1."""
    if len(parts) != _VALUES or parts[1].form is not Form.DOTS or parts[0].form is not Form.RELATION:
        return None
    letter, *low = parts[0].parts
    is_start = parts[0].text == "EQ" and letter.form is Form.NAME and len(low) == 1
    return Binder(letter, low[0], parts[2]) if is_start else None


_VALUES = 3
"""The first value of a letter, dots, and its last."""


def range_of(written: Written) -> Binder | None:
    """A formula that gives a letter its range; that a size of several characters is between two others does not."""
    found = binder_of(written)
    is_between = found is not None and len(written.parts) == 3 and written.form is Form.RELATION
    return None if is_between and not is_letter(written.parts[1].text, 1) else found


def _binders(big: Written) -> Iterator[Binder]:
    above = big.parts[1] if len(big.parts) == 3 else None
    if above is None and (listed := _listed(big.parts[0].parts)) is not None:
        yield listed
        return
    for relation in big.parts[0].parts:
        is_start = relation.form is Form.RELATION and relation.text == "EQ" and relation.parts[0].form is Form.NAME
        if above is not None and is_start:
            yield Binder(relation.parts[0], relation.parts[1], above)
        elif (found := binder_of(relation)) is not None:
            yield found
