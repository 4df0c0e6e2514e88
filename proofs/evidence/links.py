"""`maxpool evidence links`: which links of the matrix hold. What is traced to a clause must fail when it is changed.

For each clause, slips of the pen are put in its place, as `maxpool mutate --spec` makes them, until an obligation that
stands on it comes to another verdict, and until a worked example is judged differently. A test of `spec/` that decides
an obligation, or runs an example, notices what that notices. `unknown` notices nothing.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pebble import ProcessPool

from proofs import mutate
from proofs.cases import cases, holding
from proofs.decide import decide
from proofs.evidence import tool
from proofs.mutants import mutants
from proofs.obligations import Obligation, Verdict
from proofs.run import processors
from proofs.solvers import Limits
from spec.clauses import Clause, Scope
from spec.examples.catalogue import ALL as EXAMPLES
from spec.examples.rejected import EDGES
from spec.maxpool import MAXPOOL
from spec.readings.plain import to_plain
from spec.readings.value import DivisorNotPositive, Undefined
from spec.terms import Term

SCHEMA = "maxpool/links/1"
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
        "examples": _examples(clause, slips if clause.scope is not Scope.CELL else tried),
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
    """The worked examples that a slip judges differently; where the clause speaks of cells, by the example's cells."""
    found = {e.label: {"noticed": "", "tried": len(slips)} for e in EXAMPLES}
    for label, slip in _by_call(clause, slips) if clause.scope is not Scope.CELL else _by_cell(clause, slips):
        if not found[label]["noticed"]:
            found[label]["noticed"] = to_plain(slip)
    return found


def _by_call(clause: Clause, slips: Sequence[Term]) -> Iterator[tuple[str, Term]]:
    """By the examples' calls: what the clause says of one, and what the slip says."""
    for number, call in mutate.reaching(clause.label):
        if number >= len(EDGES):
            try:
                said = mutate.meaning(clause, clause.formula, call)
            except (Undefined, DivisorNotPositive):
                # The call does not have what the clause speaks of: it can tell nothing from the clause.
                continue
            slip = next((s for s in slips if _differs(clause, s, call, said)), None)
            if slip is not None:
                yield EXAMPLES[number - len(EDGES)].label, slip


def _differs(clause: Clause, slip: Term, call: Mapping[str, Any], said: list[object]) -> bool:
    try:
        return mutate.meaning(clause, slip, call) != said
    except (Undefined, DivisorNotPositive, TypeError):
        return True


def _by_cell(clause: Clause, slips: Sequence[Term]) -> Iterator[tuple[str, Term]]:
    judged = [(slip, holding(slip)) for slip in slips]
    noticed: set[str] = set()
    for case in cases(clause):
        # A case with another content is no cell of the example as it is printed.
        if case.printed and case.example not in noticed:
            slip = next((s for s, holds in judged if holds(case.environment) != case.holds), None)
            if slip is not None:
                noticed.add(case.example)
                yield case.example, slip


def links(labels: Iterable[str], done: Callable[[str], None] = lambda _: None) -> dict[str, Any]:
    """The links of some clauses as one document; `done` is called with each label."""
    found = {}
    with ProcessPool(max_workers=processors(), context=multiprocessing.get_context("spawn")) as pool:
        work = [(label, pool.schedule(links_of, args=[label])) for label in labels]
        for label, future in work:
            found[label] = future.result()
            done(label)
    return {"schema": SCHEMA, "tool": tool.digest(), "clauses": found}
