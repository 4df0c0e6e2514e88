"""How much may be tried in search of an example's repair."""

from __future__ import annotations

from dataclasses import dataclass

from proofs.audit.example_call import Refusal
from proofs.audit.example_deviations import Facts, visits

LARGEST_AXIS = 2_000


@dataclass(slots=True)
class Budget:
    """How many elements may still be looked at in search of repairs, in one document."""

    visits: int = 1_500_000
    shapes: int = 6_000

    def allows(self, facts: Facts, *, cells: bool) -> bool:
        """Whether one more try is affordable; it is then counted."""
        self.shapes -= 1
        if self.shapes < 0 or max(facts.shape, default=0) > LARGEST_AXIS:
            return False
        if cells and facts.X is not None:
            shape = facts.call.shape(facts.shape)
            if not isinstance(shape, Refusal):
                # An evaluation costs more than its taps: each cell of Y is set up by itself.
                self.visits -= visits(facts, shape) + 10
        return self.visits >= 0
