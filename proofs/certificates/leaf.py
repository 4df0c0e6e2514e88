"""The search for one leaf: products of facts that add up to -1, by a linear program, made exact afterwards.

The program's unknowns are the products' coefficients; each monomial must come to nothing, and the constant to -1. It
runs in floating point and only tells which products to take: their coefficients are then solved for exactly.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from itertools import combinations_with_replacement

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_matrix

from proofs.certificates.elimination import added, combination, reduced, solution, solved, taken_away
from proofs.certificates.facts import Equation, Facts, Inequality
from proofs.certificates.polynomials import Monomial, Polynomial, constant, names_in, plus, times

Products = dict[tuple[str, ...], Polynomial]
"""Products of facts, by the names of their factors."""

NOTHING = 1e-9
LARGE, FEW = 2.0**40, 60
"""From this coefficient on floating point is no guide; so many products can be combined without it."""


def leaf(facts: Facts, degree: int) -> dict[str, object] | None:
    """A leaf of a certificate with products of so many facts at most; None if there is none."""
    system, rest = solved({n: f.polynomial for n, f in facts.items() if isinstance(f, Equation)})
    given = {n: f.polynomial for n, f in facts.items() if isinstance(f, Inequality)}
    small = {name: reduced(polynomial, system)[0] for name, polynomial in given.items()}
    columns = dict(_products({n: p for n, p in small.items() if not _says_nothing(p)}, degree))
    free = {(n, m): times(reduced(rest[n], system)[0], {m: 1}) for n in rest for m in _monomials(small, rest)}
    weights = _combination(list(columns.values()), list(free.values()), [len(names) for names in columns])
    if weights is None:
        return None
    chosen = {names: w for names, w in zip(columns, weights, strict=False) if w}
    multiples: dict[str, Polynomial] = {}
    for (name, monomial), weight in zip(free, weights[len(columns) :], strict=True):
        if weight:
            multiples = dict(added(multiples, {name: {monomial: weight}}))
    total = plus(*(reduce(times, (given[n] for n in names), constant(w)) for names, w in chosen.items()))
    total = plus(total, *(times(rest[n], m) for n, m in multiples.items()), constant(1))
    used = reduced(total, system)[1]
    multiples = dict(added(multiples, taken_away(used)))
    return {
        "sum": [[str(w), *names] for names, w in sorted(chosen.items())],
        "equations": [[name, *written(m)] for name, m in sorted(multiples.items()) if m],
    }


def written(polynomial: Polynomial) -> list[list[str]]:
    """A polynomial as a certificate writes it."""
    return [[str(coefficient), *monomial] for monomial, coefficient in sorted(polynomial.items())]


def _says_nothing(polynomial: Polynomial) -> bool:
    return not polynomial or (polynomial.keys() == {()} and polynomial[()] > 0)


def _products(given: Mapping[str, Polynomial], degree: int) -> Iterator[tuple[tuple[str, ...], Polynomial]]:
    made: Products = {(): constant(1)}
    yield (), made[()]
    for size in range(1, degree + 1):
        for names in combinations_with_replacement(given, size):
            made[names] = times(made[names[:-1]], given[names[-1]])
            yield names, made[names]


def _monomials(small: Mapping[str, Polynomial], rest: Mapping[str, Polynomial]) -> list[Monomial]:
    """What equations that could not be solved are multiplied by: a constant, or one unknown."""
    names = set().union(*map(names_in, (*small.values(), *rest.values())))
    return [(), *((name,) for name in sorted(names))] if rest else []


def _combination(
    products: Sequence[Polynomial], free: Sequence[Polynomial], degrees: Sequence[int]
) -> list[Fraction] | None:
    """Coefficients with which the polynomials add up to -1, those of the products not being negative."""
    polynomials = [*products, *free]
    rows = {m: i for i, m in enumerate(dict.fromkeys([(), *(m for p in polynomials for m in p)]))}
    entries = [(rows[m], j, float(c)) for j, p in enumerate(polynomials) for m, c in p.items()]
    if not entries:
        return None
    if max(abs(c) for _, _, c in entries) > LARGE:
        return combination(products, free) if len(polynomials) <= FEW else None
    i, j, values = zip(*entries, strict=True)
    goal = np.zeros(len(rows))
    goal[rows[()]] = -1.0
    result = linprog(
        np.array([1.0 + 3.0 * d for d in degrees] + [0.0] * len(free)),
        A_eq=coo_matrix((values, (i, j)), shape=(len(rows), len(polynomials))).tocsr(),
        b_eq=goal,
        bounds=[(0, None)] * len(products) + [(None, None)] * len(free),
        method="highs-ds",
    )
    if result.status != 0:
        return None
    support = [k for k, weight in enumerate(result.x) if abs(weight) > NOTHING]
    chosen = solution([polynomials[k] for k in support])
    if chosen is None or any(w < 0 for k, w in zip(support, chosen, strict=True) if k < len(products)):
        return None
    weights = [Fraction(0)] * len(polynomials)
    for k, weight in zip(support, chosen, strict=True):
        weights[k] = weight
    return weights
