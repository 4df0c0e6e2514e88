"""Types that do not belong where they stand: those of another section or attribute."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from proofs.audit.rulebook.findings import Finding, Judgement, checked, judged
from proofs.audit.sentences.understand import understand
from proofs.audit.truth import operator
from spec.documents.pages.model import Block, Kind, Shape
from spec.documents.prose.anchors import explicit_anchors
from spec.documents.prose.closed import classed, classes
from spec.documents.prose.numberwords import MINUS_INFINITY, NAN, any_of
from spec.documents.prose.sentences import sentences
from spec.documents.prose.structure import TYPE_SET, Attribute, Section, Structure, name_of, plain
from spec.documents.prose.typewords import FAMILIES, GENERIC, TYPE, TypeFamily, types_in, word

# --- types ---------------------------------------------------------------------------------------

_TYPED_NAME = re.compile(r"^\s*[\w{}\\$ ]{1,40}:\s*(?P<type>[^:.]{1,60})$")
_DATA_TYPE = re.compile(r"^\s*(?:data|element|input|tensor)\s+types?\s*(?::|=|is)\s*(?P<type>.{1,60})$", re.I | re.S)
_OF_TYPE = any_of(
    r"\b(?:tensors?|values?|elements?|numbers?|inputs?|data) (?:is |are |has |have )?(?:of |the )?(?:data |element )?"
    rf"types? (?:is |are )?(?P<of>{TYPE.pattern})",
    rf"(?P<before>{TYPE.pattern}) (?:tensors?|const(?:ant)?(?: value)?|values? to pad)",
    rf"\bfor (?:type |types )?(?P<for>{TYPE.pattern})\s*[.,;]?\s*$",
)
_NO_INTEGER = re.compile(rf"{NAN}|(?<!\w)(?:{MINUS_INFINITY})", re.I)
_T_ITEM = re.compile(r"^\s*(?P<name>[A-Z]\w*)\s*in\s*\((?P<list>[^:]*)\)\s*:\s*(?P<says>.*)$", re.S)
_LISTED = re.compile(r"tensor\s*\(\s*(\w+)\s*\)")
_SAYS: Mapping[str, frozenset[str]] = {
    "8 bit": frozenset({"int8", "uint8"}),
    "float": frozenset({"float16", "float", "double", "float32", "float64", "bfloat16"}),
    "int64": frozenset({"int64"}),
    "int32": frozenset({"int32"}),
}
_SAID = {name: re.compile(rf"\b{name.replace(' ', '[- ]')}s?\b", re.I) for name in _SAYS}
_PART = frozenset({"inputs", "outputs"})
_TYPE_WORDS = any_of(
    r"^(?:list of |tensor of )?(?:ints?|integers?|floats?|strings?|int64s?|booleans?|int\[\]|float\[\]|string\[\])$",
)
_ATTRIBUTE_TYPE = re.compile(
    r"(?P<list>(?:list|sequence|tuple|array) of )?"
    r"(?P<base>int|float|string|boolean)(?:eger)?(?:32|64)?(?P<many>s|\[\d?\])?"
)
_TYPE_OF: Mapping[str, str] = {
    **dict.fromkeys(("ceil_mode", "storage_order", "axis"), "int"),
    **dict.fromkeys(("auto_pad", "rounding_type", "index_element_type"), "string"),
}
"""The types of the attributes that are no lists."""


def judge_types(structure: Structure) -> Iterator[Judgement]:
    """Types that a section names are its own; type lists hold what their description says."""
    for section in structure.sections:
        for block in section.prose():
            yield from _listed_types(structure, block)
            if len(section.families) == 1:
                yield from _named_types(structure, section, block)
            else:
                yield from _data_types(structure, section, block)
        yield from _where_types(structure, section)
    for attribute in structure.attributes:
        yield from _attribute_types(structure, attribute)
    yield from _contents(structure)


def _named_types(structure: Structure, section: Section, block: Block) -> Iterator[Judgement]:
    for position, said in _places_of_types(block):
        start = structure.at(block, position)
        yield judged("type", start, " ".join(said.split()), _foreign(section, types_in(said), start))
    if section.families == {TypeFamily.INT} and block.shape is not Shape.HEADING:
        for sentence in sentences(block):
            found = _NO_INTEGER.search(sentence.text)
            if found and any(not meaning.negated for meaning in understand(sentence.text).meanings):
                start = structure.at(sentence, found.start())
                yield judged("type", start, found[0], _not_of(section, found[0], start))


def _data_types(structure: Structure, section: Section, block: Block) -> Iterator[Judgement]:
    """The data type of an example is one of its section's, where these are the operator's."""
    typed = _DATA_TYPE.match(block.text) if block.shape is Shape.ITEM else None
    names = types_in(typed["type"]) if typed else []
    if typed and names and section.types and all(operator.is_type(word(name)) for name in section.types):
        start = structure.at(block, typed.start("type"))
        wrong = next((name for name in names if name not in GENERIC and not _same(name, section)), None)
        yield judged("type", start, typed["type"], _not_of(section, wrong, start) if wrong else None)


def _places_of_types(block: Block) -> Iterator[tuple[int, str]]:
    """Where a block gives a type: behind the name of an input or output, as a data type, as what a value is of."""
    text = block.text
    is_part = any(plain(t).lower().rstrip(":.") in _PART for t in block.path)
    if block.shape is Shape.HEADING:
        found = _TYPED_NAME.match(text) if is_part and len(block.path) > 1 else None
        if found and name_of(text.partition(":")[0]).lower() not in ("indices", "index", "z"):
            yield found.start("type"), found["type"]
    elif (typed := _DATA_TYPE.match(text)) is not None and block.shape is Shape.ITEM:
        yield typed.start("type"), typed["type"]
    else:
        linked = list(block.of(Kind.LINK))
        for sentence in sentences(block):
            if classed(TYPE.sub(lambda said: " " * len(said[0]), sentence.text), classes("types")) is None:
                continue
            for found in _OF_TYPE.finditer(sentence.text):
                group = next(g for g in ("of", "before", "for") if found[g])
                position = sentence.start + found.start(group)
                at = block.at(position)
                if not any(p.start <= at < p.end for p in linked):
                    yield position, found[group]


def _belongs(name: str, section: Section) -> bool:
    """Whether a type is one of a section's: of its family, and listed if it is no generic word."""
    if FAMILIES[name] not in section.families:
        return False
    # A list with a type of another family is wrong itself, and no measure for others.
    listed = section.types if all(FAMILIES[t] in section.families for t in section.types) else ()
    return name in GENERIC or not listed or name in listed or _same(name, section)


_ALSO = {**operator.ALSO, "half": "float16", "single": "float"}


def _is_same(one: str, other: str) -> bool:
    return _ALSO.get(one, one) == _ALSO.get(other, other)


def _same(name: str, section: Section) -> bool:
    return any(_is_same(name, each) for each in section.types)


def _foreign(section: Section, names: Iterable[str], start: int) -> Finding | None:
    """The first of some types that is not one of a section's."""
    wrong = next((name for name in names if not _belongs(name, section)), None)
    return None if wrong is None else _not_of(section, wrong, start)


def _not_of(section: Section, name: str, start: int) -> Finding:
    own = ", ".join(section.types) or ", ".join(sorted(section.families))
    return Finding("type-foreign", start, f"`{name}` is named in a section for {own}", suggestion=own)


def _where_types(structure: Structure, section: Section) -> Iterator[Judgement]:
    """`where int is in {int8, float}`: each type of the set is of the family that the set stands for."""
    for block in section.blocks:
        found = TYPE_SET.search(block.text) if block.shape is Shape.PARAGRAPH else None
        family = FAMILIES.get(found[1].lower()) if found else None
        if found is None or family is None:
            continue
        start = structure.at(block, found.start(2))
        names = [name.strip(" `$\\") for name in found[2].split(",")]
        finding = None
        if wrong := [
            name for name in names if FAMILIES.get(word(name)) is not family or not operator.is_type(word(name))
        ]:
            message = f"`{wrong[0]}` is not a type that `{found[1]}` may stand for"
            finding = Finding("type-foreign", start + found[2].find(wrong[0]), message)
        yield judged("type", start, found[2], finding)


def _listed_types(structure: Structure, block: Block) -> Iterator[Judgement]:
    """`T in (tensor(...), ...): Constrain ... to float tensors`: each listed type is of those the words allow."""
    found = _T_ITEM.match(block.text) if block.shape is Shape.ITEM else None
    if found is None:
        return
    says = " ".join(found["says"].split())
    is_understood = classed(says, classes("constrains")) is not None
    allowed = [types for name, types in _SAYS.items() if is_understood and _SAID[name].search(says)]
    listed = list(_LISTED.finditer(found["list"]))
    wrong = {m.start(1) for m in listed if allowed and not any(m[1] in types for types in allowed)}
    if len(wrong) > 1:
        # More than one of the list against the words: it is the words that are wrong.
        start = structure.at(block, found.start("says"))
        message = f"the list of {found['name']} does not contain what these words say"
        yield checked("type", start, says, "type-foreign", message)
        return
    for m in listed:
        start = structure.at(block, found.start("list") + m.start(1))
        message = f"the list of {found['name']} has {m[1]}, and is described as `{says}`"
        yield checked("type", start, m[1], "type-foreign", message if m.start(1) in wrong else "")


def _attribute_types(structure: Structure, attribute: Attribute) -> Iterator[Judgement]:
    """`strides: list of ints`, `* **Type**: int[]`: the type of each attribute is the operator's."""
    expected = "list of ints" if attribute.name in operator.LISTS else _TYPE_OF.get(attribute.name)
    for block, position, said in _said_types(attribute) if expected else ():
        if _TYPE_WORDS.match(said):
            start = structure.at(block, position)
            wrong = f"the type of `{attribute.name}` is {expected}, not {said}" if _type_of(said) != expected else ""
            yield checked("type", start, said, "type-foreign", wrong, str(expected))


def _type_of(said: str) -> str:
    """An attribute's type in one form, however it is written; empty, where something in it is of no such type."""
    found = _ATTRIBUTE_TYPE.fullmatch(said.strip().lower())
    return (f"list of {found['base']}s" if found["list"] or found["many"] else found["base"]) if found else ""


def _said_types(attribute: Attribute) -> Iterator[tuple[Block, int, str]]:
    head, *rest = attribute.blocks
    if attribute.type_word:
        yield head, max(head.text.find(attribute.type_word), 0), attribute.type_word
    for block in rest:
        if found := re.match(r"^\s*type\s*:\s*([\w\[\] ]{1,30}?)\s*$", block.text, re.I):
            yield block, found.start(1), found[1]


def _contents(structure: Structure) -> Iterator[Judgement]:
    """A link whose text is a list of types leads to a section for these."""
    targets = {anchor.name: structure.section_of(anchor.block) for anchor in explicit_anchors(structure.document)}
    for piece in structure.document.of(Kind.LINK):
        names = [word(name) for name in re.split(r"\s*,\s*", piece.text.strip()) if name]
        number = targets.get(piece.target[1:], -1)
        if names and all(TYPE.fullmatch(name) for name in names) and number >= 0:
            finding = _foreign(structure.sections[number], names, piece.start)
            lost = [] if finding else _lost(structure.sections[number], names)
            if lost:
                message = f"`{lost[0]}` is missing: the section that this leads to is for it too"
                finding = Finding("type-foreign", piece.start, message, suggestion=lost[0])
            yield judged("type", piece.start, piece.text, finding)


def _lost(section: Section, names: Sequence[str]) -> Sequence[str]:
    """The types of a section that a list does not have; of one that is itself wrong nothing is asked.

    A word for a family ("integer") stands for all of its types; `float` is a type as well.
    """
    if any(name in GENERIC and not operator.is_type(name) for name in names):
        return []
    is_right = all(FAMILIES[each] in section.families and operator.is_type(each) for each in section.types)
    return [each for each in section.types if is_right and not any(_is_same(name, each) for name in names)]
