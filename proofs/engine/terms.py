"""Statements in terms: obligations, and the clauses, claims and hypotheses that they assume."""

from __future__ import annotations

from dataclasses import dataclass

from proofs.engine.statement import Statement
from spec.language.fold import divisors, symbols
from spec.language.terms import Literal, Symbol, Term, Variable, and_, free_variables
from spec.operator.claims import Claim
from spec.operator.operator import Operator


@dataclass(frozen=True, slots=True)
class Assumption:
    """A hypothesis of an obligation, under the label of the clause or claim it is, or of a hypothesis of its own.

    `operator` names the operator whose clause it is, as it stands; it is empty for every other hypothesis.
    """

    label: str
    term: Term
    operator: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Obligation(Statement):
    """A statement in terms: for all values of its variables, the assumptions imply the goal."""

    assumptions: tuple[Assumption, ...]
    goal: Term

    @property
    def side_conditions(self) -> tuple[Term, ...]:
        """Every divisor is positive: part of what is to be shown."""
        found = set().union(*(divisors(t) for t in (self.goal, *(a.term for a in self.assumptions))))
        return tuple(d > 0 for d in sorted(found, key=repr) if not _positive(d))

    @property
    def conclusion(self) -> Term:
        """The goal together with its side conditions."""
        return and_(self.goal, *self.side_conditions)

    @property
    def variables(self) -> tuple[Variable, ...]:
        """All free variables, in order of their names."""
        found = set().union(*(free_variables(t) for t in (self.goal, *(a.term for a in self.assumptions))))
        return tuple(sorted(found, key=lambda v: v.name))

    @property
    def symbols(self) -> tuple[Symbol, ...]:
        """All function symbols, in order of their names."""
        found = set().union(*(symbols(t) for t in (self.goal, *(a.term for a in self.assumptions))))
        return tuple(sorted(found, key=lambda s: s.name))

    @property
    def clauses(self) -> tuple[str, ...]:
        """The labels that the obligation stands on or speaks of, each once."""
        return tuple(dict.fromkeys((*(a.label for a in self.assumptions), *self.about)))


def _positive(divisor: Term) -> bool:
    return isinstance(divisor, Literal) and isinstance(divisor.value, int) and divisor.value > 0


def assumed(operator: Operator, *labels: str) -> tuple[Assumption, ...]:
    """Clauses of an operator as assumptions, in per-axis words where they hold on each axis."""
    return tuple(Assumption(label, operator[label].formula, operator.name) for label in labels)


def claimed(claim: Claim) -> Assumption:
    """A claim of a document as an assumption."""
    return Assumption(claim.label, claim.formula)


def suppose(label: str, term: Term) -> Assumption:
    """A hypothesis of the obligation itself."""
    return Assumption(label, term)
