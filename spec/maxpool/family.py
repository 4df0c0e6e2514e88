"""The formulas of MaxPool's relatives, as their documents write them: ONNX 1 to 22, OpenVINO-8, nhwc-11.

`dilation`, `stride`, `x` ... stand for the entry of one spatial axis. Where a document writes `pad_shape[i]`, "the sum
of the pads along axis i", the sum is written out; where it writes the padding that SAME computes, it is `same_padding`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypedDict

from spec.examples.sources import NHWC, ONNX, ONNX_DIFFERENCES, OPENVINO, SONNX
from spec.language.terms import Term, ceil, floor, minimum
from spec.operator.claims import Claim
from spec.operator.clauses import Source
from spec.window.claims import same_padding
from spec.window.names import dilation, kernel, pad_begin, pad_end, stride, x, y

ONNX_22 = "ONNX MaxPool-22 (operator schema, onnx 1.23.2)"

_pads = pad_begin + pad_end
_dilated = (kernel - 1) * dilation + 1

FLOAT_TYPES = ("float16", "float", "double")
TYPES_12 = (*FLOAT_TYPES, "int8", "uint8")
PROFILE_ALONE: tuple[str, ...] = ()
"""The profile's types that no version of ONNX has: with one, the profile is no restriction of ONNX."""


class _Sizes(TypedDict):
    """The formulas that every version has."""

    floor: Claim
    valid: Claim
    same: Claim
    same_pad: Claim


class _SizesAndCeil(_Sizes):
    """The formulas of the versions that have `ceil_mode`."""

    ceil: Claim


@dataclass(frozen=True, slots=True, eq=False)
class OperatorVersion:
    """One version of ONNX MaxPool: its formulas, its attributes with their defaults, its element types.

    A default of None is one that depends on the number of spatial axes (ones for strides and dilations, zeros for
    pads); `kernel_shape` has none. `drops_windows`: in ceil mode, windows that start in the end padding are ignored.
    """

    number: int
    floor: Claim
    ceil: Claim | None
    valid: Claim
    same: Claim
    same_pad: Claim
    attributes: Mapping[str, object]
    types: tuple[str, ...]
    has_indices: bool = True
    drops_windows: Claim | None = None

    def defaults(self, spatial_axes: int) -> dict[str, object]:
        """The attributes that a call need not set, with what they are then for so many spatial axes."""
        ones, zeros = [1] * spatial_axes, [0] * 2 * spatial_axes
        by_axes: Mapping[str, object] = {"dilations": ones, "pads": zeros, "strides": ones}
        return {name: by_axes[name] if value is None else value for name, value in self.attributes.items()}


def _onnx(
    number: int, what: str, line: int, difference_line: int, formula: Term, nhwc_line: int | None = None
) -> Claim:
    """A formula that stands on both ONNX pages, and for version 11 on the NHWC page too."""
    name = f"MaxPool-{number}"
    restated: tuple[Source, ...] = (Source(ONNX_DIFFERENCES, name, difference_line),)
    if nhwc_line is not None:
        restated += (Source(NHWC, name, nhwc_line),)
    return Claim(f"onnx.{number}.{what}", formula, Source(ONNX, name, line), restated)


def _without_dilation(number: int, line: int, difference_line: int) -> _Sizes:
    """Versions 1 and 8: a kernel has no dilation."""
    at = line, difference_line
    return {
        "floor": _onnx(number, "floor", *at, y.eq(floor((x + _pads - kernel) / stride + 1))),
        "valid": _onnx(number, "valid", at[0] + 7, at[1] + 7, y.eq(ceil((x - kernel + 1) / stride))),
        "same": _onnx(number, "same", at[0] + 8, at[1] + 8, y.eq(ceil(x / stride))),
        "same_pad": _onnx(number, "same-pad", at[0] + 13, at[1] + 13, same_padding.eq((y - 1) * stride + kernel - x)),
    }


def _with_dilation(number: int, line: int, difference_line: int, nhwc_line: int | None = None) -> _SizesAndCeil:
    """Versions 10, 11 and 12, and nhwc-11 which repeats 11."""

    def claim(what: str, offset: int, formula: Term) -> Claim:
        nhwc = None if nhwc_line is None else nhwc_line + offset
        return _onnx(number, what, line + offset, difference_line + offset, formula, nhwc)

    return {
        "floor": claim("floor", 0, y.eq(floor((x + _pads - _dilated) / stride + 1))),
        "ceil": claim("ceil", 5, y.eq(ceil((x + _pads - _dilated) / stride + 1))),
        "valid": claim("valid", 16, y.eq(ceil((x - _dilated + 1) / stride))),
        "same": claim("same", 17, y.eq(ceil(x / stride))),
        "same_pad": claim("same-pad", 22, same_padding.eq((y - 1) * stride + _dilated - x)),
    }


def _schema(what: str, formula: Term) -> Claim:
    return Claim(f"onnx.22.{what}", formula, Source(ONNX_22))


_PADS_AND_STRIDES: Mapping[str, object] = {"auto_pad": "NOTSET", "pads": None, "strides": None}
_ATTRIBUTES_8 = {**_PADS_AND_STRIDES, "storage_order": 0}
_ATTRIBUTES_10 = {**_ATTRIBUTES_8, "ceil_mode": 0, "dilations": None}

_ceil_22 = ceil((x + _pads - dilation * (kernel - 1) - 1) / stride + 1)

VERSIONS: Mapping[int, OperatorVersion] = {
    1: OperatorVersion(
        number=1,
        **_without_dilation(1, 1124, 1407),
        ceil=None,
        attributes=_PADS_AND_STRIDES,
        types=FLOAT_TYPES,
        has_indices=False,
    ),
    8: OperatorVersion(
        number=8, **_without_dilation(8, 1006, 1198), ceil=None, attributes=_ATTRIBUTES_8, types=FLOAT_TYPES
    ),
    10: OperatorVersion(number=10, **_with_dilation(10, 876, 963), attributes=_ATTRIBUTES_10, types=FLOAT_TYPES),
    11: OperatorVersion(number=11, **_with_dilation(11, 745, 724, 38), attributes=_ATTRIBUTES_10, types=FLOAT_TYPES),
    12: OperatorVersion(number=12, **_with_dilation(12, 38, 38), attributes=_ATTRIBUTES_10, types=TYPES_12),
    22: OperatorVersion(
        number=22,
        floor=_schema("floor", y.eq(floor((x + _pads - dilation * (kernel - 1) - 1) / stride + 1))),
        ceil=_schema("ceil", y.eq(_ceil_22)),
        valid=_schema("valid", y.eq(floor((x - _dilated) / stride) + 1)),
        same=_schema("same", y.eq(floor((x - 1) / stride) + 1)),
        same_pad=_schema("same-pad", same_padding.eq((y - 1) * stride + _dilated - x)),
        attributes=_ATTRIBUTES_10,
        types=("bfloat16", *TYPES_12),
        drops_windows=_schema(
            "ceil-drops",
            # The schema says in words that windows which would start in the end padding are ignored.
            y.eq(minimum(_ceil_22, ceil((x + pad_begin) / stride))),
        ),
    ),
}

VALID_22_CEIL = _schema("valid-ceil", y.eq(ceil((x - _dilated + 1) / stride)))
SAME_22_CEIL = _schema("same-ceil", y.eq(ceil(x / stride)))


def _openvino(what: str, column: int, formula: Term) -> Claim:
    return Claim(f"openvino.8.{what}", formula, Source(OPENVINO, "MaxPool-8", 1, column))


OPENVINO_FLOOR = _openvino("floor", 5463, y.eq(floor((x + pad_begin + pad_end - _dilated) / stride + 1)))
OPENVINO_CEIL = _openvino("ceil", 5835, y.eq(ceil((x + pad_begin + pad_end - _dilated) / stride + 1)))
OPENVINO_VALID = _openvino("valid", 6174, y.eq(ceil((x - _dilated + 1) / stride)))
OPENVINO_SAME = _openvino("same", 6441, y.eq(x))

OPENVINO_STRIDES = _openvino("strides", 1078, stride >= 0)

_printed = floor((x + _pads - dilation * (kernel - 1) - 1) / (stride + 1))
_corrected = floor((x + _pads - dilation * (kernel - 1) - 1) / stride) + 1

DRAFT_DY_2 = Claim("draft.dY_2", y.eq(_printed), Source(SONNX, "[C1] of Y", 279))
DRAFT_DY_3 = Claim("draft.dY_3", y.eq(_printed), Source(SONNX, "[C1] of Y", 280))
DRAFT_CORRECTED = Claim("draft.corrected", y.eq(_corrected), Source("the draft's formula with its parenthesis moved"))
