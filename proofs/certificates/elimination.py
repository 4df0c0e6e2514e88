"""Equations used up before a search: each is solved for an unknown, which then stands nowhere else.

What is found without the unknowns is turned back into multiples of the equations themselves, so that a certificate
speaks of the obligation's own facts, and whoever checks it needs to know nothing of this.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from proofs.certificates.polynomials import ZERO, Monomial, Polynomial, constant, minus, plus, times

Multiples = Mapping[str, Polynomial]
"""For equations, by name, what each is multiplied by."""


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
        multiples = {**negated(used), name: constant(1)}
        system = [*_without(system, unknown, polynomial, multiples), Solved(unknown, polynomial, multiples)]
    return system, left


def _without(system: list[Solved], unknown: str, polynomial: Polynomial, multiples: Multiples) -> list[Solved]:
    """The system with an unknown eliminated from it, so that each of its equations applies once."""
    new = Solved(unknown, polynomial, multiples)
    changed = []
    for old in system:
        rest, used = reduced(old.polynomial, [new])
        changed.append(Solved(old.unknown, rest, added(old.multiples, negated(used))))
    return changed


def negated(multiples: Multiples) -> Multiples:
    """Multiples to be taken away."""
    return {name: times(constant(-1), multiple) for name, multiple in multiples.items()}


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
