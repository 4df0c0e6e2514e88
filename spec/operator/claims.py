"""Claims: what a document says, as it says it. A claim may be wrong; the obligations decide."""

from __future__ import annotations

from dataclasses import dataclass

from spec.language.terms import Op, Operation, Term, Variable
from spec.operator.clauses import Source


@dataclass(frozen=True, slots=True)
class Claim:
    """A formula `name = term` of a document, written as the document writes it, in per-axis words."""

    label: str
    formula: Term
    source: Source
    restated: tuple[Source, ...] = ()

    @property
    def defined(self) -> Variable:
        """The name that the formula gives a value to."""
        return sides(self.formula)[0]

    @property
    def term(self) -> Term:
        """What the formula says the name is."""
        return sides(self.formula)[1]


def sides(formula: Term) -> tuple[Variable, Term]:
    """Both sides of a formula `name = term`; raises TypeError if it has another form."""
    match formula:
        case Operation(Op.EQ, (Variable() as name, right)):
            return name, right
    raise TypeError("a formula of the form name = term is needed")
