"""Sentences of a page on a maximum that compute something else; and how words contrast one thing with another."""

from __future__ import annotations

import re
from collections.abc import Iterator

from proofs.audit.rulebook.findings import Finding, Judgement, judged
from spec.documents.pages.model import Shape
from spec.documents.prose.sentences import TOLD, sentences
from spec.documents.prose.structure import Structure

CONTRAST = re.compile(
    r"\b(?:unlike|contrast|instead|whereas|compared|differs?|different|no|not"
    r"|never|cannot|without|neither|nor|rather|other|illustrated|figure)\b",
    re.I,
)
"""Words by which a sentence speaks of what does not hold here."""
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


def judge_operators(structure: Structure) -> Iterator[Judgement]:
    """What is computed is the maximum, unless another operator is contrasted with this one."""
    blocks = structure.document.blocks
    if not _MAX.search(" ".join(block.text for block in blocks if block.shape is Shape.HEADING)):
        return
    for sentence in (s for block in blocks if block.shape in TOLD for s in sentences(block)):
        found = next((m for pattern in _OTHERS if (m := pattern.search(sentence.text))), None)
        if found and not CONTRAST.search(_clause(sentence.text, found)):
            start = structure.at(sentence, found.start())
            said = " ".join(found[0].split())
            message = f"`{said}` describes another operator: this one takes the maximum"
            yield judged("operator", start, said, Finding("operator-foreign", start, message))


def _clause(text: str, found: re.Match[str]) -> str:
    """The part of a sentence, between semicolons and colons, in which something was found."""
    start = max(text.rfind(";", 0, found.start()), text.rfind(":", 0, found.start())) + 1
    end = re.search(r"[;:]", text[found.end() :])
    return text[start : found.end() + end.start() if end else len(text)]
