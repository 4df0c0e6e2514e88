"""What a solver may spend on one query, and what it answers: a status, and perhaps a model."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from spec.language.terms import Term

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


class Status(StrEnum):
    """A solver's answer to "do these hold together?"."""

    SAT = "sat"
    UNSAT = "unsat"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Limits:
    """What a solver may spend on one query. Steps come first, so that the same commit gives the same verdicts.

    The steps are each solver's own unit and are set far above what the obligations need; the time is the safety net.
    """

    seconds: float = 10.0
    seed: int = 0
    z3_steps: int = 40_000_000
    cvc5_steps: int = 4_000_000


DEFAULT_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Answer:
    """A solver's status, the seconds it took, the reason of an `unknown`, and a model where it gives one."""

    status: Status
    seconds: float
    reason: str = ""
    model: Values | None = None


Alternatives = Callable[[Sequence[Term], Sequence[Term]], list[Answer]]
"""Whether some common terms hold together with each of the alternatives, one by one. It gives no models."""
