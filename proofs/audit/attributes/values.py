"""Attributes of one value, and the profile's restrictions: which values a document leaves, and which the clauses do."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches

from proofs.audit.attributes import operator
from proofs.audit.attributes.phrases import rules
from proofs.audit.rulebook.findings import Finding, Judgement, judged
from spec.documents.pages.model import Block, Kind, Shape
from spec.documents.prose.numberwords import NUMBER, number
from spec.documents.prose.sentences import PROSE, Sentence, offset, sentences
from spec.documents.prose.structure import Attribute, Structure

_SET = re.compile(
    r"\bin (?:the )?(?:following )?set\b|\bmust be (?:either|one of)|\b(?:shall|should) be (?:either|one of)"
    r"|\bis one of\b|\\in\s*\\?\{|\bpossible values\b",
    re.I,
)
_FIXED = re.compile(
    r"\b(?:restricted to|(?:shall|must|is|are|should) (?:be )?(?:always )?set to|considered set to"
    r"|(?:shall|must) (?:be|equal)|(?:is|has to be) (?:always )?equal to)\s+"
    rf"(?:the value )?[`\"']?(?P<value>[A-Z][A-Z_]{{3,}}|{NUMBER})\b",
    re.I,
)
_MEANINGS = (
    ("ceil_mode", re.compile(rf"\bfloor \((?P<n>{NUMBER})"), 0, "floor"),
    ("ceil_mode", re.compile(rf"\bceil(?:ing)? \((?P<n>{NUMBER})"), 1, "ceil"),
    ("storage_order", re.compile(rf"\b(?P<n>{NUMBER}) (?:is|means|for|=|:) row[- ]major", re.I), 0, "row major"),
    ("storage_order", re.compile(rf"\b(?P<n>{NUMBER}) (?:is|means|for|=|:) column[- ]major", re.I), 1, "column major"),
)
_IN_CAPITALS = re.compile(r"(?<![\w])[A-Z][A-Z_]{3,20}(?!\w)")
_INTEGER = re.compile(r"-?\d+")


def judge_values(structure: Structure) -> Iterator[Judgement]:
    """Sets of values, fixed values, what single values mean, and values that are nearly one of `auto_pad`."""
    for attribute in structure.attributes:
        if attribute.name in operator.SINGLE:
            yield from _sets(structure, attribute)
            yield from _fixed(structure, attribute)
            yield from _meanings(structure, attribute)
    if any(attribute.name == "auto_pad" for attribute in structure.attributes):
        yield from _near_values(structure)
        yield from _others_values(structure)


def _one_value(
    kind: str, start: int, text: str, name: str, said: int | str, wanted: int | str | None, message: str
) -> Judgement:
    """A value that is said, against the one that the clauses leave."""
    finding = Finding("domain-wrong", start, message, {name: said}, str(wanted)) if said != wanted else None
    return judged(kind, start, text, finding)


def _no_value(start: int, name: str, value: int | str, near: str) -> Finding:
    return Finding("domain-wrong", start, f"`{name}` has no value {value}", {name: value}, near)


def _near(value: int | str, known: Iterable[int | str], likeness: float) -> str:
    return next(iter(get_close_matches(str(value), map(str, known), 1, likeness)), "")


def _value(said: str) -> int | str:
    return number(said) if re.fullmatch(NUMBER, said, re.I) else said


def _sets(structure: Structure, attribute: Attribute) -> Iterator[Judgement]:
    """A sentence that lists the values: none is missing, none is misspelt."""
    is_named = attribute.name == "auto_pad"
    for sentence in rules(attribute):
        found = _SET.search(sentence.text)
        listed = (_IN_CAPITALS if is_named else _INTEGER).finditer(sentence.text, found.start()) if found else ()
        said = [(m.start(), m[0] if is_named else int(m[0])) for m in listed]
        if found and said:
            finding = _wrong_set(structure, attribute.name, sentence, found.start(), said)
            yield judged("domain", structure.at(sentence, found.start()), sentence.text, finding)


def _wrong_set(
    structure: Structure, name: str, sentence: Sentence, at: int, said: Sequence[tuple[int, int | str]]
) -> Finding | None:
    allowed = operator.values(name)
    for position, value in said:
        if value not in allowed:
            return _no_value(structure.at(sentence, position), name, value, _near(value, allowed, 0.6))
    missing = sorted(str(v) for v in allowed - {value for _, value in said})
    if not missing:
        return None
    message = f"{', '.join(missing)} is missing among the values of `{name}`"
    return Finding("domain-wrong", structure.at(sentence, at), message, {name: missing[0]}, operator.statement(name))


def _fixed(structure: Structure, attribute: Attribute) -> Iterator[Judgement]:
    """A constraint that leaves one value leaves the one that the profile does."""
    for sentence in rules(attribute):
        found = _FIXED.search(sentence.text)
        if found and not _SET.search(sentence.text) and sentence.block.text.lstrip().startswith("Statement"):
            yield _left(structure, "domain", sentence, attribute.name, found)


def _left(structure: Structure, kind: str, sentence: Sentence, name: str, found: re.Match[str]) -> Judgement:
    """The value that a sentence leaves to an attribute, against that of the profile."""
    said, wanted = _value(found["value"]), operator.fixed(name)
    message = f"the profile allows {wanted} for `{name}`, not {said}"
    return _one_value(kind, structure.at(sentence, found.start("value")), sentence.text, name, said, wanted, message)


def _meanings(structure: Structure, attribute: Attribute) -> Iterator[Judgement]:
    for block in attribute.blocks:
        for name, pattern, wanted, meaning in _MEANINGS if block.shape in PROSE else ():
            if name == attribute.name and (found := pattern.search(block.text)):
                said = number(found["n"])
                message = f"in `{name}`, {meaning} is {wanted}, not {said}"
                start = offset(structure.document, block, found.start("n"))
                yield _one_value("domain", start, found[0], name, said, wanted, message)


def _near_values(structure: Structure) -> Iterator[Judgement]:
    """A word in capitals that is nearly one of auto_pad's values, outside the sentences judged already."""
    known = {str(value) for value in operator.values("auto_pad")}
    initials = {value[0] for value in known}
    seen = set(known)
    for block in structure.document.blocks:
        for found in _IN_CAPITALS.finditer(block.text) if block.shape in PROSE else ():
            if found[0] not in seen and found[0][0] in initials and (near := _near(found[0], known, 0.8)):
                start = offset(structure.document, block, found.start())
                yield judged("domain", start, found[0], _no_value(start, "auto_pad", found[0], near))
            seen.add(found[0])


def _others_values(structure: Structure) -> Iterator[Judgement]:
    """OpenVINO's values of auto_pad: emphasised at the beginning of items."""
    known = operator.AUTO_PADS_OF_OTHERS
    for attribute in structure.attributes:
        listed = [place for block in attribute.blocks[1:] for place in _emphasised(block)]
        if attribute.name != "auto_pad" or len({name for _, name in listed} & set(known)) < 2:
            continue
        for start, name in listed:
            near = _near(name, known, 0.7) if name not in known else ""
            yield judged("domain", start, name, _no_value(start, "auto_pad", name, near) if near else None)


def _emphasised(block: Block) -> Iterator[tuple[int, str]]:
    """The words with which an item begins, if they are emphasised."""
    first = block.pieces[0] if block.shape is Shape.ITEM and block.pieces else None
    if first is not None and first.kind is Kind.EMPHASIS:
        yield from ((first.start + m.start(), m[0]) for m in re.finditer(r"\w+", first.text))


# --- the profile's restrictions -----------------------------------------------------------------

_AXES = re.compile(
    rf"\b(?:has|have|with) (?:exactly )?(?P<has>{NUMBER}) spatial (?:axes|axis|dimensions?)"
    r"|number of spatial (?:axes|dimensions) (?:of .{0,40}? )?(?:is|shall be|must be|equals)(?: equal to)? "
    rf"(?P<is>{NUMBER})",
    re.I,
)
_RESTRICTED = re.compile(
    r"`?(?P<name>auto_pad|ceil_mode|storage_order)`?\W+(?:attribute )?"
    r"(?:(?:is|are|=|(?:shall|must|has to) be)(?: always)?|restricted to|set to|limited to|fixed to|equal to|always)\s+"
    r"(?:(?:restricted|set|limited|fixed|equal) to\s+)?(?:the value )?"
    rf"[`\"']?(?P<value>(?-i:[A-Z][A-Z_]{{3,}})|{NUMBER}\b)",
    re.I,
)
_ALL = r"\b(?:all|each|every|no) attributes?\b"
_EXPLICIT = re.compile(rf"{_ALL}.*\bexplicit\w*\b.*\bset\b|{_ALL}.*\bset\b.*\bexplicit\w*\b", re.I)
_LOOSE = re.compile(
    r"\b(?:may|might|can|could|need not|(?:must|shall|should|are|is|do|does) not|optionally)\s+"
    r"(?:be )?(?:explicitly |set)",
    re.I,
)
_IMPLICIT = re.compile(r"\b(?:all|each|every) attributes?\b.*\bimplicit\w*\b.*\bset\b", re.I)


def judge_restrictions(structure: Structure) -> Iterator[Judgement]:
    """Rows of restrictions, and constraints on the number of spatial axes."""
    for labelled in structure.labels:
        for block in [labelled.block, *labelled.statement][: 2 if labelled.is_restriction else None]:
            for sentence in sentences(block):
                judgement = _axes(structure, sentence)
                if judgement is None and labelled.is_restriction:
                    judgement = _restricted(structure, sentence) or _explicit(structure, sentence)
                if judgement is not None:
                    yield judgement


def _axes(structure: Structure, sentence: Sentence) -> Judgement | None:
    found = _AXES.search(sentence.text)
    if found is None:
        return None
    said, wanted = number(found["has"] or found["is"]), operator.spatial_axes()
    start = structure.at(sentence, found.start("has" if found["has"] else "is"))
    message = f"the profile has {wanted} spatial axes, not {said}"
    return _one_value("restriction", start, sentence.text, "spatial axes", said, wanted, message)


def _restricted(structure: Structure, sentence: Sentence) -> Judgement | None:
    found = _RESTRICTED.search(sentence.text)
    return _left(structure, "restriction", sentence, found["name"], found) if found else None


def _explicit(structure: Structure, sentence: Sentence) -> Judgement | None:
    start = structure.at(sentence)
    if _IMPLICIT.search(sentence.text) or (_EXPLICIT.search(sentence.text) and _LOOSE.search(sentence.text)):
        message = "the profile has no default values: each attribute must be set"
        finding = Finding("domain-wrong", start, message, suggestion="All attributes must be explicitly set")
        return judged("restriction", start, sentence.text, finding)
    return judged("restriction", start, sentence.text, None) if _EXPLICIT.search(sentence.text) else None
