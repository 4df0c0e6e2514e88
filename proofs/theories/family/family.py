"""The family's formulas against the specification: which say the same, and exactly where the others go wrong."""

from __future__ import annotations

from proofs.engine.statement import Statement, Verdict
from proofs.engine.terms import Assumption, Obligation, claimed, suppose
from proofs.theories.hypotheses import clause
from proofs.theories.replay import rounded_up, same
from proofs.theories.shape import LEGAL, theorem
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
    same_padding,
)
from spec.maxpool.operator import MAXPOOL
from spec.operator.claims import Claim
from spec.window.names import dilation, extent, pad_begin, pad_end, slack, stride, x, y

SIZE = clause("strides.positive", "extent", "slack", "Y.shape")
NO_DILATION = suppose("dilation = 1", dilation.eq(1))
NO_PADS = suppose("no padding", and_(pad_begin.eq(0), pad_end.eq(0)))
WITH_DILATION = [VERSIONS[n] for n in (10, 11, 12, 22)]
WITHOUT_DILATION = [VERSIONS[n] for n in (1, 8)]
ONNX_12 = VERSIONS[12]
assert ONNX_12.ceil is not None
assert VERSIONS[22].drops_windows is not None


def equal(label: str, statement: str, claim: Claim, other: Claim, *hypotheses: Assumption) -> Obligation:
    """Two claims give the same value, for positive strides and under further hypotheses."""
    return theorem(
        label,
        statement,
        (*clause("strides.positive"), *hypotheses),
        claim.term.eq(other.term),
        about=(claim.label, other.label),
        source=claim.source,
    )


def gives_size(claim: Claim, *hypotheses: Assumption) -> Obligation:
    """A claim gives the specified output size."""
    return theorem(
        f"{claim.label}.is-Y.shape",
        f"The formula {claim.label} gives the specified output size"
        + (f", given: {', '.join(a.label for a in hypotheses)}." if hypotheses else "."),
        (*SIZE, *hypotheses),
        y.eq(claim.term),
        about=(claim.label,),
        source=claim.source,
    )


EXPLICIT = (
    *(gives_size(version.floor) for version in WITH_DILATION),
    *(gives_size(version.floor, NO_DILATION) for version in WITHOUT_DILATION),
    gives_size(OPENVINO_FLOOR),
)

VALID = (
    *(gives_size(version.valid, NO_PADS) for version in WITH_DILATION),
    *(gives_size(version.valid, NO_PADS, NO_DILATION) for version in WITHOUT_DILATION),
    gives_size(VALID_22_CEIL, NO_PADS),
    gives_size(OPENVINO_VALID, NO_PADS),
)

ANY_EXTENT = (*clause("strides.positive"), suppose("extent >= 1", extent >= 1))
TOTAL = same_padding.eq((y - 1) * stride + extent - x)
SAME_SIZE = claimed(ONNX_12.same)
SAME_PAD = suppose("onnx.12.same-pad, with extent", TOTAL)

SAME = (
    *(
        equal(f"{v.same.label}.is-onnx.12.same", "SAME gives one size in all versions.", v.same, ONNX_12.same)
        for v in (VERSIONS[n] for n in (1, 8, 10, 11, 22))
    ),
    equal("onnx.22.same-ceil.is-onnx.12.same", "SAME rounds up in both modes.", SAME_22_CEIL, ONNX_12.same),
    *(
        theorem(
            f"{v.same_pad.label}.is-onnx.12.same-pad",
            "Without dilation, the padding that SAME computes is that of later versions.",
            (NO_DILATION,),
            v.same_pad.term.eq(ONNX_12.same_pad.term),
            about=(v.same_pad.label, ONNX_12.same_pad.label),
            source=v.same_pad.source,
        )
        for v in WITHOUT_DILATION
    ),
    *(
        theorem(
            f"{v.same_pad.label}.in-extent",
            "The padding that SAME computes, with the extent by its name.",
            clause("extent"),
            v.same_pad.term.eq((y - 1) * stride + extent - x),
            about=(v.same_pad.label,),
            source=v.same_pad.source,
        )
        for v in WITH_DILATION
    ),
    theorem(
        "family.same-is-explicit",
        "Explicit padding by what SAME computes gives SAME's size (also where a negative padding would crop X).",
        (*clause("strides.positive"), SAME_PAD),
        y.eq((x + same_padding - extent) // stride + 1),
        about=("Y.shape",),
        source=ONNX_12.same.source,
    ),
    Obligation(
        label="family.same-pad-not-negative",
        statement="The padding that SAME computes is never negative.",
        assumptions=(
            *clause("X.spatial", "kernel_shape.positive", "dilations.positive", "strides.positive"),
            SAME_SIZE,
            claimed(ONNX_12.same_pad),
        ),
        goal=same_padding >= 0,
        expected=Verdict.REFUTED,
        about=("onnx.12.same-pad",),
        source=ONNX_12.same_pad.source,
        replay=same,
    ),
    theorem(
        "family.same-pad-negative-iff",
        "The padding that SAME computes is negative exactly if (x - 1) mod stride reaches the extent.",
        (*clause("strides.positive"), claimed(VERSIONS[22].same), SAME_PAD),
        (same_padding < 0).iff((x - 1) % stride >= extent),
        about=("onnx.12.same-pad",),
        source=ONNX_12.same_pad.source,
    ),
    theorem(
        "family.same-clamped.floor",
        "A negative padding taken as 0 leaves SAME's size as it is in floor mode.",
        (*ANY_EXTENT, SAME_SIZE, SAME_PAD),
        y.eq((x + maximum(same_padding, 0) - extent) // stride + 1),
        about=("Y.shape",),
        source=ONNX_12.same_pad.source,
    ),
    Obligation(
        label="family.same-clamped.ceil",
        statement="A negative padding taken as 0 leaves SAME's size as it is in ceil mode.",
        assumptions=(*clause("X.spatial"), *ANY_EXTENT, SAME_SIZE, SAME_PAD),
        goal=y.eq(ceil((x + maximum(same_padding, 0) - extent) / stride) + 1),
        expected=Verdict.REFUTED,
        about=("onnx.12.ceil",),
        source=ONNX_12.same_pad.source,
    ),
)

CEIL_FORMS = (*(v.ceil for v in WITH_DILATION if v.ceil is not None), OPENVINO_CEIL)
y_ceil = Variable("y_ceil")
CEIL = suppose(f"{ONNX_12.ceil.label}, with slack", y_ceil.eq(ceil(slack / stride) + 1))
overhang = (-slack) % stride


def starts_at_or_after(window: Term, position: Term) -> Term:
    """The window starts, counted from the start of the padded input, at or after a position."""
    return window * stride >= position


CEIL_MODE = (
    *(
        theorem(
            f"{form.label}.in-slack",
            f"The formula {form.label}, with the slack by its name.",
            clause("strides.positive", "extent", "slack"),
            form.term.eq(ceil(slack / stride) + 1),
            about=(form.label,),
            source=form.source,
        )
        for form in CEIL_FORMS
    ),
    theorem(
        "family.ceil-minus-floor",
        "Rounding up gives the same size where the stride divides the slack, and one more window otherwise.",
        (*clause("strides.positive", "Y.shape"), CEIL),
        and_(or_(y_ceil.eq(y), y_ceil.eq(y + 1)), y_ceil.eq(y).iff((slack % stride).eq(0))),
        about=(ONNX_12.ceil.label,),
        source=ONNX_12.ceil.source,
    ),
    theorem(
        "family.ceil.last-window-in-end-padding",
        "The last window of the ceil form starts in the end padding or beyond exactly if "
        "pad_end + (-slack mod stride) >= extent.",
        (*clause("strides.positive", "slack"), CEIL),
        starts_at_or_after(y_ceil - 1, x + pad_begin).iff(pad_end + overhang >= extent),
        about=(ONNX_12.ceil.label,),
        source=ONNX_12.ceil.source,
    ),
    theorem(
        "family.ceil.last-window-beyond-padding",
        "The last window of the ceil form starts beyond all padding exactly if (-slack mod stride) >= extent.",
        (*clause("strides.positive", "slack"), CEIL),
        starts_at_or_after(y_ceil - 1, x + pad_begin + pad_end).iff(overhang >= extent),
        about=(ONNX_12.ceil.label,),
        source=ONNX_12.ceil.source,
    ),
    theorem(
        "onnx.22.ceil-drops.in-slack",
        "The number of windows that version 22 keeps, with the slack by its name.",
        clause("strides.positive", "extent", "slack"),
        VERSIONS[22].drops_windows.term.eq(minimum(ceil(slack / stride) + 1, ceil((x + pad_begin) / stride))),
        about=("onnx.22.ceil-drops",),
        source=VERSIONS[22].drops_windows.source,
    ),
    theorem(
        "onnx.22.ceil-drops.at-most-one",
        "If the end padding is smaller than the extent, dropping all windows that start in it drops at most the last.",
        (*clause("strides.positive", "slack"), CEIL, suppose("pad_end < extent", pad_end < extent)),
        minimum(y_ceil, ceil((x + pad_begin) / stride)).eq(
            ite(starts_at_or_after(y_ceil - 1, x + pad_begin), y_ceil - 1, y_ceil)
        ),
        about=("onnx.22.ceil-drops", "onnx.22.ceil"),
        source=VERSIONS[22].drops_windows.source,
    ),
    theorem(
        "family.ceil.one-window-to-drop",
        "If the end padding is smaller than the extent, no window but the last starts in the end padding.",
        (*clause("strides.positive", "slack"), CEIL, suppose("pad_end < extent", pad_end < extent)),
        (y_ceil - 2) * stride < x + pad_begin,
        about=("onnx.22.ceil-drops",),
        source=VERSIONS[22].drops_windows.source,
    ),
    theorem(
        "family.ceil.drop-gives-floor",
        "If the end padding is smaller than the extent, dropping a window that starts in it gives the floor size.",
        (
            *clause("strides.positive", "slack", "Y.shape"),
            CEIL,
            suppose("pad_end < extent", pad_end < extent),
            suppose("a window to drop", starts_at_or_after(y_ceil - 1, x + pad_begin)),
        ),
        (y_ceil - 1).eq(y),
        about=("onnx.22.ceil-drops",),
        source=VERSIONS[22].drops_windows.source,
    ),
    Obligation(
        label="family.ceil.no-window-to-drop",
        statement="With an end padding smaller than the extent, no window of the ceil form starts in the end padding.",
        assumptions=(*LEGAL, CEIL, suppose("pad_end < extent", pad_end < extent)),
        goal=(y_ceil - 1) * stride < x + pad_begin,
        expected=Verdict.REFUTED,
        about=(ONNX_12.ceil.label,),
        source=ONNX_12.ceil.source,
        replay=rounded_up,
    ),
)

OPENVINO = (
    Obligation(
        label="openvino.8.same",
        statement="Padding to the same size leaves the size as it is: the output has as many elements as the input.",
        assumptions=(
            *clause("X.spatial", "kernel_shape.positive", "dilations.positive", "strides.positive"),
            SAME_SIZE,
        ),
        goal=OPENVINO_SAME.formula,
        expected=Verdict.REFUTED,
        about=(OPENVINO_SAME.label,),
        source=OPENVINO_SAME.source,
        replay=same,
    ),
    theorem(
        "openvino.8.same.iff",
        "Output and input have the same size exactly if the stride is 1 or the input has one element.",
        (*clause("X.spatial", "strides.positive"), SAME_SIZE),
        OPENVINO_SAME.formula.iff(or_(stride.eq(1), x.eq(1))),
        about=(OPENVINO_SAME.label,),
        source=OPENVINO_SAME.source,
    ),
    theorem(
        "openvino.8.strides.exact",
        "OpenVINO's range of strides is the profile's and 0.",
        (),
        OPENVINO_STRIDES.formula.iff(or_(stride.eq(0), MAXPOOL["strides.positive"].formula)),
        about=(OPENVINO_STRIDES.label, "strides.positive"),
        source=OPENVINO_STRIDES.source,
    ),
    Obligation(
        label="openvino.8.strides-from-0",
        statement="OpenVINO's range of strides, from 0, keeps the divisor of the output size positive.",
        assumptions=(suppose(OPENVINO_STRIDES.label, OPENVINO_STRIDES.formula),),
        goal=stride > 0,
        expected=Verdict.REFUTED,
        about=(OPENVINO_STRIDES.label,),
        source=OPENVINO_STRIDES.source,
    ),
)


def obligations() -> tuple[Statement, ...]:
    """The obligations of this file, in reading order."""
    return (*EXPLICIT, *VALID, *SAME, *CEIL_MODE, *OPENVINO)
