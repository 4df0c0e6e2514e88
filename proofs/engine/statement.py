"""Statements: what is to be decided, in whatever language it is written, and what the rules of proof need of it.

A language is a subclass: terms (`proofs.engine.terms`), bit patterns (`proofs.engine.bits`), programs
(`proofs.program.logic.obligation`). The rules themselves are written once, in `proofs.engine.decide`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar, Self

from proofs.assumptions.standing import Lemma, StandsOn
from proofs.engine.implication import Implication
from proofs.solvers.answers import Answer, Integers, Values
from proofs.solvers.solvers import OpenSolver
from spec.language.terms import Term
from spec.operator.clauses import Clause, Source
from spec.operator.operator import Operator

Written = Callable[[Term], Iterable[str]]
"""How a reader wants formulas written: one term may become several lines."""


class Verdict(StrEnum):
    """What a statement, or one route to it, came to."""

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
    """A counterexample; `minimal`: none has a smaller sum of sizes. `observed`: what the reference gives, run on it."""

    values: Values
    minimal: bool
    observed: Integers = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Tightness:
    """What dropping one assumption does: `needed`, with a counterexample; `redundant`; or `unknown`."""

    assumption: str
    outcome: str
    counterexample: Values | None = None


OUT_OF_TIME = "ended by the time limit"
"""How the problem of a statement begins whose verdict the clock prevented: its steps would have gone on."""


class CannotBeRead(ValueError):
    """A statement says, of a clause as it stands, what its language has no words for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated(ABC):
    """What a reader is told of a statement, whether or not it is at hand to be decided.

    `about` are the labels of the clauses and claims that the goal speaks of. `principle` names an induction principle
    that turns this step into its conclusion, and that no solver checks. `operator` names its owner.
    """

    label: str
    statement: str
    source: Source
    expected: Verdict = Verdict.PROVED
    about: tuple[str, ...] = ()
    principle: str = ""
    operator: str = ""

    @property
    @abstractmethod
    def clauses(self) -> tuple[str, ...]:
        """The labels that it stands on or speaks of, each once."""

    @abstractmethod
    def readable(self, values: Values) -> Values:
        """The values as a person reads them."""

    @abstractmethod
    def contradiction(self, witness: Witness) -> str:
        """What the goal says at a witness."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement(Stated):
    """What is to be decided: for all values, the assumptions imply the goal.

    `replay` runs the reference on a witness and returns what it observed for some of the variables; the contradiction
    must stand with those values too. `bounded` checks every case up to stated bounds by evaluation alone: a further
    route, and never a proof.
    """

    replay: Callable[[Integers], Integers] | None = None
    bounded: Callable[[], Enumeration] | None = None

    third: ClassVar[str] = ""
    """A solver beside the two that reads the language: it can contradict them, and is no route to a proof."""

    tries_by: ClassVar[str] = "enumeration"
    """How the bounded route tries each case."""

    # --- what it stands on

    @property
    @abstractmethod
    def assumed(self) -> tuple[str, ...]:
        """The labels of its assumptions, in their order."""

    @property
    def stands_on(self) -> StandsOn:
        """What its assumptions are; raises ValueError, with the label, where they do not fit together."""
        return StandsOn()

    @property
    def as_lemma(self) -> Lemma | None:
        """What others assume where they use it, if they can."""
        return None

    @property
    def owners(self) -> frozenset[str]:
        """The operators whose clauses it assumes."""
        return frozenset()

    @property
    def droppable(self) -> tuple[str, ...]:
        """The labels of the assumptions that are dropped, each in turn, to see whether they are needed."""
        return self.assumed

    @property
    def clauses(self) -> tuple[str, ...]:
        """The labels that it stands on or speaks of, each once."""
        return tuple(dict.fromkeys((*self.droppable, *self.about)))

    def with_formula(self, clause: Clause, formula: Term) -> Self:
        """The statement with another formula in a clause's place; itself where it does not read the clause's."""
        return self

    def reads(self, operator: Operator) -> frozenset[str]:
        """The labels of the operator's clauses whose formulas it states, so that it says something else if they do.

        None, unless its language says so: to cite a clause is not to read it.
        """
        return frozenset()

    @abstractmethod
    def without(self, dropped: int) -> Self:
        """The statement without one of its assumptions."""

    @property
    @abstractmethod
    def names(self) -> Mapping[str, object]:
        """What each name in a witness stands for: a sort, a function symbol, or a bit pattern."""

    # --- values, found and confirmed with no solver

    @abstractmethod
    def example(self) -> Values | None:
        """Values under which the assumptions hold, found by search."""

    @abstractmethod
    def smallest(self, *, brief: bool = False) -> Values | None:
        """The smallest counterexample that an ordered search finds; a brief search ends sooner."""

    @abstractmethod
    def holds(self, values: Values) -> bool:
        """The assumptions hold, by evaluation."""

    @abstractmethod
    def confirms(self, values: Values) -> bool:
        """The values are a counterexample, by evaluation: the assumptions hold and the goal fails."""

    # --- what solvers are asked

    @abstractmethod
    def satisfiable(self, solver: OpenSolver) -> Answer:
        """Whether the assumptions hold together."""

    @abstractmethod
    def ask(self, solver: OpenSolver, at: Values | None = None) -> Answer:
        """Whether there is a counterexample: any, or exactly these values. `unsat` is a proof."""

    def ask_small(self, solver: OpenSolver) -> Answer | None:
        """Whether there is a small counterexample, which evaluation has done with sooner; None where all are alike."""
        return None

    def completed(self, model: Values) -> Values | None:
        """A solver's model as values that can be evaluated, or None where it says too little or too much."""
        return model

    def is_smallest(self, values: Values, *, searched: bool, solver: OpenSolver) -> bool:
        """No counterexample is smaller than a confirmed one, which the ordered search found or a solver gave."""
        return searched

    # --- further routes

    @property
    def own_routes(self) -> Mapping[str, Callable[[], Route | None]]:
        """Routes that are the language's own, by name; None from one that has nothing to say after all."""
        return {}

    def hears(self, route: Route) -> bool:
        """What a route says is about the whole statement, and counts."""
        return True

    @property
    def implications(self) -> tuple[Implication, ...]:
        """What it says part by part, in terms; nothing in another language."""
        return ()

    # --- what a reader sees

    def own(self, values: Values) -> Values:
        """Of some values, those that a reader has names for."""
        return values

    def readable(self, values: Values) -> Values:
        """The values as a person reads them."""
        return values

    @property
    @abstractmethod
    def goal_text(self) -> str:
        """The goal, in the language that it is in."""

    @property
    @abstractmethod
    def hypotheses_lines(self) -> tuple[str, ...]:
        """What the goal stands on: definitions, names and assumptions, a line each."""

    @abstractmethod
    def goals(self, written: Written) -> tuple[str, ...]:
        """The goal as lines, where it is a term as the reader wants terms written."""

    @abstractmethod
    def premises(self, written: Written) -> tuple[str, ...]:
        """Each assumption as a line, with its label."""

    def contradiction(self, witness: Witness) -> str:
        """What the goal says at a witness."""
        return f"fails: {self.goal_text}"

    @abstractmethod
    def scripts(self) -> Mapping[str, str]:
        """SMT-LIB scripts by file name. Each says in its first lines what answer it should get, and what that means."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a statement: its verdict, its routes, and the evidence for each of the rules of proof.

    `remembered`: it was decided in an earlier run, and nothing that it follows from has changed since.
    """

    obligation: Stated
    verdict: Verdict
    routes: tuple[Route, ...]
    satisfiable_by: Values | None = None
    witness: Witness | None = None
    tightness: tuple[Tightness, ...] = ()
    seconds: float = 0.0
    problem: str = ""
    remembered: bool = False

    @property
    def as_expected(self) -> bool:
        """The verdict is the expected one, and nothing about it is open."""
        return (
            self.verdict is self.obligation.expected
            and not self.problem
            and all(t.outcome != "unknown" for t in self.tightness)
        )
