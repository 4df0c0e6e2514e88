"""Labels that a text names outside of links: each is given; rationales of restrictions alone give their statement."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from proofs.audit.rulebook.findings import Finding, Judgement, checked, judged
from proofs.audit.structure.labels import numbered
from spec.documents.pages.model import Block, Document, Kind
from spec.documents.prose.sentences import MOST_PIECES, PROSE, offset
from spec.documents.prose.structure import LABEL, Labelled, Structure

_SEPARATOR = r"(?:\s*(?:[,;&/]|\band\b|\bor\b|\bto\b|[)\]]\s*[(\[])\s*)+"
_LABELS = re.compile(
    rf"(?:[\[(]|\b(?:constraint|restriction|requirement|rule|condition)s?\s+[\[(]?){LABEL}(?:{_SEPARATOR}{LABEL})*(?!\w)",
    re.I,
)
"""`[R1, R2]`, `(C1)(C2)`, `constraints C1 and C2`: labels that stand together."""
_LABEL = re.compile(rf"(?<!\w){LABEL}(?!\w)")
_LISTED = re.compile(rf"\s*[\[(]?{LABEL}(?:{_SEPARATOR}{LABEL})*[\])]?\s*")
_VALUE_DOMAIN = re.compile(r"value domain|\bin (?:the )?set\b|\b(?:domain|range) of values\b", re.I)
_GENERAL = re.compile(r"\ball attributes\b|\beach attribute\b|\bevery attribute\b", re.I)


def judge_mentions(structure: Structure) -> Iterator[Judgement]:
    """The labels that a rationale or a sentence names outside links are there."""
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
                lost = f"{label} is mentioned, but nothing in the document has this label"
                yield checked("reference", start, label, "reference-unresolved", "" if label in given else lost)


def _mentioned(document: Document, block: Block) -> Iterator[tuple[str, int]]:
    """The labels that a block names in brackets, after a word such as `constraint`, or as code; and where."""
    position = 0
    for piece in block.pieces if len(block.pieces) <= MOST_PIECES else ():
        if piece.kind is Kind.CODE and _LISTED.fullmatch(piece.text):
            for found in _LABEL.finditer(piece.text):
                yield found[0], offset(document, block, position + found.start())
        elif piece.kind in (Kind.TEXT, Kind.STRONG, Kind.EMPHASIS):
            for found in islice(_grouped(piece.text), MOST_PIECES):
                yield found[0], offset(document, block, position + found.start())
        position += len(piece.text) if piece.kind is not Kind.ANCHOR else 0


def _grouped(text: str) -> Iterator[re.Match[str]]:
    """Each label of those that stand together."""
    for group in _LABELS.finditer(text):
        yield from _LABEL.finditer(text, group.start(), group.end())


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
        is_general = _VALUE_DOMAIN.search(_said(labelled)) is not None or labelled.name not in names
        if wrong is None and len(of_general) == len(known) and is_general:
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
