"""Labels of a document: each is given once to one subject, and each that is named is given."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice

from proofs.audit.rulebook.findings import Claim, Finding
from spec.documents.pages.model import Block, Document, Kind, Shape
from spec.documents.prose.sentences import MOST_PIECES, offset
from spec.documents.prose.structure import LABEL, Labelled, Structure, plain

Judged = tuple[Claim, Finding | None]

_NAMED = re.compile(rf"\[({LABEL})\]")
_CODE_LABEL = re.compile(rf"\[?({LABEL})\]?")
_EXAMPLE_REFERENCE = re.compile(r"(?<![\w-])examples?\s+(\d{1,4})(?![\w.]\d)(?!\d)", re.I)
_EXAMPLE = re.compile(r"^\s*Example\s+(\d{1,4})\b", re.I)


def judge_labels(structure: Structure) -> Iterator[Judged]:
    """Duplicates, gaps, missing brackets, and anchors that say another label than the one they stand at."""
    of: dict[tuple[int, tuple[str, ...], bool], list[Labelled]] = defaultdict(list)
    for labelled in structure.labels:
        subject = () if labelled.is_restriction else labelled.subject
        of[labelled.section, subject, labelled.is_restriction].append(labelled)
    bracketed = sum(labelled.bracketed for labelled in structure.labels)
    most_bracketed = bracketed >= 3 and bracketed > 0.8 * len(structure.labels)
    anchored = sum(lab.label in lab.anchors for lab in structure.labels) >= 2
    for group in of.values():
        seen: dict[str, Labelled] = {}
        out_of_order: set[str] = set()
        for position, labelled in enumerate(group):
            gap = _gap(group, position)
            # Where a label is out of its order, it is that one, and not the one it is equal to, that is wrong.
            known = None if labelled.label in out_of_order else seen.get(labelled.label)
            finding = (
                _duplicate(structure.document, labelled, known)
                or (_other_anchor(labelled) if anchored else None)
                or gap
                or (_bare(labelled) if most_bracketed else None)
            )
            if gap is not None:
                out_of_order.add(labelled.label)
            seen.setdefault(labelled.label, labelled)
            yield Claim("label", labelled.start, labelled.label, "disagrees" if finding else "agrees"), finding
    yield from _unlabelled(structure)


def _duplicate(document: Document, labelled: Labelled, known: Labelled | None) -> Finding | None:
    if known is None:
        return None
    of = f" of {labelled.name}" if labelled.name else ""
    line = document.place(known.start)[0]
    message = f"the label {labelled.label}{of} is given a second time: line {line} has it"
    return Finding("label-duplicate", labelled.start, message)


def _other_anchor(labelled: Labelled) -> Finding | None:
    """`[R3]` with the anchor `R4`, where the others' anchors are their labels."""
    others = [name for name in labelled.anchors if re.fullmatch(LABEL, name) and name != labelled.label]
    if not others or labelled.label in labelled.anchors:
        return None
    message = f"the anchor here is {others[0]}, but the label is {labelled.label}"
    return Finding("reference-label-wrong", labelled.start, message)


def _gap(group: Sequence[Labelled], position: int) -> Finding | None:
    """A number is left out between two labels of one list."""
    number = _number(group[position].label)
    before = _number(group[position - 1].label) if position else (number[0], 0)
    if number[0] != before[0] or number[1] <= before[1] + 1:
        return None
    label = group[position].label
    expected = f"{number[0]}{before[1] + 1}"
    if number[1] == position + 1 or any(other.label == expected for other in group):
        return None
    message = f"the labels go to {label} without {expected}: one was lost, or misprinted"
    return Finding("label-missing", group[position].start, message, suggestion=expected)


def _number(label: str) -> tuple[str, int]:
    found = re.fullmatch(r"([A-Z]+)(\d+)[a-z]?", label)
    return (found[1], int(found[2])) if found else (label.partition("_")[0] + "_", 0)


def _bare(labelled: Labelled) -> Finding | None:
    if labelled.bracketed:
        return None
    message = f"the label {labelled.label} is not in the form of the others"
    return Finding("label-missing", labelled.start, message, suggestion=f"[{labelled.label}]")


def _unlabelled(structure: Structure) -> Iterator[Judged]:
    """An item with a statement of its own among labelled ones."""
    labelled = {id(lab.block): lab for lab in structure.labels if not lab.is_restriction}
    lists: dict[tuple[tuple[str, ...], int], list[Block]] = defaultdict(list)
    blocks = structure.document.blocks
    for block, after in zip(blocks, [*blocks[1:], None][: len(blocks)], strict=True):
        in_constraints = block.path and plain(block.path[-1]).rstrip(".: ").lower() == "constraints"
        if block.shape is Shape.ITEM and in_constraints:
            states = after is not None and after.depth > block.depth and "Statement" in after.text[:12]
            if states or id(block) in labelled:
                lists[block.path, block.depth].append(block)
    for items in lists.values():
        if sum(id(b) in labelled for b in items) < 1:
            continue
        for block in items:
            if id(block) not in labelled:
                claim = Claim("label", block.start, block.text[:60], "disagrees")
                yield claim, Finding("label-missing", block.start, "the other constraints of this list have labels")


def judge_mentions(structure: Structure) -> Iterator[Judged]:
    """Labels that a rationale or a sentence names outside links, and the examples that it names by number."""
    yield from _labels_named(structure)
    yield from _examples_named(structure)


def _labels_named(structure: Structure) -> Iterator[Judged]:
    everywhere = {lab.label for lab in structure.labels}
    restrictions = {lab.label for lab in structure.labels if lab.is_restriction}
    families = {_number(label)[0] for label in restrictions}
    local: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for lab in structure.labels:
        local[lab.subject].add(lab.label)
    definitions = {id(lab.block) for lab in structure.labels}
    for block in structure.document.blocks:
        if id(block) in definitions or block.shape in (Shape.CODE, Shape.MATH, Shape.MARKUP, Shape.NOTE):
            continue
        for label, start in mentioned(structure.document, block):
            family = _number(label)[0]
            subject = tuple(t for t in block.path if plain(t).rstrip(".: ").lower() != "constraints")
            given = restrictions if family in families else local.get(subject, everywhere) | everywhere
            if family in {_number(known)[0] for known in everywhere}:
                claim = Claim("reference", start, label, "agrees" if label in given else "disagrees")
                message = f"{label} is named, and the document gives this label to nothing"
                yield claim, None if label in given else Finding("reference-unresolved", start, message)


def mentioned(document: Document, block: Block) -> Iterator[tuple[str, int]]:
    """The labels that a block names in brackets or as code, and where."""
    position = 0
    for piece in block.pieces if len(block.pieces) <= MOST_PIECES else ():
        if piece.kind is Kind.CODE and (whole := _CODE_LABEL.fullmatch(piece.text.strip())):
            yield whole[1], piece.start + piece.text.find(whole[1])
        elif piece.kind in (Kind.TEXT, Kind.STRONG, Kind.EMPHASIS):
            for found in islice(_NAMED.finditer(piece.text), MOST_PIECES):
                yield found[1], offset(document, block, position + found.start(1))
        position += len(piece.text) if piece.kind is not Kind.ANCHOR else 0


def _examples_named(structure: Structure) -> Iterator[Judged]:
    numbered, heads = _numbered_examples(structure)
    for headings in _siblings(structure, heads).values():
        yield from _example_numbers(structure, headings)
    for block in structure.document.blocks:
        known = numbered.get(structure.section_of(block))
        if not known or id(block) in heads or block.shape in (Shape.CODE, Shape.MATH, Shape.MARKUP, Shape.NOTE):
            continue
        for found in islice(_EXAMPLE_REFERENCE.finditer(block.text), MOST_PIECES):
            start = offset(structure.document, block, found.start())
            there = int(found[1]) in known
            message = f"there is no example {found[1]} in this section"
            claim = Claim("reference", start, found[0], "agrees" if there else "disagrees")
            yield claim, None if there else Finding("reference-unresolved", start, message)


def _numbered_examples(structure: Structure) -> tuple[dict[int, set[int]], dict[int, int]]:
    """The numbers of each section's examples, and the number that each block gives which begins one."""
    numbered: dict[int, set[int]] = defaultdict(set)
    heads: dict[int, int] = {}
    for block in structure.document.blocks:
        found = _EXAMPLE.match(block.text) if block.shape in (Shape.HEADING, Shape.PARAGRAPH) else None
        if found is not None:
            heads[id(block)] = int(found[1])
            numbered[structure.section_of(block)].add(int(found[1]))
    return numbered, heads


def _siblings(structure: Structure, heads: dict[int, int]) -> dict[tuple[int, tuple[str, ...]], list[Block]]:
    """The headings of examples that stand under one heading."""
    found: dict[tuple[int, tuple[str, ...]], list[Block]] = defaultdict(list)
    for block in structure.document.blocks:
        if id(block) in heads and block.shape is Shape.HEADING:
            found[structure.section_of(block), block.path[:-1]].append(block)
    return found


def _example_numbers(structure: Structure, headings: Sequence[Block]) -> Iterator[Judged]:
    """A number given twice is wrong where it does not follow the one before."""
    numbers = [int(found[1]) for b in headings if (found := _EXAMPLE.match(b.text))]
    for position, (block, number) in enumerate(zip(headings, numbers, strict=True)):
        follows = number == position + 1
        others = [i for i, other in enumerate(numbers) if other == number and i != position]
        if others and (not follows or (min(others) < position and numbers[min(others)] == min(others) + 1)):
            line = structure.document.place(headings[others[0]].start)[0]
            claim = Claim("label", block.start, block.text[:60].strip(), "disagrees")
            yield claim, Finding("label-duplicate", block.start, f"example {number} is also in line {line}")
