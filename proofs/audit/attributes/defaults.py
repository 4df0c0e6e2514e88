"""Defaults of attributes: what a table or a line prints against what the description says itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from proofs.audit.rulebook.findings import Judgement, checked
from spec.documents.pages.model import Block, Shape
from spec.documents.prose.closed import classed, classes
from spec.documents.prose.sentences import PROSE, sentences
from spec.documents.prose.structure import Attribute, Structure

REQUIRED = "required"
_PRINTED = 4
"""Words: Default value is 0."""


@dataclass(frozen=True, slots=True)
class _Default:
    """A default as one place of the document gives it: a value, `?`, or that there is none."""

    value: str
    start: int
    text: str


def judge_defaults(structure: Structure) -> Iterator[Judgement]:
    """The defaults that a document gives one attribute are one."""
    for attribute in structure.attributes:
        found = list(_defaults(structure, attribute))
        for each in found[1:]:
            wrong = _contradicts(structure, attribute, found[0], each)
            yield checked("default", each.start, each.text, "rules-contradict", wrong)


def _contradicts(structure: Structure, attribute: Attribute, first: _Default, other: _Default) -> str:
    if other.value == first.value:
        return ""
    line = structure.line(first.start)
    return f"the default of `{attribute.name}` is {_told(other)} here, and {_told(first)} in line {line}"


def _told(default: _Default) -> str:
    return "none, for it is required," if default.value == REQUIRED else f"`{default.value}`"


def _defaults(structure: Structure, attribute: Attribute) -> Iterator[_Default]:
    head, *parts = attribute.blocks
    if f"({REQUIRED})" in [word.rstrip(":") for word in head.text.split()]:
        yield _Default(REQUIRED, structure.at(head), " ".join(head.text.split())[:80])
    for block in (head, *parts):
        if block.shape is Shape.CELL and _column(structure, block) == "default":
            yield from _of_cell(structure, block)
        for sentence in sentences(block) if block.shape in PROSE else ():
            if value := _said(sentence.text):
                yield _Default(value, structure.at(sentence), " ".join(sentence.text.split()))


def _column(structure: Structure, cell: Block) -> str:
    """The heading of a cell's column."""
    before = (b for b in reversed(structure.document.blocks) if b.shape is Shape.CELL and b.start < cell.start)
    header = next((b for b in before if b.row == 0 and b.column == cell.column), None)
    return header.text.strip().lower() if header is not None else ""


def _of_cell(structure: Structure, block: Block) -> Iterator[_Default]:
    text = _bare(block.text)
    if text and len(text.split()) == 1 and text not in ("-", "–", "—"):
        yield _Default(REQUIRED if text in (REQUIRED, "none") else text, structure.at(block), text)


def _said(text: str) -> str:
    """The value that a whole sentence says is the default; empty for any other sentence."""
    words = text.replace("`", " ").replace("'", " ").rstrip(". ").split()
    if [word.lower() for word in words[:3]] == ["default", "value", "is"] and len(words) == _PRINTED:
        return _bare(words[3])
    said = classed(text, classes("defaults"))
    values = [word.text for word in said or () if word.kind in ("number", "value")]
    defaults = [word for word in said or () if word.kind == "default"]
    return values[0] if len(values) == len(defaults) == 1 else ""


def _bare(text: str) -> str:
    return text.strip().strip("`'\"*.").strip()
