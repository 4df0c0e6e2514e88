"""Linear combinations of polynomials with exact coefficients: of those that are known to do, or of a few."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from proofs.certificates.polynomials import Polynomial, constant, times

Row = list[Fraction]


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
    columns = [*products, *free, *(times(constant(-1), p) for p in free)]
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
