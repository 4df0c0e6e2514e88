"""Outputs that loops fill before their cells are computed: each cell's first value, put where the cell is computed.

`for (i = 0; i < count; i++) y[i] = -FLT_MAX;` gives each cell what the elements of its window are compared with later.
It may stand before all else, or in loops over batches or planes, each turn of which fills its own part.

The cells that were filled so far are counted, in the order of memory. Shown is that each cell that is filled is the
next one by that count, and that a cell that is accessed is among those filled since the loop in hand began. So no cell
is filled twice, and where a cell is accessed for the first time, it holds what it was filled with. If it is given that
value just before it is accessed instead, the function does the same, provided that this happens once for each cell:
which is what is shown of every function.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from proofs.program.logic.outputs import accesses, indices_of
from proofs.program.logic.steps import changing
from proofs.program.source.language import (
    Assign,
    For,
    Function,
    Instruction,
    MemoryOrder,
    Return,
    Store,
    While,
    everywhere,
    expressions,
    position,
)
from proofs.program.source.machine import filled, same
from proofs.program.source.rewriting import with_blocks
from spec.language.fold import subterms
from spec.language.terms import Application, Literal, Sort, Term, Variable, free_variables
from spec.maxpool.vocabulary import dX, dY, lowest, minus_infinity

Block = tuple[Instruction, ...]
SHAPE = (*dX[:2], *dY[2:])
CELL = "cell that is filled"


def with_fills_at_cells(function: Function) -> Function:
    """The function, with the first value of each cell in front of what computes it; as it is, where none is seen."""
    for name in function.outputs:
        function = _filled(function, name) or function
    return function


def _filled(function: Function, name: str) -> Function | None:
    """The function without the loop that fills an output; None where there is no such loop."""
    fill = _Fill(name, frozenset(function.arrays))
    body = fill.block(function.body)
    if body is None:
        return None
    none, line = Literal(0), function.body[0].line
    start = Assign(line, (fill.first.name, fill.after.name), (none, none))
    names = (fill.first.name, fill.after.name, CELL)
    sorts = {**function.sorts, **dict.fromkeys(names, Sort.INT)}
    return replace(function, body=(start, *fill.inside(body)), sorts=sorts)


class _Fill:
    """What fills an output: `first` is the first cell that the loop in hand filled, `after` the one after its last."""

    def __init__(self, name: str, arrays: frozenset[str]) -> None:
        self.name, self.arrays = name, arrays
        self.first = Variable(f"first cell of {name} that is filled")
        self.after = Variable(f"cells of {name} that are filled")

    def block(self, body: Block) -> Block | None:
        """A block without the loop that fills; None where no loop that does stands in front of all other accesses."""
        places = [i for i, statement in enumerate(body) if accesses((statement,), self.name)]
        loop = body[places[0]] if places else None
        if not isinstance(loop, For | While):
            return None
        before, rest = body[: places[0]], body[places[0] + 1 :]
        if len(places) == 1:
            inner = self.block(loop.body)
            if inner is None or (isinstance(loop, While) and accesses(loop.update, self.name)):
                return None
            return (*before, replace(loop, body=inner), *rest)
        value = self._constant(loop)
        if value is None:
            return None
        begin = Assign(loop.line, (self.first.name,), (self.after,))
        return (*before, begin, self._counted(loop), *self._at_cells(rest, value))

    def inside(self, body: Block) -> Block:
        """A block that shows, wherever the function ends, that what was filled last is inside the output, as all is."""
        size = SHAPE[0] * SHAPE[1] * SHAPE[2] * SHAPE[3]
        found: list[Instruction] = []
        for statement in body:
            if isinstance(statement, Return):
                found.append(Assign(statement.line, (CELL,), (filled(size - self.after),)))
            found.append(with_blocks(statement, self.inside))
        return tuple(found)

    def _constant(self, loop: For | While) -> Term | None:
        """The constant that a loop writes to the output, if it does nothing else with it."""
        stores = [s for s in everywhere((loop,)) if isinstance(s, Store) and s.array == self.name]
        read = {t.symbol.name for s in everywhere((loop,)) for e in expressions(s) for t in _applications(e)}
        values = {s.value for s in stores}
        if len(values) != 1 or self.name in read:
            return None
        value = values.pop()
        reads = {t.symbol.name for t in _applications(value)} & self.arrays
        return value if not reads and free_variables(value) <= {minus_infinity, lowest} else None

    def _counted(self, statement: Instruction) -> Instruction:
        """The loop that fills, which counts the cells in place of writing to them."""

        def block(body: Block) -> Block:
            return tuple(part for inner in body for part in self._counting(inner))

        return with_blocks(statement, block)

    def _counting(self, statement: Instruction) -> Block:
        if not isinstance(statement, Store) or statement.array != self.name:
            return (self._counted(statement),)
        line = statement.line
        next_one = Assign(line, (CELL,), (same(_place(statement.indices), self.after),))
        return (*_inside(statement), next_one, Assign(line, (self.after.name,), (self.after + 1,)))

    def _at_cells(self, body: Block, value: Term) -> Block:
        """A block, with the value written where all accesses to the output stand: in one loop, or here."""
        places = [i for i, statement in enumerate(body) if accesses((statement,), self.name)]
        at = places[0]
        loop, indices = body[at], indices_of(body[at], self.name)
        moving = {v.name for index in indices for v in free_variables(index)}
        if len(places) == 1 and isinstance(loop, For | While) and changing(loop) & moving:
            return (*body[:at], replace(loop, body=self._at_cells(loop.body, value)), *body[at + 1 :])
        place = _place(indices)
        among = (filled(place - self.first), filled(self.after - 1 - place))
        demands = (Assign(loop.line, (CELL,), (demand,)) for demand in among)
        return (*body[:at], *demands, Store(loop.line, self.name, indices, value), *body[at:])


def _applications(term: Term) -> list[Application]:
    return [t for t in subterms(term) if isinstance(t, Application)]


def _place(indices: Sequence[Term]) -> Term:
    """Where a cell stands in memory, in which arrays of several dimensions have the order of their indices."""
    return indices[0] if len(indices) == 1 else position(MemoryOrder.NCHW, SHAPE, tuple(indices))


def _inside(store: Store) -> Block:
    """That each of several indices is one of its axis: only then do they tell where the cell stands."""
    if len(store.indices) == 1:
        return ()
    ends = ((index, size - 1 - index) for index, size in zip(store.indices, SHAPE, strict=True))
    return tuple(Assign(store.line, (CELL,), (filled(distance),)) for pair in ends for distance in pair)
