"""The indices theory: one number for each element of X, and what can be read from it.

A flat index is built by Horner's steps `outer * size + inner`, with `inner` in [0, size). What is shown of one step
holds of the whole by three of them: the channel in its batch, the row in its plane, the column in its row. There, the
numbers reached so far stand as variables (`plane`, `line`), so that a solver never sees a product of four sizes.
"""

from __future__ import annotations

from proofs.engine.statement import Statement
from proofs.engine.terms import Assumption, Obligation, suppose
from proofs.theories.topic import clause, on
from spec.examples.sources import ONNX, OPENVINO
from spec.language.fold import replace
from spec.language.terms import Term, Variable, and_, children, or_
from spec.maxpool.semantics import BEFORE, element_at, h2, w2
from spec.maxpool.vocabulary import b, c, dX, w
from spec.operator.clauses import Source
from spec.window.names import dilation, h, m, pad_begin, stride

outer, outers, inner, size = (Variable(name) for name in ("outer", "outers", "inner", "size"))
outer2, inner2 = Variable("outer2"), Variable("inner2")
plane, planes, line, lines, index, elements = (
    Variable(name) for name in ("plane", "planes", "line", "lines", "index", "elements")
)
r, col, offset, block = (Variable(name) for name in ("row", "column", "offset", "block"))
b2, c2, plane2, line2, index2, r2, col2 = (
    Variable(name) for name in ("b2", "c2", "plane2", "line2", "index2", "row2", "column2")
)

Pair = tuple[Term, Term]
INDICES = on("Indices.flat", prefix="indices.")
FIRST_MAXIMUM = on("Indices.first-maximum", prefix="indices.")
theorem = INDICES.theorem
STORAGE = Source(ONNX, "storage_order", 92)
AXIS = Source(OPENVINO, "axis", 1, 3797)


def within(i: Term, size: Term) -> Term:
    """`i` counts something of which there are `size`."""
    return and_(0 <= i, i < size)


INNER = suppose("inner < size", within(inner, size))
INNER_2 = suppose("inner2 < size", within(inner2, size))
STEP, STEP_2 = outer * size + inner, outer2 * size + inner2

ONE_STEP = (
    theorem(
        "step-in-range",
        "One step of a flat index stays in range.",
        within(STEP, outers * size),
        suppose("outer < outers", within(outer, outers)),
        INNER,
    ),
    theorem(
        "step-decodes",
        "One step of a flat index is undone by division and remainder.",
        and_((STEP // size).eq(outer), (STEP % size).eq(inner)),
        INNER,
    ),
    theorem(
        "step-injective",
        "One step of a flat index gives different numbers to different pairs.",
        and_(outer.eq(outer2), inner.eq(inner2)),
        INNER,
        INNER_2,
        suppose("one number", STEP.eq(STEP_2)),
    ),
    theorem(
        "step-ordered",
        "One step of a flat index orders pairs by the outer number, then by the inner one.",
        or_(outer2 < outer, and_(outer2.eq(outer), inner2 < inner)).iff(STEP_2 < STEP),
        INNER,
        INNER_2,
    ),
)


def in_range_step(outer: Term, outers: Term, inner: Term, size: Term, number: Term, numbers: Term) -> Term:
    """What `indices.step-in-range` says of one step, whose number and range bear names."""
    return and_(within(outer, outers), within(inner, size)).implies(within(number, numbers))


def injective_step(of: str, numbers: Pair, outers: Pair, inners: Pair, size: Term) -> Assumption:
    """What `indices.step-injective` says of two steps, whose numbers bear names."""
    given = and_(*(within(inner, size) for inner in inners), numbers[0].eq(numbers[1]))
    same = and_(outers[0].eq(outers[1]), inners[0].eq(inners[1]))
    return suppose(f"indices.step-injective, of the {of}", given.implies(same))


COLUMN_IN_X = suppose("the column is in X", within(col, dX[3]))
COLUMNS_IN_X = suppose("the columns are in X", and_(within(col, dX[3]), within(col2, dX[3])))
ROW_IN_X = suppose("the row is in X", within(r, dX[2]))

WHOLE = (
    theorem(
        "in-range",
        "A flat index counts the elements of X: it is at least 0 and below their number.",
        within(index, elements),
        suppose("indices.step-in-range, of the channel", within(plane, planes)),
        ROW_IN_X,
        COLUMN_IN_X,
        suppose("indices.step-in-range, of the row", in_range_step(plane, planes, r, dX[2], line, lines)),
        suppose("indices.step-in-range, of the column", in_range_step(line, lines, col, dX[3], index, elements)),
    ),
    theorem(
        "injective",
        "Different elements of X have different flat indices.",
        and_(b.eq(b2), c.eq(c2), r.eq(r2), col.eq(col2)),
        suppose("the channels are in X", and_(within(c, dX[1]), within(c2, dX[1]))),
        suppose("the rows are in X", and_(within(r, dX[2]), within(r2, dX[2]))),
        COLUMNS_IN_X,
        suppose("one index", index.eq(index2)),
        injective_step("channel", (plane, plane2), (b, b2), (c, c2), dX[1]),
        injective_step("row", (line, line2), (plane, plane2), (r, r2), dX[2]),
        injective_step("column", (index, index2), (line, line2), (col, col2), dX[3]),
    ),
)

# Per axis, two taps h and h2 of window m.
_position, _position2 = m * stride + h * dilation - pad_begin, m * stride + h2 * dilation - pad_begin

ORDERED = (
    FIRST_MAXIMUM.theorem(
        "taps-ordered",
        "On an axis, an earlier tap of a window stands on an earlier element, and a different tap on another one.",
        and_((h2 < h).iff(_position2 < _position), h2.eq(h).iff(_position2.eq(_position))),
        *clause("dilations.positive"),
    ),
    FIRST_MAXIMUM.theorem(
        "first-is-smallest",
        "Of two in-range taps, the first in the row-major order of the window has the smaller flat index.",
        BEFORE.iff(index2 < index),
        suppose("indices.taps-ordered", and_((h2 < h).iff(r2 < r), h2.eq(h).iff(r2.eq(r)))),
        suppose("indices.taps-ordered, of the columns", (w2 < w).iff(col2 < col)),
        suppose("rows of one plane", and_(line.eq(block + r), line2.eq(block + r2))),
        suppose("indices.step-ordered", or_(line2 < line, and_(line2.eq(line), col2 < col)).iff(index2 < index)),
        about=("Indices.first-maximum", "Indices.flat"),
    ),
)

SUFFIXES = (
    (1, "batch", b, dX[1] * dX[2] * dX[3], (c * dX[2] + r) * dX[3] + col),
    (2, "plane", b * dX[1] + c, dX[2] * dX[3], r * dX[3] + col),
    (3, "row", (b * dX[1] + c) * dX[2] + r, dX[3], col),
)
"""OpenVINO's `axis`, what an index then counts within, which of these it is, how many elements that has, the index."""


def from_axis(axis: int, within_what: str, which: Term, block_size: Term, suffix: Term) -> Obligation:
    """The whole index is made of the number of a block and the index within the block."""
    return theorem(
        f"axis-{axis}",
        f"The whole index is that of the {within_what}'s first element, plus the index within the {within_what}.",
        index.eq(which * block_size + suffix),
        suppose("Indices.flat", index.eq(((b * dX[1] + c) * dX[2] + r) * dX[3] + col)),
        source=AXIS,
    )


OTHERS = (
    *(from_axis(*suffix) for suffix in SUFFIXES),
    theorem(
        "axis-is-remainder",
        "The index within a batch, plane or row is the whole index modulo the number of elements of one.",
        and_((index % block).eq(offset), (index // block).eq(outer)),
        suppose("indices.axis-1, -2 or -3", index.eq(outer * block + offset)),
        suppose("indices.step-in-range", within(offset, block)),
        source=AXIS,
    ),
    theorem(
        "column-major",
        "Within a plane, a column-major index is a row-major one with quotient and remainder swapped.",
        (col * dX[2] + r).eq((index % dX[3]) * dX[2] + index // dX[3]),
        COLUMN_IN_X,
        suppose("indices.step-decodes", and_((index // dX[3]).eq(r), (index % dX[3]).eq(col))),
        source=STORAGE,
    ),
    theorem(
        "column-major-in-range",
        "Within a plane, a column-major index counts its elements.",
        within(col * dX[2] + r, dX[2] * dX[3]),
        COLUMN_IN_X,
        ROW_IN_X,
        source=STORAGE,
    ),
)

# What clause Y.bits reads from an index: the element's plane, line and column, and from these its place. They stand
# as variables here: which numbers they are is what the assumptions say.
plane_read, line_read, column_read = Variable("plane_read"), Variable("line_read"), Variable("column_read")
READ: dict[Term, Term] = {
    index // (dX[2] * dX[3]): plane_read,
    index // dX[3]: line_read,
    index % dX[3]: column_read,
}
PLACE = tuple(replace(read, READ) for read in children(element_at(index)))
DECODED = and_(*(read.eq(place) for read, place in zip(PLACE, (b, c, r, col), strict=True)))
NOT_EMPTY = suppose("X is not empty", and_(dX[1] >= 1, dX[2] >= 1))

WHOLE_DECODED = theorem(
    "decodes",
    "Batch, channel, row and column of an element are read from its flat index by division and remainder.",
    DECODED,
    NOT_EMPTY,
    suppose("indices.axis-is-remainder, of the plane", plane_read.eq(plane)),
    suppose("indices.step-decodes", and_(line_read.eq(line), column_read.eq(col))),
    suppose("indices.step-decodes, of the row", (line // dX[2]).eq(plane)),
    suppose("indices.step-decodes, of the channel", (plane // dX[1]).eq(b)),
    suppose("line and plane", and_(line.eq(plane * dX[2] + r), plane.eq(b * dX[1] + c))),
    about=("Indices.flat", "Y.bits"),
)


def obligations() -> tuple[Statement, ...]:
    """The obligations of this file, in reading order."""
    return (*ONE_STEP, *WHOLE, *ORDERED, *OTHERS, WHOLE_DECODED)
