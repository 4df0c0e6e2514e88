"""The draft's printed sizes: refuted, too small for every legal input, and right with a parenthesis moved."""

from __future__ import annotations

from proofs.engine.terms import Obligation
from proofs.theories.replay import explicit
from proofs.theories.shape import EUCLID, LEGAL, SHAPE, quotient, remainder
from proofs.theories.topic import clause, on
from spec.maxpool.family import DRAFT_CORRECTED, DRAFT_DY_2, DRAFT_DY_3
from spec.operator.claims import Claim
from spec.window.names import slack, stride, y

theorem = SHAPE.theorem


def draft_claim(claim: Claim, axis: int) -> tuple[Obligation, ...]:
    """The draft's printed size on one axis: refuted, and too small for every legal input."""
    size, draft = f"dY_{axis + 2}", on(claim)
    return (
        draft.refuted(
            claim.label,
            f"The draft's formula for {size} gives the output size.",
            y.eq(claim.term),
            *LEGAL,
            replay=explicit,
        ),
        draft.theorem(
            f"{claim.label}.in-slack",
            f"The draft's formula for {size} is the slack divided by stride + 1, rounded down.",
            claim.term.eq(slack // (stride + 1)),
            *clause("strides.positive", "extent", "slack"),
        ),
        draft.theorem(
            f"{claim.label}.always-too-small",
            f"The draft's formula for {size} is too small for every legal input.",
            claim.term < y,
            *clause("strides.positive", "extent", "slack", "Y.shape", "Y.positive"),
        ),
    )


DRAFT = (
    *draft_claim(DRAFT_DY_2, 0),
    *draft_claim(DRAFT_DY_3, 1),
    theorem(
        "draft.corrected",
        "With the parenthesis moved, the draft's formula gives the output size.",
        y.eq(DRAFT_CORRECTED.term),
        *clause("strides.positive", "extent", "slack", "Y.shape"),
        about=(DRAFT_CORRECTED.label,),
        source=DRAFT_DY_2.source,
    ),
)

UNUSED_ROOM = (
    theorem(
        "shape.identity.unused-room",
        "What the draft's divisor stride + 1 leaves over is quotient less than what stride leaves over.",
        (slack - (stride + 1) * quotient).eq(remainder - quotient),
        EUCLID,
        about=("draft.dY_2", "draft.dY_3"),
    ),
)
