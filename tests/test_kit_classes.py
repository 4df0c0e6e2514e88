"""The boundary classes: made from formulas, and solved or proved empty."""

from __future__ import annotations

from typing import Any

import pytest

from proofs.kit.calls.solving import Infeasible, Undecided, axis_domain, call_domain
from spec.language.terms import Variable, and_, forall, or_
from spec.maxpool.classes.bounds import Side, at_ends, classes_of, divided
from spec.maxpool.classes.classes import AXIS_CLASSES, AXIS_NEEDS, BROKEN_ON_AXIS, CALL_CLASSES, ELEMENT_CLASSES
from spec.maxpool.operator import MAXPOOL
from spec.operator.clauses import ADDED, Constraint, Scope
from spec.readings.value import evaluate

a, b, i = (Variable(name) for name in "abi")


def clause(formula: Any) -> Constraint:
    return Constraint(label="l", subject="s", title="t", statement="s", formula=formula, rationale="r", source=ADDED)


def test_a_comparison_is_divided_at_its_bound() -> None:
    found = {c.side: c.name for c in classes_of(clause(a < 2 * b))}
    assert found == {
        Side.AT: "a = 2 * b - 1",
        Side.BESIDE: "a = 2 * b - 2",
        Side.WITHIN: "a <= 2 * b - 3",
        Side.BROKEN: "a = 2 * b",
        Side.FAR: "a >= 2 * b + 1",
    }


def test_a_literal_bound_is_a_number() -> None:
    assert [c.name for c in classes_of(clause(a >= 1))] == ["a = 1", "a = 2", "a >= 3", "a = 0", "a <= -1"]


def test_what_is_demanded_only_otherwise_is_legal_on_both_sides() -> None:
    first, second = a <= 5, b <= 7
    sides = {
        c.factor: [d.side for d in classes_of(clause(or_(first, second))) if d.factor == c.factor]
        for c in classes_of(clause(or_(first, second)))
    }
    assert sides["l: a <= 5"] == [Side.AT, Side.BESIDE, Side.WITHIN, Side.OUTSIDE, Side.BEYOND]
    assert sides["l: b <= 7"] == [Side.AT, Side.BESIDE, Side.WITHIN, Side.BROKEN, Side.FAR]
    broken = next(c for c in classes_of(clause(or_(first, second))) if c.side is Side.BROKEN)
    assert evaluate(broken.formula, {"a": 6, "b": 8})
    assert not evaluate(broken.formula, {"a": 5, "b": 8})


def test_under_a_quantifier_a_class_is_of_some_instance() -> None:
    at = next(c for c in classes_of(clause(forall(i, 0, a, (i < 3).implies(i <= b)))) if c.side is Side.AT)
    assert evaluate(at.formula, {"a": 3, "b": 2})
    assert not evaluate(at.formula, {"a": 2, "b": 2})


def test_a_division_is_divided_by_its_remainder() -> None:
    formulas = [c.formula for c in divided(clause(i.eq(a // b)))]
    found = [[bool(evaluate(f, {"a": n, "b": 4})) for f in formulas].index(True) for n in (0, 8, 7, 5)]
    assert found == [0, 1, 2, 3]


def test_ends_of_a_quantifier_are_implied() -> None:
    stated = and_(a >= 0, forall(i, 0, a, i <= b))
    for values in ({"a": x, "b": y} for x in range(4) for y in range(4)):
        assert evaluate(at_ends(stated), values) or not evaluate(stated, values)
    assert not evaluate(at_ends(stated), {"a": 3, "b": 1})


def test_the_last_that_a_premise_is_about_is_an_end_too() -> None:
    stated = forall(i, 0, a, (i * 2 < b).implies(i < 2))
    for values in ({"a": x, "b": y} for x in range(6) for y in range(-2, 10)):
        assert evaluate(at_ends(stated), values) or not evaluate(stated, values)
    assert not evaluate(at_ends(stated), {"a": 5, "b": 7})
    assert evaluate(at_ends(forall(i, 0, a, (i * 2 < b).implies(i < 4))), {"a": 5, "b": 7})


def test_classes_have_names_of_their_own_and_clauses_that_exist() -> None:
    for group in (AXIS_CLASSES, CALL_CLASSES, tuple(e.of for e in ELEMENT_CLASSES)):
        assert len({c.name for c in group}) == len(group)
        assert {c.clause for c in group} <= set(MAXPOOL.labels)
    on_axes = {c.label for c in MAXPOOL.preconditions() if c.scope is Scope.AXIS}
    assert {c.clause for c in BROKEN_ON_AXIS} == on_axes
    assert not {c.name for c in AXIS_CLASSES} & set(AXIS_NEEDS)


# --- solving


@pytest.mark.whole
def test_the_smallest_axis_of_a_class_is_found() -> None:
    found = axis_domain().solve(frozenset({"slack mod stride = stride - 1", "stride >= 3"}))
    assert not isinstance(found, Infeasible | Undecided)
    assert {n: found[n] for n in ("x", "kernel", "stride", "slack")} == {"x": 3, "kernel": 1, "stride": 3, "slack": 2}


@pytest.mark.whole
@pytest.mark.parametrize(
    ("classes", "clauses"),
    [
        (("kernel = 1", "pad_begin = 1"), ("windows.meet-input",)),
        (("x = 1", "dilation = x - 1"), ("dilations.positive",)),
        (("stride = 1", "slack mod stride = stride - 1"), ()),
    ],
)
def test_an_empty_combination_is_proved_and_says_by_what(classes: tuple[str, ...], clauses: tuple[str, ...]) -> None:
    domain = axis_domain()
    found = domain.solve(frozenset(classes))
    assert isinstance(found, Infeasible)
    assert (found.clauses, found.proved_by) == (clauses, ("z3", "cvc5"))
    assert (found.alone is None) == (not clauses)
    if found.alone is not None:
        assert all(evaluate(domain.features[c], found.alone) for c in classes)


@pytest.mark.whole
def test_what_forbids_a_part_forbids_all_and_is_asked_once() -> None:
    domain, two = axis_domain(), frozenset({"kernel = 1", "pad_begin = 1"})
    three = two | {"stride = 2"}
    assert domain.solve(three) is domain.solve(two)
    assert domain.not_found([three, two, frozenset({"kernel = 1", "stride = 2"})]) == [two]
    assert domain.not_found([three]) == [three]


def test_integers_have_no_nan() -> None:
    found = call_domain().solve(frozenset({"NaN first", "dtype(X) = int8"}))
    assert isinstance(found, Infeasible)


def test_one_demand_is_broken_while_the_others_hold() -> None:
    broken = [c for c in classes_of(clause(and_(a >= 1, b >= 1))) if c.side is Side.BROKEN]
    assert [evaluate(c.formula, {"a": 0, "b": 1}) for c in broken] == [True, False]
    assert not any(evaluate(c.formula, {"a": 0, "b": 0}) for c in broken)
