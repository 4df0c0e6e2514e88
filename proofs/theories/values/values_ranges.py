"""The values theory, continued: first maxima of ranges of taps, as `reference.fast.twin` merges them, and of padded
windows.

Taps are numbered row by row, as in the theory's induction; z is any of them.
"""

from __future__ import annotations

from proofs.engine.statement import Statement
from proofs.engine.terms import suppose
from proofs.theories.values.values import best, is_tap, rank_of, value_theorem, z
from spec.language.terms import Term, Variable, and_, ite, maximum, or_

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
    value_theorem(
        "overlapping-ranges",
        "Of two ranges of taps that may overlap, the first maximum of the later one if it is greater, and else that of "
        "the earlier one, is the first maximum of both together.",
        (
            suppose(
                "first maximum of the earlier range", and_(first_of(earlier_best, 0, earlier_stop), EARLIER_AT_LATER)
            ),
            suppose("first maximum of the later range", first_of(later_best, later_start, later_stop)),
            suppose("the later range starts in the earlier one", later_start >= 0),
            suppose("there is no tap between them", later_start <= earlier_stop),
            suppose("the later range ends last", earlier_stop <= later_stop),
        ),
        first_of(ite(LATER_IS_GREATER, later_best, earlier_best), 0, later_stop),
    ),
    value_theorem(
        "overlapping-ranges.later",
        "Where the first maximum of the later range is greater, it comes after the earlier one's.",
        (
            suppose("first maximum of the earlier range", EARLIER_AT_LATER),
            suppose("the later range starts in the earlier one", later_start >= 0),
            suppose("in the later range", in_range_of(later_best, later_start, later_stop)),
            suppose("the later one is greater", LATER_IS_GREATER),
        ),
        earlier_best < later_best,
    ),
)

PADDED = (
    value_theorem(
        "lowest-padding.first-tap",
        "Where padding is ranked as low as any element, the first maximum of a window's taps, those on padding among "
        "them, or its first tap in range where that comes later, is the first maximum of the taps in range.",
        (
            suppose("first maximum of all taps", and_(beaten_by(best, first_tap), beaten_by(best, z))),
            suppose("padding has the lowest rank", or_(is_tap(best), rank_of(best).eq(lowest))),
            suppose("no element is below it", lowest <= rank_of(first_tap)),
            suppose("windows.meet-input, at the first tap in range", is_tap(first_tap)),
            suppose(
                "no tap in range is before it",
                and_(is_tap(best).implies(first_tap <= best), is_tap(z).implies(first_tap <= z)),
            ),
        ),
        and_(
            is_tap(maximum(best, first_tap)),
            is_tap(z).implies(beaten_by(maximum(best, first_tap), z)),
        ),
        about=("Indices.first-maximum", "Y.max-over-input"),
    ),
)


def obligations() -> tuple[Statement, ...]:
    """The obligations of this file, in reading order."""
    return (*RANGES, *PADDED)
