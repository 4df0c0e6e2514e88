"""Tensors that tables print: a plane in each column, row by row; a plane in each cell, channel by channel; or an
element in each row behind its place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from math import prod

from spec.documents.examples.plain_rows import AT, CELLS, LABEL, ROW, PrintedPlanes, place_of, printed_of
from spec.documents.examples.stated import TENSORS, Named, StatedValue
from spec.documents.pages.model import Block, Document
from spec.documents.pages.tables import tables_of
from spec.documents.printed.numbers import number
from spec.documents.printed.tensors import PrintedCell, PrintedTensor, sizes_of_places

_PLACE = re.compile(rf"(?:[A-Za-z]\w*\s*)?[(\[]\s*({AT}(?:\s*,\s*{AT}){{1,3}})\s*[)\]]")
"""(0, 1, 2), Y[0, 0, 1, 2]."""


def table_tensors(document: Document) -> Iterator[StatedValue]:
    """The tensors of all tables, by what their columns are headed."""
    for table in tables_of(document.blocks):
        rows = [list(row) for _, row in groupby(table, key=lambda cell: cell.row)]
        if len(rows) > 1 and len({len(row) for row in rows}) == 1:
            if _CHANNEL.fullmatch(rows[0][0].text.strip(" `*$")):
                yield from _by_channels(rows)
            else:
                yield from _by_places(rows) if all(place_in(row[0]) for row in rows[1:]) else _by_planes(rows)


_CHANNEL = re.compile(r"channels?|planes?|c", re.I)
"""What the column is headed that numbers the planes of which each row holds one of each tensor."""
_LISTED = r"\[[^\[\]]*\](?:[$`\s]*,[$`\s]*\[[^\[\]]*\])*"
_BRACKETED = re.compile(rf"\[\s*({_LISTED})\s*,?\s*\]|({_LISTED})")


def _by_channels(rows: Sequence[Sequence[Block]]) -> Iterator[StatedValue]:
    """A plane of each tensor in each row: `[[1, 2], [3, 4]]`, `[1, 2], [3, 4]`, or `1 2; 3 4`."""
    if [_number_of_plane(row[0]) for row in rows[1:]] != list(range(len(rows) - 1)):
        return
    found: dict[Named, PrintedPlanes] = {}
    for at, head in enumerate(rows[0][1:], 1):
        name = re.sub(r"[`*$]|\(.*\)|\[[^\[\]]*\]|\\[a-z]+|[{}]|,? (?:row )?by rows?$", "", head.text).strip()
        role, planes = TENSORS.get(name.lower()), [_plane(row[at]) for row in rows[1:]]
        if role is not None and all(planes):
            found[role] = PrintedPlanes(name, head.start, planes, [(channel,) for channel in range(len(planes))])
    # They stand in the rows: what prints them begins where the first row does.
    yield from (replace(each, start=max(each.start, rows[1][0].start)) for each in _made(found))


_NUMBERED = re.compile(rf"(?:(?:channel|plane|c)\s*=?\s*)?({AT})", re.I)


def _number_of_plane(cell: Block) -> int | None:
    """The number of a plane: `0`, `c = 0`, `channel 0`."""
    found = _NUMBERED.fullmatch(cell.text.strip(" `*$"))
    return int(found[1]) if found else None


def _plane(cell: Block) -> list[list[PrintedCell]]:
    """The rows of numbers of a cell that holds nothing else."""
    text = cell.text.strip(" `$")
    whole = _BRACKETED.fullmatch(text)
    begin = cell.text.index(text) if text else 0
    parts = re.finditer(r"\[([^\[\]]*)\]" if whole else r"([^;]+)", text)
    spans = [(part.start(1) + begin, part[1]) for part in parts]
    entries = [[(at + found.start(), found[0]) for found in re.finditer(r"[^\s,]+", row)] for at, row in spans]
    if not all(number(said) is not None for row in entries for _, said in row):
        return []
    return [[PrintedCell(said.replace("−", "-"), cell.at(at)) for at, said in row] for row in entries]


def place_in(cell: Block) -> tuple[int, ...]:
    """The place of an element that a cell gives; empty if it gives none."""
    found = _PLACE.fullmatch(cell.text.strip(" `$"))
    return tuple(map(int, found[1].split(","))) if found else ()


def _numbers(cell: Block) -> list[PrintedCell]:
    """The numbers of a cell that holds nothing else."""
    found = CELLS.finditer(cell.text) if ROW.fullmatch(cell.text) else ()
    return [PrintedCell(each[0].replace("−", "-"), cell.at(each.start())) for each in found]


def _by_places(rows: Sequence[Sequence[Block]]) -> Iterator[StatedValue]:
    """One element in each row, in the order of their places."""
    places = [place_in(row[0]) for row in rows[1:]]
    sizes = sizes_of_places(places)
    if sizes is None:
        return
    for at, head in enumerate(rows[0]):
        name = head.text.strip(" `*$")
        cells = [number for row in rows[1:] for number in _numbers(row[at])]
        if (role := TENSORS.get(name.lower())) is not None and len(cells) == prod(sizes) == len(rows) - 1:
            shape = (*(1,) * (4 - len(sizes)), *sizes)
            tensor = PrintedTensor(cells[0].start, cells[-1].end, shape, tuple(cells))
            yield StatedValue(name, head.start, cells[-1].end, role, tensor, None)


def _by_planes(rows: Sequence[Sequence[Block]]) -> Iterator[StatedValue]:
    """A plane in each column, a row of it in each row; a column that names its plane alone is of the first's tensor."""
    found: dict[Named, PrintedPlanes] = {}
    above = re.split(r"[\s,]", rows[0][0].text.strip(" `*$"), maxsplit=1)[0].strip("`*$")
    for at, head in enumerate(rows[0][1:], 1):
        label = LABEL.fullmatch(" ".join(re.sub(r"[`*$]", "", head.text).split()))
        name = (label["name"] or above) if label is not None and not label["row"] else ""
        role, numbers = TENSORS.get(name.lower()), [_numbers(row[at]) for row in rows[1:]]
        while numbers and not rows[len(numbers)][at].text.strip():
            numbers.pop()  # A tensor with fewer rows than others ends before them.
        if label is not None and role is not None and numbers and all(len(each) > 1 for each in numbers):
            planes = found.setdefault(role, PrintedPlanes(name, head.start))
            planes.planes.append(numbers)
            planes.places.append(place_of(label))
    if [_only_number(row[0]) for row in rows[1:]] == list(range(len(rows) - 1)):
        yield from _made(found)


def _only_number(cell: Block) -> int | None:
    return PrintedCell(cell.text.strip(), cell.start).dimension


def _made(found: Mapping[Named, PrintedPlanes]) -> Iterator[StatedValue]:
    made = (printed_of(role, planes, {}) for role, planes in found.items())
    return (each for each in made if each is not None)
