"""What the explorer shows of MaxPool beside its clauses: where taps fall, and the sizes that the draft prints."""

from __future__ import annotations

from spec.explorer.script import Explored, SolvedFor, script
from spec.language.fold import substitute
from spec.language.terms import Term
from spec.maxpool.family import DRAFT_DY_2, DRAFT_DY_3
from spec.maxpool.operator import MAXPOOL, TYPES
from spec.maxpool.semantics import INDEX, SELECTED
from spec.maxpool.vocabulary import AXES, key, v, value
from spec.operator.claims import Claim
from spec.operator.operator import Operator
from spec.window.geometry import padded
from spec.window.names import h
from spec.window.plane import column, in_range, row, w


def _printed(claim: Claim, axis: int) -> Term:
    """The size that a document prints for an axis, in its symbols."""
    return substitute(claim.term, AXES[axis])


TERMS = {
    "row": row(h),
    "column": column(w),
    "in_range": in_range(h, w),
    "padded_2": substitute(padded, AXES[0]),
    "padded_3": substitute(padded, AXES[1]),
    "draft_2": _printed(DRAFT_DY_2, 0),
    "draft_3": _printed(DRAFT_DY_3, 1),
}


def shown(operator: Operator = MAXPOOL) -> Explored:
    """What the page shows of MaxPool, or of one whose clauses were changed."""
    of_elements = "NaN.as-minus-infinity"
    return Explored(
        operator,
        TYPES,
        TERMS,
        outputs=(SolvedFor("Indices.first-maximum", INDEX), SolvedFor("Y.bits", SELECTED)),
        elements=(SolvedFor(of_elements, value(v)), SolvedFor(of_elements, key(v))),
    )


def explorer(operator: Operator = MAXPOOL) -> str:
    """The script of the explorer's page."""
    return script(shown(operator))
