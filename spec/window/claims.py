"""How documents write the sizes of sliding windows, in per-axis words: forms that several operators' versions share."""

from __future__ import annotations

from collections.abc import Mapping

from spec.language.terms import Term, Variable, ceil, floor, minimum
from spec.operator.claims import Claim
from spec.operator.clauses import Source
from spec.window.names import dilation, extent, kernel, pad_begin, pad_end, stride, x, y

same_padding = Variable("same_padding")
"""The padding on both sides that SAME computes."""
_pads = pad_begin + pad_end
_dilated = (kernel - 1) * dilation + 1
_positions = x + _pads - dilation * (kernel - 1) - 1

FORMS: Mapping[str, Term] = {
    "floor": y.eq(floor(_positions / stride + 1)),
    "ceil": y.eq(ceil(_positions / stride + 1)),
    "floor-extent": y.eq(floor((x + _pads - _dilated) / stride + 1)),
    "ceil-extent": y.eq(ceil((x + _pads - _dilated) / stride + 1)),
    "floor-undilated": y.eq(floor((x + _pads - kernel) / stride + 1)),
    "ceil-undilated": y.eq(ceil((x + _pads - kernel) / stride + 1)),
    "ceil-drops": y.eq(minimum(ceil(_positions / stride + 1), ceil((x + pad_begin) / stride))),
    "valid": y.eq(ceil((x - _dilated + 1) / stride)),
    "valid-undilated": y.eq(ceil((x - kernel + 1) / stride)),
    "valid-floor": y.eq(floor((x - _dilated) / stride) + 1),
    "valid-floor-11": y.eq(floor((x - _dilated + 1) / stride)),
    "same": y.eq(ceil(x / stride)),
    "same-floor": y.eq(floor((x - 1) / stride) + 1),
    "same-floor-11": y.eq(floor(x / stride)),
    "same-size": y.eq(x),
    "same-pad": same_padding.eq((y - 1) * stride + _dilated - x),
    "same-pad-undilated": same_padding.eq((y - 1) * stride + kernel - x),
    "extent-misplaced": extent.eq((dilation * kernel - 1) + 1),
    "size-misplaced": y.eq(floor((x + _pads - ((dilation * kernel - 1) + 1)) / stride) + 1),
}
"""By what is written. `-11`: as AveragePool-11 has it; `misplaced`: with the parenthesis of the extent misplaced."""


def claim(label: str, form: str, document: str, place: str = "") -> Claim:
    """A claim of a document that has one of these forms."""
    return Claim(label, FORMS[form], Source(document, place))
