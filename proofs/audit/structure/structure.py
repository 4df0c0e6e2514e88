"""A document's structure, judged: anchors, references, labels, rationales, links to files, and its markup."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

from proofs.audit.rulebook.findings import Finding, JudgedClaim, Judgement
from proofs.audit.structure.labels import judge_labels
from proofs.audit.structure.links import judge_files
from proofs.audit.structure.mentions import judge_mentions, judge_rationales
from proofs.audit.structure.references import judge_anchors, judge_links
from spec.documents.pages.markup import active_tag
from spec.documents.pages.model import Document, Kind, Shape
from spec.documents.prose.structure import structure_of

_TAG = re.compile(r"<[A-Za-z][A-Za-z0-9-]*(?=[\s/>])[^<>]{0,2000}>?")
_ACTIVE_SCHEME = re.compile(r"\s*(?:javascript|vbscript|data):", re.I)
REFERENCES = ("reference", "link")


def judge_structure(document: Document, folder: Path | None) -> tuple[list[JudgedClaim], list[Finding], int]:
    """Claims and findings on anchors, references, labels, links and markup, and the number of references.

    `folder` is the folder of the document if its relative links are to be looked for. Files are never opened.
    """
    structure = structure_of(document)
    judged = chain(
        judge_anchors(structure),
        judge_links(structure),
        judge_labels(structure),
        judge_mentions(structure),
        judge_rationales(structure),
        judge_files(document, folder),
    )
    claims, findings = split(judged)
    findings += [*_unclosed(document), *_active(document)]
    references = sum(claim.kind in REFERENCES for claim in claims)
    return sorted(claims, key=_start), sorted(findings, key=_start), references


def split(judged: Iterable[Judgement]) -> tuple[list[JudgedClaim], list[Finding]]:
    """Claims, and the findings that some of them come with: one for each rule and place."""
    claims: list[JudgedClaim] = []
    findings: dict[tuple[str, int], Finding] = {}
    for claim, finding in judged:
        claims.append(claim)
        if finding is not None:
            findings.setdefault((finding.rule, finding.start), finding)
    return claims, list(findings.values())


def _start(thing: JudgedClaim | Finding) -> int:
    return thing.start


def _unclosed(document: Document) -> Iterator[Finding]:
    for start in sorted(set(document.unclosed)):
        yield Finding("markup-unclosed", start, "this is opened and never closed")


def _active(document: Document) -> Iterator[Finding]:
    """Tags that a browser would act on, outside of code and maths, and links that are programs."""
    quoted = sorted(
        (p.start, p.end)
        for block in document.blocks
        for p in block.pieces
        if p.kind in (Kind.CODE, Kind.MATH) or block.shape is Shape.CODE
    )
    at = 0
    for found in _TAG.finditer(document.text):
        while at < len(quoted) and quoted[at][1] <= found.start():
            at += 1
        if at < len(quoted) and quoted[at][0] <= found.start():
            continue
        if tag := active_tag(found[0] if found[0].endswith(">") else found[0] + ">"):
            yield Finding("markup-active", found.start(), f"the tag `{tag}` is active where it is displayed")
    for block in document.blocks:
        for piece in block.of(Kind.LINK, Kind.IMAGE):
            if _ACTIVE_SCHEME.match(piece.target):
                yield Finding("markup-active", piece.start, "the link is a program, or contains its own content")
