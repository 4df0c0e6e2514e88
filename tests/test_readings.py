"""All readings of a term agree with its value: z3, SMT-LIB in two solvers, sympy, plain text, LaTeX, whole terms."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
import sympy
import z3
from hypothesis import example, given
from sympy.core.function import AppliedUndef

from proofs.engine.encoding import parts, without_division
from proofs.solvers.answers import Status
from proofs.solvers.solvers import SOLVERS
from spec.language import terms
from spec.language.fold import replace, substitute, subterms, unrolled
from spec.language.terms import (
    Literal,
    Op,
    Operation,
    Sort,
    Symbol,
    Term,
    Variable,
    exists,
    forall,
    free_variables,
    not_,
)
from spec.readings.latex import name, to_latex
from spec.readings.plain import to_plain
from spec.readings.smtlib import script
from spec.readings.sympy_terms import to_sympy
from spec.readings.value import DivisorNotPositive, Undefined, evaluate, function
from spec.readings.whole import whole
from spec.readings.z3_terms import to_z3
from tests import terms_strategies as strategies
from tests.grammar import name_of, value_of_latex, value_of_plain
from tests.terms_strategies import VARIABLES, D, F, N, P, Values, X, Y, environment, few, states

i, j, _ = strategies.BOUND
REAL = Variable("r", Sort.REAL)
LARGE: Values = {X.name: 2**200 + 7, Y.name: -(2**60) - 3, D.name: 2**60 + 3, N.name: 2, P.name: True}

ASKS = [solver.ask for solver in SOLVERS.values()]


def instantiated(expression: Any) -> Any:
    """A z3 expression with its quantifiers, whose ranges lie close to 0, written out."""
    if z3.is_quantifier(expression):
        span = range(min(strategies.SMALL) - 1, max(strategies.SMALL) + 2)
        instances = [instantiated(z3.substitute_vars(expression.body(), z3.IntVal(i))) for i in span]
        return z3.And(instances) if expression.is_forall() else z3.Or(instances)
    pairs = [(child, instantiated(child)) for child in expression.children()]
    return z3.substitute(expression, *pairs) if pairs else expression


def with_values(expression: Any, given_values: Values) -> Any:
    """A z3 expression with the variables' values and the function's meaning put in."""
    pairs = [(to_z3(v), to_z3(Literal(given_values[v.name]))) for v in VARIABLES]
    closed = instantiated(z3.substitute(expression, *pairs))
    return z3.substitute_funs(
        closed, (z3.Function(F.name, z3.IntSort(), z3.IntSort()), strategies.f_of(z3.Var(0, z3.IntSort())))
    )


def decided(expression: Any) -> bool:
    simplified = z3.simplify(expression)
    assert z3.is_true(simplified) or z3.is_false(simplified), simplified
    return bool(z3.is_true(simplified))


def by_smtlib_in_z3(statement: Term, given_values: Values) -> bool:
    (assertion,) = z3.parse_smt2_string(script([statement])) or [z3.BoolVal(True)]
    return decided(with_values(assertion, given_values))


def by_smtlib_in_cvc5(statement: Term, given_values: Values) -> bool:
    """cvc5 must find the statement and its negation to be one consistent and one not."""
    closed = unrolled(substitute(statement, {N: Literal(given_values[N.name])}))
    scripts = [script([t, *strategies.fixing(given_values)]) for t in (closed, not_(closed))]
    declared, defined = f"(declare-fun {F.name} (Int) Int)", f"(define-fun {F.name} ((v Int)) Int (- 3 (* 2 v)))"
    answers = [SOLVERS["cvc5"].ask_script(text.replace(declared, defined)).status for text in scripts]
    assert set(answers) == {Status.SAT, Status.UNSAT}
    return answers[0] is Status.SAT


def by_sympy(statement: Term, given_values: Values) -> bool:
    expression = to_sympy(unrolled(substitute(statement, {N: Literal(given_values[N.name])})))
    for v in reversed(VARIABLES):
        expression = expression.subs(to_sympy(v), to_sympy(Literal(given_values[v.name])))
    f = (lambda e: isinstance(e, AppliedUndef), lambda e: strategies.f_of(*e.args))
    result = expression.replace(*f, simultaneous=False).doit()
    assert result in (sympy.true, sympy.false)
    return bool(result)


READINGS: Mapping[str, Callable[[Term, Values], bool]] = {
    "z3": lambda statement, given_values: decided(with_values(to_z3(statement), given_values)),
    "SMT-LIB in z3": by_smtlib_in_z3,
    "SMT-LIB in cvc5": by_smtlib_in_cvc5,
    "sympy": by_sympy,
}


def agree(reading: str, term: Term, given_values: Values) -> None:
    """The reading gives the term its value, and gives it no other."""
    value = evaluate(term, environment(given_values))
    assert READINGS[reading](states(term, value), given_values)
    assert not READINGS[reading](states(term, strategies.another(value)), given_values)


@pytest.mark.parametrize("reading", READINGS)
def test_every_reading_gives_a_term_its_value(reading: str) -> None:
    @few(25 if "cvc5" in reading else 80)
    @given(term=strategies.any_terms(), given_values=strategies.values())
    def check(term: Term, given_values: Values) -> None:
        agree(reading, term, given_values)

    check()


def agree_in_print(term: Term, known: Mapping[str, Any]) -> None:
    """What is printed, and the whole term, have the value itself."""
    value = evaluate(term, known)
    assert value_of_plain(to_plain(term), known) == value_of_latex(to_latex(term), known) == value
    assert evaluate(whole(states(term, value)), known) is True
    assert function(term)(known) == value


@pytest.mark.whole
@few(120)
@given(term=strategies.any_terms(4), given_values=strategies.values())
def test_printed_terms_and_whole_terms_have_the_value_itself(term: Term, given_values: Values) -> None:
    agree_in_print(term, environment(given_values))
    left = list(subterms(whole(states(term, evaluate(term, environment(given_values))))))
    gone = {Op.DIV, Op.FLOOR, Op.CEIL, Op.CEIL_DIV, Op.MOD, Op.MIN, Op.MAX}
    assert not {t.op for t in left if isinstance(t, Operation)} & gone
    assert Sort.REAL not in {t.sort for t in left}


@pytest.mark.parametrize(
    ("term", "known", "raised"),
    [
        (X + Y, {X.name: 1}, Undefined),
        (Operation(Op.MOD, (X, Y)), {X.name: 1, Y.name: 0}, DivisorNotPositive),
        (forall(i, 0, 3, i < Y), {}, Undefined),
        ((X > 1).implies(Y > 1), {X.name: 1}, None),
        (forall(i, 0, 3, i < X), {X.name: 1, i.name: 9}, None),
    ],
    ids=str,
)
def test_a_compiled_term_raises_what_its_value_raises(
    term: Term, known: Values, raised: type[Exception] | None
) -> None:
    if raised is None:
        assert function(term)(known) is evaluate(term, known)
        return
    for value in (function(term), lambda environment: evaluate(term, environment)):
        with pytest.raises(raised):
            value(known)


@pytest.mark.whole
def test_every_operator_within_every_other_is_printed_with_its_parentheses() -> None:
    for outer in strategies.EACH:
        for operand, inner in product(terms.children(outer), strategies.EACH):
            for x, y, truth in ((7, -5, True), (-7, 5, False), (7, 9, True), (2, -1, False)):
                known = environment({X.name: x, Y.name: y, D.name: 3, P.name: truth})
                with suppress(terms.IllSorted, DivisorNotPositive):
                    agree_in_print(replace(outer, {operand: inner}), known)


@pytest.mark.parametrize("reading", READINGS)
def test_every_operator_in_every_reading(reading: str) -> None:
    for x, y, truth in ((7, 7, True), (-7, 3, False), (9, -9, False)):
        given_values = {X.name: x, Y.name: y, D.name: 3, N.name: 0, P.name: truth}
        found = [(term, evaluate(term, environment(given_values))) for term in strategies.EACH]
        assert READINGS[reading](terms.and_(*(states(term, value) for term, value in found)), given_values)
        others = [states(term, strategies.another(value)) for term, value in found]
        assert not READINGS[reading](terms.or_(*others), given_values)


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize(
    "term",
    [
        X // D,
        terms.ceil_div(X * Y, D),
        terms.floor(X / D - Literal(Fraction(1, 2**61))),
        terms.maximum(X, Literal(2**200 + 6)) * (2**60 + 3),
        forall(i, N - 3, N, (X + i) // D > X // D - 2),
    ],
)
def test_large_integers_are_exact(reading: str, term: Term) -> None:
    agree(reading, term, LARGE)
    agree_in_print(term, environment(LARGE))


@pytest.mark.parametrize(
    "statement",
    [
        forall(i, 0, X, i * 2 < X * 2),
        forall(i, N - 1, N * 2, exists(j, i - 1, i + 1, j.eq(i))),
        not_(exists(i, D, N, P)),
        forall(X, 0, N, X < N),
        exists(i, 0, D, (i * D).eq(0)),
    ],
)
def test_solvers_read_quantifiers_as_written(statement: Term) -> None:
    known = {X.name: 7, Y.name: 0, D.name: 3, N.name: 2, P.name: True}
    assert evaluate(statement, known)
    for ask in ASKS:
        assert ask([not_(statement), *strategies.fixing(known)]).status is Status.UNSAT


def test_solvers_read_names_elements_and_function_symbols() -> None:
    cell, rank = Symbol("X", (Sort.INT, Sort.INT), Sort.ELEMENT), Symbol("rank", (Sort.ELEMENT,), Sort.REAL)
    kind = Variable("type(X)", Sort.NAME)
    same = terms.and_(X.eq(Y), kind.eq('a "tensor"'), rank(cell(X, N)) < rank(cell(Y, N)))
    for ask in ASKS:
        assert ask([same]).status is Status.UNSAT
        assert ask([kind.eq("a"), rank(cell(X, N)) < rank(cell(Y, N))]).status is Status.SAT
        assert ask([kind.eq("a"), kind.eq("b")]).status is Status.UNSAT


# SMT-LIB knows no application to nothing, `(g )`; and both solvers would read \u{41} in a string as the letter A.
@pytest.mark.parametrize("term", [Symbol("g", (), Sort.INT)().eq(1), Literal(r"\u{41}").ne("A")])
def test_solvers_read_constants_and_escapes_as_they_are_meant(term: Term) -> None:
    assert [ask([term]).status for ask in ASKS] == [Status.SAT, Status.SAT]


# BUG: |exp| and exp are one and the same SMT-LIB symbol, and the theories have more names than `smtlib` marks.
@pytest.mark.parametrize("text", ["pads[3]", "rank(X)", "let", "as", "match", "and", "div", "abs", "forall", "exp"])
def test_every_name_can_be_declared_in_smtlib(text: str) -> None:
    assert SOLVERS["cvc5"].ask([Variable(text).eq(3), Variable(text).ne(4)]).status is Status.SAT


@pytest.mark.parametrize(
    "text", ["x", "pad_begin", "dX_2", "dIndices_3", "kernel_shape[1]", "pads[10]", "type(X)", "length(kernel_shape)"]
)
def test_names_come_back_from_latex(text: str) -> None:
    assert name_of(name(text)) == text
    assert value_of_latex(to_latex(Variable(text) * 2 + 1), {text: 20}) == 41
    assert value_of_latex(to_latex(Variable(text, Sort.NAME).eq("a_b tensor")), {text: "a_b tensor"}) is True
    if not text.endswith("[10]"):
        assert value_of_plain(to_plain(Variable(text) * 2 + 1), {text: 20}) == 41


@pytest.mark.parametrize("divisor", [Literal(0), Literal(-3), D - 5])
@pytest.mark.parametrize("op", [Op.DIV, Op.FLOOR_DIV, Op.CEIL_DIV, Op.MOD])
def test_the_value_reading_refuses_a_divisor_that_is_not_positive(op: Op, divisor: Term) -> None:
    with pytest.raises(DivisorNotPositive):
        evaluate(Operation(op, (X, divisor)), {X.name: 0, D.name: 5})


def test_the_value_reading_evaluates_no_more_than_it_needs() -> None:
    bad = (X // D).eq(1)
    harmless = [(D > 0).implies(bad), terms.ite(D > 0, bad, terms.TRUE), terms.or_(D <= 0, bad), forall(i, 0, D, bad)]
    for term in harmless:
        assert evaluate(term, {X.name: 1, D.name: 0}) is True
    assert evaluate(terms.and_(D > 0, bad), {D.name: 0}) is False


@pytest.mark.parametrize("term", [X, X + 1, F(3), F(X), forall(i, 0, 2, j > i), P.implies(X > 0)])
def test_what_has_no_meaning_is_undefined(term: Term) -> None:
    with pytest.raises(Undefined):
        evaluate(term, {P.name: True})


# An unknown rational has no denominator to round it by.
@pytest.mark.parametrize("term", [terms.floor(REAL), terms.ceil(REAL * 3)])
def test_the_floor_of_an_unknown_rational_is_not_that_rational(term: Term) -> None:
    known = {"r": Fraction(1, 2)}
    with suppress(TypeError):  # to refuse it is right too
        assert evaluate(whole(term), known) == evaluate(term, known)


# sympy 1.14 takes an even number over 34 for an integer and drops the floor, at the latest when it substitutes.
@pytest.mark.parametrize("term", [(X * (X * 2 + 2)) // 34, (X * (X * 2 + 2) + Y * 34) // 34, terms.ite(P, 2, 0) // 34])
def test_sympy_keeps_the_floor_of_even_numbers(term: Term) -> None:
    agree("sympy", term, LARGE)


# sympy has two kinds of `if`, and which one is meant cannot be seen from what it knows of the sides.
@pytest.mark.parametrize("term", [not_(terms.ite(P, X > 1, P)), terms.ite(P, F(X), X), terms.ite(P, X / D, 0) + X])
def test_sympy_takes_a_choice_between_truth_values_and_between_numbers(term: Term) -> None:
    agree("sympy", term, LARGE)


@pytest.mark.parametrize("guarded", [True, False])
def test_without_division_is_satisfiable_exactly_where_the_terms_hold(guarded: bool) -> None:
    @few(50)
    @given(goal=strategies.booleans(), given_values=strategies.values())
    @example(goal=exists(i, 0, 2, (i // 2).eq(1)), given_values=LARGE)
    @example(goal=forall(i, 0, 4, ((X + i) // 4 > X // 4).iff(i > 0)), given_values=LARGE)
    def check(goal: Term, given_values: Values) -> None:
        truth = evaluate(goal, environment(given_values))
        for statement, expected in ((goal, truth), (not_(goal), not truth)):
            rewritten = without_division([statement], guarded=guarded)
            divisions = [t for r in rewritten for t in subterms(r) if isinstance(t, Operation) and t.op is Op.FLOOR_DIV]
            assert all(free_variables(t) & set(strategies.BOUND) for t in divisions)
            solver = z3.Solver()
            solver.add([with_values(to_z3(r), given_values) for r in rewritten])
            assert solver.check() == (z3.sat if expected else z3.unsat)

    check()


@pytest.mark.parametrize("divisor", [0, -2])
def test_a_guarded_definition_says_nothing_of_a_bad_divisor(divisor: int) -> None:
    for goal in ((X // D).eq(5), (X // D).ne(5)):
        assert SOLVERS["z3"].ask([*without_division([goal], guarded=True), D.eq(divisor), X.eq(3)]).status is Status.SAT


def test_a_quotient_is_the_only_one() -> None:
    for x, d in product(range(-4, 5), (1, 3)):
        rewritten = without_division([(X // D).ne(x // d)], guarded=True)
        assert SOLVERS["z3"].ask([*rewritten, X.eq(x), D.eq(d)]).status is Status.UNSAT


def test_equal_divisions_share_one_quotient() -> None:
    rewritten = without_division([(X // D).eq(Y), forall(i, 0, 3, (X // D + i).ne(Y))], guarded=True)
    assert SOLVERS["z3"].ask([*rewritten, D > 0]).status is Status.UNSAT


@few(80)
@given(goal=strategies.joined(), given_values=strategies.values())
def test_parts_together_are_equivalent_to_the_goal(goal: Term, given_values: Values) -> None:
    known = environment(given_values)
    assert all(evaluate(part, known) for part in parts(goal)) == evaluate(goal, known)
    assert not [p for p in parts(goal) if isinstance(p, Operation) and p.op in (Op.AND, Op.IFF)]
