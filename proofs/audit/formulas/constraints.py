"""The constraints that a document states as formulas, each alone against the clauses: a bound, or one too strong."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from proofs.assumptions.assumption import Assumption
from proofs.assumptions.lemmas import suppose
from proofs.audit.elements.part import FormulaPart, JudgedFormula
from proofs.audit.rulebook.findings import Finding, for_witness, witness_text
from proofs.audit.truth.mood import Mood, mood_of
from proofs.audit.truth.truth import SIGNS, decided, other_axis
from proofs.audit.truth.witnesses import Spelled, in_names
from proofs.engine.statement import Verdict
from proofs.solvers.answers import Values
from proofs.theories.shape import LEGAL
from proofs.theories.topic import clause
from spec.documents.equations.cells import INDICES, OUTPUTS, is_cell
from spec.documents.formulas.formulas import Form, Written
from spec.documents.formulas.tokens import NotUnderstood
from spec.documents.formulas.words import SPATIAL_AXES, TERMS
from spec.documents.pages.model import Document
from spec.language.fold import conjuncts, substitute, subterms
from spec.language.terms import Op, Operation, Quantified, Term, Variable, and_, free_variables, not_
from spec.maxpool.operator import MAXPOOL
from spec.window.geometry import weakest_condition
from spec.window.names import dilation, extent, pad_begin, pad_end, x

OWN = frozenset(v for t in TERMS.values() for v in free_variables(t))
_BOUNDS: Mapping[Variable, Term] = {
    variable: part
    for bound in (*SIGNS, *clause("Y.positive", "X.batch-and-channels"))
    for part in conjuncts(bound.term)
    for variable in free_variables(part)
}
"""What the clauses ask of one quantity alone."""
CONSTRAINT = "constraint"
"""The kind of a claim that is assumed where the document as a whole is asked."""
_ABOUT = "windows.meet-input"
CANDIDATES = 4000
"""Small values tried for a question before the solvers are asked."""
_MEETS = suppose("every window meets the input", weakest_condition())
"""What `windows.meet-input` says, without a search for the tap (theorem `windows.weakest-condition`)."""
_SIMPLE = suppose("the simple condition for authors", and_(pad_begin < extent, pad_end < extent, dilation <= x))
"""Enough for every window, and easy to check: asking for no more than this is an author's choice."""


@dataclass(frozen=True, slots=True)
class StatedConstraint:
    """A constraint of the document in per-axis words; axis None is any. `mixes`: it speaks of another axis too.

    `written` and `path` are those of its formula, `spelled` is where it names its quantities. `is_restriction`: the
    document restricts the operator by it, to a profile, and does not say that the operator needs it.
    """

    start: int
    term: Term
    axis: int | None
    mixes: bool = False
    written: Written | None = None
    path: tuple[str, ...] = ()
    spelled: Spelled = field(default_factory=dict)
    is_restriction: bool = False

    @property
    def is_quantified(self) -> bool:
        """It speaks of every window, or of some tap."""
        return any(isinstance(part, Quantified) for part in subterms(self.term))

    def named(self, values: Values) -> dict[str, object]:
        """A witness in the names of this constraint."""
        return in_names(values, self.axis, [self.spelled])


def constraints(part: FormulaPart) -> list[StatedConstraint]:
    """A formula as constraints, one for each axis that it speaks of by itself. Raises NotUnderstood.

    What speaks of no quantity of an axis constrains nothing that is asked here, nor does a condition of a sentence
    that begins with "if"; one under which a call is an error forbids that.
    """
    mood = mood_of(part.document, part.statement.start, part.statement.text)
    written = part.statement.written
    if written.form is Form.IMPLIES:
        mood = Mood.STATED
    if mood is Mood.CONDITION:
        return []
    found = [_constraint(part, each) for each in (_joined(written) if mood is Mood.STATED else (written,))]
    if mood is Mood.ERROR:
        found = [None if c is None else replace(c, term=not_(c.term)) for c in found]
    return [c for c in found if c is not None]


def _joined(written: Written) -> Iterator[Written]:
    """What is demanded together, one by one: `a >= 0 and b >= 0 and c >= 0` is nested."""
    if written.form not in (Form.ALL, Form.BOTH):
        yield written
        return
    for each in written.parts:
        yield from _joined(each)


def _constraint(part: FormulaPart, written: Written) -> StatedConstraint | None:
    meaning = part.meaning(None)
    term = meaning.condition(written)
    if not free_variables(term) & OWN:
        return None
    statement = part.statement
    both = _both_ends(term) if meaning.equal_pads else term
    is_restriction = any("restriction" in title.lower() for title in statement.path)
    return StatedConstraint(
        statement.start,
        both,
        meaning.axis,
        bool(meaning.other_axes),
        written,
        statement.path,
        dict(meaning.spelled),
        is_restriction,
    )


def _both_ends(term: Term) -> Term:
    """What is said of `pads` holds for the padding at either end."""
    return and_(term, substitute(term, {pad_begin: pad_end}))


def judge_constraint(part: FormulaPart) -> JudgedFormula:
    """What is neither a size nor a definition is a constraint. Raises NotUnderstood."""
    if _is_definition(part):
        return None, []
    found = constraints(part)
    wrong = list({finding.rule: finding for each in reversed(found) for finding in judge_alone(each)}.values())
    if part.statement.written.form is Form.IMPLIES:
        _check_condition(part, found)
        wrong = [_of_implication(each) for each in wrong]
    verdict = "refuted" if is_refuted(wrong) else "proved" if found and all(map(_is_needed, found)) else "assumed"
    return part.claim(CONSTRAINT, verdict), wrong


def _check_condition(part: FormulaPart, found: Sequence[StatedConstraint]) -> None:
    """What is said under a condition that no call meets says nothing. Raises NotUnderstood."""
    for each in found:
        condition = part.meaning(each.axis).condition(part.statement.written.parts[0])
        if decided(_profile(condition), not_(condition), _ABOUT).verdict is Verdict.PROVED:
            raise NotUnderstood("no call that the operator allows meets its condition")


def _of_implication(found: Finding) -> Finding:
    """A formula under conditions forbids no call: it does not hold for one that the operator allows."""
    if found.rule not in ("constraint-too-strong", "constraint-sufficient"):
        return found
    return replace(found, rule="formula-wrong", message=f"this does not hold {for_witness(found.witness)}")


def is_refuted(findings: Sequence[Finding]) -> bool:
    """Some finding says more than that a constraint asks for more than is needed."""
    return any(finding.rule != "constraint-sufficient" for finding in findings)


def is_assumed(findings: Sequence[Finding]) -> bool:
    """A constraint that is too strong still counts beside the others; one that speaks of something else does not."""
    return not any(finding.rule in ("formula-wrong", "domain-wrong") for finding in findings)


def _is_definition(part: FormulaPart) -> bool:
    """α = ..., or X_p = pad(X, pads): a name gets its meaning, which is judged where the name is used.

    An output's elements are used nowhere: raises NotUnderstood for a definition of theirs that no judge has taken.
    """
    written = part.statement.written
    if written.form is not Form.RELATION or written.text != "EQ":
        return False
    if is_cell(written.parts[0], OUTPUTS | INDICES) and len(written.parts[0].parts) > SPATIAL_AXES:
        raise NotUnderstood(f"how this defines {written.parts[0].parts[0].text} is not understood")
    return written.parts[0].form in (Form.NAME, Form.INDEX) and part.notation.resolve(written.parts[0]) is None


def judge_alone(found: StatedConstraint) -> Iterator[Finding]:
    """A bound on one quantity is the clauses'; a condition on several excludes no call that the operator allows."""
    names = {re.sub(r"_\d$", "", v.name) for v in free_variables(found.term)}
    if found.mixes and len(names) > 1:
        message = "this ties quantities of two spatial axes together; each axis has a constraint of its own"
        yield Finding("formula-wrong", found.start, message)
        return
    for part in conjuncts(found.term):
        if isinstance(part, Operation) and part.op is Op.EQ and part.args[0] == part.args[1]:
            continue  # H = dX_2, a name and what it stands for, bounds nothing.
        if len(free_variables(part)) == 1 and free_variables(part) <= _BOUNDS.keys():
            yield from _judge_bound(found, part, *free_variables(part))
        elif _is_of_bounds(part):
            yield from _judge_bounds(found, part)
        elif not found.is_restriction and (finding := _too_strong(found, part)) is not None:
            yield finding
            return


EVERY_CALL: tuple[Assumption, ...] = (*LEGAL, _MEETS)
"""What every legal call has on an axis."""


def _profile(term: Term) -> tuple[Assumption, ...]:
    """What every legal call has on an axis, in the form in which the solvers decide it."""
    quantified = any(isinstance(part, Quantified) for part in subterms(term))
    named = {v.name for v in free_variables(term)}
    others = (i for i in range(SPATIAL_AXES) if any(name.endswith(f"_{i}") for name in named))
    beyond = (assumption for i in others for assumption in other_axis(i))
    return (*LEGAL, *(clause(_ABOUT) if quantified else (_MEETS,)), *beyond)


_WINDOWS = MAXPOOL[_ABOUT]
_FORMS = (_WINDOWS.formula,) if _WINDOWS.check is None else (_WINDOWS.formula, _WINDOWS.check)
_SAID = frozenset(
    part for term in (*(a.term for a in LEGAL), _MEETS.term, *_FORMS) for part in (term, *conjuncts(term))
)
"""What the clauses themselves ask of a call, as they write it, and their parts: no solver is asked about these."""


def _is_needed(found: StatedConstraint) -> bool:
    """Every call that the operator allows meets the constraint."""
    if _SAID.issuperset(conjuncts(found.term)):
        return True
    return decided(_profile(found.term), found.term, _ABOUT).verdict is Verdict.PROVED


def _too_strong(found: StatedConstraint, part: Term) -> Finding | None:
    if part in _SAID:
        return None
    decision = decided(_profile(part), part, _ABOUT, CANDIDATES)
    if decision.witness is None:
        return None
    values = found.named(decision.witness.values)
    said = f"a call that the operator allows: {witness_text(values)}"
    if decided((*LEGAL, _SIMPLE), part, _ABOUT).verdict is Verdict.PROVED:
        return Finding("constraint-sufficient", found.start, f"this is enough, but also excludes {said}", values)
    return Finding("constraint-too-strong", found.start, f"this excludes {said}", values)


def _judge_bound(found: StatedConstraint, bound: Term, quantity: Variable) -> Iterator[Finding]:
    wanted = _BOUNDS[quantity]
    excludes, allows = "excludes {}, which the operator allows", "allows {}, for which the operator is not defined"
    directions = (
        ((bound, wanted, allows),) if found.is_restriction else ((wanted, bound, excludes), (bound, wanted, allows))
    )
    for assumed, goal, what in directions:
        decision = decided((Assumption("bound", assumed),), goal, "domain")
        if decision.witness is not None:
            value = decision.witness.values[quantity.name]
            shown = found.named({quantity.name: value}) or {quantity.name: value}
            yield Finding("domain-wrong", found.start, f"this {what.format(witness_text(shown))}", shown)
            return


def _is_of_bounds(part: Term) -> bool:
    """Bounds of several quantities, joined by "or"."""
    if not isinstance(part, Operation) or part.op not in (Op.OR, Op.AND):
        return False
    return all(
        _is_of_bounds(each) or (free_variables(each) <= _BOUNDS.keys() and len(free_variables(each)) == 1)
        for each in part.args
    )


def _judge_bounds(found: StatedConstraint, part: Term) -> Iterator[Finding]:
    """Each quantity has its bound in every call, and not where another one has not."""
    for quantity in sorted(free_variables(part), key=lambda v: v.name):
        decision = decided((Assumption("bound", part),), _BOUNDS[quantity], "domain")
        if decision.witness is not None:
            shown = found.named(decision.witness.values) or dict(decision.witness.values)
            message = f"this allows {witness_text(shown)}, for which the operator is not defined"
            yield Finding("domain-wrong", found.start, message, shown)
            return


def judge_together(found: Sequence[StatedConstraint], axes: Sequence[int], document: Document) -> Iterator[Finding]:
    """Constraints on axes that the operator does not have, and one stated twice for an axis and never for the other."""
    for constraint in found:
        if constraint.axis is not None and constraint.axis not in range(SPATIAL_AXES):
            message = f"no spatial axis {constraint.axis} exists here: axes are counted from 0"
            yield Finding("formula-wrong", constraint.start, message)
    for first, second in combinations([c for c in found if c.axis in axes], 2):
        if first.written is not None and first.written == second.written and first.path == second.path:
            # Axes come in their order: of two for the last axis, the first was meant for the one before.
            wrong, other = (second, first) if first.axis == axes[0] else (first, second)
            line = document.place(other.start)[0]
            message = f"this says the same as line {line}; another axis is meant"
            yield Finding("formula-repeated", wrong.start, message)
