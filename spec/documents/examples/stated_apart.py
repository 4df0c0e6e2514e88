"""Tensors whose shape, or channel, stands between their name and their value: `X`, shape (1, 1, 4, 5): `[[[[...`;
`X (1, 1, 4, 5) = [[[[...`; `X`, channel 1: `[[...`; and those that stand below their name, alone or with their shape.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from spec.documents.examples.columns import MOST_LINE
from spec.documents.examples.stated import NAME, OF_CELLS, TENSORS, Named, StatedValue, by_columns, statement_at, whole
from spec.documents.printed.matrices import LATEX_START

_SIZES = r"(?P<sizes>[(\[]\s*\d{1,12}(?:\s*[,x×]\s*\d{1,12}){1,6}\s*[)\]])"
_LINE_END = rf"[ \t]{{0,{MOST_LINE}}}\n[ \t]{{0,{MOST_LINE}}}"
_LISTS = rf"(?=\[\s*\[|{LATEX_START.pattern})"
_APART = re.compile(
    rf"{NAME}[\s`*$]{{1,4}},?\s?"
    rf"(?:(?:\(?(?:of |with )?shape:?[\s$`]{{0,3}})?{_SIZES}[\s$`]{{0,3}}\)?)?"
    r"(?:,?\s?\(?(?:channel|plane)\s(?P<channel>\d{1,4})\)?[\s`*$]{0,4})?"
    rf"[ \t]{{0,16}}(?:[:=][\s`*$]{{1,6}}|[:=]?{_LINE_END}){_LISTS}"
)
_BELOW = re.compile(rf"^[ \t]{{0,{MOST_LINE}}}{NAME}{_LINE_END}{_LISTS}", re.MULTILINE)


def stated_apart(text: str, start: int, end: int, names: Mapping[str, Named]) -> Iterator[StatedValue]:
    """The shapes and the tensors of a part of a text that are stated so; the channels of one are one tensor."""
    found: list[StatedValue] = []
    for column in by_columns(text, start, end):
        for match in _APART.finditer(column, start, end):
            found += _apart(column, match, end, names) if match["sizes"] or match["channel"] else ()
        for match in _BELOW.finditer(column, start, end):
            found += _below(column, match, end, names)
    yield from whole(found)


def _apart(text: str, match: re.Match[str], end: int, names: Mapping[str, Named]) -> Iterator[StatedValue]:
    for value in _below(text, match, end, names):
        if match["sizes"]:
            at = match.start("sizes")
            shape = statement_at(text, value.name, match.start(), at, match.end("sizes"), value.role, is_shape=True)
            yield from (shape,) if shape is not None else ()
        yield replace(value, plane=(0, int(match["channel"])) if match["channel"] else ())


def _below(text: str, match: re.Match[str], end: int, names: Mapping[str, Named]) -> Iterator[StatedValue]:
    """The tensor whose name stands before it."""
    name = match["name"].replace("\\", "")
    role = names.get(name) or TENSORS.get(name.lower())
    if role in OF_CELLS:
        value = statement_at(text, name, match.start("name"), match.end(), end, role, is_shape=False)
        yield from (value,) if value is not None else ()
