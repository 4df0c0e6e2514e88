"""How much of a document was understood, part by part: from its claims, and from what its readers say themselves."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from proofs.audit.report.report import Coverage
from proofs.audit.rulebook.findings import JudgedClaim
from proofs.audit.rulebook.reads import IN_PART, Part, Read
from spec.documents.pages.model import Document, Kind, Shape
from spec.documents.prose.sentences import TOLD, sentences
from spec.documents.prose.structure import Structure

_DECIDED = ("proved", "refuted", "assumed")
NOT_UNDERSTOOD = "not understood"
_EXAMPLE = "example"
_REFERENCES = ("reference", "link")


def coverage_of(reads: Iterable[Read], verdicts: Sequence[str]) -> Coverage:
    """The figures of what was read; `verdicts` are those on formulas."""
    there = Counter(read.part for read in reads)
    decided = sum(verdict in _DECIDED for verdict in verdicts)
    unclear = verdicts.count(NOT_UNDERSTOOD)
    return Coverage(len(verdicts), decided, unclear, there[Part.EXAMPLE], there[Part.REFERENCE])


def reads_of_formulas(claims: Sequence[JudgedClaim]) -> Iterator[Read]:
    """Each formula of which there is a claim."""
    for claim in claims:
        yield Read(Part.FORMULA, claim.start, claim.start + len(claim.text), _as_what(claim))


def reads_of_examples(claims: Iterable[JudgedClaim]) -> Iterator[Read]:
    """Each worked example."""
    for claim in claims:
        if claim.kind == _EXAMPLE:
            yield Read(Part.EXAMPLE, claim.start, claim.start + len(claim.text), _as_what(claim))


def reads_of_references(document: Document, claims: Iterable[JudgedClaim]) -> Iterator[Read]:
    """Each reference that was looked at, and each link that was not: those that lead out of the document's tree."""
    looked_at = {}
    for claim in claims:
        if claim.kind in _REFERENCES:
            looked_at[claim.start] = Read(Part.REFERENCE, claim.start, claim.start + len(claim.text), _as_what(claim))
    for piece in document.of(Kind.LINK, Kind.IMAGE):
        if piece.start not in looked_at:
            looked_at[piece.start] = Read(Part.REFERENCE, piece.start, piece.end)
    yield from looked_at.values()


def reads_of_sentences(structure: Structure, claims: Iterable[JudgedClaim]) -> Iterator[Read]:
    """Each sentence and each cell of a table; understood are those from which a claim was taken."""
    taken = sorted((claim.start, _as_what(claim)) for claim in claims if _as_what(claim))
    starts = [start for start, _ in taken]
    for block in structure.document.blocks:
        part = Part.CELL if block.shape is Shape.CELL else Part.SENTENCE
        for sentence in sentences(block) if block.shape in TOLD else ():
            start = structure.at(sentence)
            end = max(start, structure.at(sentence, len(sentence.text) - 1)) + 1
            first, behind = bisect_left(starts, start), bisect_right(starts, end - 1)
            yield Read(part, start, end, ", ".join(dict.fromkeys(what for _, what in taken[first:behind])))


def unread(document: Document) -> Iterator[Read]:
    """The formulas of what there are no clauses to judge by."""
    for block in document.blocks:
        for piece in block.of(Kind.MATH):
            yield Read(Part.FORMULA, piece.start, piece.end)


def _as_what(claim: JudgedClaim) -> str:
    return "" if claim.verdict in (NOT_UNDERSTOOD, IN_PART) else claim.understood or claim.kind
