"""Which rows and columns of X the text behind an example says that its windows read, or that none does; and tables that
say of each window what it reads.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np

from proofs.audit.examples.example_facts import PrintedGrid
from spec.documents.examples.window_tables import WindowColumn, WindowRow
from spec.documents.formulas.words import TENSOR_AXES
from spec.documents.printed.numbers import Number, number
from spec.window.names import dilation, kernel, pad_begin, stride, x, y

_MARKS = r"[\s$`*]"
_NUMBER = r"[-−]?\d{1,6}"
_LIST = rf"{_NUMBER}(?:{_MARKS}*(?:,|\band\b){_MARKS}*(?:and\b{_MARKS}*)?{_NUMBER})*"
_END = r"(?:first|last)"
_LINES = rf"\b(?:(?:rows?|columns?){_MARKS}+{_LIST}|{_END}{_MARKS}+(?:row|column))"
_LINE = re.compile(
    rf"\b(?:(?P<what>row|column)s?{_MARKS}+(?P<list>{_LIST})|(?P<end>{_END}){_MARKS}+(?P<of>row|column)\b)",
    re.IGNORECASE,
)
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
        for what, lines, at in _lines_in(found, axes):
            axis = axes[_AXES.index(what)]
            read = next((line for line in lines for m in range(axis[y.name]) if line in _taps(axis, m)), None)
            if read is not None:
                yield at, f"{what} {read} of X is in a window"
    for found in _READ_BY.finditer(text):
        ((what, lines, at),) = _lines_in(found, axes)
        axis, window = axes[_AXES.index(what)], int(found["at"])
        if what == found["of"].lower() and window < axis[y.name]:
            right = _read(axis, window)
            if [line for line in lines if 0 <= line < axis[x.name]] != right:
                listed = " and ".join(map(str, right)) or "none"
                yield at, f"output {what} {window} reads of X the {what}s {listed}"


_AXES = ("row", "column")


def _lines_in(found: re.Match[str], axes: Sequence[Axis]) -> Iterator[tuple[str, list[int], int]]:
    """Rows or columns, their numbers, and where they stand."""
    for line in _LINE.finditer(found["lines"]):
        what = (line["what"] or line["of"]).lower()
        last = axes[_AXES.index(what)][x.name] - 1
        numbers = [int(each.replace("−", "-")) for each in re.findall(_NUMBER, line["list"] or "")]
        numbers += [last if line["end"].lower() == "last" else 0] if line["end"] else []
        yield what, numbers, found.start("lines") + line.start()


def _taps(axis: Axis, window: int) -> range:
    """Where the taps of a window fall on an axis of X, padding before it being below 0."""
    first = window * axis[stride.name] - axis[pad_begin.name]
    return range(first, first + axis[kernel.name] * axis[dilation.name], axis[dilation.name])


def _read(axis: Axis, window: int) -> list[int]:
    """The lines of X that a window reads."""
    return [line for line in _taps(axis, window) if 0 <= line < axis[x.name]]


_SAYS: Mapping[WindowColumn, str] = {
    WindowColumn.ROWS: "reads of X the rows",
    WindowColumn.COLUMNS: "reads of X the columns",
    WindowColumn.ELEMENTS: "reads the elements",
}


def wrong_cells(row: WindowRow, X: PrintedGrid, axes: Sequence[Axis]) -> Iterator[tuple[WindowColumn, str]]:
    """What is wrong of the cells of a row: the rows and columns that its window reads, and their elements in any order.

    Nothing is said of a place that is none of Y, and of a cell that holds anything but numbers.
    """
    place = (0,) * (TENSOR_AXES - len(row.place)) + row.place
    sizes = (*X.shape[:-2], *(axis[y.name] for axis in axes))
    is_whole = all(size == 1 for size in sizes[: TENSOR_AXES - len(row.place)])
    if not is_whole or not all(at < size for at, size in zip(place, sizes, strict=True)):
        return
    rows, columns = (_read(axis, at) for axis, at in zip(axes, place[-2:], strict=True))
    positions = [int(np.ravel_multi_index((*place[:2], i, j), X.shape)) for i in rows for j in columns]
    texts = {
        WindowColumn.ROWS: [*map(str, rows)],
        WindowColumn.COLUMNS: [*map(str, columns)],
        WindowColumn.ELEMENTS: [X.cells[position].text for position in positions],
    }
    for column, block in row.cells.items():
        told = _numbers(each for each in re.split(r"[\s,;]+", re.sub(r"[\[\]()$]", " ", block.text)) if each)
        if told and None not in told and told != _numbers(texts[column]):
            listed = ", ".join(texts[column]) or "none"
            yield column, f"the window at ({', '.join(map(str, row.place))}) {_SAYS[column]}: {listed}"


def _numbers(texts: Iterable[str]) -> Counter[Number | str | None]:
    """Each number as often as it occurs; NaN is one of them, and None what is no number."""
    found = (number(text) for text in texts)
    return Counter("NaN" if value is not None and value != value else value for value in found)
