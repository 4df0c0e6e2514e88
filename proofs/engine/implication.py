"""What a statement says in terms, one part at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from spec.language.terms import Term


@dataclass(frozen=True, slots=True)
class Implication:
    """A part of a statement, in terms: the hypotheses, by their names, imply the goal.

    `guarded`: that divisors are positive is not known. `instances` are what else is known once some terms are used,
    with the names that it is known under.
    """

    hypotheses: tuple[tuple[str, Term], ...]
    goal: Term
    guarded: bool
    instances: Callable[[Sequence[Term]], Sequence[tuple[str, Term]]] = lambda _: ()
