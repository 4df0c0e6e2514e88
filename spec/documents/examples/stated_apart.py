"""Tensors whose shape, or channel, stands between their name and their value: `X`, shape (1, 1, 4, 5): `[[[[...`;
`X (1, 1, 4, 5) = [[[[...`; `X`, channel 1: `[[...`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from spec.documents.examples.stated import NAME, OF_CELLS, TENSORS, Named, StatedValue, statement_at, whole
from spec.documents.printed.matrices import LATEX_START

_SIZES = r"(?P<sizes>[(\[]\s*\d{1,12}(?:\s*[,x×]\s*\d{1,12}){1,6}\s*[)\]])"
_APART = re.compile(
    rf"{NAME}[\s`*$]{{1,4}},?\s?"
    rf"(?:(?:\(?(?:of |with )?shape:?[\s$`]{{0,3}})?{_SIZES}[\s$`]{{0,3}}\)?)?"
    r"(?:,?\s?\(?(?:channel|plane)\s(?P<channel>\d{1,4})\)?[\s`*$]{0,4})?"
    rf"[ \t]{{0,16}}[:=][\s`*$]{{1,6}}(?=\[\s*\[|{LATEX_START.pattern})"
)


def stated_apart(text: str, start: int, end: int, names: Mapping[str, Named]) -> Iterator[StatedValue]:
    """The shapes and the tensors of a part of a text that are stated so; the channels of one are one tensor."""
    yield from whole([each for match in _APART.finditer(text, start, end) for each in _stated(text, match, end, names)])


def _stated(text: str, match: re.Match[str], end: int, names: Mapping[str, Named]) -> Iterator[StatedValue]:
    name = match["name"].replace("\\", "")
    role = names.get(name) or TENSORS.get(name.lower())
    if role not in OF_CELLS or not (match["sizes"] or match["channel"]):
        return
    if match["sizes"]:
        at = match.start("sizes")
        shape = statement_at(text, name, match.start(), at, match.end("sizes"), role, is_shape=True)
        yield from (shape,) if shape is not None else ()
    value = statement_at(text, name, match.start(), match.end(), end, role, is_shape=False)
    if value is not None:
        yield replace(value, plane=(0, int(match["channel"])) if match["channel"] else ())
