"""Clauses, claims and theorems as assumptions, and what a theorem stands on when it is used as a lemma."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import reduce

from proofs.assumptions.assumption import Assumption, Basis, Provable
from proofs.assumptions.derivation import Hypothesis, Sequent
from proofs.assumptions.words import Lexicon, implies
from spec.language.terms import Term, Variable, free_variables
from spec.operator.claims import Claim
from spec.operator.clauses import Scope
from spec.operator.operator import Operator
from spec.readings.plain import to_plain

OF_SOME_CALLS = "where "
"""What stands in the label of an assumption before which calls alone a clause is assumed of."""


def stating(operator: Operator, label: str) -> Basis:
    """A clause of an operator, to be assumed as it stands or as what follows from it."""
    clause = operator[label]
    forms = (clause.formula, *operator.instances(clause))
    return Basis(clause, Sequent(clause.formula), forms, operator.name)


def claiming(claim: Claim) -> Basis:
    """A claim of a document, to be assumed as it stands or as what follows from it."""
    return Basis(claim, Sequent(claim.formula), (claim.formula,))


def lemma(theorem: Provable) -> Basis:
    """A theorem, to be assumed as it was proved or as what follows from it."""
    return Basis(theorem, sequent_of(theorem))


def assumed(operator: Operator, *labels: str, of: Mapping[Variable, Term] | None = None) -> tuple[Assumption, ...]:
    """Clauses of an operator as assumptions, in per-axis words where they hold on each axis.

    `of` says which calls they are assumed of, by what some quantities are that belong to the call and to no axis.
    """
    return tuple(a for label in labels for a in _of_calls(operator, label, of or {}))


def instances(operator: Operator, label: str, *, of: Mapping[Variable, Term] | None = None) -> tuple[Assumption, ...]:
    """A clause in the documents' symbols: once, or once for each axis; of all calls, or of some as in `assumed`."""
    on_axis = operator[label].scope is Scope.AXIS
    return _of_calls(operator, label, of or {}, operator.axes if on_axis else ({},))


def _of_calls(
    operator: Operator, label: str, of: Mapping[Variable, Term], axes: Sequence[Mapping[Variable, Term]] = ({},)
) -> tuple[Assumption, ...]:
    """A clause, on some axes. What it says of some calls alone does not bear its label alone."""
    said, clause = stating(operator, label), operator[label]
    here = {v: t for v, t in of.items() if clause.scope is Scope.AXIS and v in free_variables(clause.formula)}
    if here:
        said = said.put(here).settled()
    where = " and ".join(f"{v.name} = {to_plain(t)}" for v, t in here.items())
    return tuple((said.put(axis) if axis else said).assume(also=where and OF_SOME_CALLS + where) for axis in axes)


def assumed_of(label: str) -> str:
    """Of which calls alone a clause is assumed under a label: `ceil_mode = 0`; empty where it is of all."""
    _, _, also = label.partition(", ")
    return also.removeprefix(OF_SOME_CALLS) if also.startswith(OF_SOME_CALLS) else ""


def claimed(claim: Claim) -> Assumption:
    """A claim of a document as an assumption."""
    return claiming(claim).assume()


def suppose(label: str, term: Term) -> Assumption:
    """A hypothesis of the obligation itself."""
    return Assumption(label, term)


# --- theorems as lemmas ---------------------------------------------------------------------------


def meaning_of(assumptions: Sequence[Assumption]) -> Lexicon:
    """What the names in some assumptions stand for; raises ValueError where one stands for two things."""
    return reduce(Lexicon.__or__, (a.basis.meaning for a in assumptions if a.basis), Lexicon())


def sequent_of(theorem: Provable) -> Sequent:
    """What a theorem says without names, with all that it stands on; raises ValueError as `require_sound` does."""
    meaning = require_sound(theorem)
    own = [a.hypothesis(meaning) for a in theorem.assumptions]
    given = [h.term for h in own if h.behind is None]
    return Sequent(meaning.put_back(theorem.goal), tuple(_without(h, given) for h in own))


def _without(hypothesis: Hypothesis, given: Sequence[Term]) -> Hypothesis:
    """A lemma without what the theorem that uses it assumes itself."""
    if hypothesis.behind is None:
        return hypothesis
    left = tuple(b for b in hypothesis.behind if not any(implies(term, b.term) for term in given))
    return replace(hypothesis, behind=left)


def require_sound(theorem: Provable) -> Lexicon:
    """What the names in a theorem stand for; raises ValueError, with its label, where its assumptions do not fit.

    One name stands for one thing; a number that some clause chooses is chosen by that clause alone; what a lemma stands
    on is assumed beside it, or is said to be left standing.
    """
    try:
        meaning = meaning_of(theorem.assumptions)
        _require_one_choice(theorem.assumptions)
    except ValueError as error:
        raise ValueError(f"{theorem.label}: {error}") from None
    given = [meaning.put_back(a.term) for a in theorem.assumptions if a.theorem is None]
    for assumption in theorem.assumptions:
        for hypothesis in assumption.standing:
            named = assumption.basis is not None and hypothesis.label in assumption.basis.leaving
            full = hypothesis.in_full(meaning).term
            if not named and not any(implies(term, full) for term in given):
                raise ValueError(
                    f"{theorem.label}: {assumption.label} stands on {hypothesis.label!r}, which is not given"
                )
    return meaning


def left_standing(theorem: Provable) -> Mapping[str, tuple[str, ...]]:
    """By the label of a lemma that a theorem uses, what that stands on beside the theorem's own assumptions."""
    meaning = meaning_of(theorem.assumptions)
    given = [meaning.put_back(a.term) for a in theorem.assumptions if a.theorem is None]
    found = {a.label: _without(a.hypothesis(meaning), given).behind for a in theorem.assumptions}
    return {label: tuple(dict.fromkeys(h.label for h in behind)) for label, behind in found.items() if behind}


def _require_one_choice(assumptions: Sequence[Assumption]) -> None:
    chosen: dict[Variable, Term] = {}
    for assumption in assumptions:
        for variable, said in assumption.chosen.items():
            if chosen.setdefault(variable, said) != said:
                raise ValueError(f"{variable.name} is chosen twice")
