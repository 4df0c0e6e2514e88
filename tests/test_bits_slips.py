"""A clause that is changed is noticed on bit patterns: some obligation that reads it comes to another verdict.

Each slip is one that an author could make in a formula, most of them weakenings. None is found by comparing texts: the
obligations are made from the changed operator, as `maxpool check` would make them, and decided.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from proofs.catalogue import CATALOGUE
from proofs.engine.bits.obligation import BitObligation
from proofs.engine.decide import decide
from proofs.engine.statement import Verdict
from proofs.mutation import trial
from proofs.mutation.mutants import mutants
from proofs.theories.floats.bits import Format, theorems
from proofs.theories.floats.clauses import NAN, ZEROS, clause_theorems
from proofs.theories.floats.floats import FLOAT16
from proofs.theories.floats.integers import INT8, UINT8
from spec.language.fold import replace as replaced
from spec.language.terms import TRUE, Sort, Symbol, Term, Variable, and_, exists, forall, not_, or_
from spec.maxpool.operator import MAXPOOL
from spec.maxpool.semantics import (
    BEFORE,
    INDEX,
    KERNEL,
    SELECTED,
    column,
    element,
    element_at,
    every_tap,
    flat,
    h2,
    row,
    some_tap,
    w2,
)
from spec.maxpool.vocabulary import c, dX, entry, is_nan, is_zero, key, minus_infinity, v, v2, value, w
from spec.operator.clauses import Decision
from spec.readings.bits import Cell, elements_of, to_bits
from spec.window.names import h

is_quiet, is_negative = (Symbol(name, (Sort.ELEMENT,), Sort.BOOL) for name in ("is_quiet", "is_negative"))
any_element = Variable("any_element", Sort.ELEMENT)
FLOATS = replace(
    FLOAT16,
    functions="""\
(define-fun is_quiet ((a (_ BitVec 16))) Bool (= ((_ extract 9 9) a) #b1))
(define-fun is_negative ((a (_ BitVec 16))) Bool (= ((_ extract 15 15) a) #b1))
"""
    + FLOAT16.functions,
)
"""float16, with what a slip may tell patterns by and no clause does."""

SAME_RANK = key(value(v)).eq(key(v))
NAN_IS_LOW = is_nan(v).implies(value(v).eq(minus_infinity))
KEPT = not_(is_nan(v)).implies(value(v).eq(v))
BOTH_ZERO, EQUAL_RANK = and_(is_zero(v), is_zero(v2)), key(v).eq(key(v2))
TAP, TAP_2 = element(h, w), element(h2, w2)
IS_TAP = SELECTED.eq(value(TAP))


def first(beats: Term, tie: Term) -> Term:
    """A tap at Indices that no other beats, with a rule for ties."""
    return some_tap(and_(INDEX.eq(flat(h, w)), every_tap(h2, w2, and_(beats, tie))))


IS_FLAT = some_tap(INDEX.eq(flat(h, w)))
NOT_GREATER = key(TAP_2) <= key(TAP)

SLIPS: Mapping[str, Mapping[str, Term]] = {
    NAN: {
        "NaN propagates": and_(SAME_RANK, value(v).eq(v)),
        "NaN propagates, and has a rank of its own": value(v).eq(v),
        "a selected NaN stays in Y": and_(SAME_RANK, is_nan(v).implies(value(v).eq(v)), KEPT),
        "the first part alone": SAME_RANK,
        "the middle part alone": NAN_IS_LOW,
        "the last part alone": KEPT,
        "without the first part": and_(NAN_IS_LOW, KEPT),
        "without the middle part": and_(SAME_RANK, KEPT),
        "without the last part": and_(SAME_RANK, NAN_IS_LOW),
        "of two NaN at once": and_(SAME_RANK, and_(is_nan(v), is_nan(v2)).implies(value(v).eq(minus_infinity)), KEPT),
        "quiet NaN alone": and_(SAME_RANK, and_(is_nan(v), is_quiet(v)).implies(value(v).eq(minus_infinity)), KEPT),
        "NaN with a sign alone": and_(
            SAME_RANK, and_(is_nan(v), is_negative(v)).implies(value(v).eq(minus_infinity)), KEPT
        ),
        "NaN is some other number": and_(SAME_RANK, is_nan(v).implies(value(v).eq(any_element)), KEPT),
        "NaN is -inf or stays": and_(
            SAME_RANK, is_nan(v).implies(or_(value(v).eq(minus_infinity), value(v).eq(v))), KEPT
        ),
        "NaN is not -inf": and_(SAME_RANK, not_(NAN_IS_LOW), KEPT),
        "zeros lose their sign": and_(SAME_RANK, NAN_IS_LOW, or_(is_nan(v), is_zero(v), value(v).eq(v))),
        "the rank of -inf is below": and_(key(value(v)) <= key(v), NAN_IS_LOW, KEPT),
    },
    ZEROS: {
        "negated": not_(BOTH_ZERO.implies(EQUAL_RANK)),
        "they differ": BOTH_ZERO.implies(not_(EQUAL_RANK)),
        "equal bits alone": and_(BOTH_ZERO, v.eq(v2)).implies(EQUAL_RANK),
        "of one sign alone": and_(BOTH_ZERO, is_negative(v).iff(is_negative(v2))).implies(EQUAL_RANK),
        "+0.0 is greater": and_(BOTH_ZERO, is_negative(v), not_(is_negative(v2))).implies(key(v) < key(v2)),
        "-0.0 is not greater": and_(BOTH_ZERO, is_negative(v)).implies(key(v) <= key(v2)),
        "every number is a zero's equal": is_zero(v).implies(EQUAL_RANK),
        "nothing": TRUE,
    },
    "Y.max": {
        "the order is reversed": and_(every_tap(h, w, key(SELECTED) <= key(TAP)), some_tap(IS_TAP)),
        "a bound alone": every_tap(h, w, key(TAP) <= key(SELECTED)),
        "some tap alone": some_tap(IS_TAP),
        "above one tap": and_(some_tap(key(TAP) <= key(SELECTED)), some_tap(IS_TAP)),
        "above every tap": and_(every_tap(h, w, key(TAP) < key(SELECTED)), some_tap(IS_TAP)),
        "a NaN stays": and_(every_tap(h, w, key(TAP) <= key(SELECTED)), some_tap(SELECTED.eq(TAP))),
        "a bound or a tap": or_(every_tap(h, w, key(TAP) <= key(SELECTED)), some_tap(IS_TAP)),
        "-inf as well": or_(MAXPOOL["Y.max"].formula, SELECTED.eq(minus_infinity)),
    },
    "Y.max-over-input": {
        "-inf as well": or_(some_tap(IS_TAP), SELECTED.eq(minus_infinity)),
        "the padding's number as well": or_(some_tap(IS_TAP), SELECTED.eq(any_element)),
        "what is below an element as well": or_(some_tap(IS_TAP), some_tap(key(SELECTED) <= key(TAP))),
        "an equal of an element as well": some_tap(key(SELECTED).eq(key(TAP))),
        "a NaN stays": some_tap(SELECTED.eq(TAP)),
        "every tap": every_tap(h, w, IS_TAP),
        "nothing": TRUE,
    },
    "Indices.first-maximum": {
        "the last": first(NOT_GREATER, replaced(BEFORE, {h: h2, w: w2, h2: h, w2: w}).implies(key(TAP_2) < key(TAP))),
        "any that is greatest": first(NOT_GREATER, TRUE),
        "the first that is not least": first(TRUE, BEFORE.implies(key(TAP_2) < key(TAP))),
        "the first minimum": first(key(TAP_2) >= key(TAP), BEFORE.implies(key(TAP_2) > key(TAP))),
        "any tap": some_tap(INDEX.eq(flat(h, w))),
        "the next index": replaced(MAXPOOL["Indices.first-maximum"].formula, {INDEX: INDEX + 1}),
        "-1 as well": or_(MAXPOOL["Indices.first-maximum"].formula, INDEX.eq(-1)),
        "distinct bits, not ranks": first(NOT_GREATER, BEFORE.implies(or_(key(TAP_2) < key(TAP), not_(TAP_2.eq(TAP))))),
    },
    "Indices.flat": {
        "-1 as well": or_(IS_FLAT, INDEX.eq(-1)),
        "within the plane": some_tap(INDEX.eq(row(h) * dX[3] + column(w))),
        "without the batch": some_tap(INDEX.eq((c * dX[2] + row(h)) * dX[3] + column(w))),
        "-1 where Y is -inf as well": or_(IS_FLAT, and_(SELECTED.eq(minus_infinity), INDEX.eq(-1))),
        "padding as well": exists(h, 0, KERNEL[0], exists(w, 0, KERNEL[1], INDEX.eq(flat(h, w)))),
        "an index in the padded row": some_tap(INDEX.eq(flat(h, w) + entry("pads", 1))),
        "not the flat index": some_tap(INDEX.ne(flat(h, w))),
        "nothing": TRUE,
    },
    "Y.bits": {
        "an equal element": key(SELECTED).eq(key(element_at(INDEX))),
        "a NaN stays": SELECTED.eq(element_at(INDEX)),
        "unless it is a NaN": is_nan(element_at(INDEX)).implies(SELECTED.eq(value(element_at(INDEX)))),
        "unless it is a zero": or_(is_zero(element_at(INDEX)), SELECTED.eq(value(element_at(INDEX)))),
        "the next element": SELECTED.eq(value(element_at(INDEX + 1))),
        "not below it": key(SELECTED) >= key(element_at(INDEX)),
        "nothing": TRUE,
    },
}
"""By clause and by what a slip makes of it: the formula."""


def reading(clause: str, changed: Term, *formats: Format) -> list[BitObligation]:
    """The obligations that read a clause, of an operator in which it says something else."""
    operator = MAXPOOL.changed(clause, changed)
    return [o for of in formats for o in clause_theorems(of, operator) if clause in o.reads(operator)]


def noticed(obligations: list[BitObligation]) -> str:
    """The first obligation that is refuted, or whose assumptions contradict each other; `unknown` notices nothing.

    One solver is asked: what it refutes, evaluation confirms.
    """
    for obligation in obligations:
        if decide(obligation, solvers=("z3",), tightness=False).verdict in (Verdict.REFUTED, Verdict.VACUOUS):
            return obligation.label
    return ""


@pytest.mark.tenth
@pytest.mark.parametrize(("clause", "slip"), [(clause, slip) for clause, slips in SLIPS.items() for slip in slips])
def test_a_slip_in_a_clause_is_noticed(clause: str, slip: str) -> None:
    formula = SLIPS[clause][slip]
    assert formula != MAXPOOL[clause].formula
    assert noticed(reading(clause, formula, FLOATS))


BEYOND = ("equal up to rounding", "padding is -inf, or the type's minimum", "padding is -inf")
"""The first speaks of ranks as numbers: of those nothing is said on bit patterns. The others say the same as the clause
wherever a window has an element, and all windows have.
"""
ALTERNATIVES = [
    (clause.label, other.choice)
    for clause in MAXPOOL.clauses
    if isinstance(clause, Decision) and clause.label in SLIPS
    for other in clause.alternatives
    if other.choice not in BEYOND
]


@pytest.mark.tenth
@pytest.mark.parametrize(("clause", "choice"), ALTERNATIVES)
def test_what_could_have_been_chosen_instead_is_noticed(clause: str, choice: str) -> None:
    decision = MAXPOOL[clause]
    assert isinstance(decision, Decision)
    (other,) = (a for a in decision.alternatives if a.choice == choice)
    assert other.formula is not None
    assert noticed(reading(clause, other.formula, FLOATS))


OF_INTEGERS = (
    ("Y.max", "the order is reversed"),
    ("Y.max-over-input", "what is below an element as well"),
    ("Indices.first-maximum", "the last"),
    ("Indices.first-maximum", "any that is greatest"),
    ("Y.bits", "nothing"),
    (NAN, "the middle part alone"),
)


@pytest.mark.parametrize("of", [INT8, UINT8], ids=lambda f: f.name)
@pytest.mark.parametrize(("clause", "slip"), OF_INTEGERS)
def test_a_slip_is_noticed_on_integers_too(of: Format, clause: str, slip: str) -> None:
    assert noticed(reading(clause, SLIPS[clause][slip], of))


WRONG: Mapping[str, tuple[Format, str, str]] = {
    "signalling NaN is a number": (FLOATS, "(fp.isNaN (number a))", "(and (fp.isNaN (number a)) (is_quiet a))"),
    "nothing is a NaN": (FLOAT16, "(fp.isNaN (number a))", "false"),
    "NaN stays in Y": (FLOAT16, "(ite (is_nan a) lowest a)", "a"),
    "zeros lose their sign in Y": (FLOAT16, "(ite (is_nan a) lowest a)", "(plain a)"),
    "the lowest finite number is -inf": (FLOAT16, "(_ bv64512 16))", "(_ bv64511 16))"),
    "+inf is -inf": (FLOAT16, "(_ bv64512 16))", "(_ bv31744 16))"),
    "negative zero is below": (FLOAT16, "(= (magnitude a) (_ bv0 16))", "false"),
    "keys are reversed": (FLOAT16, "(plain a)) #b1)", "(plain a)) #b0)"),
    "the order is reversed": (FLOAT16, "(fp.gt x y)", "(fp.gt y x)"),
    "equal is greater": (FLOAT16, "(fp.gt x y)", "(fp.geq x y)"),
    "signed is unsigned": (INT8, "((_ sign_extend 1) a)", "((_ zero_extend 1) a)"),
    "unsigned is signed": (UINT8, "(bvugt x y)", "(bvsgt x y)"),
    "keys of integers are reversed": (INT8, "((_ sign_extend 1) a)", "(bvxor #b111111111 ((_ sign_extend 1) a))"),
    "each integer is the least in Y": (
        INT8,
        "(_ BitVec 8) a)\n(define-fun key",
        "(_ BitVec 8) lowest)\n(define-fun key",
    ),
}
"""By what is wrong: a type, a part of its functions, and what stands there instead."""


@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_wrong_in_the_functions_is_noticed(wrong: str) -> None:
    """The clauses are as they are, and what is defined on bit patterns is not."""
    of, part, other = WRONG[wrong]
    assert part in of.functions
    changed = replace(of, functions=of.functions.replace(part, other))
    assert noticed([*theorems(changed), *clause_theorems(changed, MAXPOOL)])


@pytest.mark.whole
def test_the_obligations_are_those_of_the_catalogue() -> None:
    """What the slips are tried on is what `maxpool check` decides; and of a clause as it is they notice nothing."""
    for clause in SLIPS:
        mine = reading(clause, MAXPOOL[clause].formula, FLOAT16)
        assert mine
        for obligation in mine:
            assert CATALOGUE[obligation.label].scripts() == obligation.scripts()
        assert not noticed(mine)


X, Y, Indices = (
    Symbol(name, (Sort.INT,), sort) for name, sort in (("X", Sort.ELEMENT), ("Y", Sort.ELEMENT), ("Indices", Sort.INT))
)
size, i = Variable("size"), Variable("i")
CELL = Cell(
    {"size": 2},
    {"X": {(0,): "a", (1,): "b"}, "Y": {(0,): "y"}},
    {"Indices": ("index", 0, range(-1, 3))},
    {"v": "a", "key": "rank"},
)
READ: Mapping[str, tuple[Term, str]] = {
    "every element": (
        forall(i, 0, size, key(X(i)) <= key(Y(0))),
        "(and (not (bvsgt (rank a) (rank y))) (not (bvsgt (rank b) (rank y))))",
    ),
    "known sizes": (exists(i, 0, size, and_(i > 0, Y(0).eq(X(i)))), "(= y b)"),
    "what is known alone": (size.eq(2), "true"),
    "another name": (key(v) < key(v2), "(bvsgt (rank v2) (rank a))"),
    "an index by cases": (
        Y(0).eq(X(Indices(0))),
        "(or (and (= index (_ bv255 8)) false) (and (= index (_ bv0 8)) (= y a))"
        " (and (= index (_ bv1 8)) (= y b)) (and (= index (_ bv2 8)) false))",
    ),
    "outside the tensor": (not_(Y(0).eq(X(size))), "false"),
    "what has no value": (not_(Y(0).eq(X(Variable("unknown")))), "false"),
}


@pytest.mark.parametrize("what", READ)
def test_a_formula_is_read_at_a_cell(what: str) -> None:
    formula, text = READ[what]
    assert to_bits(formula, CELL) == text


@pytest.mark.parametrize("formula", [key(v) <= 0, (key(v) + key(v2)).eq(key(v))])
def test_ranks_are_compared_and_nothing_else(formula: Term) -> None:
    with pytest.raises(TypeError):
        to_bits(formula, CELL)


def test_what_cannot_be_read_is_open_and_says_why() -> None:
    (first, *_) = reading(ZEROS, and_(MAXPOOL[ZEROS].formula, (key(v) + key(v2)).eq(key(v))), FLOAT16)
    outcome = decide(first)
    assert (outcome.verdict, outcome.as_expected) == (Verdict.UNKNOWN, False)
    assert outcome.problem.startswith("zeros.equal cannot be read on bit patterns: ")


def test_elements_that_may_be_any() -> None:
    assert elements_of(and_(is_nan(v), is_nan(v2), is_nan(X(1))), CELL) == ("a", "b", "v2")
    assert elements_of(Y(0).eq(X(Indices(0))), CELL) == ("a", "b", "y")
    zeros = CATALOGUE["float16.meets.zeros.equal"]
    assert isinstance(zeros, BitObligation)
    with pytest.raises(ValueError, match="nothing says what v, v2 may be"):
        replace(zeros, element=None).scripts()


def test_a_changed_clause_may_speak_of_another_element() -> None:
    """It may be any, as one that stands free may be; a formula with a name of nothing would be no statement."""
    taken, label = CATALOGUE["float16.determines.source-of-Y"], "Y.max-over-input"
    assert isinstance(taken, BitObligation)
    others = [taken.with_formula(MAXPOOL[label], mutant) for mutant in mutants(MAXPOOL[label].formula)]
    more = [o for o in others if [*o.names] == ["a", "b", "y", "c"]]
    assert more
    assert all(trial.other_verdict(o) is Verdict.REFUTED for o in more)


def test_to_be_about_a_clause_is_not_to_read_it() -> None:
    cited, read = CATALOGUE["float16.order"], CATALOGUE["float16.meets.NaN.as-minus-infinity"]
    assert NAN in cited.about
    assert NAN not in cited.clauses
    assert NAN in read.clauses
    assert read.reads(MAXPOOL) == {NAN}
    assert cited.reads(MAXPOOL) == CATALOGUE["float16.zeros"].reads(MAXPOOL) == frozenset()
    assert read.reads(MAXPOOL.changed(NAN, KEPT)) == frozenset()
