"""What is proved in Coq: obligations as they stand, and whole theorems that solvers reach in steps alone.

Where the theories cut a theorem into lemmas that a solver decides, a theorem here is stated whole, from the clauses:
quantifiers, products and the induction included. It then says more than the obligation of the same label, whose
assumptions are other obligations.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from proofs.assumptions.assumption import Assumption
from proofs.assumptions.lemmas import instances, suppose
from proofs.engine.statement import Verdict
from proofs.engine.terms import Obligation
from proofs.maxpool.theories import THEORIES
from proofs.theories.indices.indices import b2, c2, col, col2, index, r, r2, within
from proofs.theories.topic import clause
from proofs.theories.values.values import NOT_BEATEN
from spec.language.terms import TRUE, Term, and_, children, forall
from spec.maxpool.operator import MAXPOOL
from spec.maxpool.semantics import element_at, every_tap, h2, some_tap, w2
from spec.maxpool.vocabulary import X, b, c, dX, dY, n, value
from spec.operator.clauses import ADDED
from spec.window.geometry import has_tap, meets_input, weakest_condition
from spec.window.names import m


@dataclass(frozen=True, slots=True)
class Theorem:
    """A statement to be proved in Coq. `shows` are the obligations of which it is a route.

    `of_program`: it speaks of the tensors Y and Indices that the reference's loops return.
    """

    obligation: Obligation
    shows: tuple[str, ...]
    of_program: bool = False

    @property
    def label(self) -> str:
        """The label of the statement."""
        return self.obligation.label


THEORIES_IN_COQ = ("shape", "windows", "indices", "values")
"""Of these theories, every obligation that is to be proved is stated in Coq, and proved there."""
NOT_IN_COQ: frozenset[str] = frozenset()
"""The labels that are left out of them."""
BY_HAND = (
    "join_associative",
    "fold_of_parts",
    "rows_then_column",
    "fold_is_first",
    "first_is_unique",
    "scan_finds",
    "scan_first",
    "first_unique",
)
"""Theorems whose statements, too, are written by hand: the fold of the first maximum, over lists and in loops."""


def as_stated() -> Iterator[Theorem]:
    """The obligations of the theories, as they stand."""
    for theory in THEORIES_IN_COQ:
        for o in THEORIES[theory].load():
            if isinstance(o, Obligation) and o.expected is Verdict.PROVED and o.label not in NOT_IN_COQ:
                yield Theorem(o, (o.label,))


def whole(
    label: str, statement: str, assumptions: tuple[Assumption, ...], goal: Term, *also: str, of_program: bool = False
) -> Theorem:
    """A theorem of the label `whole.LABEL` that is a route of the obligation LABEL, and of others."""
    obligation = Obligation(
        label=f"whole.{label}", statement=statement, assumptions=assumptions, goal=goal, source=ADDED
    )
    return Theorem(obligation, (label, *also), of_program)


CLAUSE = MAXPOOL["windows.meet-input"]
assert CLAUSE.check is not None
ON_AXIS = clause("kernel_shape.positive", "dilations.positive", "strides.positive", "Y.positive")

WINDOWS = (
    whole(
        "windows.one-window",
        "A window has an in-range tap exactly if it passes the test that looks for none.",
        clause("kernel_shape.positive", "dilations.positive"),
        has_tap(m).iff(meets_input(m)),
    ),
    whole(
        "windows.weakest-condition",
        "On an axis with windows, every window has an in-range tap exactly if the weakest condition holds.",
        ON_AXIS,
        CLAUSE.formula.iff(weakest_condition()),
    ),
    whole(
        "windows.check-is-clause",
        "The cheap form in which the clause is checked says what the clause says.",
        ON_AXIS,
        CLAUSE.formula.iff(CLAUSE.check),
        "windows.each-has-tap",
        "windows.ends-are-windows",
    ),
)

ROW, COLUMN = (within(r, dX[2]), within(r2, dX[2])), (within(col, dX[3]), within(col2, dX[3]))


def _flat(batch: Term, channel: Term, row: Term, column: Term) -> Term:
    return ((batch * dX[1] + channel) * dX[2] + row) * dX[3] + column


IS_FLAT = suppose("Indices.flat", index.eq(_flat(b, c, r, col)))
IN_X = suppose("an element of X", and_(within(b, dX[0]), within(c, dX[1]), ROW[0], COLUMN[0]))

INDICES = (
    whole(
        "indices.in-range",
        "A flat index counts the elements of X: it is at least 0 and below their number.",
        (IN_X, IS_FLAT),
        within(index, dX[0] * dX[1] * dX[2] * dX[3]),
    ),
    whole(
        "indices.injective",
        "Different elements of X have different flat indices.",
        (
            IN_X,
            suppose("another element of X", and_(within(b2, dX[0]), within(c2, dX[1]), ROW[1], COLUMN[1])),
            suppose("one index", _flat(b, c, r, col).eq(_flat(b2, c2, r2, col2))),
        ),
        and_(b.eq(b2), c.eq(c2), r.eq(r2), col.eq(col2)),
    ),
    whole(
        "indices.decodes",
        "Batch, channel, row and column of an element are read from its flat index by division and remainder.",
        (IN_X, IS_FLAT),
        and_(*(read.eq(place) for read, place in zip(children(element_at(index)), (b, c, r, col), strict=True))),
    ),
)

VALUES = (
    whole(
        "values.first-maximum-exists",
        "A window with an in-range tap has a first maximum: an in-range tap that no other beats.",
        (suppose("windows.meet-input", some_tap(TRUE)),),
        some_tap(every_tap(h2, w2, NOT_BEATEN)),
        "values.existence.conclusion",
    ),
)

CELL = and_(*(within(i, size) for i, size in zip((b, c, m, n), (dX[0], dX[1], dY[2], dY[3]), strict=True)))
CELL_CLAUSES = ("Y.max", "Y.max-over-input", "Indices.first-maximum", "Indices.flat", "Y.bits")
NEEDED = ("strides.positive", "extent", "slack", "Y.shape")


def _axes(*labels: str) -> tuple[Assumption, ...]:
    """Clauses in the documents' symbols, on both axes."""
    return tuple(a for label in labels for a in instances(MAXPOOL, label))


ITSELF = value(X(b2, c2, r, col)).eq(X(b2, c2, r, col))
NO_NAN = suppose(
    "NaN.as-minus-infinity, X being without NaN",
    forall(b2, 0, dX[0], forall(c2, 0, dX[1], forall(r, 0, dX[2], forall(col, 0, dX[3], ITSELF)))),
)


def of_program(label: str) -> Theorem:
    """The loops of the reference return, in each cell, what a clause says."""
    return whole(
        f"program.clause.{label}",
        f"The loops of the reference return, in each cell of the tensor, what {label} says.",
        (*_axes(*NEEDED, "windows.meet-input"), NO_NAN, suppose("a cell of Y", CELL)),
        MAXPOOL[label].formula,
        of_program=True,
    )


POOL = tuple(of_program(label) for label in CELL_CLAUSES)

THEOREMS = (*as_stated(), *WINDOWS, *INDICES, *VALUES, *POOL)
