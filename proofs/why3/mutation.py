"""`maxpool why3 --mutate`: every mutation of a clause must leave a goal of its theory unproved.

The mutant stands in the clause's predicate, in what a program requires, ensures and computes, and in the theorems that
assume the clause. Goals whose text for the provers stays the same are proved; the others are asked in every way in
which a goal of the theory as it is was proved. The first that stays unproved notices the mutant, which is no proof that
it is false; and so does Why3 where it does not accept the theory. A mutant whose goals are all proved is a survivor,
unless both solvers prove that it says the same.

To have Why3 write goals costs more than to prove most of them. So the modules that the first mutant of a clause changes
are asked first, and in them the goals that noticed another mutant of it; and goals are written for cvc4 only where z3
leaves one open. Before a mutant survives, all modules and all ways were tried.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from proofs.mutation.common.scores import Mutant, ScoresJson, scores
from proofs.mutation.equivalence import equivalent
from proofs.mutation.mutants import mutants
from proofs.solvers.answers import BRIEF_LIMITS
from proofs.why3 import tools
from proofs.why3.status import session
from proofs.why3.theory.theory import mutated, theory
from spec.language.terms import Term
from spec.maxpool.operator import MAXPOOL
from spec.operator.clauses import Clause
from spec.readings.plain import to_plain

FIRST, NAME = ("z3",), "mutant"
"""The prover that is asked first, and what a mutant's theory is called."""
_COMMENT = re.compile(r"^\s*;.*$", re.MULTILINE)


def chosen(labels: Sequence[str], every: int = 1) -> list[tuple[Clause, Term]]:
    """The mutants of some clauses, or every so many of all these."""
    found = [(MAXPOOL[label], mutant) for label in labels for mutant in mutants(MAXPOOL[label].formula)]
    return found[::every]


def mutate(
    folder: Path, wanted: Sequence[tuple[Clause, Term]], done: Callable[[object], None] = lambda _: None
) -> list[Mutant]:
    """What notices each mutant. Raises BadTheory where Why3 does not accept the theory as it is."""
    known = {_text(goal) for goal in tools.unplaced(folder, theory(), provers=FIRST)}
    readers: dict[str, _Readers] = {}
    found = []
    for clause, mutant in wanted:
        noticed = _noticed(folder, clause, mutant, known, readers.setdefault(clause.label, _Readers()))
        same = not noticed and equivalent(MAXPOOL, clause, mutant, BRIEF_LIMITS)
        found.append(Mutant(clause.label, to_plain(mutant), noticed, harmless=same))
        done(1)
    return found


@dataclass(slots=True)
class _Readers:
    """What is known to read a clause: modules whose goals its mutants change, and goals that noticed one."""

    modules: Sequence[str] = ()
    goals: set[str] = field(default_factory=set)


def _noticed(folder: Path, clause: Clause, mutant: Term, known: set[str], readers: _Readers) -> str:
    """The first goal that is not proved of a mutant's theory, or what Why3 says against it; "" where all are proved."""
    text, asked = mutated(clause, mutant), set(known)
    try:
        for modules in dict.fromkeys((tuple(readers.modules), ())):
            of = [goal for module in modules or (None,) for goal in _written(folder, text, module, FIRST)]
            changed = [goal for goal in of if _text(goal) not in asked]
            readers.modules = readers.modules or tuple(dict.fromkeys(goal.module for goal in changed))
            asked |= {_text(goal) for goal in changed}
            for goal in sorted(changed, key=lambda g: g.name not in readers.goals):
                if not _proved(folder, text, goal):
                    readers.goals.add(goal.name)
                    return goal.name
    except tools.BadTheory as refused:
        return f"why3: {refused}"
    return ""


def _proved(folder: Path, text: str, goal: tools.Goal) -> bool:
    """A prover shows a goal of a mutant's theory: the first, or any other, for which it is written then."""
    if _shows(FIRST, goal):
        return True
    others = [prover for prover in tools.PROVERS if prover not in FIRST]
    written = _written(folder, text, goal.module, others)
    return any(_shows(others, same) for same in written if same.name == goal.name)


def _written(folder: Path, text: str, module: str | None, provers: Sequence[str]) -> list[tools.Goal]:
    """The goals of a module, or of all, beside those of others."""
    return tools.unplaced(folder, text, f"{NAME}_{module or 'whole'}", module, provers)


def _shows(provers: Sequence[str], goal: tools.Goal) -> bool:
    (answer,) = tools.prove([goal], [way for way in ways() if tools.STRATEGIES[way[0]][0] in provers])
    return answer.proved


def ways() -> tuple[tools.Way, ...]:
    """The brief ways, and those that proved the theory as it is; all ways where its session is stale."""
    return tuple(dict.fromkeys((*tools.BRIEF, *(session().values() or tools.ATTEMPTS))))


def _text(goal: tools.Goal) -> str:
    """A goal as one prover gets it, without comments, which name files and lines."""
    return _COMMENT.sub("", goal.tasks[FIRST[0]].read_text(encoding="utf-8"))


def report(results: Sequence[Mutant]) -> ScoresJson:
    """The scores as one JSON document."""
    return scores("why3", results, ("clause", "formula"))
