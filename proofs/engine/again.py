"""What the tool finds itself of an obligation when it is evaluated again: other routes, and what searches find.

It depends on nothing that a package says; in a process it is found once for each obligation of a catalogue.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property

from proofs.engine.catalogue import Catalogue
from proofs.engine.decide import Further, bounded, unbounded
from proofs.engine.statement import Route, Statement
from proofs.solvers.answers import Values


class FoundAgain:
    """What is found again of one obligation, each when it is first asked for."""

    def __init__(self, obligation: Statement, further: Sequence[Further]) -> None:
        self.obligation, self._further = obligation, further
        self._without: dict[int, Values | None] = {}

    @cached_property
    def unbounded(self) -> Sequence[Route]:
        """The routes that are no solver's and are for all sizes."""
        return tuple(unbounded(self.obligation, self._further))

    @cached_property
    def routes(self) -> Sequence[tuple[str, str, str]]:
        """Name, verdict and bounds of each route that is no solver's."""
        return [(r.name, str(r.verdict), r.bounds) for r in (*self.unbounded, *bounded(self.obligation))]

    @cached_property
    def smallest(self) -> Values | None:
        """The smallest counterexample, if the ordered search finds one."""
        return self.obligation.smallest()

    @cached_property
    def example(self) -> Values | None:
        """Values for which the assumptions hold, if a search finds some."""
        return self.obligation.example()

    def without(self, dropped: int) -> Values | None:
        """The smallest counterexample without one of its assumptions, if a brief search finds one."""
        if dropped not in self._without:
            self._without[dropped] = self.obligation.without(dropped).smallest(brief=True)
        return self._without[dropped]


@cache
def found_again(catalogue: Catalogue, label: str) -> FoundAgain:
    """What is found again of an obligation. Raises KeyError if there is none."""
    return FoundAgain(catalogue[label], catalogue.further)
