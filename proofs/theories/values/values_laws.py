"""The values theory, continued: laws that implementations use, and two that do not hold."""

from __future__ import annotations

from proofs.assumptions.lemmas import suppose
from proofs.engine.statement import Statement
from proofs.theories.indices.indices import within
from proofs.theories.replay import pair_after_relu, two_by_two
from proofs.theories.topic import on
from proofs.theories.values.values import IS_FIRST, IS_FIRST_ELEMENT, SELECTION, Y_MAX, element_at, rank, tapped
from spec.language.fold import replace, substitute
from spec.language.terms import Literal, Sort, Symbol, Term, Variable, and_, ite, maximum, minimum
from spec.maxpool.semantics import h2, w2
from spec.maxpool.vocabulary import w
from spec.window.names import h, x, y

BOTH_TAPS = ((h, w), (h2, w2))
index, other_index = Variable("index"), Variable("other_index")


# A map f of ranks, and what becomes of a tap's rank under it.
f = Symbol("f", (Sort.INT,), Sort.INT)
MAPPED: dict[Term, Term] = {rank(*tap): f(rank(*tap)) for tap in BOTH_TAPS}
RANK, RANK_2 = rank(h, w), rank(h2, w2)
rank_0, rank_1 = Variable("rank_0"), Variable("rank_1")


def increases(low: Term, high: Term) -> Term:
    """f is strictly increasing, as far as two ranks show."""
    return (low < high).implies(f(low) < f(high))


def first(one: Term, two: Term) -> Term:
    """The place, 0 or 1, of the first maximum of two elements."""
    return ite(two > one, 1, 0)


MAPS = (
    SELECTION.theorem(
        "increasing-map-keeps-selection",
        "A strictly increasing map of the elements changes no selection.",
        IS_FIRST.iff(replace(IS_FIRST, MAPPED)),
        suppose("f is strictly increasing", and_(increases(RANK, RANK_2), increases(RANK_2, RANK))),
    ),
    Y_MAX.theorem(
        "monotone-map-keeps-maximum",
        "A monotone map takes the maximum to the maximum.",
        f(RANK_2) <= f(RANK),
        suppose("f is monotone", (RANK_2 <= RANK).implies(f(RANK_2) <= f(RANK))),
        suppose("(h2, w2) is not above (h, w)", RANK_2 <= RANK),
    ),
    SELECTION.refuted(
        "monotone-map-keeps-Indices",
        "A monotone map of the elements, such as ReLU, changes no index.",
        other_index.eq(index),
        suppose("the first maximum of two", index.eq(first(rank_0, rank_1))),
        suppose("the first maximum after ReLU", other_index.eq(first(maximum(rank_0, 0), maximum(rank_1, 0)))),
        replay=pair_after_relu,
    ),
)

# A second tensor, by its elements under the taps.
other_element_at = Symbol("other_element", (Sort.INT, Sort.INT), Sort.ELEMENT)
IN_OTHER: dict[Term, Term] = {element_at(*tap): other_element_at(*tap) for tap in BOTH_TAPS}

PLANES = (
    SELECTION.theorem(
        "planes-are-independent",
        "Two tensors that agree under the taps of a window, all in one plane, select the same there.",
        IS_FIRST_ELEMENT.iff(replace(IS_FIRST_ELEMENT, IN_OTHER)),
        *(
            suppose(f"they agree at ({tap[0].name}, {tap[1].name})", element_at(*tap).eq(other_element_at(*tap)))
            for tap in BOTH_TAPS
        ),
    ),
)

in_row, in_column = (Symbol(name, (Sort.INT,), Sort.BOOL) for name in ("in_row", "in_column"))
best_in = Symbol("best_in_row", (Sort.INT,), Sort.INT)
best_row = Variable("best_row")
ROW_BEST, BEST = rank(h2, best_in(h2)), rank(best_row, best_in(best_row))
cell = {(i, j): Variable(f"rank_{i}{j}") for i in range(2) for j in range(2)}


def first_along(line: Term, best: Term, earlier: Term) -> Term:
    """Along one axis, the best is not below the other, and above it where that comes earlier."""
    return and_(line <= best, earlier.implies(line < best))


def first_of_four() -> Term:
    """The clause for a 2 x 2 plane under one window."""
    flat = [cell[i, j] for i in range(2) for j in range(2)]
    wins = [and_(*(flat[j] < flat[k] if j < k else flat[j] <= flat[k] for j in range(4) if j != k)) for k in range(4)]
    return and_(within(index, Literal(4)), *(index.eq(k).implies(win) for k, win in enumerate(wins)))


def columns_first() -> Term:
    """The index that the first maximum of each column, and then the first of these, gives for a 2 x 2 plane."""
    best_of = [first(cell[0, j], cell[1, j]) for j in range(2)]
    column = first(*(maximum(cell[0, j], cell[1, j]) for j in range(2)))
    return ite(column.eq(1), best_of[1] * 2 + 1, best_of[0] * 2)


SEPARABLE = (
    SELECTION.theorem(
        "rows-then-column",
        "The first maximum of each row, and then the first of these from the top, is the first maximum.",
        substitute(
            replace(IS_FIRST, {tapped(h2, w2): and_(in_row(h2), in_column(w2))}),
            {h: best_row, w: best_in(best_row)},
        ),
        suppose(
            "first maximum of each row",
            and_(in_row(h2), in_column(w2)).implies(first_along(RANK_2, ROW_BEST, w2 < best_in(h2))),
        ),
        suppose("first of these", in_row(h2).implies(first_along(ROW_BEST, BEST, h2 < best_row))),
    ),
    SELECTION.refuted(
        "columns-then-row",
        "The first maximum of each column, and then the first of these from the left, is the first maximum.",
        other_index.eq(index),
        suppose("ranks count from 0", and_(*(r >= 0 for r in cell.values()))),
        suppose("the first maximum of four", first_of_four()),
        suppose("columns first", other_index.eq(columns_first())),
        replay=two_by_two,
    ),
)

# MaxPool of MaxPool with stride 1, no dilation and no padding. On an axis, tap i of the second pool is a window of the
# first, whose tap j stands i + j elements after the start of the second pool's window.
kernel_1, kernel_2, y_1, maximum_2 = (Variable(name) for name in ("kernel_1", "kernel_2", "y_1", "maximum"))
i, j, t = Variable("i"), Variable("j"), (Variable("t_0"), Variable("t_1"))
outer, inner = (Variable("i_0"), Variable("i_1")), (Variable("j_0"), Variable("j_1"))
first_pool, element_rank = (Symbol(name, (Sort.INT, Sort.INT), Sort.INT) for name in ("first_pool", "rank"))
POSITIVE = suppose("both kernels have an element", and_(kernel_1 >= 1, kernel_2 >= 1))
SPLIT = suppose("t is a tap of a tap", and_(*(t[a].eq(outer[a] + inner[a]) for a in range(2))))
UNDER = element_rank(outer[0] + inner[0], outer[1] + inner[1])

COMPOSED = (
    on("Y.shape", prefix="values.").theorem(
        "composed-size",
        "Pooling by kernel_1 and then by kernel_2 has the output size of kernel_1 + kernel_2 - 1.",
        y.eq(x - (kernel_1 + kernel_2 - 1) + 1),
        suppose("size of the first pool", y_1.eq(x - kernel_1 + 1)),
        suppose("size of the second pool", y.eq(y_1 - kernel_2 + 1)),
    ),
    Y_MAX.theorem(
        "composed-tap-in-kernel",
        "A tap of a tap is a tap of the kernel of size kernel_1 + kernel_2 - 1.",
        within(i + j, kernel_1 + kernel_2 - 1),
        suppose("i is a tap", within(i, kernel_2)),
        suppose("j is a tap", within(j, kernel_1)),
    ),
    Y_MAX.theorem(
        "composed-tap-splits",
        "Each tap of the kernel of size kernel_1 + kernel_2 - 1 is a tap of a tap.",
        and_(
            within(minimum(t[0], kernel_2 - 1), kernel_2),
            within(t[0] - minimum(t[0], kernel_2 - 1), kernel_1),
        ),
        POSITIVE,
        suppose("t is a tap", within(t[0], kernel_1 + kernel_2 - 1)),
    ),
    Y_MAX.theorem(
        "composed-is-upper-bound",
        "No element under a tap of the composed kernel is above the maximum of the maxima.",
        element_rank(*t) <= maximum_2,
        SPLIT,
        suppose("maximum of the first pool", UNDER <= first_pool(*outer)),
        suppose("maximum of the second pool", first_pool(*outer) <= maximum_2),
    ),
    Y_MAX.theorem(
        "composed-is-attained",
        "The maximum of the maxima stands under a tap of the composed kernel.",
        maximum_2.eq(element_rank(*t)),
        SPLIT,
        suppose("maximum of the first pool", first_pool(*outer).eq(UNDER)),
        suppose("maximum of the second pool", maximum_2.eq(first_pool(*outer))),
    ),
)


def obligations() -> tuple[Statement, ...]:
    """The obligations of this file, in reading order."""
    return (*MAPS, *PLANES, *SEPARABLE, *COMPOSED)
