"""The route by polynomials: it proves what is an identity, however it is written, and never what is none."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs.engine.algebra import BeyondAlgebra, equation_follows
from spec.language.fold import substitute
from spec.language.terms import TRUE, Literal, Op, Operation, Sort, Symbol, Term, Variable, and_, forall, ite, maximum
from spec.readings.value import evaluate
from tests.terms_strategies import few

x, y, z = NAMES = tuple(Variable(name) for name in "xyz")
u, v = Variable("u"), Variable("v")
f = Symbol("f", (Sort.INT, Sort.INT), Sort.INT)
Exponents = tuple[int, int, int]
Polynomial = Mapping[Exponents, int]
"""The coefficients, none of them 0."""

DEGREE = 2
EXPONENTS = st.tuples(*[st.integers(0, DEGREE)] * 3)
COEFFICIENTS = st.one_of(st.integers(1, 9), st.integers(-9, -1), st.sampled_from((2**70 + 1, -(10**30))))
POLYNOMIALS = st.dictionaries(EXPONENTS, COEFFICIENTS, min_size=1, max_size=4)
SIMPLE = st.dictionaries(st.tuples(*[st.integers(0, 1)] * 3), st.integers(1, 5), min_size=1, max_size=3)
POINTS = st.tuples(*[st.integers(-9, 9)] * 3)
OPAQUE = ((x + y) // (y * y + 1), f(x, y), (x // 2) // (y // 3), f(y // 2, x * 2) + 1)
"""What may stand for z: no polynomial, though their parts are some."""


def written(polynomial: Polynomial) -> Term:
    """A sum of products."""
    total: Term = Literal(0)
    for exponents, coefficient in polynomial.items():
        monomial: Term = Literal(coefficient)
        for name, exponent in zip(NAMES, exponents, strict=True):
            for _ in range(exponent):
                monomial = monomial * name
        total = total + monomial
    return total


def rearranged(term: Term, random: Random) -> Term:
    """The same polynomial, rewritten at random places by the laws of a ring."""
    match term:
        case Operation(op, (a, b)):
            p, q = rearranged(a, random), rearranged(b, random)
            match op, p, q:
                case Op.ADD, _, _:
                    same = [p + q, q + p, p - (-q), -(-p - q)]
                case Op.MUL, _, Operation(Op.ADD | Op.SUB as inner, (r, s)):
                    same = [p * q, q * p, Operation(inner, (p * r, p * s)), Operation(inner, (r * p, s * p))]
                case Op.MUL, Operation(Op.MUL, (r, s)), _:
                    same = [p * q, q * p, r * (s * q), (r * q) * s]
                case _:
                    same = [p * q, q * p, (-p) * (-q)]
        case Literal(int(value)):
            part = random.randint(-9, 9)
            same = [term, Literal(value - part) + part, -Literal(-value)]
        case _:
            same = [term, term * 1, term + 0, (term + 3) - 3, 2 * term - term]
    return random.choice(same)


SEEDS = st.integers(0, 2**32)
Pair = tuple[Polynomial, Term, Term]


def rewritten(polynomials: st.SearchStrategy[Polynomial]) -> st.SearchStrategy[Pair]:
    """A polynomial, and two ways to write it."""

    def written_twice(polynomial: Polynomial, seed: int) -> Pair:
        random = Random(seed)
        return polynomial, rearranged(written(polynomial), random), rearranged(written(polynomial), random)

    return st.builds(written_twice, polynomials, SEEDS)


@few(40)
@given(pair=rewritten(POLYNOMIALS), opaque=st.sampled_from(OPAQUE))
def test_an_identity_is_proved_however_it_is_written(pair: Pair, opaque: Term) -> None:
    _, left, right = pair
    assert equation_follows(left, right)
    assert equation_follows(substitute(left, {z: opaque}), substitute(right, {z: opaque}))


@few(40)
@given(pair=rewritten(POLYNOMIALS), change=st.integers(1, 3), other=st.none() | EXPONENTS, seed=SEEDS)
def test_a_changed_coefficient_is_never_proved(pair: Pair, change: int, other: Exponents | None, seed: int) -> None:
    polynomial, left, _ = pair
    exponents = other or min(polynomial)
    changed = {**polynomial, exponents: polynomial.get(exponents, 0) + change}
    right = rearranged(written(changed), Random(seed))
    grid = [dict(zip("xyz", point, strict=True)) for point in product(range(DEGREE + 1), repeat=3)]
    assert any(evaluate(left.ne(right), point) for point in grid)
    assert not equation_follows(left, right)
    assert not equation_follows(substitute(left, {z: OPAQUE[0]}), substitute(right, {z: OPAQUE[0]}))


@few(40)
@given(pair=rewritten(SIMPLE), factor=rewritten(SIMPLE), sides=st.tuples(rewritten(SIMPLE), rewritten(SIMPLE)))
def test_multiples_of_an_assumed_equation_follow(
    pair: Pair,
    factor: Pair,
    sides: tuple[Pair, Pair],
) -> None:
    (_, a, a_again), (_, b, b_again) = sides
    left, right = pair[1] + factor[1] * (a * x), factor[2] * (x * b) + pair[2]
    assert equation_follows(left, right, [and_(x >= 0, (x * a_again).eq(b_again * x))])
    assert equation_follows(substitute(left, {x: u}), right, [u.eq(x + 0), (u * a_again).eq(b_again * x)])


@few(40)
@given(pair=rewritten(SIMPLE), assumed=st.lists(rewritten(SIMPLE), max_size=2), point=POINTS, change=st.integers(1, 3))
def test_what_is_false_where_the_assumptions_hold_is_never_proved(
    pair: Pair,
    assumed: list[Pair],
    point: Exponents,
    change: int,
) -> None:
    values = dict(zip("xyz", point, strict=True))
    true_here = [
        (left * u).eq(right + evaluate(left, values) * u - evaluate(right, values)) for _, left, right in assumed
    ]
    assumptions = [u.eq(1), *true_here, x.eq(y + (values["x"] - values["y"]))]
    _, left, right = pair
    shift = (x - values["x"]) * (y + z) + (z - values["z"]) * x
    assert all(evaluate(t, {**values, "u": 1}) for t in assumptions)
    assert evaluate(left.ne(right + shift + change), values)
    assert not equation_follows(left, right + shift + change, assumptions)


@pytest.mark.parametrize(
    ("left", "right", "follows"),
    [
        ((x * (y + 1)) // z, (x * y + x) // z, True),
        ((x * (x * 2 + 2)) // 34, (x * x + x + x * x + x) // 34, True),
        ((x // y) * (x // y) - 1, (x // y + 1) * (x // y - 1), True),
        ((x // (y + z)) // (x - x + 2), (x // (z + y)) // 2, True),
        (f(x + y, 2), f(y + x, 1 + Literal(1)), True),
        (x % y, x - y * (x // y), True),
        ((x * 2) // 2, x, False),
        (x // y, y // x, False),
        ((x + y) // 2, x // 2 + y // 2, False),
        (Literal(7) // 2, Literal(3), False),
        (f(x, y), f(y, x), False),
        (x, y, False),
        (Literal(1), Literal(2), False),
    ],
)
def test_quotients_and_functions_are_opaque(left: Term, right: Term, follows: bool) -> None:
    assert equation_follows(left, right) is follows


@pytest.mark.parametrize(
    ("left", "right", "assumptions", "follows"),
    [
        (u * u, v, [u.eq(x + y), v.eq(x * x + 2 * x * y + y * y)], True),
        (u, z, [u.eq(v), v.eq(x), x.eq(z)], True),
        (u, v, [u.eq(v), v.eq(u)], True),
        (u // y, x // y, [u.eq(x)], True),
        (u, x // y + 1, [u.eq(v + 1), v.eq(x // y)], True),
        (x, y, [(x * 2).eq(y * 2)], True),
        (x * x * x, x, [(x * x).eq(1)], True),
        (x * x * x, x, [x.eq(x * x)], True),
        (x * (x // y), Literal(3), [((x // y) * x).eq(3)], True),
        (x * y, Literal(6), [and_(x.eq(2), and_(y.eq(3), TRUE))], True),
        (x, Literal(0), [(x * x).eq(0)], False),
        (x, y, [(x * x).eq(y * y)], False),
        (x, y, [x >= y, x <= y], False),
        (x, y, [(x * z).eq(y * z)], False),
        (u, v, [u.eq(x), v.eq(y)], False),
        (x, y, [x.eq(y).implies(TRUE), x.ne(y)], False),
    ],
)
def test_equations_among_the_assumptions_are_used(
    left: Term, right: Term, assumptions: list[Term], follows: bool
) -> None:
    assert equation_follows(left, right, assumptions) is follows
    assert equation_follows(right, left, assumptions[::-1]) is follows


@pytest.mark.parametrize(
    "term", [maximum(x, y), ite(x > 0, x, y), ite(forall(u, 0, 3, u < x), x, y), x + maximum(x, 1)]
)
def test_what_is_no_polynomial_is_refused(term: Term) -> None:
    with pytest.raises(BeyondAlgebra):
        equation_follows(term, x)


@pytest.mark.parametrize(("left", "right", "assumed"), [(x * 2, y, x.eq(y / 2)), (y, x * 2, (x + 0).eq(y / 2))])
def test_rationals_are_used_or_refused(left: Term, right: Term, assumed: Term) -> None:
    with suppress(BeyondAlgebra):
        assert equation_follows(left, right, [assumed])


def test_no_function_symbol_is_the_floor_division() -> None:
    assert not equation_follows(Symbol("quotient", (Sort.INT, Sort.INT), Sort.INT)(x, y), x // y)
