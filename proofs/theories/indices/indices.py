"""The indices theory: one number for each element of X, and what can be read from it.

A flat index is built by Horner's steps `outer * size + inner`, with `inner` in [0, size). What is shown of one step
holds of the whole by three of them: the channel in its batch, the row in its plane, the column in its row. There, the
numbers reached so far stand as variables (`plane`, `line`), so that a solver never sees a product of four sizes.
"""

from __future__ import annotations

from proofs.assumptions.assumption import Assumption, Basis
from proofs.assumptions.lemmas import lemma, stating, suppose
from proofs.engine.statement import Statement
from proofs.engine.terms import Obligation
from proofs.theories.topic import clause, on
from spec.examples.sources import ONNX, OPENVINO
from spec.language.fold import replace
from spec.language.terms import Term, Variable, and_, children, or_
from spec.maxpool.operator import MAXPOOL
from spec.maxpool.semantics import BEFORE, INDEX, column, element_at, h2, row, w2
from spec.maxpool.vocabulary import AXES, b, c, dX, n, w
from spec.operator.clauses import Source
from spec.window.names import dilation, h, m, pad_begin, stride

outer, outers, inner, size = (Variable(name) for name in ("outer", "outers", "inner", "size"))
OUTER_, OUTERS, INNER_, SIZE = outer, outers, inner, size
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
OUTER = suppose("outer < outers", within(outer, outers))
STEP, STEP_2 = outer * size + inner, outer2 * size + inner2

IN_RANGE = theorem(
    "step-in-range",
    "One step of a flat index stays in range.",
    within(STEP, outers * size),
    OUTER,
    INNER,
)
DECODES = theorem(
    "step-decodes",
    "One step of a flat index is undone by division and remainder.",
    and_((STEP // size).eq(outer), (STEP % size).eq(inner)),
    INNER,
)
INJECTIVE = theorem(
    "step-injective",
    "One step of a flat index gives different numbers to different pairs.",
    and_(outer.eq(outer2), inner.eq(inner2)),
    INNER,
    INNER_2,
    suppose("one number", STEP.eq(STEP_2)),
)
IN_ORDER = theorem(
    "step-ordered",
    "One step of a flat index orders pairs by the outer number, then by the inner one.",
    or_(outer2 < outer, and_(outer2.eq(outer), inner2 < inner)).iff(STEP_2 < STEP),
    INNER,
    INNER_2,
)
ONE_STEP = (IN_RANGE, DECODES, INJECTIVE, IN_ORDER)

NUMBERS: tuple[dict[Term, Term], ...] = (
    {b * dX[1] + c: plane, dX[0] * dX[1]: planes, b2 * dX[1] + c2: plane2},
    {plane * dX[2] + r: line, planes * dX[2]: lines, plane2 * dX[2] + r2: line2},
    {line * dX[3] + col: index, lines * dX[3]: elements, line2 * dX[3] + col2: index2},
)
"""The numbers that the steps of a flat index reach, and how many there are, by the numbers before them."""


def in_range_step(outer: Term, outers: Term, inner: Term, size: Term) -> Basis:
    """`indices.step-in-range` of one step of a flat index."""
    return lemma(IN_RANGE).put({OUTER_: outer, OUTERS: outers, INNER_: inner, SIZE: size}).named(*NUMBERS)


def injective_step(of: str, numbers: Pair, outers: Pair, inners: Pair, size: Term) -> Assumption:
    """What `indices.step-injective` says of two steps, whose numbers bear names."""
    given = and_(*(within(inner, size) for inner in inners), numbers[0].eq(numbers[1]))
    same = and_(outers[0].eq(outers[1]), inners[0].eq(inners[1]))
    step = lemma(INJECTIVE).put(
        dict(zip((OUTER_, outer2, INNER_, inner2, SIZE), (*outers, *inners, size), strict=True))
    )
    labels = (a.label for a in INJECTIVE.assumptions)
    return step.given(*labels).named(*NUMBERS).assume(given.implies(same), also=f"of the {of}")


COLUMN_IN_X = suppose("the column is in X", within(col, dX[3]))
COLUMNS_IN_X = suppose("the columns are in X", and_(within(col, dX[3]), within(col2, dX[3])))
ROW_IN_X = suppose("the row is in X", within(r, dX[2]))

WHOLE = (
    theorem(
        "in-range",
        "A flat index counts the elements of X: it is at least 0 and below their number.",
        within(index, elements),
        in_range_step(b, dX[0], c, dX[1])
        .standing_on(OUTER.label, INNER.label)
        .assume(within(plane, planes), also="of the channel"),
        ROW_IN_X,
        COLUMN_IN_X,
        in_range_step(plane, planes, r, dX[2])
        .given(OUTER.label, INNER.label)
        .assume(and_(within(plane, planes), within(r, dX[2])).implies(within(line, lines)), also="of the row"),
        in_range_step(line, lines, col, dX[3])
        .given(OUTER.label, INNER.label)
        .assume(and_(within(line, lines), within(col, dX[3])).implies(within(index, elements)), also="of the column"),
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

TAPS_ORDERED = FIRST_MAXIMUM.theorem(
    "taps-ordered",
    "On an axis, an earlier tap of a window stands on an earlier element, and a different tap on another one.",
    and_((h2 < h).iff(_position2 < _position), h2.eq(h).iff(_position2.eq(_position))),
    *clause("dilations.positive"),
)
PLACES = {row(h): r, row(h2): r2, column(w): col, column(w2): col2}
LINES = {line * dX[3] + col: index, line2 * dX[3] + col2: index2}
STEP_OF_INDEX = {OUTER_: line, outer2: line2, INNER_: col, inner2: col2, SIZE: dX[3]}

FIRST_IS_SMALLEST = FIRST_MAXIMUM.theorem(
    "first-is-smallest",
    "Of two in-range taps, the first in the row-major order of the window has the smaller flat index.",
    BEFORE.iff(index2 < index),
    lemma(TAPS_ORDERED).put(AXES[0]).named(PLACES).assume(and_((h2 < h).iff(r2 < r), h2.eq(h).iff(r2.eq(r)))),
    lemma(TAPS_ORDERED)
    .put({**AXES[1], h: w, h2: w2, m: n})
    .part(0)
    .named(PLACES)
    .assume((w2 < w).iff(col2 < col), also="of the columns"),
    suppose("rows of one plane", and_(line.eq(block + r), line2.eq(block + r2))),
    lemma(IN_ORDER)
    .put(STEP_OF_INDEX)
    .named(PLACES, LINES)
    .standing_on(INNER.label, INNER_2.label)
    .assume(or_(line2 < line, and_(line2.eq(line), col2 < col)).iff(index2 < index)),
    about=("Indices.first-maximum", "Indices.flat"),
)
ORDERED = (TAPS_ORDERED, FIRST_IS_SMALLEST)

SUFFIXES = (
    (1, "batch", b, dX[1] * dX[2] * dX[3], (c * dX[2] + r) * dX[3] + col),
    (2, "plane", b * dX[1] + c, dX[2] * dX[3], r * dX[3] + col),
    (3, "row", (b * dX[1] + c) * dX[2] + r, dX[3], col),
)
"""OpenVINO's `axis`, what an index then counts within, which of these it is, how many elements that has, the index."""


FLAT_INDEX = (
    stating(MAXPOOL, "Indices.flat")
    .at(h, w)
    .part(-1)
    .named({INDEX: index, row(h): r, column(w): col})
    .assume(index.eq(((b * dX[1] + c) * dX[2] + r) * dX[3] + col))
)
"""The clause, of the tap (h, w) that it speaks of."""


def from_axis(axis: int, within_what: str, which: Term, block_size: Term, suffix: Term) -> Obligation:
    """The whole index is made of the number of a block and the index within the block."""
    return theorem(
        f"axis-{axis}",
        f"The whole index is that of the {within_what}'s first element, plus the index within the {within_what}.",
        index.eq(which * block_size + suffix),
        FLAT_INDEX,
        source=AXIS,
    )


IN_PLANE = lemma(DECODES).put({OUTER_: r, INNER_: col, SIZE: dX[3]}).named({r * dX[3] + col: index})
"""`indices.step-decodes`, of the index within a plane."""
AXIS_1, AXIS_2, AXIS_3 = (from_axis(*suffix) for suffix in SUFFIXES)
REMAINDER = theorem(
    "axis-is-remainder",
    "The index within a batch, plane or row is the whole index modulo the number of elements of one.",
    and_((index % block).eq(offset), (index // block).eq(outer)),
    suppose("the index is made of outer and offset", index.eq(outer * block + offset)),
    suppose("offset < block", within(offset, block)),
    source=AXIS,
)

OTHERS = (
    *(AXIS_1, AXIS_2, AXIS_3),
    REMAINDER,
    theorem(
        "column-major",
        "Within a plane, a column-major index is a row-major one with quotient and remainder swapped.",
        (col * dX[2] + r).eq((index % dX[3]) * dX[2] + index // dX[3]),
        COLUMN_IN_X,
        IN_PLANE.assume(and_((index // dX[3]).eq(r), (index % dX[3]).eq(col))),
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

LINE_AND_PLANE = suppose("line and plane", and_(line.eq(plane * dX[2] + r), plane.eq(b * dX[1] + c)))
IS_STEP = "index = line * dX_3 + column"

WHOLE_DECODED = theorem(
    "decodes",
    "Batch, channel, row and column of an element are read from its flat index by division and remainder.",
    DECODED,
    NOT_EMPTY,
    lemma(REMAINDER)
    .put({OUTER_: plane, block: dX[2] * dX[3], offset: r * dX[3] + col})
    .part(1)
    .named(READ)
    .standing_on(*(a.label for a in REMAINDER.assumptions))
    .assume(plane_read.eq(plane), also="of the plane"),
    lemma(DECODES)
    .put({OUTER_: line, INNER_: col, SIZE: dX[3]})
    .where(IS_STEP, index, line * dX[3] + col)
    .named(READ)
    .standing_on(IS_STEP, INNER.label)
    .assume(and_(line_read.eq(line), column_read.eq(col))),
    lemma(DECODES)
    .put({OUTER_: plane, INNER_: r, SIZE: dX[2]})
    .part(0)
    .where(LINE_AND_PLANE.label, line, plane * dX[2] + r)
    .standing_on(INNER.label)
    .assume((line // dX[2]).eq(plane), also="of the row"),
    lemma(DECODES)
    .put({OUTER_: b, INNER_: c, SIZE: dX[1]})
    .part(0)
    .where(LINE_AND_PLANE.label, plane, b * dX[1] + c)
    .standing_on(INNER.label)
    .assume((plane // dX[1]).eq(b), also="of the channel"),
    LINE_AND_PLANE,
    about=("Indices.flat", "Y.bits"),
)


def obligations() -> tuple[Statement, ...]:
    """The obligations of this file, in reading order."""
    return (*ONE_STEP, *WHOLE, *ORDERED, *OTHERS, WHOLE_DECODED)
