"""Quantities that are written out: what generated code has in place of parameters, told by how it is used."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from proofs.program.c.lowering.scope import X, Y
from proofs.program.logic.polynomials import Polynomial, polynomial
from proofs.program.maxpool.cells import loops_around
from proofs.program.maxpool.observed import Observed, observed
from proofs.program.source.language import RANK, For, Function, Loop, Store, everywhere
from proofs.program.source.refused import Refused
from spec.language.terms import Literal, Term, Variable, free_variables


def written_out(function: Function) -> dict[str, int]:
    """The quantities of a function as far as it has numbers for them, or no loop over an axis."""
    try:
        seen = observed(function)
    except Refused:
        return {}
    stores = [s for s in everywhere(function.body) if isinstance(s, Store) and s.array == Y]
    if len(stores) != 1 or id(stores[0]) not in seen.stores:
        return {}
    cell, around = seen.stores[id(stores[0])], loops_around(function.body, stores[0]) or ()
    of_planes = {f"dX_{axis}": 1 for axis in range(2)} if len(around) == RANK - 2 else {}
    reads = [read for read in seen.reads if len(read) == (1 if X in function.flat else RANK)]
    if not reads or (X in function.flat) != (Y in function.flat):
        return of_planes
    if X in function.flat:
        return of_planes | dict(_of_memory(polynomial(cell[0]), polynomial(reads[-1][0]), around, seen))
    found = of_planes | dict(f for i in (0, 1) for f in _of_loop(f"dX_{i}", cell[i], seen))
    for axis in (0, 1):
        windows = [v for v in free_variables(cell[2 + axis]) if polynomial(cell[2 + axis]) == polynomial(v)]
        found |= dict(f for v in windows for f in _of_axis(axis, polynomial(reads[-1][2 + axis]), v, seen))
    return found


def _of_axis(axis: int, index: Polynomial, window: Variable, seen: Observed) -> Iterator[tuple[str, int]]:
    """Stride, dilation, pad and kernel: the index is window * stride + tap * dilation - pad."""
    if any(len(monomial) > 1 for monomial in index):
        return
    if index[(window,)] > 0:
        yield f"strides[{axis}]", index[(window,)]
    if index[()] <= 0:
        yield f"pads[{axis}]", -index[()]
    taps = [v for v in _variables(index) if v != window and index[(v,)] > 0]
    if len(taps) == 1:
        yield f"dilations[{axis}]", index[(taps[0],)]
        yield from _of_loop(f"kernel_shape[{axis}]", taps[0], seen)


def _variables(index: Polynomial) -> set[Variable]:
    return {v for monomial in index for factor in monomial for v in free_variables(factor)}


def _of_loop(name: str, position: Term, seen: Observed) -> Iterator[tuple[str, int]]:
    """Where the loop stops whose position a term is, if that is a number."""
    loops = (s for s in everywhere(seen.function.body) if isinstance(s, For))
    for stop in (loop.stop for loop in loops if seen.positions.at(loop) == position):
        if isinstance(stop, Literal) and isinstance(stop.value, int):
            yield name, stop.value


# --- of tensors in one dimension, the batches and channels first


def _of_memory(
    cell: Polynomial, element: Polynomial, around: Sequence[Loop], seen: Observed
) -> Iterator[tuple[str, int]]:
    """All quantities, by how far a step of each loop goes in memory. Dilations are 1: a row's step does not tell them.

    Nothing where the steps are no numbers, or do not lie one within the other.
    """
    at = [seen.positions.at(loop) for loop in around]
    cells, elements = _steps(cell), _steps(element)
    at.sort(key=lambda position: -cells.get(position, 0))
    taps = sorted(elements.keys() - set(at), key=lambda position: -elements[position])
    if not (2 <= len(at) <= RANK and set(at) == cells.keys() <= elements.keys() and len(taps) == 2):
        return
    *outer, rows, columns = at
    width = elements[taps[0]]
    steps = [cells[columns], elements[taps[1]], elements[columns], elements[rows]]
    if min(steps) < 1 or steps[:2] != [1, 1] or width < 1 or elements[rows] % width:
        return
    pads = _pads(-element[()], width)
    found = {"dilations[0]": 1, "dilations[1]": 1, "dX_3": width, "dY_3": cells[rows]}
    found |= {"strides[0]": elements[rows] // width, "strides[1]": elements[columns], **pads}
    if outer:
        if elements[outer[-1]] % width or cells[outer[-1]] % cells[rows]:
            return
        found |= {"dX_2": elements[outer[-1]] // width, "dY_2": cells[outer[-1]] // cells[rows]}
    yield from found.items()
    for name, position in zip(("dX_1", "dX_0"), reversed(outer), strict=False):
        yield from _of_loop(name, position, seen)
    for axis, position in enumerate(taps):
        yield from _of_loop(f"kernel_shape[{axis}]", position, seen)


def _steps(index: Polynomial) -> Mapping[Variable, int]:
    """How far a step of each loop goes; empty where the index is no sum of such steps."""
    if any(len(m) > 1 or (m and not isinstance(m[0], Variable)) for m in index):
        return {}
    return {v: index[(v,)] for v in _variables(index)}


def _pads(before: int, width: int) -> dict[str, int]:
    """The pads at the beginning, from how far before X the first window begins: rows of this width, and columns."""
    return {"pads[0]": before // width, "pads[1]": before % width} if before >= 0 else {}
