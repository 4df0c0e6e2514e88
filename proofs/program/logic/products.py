"""Integer terms as sums of products, and products as an unknown function of their factors.

Most conditions need of a product only that equal factors give equal products. Then multiplication and division are
replaced by function symbols of which nothing is known: what holds for every function holds for these two, and what
remains is linear arithmetic, which both solvers decide. Sums of products are multiplied out first, so that two ways
to write one polynomial become one term.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from operator import is_
from typing import TypeGuard

from proofs.program.logic.polynomials import Polynomial, constant, factor, plus, times, written_out
from spec.language.fold import rebuilt, subterms
from spec.language.terms import (
    Application,
    Literal,
    Op,
    Operation,
    Sort,
    Symbol,
    Term,
    Variable,
    children,
    ite,
)
from spec.readings.whole import whole

MOST_TERMS = 400
quotient = Symbol("quotient!", (Sort.INT, Sort.INT), Sort.INT)
"""No variable of a program is called so, nor as what stands for a product."""

_POLYNOMIAL = (Op.NEG, Op.ADD, Op.SUB, Op.MUL)


def without_products(terms: Iterable[Term]) -> list[Term]:
    """The terms with each product and quotient of unknowns replaced by an application of a function symbol."""
    wholes = list(terms)
    done = [rewritten(t) for t in wholes]
    products = products_in(done)
    lemmas = [lemma for equation in _equations(wholes) for lemma in _multiplied(equation, products)]
    return [*done, *map(rewritten, lemmas)]


def products_in(terms: Iterable[Term]) -> list[Application]:
    """The products in some rewritten terms, in the order in which they stand there."""
    return list(dict.fromkeys(t for node in terms for t in _products(node)))


def _is_product(node: Term) -> TypeGuard[Application]:
    return isinstance(node, Application) and node.symbol == _multiply(len(node.args))


@lru_cache(maxsize=4096)
def _products(node: Term) -> tuple[Application, ...]:
    return tuple(dict.fromkeys(t for t in subterms(node) if _is_product(t)))


def _equations(terms: Iterable[Term]) -> list[Operation]:
    """The equations in some terms that give a variable as a sum, a product or a number."""
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
        and _gives(t.args[1])
    )


def _gives(value: Term) -> bool:
    return isinstance(value, Literal) or (isinstance(value, Operation) and value.op in _POLYNOMIAL)


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
def rewritten(node: Term) -> Term:
    """A term with sums of products multiplied out, and products and quotients as applications of symbols."""
    return _rewrite(whole(node))


def _rewrite(node: Term) -> Term:
    if node.sort is Sort.INT and isinstance(node, Operation):
        return _sum(_polynomial(node))
    return rebuilt(node, list(map(_rewrite, children(node))))


def _polynomial(node: Term) -> Polynomial:
    match node:
        case Literal(int(value)):
            return constant(value)
        case Operation(Op.NEG, (arg,)):
            return times(_polynomial(arg), constant(-1))
        case Operation(Op.ADD, (left, right)):
            return plus(_polynomial(left), _polynomial(right))
        case Operation(Op.SUB, (left, right)):
            return plus(_polynomial(left), times(_polynomial(right), constant(-1)))
        case Operation(Op.MUL, (left, right)):
            return _multiplied_out(left, right)
        case Operation(Op.FLOOR_DIV, (dividend, divisor)):
            return factor(quotient(_rewrite(dividend), _rewrite(divisor)))
    return factor(rebuilt(node, list(map(_rewrite, children(node)))))


def _multiplied_out(left: Term, right: Term) -> Polynomial:
    """A product. Where a factor is one of two terms, so is the product: the symbols would not know its factors."""
    if not _is_chosen(left):
        left, right = right, left
    match left:
        case Operation(Op.ITE, (condition, then, otherwise)):
            either = (_sum(_multiplied_out(t, right)) for t in (then, otherwise))
            return factor(ite(_rewrite(condition), *either))
        case Operation(Op.ADD, (a, b)) if _is_chosen(left):
            return plus(_multiplied_out(a, right), _multiplied_out(b, right))
        case Operation(Op.SUB, (a, b)) if _is_chosen(left):
            return plus(_multiplied_out(a, right), times(_multiplied_out(b, right), constant(-1)))
        case Operation(Op.NEG, (a,)) if _is_chosen(left):
            return times(_multiplied_out(a, right), constant(-1))
        case Operation(Op.MUL, (a, b)) if _is_chosen(left):
            return _multiplied_out(a, b * right) if _is_chosen(a) else _multiplied_out(b, a * right)
    one, other = _polynomial(left), _polynomial(right)
    # Multiplied out, two long sums would fill the memory: their product is one unknown then.
    if len(one) * len(other) > MOST_TERMS:
        return factor(_multiply(2)(_sum(one), _sum(other)))
    return times(one, other)


@lru_cache(maxsize=4096)
def _is_chosen(node: Term) -> bool:
    """A part of a sum of products is one of two terms."""
    match node:
        case Operation(Op.ITE, _):
            return True
        case Operation(op, args) if op in _POLYNOMIAL:
            return any(map(_is_chosen, args))
    return False


@lru_cache(maxsize=65536)
def choices_of_products(node: Term) -> Term:
    """An equal term in which no factor is a choice of two: cvc5 decides products of variables more easily."""
    parts = list(map(choices_of_products, children(node)))
    match node, parts:
        case (
            Operation(Op.MUL, _),
            [Operation(Op.ITE, (test, then, otherwise)), factor_]
            | [factor_, Operation(Op.ITE, (test, then, otherwise))],
        ):
            return ite(test, *(choices_of_products(choice * factor_) for choice in (then, otherwise)))
    return node if all(map(is_, parts, children(node))) else rebuilt(node, parts)


def _sum(found: Polynomial) -> Term:
    """A polynomial as a term, each product of several factors as an unknown function of them."""
    return written_out(found, lambda m: m[0] if len(m) == 1 else _multiply(len(m))(*m))


def _multiply(factors: int) -> Symbol:
    return Symbol(f"product{factors}!", (Sort.INT,) * factors, Sort.INT)
