"""The invariants, as data: what holds at the head of the loops over taps, and of the loops over cells.

They are written over what a function's parts are called by role: `found`, the ghost tap (best_h, best_w) at which the
best element was taken, how often a cell was written; and over the names that the values theory gives to parts of the
clauses, which `MEANING` puts back. (h2, w2) is any tap and (b, c, m, n) any cell: what is shown of them holds of all.
`seen` and `done` say which taps and cells the loops have passed, in the order in which the function runs through them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace as replaced
from functools import cache

from proofs.program.logic.plan import Invariant
from proofs.theories.indices.indices import within
from proofs.theories.values.values import ELEMENTS, NOT_BEATEN, element_at, index, number_at, selected, tapped
from spec.language.fold import defined, replace, substitute
from spec.language.terms import TRUE, Sort, Symbol, Term, Variable, and_, free_variables, not_
from spec.maxpool.semantics import KERNEL, element, flat, h2, in_range, w2
from spec.maxpool.vocabulary import b, c, dY, n, value, w
from spec.window.names import h, m

found, done = Variable("found", Sort.BOOL), Variable("done", Sort.BOOL)
best_h, best_w = Variable("best_h"), Variable("best_w")
written_Y, written_Indices = Variable("written_Y"), Variable("written_Indices")
in_Y = Variable("in_Y", Sort.BOOL)
seen, in_kernel = (Symbol(name, (Sort.INT, Sort.INT), Sort.BOOL) for name in ("seen", "in_kernel"))

IN_Y = and_(*(within(i, size) for i, size in zip((b, c, m, n), dY, strict=True)))
"""The cell (b, c, m, n) is one of Y's: what `in_Y` stands for."""


def is_in_kernel(tap_h: Term, tap_w: Term) -> Term:
    """The tap is one of the window's."""
    return and_(within(tap_h, KERNEL[0]), within(tap_w, KERNEL[1]))


MEANING: Mapping[Symbol, Callable[[Term, Term], Term]] = {
    in_kernel: is_in_kernel,
    tapped: in_range,
    number_at: flat,
    element_at: element,
}
"""What the names stand for in the clauses."""


@cache
def in_the_clauses(term: Term) -> Term:
    """A term with its names replaced by what they stand for."""
    return defined(term, MEANING)


SEEN_TAP = and_(in_kernel(h2, w2), seen(h2, w2), tapped(h2, w2))
BEST_NOT_BEATEN = substitute(replace(NOT_BEATEN, ELEMENTS), {h: best_h, w: best_w})

TAPS = (
    Invariant(
        "nothing-seen",
        "where nothing was found, no tap so far is in range",
        not_(found).implies(not_(SEEN_TAP)),
    ),
    Invariant(
        "selected-tap",
        "where something was found, it is at a tap of the window seen so far, in range",
        found.implies(and_(in_kernel(best_h, best_w), seen(best_h, best_w), tapped(best_h, best_w))),
    ),
    Invariant(
        "first-maximum",
        "no tap seen so far beats the one found: none is greater, and none before it is equal",
        and_(found, SEEN_TAP).implies(BEST_NOT_BEATEN),
    ),
)

DONE = and_(in_Y, done)

CELLS = (
    Invariant(
        "written-once",
        "each cell passed was written once",
        DONE.implies(and_(written_Y.eq(1), written_Indices.eq(1))),
    ),
    Invariant(
        "not-written",
        "each cell to come was not written",
        and_(in_Y, not_(done)).implies(and_(written_Y.eq(0), written_Indices.eq(0))),
    ),
    Invariant(
        "selected-tap",
        "each cell passed has a selected tap, in range",
        DONE.implies(and_(in_kernel(best_h, best_w), tapped(best_h, best_w))),
    ),
    Invariant(
        "Y",
        "each cell of Y passed holds the element under its selected tap",
        DONE.implies(selected.eq(value(element_at(best_h, best_w)))),
    ),
    Invariant(
        "Indices",
        "each cell of Indices passed holds the flat index of its selected tap",
        DONE.implies(index.eq(number_at(best_h, best_w))),
    ),
    Invariant(
        "first-maximum",
        "no tap in range of a cell passed beats its selected tap",
        and_(DONE, in_kernel(h2, w2), tapped(h2, w2)).implies(BEST_NOT_BEATEN),
    ),
)


def without_indices(cells: Sequence[Invariant]) -> Sequence[Invariant]:
    """What remains of the invariants on cells where a function gives no Indices."""
    once = {written_Indices.eq(1): TRUE, written_Indices.eq(0): TRUE}
    return [replaced(i, term=replace(i.term, once)) for i in cells if index not in free_variables(i.term)]
