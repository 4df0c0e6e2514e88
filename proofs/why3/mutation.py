"""`maxpool why3 --mutate`: every mutation of a clause must leave a goal of its theory unproved.

The mutant stands in the clause's predicate, in what a program requires, ensures and computes, and in the theorems that
assume the clause. Goals whose text for the provers stays the same are proved; the others are asked in every way in
which a goal of the theory as it is was proved. The first that stays unproved notices the mutant, which is no proof that
it is false; and so does Why3 where it does not accept the theory. A mutant whose
goals are all proved is a survivor, unless both solvers prove that it says the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

from proofs.mutation.common.scores import Mutant, ScoresJson, scores
from proofs.mutation.equivalence import equivalent
from proofs.mutation.mutants import mutants
from proofs.solvers.answers import BRIEF_LIMITS
from proofs.why3 import tools
from proofs.why3.status import session
from proofs.why3.theory import mutated, theory
from spec.language.terms import Term
from spec.maxpool.operator import MAXPOOL
from spec.operator.clauses import Clause
from spec.readings.plain import to_plain

_COMMENT = re.compile(r"^\s*;.*$", re.MULTILINE)


def chosen(labels: Sequence[str], every: int = 1) -> list[tuple[Clause, Term]]:
    """The mutants of some clauses, or every so many of all these."""
    found = [(MAXPOOL[label], mutant) for label in labels for mutant in mutants(MAXPOOL[label].formula)]
    return found[::every]


def mutate(
    folder: Path, wanted: Sequence[tuple[Clause, Term]], done: Callable[[object], None] = lambda _: None
) -> list[Mutant]:
    """What notices each mutant. Raises BadTheory where Why3 does not accept the theory as it is."""
    known = {_text(goal) for goal in tools.unplaced(folder, theory())}
    found = []
    for clause, mutant in wanted:
        noticed = _noticed(folder, clause, mutant, known)
        same = not noticed and equivalent(MAXPOOL, clause, mutant, BRIEF_LIMITS)
        found.append(Mutant(clause.label, to_plain(mutant), noticed, harmless=same))
        done(1)
    return found


def _noticed(folder: Path, clause: Clause, mutant: Term, known: set[str]) -> str:
    """The first goal that is not proved of a mutant's theory, or what Why3 says against it; "" where all are proved."""
    try:
        goals = tools.unplaced(folder, mutated(clause, mutant), "mutant")
    except tools.BadTheory as refused:
        return f"why3: {refused}"
    for goal in (g for g in goals if _text(g) not in known):
        (answer,) = tools.prove([goal], ways())
        if not answer.proved:
            return goal.name
    return ""


def ways() -> tuple[tools.Way, ...]:
    """The brief ways, and those that proved the theory as it is; all ways where its session is stale."""
    return tuple(dict.fromkeys((*tools.BRIEF, *(session().values() or tools.ATTEMPTS))))


def _text(goal: tools.Goal) -> str:
    """A goal as one prover gets it, without comments, which name files and lines."""
    return _COMMENT.sub("", goal.tasks[tools.PROVERS[0]].read_text(encoding="utf-8"))


def report(results: Sequence[Mutant]) -> ScoresJson:
    """The scores as one JSON document."""
    return scores("why3", results, ("clause", "formula"))
