"""The values theory, continued: what a cell says of one plane of X and of nothing else, and of parts of its window.

Two tensors that hold the same elements in a plane hold the same under each tap. From there on it is a matter of taps:
where they hold the same elements, Y is the same, and Indices moves as their flat indices do. So planes are independent,
batches can be cut and joined, and a layout that stores the elements in other places computes the same.

First maxima of ranges of taps are merged as `reference.fast.twin` does it. There, taps are numbered row by row, as in
the theory's induction; z is any of them.
"""

from __future__ import annotations

from proofs.assumptions.lemmas import suppose
from proofs.engine.statement import Statement
from proofs.theories.topic import on
from proofs.theories.values.values import (
    ELEMENTS,
    IS_FIRST_ELEMENT,
    SELECTION,
    TAPS,
    Y_MAX,
    best,
    element_at,
    is_tap,
    number_at,
    rank_of,
    z,
)
from proofs.theories.values.values_laws import IN_OTHER, other_element_at
from spec.language.fold import replace
from spec.language.terms import Sort, Symbol, Term, Variable, and_, forall, ite, maximum, or_
from spec.maxpool.operator import MAXPOOL
from spec.maxpool.semantics import INDEX, KERNEL, column, element, every_tap, flat, h2, row, some_tap, w2
from spec.maxpool.vocabulary import X, b, c, dX, w
from spec.window.names import h

b2, c2, r, col = (Variable(name) for name in ("b2", "c2", "row", "column"))
shift, channels = Variable("shift"), Variable("other_dX_1")
other_X = Symbol("other_X", X.parameters, Sort.ELEMENT)
moved = Symbol("moved_flat", (Sort.INT, Sort.INT), Sort.INT)
one, two = (Symbol(name, (Sort.INT, Sort.INT), Sort.BOOL) for name in ("one", "two"))

Tap = tuple[Variable, Variable]
TAP, OTHER_TAP = (h, w), (h2, w2)


def same_plane(other: Term, mine: Term) -> Term:
    """Two tensors hold the same element at each row and column of a plane."""
    return forall(r, 0, dX[2], forall(col, 0, dX[3], other.eq(mine)))


def of_taps(formula: Term) -> Term:
    """A formula on cells, in words of taps."""
    return replace(formula, ELEMENTS)


def of_other(formula: Term) -> Term:
    """The same of the other tensor."""
    return replace(of_taps(formula), IN_OTHER)


def agree(tap: Tap) -> Term:
    """The two tensors hold the same element under every in-range tap."""
    return replace(every_tap(*tap, element_at(*tap).eq(other_element_at(*tap))), TAPS)


def at_some(property_: Term) -> Term:
    """Some in-range tap has a property."""
    return replace(some_tap(property_), TAPS)


MAXIMUM = MAXPOOL["Y.max"].formula
IS_FIRST = forall(h2, 0, KERNEL[0], forall(w2, 0, KERNEL[1], IS_FIRST_ELEMENT))
IS_FIRST_OF_OTHER = replace(IS_FIRST, IN_OTHER)
index = TAPS[INDEX]

AGREEING = (
    Y_MAX.theorem(
        "same-plane-same-taps",
        "Tensors that hold the same elements in two planes hold the same under each in-range tap of a cell there.",
        same_plane(other_X(b2, c2, r, col), X(b, c, r, col)).implies(
            every_tap(h, w, other_X(b2, c2, row(h), column(w)).eq(element(h, w)))
        ),
        about=("Y.max", "Indices.first-maximum"),
    ),
    Y_MAX.theorem(
        "same-taps-same-Y",
        "Where the taps of a cell hold the same elements, Y is the same.",
        agree(TAP).implies(of_taps(MAXIMUM).iff(of_other(MAXIMUM))),
    ),
    SELECTION.theorem(
        "same-taps-same-first-maximum",
        "Where the taps of a cell hold the same elements, the same tap is the first maximum.",
        and_(agree(OTHER_TAP), element_at(h, w).eq(other_element_at(h, w))).implies(IS_FIRST.iff(IS_FIRST_OF_OTHER)),
    ),
    SELECTION.theorem(
        "same-tap-moved-index",
        "Where the same tap is selected and each flat index is moved by one distance, Indices is moved by it.",
        and_(
            replace(every_tap(h, w, one(h, w).implies(two(h, w))), TAPS),
            replace(every_tap(h, w, moved(h, w).eq(number_at(h, w) + shift)), TAPS),
        ).implies(
            at_some(and_(index.eq(number_at(h, w)), one(h, w))).implies(
                at_some(and_((index + shift).eq(moved(h, w)), two(h, w)))
            )
        ),
        about=("Indices.first-maximum", "Indices.flat"),
    ),
)

MOVED = (
    on("Indices.flat").theorem(
        "indices.plane-moved",
        "A plane that is moved, to a tensor of other batches and channels too, moves each of its flat indices by the "
        "difference of the planes' numbers, times the number of elements in a plane.",
        (((b2 * channels + c2) * dX[2] + row(h)) * dX[3] + column(w)).eq(
            flat(h, w) + ((b2 * channels + c2) - (b * dX[1] + c)) * (dX[2] * dX[3])
        ),
    ),
)


earlier_best, later_best, earlier_stop, later_start, later_stop = (
    Variable(name) for name in ("earlier_best", "later_best", "earlier_stop", "later_start", "later_stop")
)
lowest, first_tap = Variable("lowest"), Variable("first_tap")


def in_range_of(tap: Term, start: Term | int, stop: Term) -> Term:
    """A tap is in a range of taps."""
    return and_(start <= tap, tap < stop)


def beaten_by(best: Term, tap: Term) -> Term:
    """`best` is not below a tap, and above it where that comes earlier."""
    return and_(rank_of(tap) <= rank_of(best), (tap < best).implies(rank_of(tap) < rank_of(best)))


def first_of(best: Term, start: Term | int, stop: Term, tap: Term = z) -> Term:
    """`best` is the first maximum of a range of taps, as far as a tap shows."""
    return and_(in_range_of(best, start, stop), in_range_of(tap, start, stop).implies(beaten_by(best, tap)))


LATER_IS_GREATER = rank_of(later_best) > rank_of(earlier_best)
EARLIER_AT_LATER = first_of(earlier_best, 0, earlier_stop, later_best)

RANGES = (
    SELECTION.theorem(
        "overlapping-ranges",
        "Of two ranges of taps that may overlap, the first maximum of the later one if it is greater, and else that of "
        "the earlier one, is the first maximum of both together.",
        first_of(ite(LATER_IS_GREATER, later_best, earlier_best), 0, later_stop),
        suppose("first maximum of the earlier range", and_(first_of(earlier_best, 0, earlier_stop), EARLIER_AT_LATER)),
        suppose("first maximum of the later range", first_of(later_best, later_start, later_stop)),
        suppose("the later range starts in the earlier one", later_start >= 0),
        suppose("there is no tap between them", later_start <= earlier_stop),
        suppose("the later range ends last", earlier_stop <= later_stop),
    ),
    SELECTION.theorem(
        "overlapping-ranges.later",
        "Where the first maximum of the later range is greater, it comes after the earlier one's.",
        earlier_best < later_best,
        suppose("first maximum of the earlier range", EARLIER_AT_LATER),
        suppose("the later range starts in the earlier one", later_start >= 0),
        suppose("in the later range", in_range_of(later_best, later_start, later_stop)),
        suppose("the later one is greater", LATER_IS_GREATER),
    ),
)

PADDED = (
    SELECTION.theorem(
        "lowest-padding.first-tap",
        "Where padding is ranked as low as any element, the first maximum of a window's taps, those on padding among "
        "them, or its first tap in range where that comes later, is the first maximum of the taps in range.",
        and_(
            is_tap(maximum(best, first_tap)),
            is_tap(z).implies(beaten_by(maximum(best, first_tap), z)),
        ),
        suppose("first maximum of all taps", and_(beaten_by(best, first_tap), beaten_by(best, z))),
        suppose("padding has the lowest rank", or_(is_tap(best), rank_of(best).eq(lowest))),
        suppose("no element is below it", lowest <= rank_of(first_tap)),
        suppose("the first tap is in range", is_tap(first_tap)),
        suppose(
            "no tap in range is before it",
            and_(is_tap(best).implies(first_tap <= best), is_tap(z).implies(first_tap <= z)),
        ),
        about=("Indices.first-maximum", "Y.max-over-input"),
    ),
)


def obligations() -> tuple[Statement, ...]:
    """The obligations of this file, in reading order."""
    return (*AGREEING, *MOVED, *RANGES, *PADDED)
