"""A first run without invariants: where a function reads and writes, and with which values it enters its loops."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from proofs.program.logic.execution import Execution
from proofs.program.logic.plan import Invariant, Plan
from proofs.program.logic.polynomials import Polynomial, divided, minus, polynomial, written_out
from proofs.program.logic.positions import Positions
from proofs.program.logic.state import ProgramState
from proofs.program.source.language import TENSOR_PARAMETER, Function, Instruction, Loop, MemoryOrder, Store, position
from spec.language.fold import substitute
from spec.language.terms import Literal, Term, Variable, free_variables
from spec.maxpool.semantics import column, row
from spec.maxpool.vocabulary import b, c, dX, entry, n, w
from spec.window.names import h, m

Place = tuple[Term, ...]


@dataclass
class Observed:
    """What was seen of a function: indices as values, one of them where an array is flat.

    `memory` tells that one index by the four unknowns that stand for the place to which it leads.
    """

    function: Function
    positions: Positions
    reads: list[Place] = field(default_factory=list)
    stores: dict[int, Place] = field(default_factory=dict)
    entered: dict[int, ProgramState] = field(default_factory=dict)
    left: list[tuple[tuple[Instruction, ...], ProgramState]] = field(default_factory=list)
    memory: dict[Place, Term] = field(default_factory=dict)


def observed(function: Function, places: Callable[[Term], Place | None] = lambda _: None) -> Observed:
    """What a run of a function shows; `places` tells for which element one index into memory stands, if it can."""
    observer = _Observer(function, places)
    Execution(function, observer).run(())
    return observer.found


class _Observer(Plan):
    """A plan that only looks."""

    def __init__(self, function: Function, places: Callable[[Term], Place | None]) -> None:
        self.found, self.places = Observed(function, Positions(function)), places
        self.index: Term | None = None

    def invariants(self, loop: Loop, state: ProgramState, position: Term | None) -> Sequence[Invariant]:
        """None; the first time that it is asked, the loop is entered."""
        self.found.entered.setdefault(id(loop), state)
        return []

    def place(self, array: str, index: Term, state: ProgramState, line: int) -> Place:
        """Any place, unless it is known: what the one index says is kept for later."""
        self.index = index
        unknown = tuple(Variable(f"any index {axis} ({len(self.found.memory) + 1})") for axis in range(4))
        self.found.memory[unknown] = index
        return self.places(index) or unknown

    def read(self, array: str, indices: Place) -> None:
        """X was read."""
        if array == TENSOR_PARAMETER:
            self.found.reads.append(self._indices(array, indices))

    def stored(self, statement: Store, indices: Place, state: ProgramState) -> dict[str, Term]:
        """An array was written to."""
        self.found.stores[id(statement)] = self._indices(statement.array, indices)
        return {}

    def _indices(self, array: str, indices: Place) -> Place:
        if array in self.found.function.flat:
            assert self.index is not None
            return (self.index,)
        return indices

    def left(self, body: tuple[Instruction, ...], state: ProgramState) -> None:
        """A block was left."""
        self.found.left.append((body, state))


# --- the tap at a place

_DILATIONS = tuple(entry("dilations", i) for i in range(2))


def tap_of(indices: Place, cell: Place, function: Function) -> tuple[Term, Term] | None:
    """The tap of a cell (b, c, m, n) under which the element at some indices stands; None if that cannot be told."""
    start = element_under(cell, (Literal(0), Literal(0)))
    # A function that knows no dilations is for calls in which they are 1, and then nothing is divided by.
    of_rows, of_columns = (() if function.calls.get(d) == Literal(1) else (d,) for d in _DILATIONS)
    if len(indices) == 1:
        rest = minus(polynomial(indices[0]), polynomial(position(function.layout, dX, start)))
        channels = (dX[1],) if function.layout is MemoryOrder.NHWC else ()
        found = _split(rest, (*of_rows, dX[3], *channels), (*of_columns, *channels))
    else:
        h, w = (minus(polynomial(i), polynomial(s)) for i, s in zip(indices[2:], start[2:], strict=True))
        found = divided(h, of_rows), divided(w, of_columns)
    return None if found[0] is None or found[1] is None else (written_out(found[0]), written_out(found[1]))


def element_under(cell: Place, tap: tuple[Term, Term]) -> Place:
    """The indices of the element of X under a tap of a cell."""
    places: dict[Variable, Term] = {**dict(zip((b, c, m, n), cell, strict=True)), h: tap[0], w: tap[1]}
    return (*cell[:2], substitute(row(h), places), substitute(column(w), places))


def _split(
    rest: Polynomial, rows: tuple[Term, ...], columns: tuple[Term, ...]
) -> tuple[Polynomial | None, Polynomial | None]:
    """The taps, from how far an element stands in memory from the one under the first tap."""
    of_rows = Counter({monomial: k for monomial, k in rest.items() if divided(Counter({monomial: k}), rows)})
    return divided(of_rows, rows), divided(minus(rest, of_rows), columns)


# --- counting


@dataclass(frozen=True, slots=True)
class Count:
    """What a loop counts, from its position: `offset + position` or, with the sign -1, `offset - position`."""

    sign: int
    offset: Term

    def at(self, position: Term) -> Term:
        """The number at a position."""
        if self.offset == Literal(0) and self.sign == 1:
            return position
        return self.offset + position if self.sign == 1 else self.offset - position

    def position(self, number: Term) -> Term:
        """The position of a number."""
        if self.offset == Literal(0) and self.sign == 1:
            return number
        return number - self.offset if self.sign == 1 else self.offset - number

    def before(self, number: Term, position: Term) -> Term:
        """A number is counted before a position is reached."""
        return number < self.at(position) if self.sign == 1 else number > self.at(position)


def count_of(number: Term, at: Variable) -> Count | None:
    """How a number depends on the position of a loop; None if it does not do so step by step."""
    whole = polynomial(number)
    sign = whole[(at,)]
    offset = minus(whole, Counter({(at,): sign}))
    if sign not in (1, -1) or any(at in free_variables(factor) for monomial in offset for factor in monomial):
        return None
    return Count(sign, written_out(offset))
