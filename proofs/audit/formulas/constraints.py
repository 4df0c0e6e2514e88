"""The constraints that a document states as formulas: each alone against the clauses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from proofs.audit.formulas.part import FormulaPart, JudgedFormula
from proofs.audit.formulas.truth import SIGNS, decided, quantities
from proofs.audit.report.wording import witness_text
from proofs.audit.rulebook.findings import Finding
from proofs.engine.terms import Assumption
from proofs.theories.hypotheses import clause
from proofs.theories.shape import LEGAL
from spec.documents.formulas.formulas import Form
from spec.documents.formulas.statements import StatedFormula
from spec.documents.formulas.words import TERMS
from spec.documents.pages.model import Document
from spec.language.fold import conjuncts
from spec.language.terms import Term, Variable, free_variables

OWN = frozenset(v for t in TERMS.values() for v in free_variables(t))
_BOUNDS: Mapping[Variable, Term] = {
    variable: part
    for bound in (*SIGNS, *clause("Y.positive"))
    for part in conjuncts(bound.term)
    for variable in free_variables(part)
}
"""What the clauses ask of one quantity alone."""
CONSTRAINT = "constraint"
"""The kind of a claim that is assumed where the document as a whole is asked."""
_PROFILE = (*LEGAL, *clause("windows.meet-input"))


@dataclass(frozen=True, slots=True)
class StatedConstraint:
    """A constraint of the document in per-axis words; axis None is any. `mixes`: it speaks of another axis too."""

    statement: StatedFormula
    term: Term
    axis: int | None
    mixes: bool

    @property
    def is_quantified(self) -> bool:
        """It speaks of every window, or of some tap."""
        return any(part.form in (Form.FORALL, Form.EXISTS) for part in self.statement.written.walk())

    def finding(self, rule: str, message: str, witness: Mapping[str, object] | None = None) -> Finding:
        """A finding at its formula."""
        return Finding(rule, self.statement.start, message, witness or {})


def constraint(part: FormulaPart) -> StatedConstraint | None:
    """A formula as a constraint. Raises NotUnderstood.

    What speaks of no quantity of an axis constrains nothing that is asked here; nor does what is the same quantity on
    two axes, such as a square kernel.
    """
    meaning = part.meaning(None)
    term = meaning.condition(part.statement.written)
    names = {re.sub(r"_\d$", "", v.name) for v in free_variables(term)}
    if not free_variables(term) & OWN or (meaning.other_axes and len(names) == 1):
        return None
    return StatedConstraint(part.statement, term, meaning.axis, bool(meaning.other_axes))


def judge_constraint(part: FormulaPart) -> JudgedFormula:
    """What is neither a size nor a definition is a constraint. Raises NotUnderstood."""
    if _is_definition(part):
        return None, []
    found = constraint(part)
    wrong = list(_wrong(found)) if found is not None else []
    return part.claim(CONSTRAINT, "refuted" if wrong else "assumed"), wrong


def _is_definition(part: FormulaPart) -> bool:
    """α = ..., or X_p = pad(X, pads): a name gets its meaning, which is judged where the name is used."""
    written = part.statement.written
    if written.form is not Form.RELATION or written.text != "EQ":
        return False
    return written.parts[0].form in (Form.NAME, Form.INDEX) and part.notation.resolve(written.parts[0]) is None


def _wrong(found: StatedConstraint) -> Iterator[Finding]:
    """A bound on one quantity is the clauses'; a condition on all windows excludes no call that the operator allows.

    A constraint on several quantities may ask for more than the clauses do: that is its author's choice.
    """
    if found.mixes:
        message = "this ties quantities of two spatial axes together; each axis has a constraint of its own"
        yield found.finding("formula-wrong", message)
    elif found.is_quantified:
        excluded = decided(_PROFILE, found.term, "windows.meet-input")
        if excluded.witness is not None:
            values = quantities(excluded.witness.values)
            message = f"this excludes a call that the operator allows: {witness_text(values)}"
            yield found.finding("formula-wrong", message, values)
    else:
        for part in conjuncts(found.term):
            bounded = free_variables(part) & _BOUNDS.keys()
            if len(bounded) == 1:
                yield from _judge_bound(found, part, *bounded)


def _judge_bound(found: StatedConstraint, bound: Term, quantity: Variable) -> Iterator[Finding]:
    wanted = _BOUNDS[quantity]
    excludes, allows = "excludes {}, which the operator allows", "allows {}, for which the operator is not defined"
    for assumed, goal, what in ((wanted, bound, excludes), (bound, wanted, allows)):
        decision = decided((Assumption("bound", assumed),), goal, "domain")
        if decision.witness is not None:
            value = decision.witness.values[quantity.name]
            yield found.finding("domain-wrong", f"this {what.format(value)}", {quantity.name: value})
            return


def judge_together(found: Sequence[StatedConstraint], axes: Sequence[int], document: Document) -> Iterator[Finding]:
    """Constraints on axes that no output size has, and one that is stated twice for an axis and never for the other."""
    for constraint in found:
        if axes and constraint.axis is not None and constraint.axis not in axes:
            message = f"no spatial axis {constraint.axis} exists here: axes are counted from 0"
            yield constraint.finding("formula-wrong", message)
    for first, second in combinations([c for c in found if c.axis in axes], 2):
        if first.statement.written == second.statement.written and first.statement.path == second.statement.path:
            # Axes come in their order: of two for the last axis, the first was meant for the one before.
            wrong, other = (second, first) if first.axis == axes[0] else (first, second)
            line = document.place(other.statement.start)[0]
            yield wrong.finding("formula-repeated", f"this says the same as line {line}; another axis is meant")
