"""Labels: in a list each is given once, in the order and the form of the others."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, zip_longest

from proofs.audit.rulebook.findings import Finding, Judgement, checked, judged
from spec.documents.pages.model import Block, Shape
from spec.documents.pages.tables import tables_of
from spec.documents.prose.structure import LABEL, Labelled, Structure, heading_word


def judge_labels(structure: Structure) -> Iterator[Judgement]:
    """Duplicates, gaps, missing brackets, and anchors that say another label than the one they stand at."""
    bracketed = sum(labelled.bracketed for labelled in structure.labels)
    most_bracketed = bracketed >= 3 and bracketed > 0.8 * len(structure.labels)
    anchored = sum(labelled.label in labelled.anchors for labelled in structure.labels) >= 2
    for group in _lists(structure):
        yield from _one_list(structure, group, most_bracketed, anchored)
    yield from _unlabelled(structure)


def _lists(structure: Structure) -> Iterator[Sequence[Labelled]]:
    """The labels list by list: items under one item, or the rows of a table, with at most formulas between them."""
    place = _places_in_lists(structure.document.blocks)
    lists: dict[tuple[int, int], list[Labelled]] = defaultdict(list)
    for labelled in structure.labels:
        lists[place[id(labelled.block)]].append(labelled)
    for group in lists.values():
        again = _begins_again(group)
        yield from (group[:again], group[again:]) if again else (group,)


def _places_in_lists(blocks: Sequence[Block]) -> Mapping[int, tuple[int, int]]:
    """For each block, by its id, the number of its list, and the id of the item that it stands under."""
    places: dict[int, tuple[int, int]] = {}
    above: dict[int, int] = {}
    number, row = 0, 0
    for block in blocks:
        is_cell = block.shape is Shape.CELL
        is_between = not block.depth and block.shape not in (Shape.CELL, Shape.MATH)
        if (is_cell and block.row < row) or is_between or block.shape is Shape.HEADING:
            number, above = number + 1, {}
        row = block.row if is_cell else 0
        above = {depth: item for depth, item in above.items() if depth < block.depth}
        places[id(block)] = number, above[max(above)] if above else 0
        if block.shape is Shape.ITEM:
            above[block.depth] = id(block)
    return places


def _begins_again(group: Sequence[Labelled]) -> int:
    """Where one list of labels is followed by another that counts as it did; 0 if that is nowhere."""
    labels = [labelled.label for labelled in group]
    for at in range(2, len(labels) - 1):
        length = min(at, len(labels) - at)
        if labels[at : at + length] == labels[:length]:
            return at
    return 0


def _one_list(
    structure: Structure, group: Sequence[Labelled], most_bracketed: bool, anchored: bool
) -> Iterator[Judgement]:
    seen: dict[str, Labelled] = {}
    out_of_order: set[str] = set()
    for position, labelled in enumerate(group):
        gap = _gap(structure, group, position)
        # Where a label is out of its order, it is that one, and not the one it is equal to, that is wrong.
        known = None if labelled.label in out_of_order else seen.get(labelled.label)
        finding = (
            _duplicate(structure, labelled, known)
            or (_other_anchor(labelled) if anchored else None)
            or gap
            or (_bare(labelled) if most_bracketed else None)
        )
        if gap is not None:
            out_of_order.add(labelled.label)
        seen.setdefault(labelled.label, labelled)
        yield judged("label", labelled.start, labelled.label, finding)


def _duplicate(structure: Structure, labelled: Labelled, known: Labelled | None) -> Finding | None:
    if known is None:
        return None
    of = f" of {labelled.name}" if labelled.name else ""
    message = f"the label {labelled.label}{of} is used a second time: line {structure.line(known.start)} has it"
    return Finding("label-duplicate", labelled.start, message)


def _other_anchor(labelled: Labelled) -> Finding | None:
    """`[R3]` with the anchor `R4`; one with other letters, `Y3` of `[C3]`, names the place in a way of its own."""
    letters = labelled.label.rstrip("0123456789")
    named = (name for name in labelled.anchors if re.fullmatch(LABEL, name) and name != labelled.label)
    others = [name for name in named if name.rstrip("0123456789") == letters]
    if not others or labelled.label in labelled.anchors:
        return None
    message = f"the anchor here is {others[0]}, but the label is {labelled.label}"
    return Finding("reference-label-wrong", labelled.start, message)


def _gap(structure: Structure, group: Sequence[Labelled], position: int) -> Finding | None:
    """A number is left out between two labels of one list, and no other list of the section has it."""
    label = group[position].label
    letters, number = numbered(label)
    before = numbered(group[position - 1].label) if position else (letters, 0)
    expected = f"{letters}{before[1] + 1}"
    follows = letters != before[0] or number <= before[1] + 1 or number == position + 1
    if follows or any(other.label == expected for other in group) or _counts_on(structure, group[position], expected):
        return None
    message = f"the labels go to {label} without {expected}: one was lost, or misprinted"
    return Finding("label-missing", group[position].start, message, suggestion=expected)


def _counts_on(structure: Structure, labelled: Labelled, expected: str) -> bool:
    """The section's lists are counted through, and another of them has the number that is expected; or it stands in a
    table, in the row of what the list is of."""
    of_section = [other.label for other in structure.labels if other.section == labelled.section]
    is_counted = expected in of_section and len(set(of_section)) == len(of_section)
    return is_counted or _is_in_row(structure, labelled, expected)


def _is_in_row(structure: Structure, labelled: Labelled, expected: str) -> bool:
    for table in tables_of(structure.document.blocks):
        for _, row in groupby(table, key=lambda cell: cell.row):
            first, *others = row
            is_of_it = first.text.strip(" `*$") == labelled.name and structure.section_of(first) == labelled.section
            if is_of_it and any(re.search(rf"\b{expected}\b", cell.text) for cell in others):
                return True
    return False


def numbered(label: str) -> tuple[str, int]:
    """A label's family and its number in that."""
    found = re.fullmatch(r"([A-Z]+)(\d+)[a-z]?", label)
    return (found[1], int(found[2])) if found else (label.partition("_")[0] + "_", 0)


def _bare(labelled: Labelled) -> Finding | None:
    if labelled.bracketed:
        return None
    message = f"the label {labelled.label} does not have the form of the others"
    return Finding("label-missing", labelled.start, message, suggestion=f"[{labelled.label}]")


def _unlabelled(structure: Structure) -> Iterator[Judgement]:
    """An item with a statement of its own among labelled ones."""
    labelled = {id(lab.block) for lab in structure.labels if not lab.is_restriction}
    lists: dict[tuple[tuple[str, ...], int], list[Block]] = defaultdict(list)
    blocks = structure.document.blocks
    for block, after in zip_longest(blocks, blocks[1:]):
        if block.shape is Shape.ITEM and block.path and heading_word(block.path[-1]) == "constraints":
            states = after is not None and after.depth > block.depth and "Statement" in after.text[:12]
            if states or id(block) in labelled:
                lists[block.path, block.depth].append(block)
    for items in lists.values():
        without = [block for block in items if id(block) not in labelled]
        for block in without if len(without) < len(items) else ():
            wrong = "the other constraints of this list have labels"
            yield checked("label", block.start, block.text[:60], "label-missing", wrong)
