"""The shape theory: the output size counts the windows that fit, for every size.

All variables are unbounded integers. Formulas are per axis, and stand on the clauses by their labels.
"""

from __future__ import annotations

from proofs.engine.statement import Statement, Verdict
from proofs.engine.terms import Assumption, Obligation, suppose
from proofs.theories.hypotheses import clause
from proofs.theories.replay import explicit
from spec.language.terms import Term, Variable, and_, not_
from spec.maxpool.family import DRAFT_CORRECTED, DRAFT_DY_2, DRAFT_DY_3
from spec.maxpool.operator import MAXPOOL
from spec.operator.claims import Claim
from spec.operator.clauses import ADDED, Scope, Source
from spec.window.names import dilation, extent, h, kernel, m, pad_begin, pad_end, slack, stride, x, y

padded = x + pad_begin + pad_end
quotient, remainder = Variable("quotient"), Variable("remainder")

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


def theorem(
    label: str,
    statement: str,
    assumptions: tuple[Assumption, ...],
    goal: Term,
    about: tuple[str, ...] = ("Y.shape",),
    source: Source = ADDED,
) -> Obligation:
    """An obligation that is expected to be proved."""
    return Obligation(label=label, statement=statement, assumptions=assumptions, goal=goal, about=about, source=source)


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
        SIZE,
        window_fits(m).iff(m < y),
    ),
    theorem(
        "shape.last-fits",
        "The last window fits.",
        SIZE,
        window_fits(y - 1),
    ),
    theorem(
        "shape.next-does-not",
        "The window after the last does not fit.",
        SIZE,
        not_(window_fits(y)),
    ),
    theorem(
        "shape.taps-in-padded-input",
        "Every tap of every window lies in the padded input.",
        (
            *clause("dilations.positive", "strides.positive", "extent", "slack", "Y.shape"),
            suppose("m is a window", and_(0 <= m, m < y)),
            suppose("h is a tap", and_(0 <= h, h < kernel)),
        ),
        and_(0 <= m * stride + h * dilation, m * stride + h * dilation < padded),
    ),
    theorem(
        "shape.positive-iff-kernel-fits",
        "There is a window exactly if the dilated kernel fits in the padded input.",
        SIZE,
        (y >= 1).iff(extent <= padded),
        about=("Y.positive",),
    ),
    theorem(
        "shape.extent-positive",
        "The dilated kernel covers at least one position.",
        clause("kernel_shape.positive", "dilations.positive", "extent"),
        extent >= 1,
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
        (*SIZE, *_LONGER, suppose("longer", Variable("longer") >= padded)),
        _longer >= y,
    ),
    theorem(
        "shape.monotone-in-stride",
        "A larger stride has no more windows.",
        (*SIZE, *clause("Y.positive"), *_SPARSER, suppose("sparser", Variable("sparser") >= stride)),
        _sparser <= y,
    ),
    theorem(
        "shape.monotone-in-kernel",
        "A larger kernel has no more windows.",
        (
            *clause("dilations.positive", "strides.positive", "extent", "slack", "Y.shape"),
            *_WIDER,
            suppose("wider", Variable("wider") >= kernel),
        ),
        _wider <= y,
    ),
)


def draft_claim(claim: Claim, axis: int) -> tuple[Obligation, ...]:
    """The draft's printed size on one axis: refuted, and too small for every legal input."""
    size = f"dY_{axis + 2}"
    return (
        Obligation(
            label=claim.label,
            statement=f"The draft's formula for {size} gives the output size.",
            assumptions=LEGAL,
            goal=y.eq(claim.term),
            expected=Verdict.REFUTED,
            about=(claim.label,),
            source=claim.source,
            replay=explicit,
        ),
        theorem(
            f"{claim.label}.in-slack",
            f"The draft's formula for {size} is the slack divided by stride + 1, rounded down.",
            clause("strides.positive", "extent", "slack"),
            claim.term.eq(slack // (stride + 1)),
            about=(claim.label,),
            source=claim.source,
        ),
        theorem(
            f"{claim.label}.always-too-small",
            f"The draft's formula for {size} is too small for every legal input.",
            clause("strides.positive", "extent", "slack", "Y.shape", "Y.positive"),
            claim.term < y,
            about=(claim.label,),
            source=claim.source,
        ),
    )


DRAFT = (
    *draft_claim(DRAFT_DY_2, 0),
    *draft_claim(DRAFT_DY_3, 1),
    theorem(
        "draft.corrected",
        "With the parenthesis moved, the draft's formula gives the output size.",
        clause("strides.positive", "extent", "slack", "Y.shape"),
        y.eq(DRAFT_CORRECTED.term),
        about=(DRAFT_CORRECTED.label,),
        source=DRAFT_DY_2.source,
    ),
)

_EUCLID = suppose("slack = stride * quotient + remainder", slack.eq(stride * quotient + remainder))

IDENTITIES = (
    theorem(
        "shape.identity.room-after-window",
        "Behind the end of window m there is room for (quotient - m) strides and the remainder.",
        (*clause("slack"), _EUCLID),
        (padded - (m * stride + extent)).eq(stride * (quotient - m) + remainder),
    ),
    theorem(
        "shape.identity.room-after-last",
        "Behind the last window there is room for the remainder.",
        (*clause("slack"), _EUCLID),
        (padded - (quotient * stride + extent)).eq(remainder),
    ),
    theorem(
        "shape.identity.last-tap",
        "The last tap of a window is its last position.",
        clause("extent"),
        (m * stride + (kernel - 1) * dilation).eq(m * stride + extent - 1),
        about=("extent",),
    ),
    theorem(
        "shape.identity.unused-room",
        "What the draft's divisor stride + 1 leaves over is quotient less than what stride leaves over.",
        (_EUCLID,),
        (slack - (stride + 1) * quotient).eq(remainder - quotient),
        about=("draft.dY_2", "draft.dY_3"),
    ),
)


def obligations() -> tuple[Statement, ...]:
    """The obligations of this file, in reading order."""
    return (*COUNTING, *MONOTONE, *DRAFT, *IDENTITIES)


assert all(MAXPOOL[a.label].scope is Scope.AXIS for a in LEGAL)
