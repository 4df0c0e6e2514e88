"""The constraints that a document states as formulas: each alone against the clauses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from proofs.audit.findings import Finding
from proofs.audit.truth import decided
from proofs.obligations import Assumption, Values, clause
from proofs.theories.shape import LEGAL
from spec.documents.formulas import Form
from spec.documents.meaning import Meaning
from spec.documents.notation import Notation
from spec.documents.statements import Statement
from spec.documents.words import TERMS
from spec.terms import Term, Variable, free_variables
from spec.vocabulary import dilation, kernel, pad_begin, pad_end, stride, x, y

OWN = frozenset(v for t in TERMS.values() for v in free_variables(t))
_BOUNDS: Mapping[Variable, Term] = {
    x: x >= 1,
    y: y >= 1,
    kernel: kernel >= 1,
    dilation: dilation >= 1,
    stride: stride >= 1,
    pad_begin: pad_begin >= 0,
    pad_end: pad_end >= 0,
}
"""What the clauses ask of one quantity alone."""
_PROFILE = (*LEGAL, *clause("windows.meet-input"))


@dataclass(frozen=True, slots=True)
class Constraint:
    """A constraint of the document in per-axis words; axis None is any."""

    statement: Statement
    term: Term
    axis: int | None

    @property
    def is_quantified(self) -> bool:
        """It speaks of every window, or of some tap."""
        return any(part.form in (Form.FORALL, Form.EXISTS) for part in self.statement.written.walk())


def constraint(statement: Statement, notation: Notation) -> Iterator[Constraint]:
    """A formula as a constraint. Raises NotUnderstood.

    What speaks of no quantity of an axis, or of two axes at once, constrains nothing that is asked here.
    """
    meaning = Meaning(notation)
    term = meaning.condition(statement.written)
    if not meaning.other_axes and free_variables(term) & OWN:
        yield Constraint(statement, term, meaning.axis)


def judge_constraint(found: Constraint) -> Iterator[Finding]:
    """A bound on one quantity is the clauses'; a condition on all windows excludes no call that the operator allows.

    A constraint on several quantities may ask for more than the clauses do: that is its author's choice.
    """
    quantities = [v for v in free_variables(found.term) if v in _BOUNDS]
    if len(quantities) == 1 and not found.is_quantified:
        yield from _judge_bound(found, quantities[0])
    elif found.is_quantified:
        excluded = decided(_PROFILE, found.term, "windows.meet-input")
        if excluded.witness is not None:
            values = _shown(excluded.witness.values)
            message = f"this excludes a call that the operator allows: {_text(values)}"
            yield Finding("formula-wrong", found.statement.start, message, values)


def _judge_bound(found: Constraint, quantity: Variable) -> Iterator[Finding]:
    wanted = _BOUNDS[quantity]
    for assumed, goal, what in ((wanted, found.term, "excludes"), (found.term, wanted, "allows")):
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
