"""What became of one worked example."""

from __future__ import annotations

from dataclasses import dataclass

from proofs.audit.examples.example_data import Grid
from proofs.audit.examples.example_deviations import Facts
from proofs.audit.rulebook.findings import Finding
from spec.documents.examples.example_model import WorkedExample
from spec.documents.examples.stated import Role


@dataclass(frozen=True, slots=True)
class JudgedExample:
    """An example with its verdict and findings; `facts` are there where it could be read."""

    example: WorkedExample
    verdict: str
    findings: tuple[Finding, ...]
    facts: Facts | None = None

    def printed(self, role: Role) -> Grid | None:
        """An output as the example prints it."""
        if self.facts is None:
            return None
        return self.facts.Y if role is Role.Y else self.facts.Indices
