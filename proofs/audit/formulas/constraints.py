"""The constraints that a document states as formulas: each alone against the clauses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from proofs.audit.formulas.truth import SIGNS, decided
from proofs.audit.rulebook.findings import Finding
from proofs.engine.statement import Values
from proofs.engine.terms import Assumption
from proofs.theories.hypotheses import clause
from proofs.theories.shape import LEGAL
from spec.documents.formulas.formulas import Form
from spec.documents.formulas.meaning import Meaning
from spec.documents.formulas.notation import Notation
from spec.documents.formulas.statements import Statement
from spec.documents.formulas.words import TERMS
from spec.documents.pages.model import Document
from spec.language.fold import conjuncts
from spec.language.terms import Term, Variable, free_variables
from spec.maxpool.vocabulary import dilation, kernel, pad_begin, pad_end, stride, x

OWN = frozenset(v for t in TERMS.values() for v in free_variables(t))
_BOUNDS: Mapping[Variable, Term] = {
    variable: part
    for bound in (*SIGNS, *clause("Y.positive"))
    for part in conjuncts(bound.term)
    for variable in free_variables(part)
}
"""What the clauses ask of one quantity alone."""
_PROFILE = (*LEGAL, *clause("windows.meet-input"))


@dataclass(frozen=True, slots=True)
class Constraint:
    """A constraint of the document in per-axis words; axis None is any. `mixes`: it speaks of another axis too."""

    statement: Statement
    term: Term
    axis: int | None
    mixes: bool

    @property
    def is_quantified(self) -> bool:
        """It speaks of every window, or of some tap."""
        return any(part.form in (Form.FORALL, Form.EXISTS) for part in self.statement.written.walk())


def constraint(statement: Statement, notation: Notation) -> Iterator[Constraint]:
    """A formula as a constraint. Raises NotUnderstood.

    What speaks of no quantity of an axis constrains nothing that is asked here; nor does what is the same quantity on
    two axes, such as a square kernel.
    """
    meaning = Meaning(notation)
    term = meaning.condition(statement.written)
    names = {re.sub(r"_\d$", "", v.name) for v in free_variables(term)}
    if free_variables(term) & OWN and (not meaning.other_axes or len(names) > 1):
        yield Constraint(statement, term, meaning.axis, bool(meaning.other_axes))


def judge_constraint(found: Constraint) -> Iterator[Finding]:
    """A bound on one quantity is the clauses'; a condition on all windows excludes no call that the operator allows.

    A constraint on several quantities may ask for more than the clauses do: that is its author's choice.
    """
    if found.mixes:
        message = "this ties quantities of two spatial axes together; each axis has a constraint of its own"
        yield Finding("formula-wrong", found.statement.start, message)
        return
    bounds = [part for part in conjuncts(found.term) if len(free_variables(part) & _BOUNDS.keys()) == 1]
    for bound in bounds if not found.is_quantified else ():
        yield from _judge_bound(found, bound)
    if found.is_quantified:
        excluded = decided(_PROFILE, found.term, "windows.meet-input")
        if excluded.witness is not None:
            values = _shown(excluded.witness.values)
            message = f"this excludes a call that the operator allows: {_text(values)}"
            yield Finding("formula-wrong", found.statement.start, message, values)


def judge_together(found: Sequence[Constraint], axes: Sequence[int], document: Document) -> Iterator[Finding]:
    """Constraints on axes that no output size has, and one that is stated twice for an axis and never for the other."""
    for constraint in found:
        if axes and constraint.axis is not None and constraint.axis not in axes:
            message = f"there is no spatial axis {constraint.axis} here: they are counted from 0"
            yield Finding("formula-wrong", constraint.statement.start, message)
    for first, second in combinations([c for c in found if c.axis in axes], 2):
        if first.statement.written == second.statement.written and first.statement.path == second.statement.path:
            # Axes come in their order: of two for the last axis, the first was meant for the one before.
            wrong, other = (second, first) if first.axis == axes[0] else (first, second)
            message = f"this says the same as line {document.place(other.statement.start)[0]}; another axis is meant"
            yield Finding("formula-repeated", wrong.statement.start, message)


def _judge_bound(found: Constraint, bound: Term) -> Iterator[Finding]:
    (quantity,) = free_variables(bound) & _BOUNDS.keys()
    wanted = _BOUNDS[quantity]
    for assumed, goal, what in ((wanted, bound, "excludes"), (bound, wanted, "allows")):
        decision = decided((Assumption("bound", assumed),), goal, "domain")
        if decision.witness is not None:
            value = decision.witness.values[quantity.name]
            legal = "which the operator allows" if what == "excludes" else "for which the operator is not defined"
            message = f"this {what} {value}, {legal}"
            yield Finding("domain-wrong", found.statement.start, message, {quantity.name: value})
            return


def _shown(values: Values) -> dict[str, object]:
    names = [v.name for v in (x, kernel, dilation, stride, pad_begin, pad_end)]
    return {name: values[name] for name in names if name in values}


def _text(values: Mapping[str, object]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in values.items())
