"""Short pages for tests of the audit: what is broken, and what is claimed, below a beginning that is right."""

from __future__ import annotations

from proofs.audit.rulebook.findings import Level
from proofs.audit.rulebook.rules import RULES
from proofs.audit.run import audit
from tests.audit_documents import document

HEAD = "# MaxPool\n\n`Y, Indices = MaxPool(X)`, where `X` has the shape $(N, C, H, W)$.\n\n"


def errors(text: str) -> set[str]:
    """The rules that are broken below a page's beginning."""
    findings = audit(document(f"{HEAD}{text}\n"), None).findings
    return {each.rule for each in findings if RULES[each.rule].level is Level.ERROR}


def verdicts(text: str) -> set[tuple[str, str]]:
    """The kinds of the claims below a page's beginning, with their verdicts."""
    claims = audit(document(f"{HEAD}{text}\n"), None).claims
    return {(claim.kind, str(claim.verdict)) for claim in claims}
