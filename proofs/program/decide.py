"""An obligation about a program, decided by the rules of proof: what is known can hold, and two solvers agree."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from proofs.decide import agreement, enumerated
from proofs.obligations import Decision, Route, Statement, Verdict
from proofs.program.execution import Condition, Path
from proofs.program.proof import VERDICTS
from proofs.program.solving import Session, example_of
from proofs.solvers import DEFAULT_LIMITS, SOLVERS, Limits, Status
from spec.maxpool import MAXPOOL
from spec.readings.plain import to_plain


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramObligation(Statement):
    """Conditions that stand at one place: what is known there implies each. If it is to be refuted, not the one."""

    known: Path
    conditions: tuple[Condition, ...]

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that are known at the place, and those the obligation is about."""
        known = (a.label for a in self.known if a.label in {c.label for c in MAXPOOL.clauses})
        return tuple(dict.fromkeys((*known, *self.about)))

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
) -> Decision:
    """Whether what is known can hold at all, and then each condition, by both solvers."""
    started = time.perf_counter()
    example = example_of(obligation.known, None, limits)
    if example is None:
        problem = "what is known could not be shown satisfiable"
        return Decision(obligation, Verdict.UNKNOWN, (), seconds=time.perf_counter() - started, problem=problem)
    routes = [_route(obligation, name, limits) for name in solvers]
    if obligation.bounded is not None:
        routes.append(enumerated(obligation.bounded))
    verdict = agreement(obligation, routes)
    return Decision(obligation, verdict, tuple(routes), example, seconds=time.perf_counter() - started)


def _route(obligation: ProgramObligation, solver: str, limits: Limits) -> Route:
    started = time.perf_counter()
    if obligation.expected is Verdict.REFUTED:
        (condition,) = obligation.conditions
        broken = example_of(obligation.known, condition.goal, limits, solver)
        verdict = Verdict.UNKNOWN if broken is None else Verdict.REFUTED
    else:
        statuses = [a.status for a in Session(limits).ask(obligation.known, obligation.conditions, solver)]
        left = [status for status in statuses if status is not Status.UNSAT]
        verdict = VERDICTS[left[0] if left else Status.UNSAT]
    return Route(solver, SOLVERS[solver].version, verdict, time.perf_counter() - started)
