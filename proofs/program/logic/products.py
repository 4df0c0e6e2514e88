"""Integer terms as sums of products, and products as an unknown function of their factors.

Most conditions need of a product only that equal factors give equal products. Then multiplication and division are
replaced by function symbols of which nothing is known: what holds for every function holds for these two, and what
remains is linear arithmetic, which both solvers decide. Sums of products are multiplied out first, so that two ways
to write one polynomial become one term.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache

from proofs.program.source.language import LISTS, SIZES
from spec.language.fold import subterms
from spec.language.terms import (
    Application,
    Literal,
    Op,
    Operation,
    Quantified,
    Sort,
    Symbol,
    Term,
    Variable,
    term,
)
from spec.readings.whole import whole

Monomial = tuple[Term, ...]
Polynomial = Counter[Monomial]
"""Coefficients of products of factors; () is the constant one."""

MOST_TERMS = 400
quotient = Symbol("quotient", (Sort.INT, Sort.INT), Sort.INT)

_POLYNOMIAL = (Op.NEG, Op.ADD, Op.SUB, Op.MUL)
_PARAMETERS = (*SIZES, *(f"{name}[{i}]" for name, length in LISTS.items() for i in range(length)))


def without_products(terms: Iterable[Term]) -> list[Term]:
    """The terms with each product and quotient of unknowns replaced by an application of a function symbol."""
    wholes = list(terms)
    rewritten = [_without(t) for t in wholes]
    products = {t for node in rewritten for t in _products(node)}
    lemmas = [lemma for equation in _equations(wholes) for lemma in _multiplied(equation, products)]
    return [*rewritten, *map(_without, lemmas)]


@lru_cache(maxsize=4096)
def _products(node: Term) -> frozenset[Application]:
    """The products in a rewritten term."""
    return frozenset(t for t in subterms(node) if isinstance(t, Application) and t.symbol == _multiply(len(t.args)))


def _equations(terms: Iterable[Term]) -> list[Operation]:
    """The equations in some terms that give a variable as a sum or a product."""
    found = (t for node in terms for t in _equations_in(node))
    return list(dict.fromkeys(found))


@lru_cache(maxsize=4096)
def _equations_in(node: Term) -> tuple[Operation, ...]:
    return tuple(
        t
        for t in subterms(node)
        if isinstance(t, Operation)
        and t.op is Op.EQ
        and isinstance(t.args[0], Variable)
        and t.args[0].sort is Sort.INT
        and isinstance(t.args[1], Operation)
        and t.args[1].op in _POLYNOMIAL
    )


def _multiplied(equation: Operation, products: Iterable[Application]) -> Iterator[Term]:
    """If v = e, then a product with the factor v is that with e in its place: what the symbols alone do not know."""
    variable, value = equation.args
    for product in products:
        if variable in product.args:
            others = list(product.args)
            others.remove(variable)
            left, right = variable, value
            for other in others:
                left, right = left * other, right * other
            yield equation.implies(left.eq(right))


@lru_cache(maxsize=4096)
def _without(node: Term) -> Term:
    return _rewrite(whole(node))


def _rewrite(node: Term) -> Term:
    if node.sort is Sort.INT and isinstance(node, Operation):
        return _sum(_polynomial(node))
    match node:
        case Operation(op, args):
            return Operation(op, tuple(map(_rewrite, args)))
        case Application(symbol, args):
            return Application(symbol, tuple(map(_rewrite, args)))
        case Quantified(quantifier, variable, low, high, body):
            return Quantified(quantifier, variable, _rewrite(low), _rewrite(high), _rewrite(body))
    return node


def _polynomial(node: Term) -> Polynomial:
    match node:
        case Literal(int(value)):
            return Counter({(): value})
        case Operation(Op.NEG, (arg,)):
            return _times(_polynomial(arg), Counter({(): -1}))
        case Operation(Op.ADD, (left, right)):
            return _plus(_polynomial(left), _polynomial(right))
        case Operation(Op.SUB, (left, right)):
            return _plus(_polynomial(left), _times(_polynomial(right), Counter({(): -1})))
        case Operation(Op.MUL, (left, right)):
            a, b = _polynomial(left), _polynomial(right)
            # Multiplied out, two long sums would fill the memory: their product is one unknown then.
            return _times(a, b) if len(a) * len(b) <= MOST_TERMS else Counter({(_multiply(2)(_sum(a), _sum(b)),): 1})
        case Operation(Op.FLOOR_DIV, (dividend, divisor)):
            return Counter({(quotient(_rewrite(dividend), _rewrite(divisor)),): 1})
        case Operation(op, args):
            return Counter({(Operation(op, tuple(map(_rewrite, args))),): 1})
    return Counter({(_rewrite(node),): 1})


def _plus(left: Polynomial, right: Polynomial) -> Polynomial:
    return Counter({m: left[m] + right[m] for m in {*left, *right} if left[m] + right[m]})


def _times(left: Polynomial, right: Polynomial) -> Polynomial:
    product: Polynomial = Counter()
    for a, i in left.items():
        for b, j in right.items():
            product[tuple(sorted((*a, *b), key=_order))] += i * j
    return Counter({m: k for m, k in product.items() if k})


def _order(factor: Term) -> tuple[bool, str]:
    """Parameters last: two products with equal other factors then have them in the same places."""
    return isinstance(factor, Variable) and factor.name in _PARAMETERS, repr(factor)


def _sum(polynomial: Polynomial) -> Term:
    terms = [_product(m, k) for m, k in sorted(polynomial.items(), key=lambda item: list(map(_order, item[0])))]
    total = terms[0] if terms else term(0)
    for summand in terms[1:]:
        total = total + summand
    return total


def _product(monomial: Monomial, coefficient: int) -> Term:
    if not monomial:
        return term(coefficient)
    factor = monomial[0] if len(monomial) == 1 else _multiply(len(monomial))(*monomial)
    return factor if coefficient == 1 else factor * coefficient


def _multiply(factors: int) -> Symbol:
    return Symbol(f"product{factors}", (Sort.INT,) * factors, Sort.INT)
