"""Obligations and verdicts: statements to be decided, and what became of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from spec.operator.clauses import Source

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
"""Values for the variables of an obligation, and tables for its function symbols, by name."""


class Verdict(StrEnum):
    """What an obligation, or one route to it, came to."""

    PROVED = "proved"
    REFUTED = "refuted"
    UNKNOWN = "unknown"
    VACUOUS = "vacuous"


@dataclass(frozen=True, slots=True)
class Enumeration:
    """An exhaustive check up to stated bounds: how many cases, and the first that fails, if one does."""

    bounds: str
    cases: int
    failure: Values | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """What is to be decided, in whatever language its formulas are: terms here, bits in `proofs.engine.bits`.

    `about` are the labels of the clauses and claims that the goal speaks of. `replay` runs the reference on a witness
    and returns what it observed for some of the variables; the contradiction must stand with those values too.
    `principle` names an induction principle that turns this step into its conclusion, and that no solver checks.
    `bounded` checks every case up to stated bounds by evaluation alone: a further route, and never a proof.
    `operator` names the operator whose obligation it is; its catalogue sets it.
    """

    label: str
    statement: str
    source: Source
    expected: Verdict = Verdict.PROVED
    about: tuple[str, ...] = ()
    replay: Callable[[Integers], Integers] | None = None
    principle: str = ""
    bounded: Callable[[], Enumeration] | None = None
    operator: str = ""

    @property
    def clauses(self) -> tuple[str, ...]:
        """The labels that it stands on or speaks of, each once."""
        return tuple(dict.fromkeys(self.about))


@dataclass(frozen=True, slots=True)
class Route:
    """One way to a verdict, with what it came to. A bounded route says its bounds, and is no proof."""

    name: str
    version: str
    verdict: Verdict
    seconds: float
    bounds: str = ""


@dataclass(frozen=True, slots=True)
class Witness:
    """A counterexample: values for the variables. `minimal`: none with a smaller sum of sizes exists.

    `observed` are the values that the reference gave when it was run on the witness.
    """

    values: Values
    minimal: bool
    observed: Integers = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Tightness:
    """What dropping one assumption does: `needed`, with a counterexample; `redundant`; or `unknown`."""

    assumption: str
    outcome: str
    counterexample: Values | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """An obligation with its verdict, its routes, and the evidence for each of the rules of proof."""

    obligation: Statement
    verdict: Verdict
    routes: tuple[Route, ...]
    satisfiable_by: Values | None = None
    witness: Witness | None = None
    tightness: tuple[Tightness, ...] = ()
    seconds: float = 0.0
    problem: str = ""

    @property
    def as_expected(self) -> bool:
        """The verdict is the expected one, and nothing about it is open."""
        return (
            self.verdict is self.obligation.expected
            and not self.problem
            and all(t.outcome != "unknown" for t in self.tightness)
        )
