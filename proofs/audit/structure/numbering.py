"""Numbered examples: each has a number of its own, and those that a sentence names are there."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice

from proofs.audit.rulebook.findings import Judgement, checked
from spec.documents.pages.model import Block, Shape
from spec.documents.prose.sentences import MOST_PIECES, PROSE
from spec.documents.prose.structure import Structure

_EXAMPLE_REFERENCE = re.compile(r"(?<![\w-])examples?\s+(\d{1,4})(?![\w.]\d)(?!\d)", re.I)
_EXAMPLE = re.compile(r"^\s*Example\s+(\d{1,4})\b", re.I)
_BEGUN = re.compile(r"^\s*Example\s+(\d{1,4})\s*:", re.I | re.M)
"""An example that begins on a line of its own, within a paragraph."""


def judge_example_numbers(structure: Structure) -> Iterator[Judgement]:
    """Numbered examples have each a number of their own, and those that a sentence names are there."""
    heads = list(_numbered_examples(structure))
    known_in: dict[int, set[int]] = defaultdict(set)
    siblings: dict[tuple[int, tuple[str, ...]], list[tuple[Block, int]]] = defaultdict(list)
    for block, number in heads:
        section = structure.section_of(block)
        known_in[section].add(number)
        if block.shape is Shape.HEADING:
            siblings[section, block.path[:-1]].append((block, number))
    for headings in siblings.values():
        yield from _example_numbers(structure, headings)
    ids = {id(block) for block, _ in heads}
    numbers = {number for _, number in heads}
    # Numbers that are counted through all sections are of the document.
    through = numbers if len(numbers) == len(heads) else set()
    for block in structure.document.blocks:
        known = known_in.get(structure.section_of(block))
        if known and id(block) not in ids and block.shape in PROSE:
            for found in islice(_EXAMPLE_REFERENCE.finditer(block.text), MOST_PIECES):
                start = structure.at(block, found.start())
                wrong = "" if int(found[1]) in known | through else f"this section has no example {found[1]}"
                yield checked("reference", start, found[0], "reference-unresolved", wrong)


def _numbered_examples(structure: Structure) -> Iterator[tuple[Block, int]]:
    """The blocks with which numbered examples begin, or in which they do, each with its number."""
    for block in structure.document.blocks:
        if block.shape not in (Shape.HEADING, Shape.PARAGRAPH):
            continue
        if found := _EXAMPLE.match(block.text):
            yield block, int(found[1])
        else:
            yield from ((block, int(found[1])) for found in islice(_BEGUN.finditer(block.text), MOST_PIECES))


def _example_numbers(structure: Structure, headings: Sequence[tuple[Block, int]]) -> Iterator[Judgement]:
    """A number given twice under one heading is wrong where it does not follow the one before."""
    for position, (block, number) in enumerate(headings):
        others = [i for i, (_, other) in enumerate(headings) if other == number and i != position]
        is_second = bool(others) and min(others) < position and number == min(others) + 1
        if others and (number != position + 1 or is_second):
            message = f"example {number} is also in line {structure.line(headings[others[0]][0].start)}"
            yield checked("label", block.start, block.text[:60].strip(), "label-duplicate", message)
