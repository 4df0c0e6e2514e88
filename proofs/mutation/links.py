"""`maxpool evidence links`: which links of the matrix hold. What is traced to a clause must fail when it is changed.

For each clause, slips of the pen are put in its place, as `maxpool mutate --spec` makes them, until an obligation that
stands on it comes to another verdict, and until a worked example, or a conformance vector that says it covers the
clause, is judged differently. A test of `spec/` that decides an obligation, or runs an example, notices what that
notices. `unknown` notices nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from proofs.engine.decide import decide
from proofs.engine.solvers import Limits
from proofs.engine.statement import Verdict
from proofs.engine.terms import Obligation
from proofs.evidence.package.names import LINKS
from proofs.mutation import clauses as mutate
from proofs.mutation.cases import Case, Ran, cases, described, holding, ran, small_examples
from proofs.mutation.mutants import mutants
from reference.common.identity import digest
from reference.common.pool import run_tasks
from reference.conformance.vectors import vectors
from spec.examples.catalogue import ALL as EXAMPLES
from spec.examples.rejected import EDGES
from spec.language.terms import Term
from spec.maxpool.operator import MAXPOOL
from spec.operator.clauses import Clause, Scope
from spec.readings.plain import to_plain
from spec.readings.value import DivisorNotPositive, Environment, Undefined

MOST_SLIPS = 16
"""So many slips are tried on an obligation, spread over all of them, before it is said to notice none."""
LIMITS = Limits(seconds=1.0)

Noticed = dict[str, dict[str, Any]]
"""By label: the slip that was noticed, or that none was, and how many were tried."""


def links_of(label: str) -> dict[str, Noticed]:
    """What notices a change of one clause."""
    clause = MAXPOOL[label]
    slips = mutants(clause.formula)
    tried = slips[:: max(1, -(-len(slips) // MOST_SLIPS))]
    return {
        "obligations": {o.label: _obligation(o, clause, tried) for o in mutate.mentioning(label)},
        "examples": _examples(clause, tried if mutate.speaks_of_outputs(clause) else slips),
        "vectors": _vectors(clause, tried if mutate.speaks_of_outputs(clause) else slips),
    }


def _obligation(obligation: Obligation, clause: Clause, slips: Sequence[Term]) -> dict[str, Any]:
    for number, slip in enumerate(slips, 1):
        # The reference does not run on what a slip lets through, and the bounded route is of the clause as it is:
        # evaluation alone confirms a counterexample here.
        changed = replace(mutate.with_slip(obligation, clause, slip), replay=None, bounded=None)
        verdict = decide(changed, LIMITS, tightness=False).verdict
        if verdict not in (obligation.expected, Verdict.UNKNOWN):
            return {"noticed": f"{to_plain(slip)}: {verdict}", "tried": number}
    return {"noticed": "", "tried": len(slips)}


def _examples(clause: Clause, slips: Sequence[Term]) -> Noticed:
    """The worked examples that a slip judges differently, by their calls and their cells."""
    labels = [e.label for e in EXAMPLES]
    calls = ((labels[n - len(EDGES)], call) for n, call in mutate.reaching(clause.label) if n >= len(EDGES))
    return _noticed(clause, labels, slips, calls, small_examples())


def _vectors(clause: Clause, slips: Sequence[Term]) -> Noticed:
    """The same of the vectors that say they cover the clause."""
    covering = [v for v in vectors() if clause.label in v.covers]
    before = mutate.checked_before(clause.label)
    calls = ((v.name, before.check(described(v.X, v.call.attributes))) for v in covering)
    outputs = (ran(v.name, v.X, v.call.attributes) for v in covering)
    return _noticed(clause, [v.name for v in covering], slips, calls, outputs)


def _noticed(
    clause: Clause,
    labels: Iterable[str],
    slips: Sequence[Term],
    calls: Iterable[tuple[str, Environment]],
    outputs: Iterable[Ran],
) -> Noticed:
    """For each label a slip that it judges differently from the clause, if there is one."""
    found: dict[str, Term] = {}
    if clause.scope is not Scope.CELL:
        found |= _by_call(clause, slips, calls)
    if mutate.speaks_of_outputs(clause):
        found |= _by_cell(clause, slips, cases(clause, outputs))
    return {
        label: {"noticed": to_plain(found[label]) if label in found else "", "tried": len(slips)} for label in labels
    }


def _by_call(
    clause: Clause, slips: Sequence[Term], calls: Iterable[tuple[str, Environment]]
) -> Iterator[tuple[str, Term]]:
    """By calls: what the clause says of one, and what the slip says."""
    for label, call in calls:
        try:
            said = mutate.meaning(clause, clause.formula, call)
        except (Undefined, DivisorNotPositive):
            # The call does not have what the clause speaks of: it can tell nothing from the clause.
            continue
        slip = next((s for s in slips if _differs(clause, s, call, said)), None)
        if slip is not None:
            yield label, slip


def _differs(clause: Clause, slip: Term, call: Environment, said: list[object]) -> bool:
    try:
        return mutate.meaning(clause, slip, call) != said
    except (Undefined, DivisorNotPositive, TypeError):
        return True


def _by_cell(clause: Clause, slips: Sequence[Term], tried: Iterable[Case]) -> Iterator[tuple[str, Term]]:
    """By cells: whether the clause holds for one, and whether the slip does."""
    judged = [(slip, holding(slip)) for slip in slips]
    noticed: set[str] = set()
    for case in tried:
        # A case with another content is no cell of what was run.
        if case.printed and case.of not in noticed:
            slip = next((s for s, holds in judged if holds(case.environment) != case.holds), None)
            if slip is not None:
                noticed.add(case.of)
                yield case.of, slip


def links(labels: Sequence[str], done: Callable[[object], None] = lambda _: None) -> dict[str, Any]:
    """The links of some clauses as one document; `done` is called with those of each."""
    found = run_tasks(links_of, [(label,) for label in labels], done=done)
    return {"schema": LINKS, "tool": digest(), "clauses": dict(zip(labels, found, strict=True))}
