"""`maxpool why3 --mutate`: every mutation of a clause must leave a goal of its theory unproved.

The mutant stands in the clause's predicate, in what a program requires, ensures and computes, and in the theorems that
assume the clause. Goals whose text for the provers stays the same are proved; the others are asked in every way in
which a part of the same goal was proved in the theory as it is. The first that stays unproved notices the mutant, which
is no proof that it is false; and so does Why3 where it does not accept the theory. A mutant whose goals are all proved
is a survivor, unless both solvers prove that it says the same.

To have Why3 write goals costs more than to prove most of them. So the goal on calls is asked first, then the theories
and the other modules one by one, those that the first prover proves alone before the rest;
modules that do not read the clause are left out, and a goal is written for another prover only if the first leaves it
open.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path

from proofs.mutation.common.scores import Mutant, ScoresJson, in_parts, scores
from proofs.mutation.equivalence import equivalent
from proofs.mutation.mutants import mutants
from proofs.solvers.answers import BRIEF_LIMITS
from proofs.why3 import tools
from proofs.why3.status import session
from proofs.why3.theory import calls
from proofs.why3.theory.clauses import NotStated
from proofs.why3.theory.lemmas import STATED
from proofs.why3.theory.theory import mutated, theory
from spec.language.terms import Term
from spec.maxpool.operator import MAXPOOL
from spec.operator.clauses import Clause
from spec.readings.plain import to_plain

FIRST, NAME = "z3", "mutant"
"""The prover that is asked first, and what a mutant's theory is called."""
AT_A_TIME = 50
"""As many mutants as a process judges in one folder of Why3's."""
Known = tuple[frozenset[str], tuple[str, ...]]
"""The digests of the goals of the theory as it is, and its modules, the cheapest to ask first."""
_USE = re.compile(r"^\s*use (.*)$", re.MULTILINE)
_MODULE = re.compile(r"^module (\w+)$.*?^end$", re.MULTILINE | re.DOTALL)
_COMMENT = re.compile(r"^\s*;.*$", re.MULTILINE)


def chosen(labels: Sequence[str], every: int = 1) -> list[tuple[str, Term]]:
    """The mutants of some clauses, or every so many of all these, under the labels of their clauses."""
    found = [(label, mutant) for label in labels for mutant in mutants(MAXPOOL[label].formula)]
    return found[::every]


def mutate(wanted: Sequence[tuple[str, Term]], done: Callable[[int], None] = lambda _: None) -> list[Mutant]:
    """What notices each mutant, in processes beside one another; `done` is called with how many were judged.

    Raises BadTheory where Why3 does not accept the theory as it is, and NoWhy3 where it or a prover is not installed.
    """
    with tools.workshop() as folder:
        known = known_goals(folder)
    parts = [wanted[i : i + AT_A_TIME] for i in range(0, len(wanted), AT_A_TIME)]
    return in_parts(_judged, [(part, known) for part in parts], done)


def known_goals(folder: Path) -> Known:
    """The goals of the theory as it is, and its modules, without the one on calls: the cheapest to ask first."""
    goals = tools.unplaced(folder, theory(), provers=(FIRST,))
    number = Counter(goal.module for goal in goals)
    hard = Counter(name.partition(".")[0] for name, (way, _) in session().items() if tools.STRATEGIES[way][0] != FIRST)
    theories = {theory.capitalize() for theory in STATED}

    def cost(module: str) -> tuple[bool, int, int]:
        return module not in theories, hard[module], number[module]

    order = sorted(number.keys() - {calls.MODULE}, key=cost)
    return frozenset(map(_digest, goals)), tuple(order)


def _judged(wanted: Sequence[tuple[str, Term]], known: Known) -> list[Mutant]:
    with tools.workshop() as folder:
        return [judge(folder, MAXPOOL[label], mutant, known) for label, mutant in wanted]


def judge(folder: Path, clause: Clause, mutant: Term, known: Known) -> Mutant:
    """What notices a mutant of a clause, or that it says the same."""
    try:
        noticed = next(_unproved(folder, clause, mutated(clause, mutant), known), "")
    except (tools.BadTheory, NotStated) as refused:
        noticed = f"not accepted: {refused}"
    same = not noticed and equivalent(MAXPOOL, clause, mutant, BRIEF_LIMITS)
    return Mutant(clause.label, to_plain(mutant), noticed, harmless=same)


def _unproved(folder: Path, clause: Clause, text: str, known: Known) -> Iterator[str]:
    """The goals of a mutant's theory that are not those of the theory as it is, and that stay unproved.

    What a clause says of calls is a goal of its own, which no other clause's mutant changes.
    """
    same, modules = known
    concerned = changed(text)
    own = next((name for name, stated in calls.stated().items() if stated.label == clause.label), "")
    for where in (*([(calls.MODULE, own)] if own else []), *((module,) for module in modules if module in concerned)):
        for goal in tools.unplaced(folder, text, NAME, where, (FIRST,)):
            if _digest(goal) not in same and not _is_proved(folder, text, goal):
                yield goal.name


def changed(text: str) -> frozenset[str]:
    """The modules of a mutant's theory that are not those of the theory as it is, or use one that is not."""
    before, after = _modules(theory()), _modules(text)
    changed = {name for name in after if after[name] != before[name]}
    for name, body in after.items():  # A module uses those before it.
        used = {word for line in _USE.findall(body) for word in re.findall(r"\w+", line)}
        if used & changed:
            changed.add(name)
    return frozenset(changed)


def _modules(text: str) -> dict[str, str]:
    """The modules of a theory, by name."""
    return {found[1]: found[0] for found in _MODULE.finditer(text)}


def _is_proved(folder: Path, text: str, goal: tools.Goal) -> bool:
    """A prover shows a goal of a mutant's theory: the first, or another, for which it is written then."""
    asked: dict[str, list[tools.Way]] = {FIRST: []}
    for way in ways(goal):
        asked.setdefault(tools.STRATEGIES[way[0]][0], []).append(way)
    for prover, how in asked.items():
        same = goal
        if prover != FIRST:
            (same,) = (g for g in tools.unplaced(folder, text, NAME, (goal.module,), (prover,)) if g.name == goal.name)
        if tools.prove([same], how)[0].proved:
            return True
    return False


def ways(goal: tools.Goal) -> tuple[tools.Way, ...]:
    """The ways in which the parts of a goal were proved in the theory as it is; the brief ones if it is not in it."""
    found = [way for name, way in session().items() if _whole(name.partition(" ")[0]) == _whole(goal.name)]
    return tuple(dict.fromkeys(found)) or tuple(tools.BRIEF)


def _whole(name: str) -> str:
    """A goal's name, or that of a part of it, without the number of the part."""
    return name.rstrip("0123456789").removesuffix("qtvc")


def _digest(goal: tools.Goal) -> str:
    """A goal as one prover gets it, without comments, which name files and lines."""
    text = _COMMENT.sub("", goal.tasks[FIRST].read_text(encoding="utf-8"))
    return sha256(text.encode()).hexdigest()


def report(results: Sequence[Mutant]) -> ScoresJson:
    """The scores as one JSON document."""
    return scores("why3", results, ("clause", "formula"))
