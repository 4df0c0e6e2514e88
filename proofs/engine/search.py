"""Ordered search for values: smallest first, by evaluating terms and nothing else.

What it finds is minimal by construction: all smaller values have been tried. It needs no solver, so it is also the
replay of what a solver claims.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice, product
from typing import Any

from proofs.solvers.answers import Values
from spec.language.fold import conjuncts
from spec.language.terms import FALSE, Literal, Op, Operation, Sort, Term, Variable, free_variables
from spec.readings.value import DivisorNotPositive, Names, Undefined, compiled, evaluate

MOST_CANDIDATES = 60_000
"""Enough for every witness of the theories; beyond it, a solver's model serves, marked as not minimal."""

FEW = 50
"""So many candidates are tried before the terms are compiled: most searches find what they seek among them."""

_Function = Callable[[Names], Any]


@dataclass(frozen=True, slots=True)
class Space:
    """The variables to choose, each with its lower bound if it has one, and those that definitions then fix.

    `fallback` is for a definition that divides by what is not positive, and so fixes nothing.
    """

    chosen: tuple[tuple[str, int | None], ...]
    defined: tuple[tuple[str, Term], ...]
    fallback: Mapping[str, int]

    def candidates(self) -> Iterator[dict[str, int]]:
        """Values for the chosen variables, by increasing total size; fixed order among equals."""
        if not self.chosen:
            yield {}
            return
        total = 0
        while True:
            for sizes in _compositions(total, len(self.chosen)):
                yield from _signed(self.chosen, sizes)
            total += 1


def _compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """All ways to write a total as an ordered sum, small first parts first."""
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in _compositions(total - first, parts - 1):
            yield (first, *rest)


def _signed(chosen: Sequence[tuple[str, int | None]], sizes: Sequence[int]) -> Iterator[dict[str, int]]:
    """Distances from the lower bounds become values; without a bound, both signs. The first varies fastest."""
    names = [name for name, _ in chosen]
    choices = [
        (low + size,) if low is not None else (size, -size)[: 2 if size else 1]
        for (_, low), size in zip(chosen, sizes, strict=True)
    ]
    for values in product(*reversed(choices)):
        yield dict(zip(names, reversed(values), strict=True))


def space(assumptions: Sequence[Term], goal: Term) -> Space:
    """Which variables to choose: all but those that an assumption `name = term` over the others defines."""
    parts = [part for a in assumptions for part in conjuncts(a)]
    variables = sorted(set().union(*(free_variables(t) for t in (*parts, goal))), key=lambda v: v.name)
    if any(v.sort is not Sort.INT for v in variables):
        raise Undefined("only integers are searched")
    defined: dict[Variable, Term] = {}
    for part in parts:
        match part:
            case Operation(Op.EQ, (Variable() as name, right)) if name not in defined and right.sort is Sort.INT:
                if not _depends(right, name, defined):
                    defined[name] = right
    lows = {v: _lower_bound(v, parts) for v in variables}
    ordered = sorted(defined.items(), key=lambda item: _depth(item[1], defined))
    return Space(
        chosen=tuple((v.name, low) for v, low in lows.items() if v not in defined),
        defined=tuple((v.name, t) for v, t in ordered),
        fallback={v.name: lows[v] or 0 for v in defined},
    )


def _depends(term: Term, name: Variable, defined: dict[Variable, Term]) -> bool:
    free = free_variables(term)
    return name in free or any(_depends(defined[v], name, defined) for v in free if v in defined)


def _depth(term: Term, defined: dict[Variable, Term]) -> int:
    return 1 + max((_depth(defined[v], defined) for v in free_variables(term) if v in defined), default=0)


def _lower_bound(variable: Variable, parts: Sequence[Term]) -> int | None:
    bounds = [
        part.args[1].value
        for part in parts
        if isinstance(part, Operation)
        and part.op is Op.GE
        and part.args[0] == variable
        and isinstance(part.args[1], Literal)
        and isinstance(part.args[1].value, int)
    ]
    return max(bounds, default=None)


def smallest(assumptions: Sequence[Term], goal: Term, most: int = MOST_CANDIDATES) -> dict[str, int] | None:
    """The smallest values under which the assumptions hold and the goal fails, or None within `most` candidates.

    A divisor that is not positive breaks the side condition of its division: a counterexample too.
    """
    for candidate, is_broken, (conclusion, *hypotheses) in _tried([goal, *assumptions], space(assumptions, goal), most):
        if _refute(hypotheses, _never if is_broken else conclusion, candidate):
            return dict(candidate)
    return None


def model(assumptions: Sequence[Term], most: int = MOST_CANDIDATES) -> dict[str, int] | None:
    """The smallest values under which the assumptions hold, side conditions included, or None within `most`."""
    return next(models(assumptions, most), None)


def models(assumptions: Sequence[Term], most: int = MOST_CANDIDATES) -> Iterator[dict[str, int]]:
    """The values among the `most` smallest under which the assumptions hold, side conditions included."""
    for candidate, is_broken, hypotheses in _tried(assumptions, space(assumptions, FALSE), most):
        if not is_broken and _satisfy(hypotheses, candidate):
            yield dict(candidate)


def refutes(assumptions: Sequence[Term], goal: Term, values: Values) -> bool:
    """The assumptions hold, as far as their divisions mean anything, and the goal or a side condition fails."""
    return _refute([partial(evaluate, a) for a in assumptions], partial(evaluate, goal), Names(values))


def satisfies(assumptions: Sequence[Term], values: Values) -> bool:
    """The assumptions and all their side conditions hold."""
    return _satisfy([partial(evaluate, a) for a in assumptions], Names(values))


def _refute(assumptions: Sequence[_Function], goal: _Function, values: Names) -> bool:
    broken = False
    for holds in assumptions:
        try:
            if not holds(values):
                return False
        except DivisorNotPositive:
            broken = True
    try:
        return broken or not goal(values)
    except DivisorNotPositive:
        return True


def _satisfy(assumptions: Sequence[_Function], values: Names) -> bool:
    try:
        return all(holds(values) for holds in assumptions)
    except DivisorNotPositive:
        return False


def _never(_: Names) -> bool:
    return False


def _tried(terms: Sequence[Term], where: Space, most: int) -> Iterator[tuple[Names, bool, Sequence[_Function]]]:
    """Each candidate with what the definitions fix; whether one of these divides by what is not positive; the terms."""
    defining = [term for _, term in where.defined]
    fixed: list[_Function] = [partial(evaluate, t) for t in defining]
    functions: list[_Function] = [partial(evaluate, t) for t in terms]
    for number, candidate in enumerate(islice(where.candidates(), most)):
        if number == FEW:
            fixed, functions = [compiled(t) for t in defining], [compiled(t) for t in terms]
        values, broken = Names(candidate), False
        for (name, _), value in zip(where.defined, fixed, strict=True):
            try:
                values[name] = value(values)
            except DivisorNotPositive:
                broken = True
                values[name] = where.fallback[name]
        yield values, broken, functions
