"""What is run to tell a clause from a change of it: calls that are checked, and cases of what the reference gave."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from spec.operator.clauses import Clause
from spec.readings.value import Environment


@dataclass(frozen=True, slots=True)
class CallCase:
    """The variables of a call, legal or not. `example`: it is a worked example's, and not an edge's.

    `breaks` is the first clause that the call is said to break, "" if it is said to be legal; None: nothing is said.
    """

    label: str
    environment: Environment
    example: bool = False
    breaks: str | None = None


@dataclass(frozen=True, slots=True)
class OutputCase:
    """Values for all that a formula over outputs mentions, and whether the clause holds for them.

    `of` is the worked example, or what else was run, that they are of; `printed`: as it is, with no content changed.
    """

    number: int
    environment: Environment
    holds: bool
    of: str
    printed: bool


@dataclass(frozen=True, slots=True)
class VectorCases:
    """The conformance vectors that say they cover a clause: their names, their calls, and cases of their outputs."""

    names: tuple[str, ...] = ()
    calls: tuple[CallCase, ...] = ()
    outputs: Iterable[OutputCase] = ()


@dataclass(frozen=True, slots=True)
class Situation:
    """Values for all that some clauses speak of, right or wrong, and which of them allow it by their statements.

    `allows` is a second source: it is said without the clauses' formulas. Situations that differ in some names alone
    have one `base`; `changes` are the values of those names. `tried` says for a person what is tried, and `on` on what.
    """

    tried: str
    on: str
    base: Environment
    changes: Environment
    allows: Mapping[str, bool]

    def __str__(self) -> str:
        return f"{self.tried} {self.on}"


def no_calls() -> Sequence[CallCase]:
    """No calls."""
    return ()


def no_outputs(_: Clause) -> Iterable[OutputCase]:
    """No cases."""
    return ()


def no_vectors(_: Clause) -> VectorCases:
    """No vectors."""
    return VectorCases()


def no_situations() -> Iterable[Situation]:
    """No situations."""
    return ()


def nothing_wrong() -> Iterable[str]:
    """No calls of an implementation."""
    return ()


@dataclass(frozen=True, slots=True)
class Experiments:
    """An operator's calls; for a clause over outputs, cases of them; the vectors that cover a clause; situations that
    clauses must allow or reject; and what the reference does otherwise than it must, each with the call's label.
    """

    calls: Callable[[], Sequence[CallCase]] = no_calls
    outputs: Callable[[Clause], Iterable[OutputCase]] = no_outputs
    vectors: Callable[[Clause], VectorCases] = no_vectors
    situations: Callable[[], Iterable[Situation]] = no_situations
    wrong: Callable[[], Iterable[str]] = nothing_wrong
