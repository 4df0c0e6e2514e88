"""The page that shows how each definition and decision was held alone: what it rejects, and what tells it apart."""

from __future__ import annotations

from collections.abc import Sequence

from proofs.reports.strength import Strength
from spec.operator.operator import Operator
from spec.tables.markdown import markdown_table
from spec.tables.tables import GENERATED

NAME = "strength.md"


def strength_page(operator: Operator, held: Sequence[Strength]) -> str:
    """The page as Markdown."""
    tried = sum(s.allowed + s.rejected for s in held)
    clauses = [[f"`{s.label}`", s.verdict, str(s.allowed), str(s.rejected), s.alone] for s in held]
    told = [[f"`{s.label}`", choice, at] for s in held for choice, at in s.told.items()]
    return "\n".join(
        [
            f"# What each clause of {operator.title or operator.name} says by itself",
            "",
            GENERATED,
            "",
            f"Each definition and decision was held alone against situations, {tried} in all: values for all that it",
            "speaks of, right and wrong, of which plain code says, without the clause's formula, whether its statement",
            "allows them. A clause is needed if it alone rejects some situation, or else an obligation shows that the",
            "others imply it.",
            "",
            *markdown_table(["Clause", "Verdict", "Allowed", "Rejected", "It alone rejects, for example"], clauses),
            "",
            "What tells each clause from what could have been chosen instead:",
            "",
            *markdown_table(["Clause", "Alternative", "The clause"], told),
            "",
        ]
    )
