"""The facts of a part hold for just those values for which the assumptions hold and the goal does not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product
from math import prod

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from proofs.assumptions.lemmas import suppose
from proofs.certificates.facts import (
    Choice,
    Equation,
    Fact,
    Inequality,
    NotPolynomial,
    Value,
    named,
    unknowns,
)
from proofs.certificates.opening import opened, without_tests
from proofs.certificates.polynomials import Polynomial, constant, minus, plus, times, unknown
from proofs.engine.implication import Implication
from proofs.engine.terms import Obligation
from spec.language.fold import subterms
from spec.language.terms import (
    Literal,
    Quantified,
    Sort,
    Symbol,
    Term,
    Variable,
    and_,
    ceil,
    ceil_div,
    children,
    exists,
    forall,
    ite,
    maximum,
    minimum,
    not_,
    or_,
)
from spec.operator.clauses import ADDED
from spec.readings.value import evaluate
from tests.certificate_tools import problems
from tests.terms_strategies import few

NAMES = "xyz"
x, y, z = (Variable(name) for name in NAMES)
p = Variable("p", Sort.BOOL)
name, other = Variable("name", Sort.NAME), Variable("other", Sort.NAME)
f = Symbol("f", (Sort.INT,), Sort.INT)
key = Symbol("key", (Sort.ELEMENT,), Sort.REAL)
v, w = Variable("v", Sort.ELEMENT), Variable("w", Sort.ELEMENT)
POLYNOMIALS = st.dictionaries(
    st.lists(st.sampled_from(NAMES), max_size=3).map(lambda names: tuple(sorted(names))), st.integers(-9, 9), max_size=5
).map(lambda terms: {monomial: c for monomial, c in terms.items() if c})


def as_sympy(polynomial: Polynomial) -> sympy.Expr:
    return sympy.expand(sum(c * sympy.prod(map(sympy.Symbol, names)) for names, c in polynomial.items()))


@pytest.mark.whole
@few(100)
@given(POLYNOMIALS, POLYNOMIALS)
def test_polynomials_are_those_of_sympy(one: Polynomial, another: Polynomial) -> None:
    a, b = as_sympy(one), as_sympy(another)
    for ours, theirs in ((plus(one, another), a + b), (minus(one, another), a - b), (times(one, another), a * b)):
        assert sympy.expand(as_sympy(ours) - theirs) == 0
        assert 0 not in ours.values()


def value(polynomial: Polynomial, values: Mapping[str, int]) -> int:
    return sum(int(c) * prod(values[n] for n in names) for names, c in polynomial.items())


def hold(facts: Iterable[Fact], values: Mapping[str, int]) -> bool:
    """All facts hold for the values."""
    tables: dict[object, int] = {}
    for fact in facts:
        match fact:
            case Value(unknown, function, arguments):
                at = (function, *(value(a, values) for a in arguments))
                holds = tables.setdefault(at, values[unknown]) == values[unknown]
            case Choice(alternatives):
                holds = any(hold(alternative, values) for alternative in alternatives)
            case Equation(polynomial):
                holds = value(polynomial, values) == 0
            case Inequality(polynomial):
                holds = value(polynomial, values) >= 0
        if not holds:
            return False
    return True


def refuting(goal: Term, *assumptions: Term) -> Obligation:
    assumed = tuple(suppose(f"assumption {i}", t) for i, t in enumerate(assumptions))
    return Obligation(label="a", statement="A.", source=ADDED, assumptions=assumed, goal=goal)


INTEGERS: st.SearchStrategy[Term] = st.deferred(
    lambda: st.one_of(
        st.sampled_from((x, y)),
        st.integers(-3, 3).map(Literal),
        st.builds(lambda a, b: a + b, INTEGERS, INTEGERS),
        st.builds(lambda a, b: a - b, INTEGERS, INTEGERS),
        st.builds(lambda a, b: a * b, INTEGERS, INTEGERS),
        st.builds(lambda a: -a, INTEGERS),
        st.builds(minimum, INTEGERS, INTEGERS),
        st.builds(maximum, INTEGERS, INTEGERS),
        st.builds(ite, st.deferred(lambda: TRUTHS), INTEGERS, INTEGERS),
    )
)
COMPARED = ("eq", "ne", "__lt__", "__le__", "__gt__", "__ge__")
TRUTHS: st.SearchStrategy[Term] = st.deferred(
    lambda: st.one_of(
        st.builds(lambda op, a, b: getattr(a, op)(b), st.sampled_from(COMPARED), INTEGERS, INTEGERS),
        st.booleans().map(Literal),
        st.just(p),
        st.builds(not_, TRUTHS),
        st.lists(TRUTHS, min_size=1, max_size=3).map(lambda parts: and_(*parts)),
        st.lists(TRUTHS, min_size=1, max_size=3).map(lambda parts: or_(*parts)),
        st.builds(lambda a, b: a.implies(b), TRUTHS, TRUTHS),
        st.builds(lambda a, b: a.iff(b), TRUTHS, TRUTHS),
    )
)


@pytest.mark.whole
@few(50)
@given(TRUTHS, TRUTHS)
def test_facts_hold_just_where_the_assumption_does_and_the_goal_does_not(assumption: Term, goal: Term) -> None:
    parts, implications = problems(refuting(goal, assumption)), refuting(goal, assumption).implications
    for a, b, truth in product(range(-2, 3), range(-2, 3), (False, True)):
        values = {"x": a, "y": b, "p": truth}
        refuted = evaluate(assumption, values) and not evaluate(goal, values)
        found = [
            hold(part.values(), {**values, "p": int(truth), **chosen(implication, values)})
            for part, implication in zip(parts, implications, strict=True)
        ]
        assert any(found) is bool(refuted)


def chosen(implication: Implication, values: Mapping[str, int]) -> dict[str, int]:
    """What the unknowns are that stand for a value which a test chooses."""
    found: dict[str, int] = {}
    _, definitions = without_tests([*(t for _, t in implication.hypotheses), not_(implication.goal)])
    for definition in definitions:
        test, then, otherwise = children(definition)
        name, value = children(then if evaluate(test, {**values, **found}) else otherwise)
        assert isinstance(name, Variable)
        found[name.name] = int(evaluate(value, {**values, **found}))
    return found


DIVIDED = [
    (x // y).eq(z),
    (x % y) < z,
    (ceil(x / y) >= z).iff(x > z),
    ceil_div(x, y).eq(x // y + 1),
    (maximum(x, z) // y).eq(minimum(x // y, z)),
]


@pytest.mark.parametrize("goal", DIVIDED)
def test_divisions_are_restated_by_what_defines_them(goal: Term) -> None:
    condition, *parts = problems(refuting(goal, y >= 1))
    implications = refuting(goal, y >= 1).implications[1:]
    quotients = sorted({n for facts in parts for n in unknowns(facts.values()) if n.startswith("quotient!")})
    assert condition
    assert quotients
    for a, b, c in product(range(-3, 4), range(1, 4), range(-2, 3)):
        values = {"x": a, "y": b, "z": c}
        choices = product(range(-4, 5), repeat=len(quotients))
        many = [values | dict(zip(quotients, q, strict=True)) for q in choices]
        told = [chosen(implication, values) for implication in implications]
        found = any(
            hold(facts.values(), these | tests) for facts, tests in zip(parts, told, strict=True) for these in many
        )
        assert found is not evaluate(goal, values)


def test_a_divisor_that_may_not_be_positive_is_a_part_of_its_own() -> None:
    condition, _ = problems(refuting((x // y).eq(z)))
    values = {"x": 1, "y": 0, "z": 0, "quotient!0": 5}
    assert hold(condition.values(), values)


def test_names_and_ranks_keep_what_comparison_tells() -> None:
    (facts,) = problems(refuting(name.eq(other), name.eq("one"), other.eq("two")))
    assert not any(hold(facts.values(), {"name": a, "other": a}) for a in range(3))
    assert any(hold(facts.values(), {"name": a, "other": b}) for a in range(3) for b in range(3))
    (ranks,) = problems(refuting(key(v) <= key(w), v.eq(w)))
    values = [{"v": a, "w": b, "key(v)": c, "key(w)": d} for a, b, c, d in product(range(2), repeat=4)]
    assert not any(hold(ranks.values(), given) for given in values)
    (open_,) = problems(refuting(key(v) <= key(w)))
    assert any(hold(open_.values(), given) for given in values)


def test_a_rational_between_two_integers_is_not_excluded() -> None:
    rank = key(v)
    (facts,) = problems(refuting(or_(rank <= x, rank >= x + 1)))
    names = sorted(unknowns(facts.values()))
    assert any(
        hold(facts.values(), dict(zip(names, values, strict=True))) for values in product(range(2), repeat=len(names))
    )


def test_a_function_gives_one_value_for_equal_arguments_and_nothing_more() -> None:
    (facts,) = problems(refuting(f(x).eq(f(y))))
    values = [{"x": a, "y": b, "f(x)": c, "f(y)": d} for a, b, c, d in product(range(2), repeat=4)]
    assert {(v["x"] == v["y"]) for v in values if hold(facts.values(), v)} == {False}


def test_what_is_shown_to_exist_gets_a_name_and_what_holds_for_all_stays() -> None:
    each, some = forall(x, 0, y, f(x) >= 0), exists(x, 0, y, f(x) >= 0)
    for terms in ([some], [not_(each)], [not_(each.iff(some)), each.implies(each)]):
        assert [t for t in opened(terms) if list(subterms(t)) == []] == []
    assert not any(isinstance(t, Quantified) for term in opened([some, not_(each)]) for t in subterms(term))
    assert opened([each, not_(some)]) == [each, not_(some)]
    assert opened([each.iff(some)]) == [each.iff(some)]
    (facts,) = problems(refuting(each))
    assert unknowns(facts.values()) == {"x?0", "f(x?0)", "y"}
    first, second = (t for t in opened([some, some]))
    assert first != second
    taken = Variable("x?0")
    assert opened([some, taken > 0])[0] == second


def test_two_unknowns_of_one_name_are_refused() -> None:
    with pytest.raises(NotPolynomial, match="two unknowns"):
        problems(refuting(Variable("f(x)") >= f(x)))


def test_names_tell_facts_apart() -> None:
    fact = Inequality(plus(unknown("x"), constant(1)))
    assert list(named([("a", [fact, fact]), ("b", [fact]), ("a", [fact])])) == ["a #1", "a #2", "b", "a #3"]
