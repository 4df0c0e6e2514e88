"""What solvers are asked about a statement in terms: its parts, one by one, each negated under the assumptions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from proofs.engine.encoding import parts, without_division
from proofs.solvers.answers import Answer, Limits, Status
from proofs.solvers.solvers import SOLVERS
from spec.language.fold import divisors
from spec.language.terms import Literal, Term, not_


@dataclass(frozen=True, slots=True)
class Query:
    """Terms that a solver is asked to refute: an obligation's assumptions and the negation of one part of its goal."""

    name: str
    terms: tuple[Term, ...]


@lru_cache(maxsize=64)
def side_conditions(formulas: tuple[Term, ...]) -> tuple[Term, ...]:
    """Every divisor in some formulas is positive."""
    found = set().union(*map(divisors, formulas))
    return tuple(d > 0 for d in sorted(found, key=repr) if not _positive(d))


def _positive(divisor: Term) -> bool:
    return isinstance(divisor, Literal) and isinstance(divisor.value, int) and divisor.value > 0


@lru_cache(maxsize=8)
def queries(hypotheses: tuple[Term, ...], conditions: tuple[Term, ...], goal: Term) -> tuple[Query, ...]:
    """First the side conditions, then the goal part by part. Kept for the next solver, which is asked the same.

    Once the side conditions are shown, divisions need no guard; if they fail, so does the obligation.
    """
    asked = [
        *((f"side-condition-{i}", condition, True) for i, condition in enumerate(conditions, 1)),
        *((f"goal-{i}", part, False) for i, part in enumerate(parts(goal), 1)),
    ]
    return tuple(
        Query(name, tuple(without_division([*hypotheses, not_(part)], guarded=guarded)))
        for name, part, guarded in asked
    )


def ask_all(solver: str, asked: Sequence[Query], limits: Limits) -> Answer:
    """One solver's answer to all queries: unsat if each is, sat at the first that is, unknown otherwise."""
    seconds, reason = 0.0, ""
    for query in asked:
        answer = SOLVERS[solver].ask(query.terms, limits)
        seconds += answer.seconds
        if answer.status is Status.SAT:
            return Answer(Status.SAT, seconds, model=answer.model)
        if answer.status is Status.UNKNOWN:
            reason = reason or f"{query.name}: {answer.reason}"
    return Answer(Status.UNKNOWN if reason else Status.UNSAT, seconds, reason)
