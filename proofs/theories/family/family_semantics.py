"""The versions of ONNX, restricted by R1 to R5: each is this operator in every cell, and not in its sizes alone.

What a version says of one tap is said in the clauses' own symbols, with `auto_pad`, `ceil_mode` and `storage_order`
still in it; the restrictions are the assumptions. Where Indices is concerned ONNX says less than the clause: any tap
that attains the maximum will do. `first-is-greatest` carries over to the clauses by theorem
`values.same-tap-moved-index`, with nothing moved.
"""

from __future__ import annotations

from collections.abc import Iterator

from proofs.assumptions.assumption import Assumption
from proofs.assumptions.lemmas import claiming, lemma, suppose
from proofs.engine.statement import Statement
from proofs.engine.terms import Obligation
from proofs.theories.family.family import NO_DILATION, SIZES
from proofs.theories.indices.indices import within
from proofs.theories.replay import pair
from proofs.theories.topic import SIZED, Topic, clause, floor_mode, on
from proofs.theories.values.values import ELEMENTS, IS_FIRST, NOT_BEATEN, RANKS, rank, tapped
from proofs.theories.values.values_laws import first, index, other_index, rank_0, rank_1
from spec.examples.sources import ONNX
from spec.language.fold import replace
from spec.language.terms import Literal, Term, and_, or_
from spec.maxpool.family import PROFILE_ALONE, VERSIONS, OperatorVersion
from spec.maxpool.family_semantics import (
    AXES_OF_PARENT,
    BEGIN,
    END,
    ORDER,
    RelativeCell,
    column,
    on_axes,
    onnx_cell,
    plane,
    row,
    set_or_default,
    size,
)
from spec.maxpool.operator import MAXPOOL
from spec.maxpool.semantics import INDEX, element, every_tap, flat, h2, in_range, some_tap, w2
from spec.maxpool.semantics import column as column_under
from spec.maxpool.semantics import row as row_under
from spec.maxpool.vocabulary import auto_pad, dtype, dX, length, rank_X, storage_order, w
from spec.operator.claims import Claim
from spec.operator.clauses import Source
from spec.operator.names import one_of
from spec.window.claims import same_padding
from spec.window.names import dilation, h, pad_begin, pad_end, y

BEGINS = claiming(BEGIN).on_axes(AXES_OF_PARENT).assume()
NO_DILATION_ON_AXES = suppose("dilation = 1, on both axes", on_axes(dilation.eq(1)))
PROFILE = RelativeCell(row_under, column_under, element, flat)
"""A cell as the clauses have it."""
SELECTION = MAXPOOL["Indices.first-maximum"]
CHOICE_LEFT = Topic(("Indices.first-maximum",), Source(ONNX, "Indices", 119), "onnx.Indices.")


AS_STATED = (
    on("Y.max").theorem(
        "family.clause.Y.max",
        "The cell with which those of relatives are compared states the clause.",
        replace(MAXPOOL["Y.max"].formula.iff(PROFILE.is_maximum()), ELEMENTS),
    ),
    on(SELECTION.label).theorem(
        f"family.clause.{SELECTION.label}",
        "What is shown of a first maximum, tap by tap, is shown of what the clause states.",
        replace(SELECTION.formula.iff(some_tap(and_(INDEX.eq(flat(h, w)), every_tap(h2, w2, NOT_BEATEN)))), RANKS),
    ),
)
"""Clauses that theories use in parts: the parts together are the clause."""


def padding(side: Claim, value: str, does: str, goal: Term, *given: Assumption) -> Obligation:
    """What one value of auto_pad gives on one side."""
    statement = f"{value} gives {does} at the {side.label.removeprefix('onnx.auto_pad.')}."
    return on(side).theorem(f"{side.label}.{value}", statement, goal, *(given or [suppose(value, auto_pad.eq(value))]))


def half(side: Claim, value: str, *, larger: bool) -> Obligation:
    """One of two halves of an integer, of which the larger has the extra element."""
    what, missing = ("larger", side.term * 2 - same_padding) if larger else ("smaller", same_padding - side.term * 2)
    return padding(side, value, f"the {what} half of the padding", within(missing, Literal(2)))


def sides(side: Claim, explicit: Term, *, at_end: bool) -> Iterator[Obligation]:
    """What each value of auto_pad gives on one side."""
    yield padding(side, "NOTSET", "what `pads` says", side.term.eq(explicit), *clause("R3"))
    yield padding(side, "VALID", "nothing", side.term.eq(0))
    yield half(side, "SAME_UPPER", larger=at_end)
    yield half(side, "SAME_LOWER", larger=not at_end)


PADDING = (*sides(BEGIN, pad_begin, at_end=False), *sides(END, pad_end, at_end=True))

ORDERS = (
    on(ORDER).theorem(
        "onnx.Indices.row-major",
        "Unless storage_order is 1, an index counts along rows.",
        ORDER.term.eq((plane * dX[2] + row) * dX[3] + column),
        suppose("not column-major", storage_order.ne(1)),
    ),
    on(ORDER).theorem(
        "onnx.Indices.column-major",
        "With storage_order 1 an index is that of the plane's first element, plus the column-major index within it.",
        ORDER.term.eq(plane * (dX[2] * dX[3]) + (column * dX[2] + row)),
        suppose("column-major", storage_order.eq(1)),
    ),
)


def named_types(version: OperatorVersion) -> Term:
    """The version's element types, in terms of the profile's."""
    profile = and_(MAXPOOL["X.types"].formula, *(dtype("X").ne(name) for name in PROFILE_ALONE))
    if version.number < 12:
        return and_(profile, dtype("X").ne("int8"), dtype("X").ne("uint8"))
    return or_(profile, dtype("X").eq("bfloat16")) if "bfloat16" in version.types else profile


def restricted(
    version: OperatorVersion, what: str, statement: str, about: tuple[str, ...], goal: Term, *given: Assumption
) -> Obligation:
    """A theorem on a version under the restrictions."""
    topic = Topic(about, version.floor.source, f"onnx.{version.number}.restricted.")
    return topic.theorem(what, f"In version {version.number}, restricted, {statement}", goal, *given)


def call(version: OperatorVersion) -> Iterator[Obligation]:
    """What is said of a call as a whole. The lemmas of versions 1 and 8 on the size are for dilations of 1."""
    yield restricted(
        version,
        "attributes",
        "each attribute is what the call sets it to.",
        ("R2",),
        and_(*(value.eq(attribute) for attribute, value in set_or_default(version).items())),
        *clause("R2"),
    )
    yield restricted(
        version,
        "types",
        "the element types are the profile's, but for those that the version lacks or has besides.",
        ("X.types",),
        one_of(dtype("X"), version.types).iff(named_types(version)),
    )
    yield restricted(
        version,
        "size",
        "the output size is the specified one.",
        ("Y.shape", version.floor.label),
        y.eq(size(version)),
        *clause("strides.positive", "R3"),
        *(floor_mode(MAXPOOL) if version.ceil is not None else ()),
        lemma(SIZES[version.floor.label]).standing_on(NO_DILATION.label, SIZED).assume(),
    )


def same_taps(relative: RelativeCell) -> Term:
    """A relative's tap stands on the specified row and column, and is in range where it is to be."""
    return and_(
        relative.row(h).eq(row_under(h)),
        relative.column(w).eq(column_under(w)),
        relative.in_range(h, w).iff(in_range(h, w)),
    )


def cell(version: OperatorVersion) -> Iterator[Obligation]:
    """What is said of a cell."""
    parent = onnx_cell(version)
    places = (*clause("R3"), BEGINS, *(() if "dilations" in version.attributes else (NO_DILATION_ON_AXES,)))
    order = clause("R5") if version.has_indices else ()
    under = and_(*(assumption.term for assumption in (*places, *order)))
    yield restricted(
        version,
        "taps",
        "a tap stands on the specified row and column, and is in range where it is specified to be.",
        ("Y.max", "Indices.first-maximum"),
        same_taps(parent),
        *places,
    )
    yield restricted(
        version,
        "Y",
        "a cell of Y is as specified.",
        ("Y.max",),
        under.implies(parent.is_maximum().iff(MAXPOOL["Y.max"].formula)),
    )
    if not version.has_indices:
        return
    yield restricted(
        version,
        "flat",
        "the element under a tap has the specified flat index.",
        ("Indices.flat",),
        parent.flat(h, w).eq(flat(h, w)),
        *places,
        *order,
    )
    yield restricted(
        version,
        "Indices",
        "an index is the specified one of some in-range tap that attains the maximum.",
        ("Indices.first-maximum",),
        under.implies(parent.is_some_maximum().iff(PROFILE.is_some_maximum())),
    )


LISTS = {"dilations": 1, "kernel_shape": 1, "pads": 2, "strides": 1}
"""How many entries each list has for each spatial axis."""

LENGTHS = Topic(tuple(f"{a}.length" for a in LISTS), Source(ONNX, "pads", 82)).theorem(
    "onnx.restricted.lengths",
    "Lists that have entries for each spatial axis have the lengths that the profile asks for.",
    and_(*(length(a).eq((rank_X - 2) * each).iff(MAXPOOL[f"{a}.length"].formula) for a, each in LISTS.items())),
    *clause("R1"),
)


GREATEST = replace(in_range(h2, w2), RANKS).implies(rank(h2, w2) <= rank(h, w))
SAME_TAP = and_(h2.eq(h), w2.eq(w))

CHOICE = (
    CHOICE_LEFT.theorem(
        "first-is-greatest",
        "A first maximum attains the maximum: the clause chooses among what ONNX allows.",
        replace(every_tap(h2, w2, NOT_BEATEN), RANKS).implies(
            replace(PROFILE.every(h2, w2, PROFILE.rank(h2, w2) <= PROFILE.rank(h, w)), RANKS)
        ),
    ),
    CHOICE_LEFT.theorem(
        "greatest-once-is-first",
        "Where the maximum is attained once, the tap that attains it is the first: clause and ONNX say the same.",
        IS_FIRST,
        suppose("(h, w) attains the maximum", GREATEST),
        suppose("it is attained once", and_(tapped(h2, w2), rank(h2, w2).eq(rank(h, w))).implies(SAME_TAP)),
    ),
    CHOICE_LEFT.refuted(
        "determined",
        "ONNX allows one index alone.",
        other_index.eq(index),
        suppose("the first maximum of two", index.eq(first(rank_0, rank_1))),
        suppose(
            "ONNX's Indices",
            or_(and_(other_index.eq(0), rank_1 <= rank_0), and_(other_index.eq(1), rank_0 <= rank_1)),
        ),
        replay=pair,
    ),
)


def obligations() -> tuple[Statement, ...]:
    """The obligations of this file, in reading order."""
    return (
        *AS_STATED,
        *PADDING,
        *ORDERS,
        LENGTHS,
        *(obligation for version in VERSIONS.values() for of in (call, cell) for obligation in of(version)),
        *CHOICE,
    )
