"""Integer terms as polynomials: coefficients of products of factors, each factor a term that is no sum or product."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache, reduce
from operator import add, mul

from proofs.program.source.language import LISTS, SIZES
from proofs.program.source.machine import demanded
from spec.language.terms import Application, Literal, Op, Operation, Term, Variable, term

Monomial = tuple[Term, ...]
Polynomial = Counter[Monomial]
"""Coefficients of products of factors; () is the constant one."""

_PARAMETERS = (*SIZES, *(f"{name}[{i}]" for name, length in LISTS.items() for i in range(length)))


def constant(value: int) -> Polynomial:
    """A number."""
    return Counter({(): value} if value else {})


def factor(node: Term) -> Polynomial:
    """A term as one factor."""
    return Counter({(node,): 1})


@lru_cache(maxsize=4096)
def _polynomial(node: Term) -> Polynomial:
    match node:
        case Literal(int(value)):
            return constant(value)
        case Operation(Op.NEG, (arg,)):
            return times(polynomial(arg), constant(-1))
        case Operation(Op.ADD, (left, right)):
            return plus(polynomial(left), polynomial(right))
        case Operation(Op.SUB, (left, right)):
            return minus(polynomial(left), polynomial(right))
        case Operation(Op.MUL, (left, right)):
            return times(polynomial(left), polynomial(right))
        case Application(_, (arg,)) if demanded(node) is not None:
            return polynomial(arg)
    return factor(node)


def polynomial(node: Term) -> Polynomial:
    """A term, multiplied out."""
    return Counter(_polynomial(node))


def plus(left: Polynomial, right: Polynomial) -> Polynomial:
    """The sum."""
    return Counter({m: left[m] + right[m] for m in dict.fromkeys((*left, *right)) if left[m] + right[m]})


def minus(left: Polynomial, right: Polynomial) -> Polynomial:
    """The difference."""
    return plus(left, times(right, constant(-1)))


def times(left: Polynomial, right: Polynomial) -> Polynomial:
    """The product."""
    product: Polynomial = Counter()
    for a, i in left.items():
        for b, j in right.items():
            product[tuple(sorted((*a, *b), key=order))] += i * j
    return Counter({m: k for m, k in product.items() if k})


def divided(found: Polynomial, factors: tuple[Term, ...]) -> Polynomial | None:
    """The quotient by a product of factors; None where there is a remainder."""
    quotient: Polynomial = Counter()
    for monomial, coefficient in found.items():
        left = list(monomial)
        for divisor in factors:
            if divisor not in left:
                return None
            left.remove(divisor)
        quotient[tuple(left)] += coefficient
    return quotient


def order(node: Term) -> tuple[bool, str]:
    """Parameters last: two products with equal other factors then have them in the same places."""
    return isinstance(node, Variable) and node.name in _PARAMETERS, repr(node)


def _product(factors: Monomial) -> Term:
    return reduce(mul, factors)


def written_out(found: Polynomial, multiplied: Callable[[Monomial], Term] = _product) -> Term:
    """A polynomial as a term; `multiplied` writes the product of one factor or more."""
    monomials = sorted(found.items(), key=lambda item: list(map(order, item[0])))
    return reduce(add, (_scaled(m, k, multiplied) for m, k in monomials)) if monomials else term(0)


def _scaled(monomial: Monomial, coefficient: int, multiplied: Callable[[Monomial], Term]) -> Term:
    if not monomial:
        return term(coefficient)
    product = multiplied(monomial)
    return product if coefficient == 1 else product * coefficient
