"""Which release is tried next, so that few are installed. What was not tried, or could not be run, is not known."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise


class TrialOutcome(StrEnum):
    """What came of a divergence's script with a release."""

    DIVERGES = "diverges"
    AS_EXPECTED = "as expected"
    NOT_RUN = "could not be run"


@dataclass(frozen=True, slots=True)
class Trial:
    """The outcome with a release, and what was said of it, on one line."""

    outcome: TrialOutcome
    said: str = ""


@dataclass(slots=True)
class Bisection:
    """Trials of releases, the oldest first. `reported`: the one whose divergence it is, which is tried first.

    Between two releases that were run, with no other that was between them, one change at most is assumed; where they
    differ, the middle is tried. At last the neighbours of each change are tried, so that a second change beside it is
    seen. A release that could not be run is passed over, and counts for neither outcome.
    """

    releases: Sequence[str]
    reported: str
    trials: dict[int, Trial] = field(default_factory=dict)

    def run(self, trial: Callable[[str], Trial], most: int) -> None:
        """Try releases until no other is worth it, `most` at most."""
        while len(self.trials) < most and (number := self.next()) is not None:
            self.trials[number] = trial(self.releases[number])

    @property
    def ran(self) -> list[int]:
        """The releases that were run, by number."""
        return sorted(n for n, trial in self.trials.items() if trial.outcome is not TrialOutcome.NOT_RUN)

    @property
    def changes(self) -> list[tuple[int, int]]:
        """Where the outcome changes: two releases that were run, with no other that was between them."""
        return [(a, b) for a, b in pairwise(self.ran) if self.trials[a].outcome is not self.trials[b].outcome]

    @property
    def is_complete(self) -> bool:
        """The divergence was seen, and each change is between two releases with none untried between them."""
        seen = any(trial.outcome is TrialOutcome.DIVERGES for trial in self.trials.values())
        return seen and self.next() is None

    def next(self) -> int | None:
        """The number of the release to try now; None if there is none."""
        if self.reported in self.releases:
            number = self.releases.index(self.reported)
            if number not in self.trials:
                return number
            if self.trials[number].outcome is TrialOutcome.AS_EXPECTED:
                return None  # The script does not show the divergence: nothing that it gives means anything.
        everything = range(len(self.releases))
        found = [self._end(everything[::-1]), self._end(everything), *map(self._middle, self.changes)]
        for a, b in self.changes:
            found += [self._nearest(range(a - 1, -1, -1)), self._nearest(range(b + 1, len(self.releases)))]
        return next((number for number in found if number is not None), None)

    def _end(self, inwards: Sequence[int]) -> int | None:
        """From one end inwards, in steps that double, until a release can be run."""
        at = 0
        while at < len(inwards):
            if inwards[at] not in self.trials:
                return inwards[at]
            if self.trials[inwards[at]].outcome is not TrialOutcome.NOT_RUN:
                return None
            at = 2 * at + 1
        return None

    def _middle(self, change: tuple[int, int]) -> int | None:
        """The untried release that is nearest to the middle."""
        left = [n for n in range(change[0] + 1, change[1]) if n not in self.trials]
        return min(left, key=lambda n: (abs(2 * n - sum(change)), n), default=None)

    def _nearest(self, outwards: Iterable[int]) -> int | None:
        """The next release in a direction, if it has not been tried; what could not be run is passed over."""
        for number in outwards:
            if number not in self.trials:
                return number
            if self.trials[number].outcome is not TrialOutcome.NOT_RUN:
                return None
        return None
