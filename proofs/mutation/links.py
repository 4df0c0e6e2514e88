"""`maxpool evidence links`: which links of the matrix hold. What is traced to a clause must fail when it is changed.

For each clause, mutants are put in its place, as `maxpool mutate --spec` makes them, until an obligation that stands on
it comes to another verdict, and until a worked example, or a conformance vector that says it covers the clause, is
judged differently. A test of `spec/` that decides an obligation, or runs an example, notices what that notices.
`unknown` notices nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from proofs.engine.catalogue import Catalogue
from proofs.engine.statement import Statement
from proofs.mutation.common.scores import LINKS
from proofs.mutation.mutants import mutants
from proofs.mutation.trial import (
    holding,
    judged_differently,
    mentioning,
    other_verdict,
    reaching,
    speaks_of_outputs,
)
from reference.common.identity import state
from reference.common.pool import run_tasks
from spec.language.terms import Term
from spec.operator.clauses import Clause
from spec.operator.experiments import OutputCase, VectorCases
from spec.readings.plain import to_plain

MOST_MUTANTS = 16
"""So many mutants are tried on an obligation, spread over all of them, before it is said to notice none."""

Noticed = dict[str, dict[str, Any]]
"""By label: the mutant that was noticed, or that none was, and how many were tried."""


def links_of(catalogue: Catalogue, label: str) -> dict[str, Noticed]:
    """What notices a change of one clause."""
    operator, clause, experiments = catalogue.operator, catalogue.operator[label], catalogue.experiments
    every = mutants(clause.formula)
    some = every[:: max(1, -(-len(every) // MOST_MUTANTS))]
    of_outputs = speaks_of_outputs(operator, clause)
    tried = some if of_outputs else every

    def noticed(cases: VectorCases) -> Noticed:
        """For each name a mutant that it judges differently from the clause, if there is one."""
        found = dict(judged_differently(operator, clause, tried, cases.calls))
        found |= _by_output(tried, cases.outputs if of_outputs else ())
        return {
            name: {"noticed": to_plain(found[name]) if name in found else "", "tried": len(tried)}
            for name in cases.names
        }

    calls = tuple(call for call in reaching(operator, label, experiments.calls()) if call.example)
    examples = tuple(e.label for e in catalogue.examples)
    return {
        "obligations": {o.label: _obligation(o, clause, some) for o in mentioning(catalogue, clause)},
        "examples": noticed(VectorCases(examples, calls, experiments.outputs(clause) if of_outputs else ())),
        "vectors": noticed(experiments.vectors(clause)),
    }


def _obligation(obligation: Statement, clause: Clause, tried: Sequence[Term]) -> dict[str, Any]:
    for number, mutant in enumerate(tried, 1):
        # The reference does not run on what a mutant lets through, and the bounded route is of the clause as it is:
        # evaluation alone confirms a counterexample here.
        changed = replace(obligation.with_formula(clause, mutant), replay=None, bounded=None)
        if verdict := other_verdict(changed):
            return {"noticed": f"{to_plain(mutant)}: {verdict}", "tried": number}
    return {"noticed": "", "tried": len(tried)}


def _by_output(tried: Sequence[Term], cases: Iterable[OutputCase]) -> Iterator[tuple[str, Term]]:
    """By cases of outputs: whether the clause holds for one, and whether the mutant does."""
    judged = [(mutant, holding(mutant)) for mutant in tried]
    noticed: set[str] = set()
    for case in cases:
        # A case with another content is no cell of what was run.
        if case.printed and case.of not in noticed:
            mutant = next((m for m, holds in judged if holds(case.environment) != case.holds), None)
            if mutant is not None:
                noticed.add(case.of)
                yield case.of, mutant


def links(
    catalogue: Catalogue, labels: Sequence[str], done: Callable[[object], None] = lambda _: None
) -> dict[str, Any]:
    """The links of some clauses as one document; `done` is called with those of each."""
    found = run_tasks(links_of, [(catalogue, label) for label in labels], done=done)
    return {"schema": LINKS, "tool": state(), "clauses": dict(zip(labels, found, strict=True))}
