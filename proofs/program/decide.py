"""An obligation about a program, decided by the rules of proof: what is known can hold, and two solvers agree."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from proofs.decide import agreement, enumerated
from proofs.encoding import without_division
from proofs.obligations import Decision, Route, Statement, Values, Verdict
from proofs.program.execution import Condition, Path
from proofs.program.proof import VERDICTS
from proofs.program.solving import Session, ranks
from proofs.solvers import DEFAULT_LIMITS, SOLVERS, Limits, Status
from spec.fold import substitute
from spec.maxpool import MAXPOOL
from spec.readings.plain import to_plain
from spec.terms import Literal, Term, Variable, not_

EXAMPLES: Sequence[Values] = (
    {"dX_0": 2, "dX_1": 2, "dX_2": 3, "dX_3": 3}
    | {"kernel_shape[0]": 2, "kernel_shape[1]": 2, "strides[0]": 1, "strides[1]": 1}
    | {"dilations[0]": 1, "dilations[1]": 1, "pads[0]": 1, "pads[1]": 0, "pads[2]": 0, "pads[3]": 1},
    {"dX_0": 1, "dX_1": 1, "dX_2": 1, "dX_3": 1}
    | {"kernel_shape[0]": 1, "kernel_shape[1]": 1, "strides[0]": 1, "strides[1]": 1}
    | {"dilations[0]": 1, "dilations[1]": 1, "pads[0]": 1, "pads[1]": 0, "pads[2]": 0, "pads[3]": 0},
    {},
)
"""Sizes and attributes for which to look for what is known first; then any. In the second, a window misses X."""


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
    example = _example(obligation.known, None, limits)
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
        broken = _example(obligation.known, condition.goal, limits, solver)
        verdict = Verdict.UNKNOWN if broken is None else Verdict.REFUTED
    else:
        statuses = [a.status for a in Session(limits).ask(obligation.known, obligation.conditions, solver)]
        left = [status for status in statuses if status is not Status.UNSAT]
        verdict = VERDICTS[left[0] if left else Status.UNSAT]
    return Route(solver, SOLVERS[solver].version, verdict, time.perf_counter() - started)


def _example(known: Path, broken: Term | None, limits: Limits, solver: str = "z3") -> Values | None:
    """Sizes and attributes for which a solver finds that what is known can hold, and a goal be broken."""
    terms = [a.term for a in known] + ([] if broken is None else [not_(broken)])
    for example in EXAMPLES:
        literals = {Variable(name): Literal(size) for name, size in example.items() if isinstance(size, int)}
        at = [substitute(t, literals) for t in dict.fromkeys(terms)]
        if SOLVERS[solver].ask(without_division([*at, *ranks(at)], guarded=True), limits).status is Status.SAT:
            return example
    return None
