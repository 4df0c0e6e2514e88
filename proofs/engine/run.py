"""Many obligations, decided in processes of their own: a solver that dies or hangs costs one verdict, not the run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from proofs.engine.bits import BitObligation, decide_bits
from proofs.engine.decide import decide
from proofs.engine.solvers import DEFAULT_LIMITS, SOLVERS, Limits
from proofs.engine.statement import Outcome, Statement, Verdict
from proofs.engine.terms import Obligation
from proofs.program.decide import ProgramObligation, decide_program
from reference.common.pool import Lost, run_tasks

HARD_SECONDS = 120.0
"""After this, whatever a solver does with one obligation is ended and counts as unknown."""


def decide_any(obligation: Statement, limits: Limits, solvers: Sequence[str]) -> Outcome:
    """The decision of an obligation in terms, on bits, or about a program."""
    match obligation:
        case Obligation():
            return decide(obligation, limits, solvers)
        case BitObligation():
            return decide_bits(obligation, limits, solvers)
        case ProgramObligation():
            return decide_program(obligation, limits, solvers)
    raise TypeError(f"{obligation.label}: a {type(obligation).__name__} cannot be decided")


def decide_all(
    obligations: Iterable[Statement],
    limits: Limits = DEFAULT_LIMITS,
    solvers: Sequence[str] = tuple(SOLVERS),
    *,
    hard_seconds: float = HARD_SECONDS,
    workers: int | None = None,
    done: Callable[[Outcome], None] = lambda _: None,
    decider: Callable[[Any, Limits, Sequence[str]], Outcome] = decide_any,
) -> list[Outcome]:
    """The decisions, in the order of the obligations. `done` is called with each as it comes in, in that order.

    An obligation whose process dies or exceeds `hard_seconds` is `unknown`, with the reason. Raises
    reference.common.errors.Contradiction as soon as one is found, and ends all work.
    """
    return run_tasks(
        decider,
        [(obligation, limits, tuple(solvers)) for obligation in obligations],
        seconds=hard_seconds,
        workers=workers,
        done=done,
        lost=_unknown,
    )


def _unknown(task: tuple[Any, ...], lost: Lost) -> Outcome:
    return Outcome(task[0], Verdict.UNKNOWN, (), seconds=lost.seconds, problem=lost.reason)
