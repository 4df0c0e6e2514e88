"""The partial reading, products as unknown functions, and terms that travel between processes."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Callable
from math import prod
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from proofs.program.logic.products import without_products
from spec.language.terms import (
    Literal,
    Sort,
    Symbol,
    Term,
    Variable,
    and_,
    exists,
    forall,
    ite,
    maximum,
    minimum,
    not_,
    or_,
)
from spec.readings.partial import NotKnown, as_term, partial
from spec.readings.value import DivisorNotPositive, Undefined, evaluate

ROOT = Path(__file__).resolve().parent.parent
NAMES = ("x", "y", "z")
x, y, z = (Variable(name) for name in NAMES)
VALUES = st.fixed_dictionaries({name: st.integers(-4, 6) for name in NAMES})
i = Variable("i")


def _integers() -> st.SearchStrategy[Term]:
    leaves: st.SearchStrategy[Term] = st.sampled_from([x, y, z]) | st.integers(-3, 3).map(Literal)

    def larger(inner: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
        pairs = st.tuples(inner, inner)
        return st.one_of(
            pairs.map(lambda p: p[0] + p[1]),
            pairs.map(lambda p: p[0] - p[1]),
            pairs.map(lambda p: p[0] * p[1]),
            pairs.map(lambda p: p[0] // p[1]),
            pairs.map(lambda p: p[0] % p[1]),
            pairs.map(lambda p: maximum(*p)),
            pairs.map(lambda p: minimum(*p)),
            st.tuples(inner, inner, inner).map(lambda p: ite(p[0] < p[1], p[1], p[2])),
        )

    return st.recursive(leaves, larger, max_leaves=8)


INTEGERS = _integers()
TRUTHS = st.tuples(INTEGERS, INTEGERS, INTEGERS).flatmap(
    lambda t: st.sampled_from(
        [
            t[0] <= t[1],
            and_(t[0] < t[1], t[1].eq(t[2])),
            or_(not_(t[0] > t[1]), t[1].ne(t[2])),
            (t[0] < t[1]).implies(t[1] < t[2]),
            (t[0] < t[1]).iff(t[1] < t[2]),
            exists(i, 0, 3, t[0] + i > t[1]),
            forall(i, 0, 3, t[0] * i <= t[1]),
        ]
    )
)


@pytest.mark.whole
@given(TRUTHS, VALUES)
def test_what_is_known_is_a_value(node: Term, values: dict[str, int]) -> None:
    try:
        expected = evaluate(node, values)
    except DivisorNotPositive:
        assume(False)
    assert partial(node, values) == expected


@pytest.mark.whole
@given(TRUTHS, VALUES, st.sets(st.sampled_from(NAMES), min_size=1))
def test_what_is_left_means_the_same(node: Term, values: dict[str, int], unknown: set[str]) -> None:
    """Some variables left open, and given their values later."""
    try:
        expected = evaluate(node, values)
        left = partial(node, {name: Variable(name) if name in unknown else v for name, v in values.items()})
    except (DivisorNotPositive, NotKnown):
        assume(False)
    assert bool(evaluate(as_term(left), values)) == bool(expected)


def test_what_has_no_meaning_is_said() -> None:
    with pytest.raises(Undefined):
        partial(x + y, {"x": 1})
    with pytest.raises(NotKnown):
        partial(x // y, {"x": 1, "y": y})
    with pytest.raises(NotKnown):
        partial(forall(i, 0, x, i < y), {"x": x, "y": 1})


@pytest.mark.whole
@given(st.lists(TRUTHS, min_size=1, max_size=3), VALUES)
def test_products_as_unknown_functions_exclude_nothing(terms: list[Term], values: dict[str, int]) -> None:
    """With multiplication and division for the unknown functions, what is rewritten says what was written.

    So a model of what is written is one of what is rewritten: it can be contradictory only if that is.
    """
    real: dict[str, Callable[..., Any]] = {f"product{n}!": lambda *factors: prod(factors) for n in range(2, 40)}
    real["quotient!"] = _floor_div
    try:
        expected = [evaluate(t, values) for t in terms]
        rewritten = without_products(terms)
        found = [evaluate(t, {**values, **real}) for t in rewritten]
    except DivisorNotPositive:
        assume(False)
    assert found[: len(terms)] == expected
    assert all(found[len(terms) :]), "a lemma that is no theorem"


def _floor_div(dividend: int, divisor: int) -> int:
    if divisor <= 0:
        raise DivisorNotPositive(f"{dividend} is divided by {divisor}")
    return dividend // divisor


def test_equal_polynomials_become_one_term() -> None:
    left, right = without_products([(x + y) * z - z * y, z * x])
    assert left == right


def test_a_term_from_another_process_is_found() -> None:
    """Hashes of texts differ between processes: a term that travels is hashed anew."""
    f = Symbol("f", (Sort.INT,), Sort.BOOL)
    node = and_(f(x + 1), forall(i, 0, x, f(i)), y.eq(2))
    received = f"t = pickle.loads({pickle.dumps(node)!r})"
    code = f"import pickle, sys; {received}; sys.stdout.buffer.write(pickle.dumps((t, {{t: 1}})))"
    sent = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, cwd=ROOT).stdout
    back, table = pickle.loads(sent)
    assert back == node
    assert hash(back) == hash(node)
    assert table[node] == 1
