"""What an example states: `name = value` and `name: value`, with the places, whatever marks stand around the names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from spec.documents.examples.columns import columns
from spec.documents.formulas.words import TENSOR_AXES
from spec.documents.printed.matrices import LATEX_START, tensor
from spec.documents.printed.tensors import PrintedCell, PrintedTensor, sizes_of_places


class Named(StrEnum):
    """What a stated name is of."""

    X = "X"
    Y = "Y"
    INDICES = "Indices"
    W = "W"
    B = "B"
    PADDING = "pad_shape"
    TYPE = "type"
    ATTRIBUTE = "attribute"


_NAMES = (
    *("auto_pad", "axis", "ceil_mode", "dilations", "index_element_type", "kernel_shape", "pads", "pads_begin"),
    *("pads_end", "rounding_type", "storage_order", "strides"),
)
ATTRIBUTES = {
    **{name: name for name in _NAMES},
    **{"autopad": "auto_pad", "dilation": "dilations", "stride": "strides"},
    **dict.fromkeys(("kernel", "kernel_size"), "kernel_shape"),
    **dict.fromkeys(("pad", "padding", "paddings"), "pads"),
}
"""The attributes' names, with their obvious variants, to one name for each."""

OF_SIBLINGS: Mapping[str, Named] = {
    **dict.fromkeys(("W", "w", "weight", "weights"), Named.W),
    **dict.fromkeys(("B", "b", "bias"), Named.B),
    **dict.fromkeys(("group", "count_include_pad"), Named.ATTRIBUTE),
}
"""The names that documents on Conv and AveragePool have besides."""

LISTS = ("dilations", "kernel_shape", "pads", "pads_begin", "pads_end", "strides")

TENSORS = {
    **dict.fromkeys(("x", "e", "input", "inputs", "input0", "in", "data"), Named.X),
    **dict.fromkeys(("y", "s", "output", "output0", "out", "result"), Named.Y),
    **dict.fromkeys(("indices", "ind", "z", "output1", "idx", "index", "inds", "i", "argmax"), Named.INDICES),
}
SHAPES = {
    **dict.fromkeys(("input_shape", "x_shape"), Named.X),
    **dict.fromkeys(("output_shape", "y_shape"), Named.Y),
    "indices_shape": Named.INDICES,
    "pad_shape": Named.PADDING,
}
OF_CELLS = (Named.X, Named.Y, Named.INDICES, Named.W, Named.B)
"""What has cells."""
_TYPES = ("type", "dtype", "data_type", "element_type")

NAME = r"(?<![A-Za-z0-9_\\.])(?P<name>(?:[Ii]n|[Oo]ut)put shape|[A-Za-z](?:\\?[A-Za-z0-9_]){0,60})"
# X.shape, and X_shape with its parts in another typeface.
_SHAPE = r"(?P<shape>\}?(?:\.|\\?_(?:\\[a-z]{4,8}\s?\{)?)(?:shape|size|dims)\b)?"
_PLANE = r"(?P<plane>\}?(?:\[[\d,:\s]{1,20}\]|_\{[\d,:\s]{1,20}\}))?"
"""One plane of the tensor: X[0, 0], X_{0,0}."""
_MARKS = r"(?P<marks>[\s}$`*)\"'&]{0,12})"
_SIGN = (
    r"(?P<sign>:=|=(?!=)|:(?!:)|≔|\\leftarrow|\\coloneqq|is\b(?=[\s$`]{1,4}[\[(]))"
    r"(?P<of>[\s$`]{0,4}shape\b(?! of))?|(?P<has>(?:has|have|of) (?:the )?shape\b|\\in\s?\\mathbb\s?\{\w\}\s?\^)"
)
_STATEMENT = re.compile(f"{NAME}{_SHAPE}{_PLANE}{_MARKS}(?:{_SIGN})" + r"[\s$`*&{]{0,200}")
_ARRAY = re.compile(r"(?:(?:np|numpy|torch|onp|jnp)\s*\.\s*)?(?:array|asarray|tensor)\s*\(\s*(?=[\[(])")
_BY_TIMES = re.compile(r"\d{1,12}(?:\s*(?:x|×|\\times|\*)\s*\d{1,12}){1,7}(?![\w.])")
_LISTED = re.compile(
    r"(?P<quote>[\"']?)[-+]?\d{1,12}(?:\s*,\s*[-+]?\d{1,12}){1,15}(?P=quote)(?=[ \t]*[`*]{0,2}(?:[;|\n]|$))"
)
"""The entries of a list without brackets, up to the end of the line: "1,1", 0, 0, 0, 0."""
_WORD = re.compile(r"[\"'`]?(?P<word>[^\s\"'`,;()\[\]{}$]{1,60})")
_SHAPE_OF = re.compile(r"(?:shape|size|dimensions?|dims)\s+of\s+(?:the\s+)?(?:input\s+|output\s+)?(?:tensor\s+)?[^\w]*"
                       r"(?:[A-Za-z]\w*[^\w.;]{1,6}and\b[^\w.;]{1,6}(?:of\b[^\w.;]{1,6})?)?"  # of Y and of Indices
                       r"(?:[^.;]{1,50},[^\w]*(?:and\s+)?of\s+[^\w]*)?"  # of X = [1, 1, 3, 3], of Y
                       r"(?:\\?[a-z]{4,8}\s*\{\s*)?$|\bshape[\s}]*\([^\w]*(?:\\[a-z]{4,8}\s*\{)?$",
                       re.IGNORECASE)  # fmt: skip


@dataclass(frozen=True, slots=True)
class StatedValue:
    """A name with the value that the document gives it.

    `name` is the name as printed, without marks; `role` what it is of. `tensor` is a bracketed or LaTeX value, `word`
    any other. `is_shape`: the value is the shape of the tensor.
    """

    name: str
    start: int
    end: int
    role: Named
    tensor: PrintedTensor | None
    word: PrintedCell | None
    is_shape: bool = False
    plane: tuple[int, ...] = ()

    @property
    def attribute(self) -> str:
        """The attribute's one name; empty for anything else."""
        return ATTRIBUTES.get(self.name.lower(), self.name) if self.role is Named.ATTRIBUTE else ""

    @property
    def place(self) -> int:
        """Where the value stands."""
        return self.tensor.start if self.tensor else self.word.start if self.word else self.start

    @property
    def entries(self) -> tuple[PrintedCell, ...]:
        """The cells of the value."""
        return self.tensor.cells if self.tensor else (self.word,) if self.word else ()

    @property
    def is_printed(self) -> bool:
        """It prints the cells of a tensor."""
        of_cells = self.role in OF_CELLS and not self.is_shape
        return of_cells and self.tensor is not None and self.tensor.is_numeric

    @property
    def is_input(self) -> bool:
        """It prints the cells of X."""
        return self.role is Named.X and self.is_printed

    @property
    def is_output(self) -> bool:
        """It prints the cells of Y or Indices."""
        return self.role in (Named.Y, Named.INDICES) and self.is_printed

    @property
    def shape(self) -> tuple[int, ...] | None:
        """The value as a shape, if it is one."""
        return shape_of(self.entries)


def shape_of(cells: tuple[PrintedCell, ...]) -> tuple[int, ...] | None:
    """The shape that some cells state; None if one of them is no dimension, or there are none."""
    found = [d for cell in cells if (d := cell.dimension) is not None]
    return tuple(found) if cells and len(found) == len(cells) else None


def statements(text: str, start: int, end: int, names: Mapping[str, Named] | None = None) -> Iterator[StatedValue]:
    """The statements of a part of a text, in order. `names` are tensors' names that the document itself introduces."""
    texts = by_columns(text, start, end)
    yield from whole([each for column in texts for each in _one_by_one(column, start, end, names or {})])


def by_columns(text: str, start: int, end: int) -> Sequence[str]:
    """The text with one column alone of what stands side by side in a part of it, for each; itself if nothing does."""
    read = columns(text[start:end])
    return [f"{text[:start]}{column}" for column in read] if len(read) > 1 else [text]


def whole(found: Sequence[StatedValue]) -> Sequence[StatedValue]:
    """Statements in their order, with all planes of a tensor as the tensor."""
    alone = [stated for stated in found if not (stated.plane and stated.is_printed)]
    stacked = [each for planes in _of_one_tensor(found) for each in _stacked(planes)]
    return sorted([*alone, *stacked], key=lambda each: each.start)


def _of_one_tensor(found: Sequence[StatedValue]) -> Iterator[Sequence[StatedValue]]:
    """The planes of each tensor, those of others may stand between them; what is printed once more is another's."""
    planes: dict[str, list[StatedValue]] = {}
    for stated in sorted(found, key=lambda each: each.start):
        if stated.is_shape:
            continue  # Beside a plane, the shape of the whole tensor.
        if stated.name in planes and (not stated.plane or stated.plane in [one.plane for one in planes[stated.name]]):
            yield planes.pop(stated.name)
        if stated.plane and stated.is_printed:
            planes.setdefault(stated.name, []).append(stated)
    yield from planes.values()


def _stacked(planes: Sequence[StatedValue]) -> Iterator[StatedValue]:
    """`X[0, 0] = ..., X[0, 1] = ...` as one tensor, if these are all planes in their order; others say nothing."""
    shapes = {stated.tensor.shape for stated in planes if stated.tensor is not None}
    sizes = sizes_of_places([stated.plane for stated in planes])
    shape = shapes.pop() if len(shapes) == 1 else None
    tensors = [stated.tensor for stated in planes if stated.tensor is not None]
    if len(planes) == 1:
        yield planes[0]
    elif sizes is not None and shape is not None:
        cells = tuple(cell for each in tensors for cell in each.cells)
        problems = tuple(problem for each in tensors for problem in each.problems)
        whole = PrintedTensor(tensors[0].start, tensors[-1].end, (*sizes, *shape), cells, problems)
        yield replace(planes[0], end=planes[-1].end, tensor=whole, plane=())


def _one_by_one(text: str, start: int, end: int, names: Mapping[str, Named]) -> Iterator[StatedValue]:
    at = start
    alike: list[StatedValue] = []
    while (match := _STATEMENT.search(text, at, end)) is not None:
        at = match.end()
        found = _statement(text, match, end, names)
        if found is not None and found.word is not None and _is_set_with_another(found, text, end):
            alike.append(found)
            at = found.word.start
        elif found is not None:
            yield from (replace(found, name=each.name, start=each.start) for each in alike)
            yield found
            alike = []
            at = max(at, found.end)
        else:
            alike = []


def _is_set_with_another(found: StatedValue, text: str, end: int) -> bool:
    """`dilations` = `strides` = [1, 1]: what stands behind the sign is another attribute, which is given its value."""
    word = found.word.text.strip("`*$").lower() if found.word is not None else ""
    after = _STATEMENT.match(text, found.word.start, end) if found.word is not None and word in ATTRIBUTES else None
    return after is not None and after["sign"] == "="


def _statement(text: str, match: re.Match[str], end: int, names: Mapping[str, Named]) -> StatedValue | None:
    name = match["name"].replace("\\", "").replace(" ", "_")
    role, is_shape = _meaning(text, name, match.start(), names)
    is_shape = is_shape or (role in OF_CELLS and any(match[group] is not None for group in ("shape", "of", "has")))
    if role is None or ((match["sign"] == "is" or match["has"] is not None) and not is_shape):
        return None
    at = match.end()
    is_tensor = role not in (Named.ATTRIBUTE, Named.TYPE) and not is_shape
    if is_tensor and match["sign"] == ":" and text[at : at + 1] != "[" and LATEX_START.match(text, at, end) is None:
        return None
    stated = statement_at(text, name, match.start(), at, end, role, is_shape)
    is_below = stated is not None and stated.word is not None and "\n" in text[match.end("sign") : at]
    plane = tuple(map(int, re.findall(r"\d+", match["plane"] or ""))) if ":" not in (match["plane"] or "") else ()
    is_element = len(plane) == TENSOR_AXES
    return None if stated is None or is_below or is_element else replace(stated, plane=plane)


def statement_at(
    text: str, name: str, start: int, at: int, end: int, role: Named, is_shape: bool
) -> StatedValue | None:
    """What a name is given by what stands from `at` on, before `end`: a tensor, a shape by times, or a word."""
    array = _ARRAY.match(text, at, end)
    value = tensor(text, array.end() if array else at, end)
    if value is not None:
        if array is None and text[at] == "(" and role in (Named.Y, Named.X) and not is_shape:
            return None
        return StatedValue(name, start, value.end, role, value, None, is_shape)
    is_list = ATTRIBUTES.get(name.lower()) in LISTS
    row = _BY_TIMES.match(text, at, end) if is_shape else _LISTED.match(text, at, end) if is_list else None
    if row is not None:
        cells = tuple(PrintedCell(m[0], row.start() + m.start()) for m in re.finditer(r"[-+]?\d+", row[0]))
        printed = PrintedTensor(row.start(), row.end(), (len(cells),), cells)
        return StatedValue(name, start, row.end(), role, printed, None, is_shape)
    if role in (Named.ATTRIBUTE, Named.TYPE) and (word := _WORD.match(text, at, end)) is not None:
        said = word["word"].rstrip(".:!*")
        if is_list and name.lower() not in LISTS and not said[:1].isdigit():
            return None  # `the padding: no zero`: the word, and not the attribute by another name.
        if name.lower() == "axis" and not said.lstrip("+-").isdigit():
            return None  # `Size per axis: dY_2 = ...`: the word again.
        return StatedValue(name, start, word.end(), role, None, PrintedCell(said, word.start("word"))) if said else None
    return None


_FLAT = re.compile(r"s[\s`$]{0,4}=[\s`$]{0,4}\[\s*\d+\s*,\s*\d+\s*\]")
"""Two numbers are no output that is called s: they are the strides."""


def _meaning(text: str, name: str, start: int, names: Mapping[str, Named]) -> tuple[Named | None, bool]:
    """The role of a name, and whether the value is a shape."""
    key = name.lower()
    if key in ATTRIBUTES:
        return Named.ATTRIBUTE, False
    if key in SHAPES:
        return SHAPES[key], True
    if key in _TYPES:
        return Named.TYPE, False
    role = names.get(name) or TENSORS.get(key)
    if role is None or (name == "s" and _FLAT.match(text, start) is not None):
        return None, False
    line = text.rfind("\n", max(0, start - 80), start) + 1
    return role, _SHAPE_OF.search(text[max(line, start - 80) : start]) is not None
