"""Labels of a document: each is given once to one subject, each that is named is given, and a rationale's gives it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from proofs.audit.findings import Claim, Finding
from spec.documents.model import Block, Document, Kind, Shape
from spec.documents.sentences import offset
from spec.documents.structure import LABEL, Labelled, Structure, plain

Judged = tuple[Claim, Finding | None]

_NAMED = re.compile(rf"\[({LABEL})\]")
_CODE_LABEL = re.compile(rf"\[?({LABEL})\]?")
_EXAMPLE_REFERENCE = re.compile(r"(?<![\w-])examples?\s+(\d{1,4})(?![\w.]\d)(?!\d)", re.I)
_EXAMPLE = re.compile(r"^\s*Example\s+(\d{1,4})\b", re.I)
_VALUE_DOMAIN = re.compile(r"value domain|\bin (?:the )?set\b|\b(?:domain|range) of values\b", re.I)
_GENERAL = re.compile(r"\ball attributes\b|\beach attribute\b|\bevery attribute\b", re.I)


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
        for position, labelled in enumerate(group):
            finding = (
                _duplicate(structure.document, labelled, seen.get(labelled.label))
                or (_other_anchor(labelled) if anchored else None)
                or _gap(group, position)
                or (_bare(labelled) if most_bracketed else None)
            )
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
    if position == 0 and len(group) == 1 and number[1] == 1:
        return None
    message = f"the labels go to {label} without {expected}: one was lost, or misprinted"
    return Finding("label-missing", group[position].start, message, suggestion=expected)


def _number(label: str) -> tuple[str, int]:
    found = re.fullmatch(r"([A-Z]+)(\d+)[a-z]?", label)
    return (found[1], int(found[2])) if found else (label, 0)


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
    for block, after in zip(blocks, [*blocks[1:], None], strict=True):
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
        for label, start in _mentioned(structure.document, block):
            family = _number(label)[0]
            subject = tuple(t for t in block.path if plain(t).rstrip(".: ").lower() != "constraints")
            given = restrictions if family in families else local.get(subject, everywhere) | everywhere
            if family in {_number(known)[0] for known in everywhere}:
                claim = Claim("reference", start, label, "agrees" if label in given else "disagrees")
                message = f"{label} is named, and the document gives this label to nothing"
                yield claim, None if label in given else Finding("reference-unresolved", start, message)


def _mentioned(document: Document, block: Block) -> Iterator[tuple[str, int]]:
    position = 0
    for piece in block.pieces:
        if piece.kind is Kind.CODE and (whole := _CODE_LABEL.fullmatch(piece.text.strip())):
            yield whole[1], piece.start + piece.text.find(whole[1])
        elif piece.kind in (Kind.TEXT, Kind.STRONG, Kind.EMPHASIS):
            for found in _NAMED.finditer(piece.text):
                yield found[1], offset(document, block, position + found.start(1))
        position += len(piece.text) if piece.kind is not Kind.ANCHOR else 0


def _examples_named(structure: Structure) -> Iterator[Judged]:
    numbered: dict[int, dict[int, tuple[tuple[str, ...], int]]] = defaultdict(dict)
    heads: set[int] = set()
    for block in structure.document.blocks:
        found = _EXAMPLE.match(block.text) if block.shape in (Shape.HEADING, Shape.PARAGRAPH) else None
        if found is None:
            continue
        heads.add(id(block))
        section, number = structure.section_of(block), int(found[1])
        known = numbered[section].get(number)
        if known and block.shape is Shape.HEADING and known[0] == block.path[:-1]:
            line = structure.document.place(known[1])[0]
            message = f"example {number} is numbered as that of line {line}"
            claim = Claim("label", block.start, block.text[:60].strip(), "disagrees")
            yield claim, Finding("label-duplicate", block.start, message)
        numbered[section].setdefault(number, (block.path[:-1], block.start))
    for block in structure.document.blocks:
        known_here = numbered.get(structure.section_of(block))
        if not known_here or id(block) in heads or block.shape in (Shape.CODE, Shape.MATH, Shape.MARKUP, Shape.NOTE):
            continue
        for found in _EXAMPLE_REFERENCE.finditer(block.text):
            start = offset(structure.document, block, found.start())
            there = int(found[1]) in known_here
            message = f"there is no example {found[1]} in this section"
            claim = Claim("reference", start, found[0], "agrees" if there else "disagrees")
            yield claim, None if there else Finding("reference-unresolved", start, message)


def judge_rationales(structure: Structure) -> Iterator[Judged]:
    """A rationale that is restrictions alone gives the statement: these speak of its subject, not only in general."""
    restrictions = {lab.label: lab for lab in structure.labels if lab.is_restriction}
    names = {a.name for a in structure.attributes}
    for labelled in structure.labels:
        if labelled.is_restriction or labelled.rationale is None or not labelled.name:
            continue
        cited = [(label, at) for label, at in _mentioned(structure.document, labelled.rationale)]
        said = re.sub(rf"rationale\s*:?|\[?{LABEL}\]?|[\s.,;&]|\band\b", "", labelled.rationale.text, flags=re.I)
        known = [(restrictions[label], at) for label, at in cited if label in restrictions]
        if said or not known or len(known) != len(cited):
            continue
        wrong = next(((r, at) for r, at in known if _is_anothers(r, labelled, names)), None)
        of_general = [(r, at) for r, at in known if _GENERAL.search(_statement(r))]
        if wrong is None and len(of_general) == len(known) and _VALUE_DOMAIN.search(_said(labelled)):
            wrong = of_general[0]
        text = ", ".join(label for label, _ in cited)
        finding = None if wrong is None else _unclaimed(structure, labelled, *wrong)
        yield Claim("restriction", known[0][1], text, "disagrees" if finding else "agrees"), finding


def _statement(restriction: Labelled) -> str:
    return restriction.statement[0].text if restriction.statement else restriction.block.text


def _said(labelled: Labelled) -> str:
    return labelled.block.text + " " + " ".join(block.text for block in labelled.statement)


def _is_anothers(restriction: Labelled, labelled: Labelled, names: set[str]) -> bool:
    """The restriction is about one attribute, and that is not the constraint's subject or in its statement."""
    about = {n for n in names if re.search(rf"(?<!\w){re.escape(n)}(?!\w)", _statement(restriction))}
    return bool(about) and labelled.name not in about and not any(name in _said(labelled) for name in about)


def _unclaimed(structure: Structure, labelled: Labelled, restriction: Labelled, at: int) -> Finding:
    says = " ".join(_statement(restriction).split())[:80]
    line = structure.document.place(restriction.start)[0]
    message = f"{restriction.label} (line {line}) says `{says}`, which does not give this statement on {labelled.name}"
    return Finding("restriction-unclaimed", at, message)
