"""What a document names by its label or number: it is there, and a restriction in a rationale gives the statement."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice

from proofs.audit.rulebook.findings import Finding, Judgement, judged
from proofs.audit.structure.labels import numbered
from spec.documents.pages.model import Block, Document, Kind, Shape
from spec.documents.prose.sentences import MOST_PIECES, PROSE, offset
from spec.documents.prose.structure import LABEL, Labelled, Structure

_NAMED = re.compile(rf"\[({LABEL})\]")
_CODE_LABEL = re.compile(rf"\[?({LABEL})\]?")
_EXAMPLE_REFERENCE = re.compile(r"(?<![\w-])examples?\s+(\d{1,4})(?![\w.]\d)(?!\d)", re.I)
_EXAMPLE = re.compile(r"^\s*Example\s+(\d{1,4})\b", re.I)
_VALUE_DOMAIN = re.compile(r"value domain|\bin (?:the )?set\b|\b(?:domain|range) of values\b", re.I)
_GENERAL = re.compile(r"\ball attributes\b|\beach attribute\b|\bevery attribute\b", re.I)


def judge_mentions(structure: Structure) -> Iterator[Judgement]:
    """Labels that a rationale or a sentence names outside links, and the examples that it names by number."""
    yield from _labels_named(structure)
    yield from _examples_named(structure)


def _labels_named(structure: Structure) -> Iterator[Judgement]:
    everywhere = {lab.label for lab in structure.labels}
    restrictions = {lab.label for lab in structure.labels if lab.is_restriction}
    families = {numbered(label)[0] for label in everywhere}
    of_restrictions = {numbered(label)[0] for label in restrictions}
    definitions = {id(lab.block) for lab in structure.labels}
    for block in structure.document.blocks:
        is_mention = block.shape in PROSE and id(block) not in definitions
        for label, start in _mentioned(structure.document, block) if is_mention else ():
            family = numbered(label)[0]
            given = restrictions if family in of_restrictions else everywhere
            if family in families:
                message = f"{label} is mentioned, but nothing in the document has this label"
                finding = None if label in given else Finding("reference-unresolved", start, message)
                yield judged("reference", start, label, finding)


def _mentioned(document: Document, block: Block) -> Iterator[tuple[str, int]]:
    """The labels that a block names in brackets or as code, and where."""
    position = 0
    for piece in block.pieces if len(block.pieces) <= MOST_PIECES else ():
        if piece.kind is Kind.CODE and (whole := _CODE_LABEL.fullmatch(piece.text.strip())):
            yield whole[1], piece.start + piece.text.find(whole[1])
        elif piece.kind in (Kind.TEXT, Kind.STRONG, Kind.EMPHASIS):
            for found in islice(_NAMED.finditer(piece.text), MOST_PIECES):
                yield found[1], offset(document, block, position + found.start(1))
        position += len(piece.text) if piece.kind is not Kind.ANCHOR else 0


def _examples_named(structure: Structure) -> Iterator[Judgement]:
    numbers, heads = _numbered_examples(structure)
    for headings in _siblings(structure, heads).values():
        yield from _example_numbers(structure, headings, [heads[id(block)] for block in headings])
    for block in structure.document.blocks:
        known = numbers.get(structure.section_of(block))
        if known and id(block) not in heads and block.shape in PROSE:
            for found in islice(_EXAMPLE_REFERENCE.finditer(block.text), MOST_PIECES):
                start = structure.at(block, found.start())
                message = f"this section has no example {found[1]}"
                finding = None if int(found[1]) in known else Finding("reference-unresolved", start, message)
                yield judged("reference", start, found[0], finding)


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


def _example_numbers(structure: Structure, headings: Sequence[Block], numbers: Sequence[int]) -> Iterator[Judgement]:
    """A number given twice is wrong where it does not follow the one before."""
    for position, (block, number) in enumerate(zip(headings, numbers, strict=True)):
        others = [i for i, other in enumerate(numbers) if other == number and i != position]
        is_second = bool(others) and min(others) < position and number == min(others) + 1
        if others and (number != position + 1 or is_second):
            message = f"example {number} is also in line {structure.line(headings[others[0]].start)}"
            finding = Finding("label-duplicate", block.start, message)
            yield judged("label", block.start, block.text[:60].strip(), finding)


def judge_rationales(structure: Structure) -> Iterator[Judgement]:
    """A rationale that is restrictions alone gives the statement: these speak of its subject, not only in general."""
    restrictions = {lab.label: lab for lab in reversed(structure.labels) if lab.is_restriction}
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
        yield judged("restriction", known[0][1], text, finding)


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
    line = structure.line(restriction.start)
    message = f"{restriction.label} (line {line}) says `{says}`, which does not imply this statement on {labelled.name}"
    return Finding("restriction-unclaimed", at, message)
