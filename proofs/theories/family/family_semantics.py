"""The versions of ONNX, restricted by R1 to R5: each is this operator in every cell, and not in its sizes alone.

What a version says of one tap is said in the clauses' own symbols, with `auto_pad`, `ceil_mode` and `storage_order`
still in it; the restrictions are the assumptions. Where Indices is concerned ONNX says less than the clause: any tap
that attains the maximum will do. `first-is-greatest` carries over to the clauses by theorem
`values.same-tap-moved-index`, with nothing moved.
"""

from __future__ import annotations

from collections.abc import Iterator

from proofs.engine.statement import Statement, Verdict
from proofs.engine.terms import Assumption, Obligation, suppose
from proofs.theories.hypotheses import clause
from proofs.theories.indices.indices import within
from proofs.theories.replay import pair
from proofs.theories.shape import theorem
from proofs.theories.values.values import IS_FIRST, NOT_BEATEN, RANKS, rank, tapped
from proofs.theories.values.values_laws import first
from spec.examples.sources import ONNX
from spec.language.fold import replace
from spec.language.terms import Literal, Term, Variable, and_, or_
from spec.maxpool.attributes import one_of
from spec.maxpool.family import VERSIONS, OperatorVersion, same_padding
from spec.maxpool.family_semantics import (
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
from spec.maxpool.semantics import column as column_under
from spec.maxpool.semantics import element, every_tap, flat, h2, in_range, w2
from spec.maxpool.semantics import row as row_under
from spec.maxpool.vocabulary import auto_pad, dtype, dX, length, rank_X, storage_order, w
from spec.operator.claims import Claim
from spec.operator.clauses import Source
from spec.window.names import dilation, h, pad_begin, pad_end, y

BEGINS = suppose(f"{BEGIN.label}, on both axes", on_axes(BEGIN.formula))
NO_DILATION_ON_AXES = suppose("dilation = 1, on both axes", on_axes(dilation.eq(1)))
PROFILE = RelativeCell(row_under, column_under, element, flat)
"""A cell as the clauses have it."""
assert PROFILE.is_maximum() == MAXPOOL["Y.max"].formula
SELECTION = MAXPOOL["Indices.first-maximum"]
INDICES = Source(ONNX, "Indices", 119)


def padding(side: Claim, value: str, does: str, assumptions: tuple[Assumption, ...], goal: Term) -> Obligation:
    """What one value of auto_pad gives on one side."""
    name = side.label.removeprefix("onnx.auto_pad.")
    statement = f"{value} gives {does} at the {name}."
    return theorem(f"{side.label}.{value}", statement, assumptions, goal, about=(side.label,), source=side.source)


def half(side: Claim, value: str, *, larger: bool) -> Obligation:
    """One of two halves of an integer, of which the larger has the extra element."""
    what, missing = ("larger", side.term * 2 - same_padding) if larger else ("smaller", same_padding - side.term * 2)
    assumption = suppose(value, auto_pad.eq(value))
    return padding(side, value, f"the {what} half of the padding", (assumption,), within(missing, Literal(2)))


def sides(side: Claim, explicit: Term, *, at_end: bool) -> Iterator[Obligation]:
    """What each value of auto_pad gives on one side."""
    yield padding(side, "NOTSET", "what `pads` says", clause("R3"), side.term.eq(explicit))
    yield padding(side, "VALID", "nothing", (suppose("VALID", auto_pad.eq("VALID")),), side.term.eq(0))
    yield half(side, "SAME_UPPER", larger=at_end)
    yield half(side, "SAME_LOWER", larger=not at_end)


PADDING = (*sides(BEGIN, pad_begin, at_end=False), *sides(END, pad_end, at_end=True))

ORDERS = (
    theorem(
        "onnx.Indices.row-major",
        "Unless storage_order is 1, an index counts along rows.",
        (suppose("not column-major", storage_order.ne(1)),),
        ORDER.term.eq((plane * dX[2] + row) * dX[3] + column),
        about=(ORDER.label,),
        source=ORDER.source,
    ),
    theorem(
        "onnx.Indices.column-major",
        "With storage_order 1 an index is that of the plane's first element, plus the column-major index within it.",
        (suppose("column-major", storage_order.eq(1)),),
        ORDER.term.eq(plane * (dX[2] * dX[3]) + (column * dX[2] + row)),
        about=(ORDER.label,),
        source=ORDER.source,
    ),
)


def named_types(version: OperatorVersion) -> Term:
    """The version's element types, in terms of the profile's."""
    profile = MAXPOOL["X.types"].formula
    if version.number < 12:
        return and_(profile, dtype("X").ne("int8"), dtype("X").ne("uint8"))
    return or_(profile, dtype("X").eq("bfloat16")) if "bfloat16" in version.types else profile


def restricted(
    version: OperatorVersion, what: str, statement: str, assumptions: tuple[Assumption, ...], goal: Term, *about: str
) -> Obligation:
    """A theorem on a version under the restrictions."""
    return theorem(
        f"onnx.{version.number}.restricted.{what}",
        f"In version {version.number}, restricted, {statement}",
        assumptions,
        goal,
        about=about,
        source=version.floor.source,
    )


def call(version: OperatorVersion) -> Iterator[Obligation]:
    """What is said of a call as a whole. The lemmas of versions 1 and 8 on the size are for dilations of 1."""
    yield restricted(
        version,
        "attributes",
        "each attribute is what the call sets it to.",
        clause("R2"),
        and_(*(value.eq(attribute) for attribute, value in set_or_default(version).items())),
        "R2",
    )
    yield restricted(
        version,
        "types",
        "the element types are the profile's, but for those that the version lacks or has besides.",
        (),
        one_of(dtype("X"), version.types).iff(named_types(version)),
        "X.types",
    )
    yield restricted(
        version,
        "size",
        "the output size is the specified one.",
        (
            *clause("strides.positive", "R3", *(("R4",) if version.ceil is not None else ())),
            suppose(f"{version.floor.label}.is-Y.shape", y.eq(version.floor.term)),
        ),
        y.eq(size(version)),
        "Y.shape",
        version.floor.label,
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
        places,
        and_(
            parent.row(h).eq(row_under(h)),
            parent.column(w).eq(column_under(w)),
            parent.in_range(h, w).iff(in_range(h, w)),
        ),
        "Y.max",
        "Indices.first-maximum",
    )
    yield restricted(
        version,
        "Y",
        "a cell of Y is as specified.",
        (),
        under.implies(parent.is_maximum().iff(MAXPOOL["Y.max"].formula)),
        "Y.max",
    )
    if not version.has_indices:
        return
    yield restricted(
        version,
        "flat",
        "the element under a tap has the specified flat index.",
        (*places, *order),
        parent.flat(h, w).eq(flat(h, w)),
        "Indices.flat",
    )
    yield restricted(
        version,
        "Indices",
        "an index is the specified one of some in-range tap that attains the maximum.",
        (),
        under.implies(parent.is_some_maximum().iff(PROFILE.is_some_maximum())),
        "Indices.first-maximum",
    )


LISTS = {"dilations": 1, "kernel_shape": 1, "pads": 2, "strides": 1}
"""How many entries each list has for each spatial axis."""

LENGTHS = theorem(
    "onnx.restricted.lengths",
    "Lists that have entries for each spatial axis have the lengths that the profile asks for.",
    clause("R1"),
    and_(*(length(a).eq((rank_X - 2) * each).iff(MAXPOOL[f"{a}.length"].formula) for a, each in LISTS.items())),
    about=tuple(f"{a}.length" for a in LISTS),
    source=Source(ONNX, "pads", 82),
)


def choice(label: str, statement: str, assumptions: tuple[Assumption, ...], goal: Term) -> Obligation:
    """A theorem on what ONNX leaves open of Indices."""
    return theorem(f"onnx.Indices.{label}", statement, assumptions, goal, about=(SELECTION.label,), source=INDICES)


rank_0, rank_1, index, other_index = (Variable(name) for name in ("rank_0", "rank_1", "index", "other_index"))
GREATEST = replace(in_range(h2, w2), RANKS).implies(rank(h2, w2) <= rank(h, w))
SAME_TAP = and_(h2.eq(h), w2.eq(w))

CHOICE = (
    choice(
        "first-is-greatest",
        "A first maximum attains the maximum: the clause chooses among what ONNX allows.",
        (),
        replace(every_tap(h2, w2, NOT_BEATEN), RANKS).implies(
            replace(PROFILE.every(h2, w2, PROFILE.rank(h2, w2) <= PROFILE.rank(h, w)), RANKS)
        ),
    ),
    choice(
        "greatest-once-is-first",
        "Where the maximum is attained once, the tap that attains it is the first: clause and ONNX say the same.",
        (
            suppose("(h, w) attains the maximum", GREATEST),
            suppose("it is attained once", and_(tapped(h2, w2), rank(h2, w2).eq(rank(h, w))).implies(SAME_TAP)),
        ),
        IS_FIRST,
    ),
    Obligation(
        label="onnx.Indices.determined",
        statement="ONNX allows one index alone.",
        assumptions=(
            suppose("Indices.first-maximum", index.eq(first(rank_0, rank_1))),
            suppose(
                "ONNX's Indices",
                or_(and_(other_index.eq(0), rank_1 <= rank_0), and_(other_index.eq(1), rank_0 <= rank_1)),
            ),
        ),
        goal=other_index.eq(index),
        expected=Verdict.REFUTED,
        about=(SELECTION.label,),
        source=INDICES,
        replay=pair,
    ),
)


def obligations() -> tuple[Statement, ...]:
    """The obligations of this file, in reading order."""
    return (
        *PADDING,
        *ORDERS,
        LENGTHS,
        *(obligation for version in VERSIONS.values() for of in (call, cell) for obligation in of(version)),
        *CHOICE,
    )
