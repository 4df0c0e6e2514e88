"""`maxpool mutate --program`: every mutant of the reference's source, or of an invariant, is rejected or harmless.

A mutant of the source that the proof accepts still gives what the clauses say, for every call: it is equivalent, and
the bounded route is asked to contradict that. A mutant of an invariant that the proof accepts proves the same clauses.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from proofs.engine.decide import decide
from proofs.engine.statement import Verdict
from proofs.mutation.mutants import mutants
from proofs.mutation.scores import Mutant, listed, scores
from proofs.mutation.slips import SourceMutant, slips
from proofs.program.logic.execution import Invariant
from proofs.program.logic.solving import Session
from proofs.program.maxpool.plan import MaxPoolPlan, plans
from proofs.program.maxpool.proof import ConditionOutcome, conditions, first_open, rejected
from proofs.program.maxpool.roles import roles
from proofs.program.obligations import FUNCTION, clauses, pool
from proofs.program.running.bounded import BOUNDS, search
from proofs.program.running.witness import find
from proofs.program.source.expressions import Refused
from proofs.program.source.module import functions
from proofs.program.source.subset import function
from proofs.solvers.answers import Limits
from reference import maxpool
from reference.common.layout import own_name
from reference.common.pool import run_tasks
from spec.language.terms import Term
from spec.readings.plain import to_plain

LIMITS = Limits(seconds=1.0)
CHUNK = 20
"""Mutants that a process judges at a time, with one session of the solvers."""


@cache
def source() -> ast.FunctionDef:
    """The syntax tree of the reference's loops."""
    return functions(Path(maxpool.__file__).read_bytes())[FUNCTION]


@cache
def all_slips() -> Sequence[SourceMutant]:
    """Each mutant of the source."""
    return list(slips(source(), pool()))


@cache
def changed_invariants() -> Sequence[tuple[str, Invariant, Term]]:
    """Each mutant of an invariant, with the kind of loop that the invariant is of."""
    plan = _plan()
    kinds = (("taps", plan.taps), ("cells", plan.cells))
    return [(kind, i, mutant) for kind, invariants in kinds for i in invariants for mutant in mutants(i.term)]


def _plan() -> MaxPoolPlan:
    return plans(pool(), roles(pool()))[0]


def judge_source(first: int) -> list[Mutant]:
    """The verdicts on a chunk of the mutants of the source."""
    session = Session(LIMITS)
    return [judge_slip(mutant, session) for mutant in all_slips()[first : first + CHUNK]]


def judge_slip(mutant: SourceMutant, session: Session) -> Mutant:
    """The verdict on a mutant of the source."""
    where = f"{own_name(maxpool.__name__)}:{mutant.line}"
    try:
        changed = function(mutant.tree)
        open_ = rejected(changed, session)
    except Refused as refused:
        return Mutant(where, mutant.text, f"refused: {refused}")
    if open_ is None:
        wrong, _ = search(changed, BOUNDS)
        return Mutant(where, mutant.text, "", harmless=wrong is None)
    if open_.verdict is Verdict.REFUTED:
        return Mutant(where, mutant.text, f"program.{open_.condition.label}")
    # A condition that is merely undecided notices nothing: there must be a call on which the mutant is wrong.
    witness = find(changed)
    return Mutant(where, mutant.text, "" if witness is None else f"a call: {witness.what}")


def judge_invariants(first: int) -> list[Mutant]:
    """The verdicts on a chunk of the mutants of the invariants."""
    session = Session(LIMITS)
    return [judge_invariant(*mutant, session) for mutant in changed_invariants()[first : first + CHUNK]]


def judge_invariant(kind: str, invariant: Invariant, mutant: Term, session: Session) -> Mutant:
    """The verdict on a mutant of an invariant of the loops over taps or over cells."""
    plan = _plan()
    taps, cells = (_with(each, invariant, mutant) for each in (plan.taps, plan.cells))
    changed = replace(plan, taps=taps if kind == "taps" else plan.taps, cells=cells if kind == "cells" else plan.cells)
    text = f"{invariant.label}: {to_plain(mutant)}"
    open_: ConditionOutcome | None = first_open(conditions(pool(), changed), session)
    if open_ is not None:
        noticed = f"program.{open_.condition.label}" if open_.verdict is Verdict.REFUTED else ""
        return Mutant(f"invariants of {kind}", text, noticed)
    failed = _clause_lost(changed.cells) if kind == "cells" else ""
    return Mutant(f"invariants of {kind}", text, failed, harmless=not failed)


def _with(invariants: Sequence[Invariant], changed: Invariant, mutant: Term) -> tuple[Invariant, ...]:
    return tuple(Invariant(i.label, i.words, mutant) if i is changed else i for i in invariants)


def _clause_lost(cells: Sequence[Invariant]) -> str:
    """The first clause that no longer follows from what holds at the return."""
    for obligation in clauses(cells):
        if decide(obligation, LIMITS, tightness=False).verdict is not Verdict.PROVED:
            return obligation.label
    return ""


def mutate_program(done: Callable[[int], None] = lambda _: None) -> list[Mutant]:
    """All mutants of the source and of the invariants; `done` is called with the number judged at each step."""
    tasks = [("source", first) for first in range(0, len(all_slips()), CHUNK)]
    tasks += [("invariants", first) for first in range(0, len(changed_invariants()), CHUNK)]
    found = run_tasks(judge, tasks, done=lambda part: done(len(part)))
    return [mutant for part in found for mutant in part]


def judge(where: str, first: int) -> list[Mutant]:
    """The verdicts on a chunk of the mutants, in the source or in the invariants."""
    return judge_source(first) if where == "source" else judge_invariants(first)


def count() -> int:
    """How many mutants there are."""
    return len(all_slips()) + len(changed_invariants())


def report(results: Sequence[Mutant]) -> dict[str, Any]:
    """The scores as one JSON document, with the mutants that are accepted and do no harm."""
    return {**scores("program", results), "accepted": listed([r for r in results if r.harmless])}
