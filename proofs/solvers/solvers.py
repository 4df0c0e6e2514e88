"""The solvers by name. None is loaded before it is asked, or asked for its version."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from proofs.solvers.answers import DEFAULT_LIMITS, Alternatives, Answer, Limits
from spec.language.terms import Term

THIRD = "bitwuzla"
"""A third solver, of bit patterns alone, where it is installed. It can contradict, and is never one of the two."""


class Backend(Protocol):
    """What a solver's module offers."""

    def version(self) -> str:
        """The version that is installed."""

    def ask(self, terms: Iterable[Term], limits: Limits) -> Answer:
        """Whether some terms hold together."""

    def ask_script(self, text: str, limits: Limits) -> Answer:
        """Whether the assertions of an SMT-LIB script, with one `check-sat`, hold together."""

    def alternatives(self, limits: Limits) -> Alternatives:
        """What may be asked many alternatives, much alike, one after the other."""


@dataclass(frozen=True, slots=True)
class Solver:
    """A solver by its name, loaded when it is needed."""

    name: str
    load: Callable[[], Backend]

    @property
    def version(self) -> str:
        """The version that is installed."""
        return self.load().version()

    def ask(self, terms: Iterable[Term], limits: Limits = DEFAULT_LIMITS) -> Answer:
        """Whether some terms hold together."""
        return self.load().ask(terms, limits)

    def ask_script(self, text: str, limits: Limits = DEFAULT_LIMITS) -> Answer:
        """Whether the assertions of an SMT-LIB script, with one `check-sat`, hold together."""
        return self.load().ask_script(text, limits)

    def alternatives(self, limits: Limits = DEFAULT_LIMITS) -> Alternatives:
        """What may be asked many alternatives, much alike, one after the other."""
        return self.load().alternatives(limits)


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


def third_is_installed() -> bool:
    """The third solver can be asked here."""
    return importlib.util.find_spec(THIRD) is not None
