"""The shape theory: the output size counts the windows that fit, for every size.

All variables are unbounded integers. Formulas are per axis, and stand on the clauses by their labels.
"""

from __future__ import annotations

from functools import partial

from proofs.assumptions.assumption import Assumption, own_label
from proofs.assumptions.lemmas import suppose
from proofs.engine.statement import Statement
from proofs.engine.terms import Obligation
from proofs.theories.topic import Topic, on, rounded_down
from spec.language.terms import Term, Variable, and_, not_
from spec.maxpool.operator import MAXPOOL
from spec.operator.claims import Claim
from spec.operator.clauses import Scope
from spec.operator.operator import Operator
from spec.window.geometry import padded
from spec.window.names import dilation, extent, h, kernel, m, slack, stride, y

quotient, remainder = Variable("quotient"), Variable("remainder")

SHAPE = Topic(("Y.shape",))
theorem = SHAPE.theorem

SIZE = ("strides.positive", "slack", "Y.shape")
"""What the output size rests on: a window's extent may be anything."""


def legal(operator: Operator) -> tuple[Assumption, ...]:
    """Everything a profile asks of the sizes on one axis, but that windows meet the input."""
    domains = ("X.spatial", "pads.non-negative", "kernel_shape.positive", "dilations.positive", "strides.positive")
    return rounded_down(operator, *domains, "extent", "slack", "Y.shape", "Y.positive")


LEGAL = legal(MAXPOOL)
assert all(MAXPOOL[own_label(a.label)].scope is Scope.AXIS for a in LEGAL)


def window_fits(window: Term) -> Term:
    """The window ends within the padded input."""
    return window * stride + extent <= padded


def gives_size(claim: Claim, *hypotheses: Assumption, operator: Operator = MAXPOOL) -> Obligation:
    """A claim gives the specified output size."""
    return on(claim).theorem(
        f"{claim.label}.is-Y.shape",
        f"The formula {claim.label} gives the specified output size"
        + (f", given: {', '.join(a.label for a in hypotheses)}." if hypotheses else "."),
        y.eq(claim.term),
        *rounded_down(operator, "strides.positive", "extent", "slack", "Y.shape"),
        *hypotheses,
    )


def other_size(name: str, **changed: Term) -> tuple[Variable, tuple[Assumption, ...]]:
    """A second call that differs in some quantities: its output size, and the assumption that defines it."""
    other = Variable(name)
    parts = {"padded": padded, "extent": extent, "stride": stride} | changed
    formula = other.eq((parts["padded"] - parts["extent"]) // parts["stride"] + 1)
    return other, (suppose("the other call's Y.shape", formula),)


def positive(operator: Operator) -> Obligation:
    """When there is a window."""
    return theorem(
        "shape.positive-iff-kernel-fits",
        "There is a window exactly if the dilated kernel fits in the padded input.",
        (y >= 1).iff(extent <= padded),
        *rounded_down(operator, *SIZE),
        about=("Y.positive",),
    )


def counting(operator: Operator) -> tuple[Obligation, ...]:
    """The output size counts the windows that fit."""
    clause = partial(rounded_down, operator)
    return (
        theorem(
            "shape.windows-that-fit",
            "Window m fits in the padded input exactly if m < y: y counts the windows that fit.",
            window_fits(m).iff(m < y),
            *clause(*SIZE),
        ),
        theorem(
            "shape.last-fits",
            "The last window fits.",
            window_fits(y - 1),
            *clause(*SIZE),
        ),
        theorem(
            "shape.next-does-not",
            "The window after the last does not fit.",
            not_(window_fits(y)),
            *clause(*SIZE),
        ),
        theorem(
            "shape.taps-in-padded-input",
            "Every tap of every window lies in the padded input.",
            and_(0 <= m * stride + h * dilation, m * stride + h * dilation < padded),
            *clause("dilations.positive", "strides.positive", "extent", "slack", "Y.shape"),
            suppose("m is a window", and_(0 <= m, m < y)),
            suppose("h is a tap", and_(0 <= h, h < kernel)),
        ),
        positive(operator),
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


def monotone(operator: Operator) -> tuple[Obligation, ...]:
    """How the output size grows and shrinks."""
    clause = partial(rounded_down, operator)
    return (
        theorem(
            "shape.monotone-in-x",
            "A longer (padded) input has no fewer windows.",
            _longer >= y,
            *clause(*SIZE),
            *_LONGER,
            suppose("longer", Variable("longer") >= padded),
        ),
        theorem(
            "shape.monotone-in-stride",
            "A larger stride has no more windows.",
            _sparser <= y,
            *clause(*SIZE),
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


EUCLID = suppose("slack = stride * quotient + remainder", slack.eq(stride * quotient + remainder))


def identities(operator: Operator) -> tuple[Obligation, ...]:
    """Equations behind the rest."""
    clause = partial(rounded_down, operator)
    return (
        theorem(
            "shape.identity.room-after-window",
            "Behind the end of window m there is room for (quotient - m) strides and the remainder.",
            (padded - (m * stride + extent)).eq(stride * (quotient - m) + remainder),
            *clause("slack"),
            EUCLID,
        ),
        theorem(
            "shape.identity.room-after-last",
            "Behind the last window there is room for the remainder.",
            (padded - (quotient * stride + extent)).eq(remainder),
            *clause("slack"),
            EUCLID,
        ),
        theorem(
            "shape.identity.last-tap",
            "The last tap of a window is its last position.",
            (m * stride + (kernel - 1) * dilation).eq(m * stride + extent - 1),
            *clause("extent"),
            about=("extent",),
        ),
    )


def obligations(operator: Operator) -> tuple[Statement, ...]:
    """The obligations of this file, in reading order, about an operator whose windows slide along its axes."""
    return (*counting(operator), *monotone(operator), *identities(operator))
