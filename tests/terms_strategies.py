"""Hypothesis strategies: random well-sorted terms, built so that no divisor can fail to be positive, and values."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any, TypeAlias

from hypothesis import settings
from hypothesis import strategies as st

from spec.language import terms
from spec.language.terms import FALSE, TRUE, Literal, Sort, Symbol, Term, Variable, not_

Terms: TypeAlias = st.SearchStrategy[Term]
Scope: TypeAlias = tuple[Variable, ...]
Values: TypeAlias = Mapping[str, Any]

X, Y = Variable("x"), Variable("strides[0]")
"""Any integers."""
D = Variable("dX_2")
"""At least 1."""
N = Variable("rank(X)")
"""Small, so that a quantifier may range up to it."""
P = Variable("given(pads)", Sort.BOOL)
VARIABLES = (X, Y, D, N, P)

F = Symbol("f", (Sort.INT,), Sort.INT)
"""The function symbol, which stands for `f_of`."""

DEPTH = 3
NESTED = 2
"""So many quantifiers may stand in each other."""
BOUND = (Variable("i"), Variable("j"), X)
"""The variables that quantifiers bind: one of them is free elsewhere."""
SMALL = range(-2, 3)
"""Where the bounds of the quantifiers lie."""
HUGE = 2**70

INTEGERS = st.one_of(st.integers(-9, 9), st.integers(-HUGE, HUGE))
COUNTS = st.one_of(st.integers(1, 9), st.integers(1, HUGE))
RATIOS = st.builds(Fraction, INTEGERS, COUNTS)

ARITHMETIC: tuple[Callable[[Term, Term], Term], ...] = (
    operator.add,
    operator.sub,
    operator.mul,
    terms.minimum,
    terms.maximum,
)
DIVISIONS: tuple[Callable[[Term, Term], Term], ...] = (operator.floordiv, operator.mod, terms.ceil_div)
COMPARISONS: tuple[Callable[[Term, Term], Term], ...] = (
    Term.eq,
    Term.ne,
    operator.lt,
    operator.le,
    operator.gt,
    operator.ge,
)

EACH = (
    -X,
    F(X),
    terms.floor(X / D),
    terms.ceil(X / D),
    *(join(X, Y) for join in (*ARITHMETIC, *COMPARISONS)),
    *(divide(X, D) for divide in (operator.truediv, *DIVISIONS)),
    *(join(X, Literal(Fraction(-3, 2))) for join in ARITHMETIC),
    X / Literal(Fraction(3, 2)),
    *(-Literal(value) for value in (-3, Fraction(-3, 2))),
    *(join(P, X < Y) for join in (terms.and_, terms.or_, Term.implies, Term.iff)),
    *(terms.ite(condition, X, Y * 2) for condition in (P, not_(P))),
)
"""A term for each operator."""


def few(examples: int) -> settings:
    """So many examples, the same ones in every run."""
    return settings(max_examples=examples, deadline=None, derandomize=True)


def f_of(v: Any) -> Any:
    """What F stands for: on integers, and on the integer expressions of every host."""
    return 3 - 2 * v


def environment(values: Values) -> dict[str, Any]:
    """The values together with the meaning of F, for the evaluator."""
    return {**values, F.name: f_of}


def states(term: Term, value: Any) -> Term:
    """The term that says: this term has this value."""
    return term.iff(Literal(value)) if term.sort is Sort.BOOL else term.eq(Literal(value))


def another(value: Any) -> Any:
    """A value close to a value."""
    return not value if isinstance(value, bool) else value + (1 if isinstance(value, int) else Fraction(1, 97))


def fixing(given_values: Values) -> list[Term]:
    """The terms that give each variable its value."""
    return [states(v, given_values[v.name]) for v in VARIABLES]


@st.composite
def values(draw: st.DrawFn) -> Values:
    """A value for each free variable of the terms."""
    divisor = draw(COUNTS)
    return {
        X.name: draw(st.one_of(INTEGERS, st.integers(-9, 9).map(lambda quotient: quotient * divisor))),
        Y.name: draw(INTEGERS),
        D.name: divisor,
        N.name: draw(st.sampled_from(SMALL)),
        P.name: draw(st.booleans()),
    }


@cache
def integers(depth: int = DEPTH, scope: Scope = ()) -> Terms:
    """Terms that denote integers."""
    leaves = st.one_of(INTEGERS.map(Literal), st.sampled_from((X, Y, D, N, *scope)))
    if depth == 0:
        return leaves
    part, ratio = integers(depth - 1, scope), rationals(depth - 1, scope)
    return st.one_of(
        leaves,
        st.builds(operator.neg, part),
        _applied(ARITHMETIC, part, part),
        *(st.builds(division, part, positive(depth - 1, scope)) for division in DIVISIONS),
        st.builds(terms.floor, ratio),
        st.builds(terms.ceil, ratio),
        st.builds(terms.ite, booleans(depth - 1, scope), part, part),
        st.builds(F, part),
    )


@cache
def positive(depth: int, scope: Scope = ()) -> Terms:
    """Terms that denote integers of at least 1."""
    leaves = st.one_of(COUNTS.map(Literal), st.just(D))
    if depth == 0:
        return leaves
    part = integers(depth - 1, scope)
    return st.one_of(leaves, part.map(lambda t: t * t + 1), part.map(lambda t: terms.maximum(t, 1)))


@cache
def rationals(depth: int = DEPTH, scope: Scope = ()) -> Terms:
    """Terms that denote rationals; integers among their parts."""
    leaves = RATIOS.map(Literal)
    if depth == 0:
        return leaves
    part, whole = rationals(depth - 1, scope), integers(depth - 1, scope)
    divisor = positive(depth - 1, scope)
    ratio = st.one_of(st.builds(Fraction, COUNTS, COUNTS).map(Literal), st.builds(operator.truediv, divisor, divisor))
    return st.one_of(
        leaves,
        st.builds(operator.truediv, whole, divisor),
        st.builds(operator.truediv, part, ratio),
        st.builds(operator.neg, part),
        _applied(ARITHMETIC, part, part),
        _applied(ARITHMETIC, whole, part),
        _applied(ARITHMETIC, part, whole),
        st.builds(terms.ite, booleans(depth - 1, scope), part, whole),
    )


@cache
def booleans(depth: int = DEPTH, scope: Scope = ()) -> Terms:
    """Terms that denote truth values."""
    leaves = st.sampled_from((P, TRUE, FALSE))
    if depth == 0:
        return leaves
    part = booleans(depth - 1, scope)
    number = st.one_of(integers(depth - 1, scope), rationals(depth - 1, scope))
    several = st.lists(part, min_size=2, max_size=3)
    options = [
        leaves,
        *(st.builds(comparison, number, number) for comparison in COMPARISONS),
        st.builds(not_, part),
        several.map(lambda parts: terms.and_(*parts)),
        several.map(lambda parts: terms.or_(*parts)),
        st.builds(Term.implies, part, part),
        st.builds(Term.iff, part, part),
        st.builds(terms.ite, part, part, part),
    ]
    return st.one_of(*options, quantified(depth, scope)) if len(scope) < NESTED else st.one_of(options)


@st.composite
def quantified(draw: st.DrawFn, depth: int, scope: Scope = ()) -> Term:
    """A quantifier between small literals and small variables, possibly one that hides a variable."""
    variable = draw(st.sampled_from(BOUND))
    outside = tuple(v for v in (N, *scope) if v != variable)
    bound = st.one_of(st.sampled_from(SMALL).map(Literal), st.sampled_from(outside))
    quantifier = draw(st.sampled_from((terms.forall, terms.exists)))
    return quantifier(variable, draw(bound), draw(bound), draw(booleans(depth - 1, (*scope, variable))))


def joined() -> Terms:
    """Truth values under conjunctions and equivalences in each other."""
    return st.recursive(booleans(2), lambda part: st.builds(Term.iff, part, part) | st.builds(terms.and_, part, part))


def any_terms(depth: int = DEPTH) -> Terms:
    """Terms of the three sorts."""
    return st.one_of(integers(depth), rationals(depth), booleans(depth), booleans(depth))


def _applied(functions: tuple[Callable[[Term, Term], Term], ...], first: Terms, second: Terms) -> Terms:
    return st.builds(lambda function, a, b: function(a, b), st.sampled_from(functions), first, second)
