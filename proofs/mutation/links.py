"""`maxpool evidence links`: which links of the matrix hold. What is traced to a clause must fail when it is changed.

For each clause, its mutations are put in its place, as `maxpool mutate --spec` makes them; and it is counted at how
many of them an obligation that stands on it comes to another verdict, and a worked example, or a conformance vector
that says it covers the clause, is judged differently. All are tried, however soon one is noticed; of a clause with
many, some that are spread over all, fewer where solvers decide. A test of `spec/` that decides an obligation, or runs
an example, notices what that notices. `unknown` notices nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Literal, TypedDict

from proofs.engine.catalogue import Catalogue
from proofs.engine.statement import Verdict
from proofs.mutation.common.link_trial import LinkJson, LinkTrial
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

MOST_DECIDED, MOST_EVALUATED = 16, 150
"""Of a clause with more mutations than the second, so many are tried on obligations, and on examples and vectors."""

Trials = dict[str, LinkJson]
"""By label: how many mutations of the clause were tried and noticed, and one that was."""


def obligation_links(catalogue: Catalogue, label: str, of: str) -> dict[str, Trials]:
    """What one obligation notices of the changes of a clause."""
    clause, obligation = catalogue.operator[label], catalogue[of]
    every = mutants(clause.formula)
    # The reference does not run on what a mutant lets through, and the bounded route is of the clause as it is:
    # evaluation alone confirms a counterexample here.
    changed = ((m, obligation.with_formula(clause, m)) for m in tried(every)[0])
    known = obligation.smallest() if obligation.expected is Verdict.REFUTED else None
    noticed = {m: other_verdict(replace(o, replay=None, bounded=None), known) for m, o in changed}
    return {"obligations": {of: _trial(clause, every, noticed)}}


def case_links(catalogue: Catalogue, label: str) -> dict[str, Trials]:
    """What examples, and vectors, notice of the changes of a clause."""
    operator, clause, experiments = catalogue.operator, catalogue.operator[label], catalogue.experiments
    every = mutants(clause.formula)
    to_evaluate = tried(every)[1]
    of_outputs = speaks_of_outputs(operator, clause)

    def trials(cases: VectorCases) -> Trials:
        """For each name, the mutants that it judges differently from the clause."""
        found = _by_output(to_evaluate, cases.outputs if of_outputs else ())
        for mutant in to_evaluate:
            for name, _ in judged_differently(operator, clause, [mutant], cases.calls):
                found.setdefault(name, set()).add(mutant)
        none: set[Term] = set()
        return {
            name: _trial(clause, every, {m: "" if m in found.get(name, none) else None for m in to_evaluate})
            for name in cases.names
        }

    calls = tuple(call for call in reaching(operator, label, experiments.calls()) if call.example)
    examples = tuple(e.label for e in catalogue.examples)
    return {
        "examples": trials(VectorCases(examples, calls, experiments.outputs(clause) if of_outputs else ())),
        "vectors": trials(experiments.vectors(clause)),
    }


def _trial(clause: Clause, every: Sequence[Term], noticed: Mapping[Term, str | None]) -> LinkJson:
    found = LinkTrial(clause.formula, len(every))
    for mutant, said in noticed.items():
        found.take(mutant, said)
    return found.json()


def tried(every: Sequence[Term]) -> tuple[Sequence[Term], Sequence[Term]]:
    """The mutations that are tried on obligations, and on examples and vectors: all, if a clause has not too many."""
    if len(every) <= MOST_EVALUATED:
        return every, every
    return _spread(every, MOST_DECIDED), _spread(every, MOST_EVALUATED)


def _spread(every: Sequence[Term], most: int) -> Sequence[Term]:
    return every[:: max(1, -(-len(every) // most))]


def _by_output(tried: Sequence[Term], cases: Iterable[OutputCase]) -> dict[str, set[Term]]:
    """By what cases of outputs are of: the mutants that hold for one where the clause does not, or the other way."""
    judged = [(mutant, holding(mutant)) for mutant in tried]
    noticed: dict[str, set[Term]] = {}
    for case in cases:
        # A case with another content is no cell of what was run.
        if case.printed:
            seen = noticed.setdefault(case.of, set())
            seen |= {m for m, holds in judged if m not in seen and holds(case.environment) != case.holds}
    return noticed


class LinksJson(TypedDict):
    """What notices a change of each clause: obligations, examples, vectors, tests, by their labels."""

    schema: Literal["maxpool/links/1"]
    tool: str
    clauses: dict[str, dict[str, Trials]]


def links(catalogue: Catalogue, labels: Sequence[str], done: Callable[[object], None] = lambda _: None) -> LinksJson:
    """The links of some clauses as one document; `done` is called once for each of them."""
    # What takes longest is not begun last: clauses with many mutations are first, and each obligation is by itself.
    begun = sorted(labels, key=lambda label: -len(tried(mutants(catalogue.operator[label].formula))[0]))
    tasks = [(catalogue, label, of) for label in begun for of in (*_obligations(catalogue, label), None)]
    found: dict[str, dict[str, Trials]] = {label: {"obligations": {}} for label in labels}

    def take(part: tuple[str, dict[str, Trials]]) -> None:
        label, noticed = part
        for kind, trials in noticed.items():
            found[label].setdefault(kind, {}).update(trials)
        if "examples" in noticed:  # The last of a clause.
            done(label)

    run_tasks(_part, tasks, done=take)
    return {"schema": LINKS, "tool": state(), "clauses": found}


def _obligations(catalogue: Catalogue, label: str) -> list[str]:
    return [obligation.label for obligation in mentioning(catalogue, catalogue.operator[label])]


def _part(catalogue: Catalogue, label: str, of: str | None) -> tuple[str, dict[str, Trials]]:
    """In a worker: what an obligation notices of the changes of a clause, or what all else does."""
    return label, case_links(catalogue, label) if of is None else obligation_links(catalogue, label, of)
