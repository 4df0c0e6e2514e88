"""The plan of the proof: invariants and ghosts put in a function's own names, by the roles of its parts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from proofs.engine.terms import Assumption
from proofs.program.logic.execution import Execution, Invariant
from proofs.program.logic.state import Array, ProgramState
from proofs.program.maxpool.invariants import (
    CELLS,
    IN_Y,
    TAPS,
    best_h,
    best_w,
    done,
    found,
    in_the_clauses,
    in_Y,
    seen,
    written_Indices,
    written_Y,
)
from proofs.program.maxpool.parameters import parameters
from proofs.program.maxpool.roles import CELL, Roles, selections
from proofs.program.source.language import (
    RANK,
    Allocate,
    Assign,
    For,
    Function,
    Instruction,
    Return,
    Store,
    assigned,
    everywhere,
)
from proofs.theories.values.values import index, selected
from spec.language.fold import defined, substitute
from spec.language.terms import FALSE, TRUE, Quantified, Sort, Symbol, Term, Variable, and_, free_variables, or_
from spec.maxpool.operator import MAXPOOL
from spec.maxpool.semantics import flat, h2, in_range, w2
from spec.maxpool.vocabulary import AXES, dY, w
from spec.window.names import h, m

GHOST_TAP = {best_h: "best_h!", best_w: "best_w!"}
"""The ghost variables: the tap at which the best element so far was taken."""
GHOST_ARRAYS = {best_h: "best_h of cell!", best_w: "best_w of cell!"}
"""The ghost arrays: each cell's selected tap."""
COUNTS = {written_Y: "written_Y!", written_Indices: "written_Indices!"}
"""The ghost arrays that count how often each cell was written."""

MEET_INPUT = "windows.meet-input"


@dataclass
class MaxPoolPlan:
    """The plan for a function with given roles, one of its guards, and the values linked to the selected tap."""

    roles: Roles
    guard: Term
    linked: Mapping[str, Term] = field(default_factory=dict)
    taps: Sequence[Invariant] = TAPS
    cells: Sequence[Invariant] = CELLS

    def needed(self, function: Function) -> Sequence[tuple[int, Invariant]]:
        """What the parameters must be for the function to have a meaning (`proofs.program.maxpool.parameters`)."""
        return parameters(function)

    def ghosts(self) -> ProgramState:
        """The ghost tap, unknown at first, and for each cell its selected tap and how often it was written."""
        arrays = {name: self._ghost_array(name) for name in (*GHOST_ARRAYS.values(), *COUNTS.values())}
        return ProgramState({name: Variable(f"{name} at first") for name in GHOST_TAP.values()}, arrays)

    def _ghost_array(self, name: str) -> Array:
        return Array(dY, Symbol(f"{name} at first", (Sort.INT,) * RANK, Sort.INT))

    def known_of_ghosts(self) -> tuple[Assumption, ...]:
        """Before anything runs, no cell has been written."""
        zero = (self.ghosts().arrays[name].read(CELL).eq(0) for name in COUNTS.values())
        return (Assumption("ghosts", and_(*zero)),)

    def changed(self, loop: For) -> tuple[frozenset[str], frozenset[str]]:
        """The ghost tap changes where the best element is chosen, the ghost arrays where the outputs are written."""
        chooses = self.roles.best in assigned(loop.body)
        variables = frozenset(GHOST_TAP.values()) if chooses else frozenset[str]()
        stores = {s.array for s in everywhere(loop.body) if isinstance(s, Store)}
        arrays = {*GHOST_ARRAYS.values(), COUNTS[written_Y]} if self.roles.Y in stores else set()
        return variables, frozenset(arrays | ({COUNTS[written_Indices]} if self.roles.Indices in stores else set()))

    # -- invariants

    def invariants(self, loop: For, state: ProgramState, position: Term) -> Sequence[Invariant]:
        """The invariants of a loop over taps or over cells; raises Refused for a loop that is neither."""
        self.roles.letter(loop)
        if any(loop is tap for tap, _ in self.roles.taps):
            return self._of_taps(loop, state, position)
        return self._of_cells(state, self._passed(loop, state, position))

    def _of_taps(self, loop: For, state: ProgramState, position: Term) -> Sequence[Invariant]:
        """What holds after the taps before a position: of the outer loop, or of its turn and the inner one."""
        outer, outer_letter = self.roles.taps[0]
        here = {letter: state.value(cell.variable, loop.line) for cell, letter in self.roles.cells}
        names: dict[Variable, Term] = {tap: state.values[ghost] for tap, ghost in GHOST_TAP.items()}
        names |= here | {found: self._guard(state, loop.line)}

        def passed(tap_h: Term, tap_w: Term) -> Term:
            first, second = (tap_h, tap_w) if outer_letter.name == "h" else (tap_w, tap_h)
            if loop is outer:
                return first < position
            row = state.value(outer.variable, loop.line)
            return or_(first < row, and_(first.eq(row), second < position))

        def put(term: Term) -> Term:
            return substitute(defined(in_the_clauses(term), {seen: passed}), names)

        links = (
            Invariant(f"selected-{name}", f"{name} is that of the selected tap", self._link(name, link, state))
            for name, link in self.linked.items()
        )
        return (*(Invariant(i.label, i.words, put(i.term)) for i in self.taps), *links)

    def _link(self, name: str, link: Term, state: ProgramState) -> Term:
        (outer, outer_letter), (inner, inner_letter) = self.roles.taps
        best = {"h": state.values[GHOST_TAP[best_h]], "w": state.values[GHOST_TAP[best_w]]}
        at_best = substitute(
            link,
            {
                Variable(f"{outer.variable} in {outer.line}"): best[outer_letter.name],
                Variable(f"{inner.variable} in {inner.line}"): best[inner_letter.name],
            },
        )
        current = state.value(name, outer.line)
        same = current.iff(at_best) if current.sort is Sort.BOOL else current.eq(at_best)
        return self._guard(state, outer.line).implies(same)

    def _guard(self, state: ProgramState, line: int) -> Term:
        return substitute(self.guard, {v: state.value(v.name, line) for v in free_variables(self.guard)})

    def _of_cells(self, state: ProgramState, passed: Term) -> Sequence[Invariant]:
        """What holds of any cell, once those are passed of which `passed` says so."""
        names: dict[Variable, Term] = {tap: state.arrays[ghost].read(CELL) for tap, ghost in GHOST_ARRAYS.items()}
        names |= {count: state.arrays[ghost].read(CELL) for count, ghost in COUNTS.items()}
        names |= {selected: state.arrays[self.roles.Y].read(CELL), index: state.arrays[self.roles.Indices].read(CELL)}
        names |= {in_Y: IN_Y, done: passed}
        return [Invariant(i.label, i.words, substitute(in_the_clauses(i.term), names)) for i in self.cells]

    def _passed(self, loop: For, state: ProgramState, position: Term) -> Term:
        """The cell (b, c, m, n) comes before where the loops are, in the order of their nest."""
        earlier: list[Term] = []
        same: list[Term] = []
        for cell, letter in self.roles.cells:
            current = position if cell is loop else state.value(cell.variable, loop.line)
            earlier.append(and_(*same, letter < current))
            same.append(letter.eq(current))
            if cell is loop:
                break
        return or_(*earlier)

    # -- what is used, and what is to be shown

    def instances(self, loop: For, state: ProgramState) -> Sequence[Mapping[Variable, Term]]:
        """In loops over taps, the tap by which the window meets the input; in those over cells, the current cell."""
        innermost = self.roles.cells[-1][0]
        if any(loop is tap for tap, _ in self.roles.taps):
            return [dict(zip((h2, w2), self._met(innermost), strict=True))]
        if loop is innermost and all(cell.variable in state.values for cell, _ in self.roles.cells):
            return [{letter: state.values[cell.variable] for cell, letter in self.roles.cells}]
        return []

    def _met(self, innermost: For) -> tuple[Variable, Variable]:
        """The tap by which the current window meets the input."""
        return Variable(f"met_h! in {innermost.line}"), Variable(f"met_w! in {innermost.line}")

    def facts(self, loop: For, state: ProgramState) -> Sequence[Assumption]:
        """Clause `windows.meet-input` at the current window, and theorem `indices.in-range` at the current tap."""
        here = {
            letter: state.values[cell.variable] for cell, letter in self.roles.cells if cell.variable in state.values
        }
        if loop is self.roles.cells[-1][0]:
            return self._met_by(loop, here)
        if loop is self.roles.taps[-1][0]:
            # Theorem indices.in-range, at the tap in hand: a solver need not find out that the products are positive.
            tap = {letter: state.value(over.variable, loop.line) for over, letter in self.roles.taps}
            inside = substitute(and_(IN_Y, in_range(h, w)).implies(flat(h, w) >= 0), {**here, **tap})
            return [Assumption("indices.in-range", inside)]
        return []

    def _met_by(self, loop: For, here: Mapping[Variable, Term]) -> Sequence[Assumption]:
        found = []
        for axis, letter, tap in zip(AXES, CELL[2:], self._met(loop), strict=True):
            clause = substitute(MAXPOOL[MEET_INPUT].formula, axis)
            found.append(Assumption(MEET_INPUT, _instance(clause, here[letter], tap)))
        return found

    def assigned(self, statement: Assign, state: ProgramState) -> Mapping[str, Term]:
        """Where the best element is assigned, the ghost tap is the current one."""
        (outer, letter), (inner, _) = self.roles.taps
        if self.roles.best not in statement.names or not {outer.variable, inner.variable} <= state.values.keys():
            return {}
        tap = (state.values[outer.variable], state.values[inner.variable])
        return dict(zip(GHOST_TAP.values(), tap if letter.name == "h" else tap[::-1], strict=True))

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

    def allocated(self, statement: Allocate, sizes: tuple[Term, ...]) -> Sequence[Invariant]:
        """The outputs have the shape that the clauses give."""
        return [
            Invariant(f"size-{i}", f"size {i} of {statement.name} is as the clauses say, and not negative", term)
            for i, term in enumerate(and_(size.eq(d), size >= 0) for size, d in zip(sizes, dY, strict=True))
        ]

    def returned(self, statement: Return, state: ProgramState) -> Sequence[Invariant]:
        """Every cell of the outputs is as the invariants say."""
        counts = and_(*(state.arrays[ghost].read(CELL).eq(1) for ghost in COUNTS.values()))
        each = Invariant("each-cell", "each cell of both outputs was written once", IN_Y.implies(counts))
        return [*self._of_cells(state, TRUE), each]

    def left(self, body: tuple[Instruction, ...], state: ProgramState) -> None:
        """A block has been run to its end; a plan may remember what it left."""


def _instance(clause: Term, window: Term, tap: Term) -> Term:
    """`for all m in [0, y): exists h in [0, kernel): P(m, h)` at a window, with the tap that it speaks of."""
    assert isinstance(clause, Quantified)
    inner = substitute(clause.body, {m: window})
    assert isinstance(inner, Quantified)
    holds = and_(inner.low <= tap, tap < inner.high, substitute(inner.body, {inner.variable: tap}))
    return and_(clause.low <= window, window < clause.high).implies(holds)


class LinkFinder(MaxPoolPlan):
    """A plan without invariants, for a first run: what is assigned together with the best element, by the tap."""

    def __init__(self, roles: Roles) -> None:
        super().__init__(roles, FALSE)
        self.found: dict[str, Term] = {}
        outer, inner = roles.taps[0][0], roles.taps[1][0]
        self.blocks = list(selections(outer, roles.best))
        self.carried: frozenset[str] = frozenset()
        self.allowed = {Variable(f"{loop.variable} in {loop.line}") for loop in (outer, inner)}
        self.lines = {f" in {outer.line}", f" in {inner.line}"}

    def invariants(self, loop: For, state: ProgramState, position: Term) -> Sequence[Invariant]:
        """None: this run only looks."""
        if loop is self.roles.taps[0][0]:
            self.carried = frozenset(state.values)
        return []

    def returned(self, statement: Return, state: ProgramState) -> Sequence[Invariant]:
        """Nothing is to be shown."""
        return []

    def left(self, body: tuple[Instruction, ...], state: ProgramState) -> None:
        """What the block in which the best element is assigned leaves in the variables that outlive it."""
        if body in self.blocks:
            names = assigned(body) & self.carried & state.values.keys()
            self.found |= {n: state.values[n] for n in sorted(names) if n not in self.found and self._by_tap(state, n)}

    def _by_tap(self, state: ProgramState, name: str) -> bool:
        changing = {v for v in free_variables(state.values[name]) if any(v.name.endswith(line) for line in self.lines)}
        return changing <= self.allowed


def plans(function: Function, roles: Roles) -> Sequence[MaxPoolPlan]:
    """The plans that can be tried, one for each guard."""
    finder = LinkFinder(roles)
    Execution(function, finder).run(())
    return [MaxPoolPlan(roles, guard, finder.found) for guard in roles.guards]
