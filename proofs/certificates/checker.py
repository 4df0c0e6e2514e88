"""The check of a certificate: all of it. What is not exactly right is refused, with the reason.

A certificate has a tree for each part of the obligation. A leaf is a sum of products of facts that are not negative,
with positive coefficients, and of multiples of facts that are 0; if the sum is the number -1, the facts contradict
each other. Above the leaves, `split` gives one branch `t >= 0` and the other `t <= -1`, for an integer t; `choice`
names a fact that is a choice, and gives each branch the facts of one alternative. Facts come from the obligation
(`proofs.certificates.facts`) and are only named here; what a branch adds is `case 1`, `case 2` ... by its depth.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import reduce
from typing import Any, NoReturn, TypeVar

from proofs.certificates.facts import Choice, Equation, Facts, Inequality, signs, unknowns, with_case
from proofs.certificates.polynomials import Polynomial, constant, plus, times

VERSION = "1"
NUMBER = re.compile(r"-?[0-9]{1,100}(/[1-9][0-9]{0,99})?", re.ASCII)
MOST_CASES, MOST_FACTORS, MOST_MONOMIALS = 20, 4, 20
"""Bounds on a tree's depth, on products, and on written polynomials: more than any theorem needs, and soon checked."""

Kind = TypeVar("Kind", Choice, Equation, Inequality)


class BadCertificate(ValueError):
    """The certificate shows nothing, and why."""


def check(problems: tuple[Facts, ...], trees: Any) -> None:
    """The facts of each part contradict each other, as its tree shows; raises Refused otherwise."""
    if not isinstance(trees, list) or len(trees) != len(problems):
        refuse(f"{len(problems)} parts need a list of as many trees")
    for facts, tree in zip(problems, trees, strict=True):
        _check(facts, tree, 1)


def _check(facts: Facts, tree: Any, depth: int) -> None:
    match tree:
        case _ if depth > MOST_CASES:
            refuse(f"more than {MOST_CASES} cases within each other")
        case {"sum": list(products), "equations": list(multiples)} if len(tree) == 2:
            total = plus(*(_product(facts, p) for p in products), *(_multiple(facts, m) for m in multiples))
            if total != constant(-1):
                refuse("the sum is not -1")
        case {"split": list(written), "nonnegative": above, "negative": below} if len(tree) == 3:
            term = _polynomial(facts, written)
            if any(coefficient.denominator != 1 for coefficient in term.values()):
                refuse("the term of a split is not an integer")
            for sign, branch in zip(signs(term), (above, below), strict=True):
                _check(with_case(facts, depth, [sign]), branch, depth + 1)
        case {"choice": name, "cases": list(cases)} if len(tree) == 2:
            alternatives = _fact(facts, name, Choice).alternatives
            if len(cases) != len(alternatives):
                refuse(f"{name} has {len(alternatives)} cases, not {len(cases)}")
            for alternative, case in zip(alternatives, cases, strict=True):
                _check(with_case(facts, depth, alternative), case, depth + 1)
        case _:
            refuse("a tree is a sum, a split or a choice, and nothing more")


def _product(facts: Facts, written: Any) -> Polynomial:
    """`[coefficient, name, ...]`: a positive number times facts that are not negative."""
    coefficient, names = _monomial(written)
    if coefficient <= 0:
        refuse(f"the coefficient {coefficient} is not positive")
    factors = [_fact(facts, name, Inequality).polynomial for name in names]
    return reduce(times, factors, constant(coefficient))


def _multiple(facts: Facts, written: Any) -> Polynomial:
    """`[name, [coefficient, unknown, ...], ...]`: a fact that is 0, times a polynomial."""
    if not isinstance(written, list) or not written:
        refuse("a multiple of an equation is a list of its name and the factor's monomials")
    return times(_fact(facts, written[0], Equation).polynomial, _polynomial(facts, written[1:]))


def _fact(facts: Facts, name: Any, kind: type[Kind]) -> Kind:
    fact = facts.get(name) if isinstance(name, str) else None
    if not isinstance(fact, kind):
        refuse(f"unknown {kind.__name__.lower()} {name!r}"[:200])
    return fact


def _polynomial(facts: Facts, written: list[Any]) -> Polynomial:
    """Monomials `[coefficient, unknown, ...]`, in unknowns that the facts speak of."""
    if len(written) > MOST_MONOMIALS:
        refuse(f"more than {MOST_MONOMIALS} monomials")
    monomials, known = [_monomial(m) for m in written], unknowns(facts.values())
    if strange := {name for _, names in monomials for name in names} - known:
        refuse(f"no fact mentions {', '.join(sorted(strange))}"[:200])
    return plus(*({tuple(sorted(names)): coefficient} for coefficient, names in monomials if coefficient))


def _monomial(written: Any) -> tuple[Fraction, list[str]]:
    match written:
        case [str(number), *names] if NUMBER.fullmatch(number) and all(isinstance(name, str) for name in names):
            if len(names) > MOST_FACTORS:
                refuse(f"more than {MOST_FACTORS} factors")
            return Fraction(number), names
    refuse(f"no number with names: {written!r}"[:200])


def refuse(reason: str) -> NoReturn:
    """Raise Refused."""
    raise BadCertificate(reason)
