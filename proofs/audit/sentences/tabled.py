"""Cells of tables as sentences: what happens in a case, the least and the greatest value of an attribute's entries."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from proofs.audit.lexicon.faults import lists_faults
from proofs.audit.lexicon.words import read_toml, words_of
from proofs.audit.sentences.named import with_own_tensors
from proofs.audit.sentences.several import LISTED, SINGLES
from spec.documents.pages.model import Block, Shape
from spec.documents.pages.tables import (
    OF_CONTENT,
    cases_of_tables,
    causes_in,
    prints_elements,
    reports_causes,
    tables_of,
)
from spec.documents.prose.sentences import Sentence

_NUMBER = re.compile(r"-?\d{1,9}")
_COUNT = re.compile(r"(\d{1,9})(?: (?:integers?|ints?|numbers?|strings?|values?|entries))?")
_RANGE = re.compile(r"\d+ or (?:more|greater|larger)|(?:at least|greater than|not less than) \d+|[a-z-]*positive", re.I)
"""What a column of values says of each entry of a list."""
_NUMBERING = re.compile(r"[A-Za-z]{0,3}[-. ]?\d{0,3}[a-z]?")
_TYPEFACE = re.compile(r"\\[a-z]{4,12}\{(?P<said>\w+)\}")
_LISTS = [[name] for name in LISTED]
_SINGLES = [[name] for name in SINGLES]
_ERROR = frozenset(("error", "reject", "raise", "operator", "."))
_OUTCOMES = frozenset("empty crop ignore no allowed zeros num minus-inf".split())
_VALUES = frozenset("minus-inf plus-inf num one nan zeros pos-zero neg-zero least-of-type".split())
_BESIDE = frozenset("x y index tensor element and or regard make , .".split())
"""What a call gives that is no error, and what may stand beside it."""


def sentences_of_cells(blocks: Sequence[Block]) -> Mapping[int, Sequence[str]]:
    """The cells, by their identity, that are read with others of their row, and the sentences as which each may be. A
    case alone is none."""
    found: dict[int, Sequence[str]] = {}
    cases = cases_of_tables(blocks)
    for table in tables_of(blocks):
        cells = {(cell.row, cell.column): cell for cell in table}
        headings = {column: _heading(cell) for (row, column), cell in cells.items() if row == 0}
        at = _case_column(cells, headings)
        found |= {id(cell): () for cell in table if prints_elements(cell)}
        if lists_faults(blocks, table):
            found |= {**{id(cell): () for (row, _), cell in cells.items() if row}, **_of_causes(table)}
            cases -= {id(cell) for cell in table}
        elif any(id(cell) in cases for cell in table) or at:
            found |= {id(cell): () for (row, column), cell in cells.items() if row and at and column == at}
            found |= {id(cell): made for cell, made in _in_cases(cells, headings, at)}
        elif reports_causes(table):
            found |= _of_causes(table)
        elif any(_of_list(heading) for heading in headings.values()) or "shape" in headings.values():
            found |= {id(cell): made for cell, made in _of_shapes(cells, headings)}
            found |= {id(cell): made for cell, made in _of_bounds(cells, headings)}
    return found | dict.fromkeys(cases, ())


def _of_causes(table: Sequence[Block]) -> Mapping[int, Sequence[str]]:
    """What an error is reported for."""
    said = (
        (cell, "" if is_success else f"It is an error if {cell.text.strip()}") for cell, is_success in causes_in(table)
    )
    return {id(cell): [text] if text else [] for cell, text in said}


def _heading(cell: Block) -> str:
    """A column's heading; Y[b, c, m, n] is Y, in whatever typeface."""
    return _TYPEFACE.sub(r"\g<said>", cell.text.partition("[")[0]).strip("`$ \n").lower()


def _words(name: str) -> Sequence[str]:
    return read_toml("words.toml")["headings"][name].split()


def _case_column(cells: Mapping[tuple[int, int], Block], headings: Mapping[int, str]) -> int:
    """The column of the cases where the first one only numbers them: the second of three, before what is expected."""
    firsts = [cell.text.strip() for (row, column), cell in cells.items() if row and column == 0]
    is_numbered = bool(firsts) and all(_NUMBERING.fullmatch(first) for first in firsts)
    return int(is_numbered and len(headings) == 3 and headings[2] in _words("results"))


def _in_cases(
    cells: Mapping[tuple[int, int], Block], headings: Mapping[int, str], at: int
) -> Iterator[tuple[Block, Sequence[str]]]:
    for (row, column), cell in cells.items():
        heading, case = headings.get(column, ""), cells.get((row, at))
        if row and column > at and case is not None and case.text.strip() and heading in _words("results"):
            of = heading if heading in _words("outputs") else "result"
            alone = cell.text.split(";") if OF_CONTENT.match(headings[at]) else ()  # `the largest; NaN is below all`
            yield cell, [*_case(case.text.strip().rstrip("."), of, cell.text.strip()), *alone]


def _case(case: str, of: str, said: str) -> Sequence[str]:
    """What is said of a case; that it has another outcome than an error allows it."""
    made = [f"If {case}, the {of} is {said}"]
    concepts = {word.concept for word in words_of(said)}
    # `NaN in a window: -inf` is said of the result; the NaN itself is another thing.
    if not concepts <= _VALUES:
        made.insert(0, f"If {case}, {said}")
    if not concepts & _VALUES:
        made.append(f"{case} is {said}")
    if concepts and concepts <= _ERROR:
        made.append(f"It is an error if {case}")
    elif concepts & _OUTCOMES and concepts <= _OUTCOMES | _BESIDE:
        made.append(f"{case} is allowed")
    return made


def row_name(block: Block, before: str, tensors: Mapping[str, str]) -> str:
    """What a table's row is about: its first cell, if that is the name of a tensor, an attribute or a type alone."""
    if block.shape is not Shape.CELL or block.row == 0:
        return ""
    if block.column > 0:
        return before
    return names_one(block, tensors)


def names_one(block: Block, tensors: Mapping[str, str]) -> str:
    """The tensor, the attribute or the type that a cell names and nothing else; empty for another."""
    name = with_own_tensors(Sentence(block.text, 0, block), tensors)
    words = words_of(name)
    of_rows = (*read_toml("words.toml")["headings"]["rows"].split(), "type")
    return name if len(words) == 1 and words[0].concept in of_rows else ""


_FIELD = re.compile(r"^\W*(?P<key>[A-Za-z]+(?: [A-Za-z]+){0,3})\W*:\s*(?P<said>\S.*?)[.;\s]*$", re.S)
_OF_SIZE = re.compile(r"\w+\s*\[\s*(?P<size>\d)\s*\]")
_NO = frozenset("no false optional".split())
_NONE = frozenset(("", *"none no - – — n/a required mandatory explicit".split()))


_TENSOR = re.compile(r"^\W*(?P<name>Y|Indices)\W*\(\W*(?P<type>[a-z]+\d*)\W*\)\s*:", re.S)
"""An item on an output, with its type: `- Indices (int64): ...`."""
_TUPLE = re.compile(
    r"(?:^\W*|[.:]\s+)(?P<name>strides|dilations|kernel_shape|pads)\s*=\s*(?P<said>[\[(]\s*[a-z_]+(?:,\s*[a-z_]+)+\s*[\])])",
    re.S,
)
"""A list with what its entries are, in words: `pads = [top, left, bottom, right]` adds a border."""
_HEAD = re.compile(r"^\W*(?P<name>\w+)\W*(?:-\W*\w+\W*)?\((?P<said>[^()]*)\)\s*[:–—-]\s*")
_LIST_OF = re.compile(r"\blist of (\d) (?:ints|integers|numbers)\b", re.I)
NO_SUBJECT = re.compile(
    r"\W*(?:must|shall|should|has|have|is|are|can|may|cannot|only|always|never|not|at|one|two|three|four|\d+|either"
    r"|non-negative|positive|strictly|greater|less|as|of)\b",
    re.IGNORECASE,
)
"""What begins a sentence that leaves out what it is about: the attribute, or the term, that it describes."""
_DEFAULT = re.compile(r"^\W*(?:the )?defaults?(?: value)? (?:is|to|equals)\b\s*(?P<said>.*)$", re.I | re.S)


def of_item(name: str, text: str, *, is_item: bool = True) -> Sequence[str]:
    """What an item says of the attribute that it describes, or below which it stands, as sentences: `Required: no`,
    `strides (required): Must be ...: ...`, `Default value is 1`; none for what is read as it stands."""
    if (listed := _TUPLE.search(text)) is not None:
        return [f"{listed['name']} is {listed['said']}"]
    if not is_item:
        return []
    if not name:
        tensor = _TENSOR.match(text)
        return [f"{tensor['name']} has type {tensor['type']}"] if tensor is not None else []
    if (head := _HEAD.match(text)) is not None and head["name"] == name:
        first, *others = text[head.end() :].split(": ", 1)
        told = _of_field(name, "required", head["said"])
        said = [f"{name} {first}", *others] if NO_SUBJECT.match(first) or is_phrase(first) else []
        size = _LIST_OF.search(head["said"])
        said += [f"{name}: {head['said']}"] if head["said"][:1].isdigit() and name in LISTED else []
        return [*([told] if told else []), *([f"{name} has {size[1]} entries"] if size else []), *said]
    if (found := _FIELD.match(text)) is not None:
        made = _of_field(name, _of_list(found["key"].lower()), found["said"])
    else:
        default = _DEFAULT.match(text)
        made = _of_field(name, "default", default["said"]) if default is not None else ""
    return [made] if made else []


def is_phrase(text: str) -> bool:
    """A sentence without a verb, which describes what it stands under."""
    return not {word.strip(".,;:").lower() for word in text.split()} & set(_words("finite"))


def goes_on(text: str) -> bool:
    """An item whose head tells one thing goes on with a sentence of its own: `strides (required): Stride along ...`."""
    return any(found is not None for found in (_HEAD.match(text), _TENSOR.match(text), _TUPLE.search(text)))


def _of_field(name: str, of: str, said: str) -> str:
    """What a column, or an item, says of an attribute, as a sentence; empty where it is read as it stands."""
    said = said.strip().strip("`*").strip()
    plain = said.lower().rstrip(".")
    named = [word.concept for word in words_of(name)]
    # That one attribute is required says nothing of all others: only what makes it optional is a claim on the profile.
    if (of == "required" and plain in _NO) or (of == "default" and plain not in _NONE):
        return f"{name} is optional"
    if of == "values" and named in _SINGLES and len(words_of(said)) == 1:
        return f"{name} is {said}"
    size = _OF_SIZE.fullmatch(said) if of == "type" and named in _LISTS else None
    return f"{name} has {size['size']} entries" if size is not None else ""


def _of_list(heading: str) -> str:
    """What a column says of an attribute, by its heading: `least`, `greatest`, `number`, `first`, and others that the
    lexicon lists; or nothing."""
    for of in ("required", "default", "type", "values"):
        if heading in _words(of) or heading.replace(" ", "-") in _words(of):
            return of
    concepts = {word.concept for word in words_of(heading)}
    if heading in _words("least") or concepts == {"smallest", "element"}:
        return "least"
    if heading in _words("greatest") or concepts in ({"largest", "element"}, {"maximum"}):
        return "greatest"
    if concepts in ({"number-of", "element"}, {"length"}, {"number-of"}, {"count"}):
        return "number"
    return "first" if "first" in concepts and concepts <= {"first", "element", "axis"} else ""


_AS_ANOTHER = re.compile(r"(?:the )?(?:same as|as|that of|shape of)\s+\W?(?P<other>X|Y|Indices)\W?", re.I)


def _of_shapes(
    cells: Mapping[tuple[int, int], Block], headings: Mapping[int, str]
) -> Iterator[tuple[Block, Sequence[str]]]:
    """The shape that a row gives a tensor as that of another: `Indices | int64 | same as Y`."""
    for (row, column), cell in cells.items():
        found = _AS_ANOTHER.fullmatch(cell.text.strip()) if row and headings.get(column) == "shape" else None
        name = cells[row, 0].text.strip() if found is not None and (row, 0) in cells else ""
        if found is not None and [word.concept for word in words_of(name)] in (["y"], ["index"]):
            yield cell, [f"{name} has the same shape as {found['other']}"]


def _of_bounds(
    cells: Mapping[tuple[int, int], Block], headings: Mapping[int, str]
) -> Iterator[tuple[Block, Sequence[str]]]:
    """What the columns say of the entries that a row names; an empty first cell goes on with the one above."""
    name = ""
    lines: dict[int, dict[int, Block]] = {}
    for (row, column), cell in cells.items():
        lines.setdefault(row, {})[column] = cell
    for row in sorted(lines.keys() - {0}):
        line = lines[row]
        name = (line[0].text.strip() if 0 in line else "") or name
        for column, cell in line.items():
            of, said = _of_list(headings.get(column, "")), cell.text.strip()
            named = [word.concept for word in words_of(name)]
            is_list = named in _LISTS
            is_number, count = _NUMBER.fullmatch(said) is not None, _COUNT.fullmatch(said)
            if is_list and of in ("least", "greatest") and is_number:
                yield cell, [f"{name} shall be {'at least' if of == 'least' else 'at most'} {said}"]
            elif (is_list or named in _SINGLES) and (made := _of_field(name, of, said)):
                yield cell, [made]
            elif is_list and of == "values" and _RANGE.fullmatch(said):
                yield cell, [f"Each value of {name} is {said}"]
            elif of == "default" and (is_list or named in _SINGLES):
                yield cell, []
            elif is_list and of == "number" and count:
                yield cell, [f"{name} shall have {count[1]} entries"]
            elif named in _SINGLES and count and (of == "number" or (of == "values" and not is_number)):
                yield cell, []  # How many values a single one has, is none of them.
            elif is_list and of == "first" and len(words_of(said)) == 1:
                yield cell, [f"{name.strip('`')}[0] is the {said}"]


# --- lists by other names, and in listings ------------------------------------------------------------

OF_LIST = re.compile(
    r"^(?:[ \t]*\w{1,8}(?:,[ \t]*\w{1,8})+[ \t]+|[ \t]*)(?P<list>strides|dilations|kernel_shape|pads)\b[ \t:]+"
    r"(?P<bound>(?:>=?|≥|at least|positive|non-negative)[^(\n#]*)?"
    r"(?:[#(]+[ \t]*(?P<order>\w+(?:,[ \t]*\w+)+)\)?)?[ \t]*$",
    re.M,
)
"""A line of a table in a listing: `sh, sw  strides  >= 1`, `pt, pl, pb, pr  pads  >= 0  (top, left, bottom, right)`."""
