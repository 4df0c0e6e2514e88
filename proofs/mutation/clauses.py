"""`maxpool mutate --spec`: every mutation of a clause must be noticed by an example, an edge or an obligation.

Mutations are single changes of the formula and, of definitions and decisions, weakenings in each sub-case and names
exchanged everywhere. A mutant that nothing notices is a survivor, unless both solvers prove it equivalent.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from proofs.engine.catalogue import NO_LEMMAS, Catalogue, Weakening
from proofs.mutation.common.scores import Mutant, ScoresJson, in_parts, scores
from proofs.mutation.equivalence import adds_nothing, equivalent
from proofs.mutation.mutants import mutants, weakened
from proofs.mutation.trial import (
    OutputTrial,
    judged_differently,
    mentioning,
    other_verdict,
    reaching,
    speaks_of_outputs,
)
from proofs.reports.examination import misjudged
from proofs.reports.strength import first_wrong
from proofs.solvers.answers import BRIEF_LIMITS
from spec.language.terms import Term
from spec.operator.clauses import Clause, Decision, Definition
from spec.operator.operator import Operator
from spec.readings.plain import to_plain

AT_A_TIME = 100
ALL_OF_THEM = slice(None)


def mutate(catalogue: Catalogue, label: str, part: slice = ALL_OF_THEM) -> list[Mutant]:
    """All mutants of a clause's formula, or some of them. One that says the same as the clause does no harm."""
    operator, clause = catalogue.operator, catalogue.operator[label]
    experiments = catalogue.experiments
    calls = tuple(reaching(operator, label, experiments.calls()))
    outputs = OutputTrial(experiments.outputs(clause) if speaks_of_outputs(operator, clause) else ())
    obligations = mentioning(catalogue, clause)
    found = []
    for mutant in mutants(clause.formula)[part]:
        by_call = next(judged_differently(operator, clause, [mutant], calls), None)
        noticed = f"call of {by_call[0]}" if by_call else outputs.noticed(mutant)
        by_obligation = (o.label for o in obligations if other_verdict(o.with_formula(clause, mutant)))
        noticed = noticed or next(by_obligation, "")
        same = not noticed and equivalent(operator, clause, mutant, BRIEF_LIMITS)
        found.append(Mutant(label, to_plain(mutant), noticed, harmless=same))
    return found


def mutate_weakened(catalogue: Catalogue, label: str, part: slice = ALL_OF_THEM) -> list[Mutant]:
    """The higher-order mutants of a clause, or some, each with what notices it: a situation, an edge or a theorem.

    Such mutants say too little of one sub-case, or another thing consistently: what others determine does not show it.
    """
    clause, weakening = catalogue.operator[label], catalogue.weakening()
    found = list(weakened(clause, weakening.cases(clause), weakening.swaps))[part]
    return [_tried(catalogue, weakening, clause, name, formula) for name, formula in found]


def _tried(catalogue: Catalogue, weakening: Weakening, clause: Clause, name: str, formula: Term) -> Mutant:
    operator = catalogue.operator.changed(clause.label, formula)
    noticed = first_wrong(operator, clause.label, catalogue.experiments.situations())
    noticed = noticed or next(misjudged(operator, catalogue.experiments.calls()), "")
    same = not noticed and _says_the_same(catalogue.operator, clause, formula, weakening)
    if not noticed and not same:
        reading = (o for o in weakening.theorems(operator) if clause.label in o.reads(operator))
        noticed = next((o.label for o in reading if other_verdict(o)), "")
    return Mutant(clause.label, name, noticed, harmless=same)


def _says_the_same(operator: Operator, clause: Clause, formula: Term, weakening: Weakening) -> bool:
    known = weakening.known.get(clause.label, NO_LEMMAS)
    return adds_nothing(operator, clause, formula, known, BRIEF_LIMITS) or equivalent(
        operator, clause, formula, BRIEF_LIMITS
    )


Judge = Callable[[Catalogue, str, slice], list[Mutant]]


def mutate_all(
    catalogue: Catalogue, labels: Sequence[str], done: Callable[[int], None] = lambda _: None
) -> list[Mutant]:
    """All mutants of some clauses, a hundred at a time to each process; `done` is called with how many were tried."""
    numbers = ((judge, label, number) for label in labels for judge, number in _numbers(catalogue, label).items())
    starts = ((judge, label, i) for judge, label, number in numbers for i in range(0, number, AT_A_TIME))
    return in_parts(_judged, [(judge, catalogue, label, slice(i, i + AT_A_TIME)) for judge, label, i in starts], done)


def _judged(judge: Judge, catalogue: Catalogue, label: str, part: slice) -> list[Mutant]:
    return judge(catalogue, label, part)


def _numbers(catalogue: Catalogue, label: str) -> Mapping[Judge, int]:
    """How many mutants of each order a clause has; only definitions and decisions are weakened."""
    clause, weakening = catalogue.operator[label], catalogue.weakening()
    is_weakened = isinstance(clause, Definition | Decision)
    of_higher_order = sum(1 for _ in weakened(clause, weakening.cases(clause), weakening.swaps)) if is_weakened else 0
    return {mutate: len(mutants(clause.formula)), mutate_weakened: of_higher_order}


def count(catalogue: Catalogue, labels: Sequence[str]) -> int:
    """How many mutants some clauses have."""
    return sum(sum(_numbers(catalogue, label).values()) for label in labels)


def report(results: Sequence[Mutant]) -> ScoresJson:
    """The scores as one JSON document."""
    return scores("spec", results, ("clause", "formula"))
