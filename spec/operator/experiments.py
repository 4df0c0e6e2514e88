"""What is run to tell a clause from a change of it: calls that are checked, and cases of what the reference gave."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from spec.operator.clauses import Clause
from spec.readings.value import Environment


@dataclass(frozen=True, slots=True)
class CallCase:
    """The variables of a call, legal or not. `example`: it is a worked example's, and not an edge's."""

    label: str
    environment: Environment
    example: bool = False


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


def no_calls() -> Sequence[CallCase]:
    """No calls."""
    return ()


def no_outputs(_: Clause) -> Iterable[OutputCase]:
    """No cases."""
    return ()


def no_vectors(_: Clause) -> VectorCases:
    """No vectors."""
    return VectorCases()


@dataclass(frozen=True, slots=True)
class Experiments:
    """An operator's calls; for a clause over outputs, cases of them; and the vectors that cover a clause."""

    calls: Callable[[], Sequence[CallCase]] = no_calls
    outputs: Callable[[Clause], Iterable[OutputCase]] = no_outputs
    vectors: Callable[[Clause], VectorCases] = no_vectors
