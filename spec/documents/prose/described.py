"""Which operator each part of a document describes: told from titles and signatures, and from nothing else."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from spec.documents.pages.model import Block, Document, Shape
from spec.documents.prose.operators import OperatorNames, Told
from spec.documents.prose.sentences import TOLD, sentences
from spec.documents.prose.structure import heading_word, plain

_PARTS = frozenset(
    "attributes attribute inputs input outputs output signature summary version restrictions parameters"
    " constraints".split()
) | {"type constraints", "error conditions", "informal specification", "formal specification"}
"""The headings that an operator's description has, and that no other part of a page has under it."""
_OF_NAMES = frozenset("attributes attribute inputs input outputs output parameters".split())
"""Those of them under which headings are names of attributes and tensors: an input called `shape` is no operator."""
_LETTERS = 2
"""Names of so many characters are letters that anything may have."""
_FIRST = 12
"""How many paragraphs are looked at for a sentence that says what the page is about."""


@dataclass(frozen=True, slots=True)
class Description:
    """Blocks of a document that follow each other and describe one operator; its name is empty where none is told."""

    operator: str
    blocks: tuple[Block, ...]

    @property
    def start(self) -> int:
        """Where it begins."""
        return self.blocks[0].start if self.blocks else 0


@dataclass(frozen=True, slots=True)
class _Head:
    """A heading from which on an operator is described, with its place among the document's blocks."""

    at: int
    depth: int
    told: Told


def descriptions(document: Document, operators: Mapping[str, Collection[str]]) -> Sequence[Description]:
    """The document, taken apart by the operators that it describes.

    `operators` are those that must be recognised, each with the names of its attributes, inputs and outputs.
    """
    names = OperatorNames(operators)
    heads = list(_heads(document.blocks, names))
    said = {head.told.name for head in heads}
    if len(said) <= 1:
        # What stands before and behind the only operator's description belongs to it too.
        told = next(iter(said), "") or _told_otherwise(document.blocks, names)
        return [Description(told or _told_by_parts(document.blocks, names, operators), document.blocks)]
    return list(_taken_apart(document.blocks, heads))


def _heads(blocks: Sequence[Block], names: OperatorNames) -> Iterator[_Head]:
    """The headings at which a description begins, in their order."""
    current: _Head | None = None
    first = True
    for at, block in enumerate(blocks):
        if block.shape is not Shape.HEADING or not block.path:
            continue
        told = None if _names_a_part(block) else names.titled(block.path[-1])
        if told is None and first and len(named := names.named(block.text)) == 1:
            told = Told(next(iter(named)), True)
        if told is not None and (first or _begins(blocks, at, told, current, names)):
            current = _Head(at, block.depth, told)
            yield current
        first = False


def _names_a_part(heading: Block) -> bool:
    """A heading under that of attributes, inputs or outputs."""
    return any(heading_word(above) in _OF_NAMES for above in heading.path[:-1])


def _begins(blocks: Sequence[Block], at: int, told: Told, current: _Head | None, names: OperatorNames) -> bool:
    """A title that names an operator heads its description: a mention of another within one's own does not."""
    beside = current is None or not current.told.surely or blocks[at].depth <= current.depth
    return (told.surely and beside) or _has_parts(blocks, at) or _has_signature(blocks, at, told, names)


def _below(blocks: Sequence[Block], at: int) -> Iterator[Block]:
    """What stands under a heading."""
    for block in blocks[at + 1 :]:
        if block.shape is Shape.HEADING and block.depth <= blocks[at].depth:
            return
        yield block


def _has_parts(blocks: Sequence[Block], at: int) -> bool:
    """The heads of an operator's parts stand directly under a heading."""
    path = blocks[at].path
    here = (block.path for block in _below(blocks, at) if len(block.path) > len(path) and block.path[:-1] == path)
    return any(heading_word(found[-1]) in _PARTS for found in here)


def _has_signature(blocks: Sequence[Block], at: int, told: Told, names: OperatorNames) -> bool:
    return any(called.name == told.name for block in _below(blocks, at) for called in names.called(block.text))


def _told_otherwise(blocks: Sequence[Block], names: OperatorNames) -> str:
    """Without a title that is an operator's name: the one that a title names, or all signatures, or a sentence at the
    beginning is about.

    A page that has titles, and none of them is of an operator's part, is about something else: a guideline.
    """
    titles = [block for block in blocks if block.shape is Shape.HEADING and block.path]
    if titles and not any(heading_word(title.path[-1]) in _PARTS for title in titles):
        return ""
    highest = min((title.depth for title in titles), default=0)
    named = {name for title in titles if title.depth == highest for name in names.named(title.text)}
    if len(named) == 1:
        return next(iter(named))
    called = {told.name for block in blocks for told in names.called(block.text) if told.surely}
    if called:
        return next(iter(called)) if len(called) == 1 else ""
    told = [block for block in blocks if block.shape in TOLD][:_FIRST]
    about = {name for block in told for said in sentences(block) if (name := names.subject(said.text))}
    return next(iter(about)) if len(about) == 1 else ""


def _told_by_parts(blocks: Sequence[Block], names: OperatorNames, operators: Mapping[str, Collection[str]]) -> str:
    """Where nothing names an operator: the one whose attributes a page has, those that several operators share (but
    for one at most) and one that no other has. A title that names some operator tells of a page on others too.
    """
    titles = [block.text for block in blocks if block.shape is Shape.HEADING]
    if any(names.named(title) for title in titles) or not operators:
        return ""
    first = next((block for block in blocks if block.shape in TOLD), None)
    begins = next(sentences(first), None) if first else None
    if begins and (name := names.introduced(begins.text)):
        return name
    text = " ".join(plain(block.text).lower() for block in blocks)
    shared = frozenset.intersection(*map(frozenset, operators.values()))
    if sum(not _is_named(part, text) for part in shared if len(part) > _LETTERS) > 1:
        return ""
    others = {name: {part for each, of in operators.items() if each != name for part in of} for name in operators}
    own = {
        name
        for name, parts in operators.items()
        if any("_" in part and part not in others[name] and _is_named(part, text) for part in parts)
    }
    return next(iter(own)) if len(own) == 1 else ""


def _is_named(part: str, text: str) -> bool:
    """An attribute is named, as it is spelled or as words: `kernel_shape`, kernel shape."""
    return re.search(rf"\b{part.replace('_', '[_ -]')}\b", text) is not None


def _taken_apart(blocks: Sequence[Block], heads: Sequence[_Head]) -> Iterator[Description]:
    """A description runs to the next, or to a heading above its own, which belongs to no operator."""
    begins = {head.at: head for head in heads}
    operator, depth, since = "", 0, 0
    for at, block in enumerate(blocks):
        above = block.shape is Shape.HEADING and block.depth < depth
        if at not in begins and not above:
            continue
        head = begins.get(at)
        name, level = (head.told.name, head.depth) if head else ("", 0)
        if name != operator and at > since:
            yield Description(operator, tuple(blocks[since:at]))
            since = at
        operator, depth = name, level
    yield Description(operator, tuple(blocks[since:]))
