"""The relatives' cells as terms against the parent operators as code: one padding, one size, one index."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest

from reference import onnx, openvino
from reference.onnx import SpatialAxis
from spec.maxpool.family import OPENVINO_SAME, VERSIONS, OperatorVersion
from spec.maxpool.family_semantics import BEGIN, END, OPENVINO_BEGIN, OPENVINO_BOUND, ORDER, openvino_size, size
from spec.operator.operator import Violation
from spec.readings.value import evaluate

AXES = [SpatialAxis(*numbers) for numbers in product((1, 2, 5), (1, 2, 3), (1, 2), (1, 2, 3))]
ALL = [pytest.param(version, id=str(number)) for number, version in VERSIONS.items()]


def words(axis: SpatialAxis) -> dict[str, int | str]:
    return {name: getattr(axis, name) for name in ("x", "kernel", "dilation", "stride", "pad_begin", "pad_end", "y")}


@pytest.mark.parametrize("auto_pad", ["SAME_UPPER", "SAME_LOWER"])
@pytest.mark.parametrize("version", ALL)
def test_padding_is_the_operators(version: OperatorVersion, auto_pad: str) -> None:
    """Where SAME computes no negative padding; that is taken as 0 by the code, and by no document."""
    for axis in AXES:
        y = -(-axis.x // axis.stride)
        total = (y - 1) * axis.stride + axis.dilation * (axis.kernel - 1) + 1 - axis.x
        assert axis.sized(version.same).y == y
        if axis.dilation == 1 or "dilations" in version.attributes:
            assert replace(axis, y=y).value(version.same_pad) == total
        padded = replace(axis, y=y).same_padded(version.same_pad, extra_at_end=auto_pad == "SAME_UPPER")
        values = {**words(padded), "auto_pad": auto_pad, "same_padding": total}
        if total >= 0 and axis.dilation == 1:
            smaller, larger = total // 2, -(-total // 2)
            halves = (smaller, larger) if auto_pad == "SAME_UPPER" else (larger, smaller)
            assert (evaluate(BEGIN.term, values), evaluate(END.term, values)) == halves
            assert (padded.pad_begin, padded.pad_end) == halves
        elif total < 0:
            assert (padded.pad_begin, padded.pad_end) == (0, 0)


@pytest.mark.parametrize("auto_pad", ["NOTSET", "VALID", "SAME_UPPER", "SAME_LOWER"])
@pytest.mark.parametrize("ceil_mode", [0, 1])
@pytest.mark.parametrize("version", ALL)
def test_size_is_the_operators(version: OperatorVersion, ceil_mode: int, auto_pad: str) -> None:
    if ceil_mode and version.ceil is None:
        return
    for axis in AXES:
        if axis.dilation > 1 and "dilations" not in version.attributes:
            continue
        expected = size_by_hand(axis, version.number, auto_pad, in_ceil_mode=bool(ceil_mode))
        assert evaluate(size(version), {**words(axis), "auto_pad": auto_pad, "ceil_mode": ceil_mode}) == expected
        attributes: dict[str, Any] = {"kernel_shape": [axis.kernel], "strides": [axis.stride], "auto_pad": auto_pad}
        attributes |= {"ceil_mode": ceil_mode} if ceil_mode else {}
        attributes |= {"dilations": [axis.dilation]} if axis.dilation > 1 else {}
        allowed = {expected} if expected >= 1 else {"Y.positive"}
        assert outcome(axis.x, version, attributes) in allowed | {"windows.meet-input"}


def size_by_hand(axis: SpatialAxis, version: int, auto_pad: str, *, in_ceil_mode: bool) -> int:
    """The output size without padding, in integers alone."""
    slack = axis.x - axis.dilation * (axis.kernel - 1) - 1
    if auto_pad.startswith("SAME"):
        return -(-axis.x // axis.stride)
    if auto_pad == "VALID" or not in_ceil_mode:
        return slack // axis.stride + 1
    rounded_up = -(-slack // axis.stride) + 1
    return min(rounded_up, -(-axis.x // axis.stride)) if version == 22 else rounded_up


def outcome(x: int, version: OperatorVersion, attributes: dict[str, Any]) -> int | str:
    """The operator's output size, or the label under which it refuses the call."""
    try:
        Y, _ = onnx.maxpool(np.zeros((1, 1, x)), version=version.number, **attributes)
    except Violation as refusal:
        return refusal.label
    return int(Y.shape[2])


@pytest.mark.parametrize("storage_order", [0, 1])
def test_index_is_the_operators(storage_order: int) -> None:
    X = np.zeros((2, 3, 2, 4))
    _, Indices = onnx.maxpool(X, kernel_shape=[1, 1], storage_order=storage_order)
    sizes = {f"dX_{i}": size for i, size in enumerate(X.shape)} | {"storage_order": storage_order}
    for b, c, row, column in np.ndindex(X.shape):
        values = {**sizes, "plane": b * X.shape[1] + c, "row": row, "column": column}
        assert Indices[b, c, row, column] == evaluate(ORDER.term, values)


@pytest.mark.parametrize("axis", range(-4, 4))
def test_openvino_bounds_an_index_by_its_axis(axis: int) -> None:
    X = np.zeros((2, 3, 2, 4))
    _, Indices = openvino.maxpool(X, strides=[1, 1], kernel=[1, 1], pads_begin=[0, 0], pads_end=[0, 0], axis=axis)
    bound = evaluate(OPENVINO_BOUND.term, {**{f"dX_{i}": s for i, s in enumerate(X.shape)}, "axis": axis})
    assert (Indices.ravel() == np.arange(X.size) % bound).all()


@pytest.mark.parametrize("rounding", ["floor", "ceil"])
def test_openvino_size_and_padding(rounding: str) -> None:
    for axis in AXES:
        values = {**words(axis), "rounding_type": rounding, "openvino.auto_pad": "explicit", "same_padding": 3}
        slack = axis.x - axis.dilation * (axis.kernel - 1) - 1
        steps = slack // axis.stride if rounding == "floor" else -(-slack // axis.stride)
        assert evaluate(openvino_size(), values) == steps + 1
        assert evaluate(openvino_size(), {**values, "openvino.auto_pad": "same_upper"}) == axis.value(OPENVINO_SAME)
        for way, half in (("same_upper", 1), ("same_lower", 2)):
            assert evaluate(OPENVINO_BEGIN.term, {**values, "openvino.auto_pad": way}) == half
