"""What a solver may spend on one query, and what it answers: a status, and perhaps a model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

Scalar = int | bool | str | Fraction


@dataclass(frozen=True, slots=True)
class Table:
    """A function symbol's meaning in a model: the values at some arguments, and one value everywhere else."""

    entries: Mapping[tuple[Scalar, ...], Scalar]
    otherwise: Scalar

    def __call__(self, *args: Scalar) -> Scalar:
        return self.entries.get(args, self.otherwise)


Integers = Mapping[str, int]
Values = Mapping[str, Scalar | Table]
"""Values for the variables of a statement, and tables for its function symbols, by name."""


ALMOST = 0.98
"""Of its seconds, what a solver that the clock ends takes at the least: it looks at the clock in its own intervals."""


class Status(StrEnum):
    """A solver's answer to "do these hold together?"."""

    SAT = "sat"
    UNSAT = "unsat"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Limits:
    """What a solver may spend on one query: steps, so that no verdict depends on the machine or on its other work.

    The steps are each solver's own unit and are set far above what the obligations need. The time only ends what
    hangs, which z3 can do without counting steps, and is far away from every query that is decided.
    """

    seconds: float = 600.0
    seed: int = 0
    z3_steps: int = 40_000_000
    cvc5_steps: int = 4_000_000


DEFAULT_LIMITS = Limits()

BRIEF_LIMITS = Limits(z3_steps=2_000_000, cvc5_steps=200_000)
"""About a second: for what is asked in thousands, and may stay open."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A solver's status, the seconds it took, the reason of an `unknown`, and a model where it gives one."""

    status: Status
    seconds: float
    reason: str = ""
    model: Values | None = None

    def is_late(self, limits: Limits) -> bool:
        """The clock ended it, and not its steps: whatever depends on it is not known."""
        return self.status is Status.UNKNOWN and self.seconds >= limits.seconds * ALMOST
