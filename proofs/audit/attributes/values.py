"""The values of `auto_pad`: words in capitals that are nearly one of them, in the profile's dialect and in others."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches

from proofs.audit.rulebook.findings import Finding, Judgement, judged
from proofs.audit.truth import operator
from spec.documents.pages.model import Block, Kind, Shape
from spec.documents.prose.sentences import PROSE
from spec.documents.prose.structure import Attribute, Structure

_IN_CAPITALS = re.compile(r"(?<![\w])[A-Z][A-Z_]{3,20}(?!\w)")


def judge_values(structure: Structure) -> Iterator[Judgement]:
    """Values that are nearly one of `auto_pad`."""
    of_padding = [attribute for attribute in structure.attributes if attribute.name == "auto_pad"]
    if of_padding:
        yield from _near_values(structure)
    for attribute in of_padding:
        yield from _others_values(attribute)


def _no_value(start: int, name: str, value: int | str, near: str) -> Finding:
    return Finding("domain-wrong", start, f"`{name}` has no value {value}", {name: value}, near)


def _near(value: int | str, known: Iterable[int | str], likeness: float) -> str:
    return next(iter(get_close_matches(str(value), map(str, known), 1, likeness)), "")


def _near_values(structure: Structure) -> Iterator[Judgement]:
    """A word in capitals that is nearly one of auto_pad's values, outside the sentences judged already."""
    known = {str(value) for value in operator.values("auto_pad")}
    initials = {value[0] for value in known}
    seen = set(known)
    for block in structure.document.blocks:
        for found in _IN_CAPITALS.finditer(block.text) if block.shape in PROSE else ():
            if found[0] not in seen and found[0][0] in initials and (near := _near(found[0], known, operator.LIKENESS)):
                start = structure.at(block, found.start())
                yield judged("domain", start, found[0], _no_value(start, "auto_pad", found[0], near))
            seen.add(found[0])


def _others_values(attribute: Attribute) -> Iterator[Judgement]:
    """OpenVINO's values of auto_pad: emphasised at the beginning of items."""
    known = operator.AUTO_PADS_OF_OTHERS
    listed = [place for block in attribute.blocks[1:] for place in _emphasised(block)]
    for start, name in listed if len({name for _, name in listed} & set(known)) >= 2 else ():
        near = _near(name, known, 0.7) if name not in known else ""
        yield judged("domain", start, name, _no_value(start, "auto_pad", name, near) if near else None)


def _emphasised(block: Block) -> Iterator[tuple[int, str]]:
    """The words with which an item begins, if they are emphasised."""
    first = block.pieces[0] if block.shape is Shape.ITEM and block.pieces else None
    if first is not None and first.kind is Kind.EMPHASIS:
        yield from ((first.start + m.start(), m[0]) for m in re.finditer(r"\w+", first.text))
