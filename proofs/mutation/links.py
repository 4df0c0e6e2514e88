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
from proofs.engine.decide import decide
from proofs.engine.statement import Verdict
from proofs.engine.terms import Obligation
from proofs.mutation.mutants import mutants
from proofs.mutation.scores import LINKS
from proofs.mutation.trial import (
    holding,
    judged_differently,
    mentioning,
    reaching,
    speaks_of_outputs,
    with_formula,
)
from proofs.solvers.answers import Limits
from reference.common.identity import digest
from reference.common.pool import run_tasks
from spec.language.terms import Term
from spec.operator.clauses import Clause
from spec.operator.experiments import CallCase, OutputCase
from spec.operator.operator import Operator
from spec.readings.plain import to_plain

MOST_MUTANTS = 16
"""So many mutants are tried on an obligation, spread over all of them, before it is said to notice none."""
LIMITS = Limits(seconds=1.0)

Noticed = dict[str, dict[str, Any]]
"""By label: the mutant that was noticed, or that none was, and how many were tried."""


def links_of(catalogue: Catalogue, label: str) -> dict[str, Noticed]:
    """What notices a change of one clause."""
    operator, clause, experiments = catalogue.operator, catalogue.operator[label], catalogue.experiments
    every = mutants(clause.formula)
    some = every[:: max(1, -(-len(every) // MOST_MUTANTS))]
    of_outputs = speaks_of_outputs(operator, clause)
    tried = some if of_outputs else every
    examples = [e.label for e in catalogue.examples]
    calls = (call for call in reaching(operator, label, experiments.calls()) if call.example)
    vectors = experiments.vectors(clause)
    return {
        "obligations": {o.label: _obligation(o, clause, some) for o in mentioning(catalogue, clause)},
        "examples": _noticed(
            operator, clause, examples, tried, calls, experiments.outputs(clause) if of_outputs else ()
        ),
        "vectors": _noticed(
            operator, clause, vectors.names, tried, vectors.calls, vectors.outputs if of_outputs else ()
        ),
    }


def _obligation(obligation: Obligation, clause: Clause, tried: Sequence[Term]) -> dict[str, Any]:
    for number, mutant in enumerate(tried, 1):
        # The reference does not run on what a mutant lets through, and the bounded route is of the clause as it is:
        # evaluation alone confirms a counterexample here.
        changed = replace(with_formula(obligation, clause, mutant), replay=None, bounded=None)
        verdict = decide(changed, LIMITS, tightness=False).verdict
        if verdict not in (obligation.expected, Verdict.UNKNOWN):
            return {"noticed": f"{to_plain(mutant)}: {verdict}", "tried": number}
    return {"noticed": "", "tried": len(tried)}


def _noticed(
    operator: Operator,
    clause: Clause,
    labels: Iterable[str],
    tried: Sequence[Term],
    calls: Iterable[CallCase],
    outputs: Iterable[OutputCase],
) -> Noticed:
    """For each label a mutant that it judges differently from the clause, if there is one."""
    found: dict[str, Term] = dict(judged_differently(operator, clause, tried, calls))
    found |= _by_output(tried, outputs)
    return {
        label: {"noticed": to_plain(found[label]) if label in found else "", "tried": len(tried)} for label in labels
    }


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
    return {"schema": LINKS, "tool": digest(), "clauses": dict(zip(labels, found, strict=True))}
