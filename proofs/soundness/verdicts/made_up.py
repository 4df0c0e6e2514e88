"""Statements with answers that are made up, to see what the rules of proof make of them.

The rules are there for routes that are wrong or have nothing to say. Solvers do not err when they are wanted to: so
each statement tells itself what they say of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from proofs.assumptions.lemmas import suppose
from proofs.engine.decide import Further, decide
from proofs.engine.statement import CannotBeRead, Enumeration, Outcome, Route, Statement, Verdict
from proofs.engine.terms import Obligation
from proofs.solvers.answers import DEFAULT_LIMITS, Answer, Integers, Status, Values
from proofs.solvers.solvers import OpenSolver, WatchedSolver
from spec.language.terms import Term
from spec.operator.clauses import ADDED


def said(status: Status, **model: int | bool) -> Answer:
    """An answer, with a model if one is given."""
    return Answer(status, 0.0, "", model or None)


LATE = Answer(Status.UNKNOWN, DEFAULT_LIMITS.seconds)
"""The clock ended it."""
NOTHING, SHOWN, DENIED = (said(status) for status in (Status.UNKNOWN, Status.UNSAT, Status.SAT))


@dataclass(frozen=True, slots=True, kw_only=True)
class Pretended(Obligation):
    """A statement with what z3 and cvc5 say of it, of its assumptions, and of it without one of these.

    `found` is what a search for the smallest counterexample gives, if that is made up too.
    """

    says: tuple[Answer, Answer]
    consistent: tuple[Answer, Answer] = (DENIED, DENIED)
    weaker: tuple[Answer, Answer] = (NOTHING, NOTHING)
    found: Values | None = None

    def ask(self, solver: OpenSolver, at: Values | None = None) -> Answer:
        """What they say of it."""
        answer = self.says[_number(solver)]
        if isinstance(solver, WatchedSolver):
            watched = WatchedSolver(_Saying(answer), solver.limits, solver.is_late)
            answer, solver.is_late = watched.ask(()), watched.is_late
        return answer

    def ask_small(self, solver: OpenSolver) -> Answer:
        """The same."""
        return self.ask(solver)

    def satisfiable(self, solver: OpenSolver) -> Answer:
        """What they say of its assumptions."""
        return self.consistent[_number(solver)]

    def smallest(self, *, brief: bool = False) -> Values | None:
        """What a search finds."""
        return self.found or Obligation.smallest(self, brief=brief)

    def without(self, dropped: int) -> Pretended:
        """It without an assumption, and what they say of that."""
        return replace(Obligation.without(self, dropped), says=self.weaker)


@dataclass(frozen=True, slots=True)
class _Saying:
    """A solver that says one thing."""

    answer: Answer

    def ask(self, terms: Iterable[Term]) -> Answer:
        return self.answer

    def ask_script(self, text: str) -> Answer:
        return self.answer

    def ask_each(self, common: Sequence[Term], each: Sequence[Term]) -> list[Answer]:
        return [self.answer for _ in each]


def _number(solver: OpenSolver) -> int:
    opened = solver.solver if isinstance(solver, WatchedSolver) else solver
    return int("cvc5" in type(opened).__module__)


@dataclass(frozen=True, slots=True)
class Posed:
    """A statement, with the verdict that is expected of it.

    `further` are routes of rooms above. `tightness`: each assumption is dropped in turn; `sparing`: no other route is
    taken where the solvers decide.
    """

    statement: Statement
    expected: Verdict = Verdict.PROVED
    further: tuple[Further, ...] = ()
    tightness: bool = False
    sparing: bool = False

    def outcome(self) -> Outcome:
        """What the rules of proof make of it."""
        statement = replace(self.statement, expected=self.expected)
        decided = partial(decide, statement, further=self.further)
        if not self.tightness:
            decided = partial(decided, tightness=False)
        return decided(sparing=True) if self.sparing else decided()


def made_up(goal: Term, *given: Term, says: tuple[Answer, Answer], **more: object) -> Pretended:
    """A statement with what solvers say of it."""
    assumptions = tuple(suppose(f"given {i}", term) for i, term in enumerate(given, 1))
    stated = {"label": "made-up", "statement": "So.", "source": ADDED, **more}
    return Pretended(assumptions=assumptions, goal=goal, says=says, **stated)  # type: ignore[arg-type]


def by(name: str, verdict: Verdict) -> Further:
    """A route of a room above, which says the same of everything."""
    return lambda _: Route(name, "", verdict, 0.0)


def refuses(_: Integers) -> Integers:
    """A reference that takes no call."""
    raise ValueError("the reference refuses this call")


def copies(values: Integers) -> Integers:
    """One in which b is a."""
    return {"b": values["a"]}


def adds_3(values: Integers) -> Integers:
    """One in which b is a + 3."""
    return {"b": values["a"] + 3}


def some() -> Enumeration:
    """Cases of which none fails: not all."""
    return Enumeration("p", 2)


def failed() -> Enumeration:
    """Cases of which one fails."""
    return Enumeration("p and q", 4, {"p": False, "q": True})


def cannot_be_read(_: Statement) -> Route | None:
    """A route that reads something else."""
    raise CannotBeRead("no words")
