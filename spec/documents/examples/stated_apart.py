"""Tensors whose type, shape or channel stands between their name and their value: `X`, shape (1, 1, 4, 5): `[[[[...`;
`X (1, 1, 4, 5) = [[[[...`; `X`, channel 1: `[[...`; those that stand below their name, alone or with their shape; and
those that are printed by channels or rows: `X`, int8: channel 0 `[[...`; channel 1 `[[...`. All of that may stand in
the cells of a row too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from spec.documents.examples.columns import MOST_LINE
from spec.documents.examples.stated import NAME, OF_CELLS, TENSORS, Named, StatedValue, by_columns, statement_at, whole
from spec.documents.printed.matrices import LATEX_START, tensor
from spec.documents.printed.tensors import PrintedTensor

_SIZES = r"(?P<sizes>[(\[]\s*\d{1,12}(?:\s*[,x×]\s*\d{1,12}){1,6}\s*[)\]])"
_LINE_END = rf"[ \t]{{0,{MOST_LINE}}}\n[ \t]{{0,{MOST_LINE}}}"
_LISTS = rf"(?=\[\s*\[|{LATEX_START.pattern})"
_HEAD = rf"{NAME}(?:[\s`*$]{{1,4}}|(?=,))"
_TYPE = r"(?P<type>,?\s?\(?(?:u?int\d{1,2}|b?float\d{0,2}|double|half)\b\)?)"
_SHAPED = rf"(?:\(?(?:of |with |has |have )?shape:?[\s$`]{{0,3}})?{_SIZES}[\s$`]{{0,3}}\)?"
_APART = re.compile(
    rf"{_HEAD}{_TYPE}?[\s`*$]{{0,4}},?\s?(?:{_SHAPED})?"
    r"(?:,?\s?\(?(?:(?:channel|plane)\s|\$?c\s?=\s?)(?P<channel>\d{1,4})\)?[\s`*$]{0,4})?"
    rf"[ \t]{{0,16}}(?:[:=|][\s`*$]{{1,6}}|[:=]?{_LINE_END}){_LISTS}"
)
_IN_PARTS = re.compile(
    rf"{_HEAD}{_TYPE}?[\s`*$]{{0,4}},?\s?(?:{_SHAPED})?[ \t]{{0,4}}[:|]"
    r"(?=[\s`*$-]{1,20}(?:(?:channel|plane|row)\s|c\s?=\s?)\d)"
)
_PART = re.compile(
    r"[\s;,.`$*-]{0,20}(?:and\s)?(?:(?P<what>channel|plane|row)\s|c\s?=\s?)(?P<number>\d{1,4})"
    r"[\s`$*]{0,4}(?:[:=]|is\b)?[\s`$*]{0,4}(?=\[)"
)
_BELOW = re.compile(rf"^[ \t]{{0,{MOST_LINE}}}{NAME}{_LINE_END}{_LISTS}", re.MULTILINE)


def stated_apart(text: str, start: int, end: int, names: Mapping[str, Named]) -> Iterator[StatedValue]:
    """The shapes and the tensors of a part of a text that are stated so; the channels of one are one tensor."""
    found: list[StatedValue] = []
    for column in by_columns(text, start, end):
        for match in _APART.finditer(column, start, end):
            is_apart = match["sizes"] or match["channel"] or match["type"]
            found += _apart(column, match, end, names) if is_apart else ()
        for match in _IN_PARTS.finditer(column, start, end):
            found += _in_parts(column, match, end, names)
        for match in _BELOW.finditer(column, start, end):
            found += _below(column, match, end, names)
    yield from whole(found)


def _in_parts(text: str, match: re.Match[str], end: int, names: Mapping[str, Named]) -> Iterator[StatedValue]:
    """The planes of a tensor, each behind its channel; or one plane by its rows."""
    name = match["name"].replace("\\", "")
    role = names.get(name) or TENSORS.get(name.lower())
    if role not in OF_CELLS:
        return
    yield from _shape(text, match, name, role)
    rows: list[PrintedTensor] = []
    at = match.end()
    while (part := _PART.match(text, at, end)) is not None and (value := tensor(text, part.end(), end)) is not None:
        at = value.end
        if part["what"] != "row":
            yield StatedValue(name, part.start(), at, role, value, None, plane=(0, int(part["number"])))
        elif int(part["number"]) == len(rows):
            rows.append(value)
    if rows and {len(row.shape or ()) for row in rows} == {1} and len({row.shape for row in rows}) == 1:
        cells = tuple(cell for row in rows for cell in row.cells)
        problems = tuple(problem for row in rows for problem in row.problems)
        shape = (len(rows), len(rows[0].cells))
        plane = PrintedTensor(rows[0].start, rows[-1].end, shape, cells, problems)
        yield StatedValue(name, match.start(), plane.end, role, plane, None)


def _shape(text: str, match: re.Match[str], name: str, role: Named) -> Iterator[StatedValue]:
    """The shape that stands between a name and its value."""
    if match["sizes"]:
        at, end = match.span("sizes")
        shape = statement_at(text, name, match.start(), at, end, role, is_shape=True)
        yield from (shape,) if shape is not None else ()


def _apart(text: str, match: re.Match[str], end: int, names: Mapping[str, Named]) -> Iterator[StatedValue]:
    for value in _below(text, match, end, names):
        yield from _shape(text, match, value.name, value.role)
        yield replace(value, plane=(0, int(match["channel"])) if match["channel"] else ())


def _below(text: str, match: re.Match[str], end: int, names: Mapping[str, Named]) -> Iterator[StatedValue]:
    """The tensor whose name stands before it."""
    name = match["name"].replace("\\", "")
    role = names.get(name) or TENSORS.get(name.lower())
    if role in OF_CELLS:
        value = statement_at(text, name, match.start("name"), match.end(), end, role, is_shape=False)
        yield from (value,) if value is not None else ()
