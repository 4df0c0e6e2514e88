"""Which rows and columns of X the text behind an example says that its windows read, or that none does."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from spec.window.names import dilation, kernel, pad_begin, stride, x, y

_MARKS = r"[\s$`*]"
_NUMBER = r"[-−]?\d{1,6}"
_LIST = rf"{_NUMBER}(?:{_MARKS}*(?:,|\band\b){_MARKS}*(?:and\b{_MARKS}*)?{_NUMBER})*"
_LINES = rf"\b(?:rows?|columns?){_MARKS}+{_LIST}"
_LINE = re.compile(rf"\b(?P<what>row|column)s?{_MARKS}+(?P<list>{_LIST})", re.IGNORECASE)
_OF_X = rf"(?:{_MARKS}+of{_MARKS}+(?:X|the (?:input|image|plane)))?"
_IN_NO_WINDOW = re.compile(
    rf"(?P<lines>{_LINES}(?:{_MARKS}*(?:,|\band\b){_MARKS}*(?:and\b{_MARKS}*)?{_LINES})*){_OF_X}{_MARKS}+"
    r"(?:belongs? to|lies? in|(?:is|are) (?:in|part of|(?:touched|covered|read|met|seen|visited|reached) by)) no"
    r" window",
    re.IGNORECASE,
)
"""`Rows 0 and 2 and column 4 of X belong to no window`."""
_READ_BY = re.compile(
    rf"\boutput{_MARKS}+(?P<of>row|column){_MARKS}+(?P<at>\d{{1,6}}){_MARKS}+(?:reads?|sees?|meets?|covers?)"
    rf"(?:{_MARKS}+only)?{_MARKS}+(?P<lines>{_LINES})(?!{_MARKS}*(?:to|-|–)\s*\d)",
    re.IGNORECASE,
)
"""`Output row 1 reads rows 1 and 3`: these, and no others of X."""
Axis = Mapping[str, int]
"""The quantities of an example on a spatial axis, by the names of the clauses."""


def wrong_lines(text: str, axes: Sequence[Axis]) -> Iterator[tuple[int, str]]:
    """What is wrong of what a sentence says, with its place in the sentence. `axes`: those of the rows, the columns."""
    for found in _IN_NO_WINDOW.finditer(text):
        for what, lines, at in _lines_in(found):
            axis = axes[_AXES.index(what)]
            read = next((line for line in lines for m in range(axis[y.name]) if line in _taps(axis, m)), None)
            if read is not None:
                yield at, f"{what} {read} of X is in a window"
    for found in _READ_BY.finditer(text):
        ((what, lines, at),) = _lines_in(found)
        axis, window = axes[_AXES.index(what)], int(found["at"])
        if what == found["of"].lower() and window < axis[y.name]:
            right = [line for line in _taps(axis, window) if 0 <= line < axis[x.name]]
            if [line for line in lines if 0 <= line < axis[x.name]] != right:
                shown = " and ".join(map(str, right)) or "none"
                yield at, f"output {what} {window} reads of X the {what}s {shown}"


_AXES = ("row", "column")


def _lines_in(found: re.Match[str]) -> Iterator[tuple[str, list[int], int]]:
    """Rows or columns, their numbers, and where they stand."""
    for line in _LINE.finditer(found["lines"]):
        numbers = [int(each.replace("−", "-")) for each in re.findall(_NUMBER, line["list"])]
        yield line["what"].lower(), numbers, found.start("lines") + line.start()


def _taps(axis: Axis, window: int) -> range:
    """Where the taps of a window fall on an axis of X, padding before it being below 0."""
    first = window * axis[stride.name] - axis[pad_begin.name]
    return range(first, first + axis[kernel.name] * axis[dilation.name], axis[dilation.name])
