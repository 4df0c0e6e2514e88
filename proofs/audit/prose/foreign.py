"""What does not belong into a section: types of another one, rules on NaN among integers, another operator."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from proofs.audit.rulebook.findings import Claim, Finding
from proofs.audit.structure.labels import Judged
from spec.documents.pages.model import Block, Kind, Shape
from spec.documents.prose.anchors import explicit_anchors
from spec.documents.prose.sentences import offset, sentences
from spec.documents.prose.structure import Section, Structure, name_of, plain
from spec.documents.prose.typewords import FAMILIES, GENERIC, TYPE, Family, types_in, word

_TYPED_NAME = re.compile(r"^\s*[\w{}\\$ ]{1,40}:\s*(?P<type>[^:.]{1,60})$")
_DATA_TYPE = re.compile(r"^\s*(?:data|element|input|tensor)\s+types?\s*(?::|=|is)\s*(?P<type>.{1,60})$", re.I | re.S)
_OF_TYPE = re.compile(
    r"\b(?:tensors?|values?|elements?|numbers?|inputs?|data) (?:is |are |has |have )?(?:of |the )?(?:data |element )?"
    rf"types? (?:is |are )?(?P<of>{TYPE.pattern})"
    rf"|(?P<before>{TYPE.pattern}) (?:tensors?|const(?:ant)?(?: value)?|values? to pad)"
    rf"|\bfor (?:type |types )?(?P<for>{TYPE.pattern})\s*[.,;]?\s*$",
    re.I,
)
_NO_INTEGER = re.compile(
    r"(?<![\w])NaNs?\b|not[- ]a[- ]number|(?<!\w)[-−]\s?\\?inf(?:ty|inity)?\b|negative infinity|minus infinity|-∞", re.I
)
_CONTRAST = re.compile(
    r"\b(?:unlike|contrast|instead|whereas|compared|differs?|different|no|not"
    r"|never|cannot|without|neither|nor|rather|other|illustrated|figure)\b",
    re.I,
)
_POOLS = re.compile(r"\b(?:average|avg|mean|sum|min(?:imum)?|lp|global)\s+(?:or\s+max(?:imum)?\s+)?pool\w*", re.I)
_COMPUTES = re.compile(
    r"\b(?:comput\w+|contain\w*|tak\w+|choos\w+|select\w*|hold\w*|return\w*|stor\w+|giv\w+|find\w*)\s+the\s+"
    r"(?P<what>min(?:imum|imal)?|smallest|average|mean|sum|least|lowest)\s+"
    r"(?:on|of|over|among|(?:input )?(?:values?|elements?))\b",
    re.I,
)
_TAKES = re.compile(
    r"\b(?:min(?:imum)?|average|mean) values?,? (?:(?:is|are) |that (?:is|are) )?(?:selected|taken|computed|chosen)\b"
    r"|\bthe (?:minimum|average|mean) (?:shall|must|will|is) (?:be )?(?:computed|selected|taken)\b",
    re.I,
)
_MAX = re.compile(r"max[\s_-]?pool", re.I)
_OTHERS = (_POOLS, _COMPUTES, _TAKES)
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
_INDEX = ("int64", "int32")


def judge_types(structure: Structure) -> Iterator[Judged]:
    """Types that a section names are its own; type lists hold what their description says."""
    for number, section in enumerate(structure.sections):
        for block in section.prose():
            yield from _listed_types(structure, block)
            if section.families and len(section.families) == 1:
                yield from _named_types(structure, section, block)
        yield from _where_types(structure, section)
        yield from _attribute_types(structure, number)
    yield from _contents(structure)


def _named_types(structure: Structure, section: Section, block: Block) -> Iterator[Judged]:
    for position, said in _places_of_types(block):
        wrong = [name for name in types_in(said) if not _belongs(name, section)]
        start = offset(structure.document, block, position)
        finding = _foreign(section, wrong[0], start) if wrong else None
        yield Claim("type", start, " ".join(said.split()), "disagrees" if wrong else "agrees"), finding
    (family,) = section.families
    if family is Family.INT and block.shape is not Shape.HEADING:
        for sentence in sentences(block):
            found = _NO_INTEGER.search(sentence.text)
            if found and not _CONTRAST.search(sentence.text) and "float" not in sentence.text.lower():
                start = offset(structure.document, block, sentence.start + found.start())
                yield Claim("type", start, found[0], "disagrees"), _foreign(section, found[0], start)


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
            if _CONTRAST.search(sentence.text) or "indices" in sentence.text.lower():
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


def _same(name: str, section: Section) -> bool:
    also = {"float32": "float", "float64": "double", "half": "float16", "single": "float"}
    return also.get(name, name) in section.types or name in {also.get(t, t) for t in section.types}


def _foreign(section: Section, name: str, start: int) -> Finding:
    own = ", ".join(section.types) or ", ".join(sorted(section.families))
    message = f"`{name}` is named in a section for {own}"
    return Finding("type-foreign", start, message, suggestion=own)


def _where_types(structure: Structure, section: Section) -> Iterator[Judged]:
    """`where int is in {int8, float}`: each type of the set is of the family that the set stands for."""
    for block in section.blocks:
        text = block.text if block.shape is Shape.PARAGRAPH else ""
        found = re.search(r"\bwhere\s+\W?(\w+)\W?\s+is\s+(?:one\s+of|in)\s*(?:the set\s*)?\\?\{([^{}]*)\}", text, re.I)
        family = FAMILIES.get(found[1].lower()) if found else None
        if found is None or family is None:
            continue
        start = offset(structure.document, block, found.start(2))
        names = [name.strip(" `$\\") for name in found[2].split(",")]
        wrong = [name for name in names if FAMILIES.get(word(name)) is not family]
        message = f"`{wrong[0] if wrong else ''}` is no type that `{found[1]}` may stand for"
        finding = Finding("type-foreign", start + found[2].find(wrong[0]), message) if wrong else None
        yield Claim("type", start, found[2], "disagrees" if wrong else "agrees"), finding


def _listed_types(structure: Structure, block: Block) -> Iterator[Judged]:
    """`T in (tensor(...), ...): Constrain ... to float tensors`: each listed type is of those the words allow."""
    found = _T_ITEM.match(block.text) if block.shape is Shape.ITEM else None
    if found is None:
        return
    allowed = [types for name, types in _SAYS.items() if _SAID[name].search(found["says"])]
    every = list(_LISTED.finditer(found["list"]))
    says = " ".join(found["says"].split())
    if allowed and sum(not any(m[1] in types for types in allowed) for m in every) > 1:
        # More than one of the list against the words: it is the words that are wrong.
        start = offset(structure.document, block, found.start("says"))
        message = f"the list of {found['name']} does not hold what these words say"
        yield Claim("type", start, says, "disagrees"), Finding("type-foreign", start, message)
        return
    for listed in every:
        start = offset(structure.document, block, found.start("list") + listed.start(1))
        right = not allowed or any(listed[1] in types for types in allowed)
        message = f"the list of {found['name']} has {listed[1]}, and is described as `{says}`"
        yield (
            Claim("type", start, listed[1], "agrees" if right else "disagrees"),
            None if right else Finding("type-foreign", start, message),
        )


_TYPE_WORDS = re.compile(
    r"^(?:list of |tensor of )?(?:ints?|integers?|floats?|strings?|int64s?|booleans?|int\[\]|float\[\]|string\[\])$",
    re.I,
)
_KINDS = {"int": ("ceil_mode", "storage_order", "axis"), "string": ("auto_pad", "rounding_type", "index_element_type")}
_LISTS = ("dilations", "kernel_shape", "kernel", "pads", "pads_begin", "pads_end", "strides")


def _attribute_types(structure: Structure, number: int) -> Iterator[Judged]:
    """`strides: list of ints`, `* **Type**: int[]`: the type of each attribute is the operator's."""
    for attribute in structure.attributes:
        if attribute.section != number:
            continue
        expected = "list of ints" if attribute.name in _LISTS else ""
        expected = expected or next((kind for kind, names in _KINDS.items() if attribute.name in names), "")
        for block, position, said in _said_types(attribute.blocks, attribute.type_word):
            if not expected or not _TYPE_WORDS.match(said):
                continue
            is_list = "list" in said.lower() or said.endswith("[]") or said.lower().endswith("s")
            base = "string" if "string" in said.lower() else "float" if "float" in said.lower() else "int"
            right = (is_list, base) == (expected.startswith("list"), "string" if expected == "string" else "int")
            start = offset(structure.document, block, position)
            message = f"the type of `{attribute.name}` is {expected}, not {said}"
            finding = None if right else Finding("type-foreign", start, message, suggestion=expected)
            yield Claim("type", start, said, "agrees" if right else "disagrees"), finding


def _said_types(blocks: tuple[Block, ...], type_word: str) -> Iterator[tuple[Block, int, str]]:
    if type_word:
        yield blocks[0], max(blocks[0].text.find(type_word), 0), type_word
    for block in blocks[1:]:
        found = re.match(r"^\s*type\s*:\s*([\w\[\] ]{1,30}?)\s*$", block.text, re.I)
        if found:
            yield block, found.start(1), found[1]


def _contents(structure: Structure) -> Iterator[Judged]:
    """A link whose text is a list of types leads to a section for these."""
    targets = {anchor.name: structure.section_of(anchor.block) for anchor in explicit_anchors(structure.document)}
    for block in structure.document.blocks:
        for piece in block.of(Kind.LINK):
            names = [word(name) for name in re.split(r"\s*,\s*", piece.text.strip()) if name]
            number = targets.get(piece.target[1:], -1)
            if not names or not all(TYPE.fullmatch(name) for name in names) or number < 0:
                continue
            section = structure.sections[number]
            wrong = [name for name in names if not _belongs(name, section)]
            finding = _foreign(section, wrong[0], piece.start) if wrong else None
            yield Claim("type", piece.start, piece.text, "disagrees" if wrong else "agrees"), finding


def judge_operators(structure: Structure) -> Iterator[Judged]:
    """Sentences of a page on a maximum that compute something else."""
    document = structure.document
    titles = " ".join(block.text for block in document.blocks if block.shape is Shape.HEADING)
    if not _MAX.search(titles):
        return
    for block in document.blocks:
        if block.shape not in (Shape.PARAGRAPH, Shape.ITEM, Shape.CELL):
            continue
        for sentence in sentences(block):
            found = next((m for pattern in _OTHERS if (m := pattern.search(sentence.text))), None)
            if found is None or _CONTRAST.search(_clause(sentence.text, found)):
                continue
            start = offset(document, block, sentence.start + found.start())
            said = " ".join(found[0].split())
            message = f"`{said}` speaks of another operator: this one takes the maximum"
            yield Claim("operator", start, said, "disagrees"), Finding("operator-foreign", start, message)


def _clause(text: str, found: re.Match[str]) -> str:
    """The part of a sentence, between semicolons and colons, in which something was found."""
    start = max(text.rfind(";", 0, found.start()), text.rfind(":", 0, found.start())) + 1
    end = re.search(r"[;:]", text[found.end() :])
    return text[start : found.end() + end.start() if end else len(text)]
