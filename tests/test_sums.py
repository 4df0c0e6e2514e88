"""Sums over a range: what they are, what is known of them, and what each reading makes of them."""

from __future__ import annotations

from typing import Any

import pytest
import sympy
import z3
from hypothesis import given
from hypothesis import strategies as st

from proofs.mutation.mutants import mutants
from spec.language.fold import one_more, substitute, unrolled
from spec.language.terms import (
    FALSE,
    IllSorted,
    Literal,
    Sort,
    Sum,
    Symbol,
    Term,
    Variable,
    forall,
    free_variables,
    ite,
    sum_of,
)
from spec.readings.gallina import to_gallina
from spec.readings.latex import to_latex
from spec.readings.partial import NotKnown, partial
from spec.readings.plain import to_plain
from spec.readings.smtlib import script, to_smtlib
from spec.readings.sympy_terms import to_sympy
from spec.readings.value import evaluate
from spec.readings.whyml import to_whyml
from spec.readings.z3_terms import to_z3
from tests.terms_strategies import few

i, j, k, n = (Variable(name) for name in "ijkn")
f = Symbol("f", (Sort.INT, Sort.INT), Sort.REAL)
NESTED = sum_of(i, 0, n, sum_of(j, i, k, ite(i < j, f(i, j), 0)))
SMALL = st.integers(-3, 4)


def of(**values: int) -> dict[str, Any]:
    return {**values, "f": lambda a, b: 10 * a + b}


@few(60)
@given(SMALL, SMALL)
def test_a_sum_is_what_it_adds(n_: int, k_: int) -> None:
    expected = sum(10 * a + b for a in range(n_) for b in range(a, k_) if a < b)
    assert evaluate(NESTED, of(n=n_, k=k_)) == expected
    literal = substitute(NESTED, {n: Literal(n_), k: Literal(k_)})
    assert evaluate(unrolled(unrolled(literal)), of()) == partial(NESTED, of(n=n_, k=k_)) == expected


@few(60)
@given(SMALL, st.integers(0, 4))
def test_one_more_summand_is_added(low: int, length: int) -> None:
    total = sum_of(j, low, k, f(i, j))
    assert isinstance(total, Sum)
    assert evaluate(one_more(total, Literal(low + length)), of(i=2, k=0))


def test_its_variable_is_bound() -> None:
    assert free_variables(NESTED) == {n, k}
    assert substitute(sum_of(i, 0, n, i), {i: k}) == sum_of(i, 0, n, i)
    with pytest.raises(ValueError, match="the sum over i would capture"):
        substitute(sum_of(i, 0, n, i + k), {k: i})
    with pytest.raises(IllSorted, match="own bounds"):
        sum_of(i, 0, i, i)
    with pytest.raises(IllSorted, match="not defined"):
        sum_of(i, 0, n, FALSE)


def test_printed_readings() -> None:
    assert to_plain(NESTED) == "sum(i in [0, n): sum(j in [i, k): (if i < j then f(i, j) else 0)))"
    assert to_latex(sum_of(i, 0, n, i + k)) == r"\sum_{i=0}^{n - 1} \left(i + k\right)"
    assert to_latex(sum_of(i, 0, n, i) * 2) == r"\left(\sum_{i=0}^{n - 1} i\right) \cdot 2"


def test_hosts_write_a_sum_out_over_literal_bounds() -> None:
    bounded = sum_of(i, 1, 4, i * k)
    assert to_sympy(bounded) == 6 * sympy.Symbol("k", integer=True)
    assert z3.is_true(z3.simplify(to_z3(bounded.eq(k * 6))))
    assert to_smtlib(sum_of(i, 0, 0, i)) == "0"
    for reading in (to_sympy, to_gallina, to_whyml):
        with pytest.raises(TypeError, match=r"sum|Sum"):
            reading(sum_of(i, 0, n, i))
    with pytest.raises(NotKnown, match="the range of i"):
        partial(sum_of(i, 0, n, i), {"n": k})


@pytest.mark.parametrize("claim", [NESTED.eq(NESTED), forall(k, 0, n, sum_of(i, 0, k, i).eq(sum_of(i, 0, k, i)))])
def test_a_solver_knows_of_an_open_sum_what_it_depends_on(claim: Term) -> None:
    """Equal sums are equal, and a different sum may be anything: neither is proved equal to the other."""
    solver = z3.Solver()
    solver.add(z3.Not(to_z3(claim)))
    assert solver.check() == z3.unsat
    assert "(declare-fun |sum(" in script([claim])
    other = z3.Solver()
    other.add(z3.Not(to_z3(NESTED.eq(sum_of(i, 0, n + 1, f(i, i))))))
    assert other.check() == z3.sat


def test_its_bounds_are_mutated() -> None:
    changed = {to_plain(m) for m in mutants(sum_of(i, 0, n, i))}
    assert {"sum(i in [0, n - 1): i)", "sum(i in [0 + 1, n): i)"} <= changed
