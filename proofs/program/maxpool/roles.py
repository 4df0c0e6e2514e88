"""The parts that a function's loops and variables play, found from how they are used and not from their names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from proofs.program.source.expressions import Refused
from proofs.program.source.language import (
    Assign,
    For,
    Function,
    If,
    Instruction,
    Return,
    Store,
    assigned,
    blocks,
    everywhere,
    expressions,
)
from spec.language.fold import subterms
from spec.language.terms import Literal, Op, Operation, Sort, Term, Variable, free_variables, not_
from spec.maxpool.vocabulary import b, c, entry, n, w
from spec.window.names import h, m

CELL = (b, c, m, n)
"""The clauses' letters for the position of an output cell."""
TAP = (h, w)


@dataclass(frozen=True, slots=True)
class Roles:
    """Who does what.

    `cells` are the four loops over output cells and `taps` the two over a window's taps, outermost first, each with
    the clauses' letter for what it counts. `best` is the variable that is written to Y; `guards` are what may say that
    some tap in range has been seen.
    """

    Y: str
    Indices: str
    cells: tuple[tuple[For, Variable], ...]
    taps: tuple[tuple[For, Variable], ...]
    best: str
    guards: tuple[Term, ...]

    def letter(self, loop: For) -> Variable:
        """The clauses' letter for what a loop counts; raises Refused for a loop that has no part to play."""
        for known, letter in (*self.cells, *self.taps):
            if known is loop:
                return letter
        raise Refused(loop.line, "no invariant is known for this loop: it is neither over cells nor over taps")


def roles(function: Function) -> Roles:
    """The roles in a function; raises Refused where they cannot be told, with the line and what was looked for."""
    returned = function.body[-1]
    assert isinstance(returned, Return)
    Y, Indices = returned.arrays
    store_Y, store_Indices = (_only_store(function, name) for name in (Y, Indices))
    around = _loops_around(function.body, store_Y)
    if around != _loops_around(function.body, store_Indices):
        raise Refused(store_Indices.line, f"{Y} and {Indices} are written in different loops")
    cells = _cells(around, store_Y)
    best = store_Y.value
    if not isinstance(best, Variable):
        raise Refused(store_Y.line, f"what is written to {Y} must be a local variable: the best element so far")
    taps = _taps(cells[-1][0], best.name)
    return Roles(Y, Indices, cells, taps, best.name, tuple(_guards(cells[-1][0], taps[0][0], function)))


def _only_store(function: Function, name: str) -> Store:
    found = [s for s in everywhere(function.body) if isinstance(s, Store) and s.array == name]
    if not found:
        raise Refused(function.body[-1].line, f"{name} is returned and never written")
    if len(found) > 1:
        raise Refused(found[1].line, f"{name} is written in a second place: each cell must be written once")
    return found[0]


def _loops_around(body: tuple[Instruction, ...], wanted: Instruction) -> tuple[For, ...] | None:
    """The loops that a statement stands in, outermost first; None if it is not in the block."""
    for statement in body:
        if statement is wanted:
            return ()
        for block in blocks(statement):
            inner = _loops_around(block, wanted)
            if inner is not None:
                return (statement, *inner) if isinstance(statement, For) else inner
    return None


def _cells(around: tuple[For, ...] | None, store: Store) -> tuple[tuple[For, Variable], ...]:
    """The loops around a write, with what each counts by its place among the indices."""
    loops = around or ()
    letters = {}
    for letter, index in zip(CELL, store.indices, strict=True):
        if isinstance(index, Variable):
            letters[index.name] = letter
    if len(loops) != len(CELL) or {loop.variable for loop in loops} != set(letters):
        raise Refused(store.line, "a cell must be written inside four loops, whose variables are its indices")
    return tuple((loop, letters[loop.variable]) for loop in loops)


def _taps(cell_loop: For, best: str) -> tuple[tuple[For, Variable], ...]:
    """The two loops in which the best element is chosen, with the axis of the kernel that each runs over."""
    outer = [loop for loop in _loops(cell_loop.body) if best in assigned(loop.body)]
    inner = [loop for found in outer for loop in _loops(found.body) if best in assigned(loop.body)]
    if len(outer) != 1 or len(inner) != 1:
        raise Refused(cell_loop.line, f"{best} must be chosen in one loop inside another, over the taps of the window")
    letters = TAP
    if entry("kernel_shape", 0) in subterms(inner[0].stop) or entry("kernel_shape", 1) in subterms(outer[0].stop):
        letters = (w, h)
    return tuple(zip((outer[0], inner[0]), letters, strict=True))


def _loops(body: tuple[Instruction, ...]) -> Iterator[For]:
    """The loops of a block that stand in no other loop of it."""
    for statement in body:
        if isinstance(statement, For):
            yield statement
        elif isinstance(statement, If):
            yield from (*_loops(statement.then), *_loops(statement.otherwise))


def _guards(cell_loop: For, tap_loop: For, function: Function) -> Iterator[Term]:
    """What may say that a tap in range was seen: a flag, its negation, or an integer that left its first value."""
    loops = {s.variable for s in everywhere(cell_loop.body) if isinstance(s, For)}
    changing = (assigned(tap_loop.body) & _asked(tap_loop)) - loops
    first = {
        name: v for s in cell_loop.body if isinstance(s, Assign) for name, v in zip(s.names, s.values, strict=True)
    }
    for name, initial in first.items():
        if name not in changing:
            continue
        variable = Variable(name, function.sorts[name])
        match initial:
            case Literal(bool(flag)):
                yield not_(variable) if flag else variable
            case Literal(int(start)) if function.sorts[name] is Sort.INT:
                yield variable.ne(start)
                if start < 0:
                    yield variable >= 0


def _asked(loop: For) -> frozenset[str]:
    """The variables that a loop asks before it decides: what tells that a tap was seen is one of them."""
    terms = [t for s in everywhere(loop.body) for t in expressions(s)]
    tests = [s.test for s in everywhere(loop.body) if isinstance(s, If)]
    tests += [t.args[0] for term in terms for t in subterms(term) if isinstance(t, Operation) and t.op is Op.ITE]
    return frozenset(v.name for test in tests for v in free_variables(test))


def selections(loop: For, best: str) -> Iterator[tuple[Instruction, ...]]:
    """The blocks, inside a loop, in which the best element is assigned."""

    def inside(body: tuple[Instruction, ...]) -> Iterator[tuple[Instruction, ...]]:
        if any(isinstance(s, Assign) and best in s.names for s in body):
            yield body
        for statement in body:
            for block in blocks(statement) if isinstance(statement, If | For) else ():
                yield from inside(block)

    return inside(loop.body)
