"""MaxPool's experiments: its edges and worked examples, cases of its outputs, and the conformance vectors.

The modules that run them are imported when they are asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from spec.maxpool.operator import MAXPOOL
from spec.operator.clauses import Clause
from spec.operator.experiments import CallCase, Experiments, OutputCase, Situation, VectorCases


def calls() -> Sequence[CallCase]:
    """The call of every edge and every worked example."""
    from reference.examples import cases as of_examples

    return of_examples.calls()


def outputs_of(clause: Clause) -> Iterable[OutputCase]:
    """Cases of the outputs of small examples."""
    from reference.examples import cases as of_examples

    return of_examples.cases(clause)


def vectors_of(clause: Clause) -> VectorCases:
    """The vectors that say they cover a clause, with their calls as the clauses before it see them."""
    from reference.conformance.vectors import vectors
    from reference.examples.cases import cases, described, ran

    covering = [v for v in vectors() if clause.label in v.covers]
    before = MAXPOOL.before(clause.label)
    return VectorCases(
        tuple(v.name for v in covering),
        tuple(CallCase(v.name, before.check(described(v.X, v.call.attributes))) for v in covering),
        cases(clause, (ran(v.name, v.X, v.call.attributes) for v in covering)),
    )


def situations() -> Iterable[Situation]:
    """What stands in outputs and sizes, right and wrong, and which clauses allow it."""
    from reference.strength import cells, orders, sizes

    for of in (sizes, orders, cells):
        yield from of.situations()


def wrong() -> Iterable[str]:
    """What the plain reference does otherwise than it must, in whole calls."""
    from reference import maxpool
    from reference.examples import whole_calls

    return whole_calls.problems(maxpool)


EXPERIMENTS = Experiments(calls, outputs_of, vectors_of, situations, wrong)
