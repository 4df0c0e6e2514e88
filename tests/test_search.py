"""The ordered search: what it finds refutes, nothing smaller does, and what it does not find is not there."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs.engine.search import model, refutes, satisfies, smallest
from proofs.solvers.answers import Values
from spec.language.terms import (
    FALSE,
    TRUE,
    Literal,
    Op,
    Operation,
    Sort,
    Term,
    Variable,
    and_,
    forall,
    free_variables,
    ite,
    not_,
    or_,
)
from spec.readings.value import DivisorNotPositive, Undefined, evaluate
from tests.terms_strategies import few

a, b, c = NAMES = tuple(Variable(name) for name in "abc")
REACH = 4
"""So large are the total sizes that are searched to the end."""

LEAVES = st.one_of(st.integers(-4, 4).map(Literal), st.sampled_from(NAMES))
SUMS: st.SearchStrategy[Term] = st.builds(
    lambda k, x, m, y: k * x + m * y, st.integers(-3, 3), LEAVES, st.integers(-3, 3), LEAVES
)
NUMBERS: st.SearchStrategy[Term] = st.one_of(LEAVES, SUMS, st.builds(operator.mul, SUMS, LEAVES))
COMPARISONS = st.sampled_from((Op.EQ, Op.NE, Op.LT, Op.LE, Op.GT, Op.GE))


def formulas(numbers: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    """Comparisons of numbers, and what one connective makes of them: neither definitions nor lower bounds."""
    atom = st.builds(lambda op, x, y: Operation(op, (x + 0, y)), COMPARISONS, numbers, numbers)
    return st.one_of(atom, st.builds(not_, atom), st.builds(and_, atom, atom), st.builds(or_, atom, atom))


DIVIDED = st.one_of(
    NUMBERS, st.builds(operator.floordiv, NUMBERS, NUMBERS), st.builds(operator.mod, SUMS, st.just(a) | st.just(b))
)
FORMULAS = st.one_of(formulas(NUMBERS), formulas(DIVIDED))
BOUNDS = st.dictionaries(st.sampled_from(NAMES), st.integers(-5, 5), max_size=2)
DEFINITIONS = st.one_of(
    st.none(), st.builds(lambda k, x, y: k * x + x * y, st.integers(-3, 3), *2 * [st.sampled_from([a, b])])
)


@st.composite
def problems(draw: st.DrawFn) -> tuple[list[Term], Term, Mapping[Variable, int], Term | None]:
    """Assumptions in any order, a goal, and the lower bounds and the definition of `c` that the assumptions hold."""
    lows, definition = draw(BOUNDS), draw(DEFINITIONS)
    assumptions = [v >= low for v, low in lows.items()] + draw(st.lists(FORMULAS, max_size=2))
    if definition is not None:
        assumptions.append(and_(c.eq(definition), TRUE))
    return draw(st.permutations(assumptions)), draw(FORMULAS), lows, definition


def outcome(term: Term, values: Values) -> bool | None:
    """The truth of a term, None if it divides by what is not positive."""
    try:
        return bool(evaluate(term, values))
    except DivisorNotPositive:
        return None


def refuting(assumptions: Sequence[Term], goal: Term, values: Values) -> bool:
    """No assumption fails, and something else does: the goal or a side condition."""
    found = [outcome(t, values) for t in assumptions]
    return False not in found and (None in found or outcome(goal, values) is not True)


def points(chosen: Sequence[Variable], lows: Mapping[Variable, int]) -> list[tuple[int, dict[str, int]]]:
    """All values up to a total size of REACH: of the distances from a lower bound, or else from 0."""
    spans = [range(lows[v], lows[v] + REACH + 1) if v in lows else range(-REACH, REACH + 1) for v in chosen]
    sizes = [(sum(abs(n - lows.get(v, 0)) for v, n in zip(chosen, p, strict=True)), p) for p in product(*spans)]
    return [(size, dict(zip((v.name for v in chosen), p, strict=True))) for size, p in sizes if size <= REACH]


Problem = tuple[list[Term], Term, Mapping[Variable, int], Term | None]
Search = Callable[[Sequence[Term], Term, int], dict[str, int] | None]
SEARCHES: Mapping[str, tuple[Search, Callable[[Sequence[Term], Term, Values], bool]]] = {
    "smallest": (smallest, refuting),
    "model": (
        lambda assumptions, _, most: model(assumptions, most),
        lambda assumptions, _, values: all(outcome(t, values) for t in assumptions),
    ),
}


@pytest.mark.parametrize("kind", SEARCHES)
def test_what_is_found_is_a_smallest_one_and_nothing_is_missed(kind: str) -> None:
    search, wanted = SEARCHES[kind]

    @few(100)
    @given(problem=problems())
    def check(problem: Problem) -> None:
        assumptions, goal, lows, definition = problem
        searched = (*assumptions, goal) if kind == "smallest" else assumptions
        free: frozenset[Variable] = frozenset().union(*map(free_variables, searched))
        chosen = [v for v in NAMES if v in free and (v != c or definition is None)]
        reach = points(chosen, lows)
        complete = [(n, {**v, c.name: evaluate(definition, v)} if definition is not None else v) for n, v in reach]
        least = min((size for size, values in complete if wanted(assumptions, goal, values)), default=None)
        found = search(assumptions, goal, len(reach))
        assert (found is None) == (least is None)
        if found is not None:
            assert wanted(assumptions, goal, found)
            assert sum(abs(found[v.name] - lows.get(v, 0)) for v in chosen) == least
        assert search(assumptions, goal, len(reach)) == found

    check()


@pytest.mark.parametrize(
    ("assumptions", "goal", "expected"),
    [
        ([], TRUE, None),
        ([], FALSE, {}),
        ([], a <= 2, {"a": 3}),
        ([], a > -3, {"a": -3}),
        ([], (a * a).ne(4), {"a": 2}),
        ([], a + b < 3, {"a": 0, "b": 3}),
        ([a >= 5, a >= 2], a < 7, {"a": 7}),
        ([a >= -9, a.ne(-9)], FALSE, {"a": -8}),
        ([a * a < 0], FALSE, None),
        ([c.eq(b * b), b.eq(a - 1)], c < 9, {"a": -2, "b": -3, "c": 9}),
        ([and_(a.eq(b), b.eq(a)), a.eq(b + 0)], a < 2, {"a": 2, "b": 2}),
        ([a.eq(1), a.eq(2)], FALSE, None),
        ([a.eq(a * a), a.ne(0)], FALSE, {"a": 1}),
        ([a.eq(2), b.eq(a * a)], b < 4, {"a": 2, "b": 4}),
        ([a >= 1], forall(b, 0, a, (b * b).ne(b + b)), {"a": 1}),
        ([], (a // b).eq(a // b), {"a": 0, "b": 0}),
        ([a % b > 0], TRUE, {"a": 0, "b": 0}),
        ([b >= 1, a % b > 1], a < b, {"a": 5, "b": 3}),
        ([b >= 1], (a // b) * b <= a, None),
        ([], (b > 0).implies((a // b) * b <= a), None),
        ([c.eq(a // b)], TRUE, {"a": 0, "b": 0, "c": 0}),
        ([c.eq(a // b), c >= 5], TRUE, {"a": 0, "b": 0, "c": 5}),
        ([b >= 1, c.eq(a // b)], c >= 0, {"a": -1, "b": 1, "c": -1}),
    ],
)
def test_smallest(assumptions: list[Term], goal: Term, expected: Values | None) -> None:
    found = smallest(assumptions, goal, 2000)
    assert found == expected
    assert found is None or list(found) == list(smallest(assumptions, goal) or {})
    assert found is None or refutes(assumptions, goal, found)


def test_no_candidates_are_tried_beyond_the_budget() -> None:
    assert [smallest([], a < 2, most) for most in (0, 1, 3, 4)] == [None, None, None, {"a": 2}]
    assert smallest([a >= 1000, a >= 0], FALSE, 1) == {"a": 1000}
    assert [model([a < -1], most) for most in (0, 4, 5)] == [None, None, {"a": -2}]


def test_a_model_meets_the_side_conditions_too() -> None:
    assert model([(a // b).eq(0)]) == {"a": 0, "b": 1}
    assert model([c.eq(a // b), c >= 2]) == {"a": 2, "b": 1, "c": 2}
    assert not satisfies([(a // b).eq(0)], {"a": 0, "b": 0})
    assert satisfies([(b > 0).implies((a // b).eq(0))], {"a": 0, "b": 0})


@pytest.mark.parametrize("variable", [Variable("p", Sort.BOOL), Variable("auto_pad", Sort.NAME)])
def test_only_integers_are_searched(variable: Variable) -> None:
    with pytest.raises(Undefined):
        smallest([], ite(TRUE, variable, variable) if variable.sort is Sort.BOOL else variable.eq("SAME_UPPER"))


def test_an_integer_never_gets_a_rational_value() -> None:
    assert smallest([a.eq(b / 2)], (a * 2).ne(1), 100) is None
    assert model([a.eq(b / 2), b >= 1]) == {"a": 1, "b": 2}
