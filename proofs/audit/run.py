"""The audit of one document, from its file to its report."""

from __future__ import annotations

from pathlib import Path

from proofs.audit.attributes.lists import stated_bounds
from proofs.audit.examples.examples import judge_examples
from proofs.audit.formulas.contradictions import contradictions
from proofs.audit.formulas.formulas import judge_formulas
from proofs.audit.formulas.versions import judge_versions
from proofs.audit.judge_prose import judge_prose
from proofs.audit.report.report import Audit, Coverage
from proofs.audit.rulebook.findings import Finding, JudgedClaim
from proofs.audit.structure.structure import judge_structure
from spec.documents.pages.model import Document
from spec.documents.pages.read import read


def audit_file(path: Path) -> Audit:
    """Audit a file. Raises spec.documents.pages.load.Unreadable where there is no document in it."""
    return audit(read(path), path.parent)


def audit(document: Document, folder: Path | None) -> Audit:
    """Audit a document; `folder` is where its relative links start, None where there is no file tree."""
    formulas = judge_formulas(document, stated_bounds(document))
    claims: list[JudgedClaim] = [*formulas.claims]
    findings: list[Finding] = [*formulas.findings]
    findings += contradictions(document, formulas.sizes, formulas.findings)
    versions = judge_versions(document, formulas.sizes)
    example_claims, example_findings, examples = judge_examples(document)
    structure_claims, structure_findings, references = judge_structure(document, folder)
    for more_claims, more_findings in (
        versions,
        (example_claims, example_findings),
        (structure_claims, structure_findings),
        judge_prose(document),
    ):
        claims += more_claims
        findings += more_findings
    coverage = Coverage(formulas.formulas, formulas.decided, formulas.not_understood, examples, references)
    return Audit(document, coverage, tuple(claims), tuple(findings))
