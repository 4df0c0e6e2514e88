"""Of mutants that no case kills: which are proved to change nothing, and why the others are not.

Loops are put to the proof of the loops, in Python and in C, in each type that runs them: what is proved of the same
clauses gives the same. A function that checks a call is put to Frama-C's WP, under the contract that it has: where it
is proved, `maxpool_sizes` gives what it gave, since its contract leaves each call one status and one Y. A clause and
its mutant are compared by both solvers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from proofs.acsl import tools
from proofs.acsl.annotated import annotated, span_of
from proofs.acsl.contracts import ADMITTED, contracts
from proofs.kit.adequacy.clauses import ClauseMutant
from proofs.mutation.equivalence import equivalent
from proofs.mutation.programs import changed_sources, judge_source
from proofs.mutation.source.mutated import MutatedC, changes_of_c
from proofs.mutation.source.text_change import TextChange
from proofs.mutation.source.trials import ProvedMeaning, SourceVerdict, found_of, proved_meaning
from proofs.program.c.obligations import ELEMENTS
from proofs.program.c.parameters.quantities import Quantities
from proofs.program.c.proving import CSource
from proofs.program.logic.solving import Session
from proofs.program.maxpool.proof import LIMITS
from proofs.solvers.answers import BRIEF_LIMITS
from proofs.solvers.solvers import SOLVERS, opened
from reference.c.library import SOURCE
from reference.common.pool import run_tasks
from spec.maxpool.operator import MAXPOOL

AT_A_TIME = 4
"""Mutants that a process judges at a time."""


@dataclass(frozen=True, slots=True)
class UnkilledMutant:
    """A mutant that no case kills: whether it is proved to change nothing, and by what, or what stands against it."""

    equal: bool
    why: str


def judged(mutants: Mapping[str, Any], judge: Callable[[Any], UnkilledMutant]) -> Mapping[str, UnkilledMutant]:
    """Each of some mutants of a kind, judged."""
    every = list(mutants.values())
    tasks = [(judge, every[i : i + AT_A_TIME]) for i in range(0, len(every), AT_A_TIME)]
    return dict(zip(mutants, (found for part in run_tasks(_some, tasks) for found in part), strict=True))


def _some(judge: Callable[[Any], UnkilledMutant], mutants: Sequence[Any]) -> list[UnkilledMutant]:
    return [judge(mutant) for mutant in mutants]


@cache
def _session(limits: str) -> Session:
    return Session(opened(SOLVERS, {"brief": BRIEF_LIMITS, "full": LIMITS}[limits]))


# --- clauses, and the loops in Python


def of_a_clause(mutant: ClauseMutant) -> UnkilledMutant:
    """A mutant of a clause."""
    label, formula = mutant
    if equivalent(MAXPOOL, MAXPOOL[label], formula, BRIEF_LIMITS):
        return UnkilledMutant(True, "both solvers: it says what the clause says, where what is checked before it holds")
    return UnkilledMutant(False, "no solver or not both say that it says what the clause says")


def of_the_loops(number: int) -> UnkilledMutant:
    """A mutant of the loops of the reference."""
    found = judge_source(changed_sources()[number], _session("brief"))
    if found.harmless:
        return UnkilledMutant(True, "proved of the same clauses as the loops")
    return UnkilledMutant(False, found.noticed_by or "not proved, and no call is known on which it is wrong")


# --- the operator in C


def of_the_operator_in_c(change: TextChange) -> UnkilledMutant:
    """A mutant of the operator in C."""
    text = SOURCE.read_text("utf-8")
    for name in contracts():
        start, end = (len(text[:place].encode()) for place in span_of(text, name))
        if start <= change.start < end:
            return _by_contract(name, change)
    types = [name for name in ELEMENTS if change in _changes(name)]
    return _by_proof(types, change) if types else UnkilledMutant(False, "no proof is about this function")


def _by_contract(name: str, change: TextChange) -> UnkilledMutant:
    """A mutant of a function that has a contract."""
    if not tools.is_installed():
        return UnkilledMutant(False, "Frama-C, Why3 or a prover of its is not installed")
    try:
        text = annotated(change.of(SOURCE.read_bytes()).decode("utf-8"))
        with tools.workshop(text) as folder:
            goals = tools.prove(folder, [name], lemmas=False)
    except (ValueError, tools.BadAnnotation) as error:
        return UnkilledMutant(False, f"not put to WP: {error}")
    if left := [goal.name for goal in goals if not goal.proved]:
        return UnkilledMutant(False, f"WP does not prove {left[0]}")
    assumed = ", ".join(ADMITTED)
    return UnkilledMutant(True, f"WP proves the contract of {name}, {len(goals)} goals (assumed: {assumed})")


def _by_proof(types: Sequence[str], change: TextChange) -> UnkilledMutant:
    """A mutant of the loops, or of what they call, in the element types that it is in."""
    for name in types:
        mutated, original = _loops(name)
        understood = mutated.understand_text(change.of(mutated.source.text))
        verdict = found_of(SourceVerdict(mutated.place, change.text, ""), understood, original, _session("full"))
        if not verdict.harmless:
            return UnkilledMutant(False, f"not proved of {name}: {verdict.noticed_by or verdict.reason}")
    return UnkilledMutant(True, f"proved of the same clauses as the loops, of {', '.join(types)}")


@cache
def _changes(name: str) -> frozenset[TextChange]:
    """The mutants of the loops of a type, and of what they call and use."""
    return frozenset(changes_of_c(str(SOURCE), SOURCE.read_bytes(), (_function(name),), ("-std=c11",)))


@cache
def _loops(name: str) -> tuple[MutatedC, ProvedMeaning]:
    quantities = Quantities(element=ELEMENTS[name])
    mutated = MutatedC.of(CSource(str(SOURCE), SOURCE.read_bytes(), _function(name), quantities=quantities))
    return mutated, proved_meaning(mutated)


def _function(name: str) -> str:
    return f"maxpool_{name}_windows"
