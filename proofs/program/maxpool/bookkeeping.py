"""The ghosts of the proof: which tap was chosen last, which each cell has, and how often a cell was written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from proofs.assumptions.assumption import Assumption
from proofs.program.logic.plan import Invariant, Plan
from proofs.program.logic.polynomials import polynomial, written_out
from proofs.program.logic.state import Array, ProgramState
from proofs.program.maxpool.cells import CELL
from proofs.program.maxpool.invariants import best_h, best_w, written_Indices, written_Y
from proofs.program.maxpool.observed import Observed, Place, element_under, observed
from proofs.program.maxpool.roles import Roles
from proofs.program.source.language import (
    TENSOR_PARAMETER,
    Assign,
    Loop,
    Store,
    array_symbol,
    assigned,
    everywhere,
    position,
)
from spec.language.fold import substitute
from spec.language.terms import Sort, Term, Variable, and_
from spec.maxpool.vocabulary import dX, dY


def place_of(roles: Roles, index: Term) -> Place | None:
    """The element of X under the current tap, or the one that is chosen first, if one index into memory is its."""
    function = roles.seen.function
    for tap in (roles.tap, *([roles.first] if roles.first else [])):
        place = element_under(roles.cell, tap)
        terms = (substitute(t, function.calls) for t in (position(function.layout, dX, place), index))
        if len({written_out(polynomial(t)) for t in terms}) == 1:
            return place
    return None


def seen_in_memory(roles: Roles) -> Observed:
    """What a run shows in which each index into memory stands for its element, where that is known."""
    return observed(roles.seen.function, lambda index: place_of(roles, index))


GHOST_TAP = {best_h: "best_h!", best_w: "best_w!"}
"""The ghost variables: the tap at which the best element so far was taken."""
GHOST_ARRAYS = {best_h: "best_h of cell!", best_w: "best_w of cell!"}
"""The ghost arrays: each cell's selected tap."""
COUNTS = {written_Y: "written_Y!", written_Indices: "written_Indices!"}
"""The ghost arrays that count how often each cell was written."""


@dataclass
class Bookkeeping(Plan):
    """The part of a plan that records what the program does, by the roles of its parts."""

    roles: Roles

    def counts(self) -> Mapping[Variable, str]:
        """The arrays that count the writes to the outputs that there are."""
        return COUNTS if self.roles.Indices else {written_Y: COUNTS[written_Y]}

    def ghosts(self) -> ProgramState:
        """The ghost tap, unknown at first, and for each cell its selected tap and how often it was written."""
        arrays = {name: self._ghost_array(name) for name in (*GHOST_ARRAYS.values(), *COUNTS.values())}
        return ProgramState({name: Variable(f"{name} at first") for name in GHOST_TAP.values()}, arrays)

    def _ghost_array(self, name: str) -> Array:
        return Array(dY, array_symbol(f"{name} at first", Sort.INT))

    def known_of_ghosts(self) -> tuple[Assumption, ...]:
        """Before anything runs, no cell has been written."""
        zero = (self.ghosts().arrays[name].read(CELL).eq(0) for name in COUNTS.values())
        return (Assumption("ghosts", and_(*zero)),)

    def changed(self, loop: Loop) -> tuple[frozenset[str], frozenset[str]]:
        """The ghost tap changes where the best element is chosen, the ghost arrays where the outputs are written."""
        chooses = self.roles.chosen & assigned(loop.body)
        variables = frozenset(GHOST_TAP.values()) if chooses else frozenset[str]()
        stores = {s.array for s in everywhere(loop.body) if isinstance(s, Store)}
        arrays = {*GHOST_ARRAYS.values(), COUNTS[written_Y]} if self.roles.Y in stores else set()
        return variables, frozenset(arrays | ({COUNTS[written_Indices]} if self.roles.Indices in stores else set()))

    def place(self, array: str, index: Term, state: ProgramState, line: int) -> tuple[Term, ...]:
        """The current cell of an output; of X, the element under the current tap, or under the ghost tap."""
        if array != TENSOR_PARAMETER:
            return self.roles.cell
        ghost = (state.values[GHOST_TAP[best_h]], state.values[GHOST_TAP[best_w]])
        return place_of(self.roles, index) or element_under(self.roles.cell, ghost)

    def assigned(self, statement: Assign, state: ProgramState) -> Mapping[str, Term]:
        """Where the best element is assigned, the ghost tap is the current one."""
        if not self.roles.chosen & set(statement.names):
            return {}
        outer, inner = (tap.loop for tap in self.roles.taps)
        tap = self.roles.tap if _inside(inner, statement) else None if _inside(outer, statement) else self.roles.first
        return {} if tap is None else dict(zip(GHOST_TAP.values(), tap, strict=True))

    def stored(self, statement: Store, indices: tuple[Term, ...], state: ProgramState) -> Mapping[str, Term]:
        """Where Y is written, the ghost tap becomes the selected tap of the cell; each write is counted."""
        count = COUNTS[written_Y if statement.array == self.roles.Y else written_Indices]
        recorded = {count: state.arrays[count].read(indices) + 1}
        if statement.array == self.roles.Y:
            recorded |= {GHOST_ARRAYS[tap]: state.values[ghost] for tap, ghost in GHOST_TAP.items()}
        return recorded

    def writable(self, statement: Store, indices: tuple[Term, ...], state: ProgramState) -> Sequence[Invariant]:
        """No cell is written a second time."""
        count = COUNTS[written_Y if statement.array == self.roles.Y else written_Indices]
        return [Invariant("first-write", "the cell was not written before", state.arrays[count].read(indices).eq(0))]


def _inside(loop: Loop, statement: Assign) -> bool:
    return any(inner is statement for inner in everywhere(loop.body))
