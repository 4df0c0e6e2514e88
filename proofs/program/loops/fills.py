"""Outputs that are filled before any cell is computed: each cell's first value, put where the cell is computed.

`for (i = 0; i < count; i++) y[i] = -FLT_MAX;` gives each cell what the elements of its window are compared with later.
If it fills every cell, which is shown, the function does the same where a cell is given that value just before it is
accessed, provided that this happens once for each cell: which is what is shown of every function.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from proofs.program.logic.outputs import accesses, indices_of
from proofs.program.logic.polynomials import polynomial
from proofs.program.logic.steps import changing
from proofs.program.source.language import Assign, For, Function, Instruction, Store, While, assigned
from proofs.program.source.machine import bare, not_negative, same
from spec.language.fold import substitute
from spec.language.terms import Literal, Sort, Term, Variable, free_variables
from spec.maxpool.vocabulary import dX, dY, lowest, minus_infinity

Block = tuple[Instruction, ...]
SHAPE = (*dX[:2], *dY[2:])
CELL, SIZE = "cell that is filled", "cells that are filled"


def with_fills_at_cells(function: Function) -> Function:
    """The function, with the first value of each cell in front of what computes it; as it is, where none is seen."""
    for name in function.outputs:
        function = _filled(function, name) or function
    return function


def _filled(function: Function, name: str) -> Function | None:
    places = [i for i, statement in enumerate(function.body) if accesses((statement,), name)]
    if len(places) < 2 or not isinstance(loop := function.body[places[0]], For):
        return None
    before, after = function.body[: places[0]], function.body[places[0] + 1 :]
    fill = _Fill(loop, name)
    if not fill.is_whole(_known(before)):
        return None
    body = (*before, *fill.shown(), _without(loop, name), *_at_cells(after, name, fill.value))
    return replace(function, body=body, sorts={**function.sorts, CELL: Sort.INT, SIZE: Sort.INT})


class _Fill:
    """A loop, or some inside each other, that may write one value to each cell of an output."""

    def __init__(self, loop: For, name: str) -> None:
        self.loops = [loop]
        while len(self.loops[-1].body) == 1 and isinstance(inner := self.loops[-1].body[0], For):
            self.loops.append(inner)
        self.body = [s for s in self.loops[-1].body if not (isinstance(s, Assign) and s.names == (CELL,))]
        self.own = [s for s in self.body if isinstance(s, Store) and s.array == name]

    @property
    def value(self) -> Term:
        """What each cell is given."""
        return self.own[0].value

    def is_whole(self, known: Mapping[Variable, Term]) -> bool:
        """A constant is written, once to each cell if the sizes are as `shown`, and nothing else is done."""
        counters = {loop.variable for loop in self.loops}
        stops = {v.name for loop in self.loops for v in free_variables(loop.stop)}
        if len(self.own) != 1 or not all(isinstance(s, Store) for s in self.body) or stops & counters:
            return False
        if any(loop.start != Literal(0) for loop in self.loops) or len(counters) != len(self.loops):
            return False
        places = self._places()
        return (
            free_variables(self.value) <= {minus_infinity, lowest}
            and len(places) == len(self.own[0].indices)
            and all(_same(i, place, known) for i, place in zip(self.own[0].indices, places, strict=True))
        )

    def _places(self) -> Sequence[Term]:
        """The indices of the cell in hand, if each loop counts one of them, or in memory a part of the one."""
        counters = [Variable(loop.variable) for loop in self.loops]
        if len(self.own[0].indices) > 1:
            return counters
        place: Term = counters[0]
        for counter, loop in zip(counters[1:], self.loops[1:], strict=True):
            place = place * loop.stop + counter
        return [place]

    def shown(self) -> Block:
        """That the loops count all cells: two negative numbers of turns are none, and their product may be the size."""
        stops = [loop.stop for loop in self.loops]
        sizes: Sequence[Term] = SHAPE
        if len(self.own[0].indices) == 1:
            stops, sizes = [_product(stops)], [_product(SHAPE)]
        line = self.loops[0].line
        turns = [Assign(line, (SIZE,), (not_negative(loop.stop),)) for loop in self.loops]
        return (*turns, *(Assign(line, (SIZE,), (same(*pair),)) for pair in zip(stops, sizes, strict=True)))


def _known(body: Block) -> Mapping[Variable, Term]:
    """The values that variables have after some statements, of those that are given one at their level."""
    known: dict[Variable, Term] = {}
    for statement in body:
        for name in assigned((statement,)):
            known.pop(Variable(name), None)
        match statement:
            case Assign(names=(name,), values=(value,)) if value.sort is Sort.INT:
                found = substitute(bare(value), known)
                if Variable(name) not in free_variables(found):
                    known = {k: v for k, v in known.items() if Variable(name) not in free_variables(v)}
                    known[Variable(name)] = found
    return known


def _same(left: Term, right: Term, known: Mapping[Variable, Term]) -> bool:
    first, second = (polynomial(substitute(bare(t), known)) for t in (left, right))
    return first == second


def _product(sizes: Sequence[Term]) -> Term:
    total = sizes[0]
    for size in sizes[1:]:
        total = total * size
    return total


def _without(statement: For, name: str) -> For:
    """The loop, which computes the same indices and no longer writes to the output."""
    body: list[Instruction] = []
    for inner in statement.body:
        match inner:
            case For():
                body.append(_without(inner, name))
            case Store(line, array, indices, _) if array == name:
                body += [Assign(line, (CELL,), (index,)) for index in indices]
            case _:
                body.append(inner)
    return replace(statement, body=tuple(body))


def _at_cells(body: Block, name: str, value: Term) -> Block:
    """A block, with the value written where all accesses to the output stand: in one loop, or here."""
    places = [i for i, statement in enumerate(body) if accesses((statement,), name)]
    at = places[0]
    loop, indices = body[at], indices_of(body[at], name)
    moving = {v.name for index in indices for v in free_variables(index)}
    if len(places) == 1 and isinstance(loop, For | While) and changing(loop) & moving:
        return (*body[:at], replace(loop, body=_at_cells(loop.body, name, value)), *body[at + 1 :])
    return (*body[:at], Store(loop.line, name, indices, value), *body[at:])
