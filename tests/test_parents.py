"""The parent operators against NumPy: X padded with the least value, patches gathered, the first maximum of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any, Literal

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray

from reference import nhwc, onnx, openvino
from spec.operator.operator import Violation

Array = NDArray[Any]
Expected = tuple[Array, Array] | str
"""Outputs, or the label of an error."""

FEW = settings(max_examples=80, deadline=None, derandomize=True)
NAN, INF = float("nan"), float("inf")
BFLOAT16 = np.dtype(ml_dtypes.bfloat16)
FLOATS = ("float16", "float32", "float64", ">f2", ">f4", ">f8")
LATER = ("ceil_mode", "dilations", "storage_order")
LACKING: Mapping[int, Sequence[str]] = {1: LATER, 8: LATER[:2], 10: (), 11: (), 12: (), 22: ()}
SQUARE = np.arange(1, 26, dtype=np.float32).reshape(1, 1, 5, 5)
NINE = np.arange(1, 10, dtype=np.float32).reshape(1, 1, 3, 3)
Sizes = Mapping[str, Sequence[int]]
"""The lists x, kernel, dilation, stride, begin and end: an entry for each spatial axis."""


def padded_argmax(X: Array, axes: Sizes, y: Sequence[int], order: Literal["C", "F"] = "C") -> Expected:
    """What MaxPool gives for windows that are fixed by their begin padding and their number."""
    if min(y) < 1:
        return "Y.positive"
    least = np.iinfo(X.dtype).min if X.dtype.kind in "iu" else -np.inf
    X = X.copy()
    X[X != X] = least
    windows = list(zip(*(axes[name] for name in ("x", "kernel", "dilation", "stride", "begin")), y, strict=True))
    ends = [max(0, (m - 1) * s + (k - 1) * d + 1 - x - begin) for x, k, d, s, begin, m in windows]
    margins = list(zip(axes["begin"], ends, strict=True))
    padded = np.pad(X, [(0, 0), (0, 0), *margins], constant_values=least)
    places = np.pad(np.arange(prod(axes["x"])).reshape(axes["x"], order=order), margins, constant_values=-1)
    planes = np.arange(prod(X.shape[:2])).reshape(X.shape[:2]) * prod(axes["x"])
    Y, Indices = np.empty((*X.shape[:2], *y), X.dtype), np.empty((*X.shape[:2], *y), np.int64)
    for cell in np.ndindex(*y):
        box = np.ix_(*(m * s + d * np.arange(k) for m, (_, k, d, s, *_) in zip(cell, windows, strict=True)))
        place = places[box].reshape(-1)
        if (place < 0).all():
            return "windows.meet-input"
        patch = padded[:, :, *box].reshape(*X.shape[:2], place.size)
        first = ((patch == patch.max(axis=-1, keepdims=True)) & (place >= 0)).argmax(axis=-1)
        Y[:, :, *cell] = np.take_along_axis(patch, first[..., None], axis=-1)[..., 0]
        Indices[:, :, *cell] = planes + place[first]
    return Y, Indices


def sizes(axes: Sizes, in_ceil_mode: bool = False) -> list[int]:
    slacks = [x - (k - 1) * d - 1 + begin + end for x, k, d, _, begin, end in zip(*axes.values(), strict=True)]
    return [-(-a // s) + 1 if in_ceil_mode else a // s + 1 for a, s in zip(slacks, axes["stride"], strict=True)]


def unpadded(axes: Sizes) -> Sizes:
    return {**axes, "begin": [0 for _ in axes["begin"]], "end": [0 for _ in axes["end"]]}


def same_padded(axes: Sizes, y: Sequence[int], auto_pad: str) -> Sizes:
    lists = (axes[name] for name in ("x", "kernel", "dilation", "stride"))
    totals = [max(0, (m - 1) * s + (k - 1) * d + 1 - x) for x, k, d, s, m in zip(*lists, y, strict=True)]
    return {**axes, "begin": [(total + (auto_pad.lower() == "same_lower")) // 2 for total in totals]}


def expected_of_onnx(X: Array, axes: Sizes, version: int, attributes: Mapping[str, Any]) -> Expected:
    auto_pad, in_ceil_mode = attributes["auto_pad"], bool(attributes.get("ceil_mode"))
    order: Literal["C", "F"] = "F" if attributes.get("storage_order") else "C"
    if auto_pad.startswith("SAME"):
        y = [-(-x // s) for x, s in zip(axes["x"], axes["stride"], strict=True)]
        return padded_argmax(X, same_padded(axes, y, auto_pad), y, order)
    if auto_pad == "VALID":
        return padded_argmax(X, unpadded(axes), sizes(unpadded(axes)), order)
    y = sizes(axes, in_ceil_mode)
    if version == 22 and in_ceil_mode:
        ends = (x + begin for x, begin in zip(axes["x"], axes["begin"], strict=True))
        y = [min(m, -(-end // s)) for m, s, end in zip(y, axes["stride"], ends, strict=True)]
    return padded_argmax(X, axes, y, order)


def assert_refused(label: str, operator: Any, X: Any, **attributes: Any) -> None:
    with pytest.raises(Violation) as caught:
        operator(X, **attributes)
    error = caught.value
    assert error.label == error.clause.label == label
    assert str(error) == f"{label}: expects {error.expects}, but got {error.got}. {error.clause.statement}"
    assert error.expects
    assert error.got


def assert_gives(expected: Expected, operator: Any, X: Array, **attributes: Any) -> None:
    """The operator gives the outputs, bit for bit, or raises the labelled error; X stays as it was."""
    if isinstance(expected, str):
        return assert_refused(expected, operator, X, **attributes)
    before = X.tobytes()
    for found, wanted in zip(operator(X, **attributes), expected, strict=True):
        assert (found.dtype, found.shape, found.tobytes()) == (wanted.dtype, wanted.shape, wanted.tobytes())
    assert X.tobytes() == before


def draw_axes(data: st.DataObject) -> Sizes:
    n = data.draw(st.integers(1, 3), label="spatial axes")
    choices = {"x": range(1, 7 if n < 3 else 4), "kernel": (1, 2, 3), "dilation": (1, 1, 2, 3), "stride": (1, 2, 3)}
    choices |= {"begin": (0, 0, 1, 2), "end": (0, 0, 1, 2)}
    entries = {name: st.lists(st.sampled_from(few), min_size=n, max_size=n) for name, few in choices.items()}
    return {name: data.draw(several, label=name) for name, several in entries.items()}


def draw_tensor(data: st.DataObject, axes: Sizes, dtypes: Sequence[str]) -> Array:
    dtype: np.dtype[Any] = np.dtype(data.draw(st.sampled_from(dtypes), label="dtype"))
    limits = (np.iinfo(dtype).min, np.iinfo(dtype).max) if dtype.kind in "iu" else (NAN, -INF, -0.0, INF)
    N, C = data.draw(st.lists(st.sampled_from((1, 1, 2, 0)), min_size=2, max_size=2), label="N, C")
    return data.draw(arrays(dtype, (N, C, *axes["x"]), elements=st.sampled_from((*limits, 0, 1, 2))), label="X")


def draw_attributes(data: st.DataObject, axes: Sizes, lacking: Sequence[str] = ()) -> dict[str, Any]:
    """Attributes of ONNX for the axes; pads are zeros where auto_pad is not NOTSET."""
    auto_pads, flags = ("NOTSET", "NOTSET", "VALID", "SAME_UPPER", "SAME_LOWER"), (0, 1, False, True)
    choices = {"auto_pad": auto_pads, "ceil_mode": flags, "storage_order": flags}
    drawn: dict[str, Any] = {name: data.draw(st.sampled_from(few), label=name) for name, few in choices.items()}
    padding = axes if drawn["auto_pad"] == "NOTSET" else unpadded(axes)
    drawn |= {"kernel_shape": axes["kernel"], "dilations": axes["dilation"], "strides": axes["stride"]}
    drawn["pads"] = [*padding["begin"], *padding["end"]]
    return {name: value for name, value in drawn.items() if name not in lacking}


@pytest.mark.tenth
@pytest.mark.parametrize("version", LACKING)
@given(data=st.data())
@FEW
def test_onnx(version: int, data: st.DataObject) -> None:
    axes = draw_axes(data)
    if version < 10:
        axes = {**axes, "dilation": [1 for _ in axes["x"]]}
    X = draw_tensor(data, axes, FLOATS if version < 12 else (*FLOATS, "int8", "uint8"))
    attributes = draw_attributes(data, axes, LACKING[version])
    assert_gives(expected_of_onnx(X, axes, version, attributes), onnx.maxpool, X, version=version, **attributes)


@given(data=st.data())
@FEW
def test_nhwc(data: st.DataObject) -> None:
    axes = draw_axes(data)
    X = draw_tensor(data, axes, (*FLOATS, "int8", "uint8"))
    attributes = draw_attributes(data, axes)
    expected = expected_of_onnx(X, axes, 11, attributes)
    if not isinstance(expected, str):
        expected = np.moveaxis(expected[0], 1, -1), np.moveaxis(expected[1], 1, -1)
    assert_gives(expected, nhwc.maxpool, np.moveaxis(X, 1, -1), **attributes)


@pytest.mark.parametrize("auto_pad", ["explicit", "valid", "same_upper", "same_lower"])
@given(data=st.data())
@FEW
def test_openvino(auto_pad: str, data: st.DataObject) -> None:
    axes = draw_axes(data)
    X = draw_tensor(data, axes, (*FLOATS, "int8", "uint64"))
    names = {"rounding_type": ("floor", "ceil"), "index_element_type": ("i32", "i64"), "axis": range(-X.ndim, X.ndim)}
    choices: dict[str, Any] = {name: data.draw(st.sampled_from(few), label=name) for name, few in names.items()}
    padded, y = same_padded(axes, axes["x"], auto_pad), axes["x"]
    if auto_pad in ("explicit", "valid"):
        padded = axes if auto_pad == "explicit" else unpadded(axes)
        y = sizes(padded, in_ceil_mode=(auto_pad, choices["rounding_type"]) == ("explicit", "ceil"))
    expected = padded_argmax(X, padded, y)
    if not isinstance(expected, str):
        indices = expected[1] % max(1, prod(X.shape[choices["axis"] :]))
        expected = expected[0], indices.astype({"i32": np.int32, "i64": np.int64}[choices["index_element_type"]])
    lists = {"strides": axes["stride"], "kernel": axes["kernel"], "dilations": axes["dilation"]}
    pads = {"pads_begin": axes["begin"], "pads_end": axes["end"]}
    assert_gives(expected, openvino.maxpool, X, auto_pad=auto_pad, **lists, **choices, **pads)


@pytest.mark.parametrize("version", LACKING)
def test_onnx_defaults(version: int) -> None:
    given: dict[str, Any] = {"auto_pad": "NOTSET", "pads": [0] * 4, "strides": [1, 1]}
    given |= {k: [1, 1] if k == "dilations" else 0 for k in LATER if k not in LACKING[version]}
    expected = onnx.maxpool(SQUARE, version=version, kernel_shape=[2, 3], **given)
    assert_gives(expected, onnx.maxpool, SQUARE, version=np.int64(version), kernel_shape=(np.int64(2), 3))


@pytest.mark.parametrize(("version", "name"), [(v, name) for v, names in LACKING.items() for name in names])
def test_onnx_attributes_of_later_versions(version: int, name: str) -> None:
    call = {"version": version, "kernel_shape": [1, 1], name: [1, 1] if name == "dilations" else 0}
    assert_refused(f"onnx.{version}.attributes", onnx.maxpool, NINE, **call)


@pytest.mark.parametrize("version", LACKING)
@pytest.mark.parametrize("dtype", [*FLOATS, "int8", "uint8", BFLOAT16, "int16", "int32", "uint64", "bool", "complex64"])
def test_onnx_types(version: int, dtype: Any) -> None:
    X = NINE.astype(dtype)
    since = 1 if dtype in FLOATS else {"int8": 12, "uint8": 12, BFLOAT16: 22}.get(dtype, 99)
    expected = f"onnx.{version}.types" if version < since else (X[:, :, ::2, 1:2], np.array([[[[1], [5]]]]))
    assert_gives(expected, onnx.maxpool, X[..., :2], version=version, kernel_shape=[1, 2], strides=[2, 1])


REFUSALS: Mapping[Any, Mapping[str, Sequence[dict[str, Any]]]] = {
    onnx.maxpool: {
        "onnx.version": [{"version": 9}, {"version": True}],
        "X.tensor": [{"X": NINE.tolist()}, {"X": np.ma.masked_array(NINE)}],
        "X.rank": [{"X": NINE[0, 0]}],
        "X.spatial": [{"X": NINE[:, :, :0], "pads": [1, 1, 1, 1]}],
        "kernel_shape.type": [{"kernel_shape": given} for given in (None, 2, [2, True], [2, np.array([2])], [1.0, 2])],
        "pads.length": [{"pads": [0, 0]}],
        "kernel_shape.positive": [{"kernel_shape": [2, 0]}],
        "strides.positive": [{"strides": [0, 1]}],
        "dilations.positive": [{"dilations": [1, -1]}],
        "pads.non-negative": [{"pads": [0, 0, -1, 0]}],
        "auto_pad.type": [{"auto_pad": b"VALID"}],
        "auto_pad.domain": [{"auto_pad": "same_upper"}],
        "onnx.auto_pad.pads": [{"auto_pad": name, "pads": [0, 0, 0, 1]} for name in ("VALID", "SAME_UPPER")],
        "ceil_mode.domain": [{"ceil_mode": 2}],
        "storage_order.domain": [{"storage_order": -1}],
        "Y.positive": [{"kernel_shape": [4, 1]}],
        "windows.meet-input": [{"X": NINE[:, :0], "pads": [0, 0, 0, 2]}],
    },
    nhwc.maxpool: {
        "X.tensor": [{"X": 1.5}],
        "X.rank": [{"X": NINE[0, 0]}, {"X": np.array(1.5)}],
        "onnx.11.types": [{"X": NINE.astype(np.int16)}],
    },
    openvino.maxpool: {
        "openvino.8.types": [{"X": NINE > 1}, {"X": NINE.astype(complex)}],
        "openvino.8.indices": [{"X": np.broadcast_to(np.int8(0), (2**15 + 1, 1, 2**8, 2**8)), "strides": [2**8, 2**8]}],
        "X.rank": [{"X": NINE[..., None, None]}, {"X": NINE[0, 0]}],
        "strides.positive": [{"strides": [0, 1]}],
        "dilations.positive": [{"dilations": [1, 0]}],
        "kernel.positive": [{"kernel": [0, 1]}],
        "pads_begin.type": [{"auto_pad": "explicit"}],
        "pads_end.non-negative": [{"auto_pad": "explicit", "pads_begin": [0, 0], "pads_end": [0, -1]}],
        "auto_pad.domain": [{"auto_pad": "VALID"}],
        "rounding_type.domain": [{"rounding_type": "round"}],
        "index_element_type.domain": [{"index_element_type": "i16"}],
        "axis.domain": [{"axis": 4}, {"axis": -5}],
        "axis.type": [{"axis": 1.0}],
        "windows.meet-input": [{"auto_pad": "same_lower", "strides": [2, 2]}],
    },
}


WINDOWS = {"kernel_shape": [2, 2]}
VALID = {"kernel": [1, 1], "strides": [1, 1], "auto_pad": "valid", "index_element_type": "i32"}
LARGE = ("openvino.8.indices",)
"""What only a tensor of gigabytes breaks."""
CALLS = [
    pytest.param(operator, label, calls, marks=pytest.mark.whole if label in LARGE else ())
    for operator, by_label in REFUSALS.items()
    for label, calls in by_label.items()
]


@pytest.mark.parametrize(("operator", "label", "calls"), CALLS)
def test_refusals(operator: Any, label: str, calls: Sequence[dict[str, Any]]) -> None:
    for call in calls:
        legal = VALID if operator is openvino.maxpool else WINDOWS
        assert_refused(label, operator, **{"X": NINE, **legal, **call})


def line(*elements: float, dtype: Any = np.float32) -> Array:
    return np.array([[elements]], dtype)


@pytest.mark.parametrize("dtype", [*FLOATS, BFLOAT16])
def test_elements(dtype: Any) -> None:
    X = line(NAN, NAN, -INF, -0.0, 0.0, -0.0, NAN, 1, 1, 1, dtype=dtype)
    expected = line(-INF, -0.0, 0.0, 1, 1, dtype=dtype), line(0, 3, 4, 7, 8, dtype=np.int64)
    assert_gives(expected, onnx.maxpool, X, kernel_shape=[2], strides=[2])


LINES: Sequence[tuple[Sequence[int] | str, int, dict[str, Any]]] = [
    ([1, 2, 2], 3, {"kernel_shape": [2], "auto_pad": "SAME_UPPER"}),
    ([0, 1, 2], 3, {"kernel_shape": [2], "auto_pad": "SAME_LOWER"}),
    ([0], 2, {"kernel_shape": [1], "auto_pad": "SAME_LOWER", "strides": [2]}),
    ([0], 2, {"kernel_shape": [1], "pads": [0, 1], "strides": [2], "ceil_mode": 1}),
    ("windows.meet-input", 2, {"kernel_shape": [1], "pads": [0, 1], "strides": [2], "ceil_mode": 0}),
    ("windows.meet-input", 2, {"kernel_shape": [1], "pads": [0, 1], "strides": [2], "ceil_mode": 1, "version": 12}),
    ([1], 2, {"kernel_shape": [3], "strides": [2], "ceil_mode": 1}),
    ("windows.meet-input", 1, {"kernel_shape": [2], "dilations": [2], "pads": [1, 1]}),
]


@pytest.mark.parametrize(("indices", "x", "attributes"), LINES)
def test_lines(indices: Sequence[int] | str, x: int, attributes: dict[str, Any]) -> None:
    X = line(*range(x))
    expected = indices if isinstance(indices, str) else (line(*indices), line(*indices, dtype=np.int64))
    assert_gives(expected, onnx.maxpool, X, **attributes)


def test_documents() -> None:
    column_major = SQUARE[:, :, 1:4:2, 1:4:2], np.array([[[[6, 16], [8, 18]]]])
    assert_gives(column_major, onnx.maxpool, SQUARE, kernel_shape=[2, 2], strides=[2, 2], storage_order=1)
    X = np.concatenate([NINE, NINE + 9], axis=1)
    expected = X[:, :, 1:, 1:], np.array([[[[4, 5], [7, 8]], [[4, 5], [7, 8]]]])
    assert_gives(expected, openvino.maxpool, X, strides=[1, 1], kernel=[2, 2], axis=2, auto_pad="valid")


def test_the_error_names_the_window() -> None:
    with pytest.raises(Violation, match=r"but got m = 3, begin_1 = 0, dX_3 = 3,"):
        onnx.maxpool(NINE, kernel_shape=[1, 1], pads=[0, 0, 0, 1])
