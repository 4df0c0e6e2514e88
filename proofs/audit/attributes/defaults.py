"""Defaults of attributes: what a table or a line prints against what the description says itself, and the standard."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from proofs.audit.attributes.told import defaults_in, parts_of, required_in, value_in, without_default_in
from proofs.audit.rulebook.findings import Judgement, checked
from spec.documents.formulas.words import SPATIAL_AXES
from spec.documents.pages.model import Block, Shape
from spec.documents.prose.closed import classed, classes
from spec.documents.prose.sentences import PROSE, sentences
from spec.documents.prose.structure import Attribute, Structure
from spec.maxpool.family import VERSIONS

REQUIRED = "required"
_PRINTED = 4
"""Words: Default value is 0."""


_NUMBER = re.compile(r"-?\d+")
_LIST = re.compile(r"[\[({]?\s*(?P<first>-?\d+)(?:\s*,\s*(?P=first))*\s*[\])}]?")
_IN_HEAD = re.compile(r"\(defaults?(?: value)? (?:is|to)?\s*(?P<value>[^\s()]+)[^()]*\)", re.I)
_STANDARD: Mapping[str, object] = {
    name: value[0] if isinstance(value, list) else value
    for name, value in VERSIONS[max(VERSIONS)].defaults(SPATIAL_AXES).items()
}
"""The defaults of ONNX, of a list that of each of its entries."""


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
        for each in found:
            if wrong := _differs(attribute.name, each):
                yield checked("default", each.start, each.text, "domain-wrong", wrong)
        for each in found[1:]:
            wrong = _contradicts(structure, attribute, found[0], each)
            yield checked("default", each.start, each.text, "rules-contradict", wrong)
    owners = {id(block): attribute.name for attribute in structure.attributes for block in attribute.blocks}
    for block in structure.document.blocks:
        for sentence in sentences(block) if block.shape in PROSE else ():
            for at, part in parts_of(sentence.text):
                yield from _told_of_onnx(structure.at(sentence) + at, part, owners.get(id(block), ""))


def _told_of_onnx(start: int, part: str, owner: str) -> Iterator[Judgement]:
    """What a part of a sentence tells of the defaults in ONNX. `owner`: the attribute whose section it stands in, the
    default of which is judged with what else the section says of it."""
    for name, value in defaults_in(part, owner).items():
        if name != owner:
            yield checked("default", start, part, "domain-wrong", _differs(name, _Default(value, start, part)))
    named = without_default_in(part, owner)
    if named is not None:
        right = named == ("kernel_shape",)
        message = "in ONNX, `kernel_shape` is the only attribute without a default"
        yield checked("default", start, part, "domain-wrong", "" if right else message)
    required = required_in(part) if owner else None
    if required is not None:
        right = required == (owner == "kernel_shape")
        message = f"in ONNX, `{owner}` is {'optional' if required else 'required'}"
        yield checked("default", start, part, "domain-wrong", "" if right else message)


def _differs(name: str, default: _Default) -> str:
    """What is wrong with a default that another call has in the standard; empty where none is, or it is no value."""
    standard = _STANDARD.get(name)
    is_value = (
        bool(_NUMBER.fullmatch(default.value))
        or default.value[:1] == "`"
        or (default.value.isupper() and isinstance(standard, str))
    )
    if not is_value or default.value == str(standard):
        return ""
    own = "`kernel_shape` has none" if name == "kernel_shape" else f"`{name}` has the default {standard}"
    return "" if standard is None and name != "kernel_shape" else f"the default is {default.value} here; in ONNX, {own}"


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
    if (said := _IN_HEAD.search(head.text)) is not None and head.shape is not Shape.CELL:
        yield _Default(_one_of(_bare(said["value"])), structure.at(head), " ".join(said[0].split()))
    for block in (head, *parts):
        column = _column(structure, block) if block.shape is Shape.CELL else ""
        if column.startswith("default") or "onnx" in column:
            yield from _of_cell(structure, block)
        for sentence in sentences(block) if block.shape in PROSE else ():
            if value := _said(sentence.text):
                yield _Default(value, structure.at(sentence), " ".join(sentence.text.split()))
                continue
            for at, part in parts_of(sentence.text):
                if value := defaults_in(part, attribute.name).get(attribute.name, ""):
                    yield _Default(value, structure.at(sentence) + at, part)


def _column(structure: Structure, cell: Block) -> str:
    """The heading of a cell's column."""
    before = (b for b in reversed(structure.document.blocks) if b.shape is Shape.CELL and b.start < cell.start)
    header = next((b for b in before if b.row == 0 and b.column == cell.column), None)
    return header.text.strip().lower() if header is not None else ""


def _of_cell(structure: Structure, block: Block) -> Iterator[_Default]:
    text = value_in(block.text.removeprefix("defaults to ")) or _one_of(_bare(block.text))
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


def _one_of(text: str) -> str:
    """A list whose entries are one number as that number: [1, 1] is 1 for each axis."""
    return found["first"] if (found := _LIST.fullmatch(text)) else text
