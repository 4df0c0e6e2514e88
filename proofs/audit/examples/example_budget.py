"""How much may be tried in search of an example's repair."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from proofs.audit.examples.example_deviations import Facts

LARGEST_AXIS = 2_000
EVALUATION = 300
"""What an evaluation costs besides, in elements looked at."""


@dataclass(slots=True)
class Budget:
    """How many elements may still be looked at in search of repairs, in one document."""

    visits: int = 1_500_000
    shapes: int = 5_000

    def allows(self, facts: Facts, *, cells: bool) -> bool:
        """Whether one more try is affordable; it is then counted."""
        self.shapes -= 1
        if self.shapes < 0 or max(facts.shape, default=0) > LARGEST_AXIS:
            return False
        if cells and facts.X is not None:
            printed = max((g.values.size for g in (facts.Y, facts.Indices) if g is not None), default=1)
            kernel = prod(facts.call.entries("kernel_shape", len(facts.shape) - 2))
            self.visits -= printed * min(kernel, facts.X.values.size) + EVALUATION
        return self.visits >= 0
