"""MaxPool's experiments: its edges and worked examples, cases of its outputs, and the conformance vectors."""

from __future__ import annotations

from reference.conformance.vectors import vectors
from reference.examples.cases import calls, cases, described, ran
from spec.maxpool.operator import MAXPOOL
from spec.operator.clauses import Clause
from spec.operator.experiments import CallCase, Experiments, VectorCases


def vectors_of(clause: Clause) -> VectorCases:
    """The vectors that say they cover a clause, with their calls as the clauses before it see them."""
    covering = [v for v in vectors() if clause.label in v.covers]
    before = MAXPOOL.before(clause.label)
    return VectorCases(
        tuple(v.name for v in covering),
        tuple(CallCase(v.name, before.check(described(v.X, v.call.attributes))) for v in covering),
        cases(clause, (ran(v.name, v.X, v.call.attributes) for v in covering)),
    )


EXPERIMENTS = Experiments(calls, cases, vectors_of)
