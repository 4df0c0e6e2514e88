"""The plan of the proof: invariants and ghosts put in a function's own names, by the roles of its parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from proofs.assumptions.assumption import Assumption
from proofs.assumptions.lemmas import lemma, stating
from proofs.program.logic.plan import Invariant
from proofs.program.logic.state import ProgramState
from proofs.program.maxpool.bookkeeping import COUNTS, GHOST_ARRAYS, GHOST_TAP, Bookkeeping, seen_in_memory
from proofs.program.maxpool.bounds import sign_of_product
from proofs.program.maxpool.cells import CELL, CountingLoop
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
    without_indices,
)
from proofs.program.maxpool.links import links, unchanged
from proofs.program.maxpool.parameters import parameters
from proofs.program.maxpool.roles import roles
from proofs.program.source.language import Allocate, Function, Loop, Return, While
from proofs.program.source.refused import Refused
from proofs.theories.indices.indices import TAPS_ORDERED, WHOLE, col, r, within
from proofs.theories.indices.indices_range import IN_X
from proofs.theories.values.values import index, selected
from spec.language.fold import defined, substitute
from spec.language.terms import TRUE, Literal, Sort, Term, Variable, and_, free_variables, or_
from spec.maxpool.operator import MAXPOOL
from spec.maxpool.semantics import KERNEL, column, flat, h2, in_range, row, w2
from spec.maxpool.vocabulary import AXES, b, c, dX, dY, entry, n, w
from spec.window.names import h, m

MEET_INPUT = "windows.meet-input"
_PLACES: Mapping[Variable, Term] = {r: row(h), col: column(w)}
_INDEX_IN_RANGE = lemma(WHOLE[0]).put(_PLACES).part(0).given(*IN_X)
"""Theorem `indices.in-range`, of a tap: that its flat index is not negative."""


@dataclass
class MaxPoolPlan(Bookkeeping):
    """The plan for a function with given roles, one of its guards, and the values linked to the selected tap.

    `unchanged` are the values that some variables keep until something is found.
    """

    guard: Term = TRUE
    linked: Mapping[str, Term] = field(default_factory=dict)
    unchanged: Mapping[str, Term] = field(default_factory=dict)
    taps: Sequence[Invariant] = TAPS
    cells: Sequence[Invariant] = CELLS

    def needed(self, function: Function) -> Sequence[tuple[int, Invariant]]:
        """What the parameters must be for the function to have a meaning (`proofs.program.maxpool.parameters`)."""
        return parameters(function)

    # -- invariants

    def invariants(self, loop: Loop, state: ProgramState, position: Term | None) -> Sequence[Invariant]:
        """The invariants of a loop over taps or cells; of any other nothing is said, so what it changes is unknown."""
        if any(loop is tap.loop for tap in self.roles.taps):
            return self._of_taps(loop, state, position)
        if any(loop is cell.loop for cell in self.roles.cells):
            return self._of_cells(state, self._passed(loop, position))
        return []

    def _of_taps(self, loop: Loop, state: ProgramState, position: Term | None) -> Sequence[Invariant]:
        """What holds after the taps before a position: of the outer loop, or of its turn and the inner one."""
        names: dict[Variable, Term] = {tap: state.values[ghost] for tap, ghost in GHOST_TAP.items()}
        names |= dict(zip(CELL, self.roles.cell, strict=True)) | {found: self._guard(state, loop.line)}

        def put(term: Term) -> Term:
            return substitute(defined(in_the_clauses(term), {seen: self._seen(loop, position)}), names)

        links = (
            Invariant(f"selected-{name}", f"{name} is that of the selected tap", self._link(name, link, state))
            for name, link in self.linked.items()
        )
        return (
            *(Invariant(i.label, i.words, put(i.term)) for i in self.taps),
            *links,
            *(self._unchanged(name, state, loop.line) for name in self.unchanged),
        )

    def _seen(self, loop: Loop, position: Term | None) -> Callable[[Term, Term], Term]:
        """Which taps are seen before a position of a loop, or when it has ended."""
        outer, inner = self.roles.taps

        def passed(tap_h: Term, tap_w: Term) -> Term:
            first, second = (tap_h, tap_w) if outer.letter == h else (tap_w, tap_h)
            if loop is outer.loop:
                return TRUE if position is None else outer.count.before(first, position)
            same = first.eq(outer.now)
            row = same if position is None else and_(same, inner.count.before(second, position))
            return or_(outer.count.before(first, outer.at), row)

        def seen_at(tap_h: Term, tap_w: Term) -> Term:
            start = self.roles.first if self.guard == TRUE else None
            if start is None:
                return passed(tap_h, tap_w)
            return or_(passed(tap_h, tap_w), and_(tap_h.eq(start[0]), tap_w.eq(start[1])))

        return seen_at

    def _link(self, name: str, link: Term, state: ProgramState) -> Term:
        best = {h: state.values[GHOST_TAP[best_h]], w: state.values[GHOST_TAP[best_w]]}
        at_best = substitute(link, {tap.at: tap.count.position(best[tap.letter]) for tap in self.roles.taps})
        return self._guard(state, 0).implies(_same(state.value(name, self.roles.taps[0].loop.line), at_best))

    def _unchanged(self, name: str, state: ProgramState, line: int) -> Invariant:
        same = _same(state.value(name, line), self.unchanged[name])
        words = f"while nothing was found, {name} is what it was at first"
        return Invariant(f"unchanged-{name}", words, or_(self._guard(state, line), same))

    def _guard(self, state: ProgramState, line: int) -> Term:
        return substitute(self.guard, {v: state.value(v.name, line) for v in free_variables(self.guard)})

    def _of_cells(self, state: ProgramState, passed: Term) -> Sequence[Invariant]:
        """What holds of any cell, once those are passed of which `passed` says so."""
        names: dict[Variable, Term] = {tap: state.arrays[ghost].read(CELL) for tap, ghost in GHOST_ARRAYS.items()}
        names |= {count: state.arrays[ghost].read(CELL) for count, ghost in COUNTS.items()}
        names |= {selected: state.arrays[self.roles.Y].read(CELL), in_Y: IN_Y, done: passed}
        if self.roles.Indices is not None:
            names |= {index: state.arrays[self.roles.Indices].read(CELL)}
        return [
            Invariant(i.label, i.words, substitute(in_the_clauses(i.term), names))
            for i in (self.cells if self.roles.Indices is not None else without_indices(self.cells))
        ]

    def _passed(self, loop: Loop, position: Term | None) -> Term:
        """The cell (b, c, m, n) comes before where the loops are, in the order of their nest."""
        earlier: list[Term] = []
        same: list[Term] = []
        for cell in self.roles.cells:
            if cell.loop is loop:
                earlier.append(
                    and_(*same) if position is None else and_(*same, cell.count.before(cell.letter, position))
                )
                break
            earlier.append(and_(*same, cell.count.before(cell.letter, cell.at)))
            same.append(cell.letter.eq(cell.now))
        return or_(*earlier)

    # -- what is used, and what is to be shown

    def instances(self, loop: Loop, state: ProgramState) -> Sequence[Mapping[Variable, Term]]:
        """In loops over taps, the tap by which the window meets the input; in those over cells, the current cell.

        Where the first taps are left out by another loop, the first that is left is one that may have been seen.
        """
        innermost = self.roles.cells[-1].loop
        if any(loop is tap.loop for tap in self.roles.taps):
            first = {tap.letter: tap.count.at(Literal(0)) for tap in self.roles.taps}
            taps = [self._met(), *([(first[h], first[w])] if len(self._clipped()) == len(first) else [])]
            return [dict(zip((h2, w2), tap, strict=True)) for tap in taps]
        if loop is innermost and self._inside(innermost, state):
            return [dict(zip(CELL, self.roles.cell, strict=True))]
        return []

    def _inside(self, loop: Loop, state: ProgramState) -> bool:
        """Whether a state is one in a turn of a `for`; of a `while` that cannot be told, and does no harm."""
        return isinstance(loop, While) or loop.variable in state.values

    def _met(self) -> tuple[Variable, Variable]:
        """The tap by which the current window meets the input."""
        mark = self.roles.positions.mark(self.roles.cells[-1].loop)
        return Variable(f"met_h! in {mark}"), Variable(f"met_w! in {mark}")

    def facts(self, loop: Loop, state: ProgramState) -> Sequence[Assumption]:
        """Clause `windows.meet-input` at the current window, and theorem `indices.in-range` at the current tap."""
        here: dict[Variable, Term] = dict(zip(CELL, self.roles.cell, strict=True))
        if loop is self.roles.cells[-1].loop:
            return [*self._met_by(here), *self._stepped(here), *self._left_out(here)]
        if loop is self.roles.taps[-1].loop:
            # Theorem indices.in-range, at the tap in hand: a solver need not find out that the products are positive.
            tap = dict(zip((h, w), self.roles.tap, strict=True))
            inside = and_(IN_Y, within(b, dX[0]), within(c, dX[1]), in_range(h, w)).implies(flat(h, w) >= 0)
            # The same within a plane, whose rows may have channels inside.
            line = substitute(row(h), {**here, **tap})
            signs = (sign_of_product(line, step) for step in ((dX[3],), (dX[1], dX[3])))
            return [_INDEX_IN_RANGE.assume(inside).put({**here, **tap}).closed, *signs, *self._in_hand(here)]
        return []

    def _in_hand(self, here: Mapping[Variable, Term]) -> Iterator[Assumption]:
        """The tap in hand and any other, for loops that do not count by taps."""
        for axis, (tap, other) in enumerate(zip(self.roles.tap, (h2, w2), strict=True)):
            if not isinstance(tap, Variable):
                yield self._ordered(axis, tap, other, here)

    def _stepped(self, here: Mapping[Variable, Term]) -> Iterator[Assumption]:
        """Theorem `indices.taps-ordered`, of loops that step from one element to the next.

        The tap in hand, and that at which they end, are compared with the one that would follow the kernel's last.
        """
        for tap in self.roles.taps:
            if isinstance(tap.loop, While):
                axis = (h, w).index(tap.letter)
                for at in (tap.at, self.roles.positions.after(tap.loop)):
                    yield self._ordered(axis, tap.count.at(at), KERNEL[axis], here)
                yield sign_of_product(KERNEL[axis] - 1 - tap.now, (entry("dilations", axis),))

    def _left_out(self, here: Mapping[Variable, Term]) -> Iterator[Assumption]:
        """The same, where the first taps are left out.

        Those in hand, after the last, and before the first are compared with any tap, the kernel's last, and the one
        that meets the input; as far in memory as the first is before that one, its element is before the last; and a
        step leads on in memory, if there is one.
        """
        for tap in self._clipped():
            axis, met = (h, w).index(tap.letter), self._met()[(h, w).index(tap.letter)]
            others = (h2, w2)[axis], KERNEL[axis] - 1, met
            for at, other in product((Literal(-1), tap.at, self.roles.positions.after(tap.loop)), others):
                yield self._ordered(axis, tap.count.at(at), other, here)
            place = substitute((row(h), column(w))[axis], {**here, tap.letter: met})
            for step in (((), (dX[3],), (dX[1], dX[3])), ((), (dX[1],)))[axis]:
                for steps in (met - tap.count.at(Literal(0)), tap.at, -tap.at):
                    yield sign_of_product(steps, (entry("dilations", axis), *step))
                yield sign_of_product(dX[2 + axis] - 1 - place, step)

    def _clipped(self) -> Sequence[CountingLoop]:
        """The loops that step from one element to the next, from the first one that something else has left."""
        return [t for t in self.roles.taps if isinstance(t.loop, While) and not isinstance(t.count.offset, Literal)]

    def _ordered(self, axis: int, tap: Term, other: Term, here: Mapping[Variable, Term]) -> Assumption:
        """Theorem `indices.taps-ordered`, of two taps on an axis."""
        ordered = lemma(TAPS_ORDERED).put({**AXES[axis], m: (m, n)[axis]}).put({h: tap, h2: other})
        return ordered.put(here).assume().closed

    def _met_by(self, here: Mapping[Variable, Term]) -> Sequence[Assumption]:
        found = []
        for axis, letter, tap in zip(AXES, CELL[2:], self._met(), strict=True):
            found.append(stating(MAXPOOL, MEET_INPUT).put(axis).at(here[letter], tap).assume().closed)
        return found

    def allocated(self, statement: Allocate, sizes: tuple[Term, ...]) -> Sequence[Invariant]:
        """The outputs have the shape that the clauses give."""
        return [
            Invariant(f"size-{i}", f"size {i} of {statement.name} is as the clauses say, and not negative", term)
            for i, term in enumerate(and_(size.eq(d), size >= 0) for size, d in zip(sizes, dY, strict=True))
        ]

    def returned(self, statement: Return, state: ProgramState) -> Sequence[Invariant]:
        """Every cell of the outputs is as the invariants say."""
        counts = and_(*(state.arrays[ghost].read(CELL).eq(1) for ghost in self.counts().values()))
        each = Invariant("each-cell", f"each cell of {self._outputs()} was written once", IN_Y.implies(counts))
        return [*self._of_cells(state, TRUE), each]

    def _outputs(self) -> str:
        return "both outputs" if self.roles.Indices else "the output"


def _same(left: Term, right: Term) -> Term:
    return left.iff(right) if left.sort is Sort.BOOL else left.eq(right)


def plans(function: Function) -> Sequence[MaxPoolPlan]:
    """The plans that can be tried, one for each guard; raises Refused where the roles cannot be told."""
    known = roles(function)
    linked = links(known, seen_in_memory(known) if function.flat else known.seen)
    found = [MaxPoolPlan(known, TRUE, linked)] if known.first else []
    found += [MaxPoolPlan(known, guard, linked, unchanged(known, guard, linked)) for guard in known.guards]
    if not found:
        reason = "nothing records whether a tap in range was seen: a flag is needed, or an integer with a first value"
        raise Refused(known.taps[0].loop.line, reason)
    return found
