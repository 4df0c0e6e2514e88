"""What a nest of loops is taken apart into: its ranges, the element, when it is taken, what is kept of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from spec.documents.equations.cells import Binder
from spec.documents.formulas.formulas import Written


@dataclass(frozen=True, slots=True)
class Update:
    """Where a better element is kept: `element` is taken where it compares so (`GT`, `GE`, ...) with what is kept, or
    first if `takes_first`; `index` is what is kept beside it. `start` is where the comparison stands. `flag`: the name
    that tells whether something was kept. `stops` is where the innermost loop ends as soon as an element is kept."""

    kept: Written
    element: Written
    how: str
    takes_first: bool
    start: int
    index: tuple[Written, Written] | None = None
    flag: Written | None = None
    stops: int | None = None


@dataclass(frozen=True, slots=True)
class LoopNest:
    """The loops over the outputs' elements and, in them, over the taps, in their order.

    `outer` are the letters of an output's element with their ranges, `taps` the others. `guards` are the conditions
    under which a tap counts. `initial` is what the maximum is before the first tap. `stores` has by output, Y and
    Indices, its element and what it is given. `nans` are what a NaN is replaced by, `nothing` what is given where no
    tap was kept; `fails`: there, the call is an error.
    """

    outer: tuple[Binder, ...]
    taps: tuple[Binder, ...]
    guards: tuple[Written, ...]
    update: Update
    initial: Written
    stores: Mapping[str, tuple[Written, Written]]
    nans: tuple[Written, ...] = ()
    nothing: Written | None = None
    fails: bool = False

    @property
    def cell(self) -> tuple[Written, ...]:
        """The letters of an output's element, in the order of its axes."""
        return next(iter(self.stores.values()))[0].parts[1:]
