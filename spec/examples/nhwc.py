"""The NHWC page's examples of version 11.

They are the ONNX page's in data, attributes and shapes, so they are made from those, and the tests hold them against
this page's own text. They put the channels on axis 1, as ONNX does, and not last as the operator's name suggests.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from spec.examples import onnx
from spec.examples.model import Example, OperatorName
from spec.examples.sources import NHWC
from spec.operator.clauses import Source

_LINES: Mapping[str, int] = {
    "maxpool_2d_uint8": 131,
    "maxpool_2d_precomputed_pads": 163,
    "maxpool_with_argmax_2d_precomputed_pads": 196,
    "maxpool_2d_precomputed_strides": 234,
    "maxpool_with_argmax_2d_precomputed_strides": 261,
    "maxpool_2d_precomputed_same_upper": 291,
    "maxpool_1d_default": 321,
    "maxpool_2d_default": 345,
    "maxpool_3d_default": 369,
    "maxpool_2d_same_upper": 393,
    "maxpool_2d_same_lower": 425,
    "maxpool_2d_pads": 457,
    "maxpool_2d_strides": 486,
    "maxpool_2d_ceil": 511,
    "maxpool_2d_dilations": 539,
}

_NOTES: Mapping[str, str] = {
    "maxpool_2d_uint8": "The page lists no element types; ONNX allows uint8 from version 12 on, and not in version 11."
}


def _restated(example: Example) -> Example:
    name = example.label.removeprefix("onnx.12.")
    return replace(
        example,
        label=f"nhwc.11.{name}",
        source=Source(NHWC, name, _LINES[name]),
        restated=(),
        operator=OperatorName.NHWC,
        version=11,
        note=_NOTES.get(name, ""),
    )


EXAMPLES: tuple[Example, ...] = tuple(_restated(example) for example in onnx.EXAMPLES)
