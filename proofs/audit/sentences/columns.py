"""What the heading of a column says of the cells below it: what is not permitted, what stands in which order; which
letters stand for what."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from proofs.audit.lexicon.words import MARKS, SIDE, TYPE_NAME, words_of
from proofs.audit.sentences import tabled
from proofs.audit.sentences.several import LISTED
from spec.documents.names.symbols import OF_LETTERS, OF_MEANINGS
from spec.documents.pages.model import Block
from spec.documents.pages.tables import heading_of, tables_of
from spec.documents.prose.typewords import FAMILIES, TypeFamily

LONGEST = 12
"""A longer cell of a table of symbols may state a rule too."""
_DENIALS = frozenset(("reject", "ignore", "not allowed", "error", "without", "no", "not"))
"""What a column's heading says, in concepts, over what is not permitted."""
_TYPES = frozenset((TYPE_NAME, "string-type", "and", "or", *MARKS.values()))


def headed_cells(blocks: Sequence[Block], tensors: Mapping[str, str]) -> Mapping[int, Sequence[str]]:
    """The cells, by their identity, that are read with their column's heading, and the sentences as which each may be;
    none of a cell that only says what a letter stands for."""
    found: dict[int, Sequence[str]] = {}
    for table in tables_of(blocks):
        headings = {cell.column: cell for cell in table if cell.row == 0}
        denied = {column for column, head in headings.items() if _denies(head)}
        found |= {id(cell): made for cell in table if cell.row and cell.column in denied for made in _not_allowed(cell)}
        found |= {id(cell): made for cell, made in _of_types(table, headings)}
        found |= {id(cell): made for cell, made in _of_tensors(table, headings, tensors)}
        found |= {id(cell): () for cell in table if cell.row and _says_nothing_here(cell.column, headings)}
        found |= {id(cell): () for cell in _of_letters(table, headings, tensors)}
        found |= {id(cell): made for cell, made in _of_entries(table, headings)}
        found |= {id(cell): made for cell, made in _of_orders(table, headings)}
        found |= {id(cell): made for cell, made in _of_sides(table)}
    return found


def _denies(head: Block) -> bool:
    """`Rejected`, `Not permitted`, `Forbidden for X`: it says that what stands below is not permitted."""
    concepts = [word.concept for word in words_of(head.text) if word.concept not in MARKS.values()]
    return bool(concepts) and (" ".join(concepts[:2]) in _DENIALS or " ".join(concepts[:1]) in _DENIALS)


def _not_allowed(cell: Block) -> Iterator[Sequence[str]]:
    """Types alone, as types that are not allowed."""
    if _names_types(cell):
        yield [f"The types {cell.text.strip()} are not allowed"]


def _of_types(table: Sequence[Block], headings: Mapping[int, Block]) -> Iterator[tuple[Block, Sequence[str]]]:
    """What rows on types say: that these are permitted, or not; what padding is equal to for one of them, or floats."""
    rows: dict[int, list[Block]] = {}
    for cell in table:
        rows.setdefault(cell.row, []).append(cell)
    for row in (row for number, row in rows.items() if number):
        types = next(filter(_names_types, row), None)
        if types is None:
            continue
        said = f"The types {types.text.strip()} are"
        if _permits(headings.get(types.column)) and not any(map(_is_on_indices, row)):
            yield types, [f"{said} allowed"]
        for cell in row:
            concepts = [word.concept for word in words_of(cell.text) if word.concept not in MARKS.values()]
            head = {word.concept for word in words_of(headings[cell.column].text)} if cell.column in headings else set()
            if "index" in head:
                # Which types Indices have is another thing; that one is not permitted says nothing of the others.
                if concepts[:1] == ["allowed"] and set(concepts) <= {"allowed", "only", "type"}:
                    yield cell, [f"The type of Indices is {types.text.strip()}"]
            elif concepts == ["allowed"]:
                yield types, [f"{said} allowed"]
            elif concepts in (["not", "allowed"], ["reject"]):
                yield types, [f"{said} not allowed"]
            elif _asks(headings.get(cell.column)) and (answer := _ANSWERS.get(cell.text.strip(" `*").lower())):
                yield types, [f"{said} {answer}"]
            elif head & _PADDING and (value := _one_value(cell)) and (of := _one_type(types)):
                yield cell, [f"padding value {value} {of}"]


def _one_value(cell: Block) -> str:
    """The one value of a cell, which may say behind it that it is the least: `-128, the lowest value`."""
    value, _, restated = cell.text.strip().partition(",")
    is_restated = {word.concept for word in words_of(restated)} <= _LEAST
    is_one = len([word for word in words_of(value) if word.concept not in MARKS.values()]) == 1
    return value if is_one and is_restated else ""


_LEAST = frozenset(("least-of-type", "least-finite", "smallest", "element", "type"))
_ANSWERS = {**dict.fromkeys(("yes", "✓", "✔"), "allowed"), **dict.fromkeys(("no", "✗", "✘"), "not allowed")}
"""What a cell answers whose column asks whether a type is allowed."""
_PARAMETER = re.compile(r"\b(?![XY])[A-Z]\b")
"""A letter for a type: `Accepted for T`."""


def _asks(head: Block | None) -> bool:
    """It asks whether types are allowed, and not whether something else is that they have."""
    concepts = {word.concept for word in words_of(_PARAMETER.sub(" ", head.text))} if head is not None else set()
    return "allowed" in concepts and concepts <= {"allowed", "type", "element", "x", "y", "and"}


def _permits(head: Block | None) -> bool:
    """`Permitted type`: it says that what stands below is permitted."""
    concepts = {word.concept for word in words_of(head.text)} if head is not None else set()
    return "allowed" in concepts and concepts <= {"allowed", "type", "element"}


def _is_on_indices(cell: Block) -> bool:
    return "index" in {word.concept for word in words_of(cell.text)}


def _names_types(cell: Block) -> bool:
    concepts = {word.concept for word in words_of(cell.text)}
    return TYPE_NAME in concepts and concepts <= _TYPES


def _one_type(cell: Block) -> str:
    """The type that a cell names, or one of several that all are of floats; empty for others."""
    named = [word.text for word in words_of(cell.text) if word.concept == TYPE_NAME]
    return named[0] if len(named) == 1 or {FAMILIES.get(word) for word in named} == {TypeFamily.FLOAT} else ""


_PADDING = frozenset(("padding", "padvalue", "padded"))


def _of_letters(table: Sequence[Block], headings: Mapping[int, Block], tensors: Mapping[str, str]) -> Iterator[Block]:
    """The phrases of a table of symbols that say what letters stand for, where these are no tensor, list or type."""
    firsts = {column: heading_of(head) for column, head in headings.items()}
    symbols = next((column for column, first in firsts.items() if first in OF_LETTERS), None)
    meanings = {column for column, first in firsts.items() if first in OF_MEANINGS}
    rows = {cell.row: cell for cell in table if cell.row and cell.column == symbols}
    named = {cell.row for cell in table if cell.row and tabled.names_one(cell, tensors)}
    for cell in table:
        is_meaning = cell.column in meanings and cell.row in rows.keys() - named
        if cell.row and is_meaning and len(cell.text.split()) <= LONGEST:
            yield cell


_REMARKS = frozenset("remark remarks comment comments note notes".split())
_OUTPUTS = frozenset("y indices output".split())


def _says_nothing_here(column: int, headings: Mapping[int, Block]) -> bool:
    """A column on another standard, `In plain ONNX`; one of remarks, beside what windows of an example give."""
    head = headings.get(column)
    is_of_windows = any(heading_of(each).strip("`$") in _OUTPUTS for each in headings.values())
    is_remark = head is not None and is_of_windows and heading_of(head) in _REMARKS
    return is_remark or (
        head is not None and column > 0 and "other-standard" in {w.concept for w in words_of(head.text)}
    )


_TENSOR = re.compile(r"(?:input\s+|output\s+)?(?P<name>[A-Za-z]\w*)\s*(?:\([^()]*\))?", re.I)
_TYPED = {"X": "X: tensor of {}", "Y": "The type of Y is {}", "Indices": "The type of Indices is {}"}
"""What a column of types says of each tensor."""


def _of_tensors(
    table: Sequence[Block], headings: Mapping[int, Block], tensors: Mapping[str, str]
) -> Iterator[tuple[Block, Sequence[str]]]:
    """What a column of types says of the tensors that name the rows: `Indices` (optional) | int64."""
    types = {column for column, head in headings.items() if heading_of(head) in ("type", "types")}
    rows: dict[int, str] = {}
    for cell in (each for each in table if each.row and not each.column):
        found = _TENSOR.fullmatch(cell.text.strip().replace("`", "").replace("$", ""))
        name = tensors.get(found["name"], found["name"]) if found is not None else ""
        rows |= {cell.row: name} if name in _TYPED else {}
    for cell in table:
        if cell.column in types and cell.row in rows and cell.text.strip():
            yield cell, [_TYPED[rows[cell.row]].format(cell.text.strip())]


_DOMAINS = frozenset("domain range values allowed condition conditions constraint constraints".split())
_ENTRIES = re.compile(rf"\W*(?P<list>{'|'.join(LISTED)})\[\d\]")
_BESIDE = frozenset(("entry", "and", "to", "height", "width", *MARKS.values()))


def _of_entries(table: Sequence[Block], headings: Mapping[int, Block]) -> Iterator[tuple[Block, Sequence[str]]]:
    """What a column of domains says of the entries of a list that their row names: `strides[0]`, `strides[1]`."""
    domains = {column for column, head in headings.items() if heading_of(head) in _DOMAINS}
    of_rows = {
        cell.row: found["list"] for cell in table if (found := _ENTRIES.match(cell.text)) and _names_entries(cell)
    }
    for cell in table:
        if cell.row and cell.column in domains and cell.row in of_rows:
            yield cell, [f"{of_rows[cell.row]}: {cell.text.strip()}"]


def _of_orders(table: Sequence[Block], headings: Mapping[int, Block]) -> Iterator[tuple[Block, Sequence[str]]]:
    """What a column on the order of entries says of the list that its row names."""
    orders = {column for column, head in headings.items() if _is_on_order(head)}
    lists = {cell.row: name for cell in table if (name := cell.text.strip("`* \n")) in LISTED}
    for cell in table:
        if cell.row and cell.column in orders and cell.row in lists and cell.text.strip():
            yield cell, [f"{lists[cell.row]}: order of the entries: {cell.text.strip()}"]


_SIDES = frozenset((SIDE, "top", "left", "bottom", "right"))


def _of_sides(table: Sequence[Block]) -> Iterator[tuple[Block, Sequence[str]]]:
    """What a row says of the entry of a list that it begins with: by the name of an end, or by its side."""
    entries = {cell.row: cell for cell in table if cell.column == 0 and _names_entries(cell)}
    for cell in table:
        first = re.split(r"[(,;:]", cell.text, maxsplit=1)[0].strip()
        words = [word.concept for word in words_of(first)]
        if cell.column and cell.row in entries and len(words) == 1 and words[0] in _SIDES:
            yield cell, [f"{entries[cell.row].text.strip()} is {first}"]


def _is_on_order(head: Block) -> bool:
    concepts = {word.concept for word in words_of(head.text)}
    return "order" in concepts and concepts <= {"order", "element", "list"}


def _names_entries(cell: Block) -> bool:
    """It names entries of one list, with what they are of, and nothing else."""
    named = set(re.findall("|".join(LISTED), cell.text))
    return len(named) == 1 and {word.concept for word in words_of(cell.text)} <= _BESIDE
