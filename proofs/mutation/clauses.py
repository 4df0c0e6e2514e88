"""`maxpool mutate --spec`: every mutation of a clause must be noticed by an example, an edge or an obligation.

A mutant that nothing notices is a survivor, unless both solvers prove it equivalent to the clause.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from proofs.engine.catalogue import Catalogue
from proofs.engine.decide import decide
from proofs.engine.statement import Verdict
from proofs.engine.terms import Obligation
from proofs.mutation.equivalence import equivalent
from proofs.mutation.mutants import mutants
from proofs.mutation.scores import Mutant, scores
from proofs.mutation.trial import (
    OutputTrial,
    judged_differently,
    mentioning,
    reaching,
    speaks_of_outputs,
    with_formula,
)
from proofs.solvers.answers import Limits
from reference.common.pool import run_tasks
from spec.language.terms import Term
from spec.operator.clauses import Clause
from spec.readings.plain import to_plain

LIMITS = Limits(seconds=1.0)
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
        noticed = noticed or _noticed_by_obligation(obligations, clause, mutant)
        same = not noticed and equivalent(operator, clause, mutant, LIMITS)
        found.append(Mutant(label, to_plain(mutant), noticed, harmless=same))
    return found


def _noticed_by_obligation(obligations: Sequence[Obligation], clause: Clause, mutant: Term) -> str:
    """Some obligation that stands on the clause, or speaks of it, has another verdict; `unknown` notices nothing."""
    for obligation in obligations:
        changed = with_formula(obligation, clause, mutant)
        if decide(changed, LIMITS, tightness=False).verdict not in (obligation.expected, Verdict.UNKNOWN):
            return obligation.label
    return ""


def mutate_all(
    catalogue: Catalogue, labels: Sequence[str], done: Callable[[int], None] = lambda _: None
) -> list[Mutant]:
    """All mutants of some clauses, some at a time to each process; `done` is called with how many were tried."""
    tasks = [(catalogue, label, part) for label in labels for part in _parts(catalogue, label)]
    found = run_tasks(mutate, tasks, done=lambda mutants: done(len(mutants)))
    return [mutant for mutants in found for mutant in mutants]


def count(catalogue: Catalogue, labels: Sequence[str]) -> int:
    """How many mutants some clauses have."""
    return sum(len(mutants(catalogue.operator[label].formula)) for label in labels)


def _parts(catalogue: Catalogue, label: str) -> list[slice]:
    """The mutants of a clause, a hundred at a time."""
    number = len(mutants(catalogue.operator[label].formula))
    return [slice(i, i + AT_A_TIME) for i in range(0, number, AT_A_TIME)]


def report(results: Sequence[Mutant]) -> dict[str, Any]:
    """The scores as one JSON document."""
    return scores("spec", results, ("clause", "formula"))
