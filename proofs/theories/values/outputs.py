"""The values theory, continued: what stands in Y, what Indices points at, and what both follow from."""

from __future__ import annotations

from proofs.assumptions.lemmas import lemma, stating, suppose
from proofs.engine.statement import Statement
from proofs.theories.indices.indices import (
    DECODED,
    FIRST_IS_SMALLEST,
    INNER,
    INNER_2,
    NOT_EMPTY,
    READ,
    WHOLE_DECODED,
    block,
    col,
    line,
    line2,
    plane,
    r,
)
from proofs.theories.indices.indices import index as flat_index
from proofs.theories.topic import on
from proofs.theories.values.values import (
    CLAUSE_AT_TAPS,
    ELEMENTS,
    FIRST_MAXIMUM,
    FLAT,
    IS_FIRST,
    IS_FIRST_ELEMENT,
    OF_ELEMENTS,
    OF_RANKS,
    OTHER_IS_TAP,
    OVER_INPUT,
    RANKS,
    SELECTION,
    Y_MAX,
    element_at,
    index,
    number_at,
    other,
    padding,
    rank,
    selected,
)
from spec.language.fold import replace
from spec.language.terms import Term, Variable, and_, maximum
from spec.maxpool.operator import MAXPOOL
from spec.maxpool.semantics import (
    BEFORE,
    INDEX,
    SELECTED,
    column,
    element,
    every_tap,
    flat,
    h2,
    row,
    w2,
)
from spec.maxpool.vocabulary import b, c, dX, key, v, value, w
from spec.window.names import h

IN_WORDS: dict[Term, Term] = {row(h): r, column(w): col, INDEX: index, SELECTED: selected}
PLANE = b * dX[1] + c
LINES: dict[Variable, Term] = {line: PLANE * dX[2] + row(h), line2: PLANE * dX[2] + row(h2), block: PLANE * dX[2]}
AS_ORDERED = lemma(FIRST_IS_SMALLEST).put(LINES)
"""`indices.first-is-smallest`, of two taps of one window."""
AS_DECODED = (
    lemma(WHOLE_DECODED)
    .put({r: row(h), col: column(w), plane: PLANE, line: PLANE * dX[2] + row(h)})
    .put({flat_index: INDEX})
    .named(IN_WORDS, READ)
    .standing_on(*(h.label for h in lemma(WHOLE_DECODED).made.needed))
)
"""`indices.decodes`, of the element under the selected tap."""
SELECTED_ELEMENT = on("Y.bits", prefix="values.", words=(IN_WORDS, READ)).theorem(
    "selected-element",
    "The element of X at Indices is the one under the selected tap.",
    replace(SELECTED.eq(value(element(h, w))), IN_WORDS),
    NOT_EMPTY,
    AS_DECODED.assume(DECODED),
    stating(MAXPOOL, "Y.bits")
    .named(IN_WORDS, READ)
    .assume(replace(replace(MAXPOOL["Y.bits"].formula, IN_WORDS), READ)),
)
IS_SELECTED = (
    lemma(SELECTED_ELEMENT)
    .named(OF_ELEMENTS)
    .standing_on(*(h.label for h in lemma(SELECTED_ELEMENT).made.needed))
    .assume(selected.eq(value(element_at(h, w))))
)
SAME_RANK = (
    stating(MAXPOOL, "NaN.as-minus-infinity")
    .put({v: element(h, w)})
    .part(0)
    .named(OF_ELEMENTS)
    .assume(key(value(element_at(h, w))).eq(key(element_at(h, w))))
)
SELECTED_IS_AT_INDEX = every_tap(h, w, INDEX.eq(flat(h, w)).implies(SELECTED.eq(value(element(h, w)))))
"""Y holds the element under the tap that Indices points at."""
WHOLE_RANK = every_tap(h, w, key(value(element(h, w))).eq(key(element(h, w))))

OUTPUT = (
    SELECTED_ELEMENT,
    Y_MAX.theorem(
        "Y-is-upper-bound",
        "No element under an in-range tap is above Y.",
        key(element_at(h2, w2)) <= key(selected),
        CLAUSE_AT_TAPS.named(OF_ELEMENTS).assume(IS_FIRST_ELEMENT),
        IS_SELECTED,
        SAME_RANK,
        OTHER_IS_TAP,
    ),
    Y_MAX.theorem(
        "Y-is-maximum",
        "If Indices is as defined and Y holds what stands there, then Y is as defined.",
        replace(
            and_(FIRST_MAXIMUM.formula, SELECTED_IS_AT_INDEX, WHOLE_RANK).implies(MAXPOOL["Y.max"].formula), ELEMENTS
        ),
        about=("Y.max", "Indices.first-maximum"),
    ),
    Y_MAX.theorem(
        "Y-rank-is-determined",
        "Two elements that meet the definition of Y have one rank.",
        key(selected).eq(key(other)),
        suppose(
            "selected is attained at (h, w)",
            and_(selected.eq(element_at(h, w)), key(element_at(h2, w2)) <= key(selected)),
        ),
        suppose(
            "other is attained at (h2, w2)", and_(other.eq(element_at(h2, w2)), key(element_at(h, w)) <= key(other))
        ),
    ),
    OVER_INPUT.theorem(
        "Y-is-over-input",
        "An element that is Y by its definition is one of X's, not padding.",
        replace(MAXPOOL["Y.max"].formula.implies(MAXPOOL["Y.max-over-input"].formula), ELEMENTS),
    ),
    OVER_INPUT.theorem(
        "lowest-padding-changes-nothing",
        "A padding value below every element, as -inf or the type's minimum is, never becomes the maximum.",
        maximum(padding, rank(h, w)).eq(rank(h, w)),
        suppose("below the maximum of the in-range taps", padding <= rank(h, w)),
    ),
    FLAT.theorem(
        "Indices-is-flat",
        "An index of a first maximum is the flat index of an in-range tap, never of padding.",
        replace(FIRST_MAXIMUM.formula.implies(MAXPOOL["Indices.flat"].formula), RANKS),
        about=("Indices.flat", "Indices.first-maximum"),
    ),
    SELECTION.theorem(
        "first-is-smallest-index",
        "Of all in-range taps that attain the maximum, Indices has the smallest flat index.",
        number_at(h, w) <= number_at(h2, w2),
        CLAUSE_AT_TAPS.named(OF_RANKS).assume(IS_FIRST),
        OTHER_IS_TAP,
        suppose("(h2, w2) attains the maximum", rank(h2, w2).eq(rank(h, w))),
        AS_ORDERED.named(OF_RANKS)
        .standing_on(INNER.label, INNER_2.label)
        .assume(BEFORE.iff(number_at(h2, w2) < number_at(h, w))),
    ),
)


def obligations() -> tuple[Statement, ...]:
    """The obligations of this file, in reading order."""
    return OUTPUT
