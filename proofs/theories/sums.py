"""The values theory of AveragePool and Conv: an average lies between the elements it is of; padding adds nothing.

A sum is known by what it is over nothing, and by what one more summand adds (`spec.language.fold.one_more`). What is
shown of one summand holds of the sum by induction, first over the taps of a row and then over the rows: the same step
serves both, a row being one summand of the window. Here `total` and `number` are the sum so far of the elements, and of
ones for the taps counted; `more` and `counted` are what the next tap, or the next row, adds.
"""

from __future__ import annotations

from dataclasses import replace as changed

from proofs.assumptions.assumption import Assumption
from proofs.assumptions.lemmas import stating, suppose
from proofs.engine.statement import Statement
from proofs.theories.topic import on
from spec.averagepool.operator import AVERAGEPOOL, IN_RANGE, INCLUDED, TAPS, TOTAL
from spec.conv.operator import BIAS, CONV, PRODUCTS
from spec.language.fold import one_more, replace, substitute, subterms
from spec.language.terms import (
    Literal,
    Op,
    Operation,
    Sort,
    Sum,
    Term,
    Variable,
    and_,
    ite,
    maximum,
    minimum,
    not_,
    or_,
)
from spec.operator.operator import Operator
from spec.window.plane import some_tap_in_range, w
from spec.window.summed import ELEMENT_OF_Y

least, greatest, element, total, more, average, bias = (
    Variable(name, Sort.REAL) for name in ("least", "greatest", "element", "total", "more", "average", "bias")
)
number, counted, k, taps = (Variable(name) for name in ("number", "counted", "k", "taps"))
inside, seen = Variable("inside", Sort.BOOL), Variable("seen", Sort.BOOL)
INDUCTION = "induction over the taps of a row, and over the rows"


def row_of(window: Term) -> Sum:
    """The sum over a row's taps, in a sum over a window's."""
    return next(t for t in subterms(window) if isinstance(t, Sum) and t.variable == w)


def tap_of(window: Term) -> Term:
    """What one tap adds, in words: `element` if it is `inside`; a 1 that is added is as it is."""
    match row_of(window).body:
        case Operation(Op.ITE, (_, Literal() as one, nothing)):
            return ite(inside, one, nothing)
        case Operation(Op.ITE, (_, _, nothing)):
            return ite(inside, element, nothing)
    raise TypeError("a tap adds something if it is in range")


def grown(window: Term, so_far: Variable, added: Variable) -> tuple[Assumption, Variable]:
    """That a sum with one more summand is the sum so far and what is added, and the name of that sum."""
    row, after = row_of(window), Variable(f"{so_far.name} with one more", so_far.sort)
    names = {
        Sum(w, row.low, k + 1, row.body): after,
        Sum(w, row.low, k, row.body): so_far,
        substitute(row.body, {w: k}): added,
    }
    return suppose(f"{after.name} summand", replace(one_more(row, k), names)), after


def within(total: Term, number: Term, low: Term = least, high: Term = greatest) -> Term:
    """A sum lies between so many times the least and so many times the greatest."""
    return and_(low * number <= total, total <= high * number)


BETWEEN = suppose("the elements lie between", inside.implies(and_(least <= element, element <= greatest)))
MORE_TOTAL, TOTAL_AFTER = grown(TOTAL, total, more)
MORE_NUMBER, NUMBER_AFTER = grown(IN_RANGE, number, counted)
SO_FAR = suppose("so far", within(total, number))
ADDED = suppose("what is added", within(more, counted))
LOW, HIGH = minimum(least, 0), maximum(greatest, 0)
WORDS: dict[Term, Term] = {ELEMENT_OF_Y: average, TOTAL: total, IN_RANGE: number, TAPS: taps}


def clause_in_words(operator: Operator, label: str, words: dict[Term, Term]) -> Assumption:
    """A clause on a cell, its sums by their names."""
    return stating(operator, label).named(words).assume(replace(operator[label].formula, words))


def of_averagepool() -> tuple[Statement, ...]:
    """The average lies in the range of the window's elements; of these and 0, where padding counts."""
    of_average = on("Y.average", operator=AVERAGEPOOL, prefix="values.", words=(WORDS,))
    of_count = on("Y.count", operator=AVERAGEPOOL, prefix="values.", words=(WORDS,))
    is_average, is_count = (clause_in_words(AVERAGEPOOL, label, WORDS) for label in ("Y.average", "Y.count"))
    excluded, included = suppose("padding does not count", not_(INCLUDED)), suppose("padding counts", INCLUDED)
    kernel = suppose("the kernel has taps", taps >= 1)
    return (
        of_average.theorem(
            "tap",
            "What a tap adds lies between the least element and the greatest, as often as it counts.",
            within(tap_of(TOTAL), tap_of(IN_RANGE)),
            BETWEEN,
        ),
        of_average.theorem("nothing", "The sum over nothing lies between.", within(Literal(0), Literal(0))),
        changed(
            of_average.theorem(
                "one-more",
                "With one more summand that lies between, the sum lies between.",
                within(TOTAL_AFTER, NUMBER_AFTER),
                SO_FAR,
                ADDED,
                MORE_TOTAL,
                MORE_NUMBER,
            ),
            principle=INDUCTION,
        ),
        of_count.theorem(
            "count.tap",
            "A tap counts 0 or 1, and 1 where it falls on X.",
            and_(tap_of(IN_RANGE) >= 0, inside.implies(tap_of(IN_RANGE) >= 1)),
        ),
        changed(
            of_count.theorem(
                "count.one-more",
                "Once a tap on X was counted, the number is at least 1.",
                and_(NUMBER_AFTER >= 0, or_(seen, inside).implies(NUMBER_AFTER >= 1)),
                suppose("so far", and_(number >= 0, seen.implies(number >= 1))),
                suppose("what is added", and_(counted >= 0, inside.implies(counted >= 1))),
                MORE_NUMBER,
            ),
            principle=INDUCTION,
        ),
        of_average.theorem(
            "average.between",
            "Where padding does not count, the average lies between the least element of the window and the greatest.",
            and_(least <= average, average <= greatest),
            SO_FAR,
            suppose("the window has a tap on X", number >= 1),
            is_count,
            is_average,
            excluded,
            about=("Y.average", "Y.count"),
        ),
        of_average.theorem(
            "included.tap",
            "What a tap adds lies between the least and the greatest of the elements and 0.",
            within(tap_of(TOTAL), Literal(1), LOW, HIGH),
            BETWEEN,
        ),
        changed(
            of_average.theorem(
                "included.one-more",
                "So does the sum with one more summand, as often as all taps count.",
                within(TOTAL_AFTER, number + counted, LOW, HIGH),
                suppose("so far", within(total, number, LOW, HIGH)),
                suppose("what is added", within(more, counted, LOW, HIGH)),
                MORE_TOTAL,
            ),
            principle=INDUCTION,
        ),
        of_average.theorem(
            "included.between",
            "Where padding counts, the average lies between the least and the greatest of the elements and 0.",
            and_(average >= LOW, average <= HIGH),
            suppose("after all taps", within(total, taps, LOW, HIGH)),
            kernel,
            is_count,
            is_average,
            included,
            about=("Y.average", "Y.count"),
        ),
        of_average.refuted(
            "included.in-window",
            "Where padding counts, the average lies between the least element of the window and the greatest.",
            and_(least <= average, average <= greatest),
            SO_FAR,
            suppose("taps on X", and_(1 <= number, number <= taps)),
            is_count,
            is_average,
            included,
        ),
        of_count.theorem(
            "padding-alone.excluded",
            "A tap on padding adds nothing to the count: over padding alone it is 0, and there is no average.",
            tap_of(IN_RANGE).eq(0),
            suppose("the tap is on padding", not_(inside)),
        ),
        changed(
            of_count.theorem(
                "padding-alone.one-more",
                "Sums of zeros with one more are 0.",
                and_(TOTAL_AFTER.eq(0), NUMBER_AFTER.eq(0)),
                suppose("so far", and_(total.eq(0), number.eq(0))),
                suppose("what is added", and_(more.eq(0), counted.eq(0))),
                MORE_TOTAL,
                MORE_NUMBER,
            ),
            principle=INDUCTION,
        ),
        of_average.theorem(
            "padding-alone.included",
            "Where padding counts, the average over padding alone is 0.",
            average.eq(0),
            suppose("a sum of zeros", total.eq(0)),
            kernel,
            is_count,
            is_average,
            included,
            about=("Y.average", "Y.count"),
        ),
    )


PRODUCT_WORDS: dict[Term, Term] = {
    ELEMENT_OF_Y: average,
    PRODUCTS: total,
    BIAS: bias,
    some_tap_in_range(): seen,
}


def of_conv() -> tuple[Statement, ...]:
    """A window over padding alone gives the bias."""
    of_padding = on("windows.padding-alone", operator=CONV, prefix="values.", words=(PRODUCT_WORDS,))
    more_products, after = grown(PRODUCTS, total, more)
    return (
        of_padding.theorem(
            "padding-alone.tap",
            "A tap on padding adds nothing.",
            tap_of(PRODUCTS).eq(0),
            suppose("the tap is on padding", not_(inside)),
        ),
        changed(
            of_padding.theorem(
                "padding-alone.one-more",
                "A sum of zeros with one more is 0.",
                after.eq(0),
                suppose("so far", total.eq(0)),
                suppose("what is added", more.eq(0)),
                more_products,
            ),
            principle="induction over the taps of a row, over the rows, and over the channels",
        ),
        of_padding.theorem(
            "padding-alone.follows",
            "A window over padding alone gives the bias: this follows from the definition.",
            replace(CONV["windows.padding-alone"].formula, PRODUCT_WORDS),
            clause_in_words(CONV, "Y.convolution", PRODUCT_WORDS),
            suppose("after all taps, padding alone", not_(seen).implies(total.eq(0))),
            about=("windows.padding-alone", "Y.convolution"),
        ),
    )
