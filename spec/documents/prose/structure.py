"""What a document is made of: sections by type, attributes, constraints and restrictions with their labels."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from spec.documents.pages.model import Block, Document, Kind, Shape
from spec.documents.prose.sentences import PROSE, Sentence, offset
from spec.documents.prose.typewords import Family, families_of, types_in

LABEL = r"(?:[A-Z]{1,2}\d{1,3}[a-z]?|[A-Z]\w{0,80}_\d{2,6})"
"""`C1`, `R12a`, `E_OPERATOR_X_0010`."""
_LABELLED = re.compile(rf"\s*(?P<open>[\[(]?)(?P<label>{LABEL})(?P<close>[\])]?)(?=[\s:.,]|$)")
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
_HEADS = ("constraints", "constraint")


def plain(text: str) -> str:
    """A title without the marks of LaTeX and Markdown."""
    return _COMMAND.sub(lambda m: m[1] or "", text).strip()


def heading_word(title: str) -> str:
    """A title in the form in which it is compared: plain, in lower case, without a colon at its end."""
    return plain(title).rstrip(".: ").lower()


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the document that defines the operator for some types: its title, blocks, types and their families.

    `families` is empty where the document does not say for which types the section is. `version` is a number that the
    title gives.
    """

    title: str
    blocks: tuple[Block, ...]
    types: tuple[str, ...]
    families: frozenset[Family]
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


def _key(title: str) -> str | None:
    """What makes a heading that of a section: a type in it, or a version."""
    typed = _TYPED.search(plain(title))
    if typed and families_of(typed[1] or typed[2] or ""):
        return title
    return title if _VERSION.match(title) else None


def _sections(document: Document) -> Iterator[Section]:
    groups: list[tuple[str | None, list[Block]]] = []
    for block in document.blocks:
        key = next((title for title in block.path[:3] if _key(title)), None)
        if block.shape is Shape.HEADING and key is not None and (block.path[-1] == key or not groups):
            groups.append((key, [block]))
        elif groups and key == groups[-1][0]:
            groups[-1][1].append(block)
        elif key is not None:
            groups.append((key, [block]))
    if not groups:
        groups = [(None, list(document.blocks))]
    for title, blocks in groups:
        yield _section(title, tuple(blocks))


def _section(title: str | None, blocks: tuple[Block, ...]) -> Section:
    types: list[str] = []
    families: set[Family] = set()
    for block in blocks:
        if block.shape is Shape.PARAGRAPH and (found := TYPE_SET.search(block.text)):
            types += types_in(found[2])
        elif block.shape is Shape.ITEM and _is_of_types(block) and (said := _CONSTRAINED.match(block.text)):
            listed = "" if said[1].upper().endswith("IND") else said[2] or block.text
            types += types_in(listed)
            families |= families_of(listed)
    typed = _TYPED.search(plain(title or ""))
    families |= families_of((typed[1] or typed[2] or "") if typed else "")
    if not families:
        families |= families_of(" ".join(types))
    version = _VERSION.match(title) if title else None
    return Section(title or "", blocks, tuple(types), frozenset(families), int(version[1]) if version else None)


def _is_of_types(block: Block) -> bool:
    return any("type" in title.lower() for title in block.path)


def _attributes(blocks: tuple[Block, ...], section: int) -> Iterator[Attribute]:
    """Headings, names of lists and first words of items under a heading `Attributes`; rows of a table there."""
    taken = -1
    for number, block in enumerate(blocks):
        if number <= taken or not _under_attributes(block):
            continue
        found = _described(block)
        if found is None:
            continue
        last = number
        if block.path[-1:] == (block.text.strip(),) or block.shape is Shape.HEADING or found[2]:
            while last + 1 < len(blocks) and blocks[last + 1].path[: len(block.path)] == block.path:
                last += 1
                if blocks[last].shape is Shape.HEADING and blocks[last].path == block.path:
                    last -= 1
                    break
        elif block.shape is Shape.CELL:
            while last + 1 < len(blocks) and blocks[last + 1].shape is Shape.CELL and blocks[last + 1].row == block.row:
                last += 1
        else:
            while last + 1 < len(blocks) and _is_nested(blocks[last + 1], block):
                last += 1
        taken = last
        yield Attribute(found[0], found[1], blocks[number : last + 1], section)


def _is_nested(block: Block, head: Block) -> bool:
    return block.shape is not Shape.HEADING and block.depth > head.depth


def _under_attributes(block: Block) -> bool:
    own = block.shape is Shape.HEADING
    return any(plain(title).lower().strip(" :.") == "attributes" for title in (block.path[:-1] if own else block.path))


def _described(block: Block) -> tuple[str, str, bool] | None:
    """Name, type and whether blocks of the same path belong to it, if a block begins an attribute's description."""
    text = plain(block.text)
    if block.shape is Shape.HEADING:
        if block.path and plain(block.path[-1]).rstrip(".: ").lower() in _HEADS:
            return None
        found = _ATTRIBUTE.match(text)
        return (found["name"], (found["type"] or found["in"] or "").strip(), False) if found else None
    if block.shape is Shape.CELL:
        first = [p for p in block.pieces if p.text.strip()]
        is_name = block.row > 0 and block.column == 0 and len(first) == 1 and re.fullmatch(r"\w+", text)
        return (text, "", False) if is_name else None
    shown = [p for p in block.pieces if p.kind is not Kind.ANCHOR and p.text.strip()]
    if block.shape is not Shape.ITEM or not shown or shown[0].kind not in (Kind.STRONG, Kind.CODE, Kind.EMPHASIS):
        return None
    name = shown[0].text.strip(" :")
    if block.path[-1:] == (name,) and len(shown) == 1:
        return name, "", True
    found = _FIRST.match(text)
    under = any(plain(title).lower().strip(" :.") == "attributes" for title in block.path[-1:])
    return (found["name"], "", False) if found and under and found["name"] == name else None


def _labels(document: Document, where: dict[int, int]) -> Iterator[Labelled]:
    blocks = document.blocks
    for number, block in enumerate(blocks):
        begins = block.shape is Shape.ITEM or (block.shape is Shape.CELL and block.column == 0 and block.row > 0)
        shown = [p for p in block.pieces if p.kind is not Kind.ANCHOR and p.text.strip()] if begins else []
        found = _LABELLED.match(block.text) if shown and shown[0].kind is not Kind.LINK else None
        if found is None or not (found["open"] or shown[0].kind in (Kind.CODE, Kind.STRONG)):
            continue
        anchors = tuple(p.target for p in block.of(Kind.ANCHOR))
        at = shown[0].start + shown[0].text.find(found["label"])
        restricts = any("restriction" in title.lower() for title in block.path)
        subject = tuple(t for t in block.path if plain(t).rstrip(".: ").lower() not in _HEADS)
        parts = list(_parts(blocks, number))
        rationale = next((b for b in parts if b.text.lstrip().lower().startswith("rationale")), None)
        statement = tuple(b for b in parts if b is not rationale)
        bracketed = bool(found["open"])
        section = where.get(id(block), -1)
        yield Labelled(found["label"], bracketed, at, block, subject, section, anchors, statement, rationale, restricts)


def _parts(blocks: tuple[Block, ...], number: int) -> Iterator[Block]:
    """What a label is given to: the other cells of its row, or the items nested in its item."""
    head = blocks[number]
    for block in blocks[number + 1 :]:
        if head.shape is Shape.CELL:
            if block.shape is not Shape.CELL or block.row != head.row:
                return
        elif not _is_nested(block, head):
            return
        yield block
