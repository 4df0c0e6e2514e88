"""What a document is made of: sections by type, attributes, constraints and restrictions with their labels."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice

from spec.documents.pages.model import Block, Document, Kind, Shape
from spec.documents.prose.sentences import PROSE, Sentence, offset
from spec.documents.prose.typewords import TypeFamily, families_of, types_in

LABEL = r"(?:[A-Z]{1,2}\d{1,3}[a-z]?|[A-Z]\w{0,80}_\d{2,6})"
"""`C1`, `R12a`, `E_OPERATOR_X_0010`."""
_LABELLED = re.compile(rf"\s*(?P<open>[\[(]?)(?P<label>{LABEL})(?P<close>[\])]?)(?=[\s:.,]|$)")
_MENTIONED = re.compile(
    rf"\s*(?:[,;&]|[(\[]?{LABEL}|(?:and|or|to|of|is|are|holds?|see|implies|follows?|comes?|above|below|appl(?:y|ies))\b)"
)
"""Behind a label: a sentence that is about it, which does not give it."""
_OF_TYPES = ("types", "type", "type constraints")
_ATTRIBUTE = re.compile(
    r"^\s*(?:attribute\s+)?(?P<name>[A-Za-z]\w*)\s*(?:\((?P<in>[^()]*)\)|:\s*(?P<type>[\w\[\] ]{0,40}))?\s*:?\s*$", re.I
)
_FIRST = re.compile(r"^\s*(?P<name>[A-Za-z]\w*)\s*(?:\([^()]{0,60}\))?\s*(?::|-|–|—|$)")
_COMMAND = re.compile(r"\\(?:text|texttt|textit|textbf|mathrm|mathit)\s*\{([^{}]*)\}|[$`*]|\\(?=_)")
_TYPED = re.compile(r"\(([^()]*)\)|\bfor\s+types?\s+(.*)$", re.I)
_VERSION = re.compile(r"^\s*[\w.]+\s+-\s+(\d+)\b")
TYPE_SET = re.compile(r"\bwhere\s+\W?(\w+)\W?\s+is\s+(?:one\s+of|in)\s*(?:the set\s*)?\\?\{([^{}]*)\}", re.I)
"""`where float is in {float16, double}`."""
_CONSTRAINED = re.compile(r"^\s*(T\w*)\s*(?:in\s*\(([^:]*)\)\s*:|:)", re.S)
_OF_ATTRIBUTES, _HEADS = ("attributes", "parameters"), ("constraints", "constraint")
_NUMBERED = re.compile(r"^(?:\d+(?:\.\d+)*\.?|[A-Z]\.(?:\d+\.?)*)\s+(?=\S)")


def plain(text: str) -> str:
    """A title without the marks of LaTeX and Markdown."""
    return _COMMAND.sub(lambda m: m[1] or "", text).replace("\\_", "_").strip()


def heading_word(title: str) -> str:
    """A title in the form in which it is compared: plain, in lower case, without its number or a colon at its end."""
    return _NUMBERED.sub("", plain(title)).rstrip(".: ").lower()


def heading_words(block: Block) -> frozenset[str]:
    """The words of the headings over a block, also without their s: a reference is a text, `References` are a list."""
    words = [word for title in block.path for word in heading_word(title).split()]
    return frozenset((*words, *(word.strip("s") for word in words)))


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the document that defines the operator for some types: its title, blocks, types and their families.

    `families` is empty where the document does not say for which types the section is. `version` is a number that the
    title gives.
    """

    title: str
    blocks: tuple[Block, ...]
    types: tuple[str, ...]
    families: frozenset[TypeFamily]
    version: int | None = None

    @property
    def start(self) -> int:
        """Where it begins."""
        return self.blocks[0].start if self.blocks else 0

    def prose(self) -> Iterator[Block]:
        """Its headings, paragraphs, items and cells."""
        return (block for block in self.blocks if block.shape in PROSE)


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute as a section describes it: the first of its blocks names it."""

    name: str
    type_word: str
    blocks: tuple[Block, ...]
    section: int

    @property
    def start(self) -> int:
        """Where it is named."""
        return self.blocks[0].start


@dataclass(frozen=True, slots=True)
class Labelled:
    """A constraint or restriction with its label, the subject it is of, its statement and rationale."""

    label: str
    bracketed: bool
    start: int
    block: Block
    subject: tuple[str, ...]
    section: int
    anchors: tuple[str, ...]
    statement: tuple[Block, ...] = ()
    rationale: Block | None = None
    is_restriction: bool = False

    @property
    def name(self) -> str:
        """The subject's name: `Y`, `strides`, or nothing for a table of restrictions."""
        return name_of(self.subject[-1]) if self.subject and not self.is_restriction else ""


@dataclass(frozen=True, slots=True)
class Structure:
    """A document's sections, attributes and labels."""

    document: Document
    sections: tuple[Section, ...]
    attributes: tuple[Attribute, ...]
    labels: tuple[Labelled, ...]
    _where: dict[int, int] = field(repr=False, compare=False)

    def section_of(self, block: Block) -> int:
        """The number of the section in which a block stands; -1 for what stands before all."""
        return self._where.get(id(block), -1)

    def line(self, start: int) -> int:
        """The number of the line in which an offset of the document stands."""
        return self.document.place(start)[0]

    def at(self, said: Block | Sentence, position: int = 0) -> int:
        """The document's offset of a position in the text of a block or a sentence."""
        if isinstance(said, Block):
            return offset(self.document, said, position)
        return offset(self.document, said.block, said.start + position)


def structure_of(document: Document) -> Structure:
    """The structure of a document, from its outline."""
    sections = tuple(_sections(document))
    where = {id(block): number for number, section in enumerate(sections) for block in section.blocks}
    attributes = tuple(a for n, section in enumerate(sections) for a in _attributes(section.blocks, n))
    return Structure(document, sections, attributes, tuple(_labels(document, where)), where)


def name_of(title: str) -> str:
    """The name that a title such as `$X$: real` or `pads: list of ints` begins with."""
    found = re.match(r"(?:input|output|attribute|tensor)?\s*([A-Za-z]\w*)", plain(title), re.I)
    return found[1] if found else ""


def _said_types(title: str) -> str:
    """What a title says of types: in parentheses, or behind `for type`."""
    typed = _TYPED.search(plain(title))
    return (typed[1] or typed[2] or "") if typed else ""


@lru_cache(maxsize=4096)
def _heads_section(title: str) -> bool:
    """Whether a heading is a section's: by a type in it, or a version. An example has types of its own."""
    is_section = bool(families_of(_said_types(title)) or _VERSION.match(title))
    return is_section and re.match(r"\W*(?:worked )?example", title, re.I) is None


def _sections(document: Document) -> Iterator[Section]:
    groups: list[tuple[str, list[Block]]] = []
    for block in document.blocks:
        title = next((title for title in block.path[:3] if _heads_section(title)), None)
        begins = block.shape is Shape.HEADING and (not groups or block.path[-1:] == (title,))
        if title is not None and (begins or not groups or title != groups[-1][0]):
            groups.append((title, [block]))
        elif title is not None:
            groups[-1][1].append(block)
    for title, blocks in groups or [("", list(document.blocks))]:
        yield _section(title, tuple(blocks))


def _section(title: str, blocks: tuple[Block, ...]) -> Section:
    types: list[str] = []
    families = set(families_of(_said_types(title)))
    for block in blocks:
        if block.shape is Shape.PARAGRAPH and (found := TYPE_SET.search(block.text)):
            types += types_in(found[2])
        elif block.shape is Shape.ITEM and _is_of_types(block) and (said := _CONSTRAINED.match(block.text)):
            listed = "" if said[1].upper().endswith("IND") else said[2] or block.text
            types += types_in(listed)
            families |= families_of(listed)
    version = _VERSION.match(title)
    number = int(version[1]) if version else None
    return Section(title, blocks, tuple(types), frozenset(families or families_of(" ".join(types))), number)


def _is_of_types(block: Block) -> bool:
    return any("type" in title.lower() for title in block.path)


def _attributes(blocks: tuple[Block, ...], section: int) -> Iterator[Attribute]:
    """Headings, names of lists and first words of items under a heading `Attributes`; rows of a table there."""
    taken = -1
    for number, block in enumerate(blocks):
        found = _described(block) if number > taken and _under_attributes(block) else None
        if found is None:
            continue
        name, type_word = found
        heads = block.shape is Shape.HEADING or block.path[-1:] in ((name,), (block.text.strip(),))
        parts = tuple((_below if heads else _parts)(blocks, number))
        taken = number + len(parts)
        yield Attribute(name, type_word, (block, *parts), section)


def _under_attributes(block: Block) -> bool:
    own = block.shape is Shape.HEADING
    return any(heading_word(title) in _OF_ATTRIBUTES for title in (block.path[:-1] if own else block.path))


def _described(block: Block) -> tuple[str, str] | None:
    """Name and type, if a block begins an attribute's description."""
    text, shown = plain(block.text), block.shown
    if block.shape is Shape.HEADING:
        is_head = heading_word("".join(block.path[-1:])) in (*_HEADS, *_OF_ATTRIBUTES)
        found = None if is_head else _ATTRIBUTE.match(text)
        return (found["name"], (found["type"] or found["in"] or "").strip()) if found else None
    if block.shape is Shape.CELL:
        is_name = block.row > 0 and block.column == 0 and len(shown) == 1 and re.fullmatch(r"\w+", text)
        return (text, "") if is_name else None
    if block.shape is not Shape.ITEM or not shown or shown[0].kind not in (Kind.STRONG, Kind.CODE, Kind.EMPHASIS):
        return None
    name = shown[0].text.strip(" :")
    if block.path[-1:] == (name,) and len(shown) == 1:
        return name, ""
    found = _FIRST.match(text)
    is_first = found is not None and found["name"] == name and heading_word("".join(block.path[-1:])) in _OF_ATTRIBUTES
    return (name, "") if is_first else None


_WITHIN = re.compile(rf"\b(?:constraint|restriction|requirement|rule)\s+\[(?P<label>{LABEL})\]\s*:", re.I)
"""A label that is given to what follows, within a paragraph: `Constraint [C1]: each entry is at least 1`."""


def _labels(document: Document, where: Mapping[int, int]) -> Iterator[Labelled]:
    """The labels in their order: a cell that is not its row's first gives one that nothing else gives. A column of
    statements has the label that heads it."""
    found = list(_given_labels(document, where))
    count = Counter(each.label for each in found)
    yield from (each for each in found if count[each.label] == 1 or 0 in (each.block.column, each.block.row))


def _given_labels(document: Document, where: Mapping[int, int]) -> Iterator[Labelled]:
    """Each place that may give a label: at the begin of an item or of a cell, or behind `constraint`."""
    for number, block in enumerate(document.blocks):
        for within in _WITHIN.finditer(block.text) if block.shape is Shape.PARAGRAPH else ():
            start, of = offset(document, block, within.start("label")), where.get(id(block), -1)
            yield Labelled(within["label"], True, start, block, block.path, of, (), (block,))
        heads = block.shape is Shape.CELL and not block.row and "statement" in block.text.lower()
        begins = heads or block.shape is Shape.ITEM or (block.shape is Shape.CELL and block.row > 0)
        first = next(iter(block.shown), None) if begins else None
        found = _LABELLED.match(block.text) if first and first.kind is not Kind.LINK else None
        if first is None or found is None or not (found["open"] or first.kind in (Kind.CODE, Kind.STRONG)):
            continue
        is_alone = block.column > 0 and not heads and not (found["open"] and block.text[found.end() :].strip())
        is_of_types = heading_word("".join(block.path[-1:])) in _OF_TYPES
        if is_alone or is_of_types or _MENTIONED.match(block.text, found.end()):
            continue
        parts = list(_parts(document.blocks, number))
        rationale = next((b for b in parts if b.text.lstrip().lower().startswith("rationale")), None)
        yield Labelled(
            found["label"],
            bool(found["open"]),
            offset(document, block, found.start("label")),
            block,
            subject=tuple(title for title in block.path if heading_word(title) not in _HEADS),
            section=where.get(id(block), -1),
            anchors=tuple(piece.target for piece in block.of(Kind.ANCHOR)),
            statement=tuple(b for b in parts if b is not rationale),
            rationale=rationale,
            is_restriction=any("restriction" in title.lower() for title in block.path),
        )


def _below(blocks: Sequence[Block], number: int) -> Iterator[Block]:
    """What stands under a heading, or what serves as one, up to the next of the same title."""
    path = blocks[number].path
    for block in islice(blocks, number + 1, None):
        if block.path[: len(path)] != path or (block.shape is Shape.HEADING and block.path == path):
            return
        yield block


def _parts(blocks: Sequence[Block], number: int) -> Iterator[Block]:
    """What belongs to the first cell of a row, or to an item: the row's other cells, or what is nested in the item."""
    head = blocks[number]
    for block in islice(blocks, number + 1, None):
        if head.shape is Shape.CELL:
            belongs = block.shape is Shape.CELL and block.row == head.row
        else:
            belongs = block.shape is not Shape.HEADING and block.depth > head.depth
        if not belongs:
            return
        yield block
