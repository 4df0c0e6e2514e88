"""The index of one element of a tensor whose shape is given: `in a tensor of shape (2, 3, 4, 5), the element
(1, 2, 3, 4) has the flat index 119`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from proofs.audit.elements.cells import flat_index
from proofs.audit.rulebook.findings import Judgement, checked
from spec.documents.formulas.words import TENSOR_AXES
from spec.documents.pages.model import Shape
from spec.documents.prose.sentences import TOLD, sentences
from spec.documents.prose.structure import Structure
from spec.language.terms import Variable
from spec.maxpool.vocabulary import dX
from spec.readings.value import evaluate

_FOUR = rf"[(\[]\s*(\d{{1,6}}(?:\s*,\s*\d{{1,6}}){{{TENSOR_AXES - 1}}})\s*[)\]]"
_SHAPES = (
    re.compile(rf"\bshape\b[\s$`=:]{{1,6}}(?:of[\s$`]{{1,4}}X[\s$`=]{{1,6}})?{_FOUR}"),
    re.compile(
        r"\bN\s*=\s*(\d{1,6})\W{1,6}C\s*=\s*(\d{1,6})\W{1,6}H\s*=\s*(\d{1,6})\W{1,6}(?:and\s)?W\s*=\s*(\d{1,6})"
    ),
)
_ELEMENT = re.compile(rf"\b(?:element|position|X)[\s$`]{{0,6}}{_FOUR}")
_INDEX = re.compile(r"\bindex[\s$`]{1,6}(?:is[\s$`]{1,4})?(\d{1,9})\b(?!\s*[-+*/\\\d]|\.\d)", re.IGNORECASE)
_IS_EQUAL = re.compile(r"\bindex\b.*=\s*(\d{1,9})[\s$`.]*$", re.IGNORECASE | re.DOTALL)
"""What is told of an index: `the index 119`, `the index of ... is ... = 103`."""
_LARGEST = re.compile(r",\s+(?:which\s+is\s+)?the\s+(?:largest|greatest|last)(?:\s+one)?[\s.]*$")
_SIGNS_AND_NUMBERS = re.compile(r"\\(?:times|cdot|text)\b|[^A-Za-z]")
_WORDS = frozenset(
    "a an the in of for with at is has have given let be x n c h w tensor input shape element selected position place "
    "whose index indices flat row-major row major expected instance example its their and then which it so".split()
)
"""What says which element and which index are told, and nothing else: of a sentence with another word, `counted from
1`, nothing is judged."""


def judge_numbered(structure: Structure) -> Iterator[Judgement]:
    """The sentences that tell the index of one element, by its place and the shape of its tensor."""
    for block in structure.document.blocks:
        for sentence in sentences(block) if block.shape in TOLD or block.shape is Shape.NOTE else ():
            told = _told(sentence.text)
            if told is None:
                continue
            sizes, place, index = told
            text = " ".join(sentence.text.split())
            yield checked(
                "index of an element", structure.at(sentence), text, "index-wrong", _wrong(sizes, place, index)
            )


def _told(text: str) -> tuple[Sequence[int], Sequence[int], int] | None:
    """A shape, a place, and the index that is told; None where a sentence tells no such thing, or more than one."""
    shapes = [numbers for pattern in _SHAPES for found in pattern.finditer(text) if (numbers := _numbers(found))]
    places = [_numbers(found) for found in _ELEMENT.finditer(text)]
    index = _INDEX.search(text) or _IS_EQUAL.search(text)
    said = _LARGEST.sub("", text)
    is_read = {*_SIGNS_AND_NUMBERS.sub(" ", said.lower()).split()} <= _WORDS
    if len(shapes) != 1 or len(places) != 1 or index is None or not is_read:
        return None
    is_last = all(at + 1 == size for at, size in zip(places[0], shapes[0], strict=True))
    return (shapes[0], places[0], int(index[1])) if said == text or is_last else None


def _numbers(found: re.Match[str]) -> Sequence[int]:
    return [int(number) for group in found.groups() for number in group.split(",")]


def _wrong(sizes: Sequence[int], place: Sequence[int], index: int) -> str:
    """What is wrong with an index, by the flat one of an element at a place; empty where nothing is."""
    if any(at >= size for at, size in zip(place, sizes, strict=True)):
        return f"a tensor of shape {tuple(sizes)} has no element {tuple(place)}"
    letters = tuple(map(Variable, ("batch", "channel", "row", "column")))
    named = [*zip(letters, place, strict=True), *zip(dX, sizes, strict=False)]
    right = evaluate(flat_index(letters), {variable.name: value for variable, value in named})
    return "" if right == index else f"the index of this element is {right}, not {index}"
