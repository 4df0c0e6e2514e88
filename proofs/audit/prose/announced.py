"""What a text says is described later or earlier in its section: a description stands there."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

from proofs.audit.rulebook.findings import Judgement, checked
from spec.documents.pages.model import Block, Kind
from spec.documents.prose.closed import classed, classes
from spec.documents.prose.sentences import TOLD, Sentence, sentences
from spec.documents.prose.structure import Structure

_NEAR = 0.8
"""A name that is nearly an attribute's is judged as a name."""


def judge_announced(structure: Structure) -> Iterator[Judgement]:
    """Each name of which a sentence says where in the section it is described."""
    for block in structure.document.blocks:
        name = _subject(block) if block.shape in TOLD else ""
        for sentence in sentences(block) if name else ():
            words = classed(sentence.text.replace(name, " "), classes("later"))
            kinds = {word.kind for word in words or ()}
            if kinds in ({"described", "later"}, {"described", "earlier"}):
                yield from _judged(structure, sentence, name, "later" in kinds)


def _subject(block: Block) -> str:
    """The name with which a block begins, set as code or mathematics."""
    first = next(iter(block.shown), None)
    return first.text.strip() if first is not None and first.kind in (Kind.CODE, Kind.MATH) else ""


def _judged(structure: Structure, said: Sentence, name: str, is_later: bool) -> Iterator[Judgement]:
    """The name is described in the section, on the side that is said."""
    section = structure.section_of(said.block)
    here = [a for a in structure.attributes if a.section == section]
    start = structure.at(said)
    if not here or (all(a.name != name for a in here) and get_close_matches(name, [a.name for a in here], 1, _NEAR)):
        return
    is_there = any(a.name == name and (a.start > start) == is_later for a in here)
    where = "behind" if is_later else "before"
    wrong = "" if is_there else f"`{name}` is said to be described {where} this in the section, and is not"
    yield checked("announcement", start, " ".join(said.text.split()), "reference-unresolved", wrong)
