"""The draft's sentence on Indices, each way it can be read: every one is refuted, and where it goes wrong is proved.

`Y[b, c, m, n] = X_p[h, w] ==> Indices[b, c, m, n] = (h * dX_3 + w)` stands on lines 333 and 691, and with an `if` and
without padding on line 51. It binds no h and w, and it has no batch and no channel on its right.
"""

from __future__ import annotations

from proofs.assumptions.lemmas import lemma, stating, suppose
from proofs.engine.statement import Statement
from proofs.engine.terms import Obligation
from proofs.theories.indices.indices import AXIS_2, FLAT_INDEX, IN_PLANE, INNER, within
from proofs.theories.replay import pair, placed, two_planes
from proofs.theories.topic import Topic
from proofs.theories.values.values import rank
from proofs.theories.values.values_laws import first, index, other_index, rank_0, rank_1
from spec.examples.catalogue import ALL as EXAMPLES
from spec.examples.sources import SONNX
from spec.language.terms import Term, Variable, and_, maximum, not_, or_
from spec.maxpool.operator import MAXPOOL
from spec.maxpool.semantics import INDEX, column, h2, row, w2
from spec.maxpool.vocabulary import AXES, b, c, dX, entry, w
from spec.operator.clauses import Source
from spec.window.names import h

IF, IMPLIES = (Source(SONNX, "definition of Indices", line) for line in (51, 333))
FIRST, FIRST_IF, FLAT, FLAT_IF = (
    Topic((label,), source, "draft.Indices.")
    for label in ("Indices.first-maximum", "Indices.flat")
    for source in (IMPLIES, IF)
)


top = Variable("maximum")
printed = h * dX[3] + w
printed2 = h2 * dX[3] + w2


def says(index: Term) -> tuple[Term, Term]:
    """The sentence, of each element of a plane of one row and two columns."""
    return top.eq(rank_0).implies(index.eq(0)), top.eq(rank_1).implies(index.eq(1))


ONE_ROW = (
    suppose("Y, of one row", top.eq(maximum(rank_0, rank_1))),
    suppose("the first maximum of one row", index.eq(first(rank_0, rank_1))),
)

QUANTIFIED = (
    FIRST.refuted(
        "for-all",
        "Read for all (h, w), the sentence holds of the first maximum.",
        and_(*says(index)),
        *ONE_ROW,
        replay=pair,
    ),
    FIRST.theorem(
        "for-all.unsatisfiable",
        "Read for all (h, w), the sentence allows no index at all wherever the maximum stands twice.",
        not_(and_(top.eq(rank(h, w)).implies(index.eq(printed)), top.eq(rank(h2, w2)).implies(index.eq(printed2)))),
        suppose("both columns are in X", and_(within(w, dX[3]), within(w2, dX[3]))),
        suppose("two places", or_(h.ne(h2), w.ne(w2))),
        suppose("a tie", and_(rank(h, w).eq(top), rank(h2, w2).eq(top))),
    ),
    FIRST_IF.refuted(
        "for-some",
        "Read for some (h, w), the sentence holds of the first maximum alone.",
        other_index.eq(index),
        *ONE_ROW,
        suppose("the sentence, for some (h, w)", or_(*says(other_index))),
        replay=pair,
    ),
    FIRST_IF.theorem(
        "for-some.accepts-anything",
        "Read for some (h, w), the sentence allows every index wherever some element is not the maximum.",
        top.eq(rank(h, w)).implies(index.eq(printed)),
        suppose("(h, w) is not the maximum", rank(h, w).ne(top)),
    ),
)

r, col = Variable("row"), Variable("column")
top_pad, left_pad, right_pad = (entry("pads", i) for i in (0, 1, 3))
NO_NEGATIVE_PADS = suppose("no padding is negative", and_(top_pad >= 0, left_pad >= 0, right_pad >= 0))
ELEMENT = suppose("an element of X", and_(r >= 0, r < dX[2], col >= 0, col < dX[3], dX[2] >= 1, dX[3] >= 1))
PLACE = suppose("(h, w) is its place in X_p", and_(h.eq(r + top_pad), w.eq(col + left_pad)))
IN_FIRST_PLANE = suppose("the index in the first plane", index.eq(r * dX[3] + col))
PLACED = (NO_NEGATIVE_PADS, ELEMENT, PLACE, IN_FIRST_PLANE)


def as_printed(label: str) -> Obligation:
    """An example of the draft, with padding, whose first index contradicts the sentence over X_p."""
    (example,) = (e for e in EXAMPLES if e.label == label)
    assert example.Indices is not None
    pads, width, first = example.attributes["pads"], example.X.shape[3], int(example.Indices.cells[0])
    assert isinstance(pads, tuple)
    known = {top_pad: pads[0], left_pad: pads[1], dX[3]: width, index: first}
    return FLAT.theorem(
        f"padded.{label}",
        f"The first index printed in {label} is not h * dX_3 + w for its place (h, w) in X_p.",
        index.ne(printed),
        suppose("as printed", and_(*(v.eq(n) for v, n in known.items()))),
        IN_PLANE.standing_on(INNER.label).assume(and_((index // dX[3]).eq(r), (index % dX[3]).eq(col))),
        PLACE,
        source=example.source,
    )


PADDED = (
    FLAT.refuted(
        "padded",
        "With (h, w) counted in X_p, as the draft says, h * dX_3 + w is the index in X.",
        index.eq(printed),
        *PLACED,
        replay=placed,
    ),
    FLAT.theorem(
        "padded.exact",
        "With (h, w) counted in X_p, h * dX_3 + w is the index in the plane exactly if no padding stands before X.",
        index.eq(printed).iff(and_(top_pad.eq(0), left_pad.eq(0))),
        NO_NEGATIVE_PADS,
        stating(MAXPOOL, "X.spatial").put(AXES[1]).assume(also="on axis 1"),
        PLACE,
        IN_FIRST_PLANE,
    ),
    FLAT.refuted(
        "padded-width",
        "With (h, w) counted in X_p, and dX_3 the width of X_p as the draft says, h * dX_3 + w is the index in X.",
        index.eq(h * (left_pad + dX[3] + right_pad) + w),
        *PLACED,
        replay=placed,
    ),
    as_printed("sonnx.float.2"),
    as_printed("sonnx.int.3"),
)

b2, c2, index2, area = (Variable(name) for name in ("b2", "c2", "index2", "area"))

ONE_PLANE = (
    FLAT_IF.refuted(
        "without-batch-and-channel",
        "Elements with one h * dX_3 + w have one index.",
        index.eq(index2),
        ELEMENT,
        suppose("two planes", and_(*(i >= 0 for i in (b, b2, c, c2)), b < dX[0], b2 < dX[0], c < dX[1], c2 < dX[1])),
        suppose("X is not empty", and_(dX[0] >= 1, dX[1] >= 1)),
        suppose("the index of one", index.eq(((b * dX[1] + c) * dX[2] + r) * dX[3] + col)),
        suppose("the index of the other", index2.eq(((b2 * dX[1] + c2) * dX[2] + r) * dX[3] + col)),
        replay=two_planes,
    ),
    FLAT_IF.theorem(
        "without-batch-and-channel.exact",
        "An index within a plane is the index in X exactly in the first channel of the first batch.",
        index.eq(other_index).iff(and_(b.eq(0), c.eq(0))),
        suppose("b and c are in X", and_(b >= 0, within(c, dX[1]))),
        lemma(AXIS_2)
        .named({INDEX: index, dX[2] * dX[3]: area, row(h) * dX[3] + column(w): other_index})
        .standing_on(FLAT_INDEX.label)
        .assume(index.eq((b * dX[1] + c) * area + other_index)),
        suppose("the plane has an element", area >= 1),
    ),
)


def obligations() -> tuple[Statement, ...]:
    """The obligations of this file, in reading order."""
    return (*QUANTIFIED, *PADDED, *ONE_PLANE)
