"""The structure of terms: kept as written, compared by structure, well-sorted, and never a truth value."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction

import pytest
from hypothesis import Phase, find, given, settings

from proofs.engine.algebra import equation_follows
from proofs.engine.encoding import without_division
from spec.language import terms
from spec.language.fold import (
    Reading,
    conjuncts,
    divisors,
    fold,
    replace,
    settled,
    substitute,
    subterms,
    symbols,
    unrolled,
)
from spec.language.terms import (
    FALSE,
    TRUE,
    IllSorted,
    Literal,
    Op,
    Operation,
    Quantified,
    Sort,
    Symbol,
    Term,
    Variable,
    and_,
    forall,
    not_,
)
from spec.readings.latex import to_latex
from spec.readings.plain import to_plain
from spec.readings.smtlib import script, to_smtlib
from spec.readings.sympy_terms import to_sympy
from spec.readings.value import evaluate
from spec.readings.whole import whole
from spec.readings.z3_terms import to_z3
from tests.terms_strategies import D, F, N, P, Values, X, Y, any_terms, booleans, environment, few, integers, values

a, s, i, j = (Variable(name) for name in "asij")

READINGS: dict[str, Callable[[Term], object]] = {
    "value": lambda t: evaluate(t, {"a": 1}),
    "z3": to_z3,
    "SMT-LIB": to_smtlib,
    "script": lambda t: script([t.eq(t)]),
    "sympy": to_sympy,
    "plain": to_plain,
    "LaTeX": to_latex,
    "whole": whole,
    "polynomial": lambda t: equation_follows(t, a),
    "without division": lambda t: without_division([t], guarded=True),
}


@dataclass(frozen=True, slots=True)
class Mystery(Term):
    """A node that no reading knows."""

    name: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "sort", Sort.INT)


def with_unknown_operator() -> Term:
    """An operation whose operator came in by the back door."""
    node = a + 1
    object.__setattr__(node, "op", "xor")
    return node


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("node", [Mystery("what"), with_unknown_operator()], ids=["node", "operator"])
@pytest.mark.parametrize("around", [lambda t: t, lambda t: (t + 1) * 2, lambda t: terms.ite(a > 0, t, 0) // 3])
def test_unknown_nodes_and_operators_raise_in_every_reading(
    reading: str, node: Term, around: Callable[[Term], Term]
) -> None:
    with pytest.raises(TypeError):
        READINGS[reading](around(node))


def test_a_reading_without_an_operator_refuses_it_by_name() -> None:
    empty: Reading[int] = Reading("empty", lambda _: 0, lambda _: 0, {}, lambda *_: 0, lambda *_: 0)
    assert fold(a, empty) == 0
    with pytest.raises(TypeError, match=r"the empty reading has no .*mod"):
        fold(a % 2, empty)


# BUG: the sympy symbol that stands for a truth-valued application keeps its arguments as text, out of reach.
def test_sympy_sees_the_arguments_of_a_truth_valued_function() -> None:
    p = terms.Symbol("p", (Sort.INT,), Sort.BOOL)
    assert to_sympy(p(a)).subs(to_sympy(a), 1) == to_sympy(p(1))
    assert to_sympy(forall(i, 0, 2, p(i))) == to_sympy(and_(p(0), p(1)))


@few(60)
@given(term=any_terms())
def test_equality_and_hash_are_structural_and_survive_pickling(term: Term) -> None:
    copy = pickle.loads(pickle.dumps(term))
    assert copy is not term
    assert (copy, hash(copy), copy.sort, repr(copy)) == (term, hash(term), term.sort, repr(term))
    assert {term: 1}[copy] == 1
    assert Operation(Op.ITE, (P, term, term)) != term


@few(50)
@given(left=any_terms(2), right=any_terms(2))
def test_equal_terms_print_alike_and_others_differ(left: Term, right: Term) -> None:
    assert (left == right) == (repr(left) == repr(right))
    assert (left != right) == (repr(left) != repr(right))


def test_the_literals_one_true_and_one_over_one_differ() -> None:
    ones = [Literal(1), TRUE, Literal(Fraction(1)), Literal("1")]
    assert len(set(ones)) == len({one.sort for one in ones}) == 4
    assert Literal(0) != FALSE
    assert (a + 1) != Operation(Op.ADD, (a, Literal(Fraction(1))))
    assert Literal(1) != 1
    assert [type(evaluate(one, {})) for one in ones] == [int, bool, Fraction, str]


def test_terms_equal_by_a_theorem_alone_stay_two() -> None:
    assert (a // s) + 1 != terms.floor(a / s + 1)
    assert a + s != s + a
    assert (a * s) // s != a
    assert (s > 0) != TRUE
    assert not_(not_(P)) != P
    assert and_(P, and_(P, P)) != and_(P, P, P)
    assert (a > s) != (s < a)
    assert Variable("a", Sort.BOOL) != a


def built(text: str, node: Term = TRUE) -> object:
    """What an expression builds; written as text because it is wrong for a type checker too."""
    return eval(text, {**vars(terms), "a": a, "s": s, "i": i, "P": P, "F": F, "node": node})


@pytest.mark.parametrize("node", [a, TRUE, a < s, a.eq(s), not_(P), forall(i, 0, a, i < s), F(a)])
@pytest.mark.parametrize(
    "text", ["bool(node)", "node and P", "node or P", "not node", "1 if node else 0", "any([node])"]
)
def test_a_term_has_no_truth_value(text: str, node: Term) -> None:
    with pytest.raises(TypeError, match="no truth value"):
        built(text, node)


def test_chained_comparison_raises() -> None:
    for text in ("0 < a < s", "a <= s <= 3", "3 > a >= s", "a < s < i < 9", "a.eq(s).eq(0) < 2"):
        with pytest.raises(TypeError):
            built(text)
    assert (0 < a, 0 <= a) == (a > 0, a >= 0)


# and_ and or_ give back a single operand: the last two must not be Python's False.
OF_PYTHON_TRUTH = """
    a + True; True * a; a.eq(a == s); a < (a == s); P.implies(a == s); P.iff(True); not_(a == s); and_(P, a == s);
    or_(a == s, P); ite(a == s, 1, 2); ite(P, True, False); F(True); forall(i, False, 3, P); and_(a == s); or_(a == s)
"""
ILL_SORTED = """
    a + P; -P; P < a; a.eq(P); P.eq(P); a.eq("a"); Literal("b") < Literal("a"); a.implies(P); a.iff(a); not_(a);
    and_(P, a); or_(a, P); (a / 2) // s; (a / 2) % 3; ceil_div(a / 2, s); floor(P); maximum(a, P); ite(a, s, s);
    ite(P, P, s); F(P); F(a, a); F(); F(a / 2); forall(i, 0, a / 2, P); exists(i, 0, 3, a + i); forall(P, 0, 3, P);
    forall(i, i, 3, P); exists(i, 0, F(i) + 1, P); Literal(1.5); Literal(None); Operation(Op.ADD, (a,));
    Operation(Op.ADD, (a, a, a)); Operation(Op.NEG, (a, a)); Operation(Op.EQ, ()); Operation(Op.NOT, ());
    Operation(Op.ITE, (P, a)); Operation(Op.IMPLIES, (P, P, P)); Operation(Op.ADD, (a, 1))
"""


@pytest.mark.parametrize("text", [text.strip() for text in OF_PYTHON_TRUTH.split(";")])
def test_a_python_truth_value_is_no_operand(text: str) -> None:
    with pytest.raises(TypeError):
        built(text)


@pytest.mark.parametrize("text", [text.strip() for text in ILL_SORTED.split(";")])
def test_wrong_sorts_and_wrong_numbers_of_operands_raise(text: str) -> None:
    with pytest.raises(IllSorted):
        built(text)


def test_sorts() -> None:
    half = Literal(Fraction(1, 2))
    assert {(a + s).sort, terms.floor(half).sort, (a // s).sort, F(a).sort, terms.ite(P, a, s).sort} == {Sort.INT}
    assert {(a / s).sort, (a + half).sort, terms.minimum(half, a).sort, terms.ite(P, a, half).sort} == {Sort.REAL}
    assert {a.eq(half).sort, (a < half).sort, terms.ite(P, P, P).sort, forall(i, 0, 1, P).sort, and_().sort} == {
        Sort.BOOL
    }


def test_connectives_of_few_operands() -> None:
    assert (and_(), terms.or_(), and_(P), terms.or_(P)) == (TRUE, FALSE, P, P)


@pytest.mark.parametrize("op", [Op.AND, Op.OR])
@pytest.mark.parametrize("read", [to_plain, to_latex])
def test_a_connective_of_no_operands_is_refused_or_read(op: Op, read: Callable[[Term], str]) -> None:
    with suppress(IllSorted):
        assert read(Operation(op, ()))


@pytest.mark.parametrize("wanted", [*Op, Literal, Variable, Quantified, terms.Application])
def test_the_strategies_reach_every_operator_and_node(wanted: object) -> None:
    def reached(term: Term) -> bool:
        return any(wanted in (type(t), t.op if isinstance(t, Operation) else None) for t in subterms(term))

    assert reached(find(any_terms(2), reached, settings=settings(few(2000), phases=[Phase.generate])))


@few(60)
@given(term=any_terms(4), given_values=values())
def test_the_strategies_keep_every_divisor_positive(term: Term, given_values: Values) -> None:
    assert type(evaluate(term, environment(given_values))) in {int, bool, Fraction}


@few(80)
@given(term=any_terms(), given_values=values())
def test_a_value_needs_the_free_variables_and_no_others(term: Term, given_values: Values) -> None:
    free = {v.name for v in terms.free_variables(term)}
    known = environment(given_values)
    assert evaluate(term, {n: v for n, v in known.items() if n in free or n == F.name}) == evaluate(term, known)


def test_free_variables_are_those_that_nothing_binds() -> None:
    assert terms.free_variables(forall(i, a, s, (i + j).eq(0))) == {a, s, j}
    assert terms.free_variables(and_(i > 0, terms.exists(i, 0, 3, i < a))) == {i, a}
    assert terms.free_variables(F(terms.ite(P, a, 3))) == {P, a}


@few(80)
@given(term=booleans(), replacement=integers(2), given_values=values())
def test_to_substitute_is_to_evaluate_elsewhere(term: Term, replacement: Term, given_values: Values) -> None:
    outside = substitute(replacement, {X: Y, N: Literal(2)})  # nothing that a quantifier of the strategies binds
    known = environment(given_values)
    there = {**known, X.name: evaluate(outside, known)}
    assert evaluate(substitute(term, {X: outside}), known) == evaluate(term, there)


def test_substitute_is_simultaneous_and_leaves_bound_variables() -> None:
    assert substitute(a - s, {a: s, s: a}) == s - a
    assert substitute(forall(i, a, s, i < a), {i: j, a: s}) == forall(i, s, s, i < s)
    assert substitute(and_(i > 0, terms.exists(i, 0, a, i < 2)), {i: j}) == and_(j > 0, terms.exists(i, 0, a, i < 2))
    assert substitute(F(a) + 1, {a: F(a)}) == F(F(a)) + 1


def test_substitute_refuses_capture() -> None:
    for quantifier in (forall, terms.exists):
        with pytest.raises(ValueError, match="capture"):
            substitute(quantifier(i, 0, 3, (i + a).eq(0)), {a: i + 1})
    assert substitute(forall(i, 0, 3, i < 2), {a: i}) == forall(i, 0, 3, i < 2)
    with pytest.raises(IllSorted):
        substitute(forall(i, 0, a, i < 2), {a: i})


@few(80)
@given(term=booleans(), given_values=values())
def test_unrolled_terms_have_the_same_value_and_no_quantifier(term: Term, given_values: Values) -> None:
    known = environment(given_values)
    written_out = unrolled(substitute(term, {N: Literal(given_values[N.name])}))
    assert not [t for t in subterms(written_out) if isinstance(t, Quantified)]
    assert evaluate(written_out, known) == evaluate(term, known)


def test_unrolled() -> None:
    inner = terms.exists(j, 0, 2, (i + j).eq(a))
    assert unrolled(forall(i, 1, 3, i < a)) == and_(Literal(1) < a, Literal(2) < a)
    assert unrolled(terms.exists(i, 1, 1, i < a)) == FALSE
    assert unrolled(forall(i, 2, -2, i < a)) == TRUE
    assert unrolled(forall(i, 0, 2, forall(j, 0, i, i + j < a))) == and_(TRUE, Literal(1) + Literal(0) < a)
    assert unrolled(terms.ite(forall(i, 0, 1, i < a), a, 0)) == terms.ite(Literal(0) < a, a, 0)
    either = terms.or_((i + Literal(0)).eq(a), (i + Literal(1)).eq(a))
    assert unrolled(forall(i, 0, a, inner)) == forall(i, 0, a, either)


@few(80)
@given(term=booleans(), given_values=values())
def test_settled_terms_have_the_same_value(term: Term, given_values: Values) -> None:
    known = environment(given_values)
    assert evaluate(settled(term), known) == evaluate(term, known)
    assert evaluate(settled(substitute(term, {N: Literal(given_values[N.name])})), known) == evaluate(term, known)


def test_settled() -> None:
    chosen = terms.ite(Literal(0).eq(1), a // s, a - s)
    assert settled(i.eq(chosen + 1)) == i.eq(a - s + 1)
    assert settled(terms.ite(Literal(1).eq(1), chosen, a)) == a - s
    assert settled(and_(a.eq(1), Literal(0) < a)) == and_(a.eq(1), Literal(0) < a)


def test_divisors_are_collected_wherever_they_stand() -> None:
    assert divisors(a + s) == frozenset()
    assert divisors(and_((a // s) > 0, terms.floor(a / (s + 1)) < terms.ceil_div(a, 2), P)) == {s, s + 1, Literal(2)}
    assert divisors(a // (s % (j // 3))) == {s % (j // 3), j // 3, Literal(3)}
    assert divisors(forall(i, 0, a // s, F(a % i).eq(1))) == {s, i}


def test_the_questions_asked_of_a_structure() -> None:
    term = forall(i, a, s, F(i) > a)
    assert list(subterms(term)) == [term, a, s, F(i) > a, F(i), i, a]
    assert (terms.children(term), terms.children(F(a)), terms.children(a)) == ((a, s, F(i) > a), (a,), ())
    assert symbols(term) == {F}
    assert symbols(terms.Symbol("g", (Sort.BOOL,), Sort.INT)(term)) == {F, terms.Symbol("g", (Sort.BOOL,), Sort.INT)}
    assert conjuncts(and_(P, and_(a > s, terms.or_(P, P)), not_(P))) == (P, a > s, terms.or_(P, P), not_(P))
    assert conjuncts(P) == (P,)
    assert replace(term, {a: D, F(i): i * 2}) == forall(i, D, s, i * 2 > D)
    assert term == Quantified(terms.Quantifier.FORALL, i, a, s, F(i) > a)


@pytest.mark.parametrize("name", ["b| Int)(assert false)(declare-const |c", "a\\"])
def test_a_name_that_no_script_can_quote_is_refused(name: str) -> None:
    """Within bars of SMT-LIB, it would end there, and what follows would be read as commands."""
    for make in (Variable, lambda n: Symbol(n, (Sort.INT,), Sort.INT)):
        with pytest.raises(IllSorted, match="is no name"):
            make(name)
