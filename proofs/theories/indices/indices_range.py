"""The indices theory, continued: which numbers fit a machine's integers, and from which size on they do not.

On an axis, all that a computation by the clauses meets lies between -pad_begin and x + pad_begin + pad_end; of a flat
index, between 0 and the number of elements.
"""

from __future__ import annotations

from dataclasses import replace

from proofs.assumptions.lemmas import lemma, suppose
from proofs.engine.statement import Statement
from proofs.engine.terms import Obligation
from proofs.theories.indices.indices import (
    INDICES,
    INNER,
    NUMBERS,
    OUTER,
    STEP,
    WHOLE,
    elements,
    index,
    outer,
    outers,
    size,
    within,
)
from proofs.theories.shape import SHAPE, positive
from proofs.theories.topic import SIZED, clause
from spec.examples.sources import OPENVINO
from spec.language.terms import Variable, and_
from spec.maxpool.operator import MAXPOOL
from spec.maxpool.vocabulary import dX
from spec.operator.clauses import Source
from spec.window.geometry import padded
from spec.window.names import dilation, extent, h, kernel, m, pad_begin, pad_end, slack, stride, x, y

FITS = MAXPOOL["Indices.int64"].formula
INT64 = replace(INDICES, about=("Indices.int64",))
I32 = Source(OPENVINO, "index_element_type", 1, 3612)
NUMBER = dX[0] * dX[1] * dX[2] * dX[3]
LAST = (((dX[0] - 1) * dX[1] + (dX[1] - 1)) * dX[2] + (dX[2] - 1)) * dX[3] + (dX[3] - 1)
"""The flat index of the last element: in the last batch, channel, row and column."""
FACTOR = 2**20
IN_X = (OUTER.label, INNER.label, "the row is in X", "the column is in X")
limit, start, reach = Variable("limit"), Variable("start"), Variable("reach")


def exact_on(axis: int) -> Obligation:
    """The limit of one size where the others are known."""
    others = tuple(suppose(f"dX_{i} = {FACTOR}", dX[i].eq(FACTOR)) for i in range(4) if i != axis)
    return INT64.theorem(
        f"int64.exact-on-dX_{axis}",
        f"Where each other size is 2**20, the clause allows dX_{axis} up to 8 and no more.",
        FITS.iff(dX[axis] <= 8),
        *others,
    )


STEP_FITS = INDICES.theorem(
    "step-fits",
    "What one step of a flat index computes on its way is not below 0 and not above the number of what it counts.",
    and_(0 <= outer * size, outer * size <= STEP, STEP < outers * size, outers <= outers * size),
    OUTER,
    INNER,
)

FLAT = (
    INDICES.theorem(
        "last",
        "The flat index of the last element is one less than the number of elements.",
        LAST.eq(NUMBER - 1),
    ),
    INT64.theorem(
        "below-limit",
        "Every flat index is below each limit that the number of elements does not exceed.",
        within(index, limit),
        lemma(WHOLE[0]).named(*NUMBERS).standing_on(*IN_X).assume(within(index, elements)),
        suppose("elements <= limit", elements <= limit),
        about=("Indices.int64", "Indices.flat"),
    ),
    INT64.theorem(
        "int64.exact",
        "The index of the last element fits int64 exactly if X has at most 2**63 elements.",
        (LAST <= 2**63 - 1).iff(FITS),
        about=("Indices.int64", "Indices.flat"),
    ),
    *(exact_on(axis) for axis in range(4)),
    INT64.theorem(
        "int64.exact-on-batches-alone",
        "Of single elements, the clause allows 2**63 batches and no more.",
        and_(dX[1].eq(1), dX[2].eq(1), dX[3].eq(1)).implies(FITS.iff(dX[0] <= 2**63)),
    ),
    INDICES.theorem(
        "int32.exact",
        "The index of the last element fits OpenVINO's i32 exactly if X has at most 2**31 elements.",
        (LAST <= 2**31 - 1).iff(NUMBER <= 2**31),
        source=I32,
    ),
    STEP_FITS,
)

WINDOW_STARTS = within(start, slack + 1)
TAP_REACHES = within(reach, extent)

WINDOW_FITS = SHAPE.theorem(
    "indices.fits.window",
    "The start of a window, counted from the start of the padded input, is at most the slack.",
    within(m * stride, slack + 1),
    *clause("strides.positive", "Y.shape"),
    suppose("m is a window", within(m, y)),
)
TAP_FITS = SHAPE.theorem(
    "indices.fits.tap",
    "A tap's distance from the start of its window is below the extent.",
    within(h * dilation, extent),
    *clause("dilations.positive", "extent"),
    suppose("h is a tap", within(h, kernel)),
    about=("extent",),
)

ON_AXIS = (
    SHAPE.theorem(
        "indices.fits.padded",
        "The size of an axis, with its padding added in turn, is at most the size of the padded input.",
        and_(x <= x + pad_begin, x + pad_begin <= padded),
        *clause("pads.non-negative"),
        about=("pads.non-negative",),
    ),
    WINDOW_FITS,
    TAP_FITS,
    SHAPE.theorem(
        "indices.fits.position",
        "A tap's position lies between -pad_begin and the end of the padding, and so does what leads to it.",
        and_(
            within(start, padded),
            within(reach, padded),
            within(start + reach, padded),
            -pad_begin <= start - pad_begin,
            start - pad_begin < x + pad_end,
            -pad_begin <= start + reach - pad_begin,
            start + reach - pad_begin < x + pad_end,
        ),
        *clause("slack"),
        lemma(WINDOW_FITS).named({m * stride: start}).standing_on("m is a window", SIZED).assume(WINDOW_STARTS),
        lemma(TAP_FITS).named({h * dilation: reach}).standing_on("h is a tap").assume(TAP_REACHES),
        about=("slack", "Indices.flat"),
    ),
    SHAPE.theorem(
        "indices.fits.extent",
        "The kernel's size and its extent are at most the size of the padded input.",
        and_(kernel <= padded, within(dilation * (kernel - 1), padded)),
        *clause("kernel_shape.positive", "dilations.positive", "extent", "Y.positive"),
        lemma(positive(MAXPOOL)).standing_on(SIZED).assume(),
        about=("extent",),
    ),
    SHAPE.theorem(
        "indices.fits.size",
        "The slack is not negative, and the output size is at most one more than it.",
        and_(slack >= 0, y <= slack + 1),
        *clause("strides.positive", "Y.shape", "Y.positive"),
    ),
)


def obligations() -> tuple[Statement, ...]:
    """The obligations of this file, in reading order."""
    return (*FLAT, *ON_AXIS)
