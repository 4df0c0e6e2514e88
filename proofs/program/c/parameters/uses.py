"""What parameters stand for by how they are used, where their names do not say so.

A first run of the function shows where Y is written and X is read, as sums of products of loops' positions and of
parameters: `x[((n * C + c) * H + oh * s + kh - p) * W + ...]`. What stands with the position of the loop over rows of Y
is a stride, and so on. This is a guess, which the proof then stands on, and which is shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from proofs.program.c.lowering.scope import X, Y
from proofs.program.logic.evaluation import Evaluation
from proofs.program.logic.plan import Plan
from proofs.program.logic.polynomials import Monomial, Polynomial, polynomial
from proofs.program.maxpool.cells import loops_around
from proofs.program.maxpool.observed import Observed, observed
from proofs.program.source.language import RANK, For, Function, Store, While, everywhere
from proofs.program.source.refused import Refused
from spec.language.terms import Literal, Term, Variable

PARAMETER = "parameter "
"""What the names of parameters begin with before it is known what they stand for."""


def uses(function: Function) -> Mapping[str, tuple[str, ...]]:
    """The quantities that parameters are used as, of those that are used as one kind of quantity alone."""
    try:
        found = list(_found(function))
    except Refused:
        return {}
    by_path: dict[str, dict[str, None]] = {}
    for quantity, term in found:
        if isinstance(term, Variable) and term.name.startswith(PARAMETER):
            by_path.setdefault(term.name.removeprefix(PARAMETER), {})[quantity] = None
    kinds = {path: {q.partition("[")[0] for q in wanted} for path, wanted in by_path.items()}
    return {path: _with_ends(tuple(sorted(by_path[path]))) for path, of in kinds.items() if len(of) == 1}


def numbers(function: Function) -> Mapping[str, int]:
    """The quantities that a function has one number for, where sizes are parameters: `2 * i + u` has a stride of 2."""
    try:
        found = list(_found(function))
    except Refused:
        return {}
    terms: dict[str, set[Term]] = {}
    for quantity, term in found:
        terms.setdefault(quantity, set()).add(term)
    single = {quantity: next(iter(of)) for quantity, of in terms.items() if len(of) == 1}
    return {q: t.value for q, t in single.items() if isinstance(t, Literal) and isinstance(t.value, int)}


def _with_ends(wanted: tuple[str, ...]) -> tuple[str, ...]:
    """One pad of an axis is that at its end too, where no other parameter is."""
    ends = (f"pads[{axis + 2}]" for axis in (0, 1) if f"pads[{axis}]" in wanted)
    return tuple(dict.fromkeys((*wanted, *ends)))


def _found(function: Function) -> Iterator[tuple[str, Term]]:
    """The terms that stand where a quantity does."""
    seen = observed(function)
    stores = [s for s in everywhere(function.body) if isinstance(s, Store) and s.array == Y]
    reads = [read for read in seen.reads if len(read) in (1, RANK)]
    if len(stores) != 1 or not reads or id(stores[0]) not in seen.stores or X not in function.flat:
        return
    around = loops_around(function.body, stores[0]) or ()
    cell = polynomial(seen.stores[id(stores[0])][0])
    # Outermost first: the further a step goes in memory, the more sizes it is multiplied with.
    at = sorted((seen.positions.at(loop) for loop in around), key=lambda v: -_degree(_with(cell, v)))
    stops = _stops(seen)
    if not 2 <= len(at) <= RANK or any(v not in stops for v in at):
        return
    element = polynomial(reads[-1][0])
    channels = stops[at[-1]]
    if len(at) > 2 and len(at) == RANK and _all_have(element, at[-1], channels):
        batches, rows, columns, last = at
        yield from (("dX_1", channels), ("dX_0", stops[batches]))
        element = _over(Counter({m: k for m, k in element.items() if last not in m}), channels)
    else:
        *outer, rows, columns = at
        yield from zip(("dX_1", "dX_0"), (stops[v] for v in reversed(outer)), strict=False)
    yield from (("dY_2", stops[rows]), ("dY_3", stops[columns]))
    # A loop that has no such end may run over taps all the same.
    others = [seen.positions.at(s) for s in everywhere(function.body) if isinstance(s, While)]
    inside = [v for v in (*stops, *others) if v not in at]
    yield from _of_window(element, (rows, columns), [v for v in at if v not in (rows, columns)], inside, stops)


def _of_window(
    element: Polynomial,
    window: tuple[Variable, Variable],
    outer: Sequence[Variable],
    inside: Sequence[Variable],
    stops: Mapping[Variable, Term],
) -> Iterator[tuple[str, Term]]:
    """What an index of X says, in rows of one width and columns, with those of its channels left out."""
    rows, columns = window
    taps = [v for v in inside if _with(element, v)]
    taps.sort(key=lambda v: -_degree(_with(element, v)))
    if len(taps) != 2:
        return
    of_rows = [_with(element, v) for v in (rows, taps[0])]
    widths = {f for m in of_rows[0] for f in m if all(f in other for part in of_rows for other in part)}
    planes = [_with(element, v) for v in outer]
    widths = {f for f in widths if all(f in m for part in planes for m in part)}
    if len(widths) != 1:
        return
    (width,) = widths
    yield "dX_3", width
    for axis, (begin, tap) in enumerate(zip(window, taps, strict=True)):
        for name, position in (("strides", begin), ("dilations", tap)):
            yield from ((f"{name}[{axis}]", f) for f in _single(_with(element, position), width if axis == 0 else None))
        if tap in stops:
            yield f"kernel_shape[{axis}]", stops[tap]
    if planes:
        yield from (("dX_2", f) for f in _single(planes[-1], width))
    positions = {rows, columns, *outer, *taps}
    for monomial, k in element.items():
        if k < 0 and not positions & set(monomial):
            axis = 0 if width in monomial else 1
            yield from ((f"pads[{axis}]", f) for f in _single({monomial: -k}, width if axis == 0 else None))


def _stops(seen: Observed) -> dict[Variable, Term]:
    """Where each counting loop stops, by its position."""
    evaluation = Evaluation(seen.function, Plan())
    loops = [s for s in everywhere(seen.function.body) if isinstance(s, For) and id(s) in seen.entered]
    return {seen.positions.at(loop): evaluation.quietly(loop.stop, seen.entered[id(loop)], loop.line) for loop in loops}


def _with(index: Polynomial, position: Term) -> Mapping[Monomial, int]:
    """What a position is multiplied with."""
    return {tuple(f for f in m if f != position): k for m, k in index.items() if m.count(position) == 1}


def _degree(part: Mapping[Monomial, int]) -> int:
    return max((len(m) for m in part), default=0)


def _all_have(element: Polynomial, last: Variable, size: Term) -> bool:
    """All of an index is multiplied with a size but the position of one loop, as where channels stand last."""
    return element[(last,)] == 1 and all(size in m for m in element if m != (last,))


def _over(index: Polynomial, size: Term) -> Polynomial:
    found: Polynomial = Counter()
    for monomial, k in index.items():
        left = list(monomial)
        left.remove(size)
        found[tuple(left)] += k
    return found


def _single(part: Mapping[Monomial, int], width: Term | None) -> Iterator[Term]:
    """The one factor that is left of a product, without the width of rows; the number, if none is left."""
    if len(part) != 1:
        return
    ((monomial, k),) = part.items()
    left = list(monomial)
    if width is not None and width in left:
        left.remove(width)
    if not left or (k == 1 and len(left) == 1):
        yield left[0] if left else Literal(k)
