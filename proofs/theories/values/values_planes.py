"""The values theory, continued: what a cell says of a whole plane of X, and of nothing else.

Two tensors that hold the same elements in a plane hold the same under each tap. From there on it is a matter of taps:
where they hold the same elements, Y is the same, and Indices moves as their flat indices do. So planes are independent,
batches can be cut and joined, and a layout that stores the elements in other places computes the same.
"""

from __future__ import annotations

from proofs.engine.statement import Statement
from proofs.engine.terms import Obligation
from proofs.theories.shape import theorem
from proofs.theories.values.values import ELEMENTS, IS_FIRST_ELEMENT, TAPS, element_at, number_at, value_theorem
from proofs.theories.values.values_laws import other_element_at
from spec.language.fold import replace
from spec.language.terms import Sort, Symbol, Term, Variable, and_, forall
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


def whole(label: str, statement: str, goal: Term, about: tuple[str, ...] = ("Indices.first-maximum",)) -> Obligation:
    """A theorem that has its quantified hypotheses in its goal."""
    return value_theorem(label, statement, (), goal, about)


def of_taps(formula: Term) -> Term:
    """A formula on cells, in words of taps."""
    return replace(formula, ELEMENTS)


def of_other(formula: Term) -> Term:
    """The same of the other tensor."""
    return replace(of_taps(formula), {element_at(*tap): other_element_at(*tap) for tap in (TAP, OTHER_TAP)})


def agree(tap: Tap) -> Term:
    """The two tensors hold the same element under every in-range tap."""
    return replace(every_tap(*tap, element_at(*tap).eq(other_element_at(*tap))), TAPS)


def at_some(property_: Term) -> Term:
    """Some in-range tap has a property."""
    return replace(some_tap(property_), TAPS)


Y_MAX = MAXPOOL["Y.max"].formula
IS_FIRST = forall(h2, 0, KERNEL[0], forall(w2, 0, KERNEL[1], IS_FIRST_ELEMENT))
IS_FIRST_OF_OTHER = replace(IS_FIRST, {element_at(*tap): other_element_at(*tap) for tap in (TAP, OTHER_TAP)})
index = TAPS[INDEX]

AGREEING = (
    whole(
        "same-plane-same-taps",
        "Tensors that hold the same elements in two planes hold the same under each in-range tap of a cell there.",
        same_plane(other_X(b2, c2, r, col), X(b, c, r, col)).implies(
            every_tap(h, w, other_X(b2, c2, row(h), column(w)).eq(element(h, w)))
        ),
        about=("Y.max", "Indices.first-maximum"),
    ),
    whole(
        "same-taps-same-Y",
        "Where the taps of a cell hold the same elements, Y is the same.",
        agree(TAP).implies(of_taps(Y_MAX).iff(of_other(Y_MAX))),
        about=("Y.max",),
    ),
    whole(
        "same-taps-same-first-maximum",
        "Where the taps of a cell hold the same elements, the same tap is the first maximum.",
        and_(agree(OTHER_TAP), element_at(h, w).eq(other_element_at(h, w))).implies(IS_FIRST.iff(IS_FIRST_OF_OTHER)),
    ),
    whole(
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
    theorem(
        "indices.plane-moved",
        "A plane that is moved, to a tensor of other batches and channels too, moves each of its flat indices by the "
        "difference of the planes' numbers, times the number of elements in a plane.",
        (),
        (((b2 * channels + c2) * dX[2] + row(h)) * dX[3] + column(w)).eq(
            flat(h, w) + ((b2 * channels + c2) - (b * dX[1] + c)) * (dX[2] * dX[3])
        ),
        about=("Indices.flat",),
        source=MAXPOOL["Indices.flat"].source,
    ),
)


def obligations() -> tuple[Statement, ...]:
    """The obligations of this file, in reading order."""
    return (*AGREEING, *MOVED)
