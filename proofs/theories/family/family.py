"""The family's formulas against the specification: which say the same, and exactly where the others go wrong."""

from __future__ import annotations

from proofs.assumptions.assumption import Assumption
from proofs.assumptions.lemmas import claimed, lemma, suppose
from proofs.engine.statement import Statement
from proofs.engine.terms import Obligation
from proofs.theories.replay import rounded_up, same
from proofs.theories.shape import LEGAL, gives_size
from proofs.theories.topic import Topic, clause, on
from spec.language.terms import Term, Variable, and_, ceil, ite, maximum, minimum, or_
from spec.maxpool.family import (
    OPENVINO_CEIL,
    OPENVINO_FLOOR,
    OPENVINO_SAME,
    OPENVINO_STRIDES,
    OPENVINO_VALID,
    SAME_22_CEIL,
    VALID_22_CEIL,
    VERSIONS,
)
from spec.maxpool.operator import MAXPOOL
from spec.operator.claims import Claim
from spec.window.claims import same_padding
from spec.window.names import dilation, extent, pad_begin, pad_end, slack, stride, x, y

NO_DILATION = suppose("dilation = 1", dilation.eq(1))
NO_PADS = suppose("no padding", and_(pad_begin.eq(0), pad_end.eq(0)))
WITH_DILATION = [VERSIONS[n] for n in (10, 11, 12, 22)]
WITHOUT_DILATION = [VERSIONS[n] for n in (1, 8)]
ONNX_12 = VERSIONS[12]
assert ONNX_12.ceil is not None
assert VERSIONS[22].drops_windows is not None
SAME_PADDING, ROUNDED_UP, DROPPED = map(on, (ONNX_12.same_pad, ONNX_12.ceil, VERSIONS[22].drops_windows))


def equal(label: str, statement: str, claim: Claim, other: Claim, *hypotheses: Assumption) -> Obligation:
    """Two claims give the same value, for positive strides and under further hypotheses."""
    return on(claim, other).theorem(
        label,
        statement,
        claim.term.eq(other.term),
        *clause("strides.positive"),
        *hypotheses,
    )


EXPLICIT = (
    *(gives_size(version.floor) for version in WITH_DILATION),
    *(gives_size(version.floor, NO_DILATION) for version in WITHOUT_DILATION),
    gives_size(OPENVINO_FLOOR),
)
SIZES = {o.about[0]: o for o in EXPLICIT}
"""That a claim gives the specified size, by the label of the claim."""

VALID = (
    *(gives_size(version.valid, NO_PADS) for version in WITH_DILATION),
    *(gives_size(version.valid, NO_PADS, NO_DILATION) for version in WITHOUT_DILATION),
    gives_size(VALID_22_CEIL, NO_PADS),
    gives_size(OPENVINO_VALID, NO_PADS),
)

ANY_EXTENT = (*clause("strides.positive"), suppose("extent >= 1", extent >= 1))
TOTAL = same_padding.eq((y - 1) * stride + extent - x)
SAME_SIZE = claimed(ONNX_12.same)
IN_EXTENT = tuple(
    on(v.same_pad).theorem(
        f"{v.same_pad.label}.in-extent",
        "The padding that SAME computes, with the extent by its name.",
        v.same_pad.term.eq((y - 1) * stride + extent - x),
        *clause("extent"),
    )
    for v in WITH_DILATION
)
SAME_PAD = lemma(IN_EXTENT[WITH_DILATION.index(ONNX_12)]).where_claimed(ONNX_12.same_pad).assume(TOTAL)

SAME = (
    *(
        equal(f"{v.same.label}.is-onnx.12.same", "SAME gives one size in all versions.", v.same, ONNX_12.same)
        for v in (VERSIONS[n] for n in (1, 8, 10, 11, 22))
    ),
    equal("onnx.22.same-ceil.is-onnx.12.same", "SAME rounds up in both modes.", SAME_22_CEIL, ONNX_12.same),
    *(
        on(v.same_pad, ONNX_12.same_pad).theorem(
            f"{v.same_pad.label}.is-onnx.12.same-pad",
            "Without dilation, the padding that SAME computes is that of later versions.",
            v.same_pad.term.eq(ONNX_12.same_pad.term),
            NO_DILATION,
        )
        for v in WITHOUT_DILATION
    ),
    *IN_EXTENT,
    on(ONNX_12.same).theorem(
        "family.same-is-explicit",
        "Explicit padding by what SAME computes gives SAME's size (also where a negative padding would crop X).",
        y.eq((x + same_padding - extent) // stride + 1),
        *clause("strides.positive"),
        SAME_PAD,
        about=("Y.shape",),
    ),
    SAME_PADDING.refuted(
        "family.same-pad-not-negative",
        "The padding that SAME computes is never negative.",
        same_padding >= 0,
        *clause("X.spatial", "kernel_shape.positive", "dilations.positive", "strides.positive"),
        SAME_SIZE,
        claimed(ONNX_12.same_pad),
        replay=same,
    ),
    SAME_PADDING.theorem(
        "family.same-pad-negative-iff",
        "The padding that SAME computes is negative exactly if (x - 1) mod stride reaches the extent.",
        (same_padding < 0).iff((x - 1) % stride >= extent),
        *clause("strides.positive"),
        claimed(VERSIONS[22].same),
        SAME_PAD,
    ),
    SAME_PADDING.theorem(
        "family.same-clamped.floor",
        "A negative padding taken as 0 leaves SAME's size as it is in floor mode.",
        y.eq((x + maximum(same_padding, 0) - extent) // stride + 1),
        *ANY_EXTENT,
        SAME_SIZE,
        SAME_PAD,
        about=("Y.shape",),
    ),
    Topic(("onnx.12.ceil",), ONNX_12.same_pad.source).refuted(
        "family.same-clamped.ceil",
        "A negative padding taken as 0 leaves SAME's size as it is in ceil mode.",
        y.eq(ceil((x + maximum(same_padding, 0) - extent) / stride) + 1),
        *clause("X.spatial"),
        *ANY_EXTENT,
        SAME_SIZE,
        SAME_PAD,
    ),
)

CEIL_FORMS = (*(v.ceil for v in WITH_DILATION if v.ceil is not None), OPENVINO_CEIL)
y_ceil = Variable("y_ceil")
IN_SLACK = tuple(
    on(form).theorem(
        f"{form.label}.in-slack",
        f"The formula {form.label}, with the slack by its name.",
        form.term.eq(ceil(slack / stride) + 1),
        *clause("strides.positive", "extent", "slack"),
    )
    for form in CEIL_FORMS
)
CEIL = (
    lemma(IN_SLACK[CEIL_FORMS.index(ONNX_12.ceil)])
    .where("y_ceil is the ceil form", y_ceil, ONNX_12.ceil.term)
    .standing_on("y_ceil is the ceil form")
    .assume(y_ceil.eq(ceil(slack / stride) + 1))
)
CEIL_OF_SLACK = (*clause("strides.positive", "slack"), CEIL)
SHORT_END = suppose("pad_end < extent", pad_end < extent)
overhang = (-slack) % stride


def starts_at_or_after(window: Term, position: Term) -> Term:
    """The window starts, counted from the start of the padded input, at or after a position."""
    return window * stride >= position


CEIL_MODE = (
    *IN_SLACK,
    ROUNDED_UP.theorem(
        "family.ceil-minus-floor",
        "Rounding up gives the same size where the stride divides the slack, and one more window otherwise.",
        and_(or_(y_ceil.eq(y), y_ceil.eq(y + 1)), y_ceil.eq(y).iff((slack % stride).eq(0))),
        *clause("strides.positive", "Y.shape"),
        CEIL,
    ),
    ROUNDED_UP.theorem(
        "family.ceil.last-window-in-end-padding",
        "The last window of the ceil form starts in the end padding or beyond exactly if "
        "pad_end + (-slack mod stride) >= extent.",
        starts_at_or_after(y_ceil - 1, x + pad_begin).iff(pad_end + overhang >= extent),
        *CEIL_OF_SLACK,
    ),
    ROUNDED_UP.theorem(
        "family.ceil.last-window-beyond-padding",
        "The last window of the ceil form starts beyond all padding exactly if (-slack mod stride) >= extent.",
        starts_at_or_after(y_ceil - 1, x + pad_begin + pad_end).iff(overhang >= extent),
        *CEIL_OF_SLACK,
    ),
    DROPPED.theorem(
        "onnx.22.ceil-drops.in-slack",
        "The number of windows that version 22 keeps, with the slack by its name.",
        VERSIONS[22].drops_windows.term.eq(minimum(ceil(slack / stride) + 1, ceil((x + pad_begin) / stride))),
        *clause("strides.positive", "extent", "slack"),
    ),
    DROPPED.theorem(
        "onnx.22.ceil-drops.at-most-one",
        "If the end padding is smaller than the extent, dropping all windows that start in it drops at most the last.",
        minimum(y_ceil, ceil((x + pad_begin) / stride)).eq(
            ite(starts_at_or_after(y_ceil - 1, x + pad_begin), y_ceil - 1, y_ceil)
        ),
        *CEIL_OF_SLACK,
        SHORT_END,
        about=("onnx.22.ceil-drops", "onnx.22.ceil"),
    ),
    DROPPED.theorem(
        "family.ceil.one-window-to-drop",
        "If the end padding is smaller than the extent, no window but the last starts in the end padding.",
        (y_ceil - 2) * stride < x + pad_begin,
        *CEIL_OF_SLACK,
        SHORT_END,
    ),
    DROPPED.theorem(
        "family.ceil.drop-gives-floor",
        "If the end padding is smaller than the extent, dropping a window that starts in it gives the floor size.",
        (y_ceil - 1).eq(y),
        *clause("strides.positive", "slack", "Y.shape"),
        CEIL,
        SHORT_END,
        suppose("a window to drop", starts_at_or_after(y_ceil - 1, x + pad_begin)),
    ),
    ROUNDED_UP.refuted(
        "family.ceil.no-window-to-drop",
        "With an end padding smaller than the extent, no window of the ceil form starts in the end padding.",
        (y_ceil - 1) * stride < x + pad_begin,
        *LEGAL,
        CEIL,
        SHORT_END,
        replay=rounded_up,
    ),
)

OPENVINO = (
    on(OPENVINO_SAME).refuted(
        "openvino.8.same",
        "Padding to the same size leaves the size as it is: the output has as many elements as the input.",
        OPENVINO_SAME.formula,
        *clause("X.spatial", "kernel_shape.positive", "dilations.positive", "strides.positive"),
        SAME_SIZE,
        replay=same,
    ),
    on(OPENVINO_SAME).theorem(
        "openvino.8.same.iff",
        "Output and input have the same size exactly if the stride is 1 or the input has one element.",
        OPENVINO_SAME.formula.iff(or_(stride.eq(1), x.eq(1))),
        *clause("X.spatial", "strides.positive"),
        SAME_SIZE,
    ),
    on(OPENVINO_STRIDES, "strides.positive").theorem(
        "openvino.8.strides.exact",
        "OpenVINO's range of strides is the profile's and 0.",
        OPENVINO_STRIDES.formula.iff(or_(stride.eq(0), MAXPOOL["strides.positive"].formula)),
    ),
    on(OPENVINO_STRIDES).refuted(
        "openvino.8.strides-from-0",
        "OpenVINO's range of strides, from 0, keeps the divisor of the output size positive.",
        stride > 0,
        claimed(OPENVINO_STRIDES),
    ),
)


def obligations() -> tuple[Statement, ...]:
    """The obligations of this file, in reading order."""
    return (*EXPLICIT, *VALID, *SAME, *CEIL_MODE, *OPENVINO)
