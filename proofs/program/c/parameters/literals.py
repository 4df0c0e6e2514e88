"""Quantities that are written out: what generated code has in place of parameters, told by how it is used."""

from __future__ import annotations

from collections.abc import Iterator

from proofs.program.c.lowering.scope import Y
from proofs.program.logic.polynomials import Polynomial, polynomial
from proofs.program.maxpool.observed import Observed, observed
from proofs.program.source.language import RANK, For, Function, Store, everywhere
from proofs.program.source.refused import Refused
from spec.language.terms import Literal, Term, Variable, free_variables


def written_out(function: Function) -> dict[str, int]:
    """The quantities of a function whose arrays have four indices, as far as it has numbers for them."""
    try:
        seen = observed(function)
    except Refused:
        return {}
    stores = [s for s in everywhere(function.body) if isinstance(s, Store) and s.array == Y]
    reads = [read for read in seen.reads if len(read) == RANK]
    if len(stores) != 1 or not reads or len(seen.stores.get(id(stores[0]), ())) != RANK:
        return {}
    cell = seen.stores[id(stores[0])]
    found = dict(_of_loop("dX_0", cell[0], seen))
    for axis in (0, 1):
        windows = [v for v in free_variables(cell[2 + axis]) if polynomial(cell[2 + axis]) == polynomial(v)]
        found |= dict(f for v in windows for f in _of_axis(axis, polynomial(reads[-1][2 + axis]), v, seen))
    return found


def _of_axis(axis: int, index: Polynomial, window: Variable, seen: Observed) -> Iterator[tuple[str, int]]:
    """Stride, dilation, pad and kernel: the index is window * stride + tap * dilation - pad."""
    names = {v for monomial in index for factor in monomial for v in free_variables(factor)}
    if any(len(monomial) > 1 for monomial in index):
        return
    if index[(window,)] > 0:
        yield f"strides[{axis}]", index[(window,)]
    if index[()] <= 0:
        yield f"pads[{axis}]", -index[()]
    taps = [v for v in names if v != window and index[(v,)] > 0]
    if len(taps) == 1:
        yield f"dilations[{axis}]", index[(taps[0],)]
        yield from _of_loop(f"kernel_shape[{axis}]", taps[0], seen)


def _of_loop(name: str, position: Term, seen: Observed) -> Iterator[tuple[str, int]]:
    """Where the loop stops whose position a term is, if that is a number."""
    loops = (s for s in everywhere(seen.function.body) if isinstance(s, For))
    for stop in (loop.stop for loop in loops if seen.positions.at(loop) == position):
        if isinstance(stop, Literal) and isinstance(stop.value, int):
            yield name, stop.value
