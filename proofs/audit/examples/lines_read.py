"""What the text behind an example says of its windows: which rows and columns of X they read, or that none does; what
tables say that each reads; and of one by its place: "window (0, 1) meets -2 and -1; the maximum is -1, its index 7".
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

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


# --- one window by its place -----------------------------------------------------------------------

_WINDOW = re.compile(
    rf"(?:\bchannel{_MARKS}+(?P<before>\d{{1,6}}),?{_MARKS}+(?:the{_MARKS}+)?)?\bwindow,?{_MARKS}*"
    rf"\((?P<row>\d{{1,6}}),{_MARKS}*(?P<column>\d{{1,6}})\)(?:{_MARKS}+(?:of|in){_MARKS}+channel{_MARKS}+(?P<behind>\d{{1,6}}))?",
    re.I,
)
"""A window by its row and its column in Y."""
_VALUE = r"[-+−]?\d+(?:\.\d+)?(?![\w.]*\w)"
_HAS = (
    rf"\b(?:meets?|holds?|contains?|sees?|reads?|covers?|compares?|has){_MARKS}+(?:only{_MARKS}+)?"
    rf"(?:the{_MARKS}+)?(?:(?:values|elements|candidates){_MARKS}+)?"
)
_ELEMENTS = re.compile(
    rf"{_HAS}(?P<list>{_VALUE}(?:{_MARKS}*,{_MARKS}*{_VALUE})*{_MARKS}*,?{_MARKS}*and{_MARKS}+{_VALUE})"
    rf"(?P<only>{_MARKS}+only\b)?(?={_MARKS}*(?:[,;:.](?!\d)|$))",
    re.I,
)
_STANDS = (
    rf"\b(?:reads?|covers?|meets?|sees?|spans?|(?:stands?|lies?){_MARKS}+over"
    rf"|ha(?:s|ve){_MARKS}+(?:its|their){_MARKS}+taps{_MARKS}+(?:on|in|at))"
)
_ITS_LINES = re.compile(
    rf"{_STANDS}{_MARKS}+(?:the{_MARKS}+)?(?P<lines>{_LINES}(?:{_MARKS}*(?:,|\band\b){_MARKS}*(?:the{_MARKS}+)?{_LINES})*)"
    rf"(?!{_MARKS}*(?:to\b|-|–)\s*\d)",
    re.I,
)
_OF_A_LINE = re.compile(
    rf"\b(?:windows|those){_MARKS}+with{_MARKS}+[a-z]\w?{_MARKS}*={_MARKS}*(?P<at>\d{{1,6}}){_MARKS}+(?:{_STANDS}|on|at)"
    rf"{_MARKS}+(?:the{_MARKS}+)?(?P<lines>{_LINES})(?!{_MARKS}*(?:to\b|-|–)\s*\d)",
    re.I,
)
"""`The windows with $h = 0$ have their taps on the rows -1 and 1`: the lines say on which axis `h` is."""
_MAXIMUM = re.compile(rf"\bmaximum{_MARKS}+(?:is{_MARKS}+|={_MARKS}*|of{_MARKS}+)?(?P<value>{_VALUE})", re.I)
_INDEX = re.compile(
    rf"\bindex{_MARKS}+(?:is{_MARKS}+|={_MARKS}*|of{_MARKS}+)?(?:\([^;]{{1,60}}={_MARKS}*)?(?P<index>\d{{1,12}})"
    rf"(?={_MARKS}*(?:[,;.](?!\d)|$))",
    re.I,
)


@dataclass(frozen=True, slots=True)
class _Window:
    """A window: its place, the lines that it reads of X on each axis, the positions in X that it reads, in order."""

    place: tuple[int, ...]
    lines: tuple[Sequence[int], ...]
    positions: tuple[int, ...]


def wrong_windows(text: str, X: PrintedGrid, axes: Sequence[Axis]) -> Iterator[tuple[int, str]]:
    """What is wrong of what a sentence says of windows, with its place. `axes`: those of the rows, of the columns."""
    for found in _OF_A_LINE.finditer(text):
        yield from _wrong_lines(found, (int(found["at"]),) * len(axes), axes)
    named = [*_WINDOW.finditer(text)]
    window = _window(named[0], X, axes) if len(named) == 1 else None
    if window is None:
        return
    for found in _ITS_LINES.finditer(text, named[0].end()):
        yield from _wrong_lines(found, window.place[-2:], axes)
    yield from _wrong_values(text, named[0].end(), X, window)


def _window(named: re.Match[str], X: PrintedGrid, axes: Sequence[Axis]) -> _Window | None:
    """The window that is named; None where Y has no such place, or of which batch or channel it is is not said."""
    channel = named["before"] or named["behind"] or ("0" if X.shape[1] == 1 else "")
    at = int(named["row"]), int(named["column"])
    is_one = len(X.shape) == TENSOR_AXES and X.shape[0] == 1 and channel and int(channel) < X.shape[1]
    if not is_one or not all(place < axis[y.name] for place, axis in zip(at, axes, strict=True)):
        return None
    rows, columns = (_read(axis, place) for axis, place in zip(axes, at, strict=True))
    positions = (np.ravel_multi_index((0, int(channel), i, j), X.shape) for i in rows for j in columns)
    return _Window((0, int(channel), *at), (rows, columns), tuple(map(int, positions)))


def _wrong_lines(found: re.Match[str], place: Sequence[int], axes: Sequence[Axis]) -> Iterator[tuple[int, str]]:
    """The rows and columns of a window are all that its taps fall on, or those of them that are in X."""
    for what, lines, at in _lines_in(found, axes):
        axis = axes[0 if what == "row" else 1]
        window = place[0 if what == "row" else 1]
        if window < axis[y.name] and lines not in (list(_taps(axis, window)), _read(axis, window)):
            listed = ", ".join(map(str, _taps(axis, window)))
            yield at, f"the taps of this window fall on the {what}s {listed}"


def _wrong_values(text: str, start: int, X: PrintedGrid, window: _Window) -> Iterator[tuple[int, str]]:
    values = [X.printed(position) for position in window.positions]
    if not values or any(value is None or value != value for value in values):
        return
    of = f"the window at ({', '.join(map(str, window.place))})"
    for found in _ELEMENTS.finditer(text, start):
        told = Counter(map(_as_number, re.findall(_VALUE, found["list"])))
        in_window = Counter(values)
        if told - in_window or (found["only"] and told != in_window):
            listed = ", ".join(X.cells[position].text for position in window.positions)
            yield found.start("list"), f"{of} reads the elements: {listed}"
    greatest = max(value for value in values if value is not None)
    selected = window.positions[values.index(greatest)]
    for found in _MAXIMUM.finditer(text, start):
        if _as_number(found["value"]) != greatest:
            yield found.start("value"), f"the maximum of {of} is {X.cells[selected].text}"
    for found in _INDEX.finditer(text, start):
        if int(found["index"]) != selected:
            yield found.start("index"), f"{of} selects the element with the index {selected}"


def _as_number(text: str) -> Number | None:
    return number(text.replace("−", "-"))
