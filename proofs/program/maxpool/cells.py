"""The loops over output cells: which there are around a write, and which index each counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

from proofs.program.logic.evaluation import Evaluation
from proofs.program.logic.plan import Plan
from proofs.program.logic.polynomials import polynomial, written_out
from proofs.program.maxpool.observed import Count, Observed, Place, count_of
from proofs.program.source.language import For, Function, Instruction, Loop, Store, While, blocks, position
from proofs.program.source.refused import Refused
from spec.language.fold import replace, substitute
from spec.language.terms import Literal, Term, Variable
from spec.maxpool.vocabulary import b, c, dX, dY, n
from spec.window.names import m

CELL = (b, c, m, n)
"""The clauses' letters for the position of an output cell."""
ZERO = Literal(0)
SEPARATE = "count batches, channels, rows and columns of Y in a loop each"
FOUR_LOOPS = "a cell must be written inside four loops, which count its indices, or fewer for one batch or channel"


@dataclass(frozen=True, slots=True)
class CountingLoop:
    """A loop, the clauses' letter for what it counts, and how that follows from its position."""

    loop: Loop
    letter: Variable
    count: Count
    at: Variable

    @property
    def now(self) -> Term:
        """The number in the loop's current turn."""
        return self.count.at(self.at)


def loops_around(body: tuple[Instruction, ...], wanted: Instruction) -> tuple[Loop, ...] | None:
    """The loops that a statement stands in, outermost first; None if it is not in the block."""
    for statement in body:
        if statement is wanted:
            return ()
        for block in blocks(statement):
            inner = loops_around(block, wanted)
            if inner is not None:
                return (statement, *inner) if isinstance(statement, For | While) else inner
    return None


def over_cells(around: Sequence[Loop], store: Store, seen: Observed) -> tuple[CountingLoop, ...]:
    """The loops around a write, with what each counts by its place among the indices."""
    single = _single(seen.function)
    if not len(CELL) - len(single) <= len(around) <= len(CELL):
        raise Refused(store.line, FOUR_LOOPS, change=SEPARATE)
    positions = [seen.positions.at(loop) for loop in around]
    indices = seen.stores[id(store)]
    if len(indices) == 1:
        indices = _places(indices[0], around, seen, store.line)
    found = []
    for loop, at in zip(around, positions, strict=True):
        counted = [(letter, count_of(index, at)) for letter, index in zip(CELL, indices, strict=True)]
        matching = [CountingLoop(loop, letter, count, at) for letter, count in counted if count is not None]
        if len(matching) != 1:
            raise Refused(loop.line, f"this loop does not count one index of {store.array}: {FOUR_LOOPS}")
        found += matching
    if not set(CELL) - single <= {counting.letter for counting in found}:
        raise Refused(store.line, FOUR_LOOPS, change=SEPARATE)
    return tuple(found)


def _places(index: Term, loops: Sequence[Loop], seen: Observed, line: int) -> Place:
    """The four indices, each the position of a loop, for which one index into memory stands.

    The function may have its own word for the size of Y on an axis: where the loop over that axis stops. It may be
    for calls alone in which some sizes are given numbers.
    """
    function = seen.function
    lacking: Sequence[None] = [None] * (len(CELL) - len(loops))
    for chosen in permutations((*lacking, *loops)):
        if any(loop is None and letter not in _single(function) for loop, letter in zip(chosen, CELL, strict=True)):
            continue
        places = tuple(ZERO if loop is None else seen.positions.at(loop) for loop in chosen)
        stops = ((_stop(loop, seen), size) for loop, size in zip(chosen[2:], dY[2:], strict=True) if loop)
        own: dict[Term, Term] = {stop: size for stop, size in stops if stop is not None and stop not in (*dX, *dY)}
        wanted = position(function.layout, (*dX[:2], *dY[2:]), places)
        named = (substitute(t, function.calls) for t in (replace(index, own), wanted))
        if len({written_out(polynomial(t)) for t in named}) == 1:
            return places
    raise Refused(line, "this index is not that of an output cell, as four loops count them")


def _single(function: Function) -> frozenset[Variable]:
    """The letters of axes that have one index, in all calls that a function is for."""
    return frozenset(
        letter for letter, size in zip(CELL, dX[:2], strict=False) if function.calls.get(size) == Literal(1)
    )


def _stop(loop: Loop, seen: Observed) -> Term | None:
    """Where a loop stops, if that is said by more than a number."""
    if not isinstance(loop, For):
        return None
    stop = Evaluation(seen.function, Plan()).quietly(loop.stop, seen.entered[id(loop)], loop.line)
    return None if isinstance(stop, Literal) else stop
