"""Polynomials over named unknowns with exact coefficients: a dictionary from monomials, and two operations.

Written out here, not taken from a computer algebra system: what a certificate's check rests on is then this page, and
not a library of half a million lines. sympy's polynomials are held against these in the tests.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import product

Monomial = tuple[str, ...]
"""The names of the unknowns, sorted, each as often as its exponent says; the empty one is the constant's."""

Number = int | Fraction
Polynomial = Mapping[Monomial, Number]
"""The coefficient of each monomial; none is 0."""

ZERO: Polynomial = {}


def constant(value: Number) -> Polynomial:
    """A number."""
    return _without_zeros({(): value})


def unknown(name: str) -> Polynomial:
    """An unknown."""
    return {(name,): 1}


def plus(*summands: Polynomial) -> Polynomial:
    """The sum."""
    return _collected(pair for summand in summands for pair in summand.items())


def times(left: Polynomial, right: Polynomial) -> Polynomial:
    """The product."""
    pairs = product(left.items(), right.items())
    return _collected((tuple(sorted(m + n)), a * b) for (m, a), (n, b) in pairs)


def negated(polynomial: Polynomial) -> Polynomial:
    """The same with the other sign."""
    return times(constant(-1), polynomial)


def minus(left: Polynomial, right: Polynomial) -> Polynomial:
    """The difference."""
    return plus(left, negated(right))


def names_in(polynomial: Polynomial) -> set[str]:
    """The names of its unknowns."""
    return {name for monomial in polynomial for name in monomial}


def _collected(pairs: Iterable[tuple[Monomial, Number]]) -> Polynomial:
    total: dict[Monomial, Number] = {}
    for monomial, coefficient in pairs:
        total[monomial] = total.get(monomial, 0) + coefficient
    return _without_zeros(total)


def _without_zeros(polynomial: Polynomial) -> Polynomial:
    return {monomial: coefficient for monomial, coefficient in polynomial.items() if coefficient}
