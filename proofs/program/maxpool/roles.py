"""The parts that a function's loops and variables play, found from how they are used and not from their names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from proofs.program.logic.positions import Positions
from proofs.program.maxpool.cells import CELL, FOUR_LOOPS, SEPARATE, ZERO, CountingLoop, loops_around, over_cells
from proofs.program.maxpool.observed import Count, Observed, Place, count_of, observed, tap_of
from proofs.program.source.language import (
    Assign,
    For,
    Function,
    If,
    Instruction,
    Loop,
    Store,
    While,
    assigned,
    blocks,
    everywhere,
    expressions,
)
from proofs.program.source.machine import PRESENT
from proofs.program.source.refused import Refused
from spec.language.fold import substitute, subterms
from spec.language.terms import Application, Literal, Op, Operation, Sort, Term, Variable, free_variables, not_
from spec.maxpool.vocabulary import X, minus_infinity, value, w
from spec.window.names import h

TAP = (h, w)
"""Those for a tap."""


@dataclass(frozen=True, slots=True)
class Roles:
    """Who does what.

    `cells` are the loops over output cells, fewer where there is one batch or channel, and `taps` the two over a
    window's taps, outermost first. `chosen` are the variables that say which element was chosen; `guards` are what may
    say that some tap in range has been seen. `first` is the tap with which the choice starts, where it starts with one.
    `reads_taps` says whether X was seen to be read where a tap stands that these loops count.
    """

    Y: str
    Indices: str | None
    cells: tuple[CountingLoop, ...]
    taps: tuple[CountingLoop, CountingLoop]
    chosen: frozenset[str]
    guards: tuple[Term, ...]
    first: tuple[Term, Term] | None
    positions: Positions
    seen: Observed
    reads_taps: bool

    @property
    def cell(self) -> Place:
        """The current cell, in the order of the clauses' letters."""
        now = {counting.letter: counting.now for counting in self.cells}
        return tuple(now.get(letter, ZERO) for letter in CELL)

    @property
    def tap(self) -> tuple[Term, Term]:
        """The current tap."""
        now = {counting.letter: counting.now for counting in self.taps}
        return now[h], now[w]


def roles(function: Function) -> Roles:
    """The roles in a function; raises Refused where they cannot be told, with the line and what was looked for."""
    Y, Indices = (*function.outputs, None)[:2]
    assert Y is not None
    store_Y = _only_store(function, Y)
    around = loops_around(function.body, store_Y) or ()
    if Indices is not None:
        store_Indices = _only_store(function, Indices)
        if around != loops_around(function.body, store_Indices):
            raise Refused(store_Indices.line, f"{Y} and {Indices} are written in different loops")
    if not around:
        raise Refused(store_Y.line, FOUR_LOOPS, change=SEPARATE)
    body = around[-1].body
    outer, chosen = _choosing(body, store_Y)
    seen = observed(function)
    cells = over_cells(around, store_Y, seen)
    now = {counting.letter: counting.now for counting in cells}
    cell = tuple(now.get(letter, ZERO) for letter in CELL)
    loops = (outer, _inner(outer, chosen))
    taps = _taps(loops, cell, seen)
    first = _first(store_Y, outer, cell, seen)
    guards = tuple(_guards(body, outer, function))
    # Where X is read somewhere else, that the loops count taps all the same is what the conditions disprove.
    at = seen.positions.at(loops[0]), seen.positions.at(loops[1])
    counted = taps or _counting(loops, TAP, (Count(1, Literal(0)),) * 2, at)
    return Roles(Y, Indices, cells, counted, chosen, guards, first, seen.positions, seen, taps is not None)


def _only_store(function: Function, name: str) -> Store:
    found = [s for s in everywhere(function.body) if isinstance(s, Store) and s.array == name]
    if not found:
        raise Refused(function.body[-1].line, f"{name} is returned and never written")
    if len(found) > 1:
        raise Refused(found[1].line, f"{name} is written in a second place: each cell must be written once")
    return found[0]


# --- the loops over taps


def _choosing(body: Sequence[Instruction], store: Store) -> tuple[Loop, frozenset[str]]:
    """The loop that chooses what is written to Y, and the variables by which it does: looking back from the write."""
    before = _before(body, store)
    if before is None:
        raise Refused(store.line, f"{store.array} is written in a branch: what is written must not depend on it")
    wanted = _names(store.value)
    for statement in reversed(before):
        if isinstance(statement, For | While) and wanted & assigned(statement.body):
            return statement, wanted & assigned(statement.body)
        if isinstance(statement, Assign):
            needed = [_names(v) for name, v in zip(statement.names, statement.values, strict=True) if name in wanted]
            wanted = (wanted - frozenset(statement.names)).union(*needed)
    what = "what is written must be chosen in one loop inside another, over the taps of the window"
    raise Refused(store.line, f"{store.array}: {what}")


def _before(body: Sequence[Instruction], wanted: Instruction) -> Sequence[Instruction] | None:
    return next((body[:i] for i, statement in enumerate(body) if statement is wanted), None)


def _names(node: Term) -> frozenset[str]:
    return frozenset(v.name for v in free_variables(node))


def _inner(outer: Loop, chosen: frozenset[str]) -> Loop:
    inner = [loop for loop in _loops(outer.body) if chosen & assigned(loop.body)]
    if len(inner) != 1:
        names = ", ".join(sorted(chosen))
        reason = f"{names} must be chosen in one loop inside another, over the taps of the window"
        raise Refused(outer.line, reason, change="count rows and columns of the kernel in a loop each")
    return inner[0]


def _loops(body: tuple[Instruction, ...]) -> Iterator[Loop]:
    """The loops of a block that stand in no other loop of it."""
    for statement in body:
        if isinstance(statement, For | While):
            yield statement
        else:
            yield from (loop for block in blocks(statement) for loop in _loops(block))


def _taps(loops: tuple[Loop, Loop], cell: Place, seen: Observed) -> tuple[CountingLoop, CountingLoop] | None:
    """The two loops with the axis of the kernel that each runs over, by where X is read; None where it says nothing."""
    outer, inner = (seen.positions.at(loop) for loop in loops)
    for read in seen.reads:
        found = tap_of(read, cell, seen.function)
        for letters in (TAP, TAP[::-1]) if found else ():
            tap = dict(zip(TAP, found or (), strict=True))
            first, second = count_of(tap[letters[0]], outer), count_of(tap[letters[1]], inner)
            if first and second and not {outer, inner} & free_variables(first.offset):
                return _counting(loops, letters, (first, second), (outer, inner))
    return None


def _counting(
    loops: tuple[Loop, Loop],
    letters: tuple[Variable, Variable],
    counts: tuple[Count, Count],
    at: tuple[Variable, Variable],
) -> tuple[CountingLoop, CountingLoop]:
    first, second = map(CountingLoop, loops, letters, counts, at)
    return first, second


def _first(store: Store, outer: Loop, cell: Place, seen: Observed) -> tuple[Term, Term] | None:
    """The tap that is chosen before the loops over taps, if one is."""
    values = seen.entered[id(outer)].values
    chosen = substitute(store.value, {v: values[v.name] for v in free_variables(store.value) if v.name in values})
    if isinstance(chosen, Application) and chosen.symbol.name in PRESENT:
        chosen = chosen.args[1]
    if isinstance(chosen, Application) and chosen.symbol == value:
        chosen = chosen.args[0]
    match chosen:
        case Application(symbol, indices) if symbol.name == X.name:
            index = seen.memory.get(indices)
            return tap_of(indices if index is None else (index,), cell, seen.function)
    return None


# --- what tells that a tap was seen


def _guards(body: Sequence[Instruction], outer: Loop, function: Function) -> Iterator[Term]:
    """What may say that a tap in range was seen: a flag, its negation, or an integer that left its first value."""
    loops = {s.variable for s in everywhere(tuple(body)) if isinstance(s, For)}
    changing = assigned(outer.body) - loops
    first: Mapping[str, Term] = {
        name: v for s in body if isinstance(s, Assign) for name, v in zip(s.names, s.values, strict=True)
    }
    asked = _asked(outer)
    # Where the choice starts with -inf, nothing needs to be asked: the first tap in range is chosen all the same.
    wanted = changing if minus_infinity in first.values() else changing & asked
    for name, initial in sorted(first.items(), key=lambda item: item[0] not in asked):
        if name not in wanted:
            continue
        variable = Variable(name, function.sorts[name])
        match initial:
            case Literal(bool(flag)):
                yield not_(variable) if flag else variable
            case Literal(int(start)) if function.sorts[name] is Sort.INT:
                yield variable.ne(start)
                yield variable > start


def _asked(loop: Loop) -> frozenset[str]:
    """The variables that a loop asks before it decides: what tells that a tap was seen is one of them."""
    terms = [t for s in everywhere(loop.body) for t in expressions(s)]
    tests = [s.test for s in everywhere(loop.body) if isinstance(s, If)]
    tests += [t.args[0] for term in terms for t in subterms(term) if isinstance(t, Operation) and t.op is Op.ITE]
    return frozenset(v.name for test in tests for v in free_variables(test))
