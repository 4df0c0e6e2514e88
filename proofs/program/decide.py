"""An obligation about a program, decided by the rules of proof: what is known can hold, and two solvers agree."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from proofs.engine.decide import agreement, enumerated
from proofs.engine.search import refutes
from proofs.engine.solvers import DEFAULT_LIMITS, SOLVERS, Limits, Status
from proofs.engine.statement import Outcome, Route, Statement, Values, Verdict, Witness
from proofs.program.logic.execution import Condition, Path
from proofs.program.logic.solving import Session, example_of
from proofs.program.maxpool.proof import VERDICTS
from spec.language.terms import free_variables
from spec.maxpool.operator import MAXPOOL
from spec.readings.plain import to_plain

OF_A_CALL = frozenset(
    v.name for clause in MAXPOOL.preconditions() for t in MAXPOOL.instances(clause) for v in free_variables(t)
)
"""The variables that a call gives a value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramObligation(Statement):
    """Conditions that stand at one place: what is known there implies each. If it is to be refuted, not the one."""

    known: Path
    conditions: tuple[Condition, ...]

    @property
    def text(self) -> str:
        """The conditions, in words."""
        return "; ".join(dict.fromkeys(condition.words for condition in self.conditions))

    @property
    def hypotheses(self) -> tuple[str, ...]:
        """What is known at the place, a line each."""
        return tuple(f"{a.label}: {to_plain(a.term)}" for a in self.known)


def decide_program(
    obligation: ProgramObligation, limits: Limits = DEFAULT_LIMITS, solvers: Sequence[str] = tuple(SOLVERS)
) -> Outcome:
    """Whether what is known can hold at all, and then each condition, by both solvers.

    A refutation is a model of z3's, confirmed by evaluation without a solver.
    """
    started = time.perf_counter()
    example = example_of(obligation.known, None, limits)
    if example is None:
        problem = "what is known could not be shown satisfiable"
        return Outcome(obligation, Verdict.UNKNOWN, (), seconds=time.perf_counter() - started, problem=problem)
    if obligation.expected is Verdict.REFUTED:
        decided = _refute(obligation, limits, solvers)
    else:
        decided = _prove(obligation, limits, solvers)
    return replace(decided, satisfiable_by=_of_the_call(example), seconds=time.perf_counter() - started)


def _prove(obligation: ProgramObligation, limits: Limits, solvers: Sequence[str]) -> Outcome:
    routes = []
    for name in solvers:
        started = time.perf_counter()
        answers = Session(limits).ask(obligation.known, obligation.conditions, name)
        open_ = [answer.status for answer in answers if answer.status is not Status.UNSAT]
        verdict = VERDICTS[open_[0] if open_ else Status.UNSAT]
        routes.append(Route(name, SOLVERS[name].version, verdict, time.perf_counter() - started))
    if obligation.bounded is not None:
        routes.append(enumerated(obligation.bounded))
    return Outcome(obligation, agreement(obligation, routes), tuple(routes))


def _refute(obligation: ProgramObligation, limits: Limits, solvers: Sequence[str]) -> Outcome:
    (condition,) = obligation.conditions
    hypotheses = [a.term for a in obligation.known]
    routes, witness = [], None
    for name in solvers:
        started = time.perf_counter()
        found = example_of(obligation.known, condition.goal, limits, name)
        verdict = Verdict.UNKNOWN if found is None else Verdict.REFUTED
        routes.append(Route(name, SOLVERS[name].version, verdict, time.perf_counter() - started))
        if found is not None and name == "z3" and refutes(hypotheses, condition.goal, found):
            witness = Witness(_of_the_call(found), minimal=False)
    verdict = agreement(obligation, routes) if witness else Verdict.UNKNOWN
    problem = "" if witness else "no counterexample could be confirmed by evaluation"
    return Outcome(obligation, verdict, tuple(routes), witness=witness, problem=problem)


def _of_the_call(values: Values) -> Values:
    """The values of what a call passes; what the proof calls its unknowns helps nobody."""
    return {name: v for name, v in sorted(values.items()) if name in OF_A_CALL}
