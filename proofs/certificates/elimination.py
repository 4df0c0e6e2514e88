"""Exact elimination: equations used up before a search, and linear combinations of what it found that come to -1.

Each equation is solved for an unknown, which then stands nowhere else.
What is found without the unknowns is turned back into multiples of the equations themselves, so that a certificate
speaks of the obligation's own facts, and whoever checks it needs to know nothing of this.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from proofs.certificates.polynomials import ZERO, Monomial, Polynomial, constant, minus, negated, plus, times

Multiples = Mapping[str, Polynomial]
"""For equations, by name, what each is multiplied by."""
Row = list[Fraction]


@dataclass(frozen=True, slots=True)
class Solved:
    """An equation that is linear in an unknown, and what multiples of the given equations it is the sum of."""

    unknown: str
    polynomial: Polynomial
    multiples: Multiples


def solved(equations: Mapping[str, Polynomial]) -> tuple[list[Solved], dict[str, Polynomial]]:
    """The equations that were solved for an unknown, in the order in which they apply, and those that could not be."""
    system: list[Solved] = []
    left: dict[str, Polynomial] = {}
    for name, equation in equations.items():
        polynomial, used = reduced(equation, system)
        unknown = _linear_in(polynomial)
        if unknown is None:
            left[name] = equation
            continue
        multiples = {**taken_away(used), name: constant(1)}
        system = [*_without(system, unknown, polynomial, multiples), Solved(unknown, polynomial, multiples)]
    return system, left


def _without(system: list[Solved], unknown: str, polynomial: Polynomial, multiples: Multiples) -> list[Solved]:
    """The system with an unknown eliminated from it, so that each of its equations applies once."""
    new = Solved(unknown, polynomial, multiples)
    changed = []
    for old in system:
        rest, used = reduced(old.polynomial, [new])
        changed.append(Solved(old.unknown, rest, added(old.multiples, taken_away(used))))
    return changed


def taken_away(multiples: Multiples) -> Multiples:
    """Multiples to be taken away."""
    return {name: negated(multiple) for name, multiple in multiples.items()}


def added(one: Multiples, other: Multiples) -> Multiples:
    """Multiples of the same equations, added."""
    return {name: plus(one.get(name, ZERO), other.get(name, ZERO)) for name in dict.fromkeys((*one, *other))}


def reduced(polynomial: Polynomial, system: list[Solved]) -> tuple[Polynomial, Multiples]:
    """What is left of a polynomial without the system's unknowns, and the multiples of equations to be added to it."""
    used: Multiples = {}
    for equation in system:
        quotient, polynomial = _divided(polynomial, equation)
        if quotient:
            used = added(used, {name: times(quotient, m) for name, m in equation.multiples.items()})
    return polynomial, used


def _divided(polynomial: Polynomial, by: Solved) -> tuple[Polynomial, Polynomial]:
    """Quotient and remainder by an equation, as polynomials in its unknown, whose coefficient is 1 or -1."""
    sign, quotient = by.polynomial[(by.unknown,)], ZERO
    while multiples := {m: c for m, c in polynomial.items() if by.unknown in m}:
        step = {_less(m, by.unknown): c * sign for m, c in multiples.items()}
        quotient = plus(quotient, step)
        polynomial = minus(polynomial, times(step, by.polynomial))
    return quotient, polynomial


def _less(monomial: Monomial, unknown: str) -> Monomial:
    where = monomial.index(unknown)
    return monomial[:where] + monomial[where + 1 :]


def _linear_in(polynomial: Polynomial) -> str | None:
    """An unknown that stands in one monomial only, alone, with the coefficient 1 or -1."""
    standing = Counter(name for monomial in polynomial for name in set(monomial))
    alone = [m[0] for m, c in polynomial.items() if len(m) == 1 and abs(c) == 1 and standing[m[0]] == 1]
    return min(alone, default=None)


def solution(polynomials: Sequence[Polynomial]) -> list[Fraction] | None:
    """Coefficients with which the polynomials add up to -1, by elimination; those left open are 0."""
    rows, weights = _rows(polynomials), [Fraction(0)] * len(polynomials)
    basis: list[int] = []
    for column in range(len(polynomials)):
        pivot = next((r for r in range(len(basis), len(rows)) if rows[r][column]), None)
        if pivot is not None:
            rows[len(basis)], rows[pivot] = rows[pivot], rows[len(basis)]
            _pivot(rows, len(basis), column)
            basis.append(column)
    if any(row[-1] for row in rows[len(basis) :]):
        return None
    for row, column in zip(rows, basis, strict=False):
        weights[column] = row[-1]
    return weights


def combination(products: Sequence[Polynomial], free: Sequence[Polynomial]) -> list[Fraction] | None:
    """Coefficients with which the polynomials add up to -1, not negative for the products: the simplex method."""
    columns = [*products, *free, *map(negated, free)]
    rows = [[-v for v in row] if row[-1] < 0 else row for row in _rows(columns)]
    # An artificial unknown for each row, at first its value; their sum is to become 0.
    identity = [[Fraction(int(i == j)) for j in range(len(rows))] for i in range(len(rows))]
    rows = [row[:-1] + unit + row[-1:] for row, unit in zip(rows, identity, strict=True)]
    basis = [len(columns) + i for i in range(len(rows))]
    cost = [-sum((row[j] for row in rows), Fraction(0)) for j in range(len(columns))]
    cost += [Fraction(0)] * len(rows) + [-sum((row[-1] for row in rows), Fraction(0))]
    # Always the first column that helps (Bland's rule): so it ends.
    while (column := next((j for j in range(len(columns)) if cost[j] < 0), None)) is not None:
        ratios = [(row[-1] / row[column], basis[i], i) for i, row in enumerate(rows) if row[column] > 0]
        pivot = min(ratios)[2]
        basis[pivot] = column
        tableau = [*rows, cost]
        _pivot(tableau, pivot, column)
        rows, cost = tableau[:-1], tableau[-1]
    if cost[-1]:
        return None
    found = {j: rows[i][-1] for i, j in enumerate(basis)}
    weights = [found.get(j, Fraction(0)) for j in range(len(columns))]
    size, more = len(products), len(free)
    return weights[:size] + [a - b for a, b in zip(weights[size : size + more], weights[size + more :], strict=True)]


def _rows(polynomials: Sequence[Polynomial]) -> list[Row]:
    """An equation for each monomial: its coefficients, and last what they come to."""
    monomials = dict.fromkeys([(), *(m for p in polynomials for m in p)])
    return [[Fraction(p.get(m, 0)) for p in polynomials] + [Fraction(-1 if m == () else 0)] for m in monomials]


def _pivot(rows: list[Row], at: int, column: int) -> None:
    """Make a column 1 in one row and 0 in all others."""
    rows[at] = [value / rows[at][column] for value in rows[at]]
    for r, row in enumerate(rows):
        if r != at and row[column]:
            rows[r] = [value - row[column] * p for value, p in zip(row, rows[at], strict=True)]
