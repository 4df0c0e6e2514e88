"""The profile's restrictions as a document states them, against the clauses of the same meaning."""

from __future__ import annotations

import re
from collections.abc import Iterator

from proofs.audit.attributes import operator
from proofs.audit.attributes.numbers_in_words import NUMBER, number
from proofs.audit.rulebook.findings import Claim, Finding
from proofs.audit.structure.labels import Judged
from spec.documents.prose.sentences import offset, sentences
from spec.documents.prose.structure import Structure

_AXES = re.compile(
    rf"\b(?:has|have|with) (?:exactly )?(?P<has>{NUMBER}) spatial (?:axes|axis|dimensions?)"
    rf"|number of spatial (?:axes|dimensions) (?:of .{{0,40}}? )?(?:is|shall be"
    rf"|must be|equals)(?: equal to)? (?P<is>{NUMBER})",
    re.I,
)
_VALUE = re.compile(
    r"`?(?P<name>auto_pad|ceil_mode|storage_order)`?\W+(?:attribute )?"
    r"(?:(?:is|are|=|(?:shall|must|has to) be)(?: always)?|restricted to|set to|limited to|fixed to|equal to|always)\s+"
    r"(?:(?:restricted|set|limited|fixed|equal) to\s+)?(?:the value )?"
    rf"[`\"']?(?P<value>(?-i:[A-Z][A-Z_]{{3,}})|{NUMBER}\b)",
    re.I,
)
_EXPLICIT = re.compile(
    r"\b(?:all|each|every|no) attributes?\b.*\bexplicit\w*\b.*\bset\b|\b(?:all"
    r"|each|every|no) attributes?\b.*\bset\b.*\bexplicit\w*\b",
    re.I,
)
_LOOSE = re.compile(
    r"\b(?:may|might|can|could|need not|(?:must|shall|should|are|is|do|does) not"
    r"|optionally)\s+(?:be )?(?:explicitly |set)",
    re.I,
)
_IMPLICIT = re.compile(r"\b(?:all|each|every) attributes?\b.*\bimplicit\w*\b.*\bset\b", re.I)


def judge_restrictions(structure: Structure) -> Iterator[Judged]:
    """Rows of restrictions, and constraints on the number of spatial axes."""
    document = structure.document
    for labelled in structure.labels:
        blocks = [labelled.block, *labelled.statement][: 2 if labelled.is_restriction else None]
        for block in blocks:
            for sentence in sentences(block):
                judged = _axes(sentence.text) or (_value(sentence.text) if labelled.is_restriction else None)
                judged = judged or (_explicit(sentence.text) if labelled.is_restriction else None)
                if judged is None:
                    continue
                position, message, witness, suggestion = judged
                start = offset(document, block, sentence.start + position)
                finding = Finding("domain-wrong", start, message, witness, suggestion) if message else None
                yield Claim("restriction", start, sentence.text, "disagrees" if finding else "agrees"), finding


_Judgement = tuple[int, str, dict[str, object], str]


def _axes(text: str) -> _Judgement | None:
    found = _AXES.search(text)
    if found is None:
        return None
    said, wanted = number(found["has"] or found["is"]), operator.spatial_axes()
    message = "" if said == wanted else f"the profile has {wanted} spatial axes, not {said}"
    return found.start("has" if found["has"] else "is"), message, {"spatial axes": said} if message else {}, str(wanted)


def _value(text: str) -> _Judgement | None:
    found = _VALUE.search(text)
    if found is None:
        return None
    name = found["name"]
    value = number(found["value"]) if re.fullmatch(NUMBER, found["value"], re.I) else found["value"]
    wanted = operator.fixed(name)
    message = "" if value == wanted else f"the profile leaves {wanted} to `{name}`, not {value}"
    return found.start("value"), message, {name: value} if message else {}, str(wanted)


def _explicit(text: str) -> _Judgement | None:
    if _IMPLICIT.search(text) or (_EXPLICIT.search(text) and _LOOSE.search(text)):
        return (
            0,
            "the profile has no default values: each attribute is set",
            {},
            "All attributes must be explicitly set",
        )
    return (0, "", {}, "") if _EXPLICIT.search(text) else None
