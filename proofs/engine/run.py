"""Many obligations, decided in processes of their own: a solver that dies or hangs costs one verdict, not the run."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from typing import Any

from pebble import ProcessExpired, ProcessPool

from proofs.engine.bits import BitObligation, decide_bits
from proofs.engine.decide import decide
from proofs.engine.solvers import DEFAULT_LIMITS, SOLVERS, Limits
from proofs.engine.statement import Outcome, Statement, Verdict
from proofs.engine.terms import Obligation
from proofs.program.decide import ProgramObligation, decide_program

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
    proofs.engine.decide.Contradiction as soon as one is found, and ends all work.
    """
    # A fresh interpreter for each worker: the solvers' state is never shared, on any platform.
    context = multiprocessing.get_context("spawn")
    with ProcessPool(max_workers=workers or processors(), context=context) as pool:
        pending = [
            (o, pool.schedule(decider, args=[o, limits, tuple(solvers)], timeout=hard_seconds)) for o in obligations
        ]
        decisions = []
        try:
            for obligation, future in pending:
                decision = _result(obligation, future, hard_seconds)
                done(decision)
                decisions.append(decision)
        except BaseException:
            pool.stop()  # type: ignore[no-untyped-call]  # pebble leaves it unannotated
            raise
    return decisions


def _result(obligation: Statement, future: Future[Outcome], hard_seconds: float) -> Outcome:
    try:
        return future.result()
    except FutureTimeout:
        return _unknown(obligation, f"ended after {hard_seconds:g} s", hard_seconds)
    except ProcessExpired as expired:
        return _unknown(obligation, f"the solver's process died (exit code {expired.exitcode})", 0.0)


def _unknown(obligation: Statement, problem: str, seconds: float) -> Outcome:
    return Outcome(obligation, Verdict.UNKNOWN, (), seconds=seconds, problem=problem)


def processors() -> int:
    """How many workers this machine can keep busy, 8 at most."""
    available = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1)
    return max(1, min(8, len(available)))
