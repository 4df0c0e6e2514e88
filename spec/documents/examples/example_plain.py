"""Examples in listings without any brackets: `kernel_shape : 2, 2`, a line `X` or `X channel 0   X channel 1`, and
the rows below it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import prod

from spec.documents.examples.example_model import WorkedExample
from spec.documents.examples.stated import ATTRIBUTES, LISTS, TENSORS, Named, StatedValue
from spec.documents.pages.model import Document, Shape
from spec.documents.printed.tensors import PrintedCell, PrintedTensor

_NUMBER = r"[-+−]?(?:\d+(?:\.\d+)?|\.\d+|inf|nan|∞)(?![\w.])"
_ROW = re.compile(rf"\s*{_NUMBER}(?:[ \t,;|]+{_NUMBER})*[ \t,;|]*", re.I)
_CELLS = re.compile(_NUMBER, re.I)
_SEGMENT = re.compile(r"(?:^|(?<=\s\s))(?=[A-Za-z])")
_TENSOR = re.compile(
    r"(?P<name>[A-Za-z]\w*)(?:,?[ \t]+(?:(?:batch|channel|plane)[ \t]*\d+,?[ \t]*){1,2})?"
    r"[ \t]*:?[ \t]*(?:\([^()\n]*\))?[ \t]*"
)
_SHAPED = re.compile(
    r"(?:shape[ \t]+of[ \t]+(?P<of>[A-Za-z]\w*)|(?:(?P<name>[A-Za-z]\w*)[ \t,]+)?shape)[ \t]*[:=]?[ \t]*[\[(]?"
    r"(?P<sizes>\d+(?:[ \t]*[,x×][ \t]*\d+|[ \t]+\d+)*)(?P<rest>[\])]?(?:,?[ \t]*[A-Za-z]\w*)?[ \t]*)"
)
_SETTING = re.compile(
    r"(?P<name>[A-Za-z]\w*)[ \t]*[:=]?[ \t]*[\[(]?"
    r"(?P<values>[-+]?\d+(?:[ \t]*[,x×][ \t]*[-+]?\d+|[ \t]+[-+]?\d+)*)[\])]?,?[ \t]*"
)
_TYPED = re.compile(r"(?:type|dtype|element type)[ \t]*[:=][ \t]*(?P<type>\w+)[ \t]*", re.I)
_GAP = re.compile(r"[ \t]{3,}|\t|\|")
_LANGUAGES = ("", "text", "none", "plain", "console")


@dataclass(slots=True)
class _Planes:
    """The rows that are printed below the names of a tensor, plane by plane."""

    name: str
    start: int
    planes: list[list[list[PrintedCell]]] = field(default_factory=list)


@dataclass(slots=True)
class _Reading:
    """What is read of a listing so far. `under` are the tensors whose planes the next rows are."""

    stated: list[StatedValue] = field(default_factory=list)
    tensors: dict[Named, _Planes] = field(default_factory=dict)
    shapes: dict[Named, tuple[int, ...]] = field(default_factory=dict)
    under: list[list[list[PrintedCell]]] = field(default_factory=list)
    dtype: PrintedCell | None = None


def plain_examples(document: Document) -> Iterator[WorkedExample]:
    """The examples of all listings that print X and an output in rows, and set a kernel."""
    for block in document.blocks:
        if block.shape is not Shape.CODE or (block.info.split() or [""])[0] not in _LANGUAGES:
            continue
        read = _Reading()
        at = block.start
        for line in document.text[block.start : block.end].splitlines(keepends=True):
            _line(read, line.rstrip("\n"), at)
            at += len(line)
        printed = [
            made for role, planes in read.tensors.items() if (made := _printed(role, planes, read.shapes)) is not None
        ]
        has_kernel = any(each.attribute == "kernel_shape" for each in read.stated)
        roles = {each.role for each in printed}
        if has_kernel and Named.X in roles and len(roles) > 1:
            found = tuple(sorted((*read.stated, *printed), key=lambda each: each.start))
            title = block.path[-1] if block.path else "example"
            yield WorkedExample(title, block.start, block.end, block.path, found, dtype=read.dtype)


def _line(read: _Reading, line: str, at: int) -> None:
    if _ROW.fullmatch(line):
        _row(read, line, at)
        return
    parts = [(found.start(), line[found.start() :]) for found in _SEGMENT.finditer(line)]
    ends = [*(start for start, _ in parts[1:]), len(line)][: len(parts)]
    named: list[tuple[Named, str, int]] = []
    for (start, _), end in zip(parts, ends, strict=True):
        _segment(read, line[start:end].rstrip(), at + start, named)
    if named:
        read.under = []
        for role, name, place in named:
            planes = read.tensors.setdefault(role, _Planes(name, place))
            planes.planes.append([])
            read.under.append(planes.planes[-1])


def _segment(read: _Reading, said: str, at: int, named: list[tuple[Named, str, int]]) -> None:
    """One part of a line: a shape, a setting, a type, or the name of a tensor whose rows follow."""
    if (shaped := _SHAPED.fullmatch(said)) is not None:
        name = shaped["of"] or shaped["name"] or (named[-1][1] if named else "")
        role = TENSORS.get(name.lower())
        if role is not None:
            cells = _cells(shaped["sizes"], at + shaped.start("sizes"))
            read.stated.append(StatedValue(name, at, cells[-1].end, role, _list(cells), None, is_shape=True))
            read.shapes[role] = tuple(int(cell.text) for cell in cells)
        if shaped["name"] and role is not None:
            named.append((role, name, at))
    elif (typed := _TYPED.fullmatch(said)) is not None:
        read.dtype = PrintedCell(typed["type"], at + typed.start("type"))
    elif (setting := _SETTING.fullmatch(said)) is not None and ATTRIBUTES.get(setting["name"].lower()) in LISTS:
        cells = _cells(setting["values"], at + setting.start("values"))
        read.stated.append(StatedValue(setting["name"], at, cells[-1].end, Named.ATTRIBUTE, _list(cells), None))
    elif (tensor := _TENSOR.fullmatch(said)) is not None and (role := TENSORS.get(tensor["name"].lower())) is not None:
        named.append((role, tensor["name"], at))


def _row(read: _Reading, line: str, at: int) -> None:
    """A row of numbers, divided among the tensors that stand side by side."""
    if not read.under:
        return
    cells = _cells(line, at)
    count = len(read.under)
    starts = [0, *(gap.end() for gap in _GAP.finditer(line) if line[: gap.start()].strip())]
    groups = [
        [c for c in cells if at + s <= c.start < at + e] for s, e in zip(starts, [*starts[1:], len(line)], strict=True)
    ]
    groups = [group for group in groups if group]
    if len(groups) != count:
        size = len(cells) // count
        groups = [cells[i * size : (i + 1) * size] for i in range(count)] if size * count == len(cells) else []
    for plane, group in zip(read.under, groups, strict=False):
        plane.append(group)


def _cells(text: str, at: int) -> list[PrintedCell]:
    return [PrintedCell(found[0].replace("−", "-"), at + found.start()) for found in _CELLS.finditer(text)]


def _list(cells: list[PrintedCell]) -> PrintedTensor:
    return PrintedTensor(cells[0].start, cells[-1].end, (len(cells),), tuple(cells))


def _printed(role: Named, found: _Planes, shapes: dict[Named, tuple[int, ...]]) -> StatedValue | None:
    """The rows below a tensor's names as the tensor: of its stated shape where that has as many cells."""
    cells = [cell for plane in found.planes for row in plane for cell in row]
    sizes = {(len(plane), len(row)) for plane in found.planes for row in plane}
    if not cells or len(sizes) != 1:
        return None
    rows, columns = next(iter(sizes))
    stated = shapes.get(role, ())
    is_stated = prod(stated) == len(cells) and stated[-2:] == (rows, columns)
    shape = stated if is_stated else (1, len(found.planes), rows, columns)
    printed = PrintedTensor(cells[0].start, cells[-1].end, shape, tuple(cells))
    return StatedValue(found.name, found.start, cells[-1].end, role, printed, None)
