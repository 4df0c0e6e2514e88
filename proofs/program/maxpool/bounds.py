"""Facts about products that bound what a program computes: instances of what holds for all integers.

A product of two numbers that are not negative is not negative. Applied to what is known where a value is computed,
such as `oh < out_h`, and to the sizes that the value multiplies it with, this makes its bounds linear arithmetic.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, islice, product

from proofs.assumptions.assumption import Assumption
from proofs.program.logic.polynomials import Monomial, Polynomial, polynomial, times, written_out
from proofs.program.source.language import LISTS, RANK
from spec.language.fold import substitute, subterms
from spec.language.terms import Literal, Op, Operation, Sort, Term, Variable, and_, free_variables
from spec.maxpool.vocabulary import AXES, dX, dY, entry
from spec.window.geometry import padded
from spec.window.names import dilation, kernel, pad_begin, pad_end, slack, stride, y

QUANTITIES = frozenset({*dX, *dY, *(entry(name, i) for name, length in LISTS.items() for i in range(length))})
"""What a call consists of: none of it is negative."""
MOST = 300
"""Instances for one value: more would help no solver."""
_LESS = {Op.LT: 1, Op.LE: 0}
_GREATER = {Op.GT: 1, Op.GE: 0}
_OPPOSITE = {Op.LT: Op.GE, Op.GE: Op.LT, Op.LE: Op.GT, Op.GT: Op.LE}


def bounds(known: Iterable[Term], values: Sequence[Term]) -> list[Assumption]:
    """Facts by which values may be shown to be bounded, where some terms are known."""
    known = list(known)
    named = {v for value in values for v in free_variables(value)}
    meant = dict.fromkeys((name, value) for t in known for name, value in _meanings(t) if name in named)
    put = (substitute(value, {name: meaning}) for name, meaning in meant for value in values)
    products = list(dict.fromkeys(m for v in (*values, *(m for _, m in meant), *put) for m in _monomials(v)))
    found = dict.fromkeys(_products(known, products))
    return [*_of_shapes(), *of_strides(), *_last_windows(), *(Assumption("product", t) for t in islice(found, MOST))]


@cache
def _meanings(node: Term) -> tuple[tuple[Term, Term], ...]:
    """What a fact says that variables are, be it under a condition."""
    match node:
        case Operation(Op.AND, args):
            return tuple(pair for arg in args for pair in _meanings(arg))
        case Operation(Op.IMPLIES, (_, conclusion)):
            return _meanings(conclusion)
        case Operation(Op.EQ, (Variable() as name, value)) if value.sort is Sort.INT:
            return ((name, value),)
    return ()


def _monomials(value: Term) -> Iterator[Monomial]:
    """The products in a value, those inside of choices and quotients too."""
    for node in subterms(value):
        if node.sort is Sort.INT and isinstance(node, Operation):
            yield from (m for found in polynomial(node) for m in _with_alternatives(found) if len(m) > 1)


def _with_alternatives(product: Monomial) -> Iterator[Monomial]:
    """A product, and those that it may be where a factor is chosen."""
    yield product
    for i, factor in enumerate(product):
        if isinstance(factor, Operation) and factor.op is Op.ITE:
            rest = Polynomial({(*product[:i], *product[i + 1 :]): 1})
            for value in _alternatives(factor):
                yield from times(polynomial(value), rest)


def _products(known: Iterable[Term], products: Sequence[Monomial]) -> Iterator[Term]:
    """p >= 0 and q >= 0 imply p q >= 0, where p is known and the values multiply a part of p by q."""
    for p in dict.fromkeys(p for t in known for p in _not_negative(t)):
        found = polynomial(p)
        for q in dict.fromkeys(q for part in found if part for m in products if (q := _rest(m, part))):
            yield _instance(p, found, q)


def sign_of_product(p: Term, q: Monomial) -> Assumption:
    """A product is not negative if its factors are not."""
    return Assumption("product", _instance(p, polynomial(p), q))


def _instance(p: Term, found: Polynomial, q: Monomial) -> Term:
    signs = and_(p >= 0, *(factor >= 0 for factor in dict.fromkeys(q)))
    return signs.implies(written_out(times(found, Polynomial({q: 1}))) >= 0)


def _rest(product: Monomial, part: Monomial) -> Monomial:
    """What is left of a product without a part; empty where that is not of a call's quantities alone."""
    left = list(product)
    for factor in part:
        if factor not in left:
            return ()
        left.remove(factor)
    return tuple(left) if QUANTITIES.issuperset(left) else ()


@cache
def _not_negative(node: Term, holds: bool = True) -> tuple[Term, ...]:
    """The differences that a fact says are not negative."""
    match node:
        case Operation(Op.AND, args) if holds:
            return tuple(p for arg in args for p in _not_negative(arg))
        case Operation(Op.OR, args) if not holds:
            return tuple(p for arg in args for p in _not_negative(arg, False))
        case Operation(Op.NOT, (arg,)):
            return _not_negative(arg, not holds)
        case Operation(Op.IMPLIES, (_, conclusion)) if holds:
            return _not_negative(conclusion)
        case Operation(op, (left, right)) if left.sort is right.sort is Sort.INT and op in _OPPOSITE:
            op = op if holds else _OPPOSITE[op]
            pairs = product(_alternatives(left), _alternatives(right))
            return tuple(s - t - _LESS[op] if op in _LESS else t - s - _GREATER[op] for t, s in pairs)
        case Operation(Op.NE | Op.EQ, (Operation(Op.ITE, (test, Literal(), Literal())), Literal())):
            # `ok = a < b; ... if (ok)`: that the test holds is a condition of what follows from it.
            return _not_negative(test)
    return ()


def _alternatives(value: Term) -> Iterator[Term]:
    """A value, or what it may be where it is chosen: of the greater of two, each may be what bounds another value."""
    match value:
        case Operation(Op.ITE, (_, chosen, other)):
            yield from _alternatives(chosen)
            yield from _alternatives(other)
        case _:
            yield value


@cache
def _of_shapes() -> tuple[Assumption, ...]:
    """Where no size is 0, the product of some is at least 1 and at most the product of all."""
    facts = []
    for shape in (dX, (*dX[:2], *dY[2:])):
        whole = _product(shape)
        present = and_(*(size >= 1 for size in shape))
        for part in (_product(some) for count in range(1, RANK + 1) for some in combinations(shape, count)):
            facts.append(present.implies(and_(part >= 1, part <= whole)))
    return tuple(Assumption("sizes", fact) for fact in facts)


def _product(sizes: Sequence[Term]) -> Term:
    total: Term = sizes[0]
    for size in sizes[1:]:
        total = total * size
    return total


@cache
def _last_windows() -> tuple[Assumption, ...]:
    """How many elements there are behind the last window of an axis, by how many one step along it passes in memory.

    The same of the pads; and that no extent is less than 1.
    """
    room = padded - ((y - 1) * stride + dilation * (kernel - 1) + 1)
    steps = ((0, (dX[3],)), (0, (dX[1], dX[3])), (1, (dX[1],)))
    rooms = [(substitute(part, AXES[axis]), step) for axis, step in steps for part in (room, pad_begin, pad_end)]
    rooms += [(substitute(y - 1, AXES[axis]), (substitute(stride, AXES[axis]), *step)) for axis, step in steps]
    extents = [(substitute(kernel - 1, axis), (substitute(dilation, axis),)) for axis in AXES]
    extents += [(substitute(kernel - 1, AXES[axis]), (substitute(dilation, AXES[axis]), *step)) for axis, step in steps]
    # Each step along an axis passes one element at least: where the pads fit that are passed, so do the pads.
    rows, columns = ([entry("pads", axis + end) for end in (0, 2)] for axis in (0, 1))
    passed = [(dX[3] - 1, (pad,)) for pad in rows]
    passed += [(dX[1] - 1, (pad, *step)) for pads, step in ((rows, (dX[3],)), (columns, ())) for pad in pads]
    return tuple(sign_of_product(p, step) for p, step in (*rooms, *extents, *passed))


@cache
def of_strides() -> tuple[Assumption, ...]:
    """What rounding down means, for the size of Y: the last window begins within the slack."""
    begins = and_(stride >= 1, y >= 1, y.eq(slack // stride + 1))
    inside = begins.implies(and_(slack >= 0, stride * y - stride <= slack, y - 1 <= slack))
    return tuple(Assumption("rounding", substitute(inside, axis)) for axis in AXES)
