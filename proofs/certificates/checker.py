"""The check of a certificate: all of it. What is not exactly right is refused, with the reason.

A certificate has a tree for each part of the obligation. A leaf is a sum of products of facts that are not negative,
with positive coefficients, and of multiples of facts that are 0; if the sum is the number -1, the facts contradict
each other. Above the leaves, `split` gives one branch `t >= 0` and the other `t <= -1`, for an integer t; `choice`
names a fact that is a choice, and gives each branch the facts of one alternative; `compare` gives the branches `t = 0`,
`t >= 1` and `t <= -1`; `function` gives what follows once two values of one function are equal, each difference of
their arguments being 0 by multiples of equations. Facts come from the obligation
(`proofs.certificates.facts`) and are only named here; what a branch adds is `case 1`, `case 2` ... by its depth.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import reduce
from typing import Any, NoReturn, TypeVar

from proofs.certificates.facts import Choice, Equation, Facts, Inequality, Value, order, signs, unknowns, with_case
from proofs.certificates.polynomials import Number, Polynomial, constant, minus, plus, times, unknown

VERSION = "2"
NUMBER = re.compile(r"-?[0-9]{1,100}(/[1-9][0-9]{0,99})?", re.ASCII)
MOST_CASES, MOST_FACTORS, MOST_MONOMIALS = 40, 4, 20
"""Bounds on a tree's depth, on products, and on written polynomials: more than any theorem needs, and soon checked."""

Kind = TypeVar("Kind", Choice, Equation, Inequality, Value)


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
            term = _integral(facts, written)
            for sign, branch in zip(signs(term), (above, below), strict=True):
                _check(with_case(facts, depth, [sign]), branch, depth + 1)
        case {"compare": list(written), "zero": equal, "positive": above, "negative": below} if len(tree) == 4:
            term = _integral(facts, written)
            for fact, branch in zip(order(term), (equal, above, below), strict=True):
                _check(with_case(facts, depth, [fact]), branch, depth + 1)
        case {"function": [one, other], "arguments": list(equal), "then": then} if len(tree) == 3:
            same = _congruent(facts, _fact(facts, one, Value), _fact(facts, other, Value), equal)
            _check(with_case(facts, depth, [same]), then, depth + 1)
        case {"choice": name, "cases": list(cases)} if len(tree) == 2:
            alternatives = _fact(facts, name, Choice).alternatives
            if len(cases) != len(alternatives):
                refuse(f"{name} has {len(alternatives)} cases, not {len(cases)}")
            for alternative, case in zip(alternatives, cases, strict=True):
                _check(with_case(facts, depth, alternative), case, depth + 1)
        case _:
            refuse("a tree is a sum, a split, a comparison, a choice or two values of a function, and nothing more")


def _congruent(facts: Facts, one: Value, other: Value, equal: list[Any]) -> Equation:
    """Values of one function are equal if each difference of arguments is 0 once multiples of equations are added."""
    if one.function != other.function or not len(equal) == len(one.arguments) == len(other.arguments):
        refuse("values of two functions, or not a list of multiples for each argument")
    for left, right, multiples in zip(one.arguments, other.arguments, equal, strict=True):
        if not isinstance(multiples, list) or plus(minus(left, right), *(_multiple(facts, m) for m in multiples)):
            refuse("the arguments are not shown to be equal")
    return Equation(minus(unknown(one.unknown), unknown(other.unknown)))


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


def _integral(facts: Facts, written: list[Any]) -> Polynomial:
    """A polynomial of whole coefficients."""
    term = _polynomial(facts, written)
    if any(coefficient.denominator != 1 for coefficient in term.values()):
        refuse("the term of a split is not an integer")
    return term


def _polynomial(facts: Facts, written: list[Any]) -> Polynomial:
    """Monomials `[coefficient, unknown, ...]`, in unknowns that the facts speak of."""
    if len(written) > MOST_MONOMIALS:
        refuse(f"more than {MOST_MONOMIALS} monomials")
    monomials = [_monomial(m) for m in written]
    named = {name for _, names in monomials for name in names}
    if named and (strange := named - unknowns(facts.values())):
        refuse(f"no fact mentions {', '.join(sorted(strange))}"[:200])
    return plus(*({tuple(sorted(names)): coefficient} for coefficient, names in monomials if coefficient))


def _monomial(written: Any) -> tuple[Number, list[str]]:
    match written:
        case [str(number), *names] if NUMBER.fullmatch(number) and all(isinstance(name, str) for name in names):
            if len(names) > MOST_FACTORS:
                refuse(f"more than {MOST_FACTORS} factors")
            return Fraction(number) if "/" in number else int(number), names
    refuse(f"no number with names: {written!r}"[:200])


def refuse(reason: str) -> NoReturn:
    """Raise Refused."""
    raise BadCertificate(reason)
