"""Where a mutant of a clause or a claim stands in the obligations, and which of them notices it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache

from proofs.assumptions.assumption import Assumption
from proofs.catalogue import CATALOGUE
from proofs.engine.decide import decide
from proofs.engine.search import smallest
from proofs.engine.statement import Verdict
from proofs.engine.terms import Obligation
from proofs.mutation.mutants import mutants
from spec.language.fold import divisors
from spec.language.terms import Op, Operation, Sort, Term, Variable, children
from spec.operator.clauses import ADDED
from spec.readings.value import Undefined

BRIEF_SEARCH = 3_000
"""How many values are tried for a counterexample before the solvers are asked."""


@cache
def in_terms() -> tuple[Obligation, ...]:
    """The obligations in terms; those on bits use no formula of a clause or a claim."""
    return tuple(obligation for obligation in CATALOGUE.obligations if isinstance(obligation, Obligation))


def defined(formula: Term) -> Variable | None:
    """The name that a formula `name = term` gives a value to."""
    match formula:
        case Operation(Op.EQ, (Variable() as name, _)):
            return name
    return None


def mutants_of(formula: Term) -> tuple[Term, ...]:
    """All mutants of a formula; of `name = term`, those of the term: what is defined stays defined."""
    if (name := defined(formula)) is None:
        return mutants(formula)
    return tuple(name.eq(mutant) for mutant in mutants(children(formula)[1]))


def with_mutant(label: str, formula: Term, mutant: Term) -> Iterator[Obligation]:
    """The obligations that stand on a formula or speak of it, with its mutant in one of the places where it stands."""
    old, new = _bodies(formula, mutant)
    for obligation in in_terms():
        if label in obligation.about:
            yield from (replace(obligation, goal=goal) for goal in _replaced(obligation.goal, old, new))
        for i, assumption in enumerate(obligation.assumptions):
            if label in obligation.about or (assumption.label, assumption.term) == (label, formula):
                for term in _replaced(assumption.term, old, new):
                    others = obligation.assumptions
                    changed = (*others[:i], Assumption(assumption.label, term), *others[i + 1 :])
                    yield replace(obligation, assumptions=changed)


def _bodies(formula: Term, mutant: Term) -> tuple[Term, Term]:
    """What a formula and its mutant say: of `name = term`, the terms."""
    return (formula, mutant) if defined(formula) is None else (children(formula)[1], children(mutant)[1])


def _replaced(node: Term, old: Term, new: Term) -> Iterator[Term]:
    """The term with one occurrence of a subterm replaced, for each occurrence. Under a quantifier there is none."""
    if node == old:
        yield new
    elif isinstance(node, Operation):
        for i, arg in enumerate(node.args):
            for changed in _replaced(arg, old, new):
                yield Operation(node.op, (*node.args[:i], changed, *node.args[i + 1 :]))


def noticed(formula: Term, mutant: Term, obligations: Iterable[Obligation]) -> bool:
    """The mutant says the same as the formula, or at least one obligation that it stands in is not as expected.

    A small counterexample is looked for first; whole decisions are made only where there is none.
    """
    found = tuple(obligations)
    if any(map(_has_small_counterexample, found)) or equivalent(formula, mutant):
        return True
    return any(not decide(obligation, tightness=False).as_expected for obligation in reversed(found))


def _has_small_counterexample(obligation: Obligation) -> bool:
    if obligation.expected is not Verdict.PROVED:
        return False
    try:
        return smallest([a.term for a in obligation.assumptions], obligation.conclusion, BRIEF_SEARCH) is not None
    except Undefined:
        return False


def equivalent(formula: Term, mutant: Term) -> bool:
    """Where the formula's divisions mean anything, the mutant says the same: by two routes, and in all small cases."""
    left, right = _bodies(formula, mutant)
    same = Obligation(
        label="equivalent",
        statement="The mutant says the same.",
        assumptions=tuple(Assumption(f"divisor-{i}", d > 0) for i, d in enumerate(sorted(divisors(left), key=repr))),
        goal=left.iff(right) if left.sort is Sort.BOOL else left.eq(right),
        source=ADDED,
    )
    return not _has_small_counterexample(same) and decide(same, tightness=False).verdict is Verdict.PROVED
