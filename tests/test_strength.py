"""Clauses that say too little, or another thing: each is held alone against what its statement says.

Most of these changes leave every output as it is, for another clause determines it: no first-order mutant is like them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest

from proofs.catalogue import CATALOGUE
from proofs.engine.decide import decide
from proofs.engine.statement import Verdict
from proofs.mutation.clauses import mutate_weakened
from proofs.mutation.equivalence import adds_nothing, equivalent
from proofs.reports.examination import examine, misjudged
from proofs.reports.strength import Strength, strengths
from proofs.solvers.answers import BRIEF_LIMITS, Limits
from proofs.theories.values import exactness
from reference.conformance.experiments import situations
from spec.language.fold import replace as replace_term
from spec.language.terms import TRUE, Term, and_, exists, forall, not_, or_
from spec.maxpool.operator import MAXPOOL
from spec.maxpool.semantics import (
    AFTER,
    INDEX,
    KERNEL,
    SELECTED,
    attaining,
    column,
    element,
    element_at,
    every_tap,
    flat,
    h2,
    in_range,
    indexed,
    row,
    some_padding,
    some_tap,
    w2,
)
from spec.maxpool.vocabulary import (
    b,
    c,
    dIndices,
    dtype,
    dX,
    dY,
    entry,
    is_nan,
    is_zero,
    key,
    lowest,
    minus_infinity,
    n,
    v,
    v2,
    value,
    w,
    zero,
)
from spec.operator.clauses import Decision
from spec.operator.experiments import Experiments, Situation
from spec.operator.operator import Operator
from spec.window.geometry import has_tap, meets_input
from spec.window.names import dilation, extent, h, kernel, m, slack, stride, x, y

FLAT, FIRST, BITS, OVER, Y_MAX = "Indices.flat", "Indices.first-maximum", "Y.bits", "Y.max-over-input", "Y.max"
NAN, ZEROS, MEET, FITS = "NaN.as-minus-infinity", "zeros.equal", "windows.meet-input", "Y.positive"
EMPTY = "batch.empty"


def said(label: str) -> Term:
    return MAXPOOL[label].formula


def or_also(label: str, other: Term) -> tuple[str, Term]:
    """The clause, allowing something more."""
    return label, or_(said(label), other)


def only_if(label: str, case: Term) -> tuple[str, Term]:
    """The clause, of a sub-case alone."""
    return label, case.implies(said(label))


def with_parts(label: str, parts: dict[Term, Term]) -> tuple[str, Term]:
    """The clause with some of its parts exchanged, all at once."""
    return label, replace_term(said(label), parts)


def unguarded(property_: Term) -> Term:
    """Some tap has a property, on padding or not."""
    return exists(h, 0, KERNEL[0], exists(w, 0, KERNEL[1], property_))


COLUMN_FIRST = or_(w2 < w, and_(w2.eq(w), h2 < h))
BEFORE = or_(h2 < h, and_(h2.eq(h), w2 < w))
TRANSPOSED = some_tap(INDEX.eq(((b * dX[1] + c) * dX[3] + column(w)) * dX[2] + row(h)))
PLACE_SWAPPED = some_tap(INDEX.eq(((c * dX[0] + b) * dX[2] + row(h)) * dX[3] + column(w)))
RANK_AT, RANK = key(element_at(INDEX)), key(SELECTED)

SLIPS: dict[str, tuple[str, Term]] = {
    # Found by an attack on the specification.
    "-1 where Y is -inf": or_also(FLAT, and_(INDEX.eq(-1), SELECTED.eq(minus_infinity))),
    "into padding where the window starts on it": or_also(
        FLAT, forall(h, 0, 1, forall(w, 0, 1, and_(not_(in_range(h, w)), INDEX.eq(flat(h, w)))))
    ),
    "below an element": or_also(OVER, some_tap(RANK < key(element(h, w)))),
    "two NaN at once": (NAN, and_(is_nan(v), is_nan(v2)).implies(said(NAN))),
    # Indices.flat
    "any tap, on padding too": (FLAT, unguarded(INDEX.eq(flat(h, w)))),
    "an index into one plane": or_also(FLAT, indexed(2)),
    "an index into one batch": or_also(FLAT, indexed(1)),
    "0": or_also(FLAT, INDEX.eq(0)),
    "any index of a window with padding": only_if(FLAT, not_(some_padding())),
    "the first batch alone": only_if(FLAT, b.eq(0)),
    "the first row of windows alone": only_if(FLAT, m.eq(0)),
    "floats alone": only_if(FLAT, dtype("X").eq("float")),
    "axes swapped in the index": or_also(FLAT, TRANSPOSED),
    "batch and channel swapped": or_also(FLAT, PLACE_SWAPPED),
    "the place where Y is": or_also(FLAT, SELECTED.eq(value(element_at(INDEX)))),
    # Indices.first-maximum
    "the last of equals too": or_also(FIRST, attaining(not_(AFTER))),
    "any of equals, where they are zeros": or_also(FIRST, and_(is_zero(SELECTED), attaining(TRUE))),
    "any of equals, where all are -inf": or_also(FIRST, and_(SELECTED.eq(minus_infinity), attaining(TRUE))),
    "column-major among equals": with_parts(FIRST, {BEFORE: COLUMN_FIRST}),
    "numbers that are not negative alone": only_if(FIRST, RANK >= 0),
    "pads of two sides swapped": with_parts(
        FIRST, {entry("pads", 0): entry("pads", 1), entry("pads", 1): entry("pads", 0)}
    ),
    "strides swapped": with_parts(
        FLAT, {entry("strides", 0): entry("strides", 1), entry("strides", 1): entry("strides", 0)}
    ),
    "windows swapped": with_parts(FLAT, {m: n, n: m}),
    # Y.max-over-input and Y.max
    "padding of 0": or_also(OVER, and_(some_padding(), SELECTED.eq(zero))),
    "-inf": or_also(OVER, SELECTED.eq(minus_infinity)),
    "the lowest": or_also(OVER, and_(some_padding(), SELECTED.eq(lowest))),
    "NaN in Y": or_also(OVER, is_nan(SELECTED)),
    "NaN of X in Y": or_also(OVER, some_tap(SELECTED.eq(element(h, w)))),
    "an element of another window": (OVER, exists(h, 0, dX[2], exists(w, 0, dX[3], SELECTED.eq(value(element(h, w)))))),
    "int8 alone": only_if(OVER, dtype("X").eq("int8")),
    "not below the first row's alone": (
        Y_MAX,
        and_(every_tap(h, w, h.eq(0).implies(key(element(h, w)) <= RANK)), said(OVER)),
    ),
    "a bound and no element": or_also(Y_MAX, every_tap(h, w, key(element(h, w)) <= RANK)),
    "an element and no bound, with padding": or_also(Y_MAX, and_(some_padding(), said(OVER))),
    "the greatest but where it is infinite": only_if(Y_MAX, RANK < 10**6),
    # Y.bits
    "equal, bits or not": (BITS, RANK.eq(RANK_AT)),
    "either zero": or_also(BITS, and_(is_zero(SELECTED), is_zero(element_at(INDEX)))),
    "NaN left as it is": or_also(BITS, SELECTED.eq(element_at(INDEX))),
    "rounded": or_also(BITS, and_(RANK - RANK_AT < 1, RANK_AT - RANK < 1)),
    "anything where the index is none": only_if(BITS, and_(0 <= INDEX, INDEX < dX[0] * dX[1] * dX[2] * dX[3])),
    # NaN and zeros
    "NaN of one sign": (NAN, is_nan(v).implies(or_(value(v).eq(minus_infinity), v.eq(v2)))),
    "its middle part alone": (NAN, is_nan(v).implies(value(v).eq(minus_infinity))),
    "its last part left out": (NAN, and_(key(value(v)).eq(key(v)), is_nan(v).implies(value(v).eq(minus_infinity)))),
    "NaN is passed on": (NAN, and_(key(v).eq(key(minus_infinity)).iff(is_nan(v)), value(v).eq(v))),
    "NaN lowest too": or_also(NAN, and_(is_nan(v), value(v).eq(lowest), key(v).eq(key(lowest)))),
    "zeros of equal bits": (ZEROS, and_(is_zero(v), is_zero(v2), v.eq(v2)).implies(key(v).eq(key(v2)))),
    "zeros are not equal": (ZEROS, not_(said(ZEROS))),
    "zeros in one order": (ZEROS, and_(is_zero(v), is_zero(v2)).implies(key(v) <= key(v2))),
    # Sizes, types, calls
    "int8 too": or_also("Y.type", dtype("Y").eq("int8")),
    "int32 too": or_also("Indices.type", dtype("Indices").eq("int32")),
    "but the last axis": ("Indices.shape", and_(*(dIndices[i].eq(dY[i]) for i in range(3)))),
    "more batches": ("Y.batch", dY[0] >= dX[0]),
    "channels of the batches": or_also("Y.channels", dY[1].eq(dX[0])),
    "batches and channels": (
        EMPTY,
        and_(dX[0].eq(0), dX[1].eq(0)).implies((dY[0] * dY[1] * dY[2] * dY[3]).eq(0)),
    ),
    "no output": (FITS, y >= 0),
    "no output of a long stride": or_also(FITS, stride > x),
    "the first window alone": (MEET, forall(m, 0, 1, has_tap(m))),
    "the last window alone": (MEET, forall(m, y - 1, y, has_tap(m))),
    "short dilations alone": only_if(MEET, dilation <= x),
    "one window at least": (MEET, exists(m, 0, y, has_tap(m))),
    "a size of 0 too": or_also("Y.shape", y.eq(0)),
    "a size rounded up": ("Y.shape", y.eq((slack + stride - 1) // stride + 1)),
    "an extent without dilation": or_also("extent", extent.eq(kernel)),
    "an extent of long kernels alone": only_if("extent", kernel >= 2),
    "a slack that is less": ("slack", slack <= x - extent + 100),
}


@cache
def tried() -> tuple[Situation, ...]:
    return tuple(situations())


def held(operator: Operator, label: str) -> Strength:
    """One clause, held alone against the situations."""
    # Its theories are of the operator as it is, and no catalogue of another one takes them.
    catalogue = replace(CATALOGUE, operator=operator, theories={}, experiments=Experiments(situations=tried))
    (found,) = strengths(catalogue, {label})
    return found


@pytest.mark.tenth
@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_is_noticed_by_what_the_clause_says_alone(slip: str) -> None:
    label, formula = SLIPS[slip]
    found = held(MAXPOOL.changed(label, formula), label)
    assert found.wrong
    assert any(found.wrong in problem for problem in found.problems)


LIMITS = Limits(seconds=2.0)
FOR_ALL_SIZES = (
    *("-1 where Y is -inf", "into padding where the window starts on it", "below an element", "two NaN at once"),
    *("any index of a window with padding", "the last of equals too", "padding of 0", "NaN of X in Y", "either zero"),
)


def refuted(operator: Operator, label: str) -> list[str]:
    """The obligations on exactness that read a clause and are not proved of another operator."""
    reading = [o for o in exactness.obligations(operator) if label in o.reads(operator)]
    assert reading
    return [o.label for o in reading if decide(o, LIMITS, tightness=False).verdict is not Verdict.PROVED]


@pytest.mark.parametrize("slip", FOR_ALL_SIZES)
def test_a_slip_is_noticed_by_a_theorem_too(slip: str) -> None:
    label, formula = SLIPS[slip]
    assert refuted(MAXPOOL.changed(label, formula), label)


BEYOND = {
    "large inputs": or_also(FLAT, and_(dX[2] > 1000, INDEX.eq(0))),
    "large kernels": only_if(OVER, KERNEL[0] < 50),
    "large ranks": or_also(Y_MAX, RANK.eq(123456)),
    "far indices": or_also(FIRST, and_(INDEX > 10**6, SELECTED.eq(minus_infinity))),
    "a far channel": only_if(BITS, c < 64),
    "a far batch": only_if(FLAT, b < 8),
}
"""What no small situation shows: the theorems hold for all sizes."""


@pytest.mark.parametrize("slip", BEYOND)
def test_a_slip_beyond_all_situations_is_noticed_by_a_theorem(slip: str) -> None:
    label, formula = BEYOND[slip]
    changed = MAXPOOL.changed(label, formula)
    assert not held(changed, label).wrong
    assert refuted(changed, label)


EQUIVALENTS = {
    "the equation turned around": with_parts(FLAT, {INDEX.eq(flat(h, w)): flat(h, w).eq(INDEX)}),
    "guarded twice": with_parts(OVER, {in_range(h, w): and_(in_range(h, w), in_range(h, w))}),
    "not above, for not below": with_parts(Y_MAX, {key(element(h, w)) <= RANK: not_(key(element(h, w)) > RANK)}),
    "a case that is always": with_parts(BITS, {said(BITS): or_(said(BITS), and_(is_nan(v), not_(is_nan(v))))}),
    "at least 1, for more than 0": (FITS, y > 0),
    "the parts in another order": (NAN, and_(*reversed(said(NAN).args))),  # type: ignore[attr-defined]
}


@pytest.mark.parametrize("name", EQUIVALENTS)
def test_a_clause_in_other_words_is_none(name: str) -> None:
    label, formula = EQUIVALENTS[name]
    assert formula != said(label)
    assert not held(MAXPOOL.changed(label, formula), label).wrong
    assert equivalent(MAXPOOL, MAXPOOL[label], formula, Limits(seconds=5.0))


@pytest.mark.whole
def test_the_specification_is_what_it_says() -> None:
    found = examine(CATALOGUE)
    assert found.problems == ()
    verdicts = {s.label: s.verdict for s in found.strengths}
    outputs = {clause.label for clause in MAXPOOL.clauses if clause.kind in ("definition", "decision")}
    assert verdicts.keys() == outputs
    implied = {label for label, verdict in verdicts.items() if verdict.startswith("implied")}
    assert implied == {EMPTY, Y_MAX, OVER, FLAT}
    assert all(s.allowed and s.rejected for s in found.strengths)


@pytest.mark.parametrize("clause", [c for c in MAXPOOL.clauses if isinstance(c, Decision)], ids=lambda c: c.label)
def test_each_alternative_is_a_formula_and_is_told_apart(clause: Decision) -> None:
    assert all(a.formula is not None for a in clause.alternatives)
    assert all(held(MAXPOOL, clause.label).told.values())


@pytest.mark.tenth
@pytest.mark.parametrize(
    "clause", [c for c in MAXPOOL.clauses if isinstance(c, Decision) and c.label != EMPTY], ids=lambda c: c.label
)
def test_a_clause_that_allows_its_alternatives_is_noticed(clause: Decision) -> None:
    """As one of two, and alone."""
    for alternative in clause.alternatives:
        assert alternative.formula is not None
        if (alternative.scope or clause.scope) is clause.scope:
            for formula in (alternative.formula, or_(clause.formula, alternative.formula)):
                found = held(MAXPOOL.changed(clause.label, formula), clause.label)
                assert found.problems


def test_an_alternative_that_nothing_tells_apart_is_named() -> None:
    clause = MAXPOOL[FITS]
    assert isinstance(clause, Decision)
    same = replace(clause, alternatives=(replace(clause.alternatives[0], formula=y > 0),))
    operator = replace(MAXPOOL, clauses=tuple(same if c is clause else c for c in MAXPOOL.clauses))
    (problem,) = [p for p in held(operator, FITS).problems if "alternative" in p]
    assert problem == "no situation tells it from its alternative: an empty tensor"


SAMPLED = (FLAT, FIRST, OVER, BITS, Y_MAX)
"""Of their many mutants a sample is tried, and all by `maxpool mutate --spec`."""


@pytest.mark.tenth
@pytest.mark.parametrize("label", [c.label for c in MAXPOOL.clauses if c.kind in ("definition", "decision")])
def test_higher_order_mutants_are_noticed(label: str) -> None:
    """What the clause says or something else, in every sub-case; names exchanged everywhere."""
    catalogue = replace(CATALOGUE, experiments=replace(CATALOGUE.experiments, situations=tried))
    found = mutate_weakened(catalogue, label, slice(2, None, 5) if label in SAMPLED else slice(None))
    assert len(found) > 10
    assert [m.text for m in found if not m.noticed_by and not m.harmless] == []
    assert not any(m.noticed_by and m.harmless for m in found)


def test_what_is_known_bears_the_label_of_what_shows_it() -> None:
    """An obligation, or a clause."""
    labels = {a.label.partition(",")[0] for known in CATALOGUE.weakening().known.values() for a in known.theorems}
    assert labels
    assert all(label in CATALOGUE or label in MAXPOOL for label in labels)


def test_without_what_is_known_a_mutant_that_says_the_same_survives() -> None:
    clause, known = MAXPOOL[FIRST], CATALOGUE.weakening().known[FIRST]
    assert isinstance(clause, Decision)
    last = next(a.formula for a in clause.alternatives if a.choice == "the last tap")
    assert last is not None
    mutant = or_(clause.formula, and_(INDEX < 0, last))
    assert adds_nothing(MAXPOOL, clause, mutant, known, BRIEF_LIMITS)
    assert not adds_nothing(MAXPOOL, clause, mutant, replace(known, theorems=()), BRIEF_LIMITS)


@pytest.mark.parametrize("label", [OVER, FIRST, FLAT])
def test_what_adds_something_is_not_proved_to_add_nothing(label: str) -> None:
    clause, known = MAXPOOL[label], CATALOGUE.weakening().known[label]
    assert isinstance(clause, Decision)
    for alternative in clause.alternatives:
        assert alternative.formula is not None
        mutant = or_(clause.formula, and_(KERNEL[0] >= 1, alternative.formula))
        # A padding of -inf is no other rule where each window meets the input: it is below every element.
        same = alternative.choice == "padding is -inf"
        assert adds_nothing(MAXPOOL, clause, mutant, known, BRIEF_LIMITS) == same
    assert not adds_nothing(MAXPOOL, clause, clause.formula, known, BRIEF_LIMITS)


def without_precondition(operator: Operator) -> Operator:
    return replace(
        operator,
        clauses=tuple(
            replace(c, precondition=False) if isinstance(c, Decision) and c.label == MEET else c
            for c in operator.clauses
        ),
    )


def in_another_order(operator: Operator) -> Operator:
    fits, meet = operator[FITS], operator[MEET]
    places = {FITS: meet, MEET: fits}
    return replace(operator, clauses=tuple(places.get(c.label, c) for c in operator.clauses))


def without_a_rank(operator: Operator) -> Operator:
    return operator.changed("R1", or_(said("R1"), said("R1").args[0].eq(3)))  # type: ignore[attr-defined]


def checked_otherwise(operator: Operator) -> Operator:
    other = replace(operator[MEET], check=forall(m, 0, 1, meets_input(m)))
    return replace(operator, clauses=tuple(other if c.label == MEET else c for c in operator.clauses))


@pytest.mark.parametrize("change", [without_precondition, in_another_order, without_a_rank, checked_otherwise])
def test_edges_notice_what_a_call_meets(change: Callable[[Operator], Operator]) -> None:
    assert list(misjudged(change(MAXPOOL), CATALOGUE.experiments.calls()))


def test_the_form_that_is_checked_is_held_too() -> None:
    assert held(checked_otherwise(MAXPOOL), MEET).wrong
