"""Quantities with their axes, and what an example sets and tells, from the parts of a sentence."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace

from proofs.audit.quantities.values import (
    AxisName,
    CallOutcome,
    QuantityName,
    QuantityReading,
    Result,
    Setting,
    TypeSetting,
)

Parts = Sequence[Hashable]
ENDS = "pad_ends"
"""What gives the padding at the begin and at the end of one axis, or one for both."""
NAMED = "="
"""What begins an entry that is a quantity by a name of the document's own, as its kind and its axis."""


def on_axis(named: QuantityName, parts: Parts) -> QuantityName | None:
    """A quantity on the axis that the words around it name; None where they name two."""
    axes = {part.place for part in parts if isinstance(part, AxisName)} | ({named.axis} - {None})
    return replace(named, axis=next(iter(axes), None)) if len(axes) < 2 else None


def quantity_of(parts: Parts) -> QuantityName | None:
    """A quantity with the words for an axis around it, or an entry of a list by its number."""
    for part in parts:
        if isinstance(part, QuantityName):
            return on_axis(part, parts)
        if isinstance(part, str):
            return entry_named(part)
    return None


def entry_named(said: str) -> QuantityName | None:
    """An entry by its list and number, or a quantity by a name of the document's own."""
    name, number = said.split()
    if name.startswith(NAMED):
        return QuantityName(name.removeprefix(NAMED), int(number) if number.isdigit() else None)
    place = int(number)
    kind = {"kernel_shape": "kernel", "pads": "pad_begin" if place < 2 else "pad_end"}.get(name, name)
    return QuantityName(kind, place % 2) if place < (4 if name == "pads" else 2) else None


def numbers_of(parts: Parts) -> tuple[int, ...]:
    """The numbers among the parts."""
    return tuple(part for part in parts if isinstance(part, int))


def set_of(kind: str, parts: Parts) -> Setting | None:
    """An example's value of a quantity, for each axis or for both."""
    values = next((part for part in parts if isinstance(part, tuple)), None) or numbers_of(parts)
    return Setting(kind, values) if values else None


def set_one(parts: Parts) -> Setting | None:
    """An example's value of one quantity."""
    named = quantity_of(parts)
    both = {part.kind for part in parts if isinstance(part, QuantityName)}
    axes = {part.axis for part in parts if isinstance(part, QuantityName)}
    if len(both) > 1:
        # The begins and the ends of some axes are one setting of their padding; of two other quantities there is none.
        named = QuantityName("pads") if both == {"pad_begin", "pad_end"} else None
    if named is not None:
        # What two axes have is that of both.
        named = replace(named, axis=axes.pop() if len(axes) == 1 else None)
    value = next((part for part in parts if isinstance(part, int)), None)
    return Setting(named.kind, (value,), named.axis) if named and value is not None else None


def rows_of(kind: str, parts: Parts) -> Setting | None:
    """So many rows, or so many columns, of something."""
    axis = next((part.place for part in parts if isinstance(part, AxisName)), None)
    numbers = numbers_of(parts)
    return Setting(kind, numbers, axis) if axis is not None and len(numbers) == 1 else None


def side_of(parts: Parts) -> Setting | None:
    """Padding on one side, where the example has none on the others of its axis."""
    side = next((part for part in parts if isinstance(part, AxisName) and part.is_end is not None), None)
    axes = {part.place for part in parts if isinstance(part, AxisName)}
    numbers = numbers_of(parts)
    if side is None or len(numbers) != 1 or len(axes) != 1:
        return None
    return Setting(ENDS, (0, numbers[0]) if side.is_end else (numbers[0], 0), side.place)


def result_of(parts: Parts) -> Result | None:
    """The size of Y, or another quantity; `5 rows` are those that a window spans."""
    if any(isinstance(part, tuple) for part in parts):
        found = set_of("y", parts)
    else:
        found = set_one(parts) or set_of("extent", parts)
    return Result(found) if found and found.kind in ("y", "extent", "batch", "channels") else None


def spans_of(parts: Parts) -> Result:
    """The rows and the columns that a window spans."""
    return Result(Setting("extent", numbers_of(parts)))


def outcome(parts: Parts) -> QuantityReading | None:
    """A call with what it sets, and whether it is accepted."""
    settings = tuple(part for part in parts if isinstance(part, Setting))
    types = tuple(part.name for part in parts if isinstance(part, TypeSetting))
    ends = next((part for part in parts if isinstance(part, CallOutcome)), None)
    return QuantityReading("outcome", (), settings, types=types, accepted=ends.accepted) if ends else None


def type_of(parts: Parts) -> TypeSetting | None:
    """The type that a call's X has."""
    return next((TypeSetting(part) for part in parts if isinstance(part, str)), None)


def given(parts: Parts) -> QuantityReading:
    """What an example has, of which sentences behind this one may tell what it gives."""
    return QuantityReading("given", (), tuple(part for part in parts if isinstance(part, Setting)))


def told(parts: Parts) -> QuantityReading | None:
    """An example: what is set, and what it is said to give."""
    settings = tuple(part for part in parts if isinstance(part, Setting))
    results = tuple(part.of for part in parts if isinstance(part, Result))
    return QuantityReading("told", (), settings, results) if results else None
