"""The shape theory: the output size counts the windows that fit, for every size.

All variables are unbounded integers. Formulas are per axis, and stand on the clauses by their labels.
"""

from __future__ import annotations

from proofs.engine.statement import Statement
from proofs.engine.terms import Assumption, Obligation, suppose
from proofs.theories.replay import explicit
from proofs.theories.topic import Topic, clause, on
from spec.language.terms import Term, Variable, and_, not_
from spec.maxpool.family import DRAFT_CORRECTED, DRAFT_DY_2, DRAFT_DY_3
from spec.maxpool.operator import MAXPOOL
from spec.operator.claims import Claim
from spec.operator.clauses import Scope
from spec.window.geometry import padded
from spec.window.names import dilation, extent, h, kernel, m, slack, stride, y

quotient, remainder = Variable("quotient"), Variable("remainder")

SHAPE = Topic(("Y.shape",))
theorem = SHAPE.theorem

SIZE = clause("strides.positive", "slack", "Y.shape")
"""What the output size rests on: a window's extent may be anything."""

LEGAL = clause(
    "X.spatial",
    "pads.non-negative",
    "kernel_shape.positive",
    "dilations.positive",
    "strides.positive",
    "extent",
    "slack",
    "Y.shape",
    "Y.positive",
)
"""Everything the profile asks of the sizes on one axis, but that windows meet the input."""


def window_fits(window: Term) -> Term:
    """The window ends within the padded input."""
    return window * stride + extent <= padded


def other_size(name: str, **changed: Term) -> tuple[Variable, tuple[Assumption, ...]]:
    """A second call that differs in some quantities: its output size, and the assumption that defines it."""
    other = Variable(name)
    parts = {"padded": padded, "extent": extent, "stride": stride} | changed
    formula = other.eq((parts["padded"] - parts["extent"]) // parts["stride"] + 1)
    return other, (suppose("the other call's Y.shape", formula),)


COUNTING = (
    theorem(
        "shape.windows-that-fit",
        "Window m fits in the padded input exactly if m < y: y counts the windows that fit.",
        window_fits(m).iff(m < y),
        *SIZE,
    ),
    theorem(
        "shape.last-fits",
        "The last window fits.",
        window_fits(y - 1),
        *SIZE,
    ),
    theorem(
        "shape.next-does-not",
        "The window after the last does not fit.",
        not_(window_fits(y)),
        *SIZE,
    ),
    theorem(
        "shape.taps-in-padded-input",
        "Every tap of every window lies in the padded input.",
        and_(0 <= m * stride + h * dilation, m * stride + h * dilation < padded),
        *clause("dilations.positive", "strides.positive", "extent", "slack", "Y.shape"),
        suppose("m is a window", and_(0 <= m, m < y)),
        suppose("h is a tap", and_(0 <= h, h < kernel)),
    ),
    theorem(
        "shape.positive-iff-kernel-fits",
        "There is a window exactly if the dilated kernel fits in the padded input.",
        (y >= 1).iff(extent <= padded),
        *SIZE,
        about=("Y.positive",),
    ),
    theorem(
        "shape.extent-positive",
        "The dilated kernel covers at least one position.",
        extent >= 1,
        *clause("kernel_shape.positive", "dilations.positive", "extent"),
        about=("extent",),
    ),
)

_longer, _LONGER = other_size("y_longer", padded=Variable("longer"))
_sparser, _SPARSER = other_size("y_sparser", stride=Variable("sparser"))
_wider, _WIDER = other_size("y_wider", extent=dilation * (Variable("wider") - 1) + 1)

MONOTONE = (
    theorem(
        "shape.monotone-in-x",
        "A longer (padded) input has no fewer windows.",
        _longer >= y,
        *SIZE,
        *_LONGER,
        suppose("longer", Variable("longer") >= padded),
    ),
    theorem(
        "shape.monotone-in-stride",
        "A larger stride has no more windows.",
        _sparser <= y,
        *SIZE,
        *clause("Y.positive"),
        *_SPARSER,
        suppose("sparser", Variable("sparser") >= stride),
    ),
    theorem(
        "shape.monotone-in-kernel",
        "A larger kernel has no more windows.",
        _wider <= y,
        *clause("dilations.positive", "strides.positive", "extent", "slack", "Y.shape"),
        *_WIDER,
        suppose("wider", Variable("wider") >= kernel),
    ),
)


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

_EUCLID = suppose("slack = stride * quotient + remainder", slack.eq(stride * quotient + remainder))

IDENTITIES = (
    theorem(
        "shape.identity.room-after-window",
        "Behind the end of window m there is room for (quotient - m) strides and the remainder.",
        (padded - (m * stride + extent)).eq(stride * (quotient - m) + remainder),
        *clause("slack"),
        _EUCLID,
    ),
    theorem(
        "shape.identity.room-after-last",
        "Behind the last window there is room for the remainder.",
        (padded - (quotient * stride + extent)).eq(remainder),
        *clause("slack"),
        _EUCLID,
    ),
    theorem(
        "shape.identity.last-tap",
        "The last tap of a window is its last position.",
        (m * stride + (kernel - 1) * dilation).eq(m * stride + extent - 1),
        *clause("extent"),
        about=("extent",),
    ),
    theorem(
        "shape.identity.unused-room",
        "What the draft's divisor stride + 1 leaves over is quotient less than what stride leaves over.",
        (slack - (stride + 1) * quotient).eq(remainder - quotient),
        _EUCLID,
        about=("draft.dY_2", "draft.dY_3"),
    ),
)


def obligations() -> tuple[Statement, ...]:
    """The obligations of this file, in reading order."""
    return (*COUNTING, *MONOTONE, *DRAFT, *IDENTITIES)


assert all(MAXPOOL[a.label].scope is Scope.AXIS for a in LEGAL)
