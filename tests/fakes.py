"""Solvers that give one answer to everything."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from proofs.solvers.answers import Alternatives, Answer, Limits, Status, Values
from spec.language.terms import Term


@dataclass(frozen=True)
class Fake:
    """A solver that has made up its mind."""

    status: Status
    model: Values | None = None

    def version(self) -> str:
        """No version of anything."""
        return "made"

    def ask(self, terms: Iterable[Term], limits: Limits) -> Answer:
        """The answer."""
        return Answer(self.status, 0.0, "it always says so", self.model)

    def ask_script(self, text: str, limits: Limits) -> Answer:
        """The answer."""
        return self.ask((), limits)

    def alternatives(self, limits: Limits) -> Alternatives:
        """The answer, for each."""
        return lambda common, each: [self.ask((), limits) for _ in each]
