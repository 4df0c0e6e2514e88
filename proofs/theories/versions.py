"""Sizes as the documents of Conv and AveragePool write them, against the clauses: which are right, and where not."""

from __future__ import annotations

from proofs.assumptions.assumption import Assumption
from proofs.assumptions.lemmas import assumed, suppose
from proofs.engine.statement import Statement
from proofs.theories.shape import gives_size, legal
from proofs.theories.topic import Replay, on
from spec.averagepool.claims import VERSIONS
from spec.averagepool.operator import AVERAGEPOOL
from spec.conv.claims import EXTENT, SAME_1, SAME_11, SAME_22, SIZE
from spec.conv.operator import CONV
from spec.language.terms import and_, ceil, minimum, or_
from spec.operator.claims import Claim
from spec.operator.operator import Operator
from spec.window.claims import FORMS, same_padding
from spec.window.names import dilation, extent, pad_begin, pad_end, slack, stride, x, y

NO_DILATION = suppose("dilation = 1", dilation.eq(1))
NO_PADS = suppose("no padding", and_(pad_begin.eq(0), pad_end.eq(0)))
UNDILATED = (1, 7, 10)
"""The versions of AveragePool without dilations."""
SAME = suppose("SAME's size", FORMS["same"])


def in_slack(claim: Claim, *given: Assumption) -> Statement:
    """A size rounded up, or with windows dropped, with the slack by its name."""
    rounded_up = ceil(slack / stride) + 1
    drops = claim.label.endswith("drops")
    return on(claim).theorem(
        f"{claim.label}.in-slack",
        f"The formula {claim.label}, with the slack by its name.",
        claim.term.eq(minimum(rounded_up, ceil((x + pad_begin) / stride)) if drops else rounded_up),
        *assumed(AVERAGEPOOL, "strides.positive", "extent", "slack"),
        *given,
    )


def same(claim: Claim, operator: Operator) -> Statement:
    """A form of SAME's size is the size rounded up."""
    return on(claim).theorem(
        f"{claim.label}.rounds-up",
        f"The formula {claim.label} is the size of X by the stride, rounded up.",
        y.eq(claim.term),
        *assumed(operator, "strides.positive"),
        SAME,
    )


SAME_PAD = (y - 1) * stride + extent - x
"""The padding that SAME computes, with the extent by its name."""


def in_extent(claim: Claim, *given: Assumption) -> Statement:
    """A form of the padding that SAME computes, with the extent by its name."""
    return on(claim).theorem(
        f"{claim.label}.in-extent",
        f"The formula {claim.label}, with the extent by its name.",
        claim.term.eq(SAME_PAD),
        *assumed(AVERAGEPOOL, "extent"),
        *given,
    )


def of_averagepool(explicit: Replay) -> tuple[Statement, ...]:
    """AveragePool's versions. Version 11 rounds down what it must round up, where `ceil_mode` is disabled."""
    given = {version: (NO_DILATION,) if version in UNDILATED else () for version in VERSIONS}
    every = [(version, what, claim) for version, claims in VERSIONS.items() for what, claim in claims.items()]
    valid_11, same_11 = VERSIONS[11]["valid-floor"], VERSIONS[11]["same-floor"]
    same_pad = VERSIONS[22]["same-pad"]
    right = [each for each in every if each[2] not in (valid_11, same_11)]
    return (
        *(gives_size(c, *given[v], operator=AVERAGEPOOL) for v, what, c in right if what == "floor"),
        *(gives_size(c, NO_PADS, *given[v], operator=AVERAGEPOOL) for v, what, c in right if "valid" in what),
        *(in_slack(c, *given[v]) for v, what, c in right if what.startswith("ceil")),
        *(same(c, AVERAGEPOOL) for _, what, c in right if what == "same-floor"),
        *(in_extent(c, *given[v]) for v, what, c in right if what == "same-pad"),
        on(same_pad).theorem(
            f"{same_pad.label}.is-explicit",
            "Explicit padding by what SAME computes gives SAME's size (also where a negative padding would crop X).",
            y.eq((x + same_padding - extent) // stride + 1),
            *assumed(AVERAGEPOOL, "strides.positive"),
            suppose("the padding that SAME computes", same_padding.eq(SAME_PAD)),
        ),
        on(same_pad).refuted(
            same_pad.label,
            "The padding that SAME computes is never negative.",
            same_pad.term >= 0,
            *assumed(AVERAGEPOOL, "X.spatial", "kernel_shape.positive", "dilations.positive", "strides.positive"),
            SAME,
        ),
        on(valid_11).refuted(
            valid_11.label,
            "Version 11's size for VALID with ceil_mode disabled is the number of windows that fit.",
            y.eq(valid_11.term),
            *legal(AVERAGEPOOL),
            NO_PADS,
            replay=explicit,
        ),
        on(valid_11).theorem(
            f"{valid_11.label}.in-slack",
            "That size, with the slack by its name.",
            valid_11.term.eq((slack + 1) // stride),
            *assumed(AVERAGEPOOL, "strides.positive", "extent", "slack"),
            NO_PADS,
        ),
        on(valid_11).theorem(
            f"{valid_11.label}.iff",
            "That size is right exactly if the stride divides the number of places where a window can start.",
            y.eq((slack + 1) // stride).iff(((slack + 1) % stride).eq(0)),
            *assumed(AVERAGEPOOL, "strides.positive", "Y.shape"),
        ),
        on(same_11).refuted(
            same_11.label,
            "Version 11's size for SAME with ceil_mode disabled is the one that its attribute auto_pad states.",
            y.eq(same_11.term),
            *assumed(AVERAGEPOOL, "X.spatial", "strides.positive"),
            SAME,
        ),
        on(same_11).theorem(
            f"{same_11.label}.iff",
            "That size is the one stated exactly if the stride divides the size of X.",
            y.eq(same_11.term).iff((x % stride).eq(0)),
            *assumed(AVERAGEPOOL, "strides.positive"),
            SAME,
        ),
    )


def of_conv(explicit: Replay) -> tuple[Statement, ...]:
    """Conv's versions, and the extent with its parenthesis misplaced."""
    return (
        on(SAME_1).refuted(
            SAME_1.label,
            "With SAME, the output has the size of the input, as version 1 has it.",
            SAME_1.formula,
            *assumed(CONV, "X.spatial", "strides.positive"),
            SAME,
        ),
        on(SAME_1).theorem(
            f"{SAME_1.label}.iff",
            "Output and input have the same size exactly if the stride is 1 or the input has one element.",
            SAME_1.formula.iff(or_(stride.eq(1), x.eq(1))),
            *assumed(CONV, "X.spatial", "strides.positive"),
            SAME,
        ),
        *(same(claim, CONV) for claim in (SAME_11, SAME_22)),
        on(EXTENT).refuted(
            EXTENT.label,
            "The extent of a dilated kernel is (dilation * kernel - 1) + 1.",
            EXTENT.formula,
            *legal(CONV),
        ),
        on(EXTENT).theorem(
            f"{EXTENT.label}.iff",
            "That extent is right exactly without dilation.",
            EXTENT.formula.iff(dilation.eq(1)),
            *assumed(CONV, "extent"),
        ),
        on(EXTENT).theorem(
            f"{EXTENT.label}.never-too-small",
            "That extent is never too small: it is too large by the dilation, less one.",
            EXTENT.term.eq(extent + dilation - 1),
            *assumed(CONV, "extent"),
        ),
        on(SIZE).refuted(
            SIZE.label,
            "The size with that extent is the number of windows that fit.",
            y.eq(SIZE.term),
            *legal(CONV),
            replay=explicit,
        ),
        gives_size(SIZE, NO_DILATION, operator=CONV),
    )
