"""nhwc-11 and OpenVINO-8: this operator with the channel stored last, and under other names.

nhwc-11 is ONNX's version 11 between two transpositions: what it reads under each tap is what version 11 reads, and so,
by the theorems `values.same-taps-same-Y` and `values.same-taps-same-first-maximum`, what it selects. Its restrictions
are those of version 11. OpenVINO's axes other than 0 are the theorems `indices.axis-1`, `indices.axis-2` and
`indices.axis-3`, with theorem `indices.axis-is-remainder`; its 32-bit index is theorem `indices.int32.exact`.
"""

from __future__ import annotations

from functools import reduce
from operator import mul

from proofs.assumptions.lemmas import claiming, lemma, suppose
from proofs.engine.statement import Statement
from proofs.engine.terms import Obligation
from proofs.theories.family.family import SIZES
from proofs.theories.family.family_semantics import same_taps
from proofs.theories.indices.indices import NUMBERS, WHOLE, elements, within
from proofs.theories.indices.indices_range import IN_X
from proofs.theories.replay import stored_channel_last
from proofs.theories.topic import SIZED, Topic, clause, on
from proofs.theories.values.values import rank, tapped
from proofs.theories.values.values_parts import col, r, same_plane
from spec.examples.sources import NHWC, OPENVINO
from spec.language.terms import Literal, Sort, Symbol, Variable, and_, forall, ite, or_
from spec.maxpool.family import OPENVINO_FLOOR, VERSIONS
from spec.maxpool.family_semantics import (
    AXES_OF_PARENT,
    OPENVINO_BEGIN,
    OPENVINO_BOUND,
    bound,
    onnx_cell,
    openvino_axis,
    openvino_cell,
    openvino_pad,
    openvino_size,
    rounding_type,
)
from spec.maxpool.operator import MAXPOOL
from spec.maxpool.semantics import h2, w2
from spec.maxpool.vocabulary import X, b, c, dX, w
from spec.operator.clauses import Source
from spec.window.claims import same_padding
from spec.window.names import h, pad_begin, y

# --- nhwc-11 ---------------------------------------------------------------------------------------------------------

CHANNEL_LAST = Symbol("X_nhwc", X.parameters, Sort.ELEMENT)
STORED_LAST = Topic(("Indices.flat",), Source(NHWC, "Indices", 121), "nhwc.11.")
index, other_index, place, area = (Variable(name) for name in ("index", "other_index", "place", "area"))
ONNX_11 = onnx_cell(VERSIONS[11])
STORED = ((b * dX[2] + r) * dX[3] + col) * dX[1] + c
"""The place of an element among all, counted as they are stored."""
DIFFERENCE = place * (dX[1] - 1) - c * (area - 1)


CHANNEL_STORED_LAST = (
    Topic(("Y.max", "Indices.first-maximum"), Source(NHWC, "X", 103)).theorem(
        "nhwc.11.taps",
        "Where X is stored with its channel last, each in-range tap stands on the element that version 11 reads.",
        same_plane(CHANNEL_LAST(b, r, col, c), X(b, c, r, col)).implies(
            ONNX_11.every(h, w, CHANNEL_LAST(b, ONNX_11.row(h), ONNX_11.column(w), c).eq(ONNX_11.element(h, w)))
        ),
    ),
    STORED_LAST.refuted(
        "counted-as-stored",
        "An index that counts the elements as they are stored, channel last, is the index that is meant.",
        other_index.eq(index),
        suppose("the element is in X", and_(c < dX[1], r < dX[2], col < dX[3], *(i >= 0 for i in (b, c, r, col)))),
        suppose("the index that is meant", index.eq(((b * dX[1] + c) * dX[2] + r) * dX[3] + col)),
        suppose("counted as stored", other_index.eq(STORED)),
        replay=stored_channel_last,
    ),
    STORED_LAST.theorem(
        "counted-as-stored.in-places",
        "The place of an element as stored, by its place in the plane.",
        STORED.eq((b * area + place) * dX[1] + c),
        suppose("place and area", and_(place.eq(r * dX[3] + col), area.eq(dX[2] * dX[3]))),
    ),
    STORED_LAST.theorem(
        "counted-as-stored.difference",
        "Both ways of counting differ by place * (dX_1 - 1) - c * (area - 1).",
        (((b * area + place) * dX[1] + c) - ((b * dX[1] + c) * area + place)).eq(DIFFERENCE),
    ),
    STORED_LAST.theorem(
        "counted-as-stored.same-everywhere",
        "Both ways of counting agree on all elements exactly if X has one channel, or one element in each plane.",
        forall(c, 0, dX[1], forall(place, 0, area, DIFFERENCE.eq(0))).iff(or_(dX[1].eq(1), area.eq(1))),
        suppose("X is not empty", and_(dX[1] >= 1, area >= 1)),
    ),
)

# --- OpenVINO-8 ------------------------------------------------------------------------------------------------------

EXPLICIT = suppose("explicit", openvino_pad.eq("explicit"))
BEGINS = claiming(OPENVINO_BEGIN).on_axes(AXES_OF_PARENT).assume()
CELL = openvino_cell()
lowest = Variable("lowest")


PADDING = tuple(
    on(OPENVINO_BEGIN).theorem(f"openvino.8.begin.{label}", statement, goal, suppose(value, openvino_pad.eq(value)))
    for label, value, statement, goal in (
        ("explicit", "explicit", "Explicit padding is pads_begin.", OPENVINO_BEGIN.term.eq(pad_begin)),
        ("valid", "valid", "Padding is not used under valid.", OPENVINO_BEGIN.term.eq(0)),
        (
            "same-upper",
            "same_upper",
            "An odd padding has more at the end under same_upper.",
            within(same_padding - OPENVINO_BEGIN.term * 2, Literal(2)),
        ),
        (
            "same-lower",
            "same_lower",
            "An odd padding has more at the beginning under same_lower.",
            within(OPENVINO_BEGIN.term * 2 - same_padding, Literal(2)),
        ),
    )
)


def from_axis(axis: int, what: str) -> Obligation:
    """What an index counts within, by the axis that it begins with."""
    return on(OPENVINO_BOUND, "Indices.flat").theorem(
        f"openvino.8.axis-{axis}",
        f"With axis {axis}, or {axis - 4}, an index is bounded by the number of elements in {what}.",
        OPENVINO_BOUND.term.eq(reduce(mul, dX[axis:])),
        suppose(f"axis {axis} or {axis - 4}", or_(openvino_axis.eq(axis), openvino_axis.eq(axis - 4))),
    )


FROM_AXIS = tuple(from_axis(*of) for of in enumerate(("X", "a batch", "a plane", "a row")))


def restricted(*about: str, source: Source) -> Topic:
    """Theorems on OpenVINO-8 with explicit padding, rounding down and axis 0."""
    return Topic(about, source, "openvino.8.restricted.")


RESTRICTED = (
    restricted("Y.shape", OPENVINO_FLOOR.label, source=OPENVINO_FLOOR.source).theorem(
        "size",
        "With explicit padding and rounding down, the output size is the specified one.",
        y.eq(openvino_size()),
        *clause("strides.positive"),
        EXPLICIT,
        suppose("rounding down", rounding_type.eq("floor")),
        lemma(SIZES[OPENVINO_FLOOR.label]).standing_on(SIZED).assume(),
    ),
    restricted("Y.max", "Indices.first-maximum", source=Source(OPENVINO, "pads_begin", 1, 1674)).theorem(
        "taps",
        "With explicit padding, a tap stands on the specified row and column, and is in range where it is to be.",
        same_taps(CELL),
        EXPLICIT,
        BEGINS,
    ),
    restricted("Y.max", "Y.max-over-input", source=Source(OPENVINO, "pads_begin", 1, 1870)).theorem(
        "padding",
        "Padding by a value below the elements, as -inf is, changes nothing: no position of the window is above an "
        "element exactly if no in-range tap is.",
        (ite(tapped(h2, w2), rank(h2, w2), lowest) <= rank(h, w)).iff(
            tapped(h2, w2).implies(rank(h2, w2) <= rank(h, w))
        ),
        suppose("padding is not above the element", lowest <= rank(h, w)),
    ),
    restricted("Y.max", source=OPENVINO_BEGIN.source).theorem(
        "Y",
        "With explicit padding, a cell is the specified one.",
        and_(EXPLICIT.term, BEGINS.term).implies(CELL.is_maximum().iff(MAXPOOL["Y.max"].formula)),
    ),
    restricted(OPENVINO_BOUND.label, "Indices.flat", source=OPENVINO_BOUND.source).theorem(
        "axis",
        "With axis 0, an index is the flat index.",
        (index % bound).eq(index),
        lemma(FROM_AXIS[0])
        .where_claimed(OPENVINO_BOUND)
        .named(*NUMBERS)
        .standing_on(*(a.label for a in FROM_AXIS[0].assumptions))
        .assume(bound.eq(elements)),
        lemma(WHOLE[0]).named(*NUMBERS).standing_on(*IN_X).assume(within(index, elements)),
    ),
)


def obligations() -> tuple[Statement, ...]:
    """The obligations of this file, in reading order."""
    return (
        *CHANNEL_STORED_LAST,
        *PADDING,
        *FROM_AXIS,
        *RESTRICTED,
    )
