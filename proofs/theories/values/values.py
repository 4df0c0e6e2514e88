"""The values theory: Y and Indices are defined, and what follows from their definition.

The clauses quantify over the taps of a window. A theorem is stated of one selected tap (h, w) against one other tap
(h2, w2), both arbitrary: that is the clause's own formula without its quantifiers, so that a solver has nothing to
guess and each assumption can be shown to be needed. Some theorems then state the clauses whole, quantifiers and all,
with their hypotheses in the goal; that these can hold is what the theorems on existence say. Elements enter by
their rank in the order of maxima, an integer: a plane has finitely many.
"""

from __future__ import annotations

from dataclasses import replace as changed

from proofs.assumptions.lemmas import lemma, stating, suppose
from proofs.engine.statement import Statement
from proofs.theories.indices.indices import (
    IN_ORDER,
    INNER,
    INNER_,
    INNER_2,
    OUTER,
    OUTER_,
    OUTERS,
    SIZE,
    inner2,
    outer2,
    within,
)
from proofs.theories.indices.indices import IN_RANGE as IN_RANGE_STEP
from proofs.theories.topic import on
from spec.language.fold import replace, substitute
from spec.language.terms import FALSE, TRUE, Literal, Sort, Symbol, Term, Variable, and_, not_
from spec.maxpool.operator import MAXPOOL
from spec.maxpool.semantics import (
    BEFORE,
    INDEX,
    KERNEL,
    SELECTED,
    element,
    flat,
    h2,
    in_range,
    w2,
)
from spec.maxpool.vocabulary import key, w
from spec.window.names import h

FIRST_MAXIMUM = MAXPOOL["Indices.first-maximum"]
NOT_BEATEN = and_(
    key(element(h2, w2)) <= key(element(h, w)),
    BEFORE.implies(key(element(h2, w2)) < key(element(h, w))),
)
"""(h2, w2) does not beat (h, w): what a first maximum has over every in-range tap."""

_TAP = (Sort.INT, Sort.INT)
tapped, rank, number_at, element_at = (
    Symbol(name, _TAP, sort)
    for name, sort in (("in_range", Sort.BOOL), ("rank", Sort.INT), ("flat", Sort.INT), ("element", Sort.ELEMENT))
)
index, index2, selected = Variable("index"), Variable("index2"), Variable("selected", Sort.ELEMENT)
other, padding = Variable("other", Sort.ELEMENT), Variable("padding")

TAPS: dict[Term, Term] = {INDEX: index, SELECTED: selected}
for _h, _w in ((h, w), (h2, w2)):
    TAPS |= {in_range(_h, _w): tapped(_h, _w), flat(_h, _w): number_at(_h, _w)}
RANKS: dict[Term, Term] = TAPS | {key(element(*tap)): rank(*tap) for tap in ((h, w), (h2, w2))}
ELEMENTS: dict[Term, Term] = TAPS | {element(*tap): element_at(*tap) for tap in ((h, w), (h2, w2))}


def without_taps(words: dict[Term, Term]) -> dict[Term, Term]:
    """Words for parts of clauses, but for those for taps in range."""
    return {part: name for part, name in words.items() if part.sort is not Sort.BOOL}


SELECTION, FLAT = (on(label, prefix="values.", words=(RANKS,)) for label in (FIRST_MAXIMUM.label, "Indices.flat"))
Y_MAX, OVER_INPUT = (on(label, prefix="values.", words=(ELEMENTS,)) for label in ("Y.max", "Y.max-over-input"))
STEP = on(FIRST_MAXIMUM.label, prefix="values.existence.")


def of_other(statement: Term) -> Term:
    """The statement with the two taps' parts exchanged."""
    return substitute(statement, {h: h2, w: w2, h2: h, w2: w})


IS_FIRST = replace(in_range(h2, w2).implies(NOT_BEATEN), RANKS)
IS_FIRST_ELEMENT = replace(in_range(h2, w2).implies(NOT_BEATEN), ELEMENTS)
FIRST = suppose("(h2, w2) does not beat (h, w)", IS_FIRST)
IN_KERNEL = {tap: and_(within(tap[0], KERNEL[0]), within(tap[1], KERNEL[1])) for tap in ((h, w), (h2, w2))}
TAPS_OF_KERNEL: dict[Term, Term] = {and_(IN_KERNEL[tap], in_range(*tap)): tapped(*tap) for tap in IN_KERNEL}
"""What `tapped` stands for where a quantifier over the kernel is left out: in the kernel, and in range."""
OF_ELEMENTS, OF_RANKS = ({**words, **TAPS_OF_KERNEL} for words in (without_taps(ELEMENTS), without_taps(RANKS)))
CLAUSE_AT_TAPS = stating(MAXPOOL, FIRST_MAXIMUM.label).at(h, w).part(-1).at(h2, w2)
"""The clause, of the tap (h, w) that it speaks of and of any other."""
OTHER_IS_TAP = suppose("(h2, w2) is in range", tapped(h2, w2))
WHOLE_FIRST = replace(FIRST_MAXIMUM.formula, RANKS)

UNIQUE = (
    SELECTION.theorem(
        "first-maximum-is-unique",
        "Two first maxima of one window are the same tap.",
        and_(h.eq(h2), w.eq(w2)),
        suppose("(h, w) is in range", tapped(h, w)),
        OTHER_IS_TAP,
        FIRST,
        suppose("(h, w) does not beat (h2, w2)", of_other(IS_FIRST)),
    ),
    SELECTION.theorem(
        "Indices-is-determined",
        "The clause allows at most one index.",
        and_(WHOLE_FIRST, substitute(WHOLE_FIRST, {index: index2})).implies(index.eq(index2)),
    ),
)

# Existence, by induction over the taps in row-major order; z is any of them.
t, z, z0, best, taps = (Variable(name) for name in ("t", "z", "z0", "best", "taps"))
found = Variable("found", Sort.BOOL)
is_tap, rank_of = Symbol("tap_in_range", (Sort.INT,), Sort.BOOL), Symbol("tap_rank", (Sort.INT,), Sort.INT)


def first_maximum(best: Term, seen: Term, z: Term) -> Term:
    """`best` is the first maximum of the taps seen, as far as tap z shows."""
    beaten = and_(rank_of(z) <= rank_of(best), (z < best).implies(rank_of(z) < rank_of(best)))
    return and_(within(best, seen), is_tap(best), and_(within(z, seen), is_tap(z)).implies(beaten))


def after(seen: Term, found: Term, best: Term, z: Term = z) -> Term:
    """After some taps, either none was in range, or `best` is their first maximum."""
    nothing = within(z, seen).implies(not_(is_tap(z)))
    return and_(not_(found).implies(nothing), found.implies(first_maximum(best, seen, z)))


SO_FAR = suppose("after t taps", after(t, found, best))
IN_RANGE = suppose("tap t is in range", is_tap(t))
FOUND = suppose("something was found", found)


CONCLUSION = changed(
    STEP.theorem(
        "conclusion",
        "A window with an in-range tap has a first maximum: what is best after all its taps.",
        first_maximum(best, taps, z),
        suppose("after all taps", and_(after(taps, found, best), after(taps, found, best, z0))),
        suppose("tap z0 is in range", and_(within(z0, taps), is_tap(z0))),
    ),
    principle="induction over the number of taps seen",
)

EXISTENCE = (
    STEP.theorem("start", "Before the first tap, nothing was found.", after(Literal(0), FALSE, best)),
    STEP.theorem(
        "tap-on-padding",
        "A tap on padding changes nothing.",
        after(t + 1, found, best),
        SO_FAR,
        suppose("tap t is on padding", not_(is_tap(t))),
    ),
    STEP.theorem(
        "first-in-range",
        "The first tap in range is the first maximum so far.",
        after(t + 1, TRUE, t),
        suppose("t counts taps", t >= 0),
        SO_FAR,
        IN_RANGE,
        suppose("nothing was found", not_(found)),
    ),
    STEP.theorem(
        "greater",
        "A greater tap is the first maximum so far.",
        after(t + 1, TRUE, t),
        SO_FAR,
        FOUND,
        IN_RANGE,
        suppose("tap t is greater", rank_of(t) > rank_of(best)),
    ),
    STEP.theorem(
        "not-greater",
        "A tap that is not greater leaves the first maximum as it is.",
        after(t + 1, TRUE, best),
        SO_FAR,
        FOUND,
        suppose("tap t is not greater", rank_of(t) <= rank_of(best)),
    ),
    CONCLUSION,
)

number, number2 = Variable("number"), Variable("number2")

NUMBERED: dict[Term, Term] = {
    h * KERNEL[1] + w: number,
    h2 * KERNEL[1] + w2: number2,
    KERNEL[0] * KERNEL[1]: taps,
}
"""Taps are numbered row by row."""

EXISTENCE_IN_WINDOW = SELECTION.theorem(
    "first-maximum-exists",
    "The first maximum of the taps by their number is the first maximum in the row-major order of the window.",
    replace(IS_FIRST, {tapped(h2, w2): is_tap(number2), rank(h2, w2): rank_of(number2), rank(h, w): rank_of(number)}),
    lemma(CONCLUSION)
    .put({best: number, z: number2})
    .named(NUMBERED)
    .standing_on(*(a.label for a in CONCLUSION.assumptions))
    .assume(first_maximum(number, taps, number2)),
    lemma(IN_RANGE_STEP)
    .put({OUTER_: h2, OUTERS: KERNEL[0], INNER_: w2, SIZE: KERNEL[1]})
    .named(NUMBERED)
    .standing_on(OUTER.label, INNER.label)
    .assume(within(number2, taps)),
    lemma(IN_ORDER)
    .put({OUTER_: h, outer2: h2, INNER_: w, inner2: w2, SIZE: KERNEL[1]})
    .named(NUMBERED)
    .standing_on(INNER.label, INNER_2.label)
    .assume(BEFORE.iff(number2 < number)),
)


def obligations() -> tuple[Statement, ...]:
    """The obligations of this file, in reading order."""
    return (*UNIQUE, *EXISTENCE, EXISTENCE_IN_WINDOW)
