"""Many obligations, decided in processes of their own: a solver that dies or hangs costs one verdict, not the run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields
from functools import partial
from typing import Any

from proofs.engine.decide import Further, decide
from proofs.engine.statement import OUT_OF_TIME, Outcome, Statement, Verdict
from proofs.solvers.answers import DEFAULT_LIMITS, Limits
from proofs.solvers.solvers import SOLVERS
from reference.common.pool import Lost, run_tasks

Found = tuple[int, dict[str, Any]]
"""Which statement, and what its outcome says besides."""

HARD_SECONDS = 3600.0
"""After this, whatever a solver does with one obligation is ended and counts as unknown."""


def decide_all(
    obligations: Iterable[Statement],
    limits: Limits = DEFAULT_LIMITS,
    solvers: Sequence[str] = tuple(SOLVERS),
    *,
    hard_seconds: float = HARD_SECONDS,
    workers: int | None = None,
    done: Callable[[Outcome], None] = lambda _: None,
    awaiting: Callable[[str], None] = lambda _: None,
    meanwhile: Callable[[], None] = lambda: None,
    further: Sequence[Further] = (),
    decider: Callable[[Any, Limits, Sequence[str]], Outcome] | None = None,
) -> list[Outcome]:
    """The decisions, in the order of the obligations. `done` is called with each as it comes in,
    `awaiting` with the label of the one that is waited for.

    Those with a bounded route, which takes longest, are begun first. What this process has to do itself, it does
    `meanwhile`.

    An obligation whose process dies or exceeds `hard_seconds` is `unknown`, with the reason. Raises
    reference.common.errors.Contradiction as soon as one is found, and ends all work.
    """
    obligations = list(obligations)
    begun = sorted(range(len(obligations)), key=lambda i: obligations[i].bounded is None)
    way = decider or partial(decide, further=tuple(further))
    outcomes: dict[int, Outcome] = {}

    def take(found: Found) -> None:
        i, said = found
        outcomes[i] = Outcome(obligations[i], **said)
        done(outcomes[i])

    run_tasks(
        _found,
        [(i, way, obligations[i], limits, tuple(solvers)) for i in begun],
        seconds=hard_seconds,
        workers=workers,
        done=take,
        awaiting=lambda task: awaiting(obligations[task[0]].label),
        meanwhile=meanwhile,
        lost=_unknown,
    )
    return [outcomes[i] for i in range(len(obligations))]


def _found(i: int, decider: Callable[..., Outcome], statement: Statement, *settings: Any) -> Found:
    """In a worker: what came of a statement, without the statement, which is at hand where this goes, and large."""
    outcome = decider(statement, *settings)
    return i, {part.name: getattr(outcome, part.name) for part in fields(outcome) if part.name != "obligation"}


def _unknown(task: tuple[Any, ...], lost: Lost) -> Found:
    reason = f"{OUT_OF_TIME}: {lost.reason}" if lost.seconds else lost.reason
    return task[0], {"verdict": Verdict.UNKNOWN, "routes": (), "seconds": lost.seconds, "problem": reason}
