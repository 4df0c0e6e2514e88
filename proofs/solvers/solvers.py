"""The solvers by name. None is loaded before it is opened, or asked for its version."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from proofs.solvers.answers import DEFAULT_LIMITS, Answer, Limits
from spec.language.terms import Term

THIRD = "bitwuzla"
"""A third solver, of bit patterns alone, where it is installed. It can contradict, and is never one of the two."""


class OpenSolver(Protocol):
    """A solver for the questions about one statement, with limits for each."""

    def ask(self, terms: Iterable[Term]) -> Answer:
        """Whether some terms hold together, with a model of their variables and function symbols if it gives one."""

    def ask_script(self, text: str) -> Answer:
        """Whether the assertions of an SMT-LIB script, with one `check-sat`, hold together."""

    def ask_each(self, common: Sequence[Term], each: Sequence[Term]) -> list[Answer]:
        """Whether some common terms hold together with each of the others, one by one. It gives no models."""


class Backend(Protocol):
    """What a solver's module offers."""

    def version(self) -> str:
        """The version that is installed."""

    def opened(self, limits: Limits) -> OpenSolver:
        """The solver, for questions that are each answered within limits."""


@dataclass(frozen=True, slots=True)
class Solver:
    """A solver by its name, loaded when it is needed."""

    name: str
    load: Callable[[], Backend]

    @property
    def version(self) -> str:
        """The version that is installed."""
        return self.load().version()

    def opened(self, limits: Limits = DEFAULT_LIMITS) -> OpenSolver:
        """The solver, for questions that are each answered within limits."""
        return self.load().opened(limits)

    def ask(self, terms: Iterable[Term], limits: Limits = DEFAULT_LIMITS) -> Answer:
        """Whether some terms hold together, asked on their own."""
        return self.opened(limits).ask(terms)

    def ask_script(self, text: str, limits: Limits = DEFAULT_LIMITS) -> Answer:
        """Whether the assertions of an SMT-LIB script, with one `check-sat`, hold together, asked on their own."""
        return self.opened(limits).ask_script(text)


def _z3() -> Backend:
    from proofs.solvers import z3_solver

    return z3_solver


def _cvc5() -> Backend:
    from proofs.solvers import cvc5_solver

    return cvc5_solver


def _bitwuzla() -> Backend:
    from proofs.solvers import bitwuzla_solver

    return bitwuzla_solver


SOLVERS: dict[str, Solver] = {"z3": Solver("z3", _z3), "cvc5": Solver("cvc5", _cvc5)}
"""The two that `proved` needs, unless another route agrees with one of them."""

BESIDE: dict[str, Solver] = {THIRD: Solver(THIRD, _bitwuzla)}


def named(name: str) -> Solver:
    """One of the two, or the third."""
    return SOLVERS.get(name) or BESIDE[name]


def opened(names: Iterable[str], limits: Limits) -> Mapping[str, WatchedSolver]:
    """Solvers by name, for the questions about one statement."""
    return {name: WatchedSolver(named(name).opened(limits), limits) for name in names}


@dataclass(slots=True)
class WatchedSolver:
    """An open solver, and whether the clock ended one of its answers."""

    solver: OpenSolver
    limits: Limits
    is_late: bool = False

    def ask(self, terms: Iterable[Term]) -> Answer:
        """Whether some terms hold together."""
        return self._seen(self.solver.ask(terms))

    def ask_script(self, text: str) -> Answer:
        """Whether the assertions of an SMT-LIB script hold together."""
        return self._seen(self.solver.ask_script(text))

    def ask_each(self, common: Sequence[Term], each: Sequence[Term]) -> list[Answer]:
        """Whether some common terms hold together with each of the others."""
        return [self._seen(answer) for answer in self.solver.ask_each(common, each)]

    def _seen(self, answer: Answer) -> Answer:
        self.is_late = self.is_late or answer.is_late(self.limits)
        return answer


def third_is_installed() -> bool:
    """The third solver can be asked here."""
    return importlib.util.find_spec(THIRD) is not None
