"""The audit of one document, from its file to its report: what it describes, what is judged, what was understood."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from proofs.audit.coverage import coverage_of, reads_of_references, reads_of_sentences, unread
from proofs.audit.examples.printed import judge_printed
from proofs.audit.gate import Gate, gate
from proofs.audit.judges import JudgedMeaning, judge_meaning, judge_sibling, judge_structure
from proofs.audit.report.report import Audit
from proofs.audit.rulebook.contained import collected, containing
from proofs.audit.rulebook.findings import JudgedClaim, Judgements
from proofs.audit.rulebook.reads import Read
from proofs.audit.rulebook.sound import sound
from spec.conv.operator import CONV
from spec.documents.pages.model import Document
from spec.documents.pages.read import read
from spec.documents.prose.structure import structure_of
from spec.maxpool.operator import MAXPOOL


def audit_file(path: Path, *, operator: str | None = None, seconds: float | None = None) -> Audit:
    """Audit a file; a mistake of the audit costs the part that was judged, and is a finding there. So is what takes
    longer than so many seconds of processor time.

    Raises spec.documents.pages.load.Unreadable where there is no document in it, and UnknownOperator.
    """
    document = read(path)
    with containing(seconds) as mishaps:
        made = audit(document, path.parent, operator=operator)
    return replace(made, findings=(*made.findings, *mishaps), marks=())


def audit(document: Document, folder: Path | None, *, operator: str | None = None) -> Audit:
    """Audit a document. `folder` is where its relative links start, None where there is no file tree; `operator` is
    what it describes, told from its titles and signatures where None is given. Raises UnknownOperator.
    """
    passed = gate(document, operator)
    of_structure = judge_structure(document, folder)
    by_clauses = [_within(passed, _judged_by(operator, own)) for operator, own in passed.judged]
    printed = collected("the document's printed numbers", 0, lambda: judge_printed(document))
    parts: list[Judgements] = [
        of_structure,
        *((judged.claims, judged.findings) for judged in by_clauses),
        ([], [finding for finding in printed if not passed.holds(finding.start, MAXPOOL.name)]),
    ]
    claims = [claim for made, _ in parts for claim in made]
    findings = [finding for _, found in parts for finding in found]
    reads = tuple(_reads(document, passed, by_clauses, claims))
    return Audit(
        document,
        coverage_of(reads, [verdict for judged in by_clauses for verdict in judged.verdicts]),
        tuple(claims),
        tuple(sound(document, findings)),
        reads=reads,
        described=passed.described,
    )


def _judged_by(operator: str, document: Document) -> JudgedMeaning:
    if operator == MAXPOOL.name:
        return judge_meaning(document)
    return judge_sibling(document, operator, dilated=operator == CONV.name)


def _within(passed: Gate, judged: JudgedMeaning) -> JudgedMeaning:
    """What was judged by clauses, where something is to be judged by them: a judge may read the whole text."""
    findings = [finding for finding in judged.findings if passed.holds(finding.start)]
    return replace(judged, findings=findings)


def _reads(
    document: Document, passed: Gate, by_clauses: Sequence[JudgedMeaning], claims: Sequence[JudgedClaim]
) -> Iterator[Read]:
    """What was looked at, and as what it was understood: references, formulas, examples, sentences."""
    yield from reads_of_references(document, claims)
    for judged in by_clauses:
        yield from judged.reads
    yield from (read for read in unread(document) if not passed.holds(read.start))
    yield from reads_of_sentences(structure_of(document), claims)
