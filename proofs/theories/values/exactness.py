"""The exactness theory: together the clauses allow one output, and each allows no more than its statement does.

That one output is allowed, the values theory shows. A clause that another one implies may be too weak without any
output changing. So of each clause on outputs it is shown what it rejects, in words of its own: taps, indices and
elements are named here, and none of the specification's helpers is used to say it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce

from proofs.assumptions.lemmas import assumed
from proofs.engine.statement import Statement
from proofs.engine.terms import Obligation
from proofs.theories.topic import Topic
from proofs.theories.values.values import (
    ELEMENTS,
    NOT_BEATEN,
    RANKS,
    element_at,
    index,
    index2,
    number_at,
    selected,
    tapped,
)
from spec.language.fold import replace, substitute
from spec.language.terms import Sort, Symbol, Term, Variable, and_, exists, forall, ite, not_, or_
from spec.maxpool.operator import MAXPOOL
from spec.maxpool.semantics import INDEX, SELECTED, every_tap, flat, h2, some_tap, w2
from spec.maxpool.semantics import element_at as element_at_index
from spec.maxpool.vocabulary import (
    dIndices,
    dtype,
    dX,
    dY,
    entry,
    is_nan,
    is_zero,
    key,
    minus_infinity,
    v,
    v2,
    value,
    w,
)
from spec.operator.operator import Operator
from spec.window.names import h

selected2 = Variable("selected2", Sort.ELEMENT)
at = Symbol("element_of_X", (Sort.INT,), Sort.ELEMENT)
AT_INDEX: dict[Term, Term] = {element_at_index(INDEX): at(index), SELECTED: selected, INDEX: index}
"""The element at an index bears a name: which one it is, the indices theory says."""


Words = Mapping[Term, Term]
NAN, ZEROS = "NaN.as-minus-infinity", "zeros.equal"


def said(operator: Operator, label: str, *words: Words) -> Term:
    """What a clause says, in the words of these statements."""
    return reduce(replace, words, operator[label].formula)


def topic(operator: Operator, label: str, *words: Words) -> Topic:
    """Statements of what a clause rejects."""
    return Topic((label,), operator[label].source, f"exactness.{label}.", words)


def of_all(property_: Term) -> Term:
    """Every position of the kernel that is a tap has a property."""
    rows, columns = entry("kernel_shape", 0), entry("kernel_shape", 1)
    return forall(h, 0, rows, forall(w, 0, columns, tapped(h, w).implies(property_)))


def of_one(property_: Term) -> Term:
    """Some position of the kernel that is a tap has a property."""
    rows, columns = entry("kernel_shape", 0), entry("kernel_shape", 1)
    return exists(h, 0, rows, exists(w, 0, columns, and_(tapped(h, w), property_)))


OF_NO_TAP = of_all(index.ne(number_at(h, w)))
"""No tap has the index."""
HELD_BY_NO_TAP = of_all(selected.ne(value(element_at(h, w))))
"""No tap holds what stands in Y."""
BELOW_A_TAP = of_one(key(element_at(h, w)) > key(selected))
"""What stands in Y is below what some tap holds."""
OF_ANOTHER = selected.ne(value(at(index)))
"""What stands in Y is not what counts for the element at the index."""

REJECTED: tuple[tuple[str, Words, str, str, Term], ...] = (
    ("Indices.first-maximum", RANKS, "of-no-tap", "An index that no in-range tap has is rejected.", OF_NO_TAP),
    ("Indices.flat", RANKS, "of-no-tap", "An index that no in-range tap has is rejected.", OF_NO_TAP),
    ("Y.max-over-input", ELEMENTS, "of-no-tap", "What no in-range tap holds is rejected.", HELD_BY_NO_TAP),
    ("Y.max", ELEMENTS, "of-no-tap", "What no in-range tap holds is rejected.", HELD_BY_NO_TAP),
    ("Y.max", ELEMENTS, "below-a-tap", "What is below an in-range tap is rejected.", BELOW_A_TAP),
    ("Y.bits", AT_INDEX, "of-another", "What is not the element at the index, or -inf, is rejected.", OF_ANOTHER),
)
"""Clauses on cells, each with the words that it is read in, and what it rejects, by name and as a sentence."""

COUNTED = ite(is_nan(v), minus_infinity, v)
IN_WORDS = (AT_INDEX, RANKS)
OTHER_OUTPUTS: dict[Variable, Term] = {index: index2, selected: selected2}


def of_cells(operator: Operator) -> Iterator[Obligation]:
    """What each clause on cells rejects; that what theorems on two taps assume is the clause; what is determined."""
    for label, words, name, statement, what in REJECTED:
        rejects = what.implies(not_(said(operator, label, words)))
        yield topic(operator, label, words).theorem(name, statement, rejects)
    by_taps = replace(some_tap(and_(INDEX.eq(flat(h, w)), every_tap(h2, w2, NOT_BEATEN))), RANKS)
    yield topic(operator, "Indices.first-maximum", RANKS).theorem(
        "by-taps",
        "The clause says of one in-range tap, and of every other, that the other does not beat it.",
        said(operator, "Indices.first-maximum", RANKS).iff(by_taps),
    )
    one = and_(*(said(operator, label, *IN_WORDS) for label in ("Indices.first-maximum", "Y.bits")))
    other = substitute(one, OTHER_OUTPUTS)
    yield Topic(("Indices.first-maximum", "Y.bits"), prefix="exactness.", words=IN_WORDS).theorem(
        "outputs",
        "The clauses on a cell allow at most one index and one element of Y.",
        and_(one, other).implies(and_(index.eq(index2), selected.eq(selected2))),
    )


def of_elements(operator: Operator) -> Iterator[Obligation]:
    """What is determined of elements."""
    yield topic(operator, NAN).theorem(
        "determines",
        "What stands in Y for an element is determined, and so is the rank of a NaN.",
        said(operator, NAN).implies(and_(value(v).eq(COUNTED), key(v).eq(key(COUNTED)))),
    )
    yield topic(operator, ZEROS).theorem(
        "determines",
        "Of two zeros none has the greater rank.",
        said(operator, ZEROS).implies(not_(and_(is_zero(v), is_zero(v2), or_(key(v) < key(v2), key(v2) < key(v))))),
    )


def of_tensors(operator: Operator) -> Iterator[Obligation]:
    """What is determined of the outputs' shapes and types."""
    shapes, types = ("Indices.shape", "Y.batch", "Y.channels"), ("Y.type", "Indices.type")
    yield Topic(shapes, prefix="exactness.").theorem(
        "shapes",
        "The shape of Indices is determined by that of X and by the spatial sizes of Y.",
        and_(*(i.eq(size) for i, size in zip(dIndices, (dX[0], dX[1], dY[2], dY[3]), strict=True))),
        *assumed(operator, *shapes),
    )
    yield Topic(types, prefix="exactness.").theorem(
        "types",
        "Elements of Y that are of another type than those of X, and indices that are not int64, are rejected.",
        not_(or_(dtype("Y").ne(dtype("X")), dtype("Indices").ne("int64"))),
        *assumed(operator, *types),
    )


def obligations(operator: Operator = MAXPOOL) -> tuple[Statement, ...]:
    """The obligations of this file, in reading order, about the clauses of MaxPool or of a changed operator."""
    return (*of_cells(operator), *of_elements(operator), *of_tensors(operator))
