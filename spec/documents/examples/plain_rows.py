"""The lines of a listing without any brackets: `kernel_shape : 2, 2`, a line `X`, `X channel 0   X channel 1` or
`X[0,0] = 3 4   X[0,1] = 5 6`, and the rows below it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from math import prod

from spec.documents.examples.stated import ATTRIBUTES, LISTS, TENSORS, Named, StatedValue, shape_of
from spec.documents.printed.tensors import PrintedCell, PrintedTensor, sizes_of_places

_NUMBER = r"[-+−]?(?:\d+(?:\.\d+)?|\.\d+|inf|nan|∞)(?![\w.])"
ROW = re.compile(rf"\s*{_NUMBER}(?:[ \t,;|]+{_NUMBER})*[ \t,;|]*", re.I)
CELLS = re.compile(_NUMBER, re.I)
_SEGMENT = re.compile(r"(?:^|(?<=\s\s))(?=(?!nan\b|inf\b)[A-Za-z])", re.I)
AT = r"\d{1,9}"
"""A place in a tensor: what has more digits is none."""
_OF_PLANE = r"(?:batch|channel|plane|image|item)"
LABEL = re.compile(
    rf"(?P<name>(?!{_OF_PLANE}\b)[A-Za-z]\w*)?"
    rf"(?P<plane>\[[ \t]*{AT}(?:[ \t]*,[ \t]*{AT})?[ \t]*\]|,?[ \t]*(?:\b{_OF_PLANE}[ \t]*{AT},?[ \t]*){{1,2}})?"
    rf"(?P<sign>[ \t]*[:=])?[ \t]*(?:\([^()\n]*\))?[ \t]*(?P<row>(?<=[ \t]){_NUMBER}(?:[ \t,;|]+{_NUMBER})*)?[ \t]*",
    re.I,
)
"""The name of a tensor, of one of its planes, or of both; and its first row: `X[0, 1] = 3 4`, `Y, channel 0: 3 4`."""
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


@dataclass(slots=True)
class PrintedPlanes:
    """The rows that are printed below the names of a tensor, plane by plane, with the places that are given."""

    name: str
    start: int
    planes: list[list[list[PrintedCell]]] = field(default_factory=list)
    places: list[tuple[int, ...]] = field(default_factory=list)


@dataclass(slots=True)
class PlainListing:
    """What is read of a listing so far. `under` are the tensors whose planes the next rows are.

    `spoken_of` is the tensor of planes that stand under no name; `is_whole`: each line was understood.
    """

    spoken_of: str = ""
    stated: list[StatedValue] = field(default_factory=list)
    tensors: dict[Named, PrintedPlanes] = field(default_factory=dict)
    shapes: dict[Named, tuple[int, ...]] = field(default_factory=dict)
    under: list[list[list[PrintedCell]]] = field(default_factory=list)
    dtype: PrintedCell | None = None
    is_whole: bool = True

    def printed(self) -> list[StatedValue]:
        """The tensors that are printed in full rows."""
        made = (printed_of(role, planes, self.shapes) for role, planes in self.tensors.items())
        return [each for each in made if each is not None]


_Named = list[tuple[Named, str, int, "re.Match[str]"]]
"""The tensors that a line names, what it calls them, where, and how."""


def read_lines(text: str, start: int, end: int, spoken_of: str = "") -> PlainListing:
    """What the lines of a part of a text print. `spoken_of` is the tensor that the text before speaks of."""
    read = PlainListing(spoken_of)
    at = start
    for line in text[start:end].splitlines(keepends=True):
        said = line.rstrip("\n")
        understood = _line(read, said, at) or not said.strip() or said.strip().startswith(("```", "~~~"))
        read.is_whole = read.is_whole and understood
        at += len(line)
    return read


def _line(read: PlainListing, line: str, at: int) -> bool:
    """Take a line; whether it was understood."""
    if ROW.fullmatch(line):
        return _row(read, cells_in(line, at), line, at)
    parts = [(found.start(), line[found.start() :]) for found in _SEGMENT.finditer(line)]
    ends = [*(start for start, _ in parts[1:]), len(line)][: len(parts)]
    named: _Named = []
    understood = bool(parts) and not line[: parts[0][0]].strip()
    for (start, _), end in zip(parts, ends, strict=True):
        understood = _segment(read, line[start:end].rstrip(), at + start, named) and understood
    if named:
        read.under = []
        for role, name, place, how in named:
            planes = read.tensors.setdefault(role, PrintedPlanes(name, place))
            planes.planes.append([])
            planes.places.append(place_of(how))
            if how["row"]:
                planes.planes[-1].append(cells_in(how["row"], place + how.start("row")))
            read.under.append(planes.planes[-1])
    return understood


def _segment(read: PlainListing, said: str, at: int, named: _Named) -> bool:
    """One part of a line: a shape, a setting, a type, or the name of a tensor whose rows follow; whether it is one."""
    if (shaped := _SHAPED.fullmatch(said)) is not None:
        name = shaped["of"] or shaped["name"] or (named[-1][1] if named else "")
        role = TENSORS.get(name.lower())
        if role is not None:
            cells = cells_in(shaped["sizes"], at + shaped.start("sizes"))
            read.stated.append(StatedValue(name, at, cells[-1].end, role, _list(cells), None, is_shape=True))
            read.shapes[role] = shape_of(tuple(cells)) or ()
        if shaped["name"] and role is not None and (tensor := LABEL.fullmatch(shaped["name"])) is not None:
            named.append((role, name, at, tensor))
        return role is not None
    if (typed := _TYPED.fullmatch(said)) is not None:
        read.dtype = PrintedCell(typed["type"], at + typed.start("type"))
        return True
    if (setting := _SETTING.fullmatch(said)) is not None and ATTRIBUTES.get(setting["name"].lower()) in LISTS:
        cells = cells_in(setting["values"], at + setting.start("values"))
        read.stated.append(StatedValue(setting["name"], at, cells[-1].end, Named.ATTRIBUTE, _list(cells), None))
        return True
    tensor = LABEL.fullmatch(said)
    if tensor is None or (tensor["row"] and not (tensor["sign"] or tensor["plane"])):
        return False
    name = tensor["name"] or (named[-1][1] if named else read.spoken_of)
    role = TENSORS.get(name.lower())
    if role is not None:
        named.append((role, name, at, tensor))
    return role is not None


def _row(read: PlainListing, cells: list[PrintedCell], line: str, at: int) -> bool:
    """A row of numbers, divided among the tensors that stand side by side."""
    if not read.under:
        return False
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
    return len(groups) == count


def place_of(label: re.Match[str]) -> tuple[int, ...]:
    """The batch and the channel that a label gives, as far as it does."""
    return tuple(map(int, re.findall(AT, label["plane"] or "")))


def cells_in(text: str, at: int) -> list[PrintedCell]:
    """The numbers of a row that begins at a place of the document."""
    return [PrintedCell(found[0].replace("−", "-"), at + found.start()) for found in CELLS.finditer(text)]


def _list(cells: list[PrintedCell]) -> PrintedTensor:
    return PrintedTensor(cells[0].start, cells[-1].end, (len(cells),), tuple(cells))


def printed_of(role: Named, found: PrintedPlanes, shapes: dict[Named, tuple[int, ...]]) -> StatedValue | None:
    """The rows below a tensor's names as the tensor: of its stated shape where that has as many cells."""
    cells = [cell for plane in found.planes for row in plane for cell in row]
    sizes = {(len(plane), len(row)) for plane in found.planes for row in plane}
    if not cells or len(sizes) != 1:
        return None
    rows, columns = next(iter(sizes))
    stated = shapes.get(role, ())
    is_stated = prod(stated) == len(cells) and stated[-2:] == (rows, columns)
    planes = _number_of_planes(found.places)
    if planes is None:
        return None
    shape = stated if is_stated else (*planes, rows, columns)
    printed = PrintedTensor(cells[0].start, cells[-1].end, shape, tuple(cells))
    return StatedValue(found.name, found.start, cells[-1].end, role, printed, None)


def _number_of_planes(places: list[tuple[int, ...]]) -> tuple[int, ...] | None:
    """How many batches and channels there are; None where planes that are numbered are not all of them in order."""
    if not any(places):
        return 1, len(places)
    sizes = sizes_of_places(places)
    return (*(1,) * (2 - len(sizes)), *sizes) if sizes is not None and len(sizes) <= 2 else None
