"""The reference against the clauses, against the parent operator, and against what must hold of any maximum."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference import onnx
from reference.maxpool import maxpool
from spec.maxpool.family import VERSIONS
from tests import oracle
from tests.strategies import (
    DTYPES,
    FLOATS,
    INTEGERS,
    LARGE,
    NOT_EMPTY,
    SMALL,
    Array,
    Axis,
    Call,
    attributes_of,
    calls,
    legal_pads,
    nans,
    unsigned,
)

Outputs = tuple[Array, Array]
MANY = settings(max_examples=70, deadline=None, derandomize=True)
FEW = settings(max_examples=20, deadline=None, derandomize=True)


def pooled(X: Array, axes: tuple[Axis, Axis]) -> Outputs:
    return maxpool(X, **attributes_of(axes))


def assert_same_bits(found: Array, wanted: Array) -> None:
    assert (found.dtype, found.shape, found.tobytes()) == (wanted.dtype, wanted.shape, wanted.tobytes())


def assert_same(found: Outputs, wanted: Outputs) -> None:
    assert_same_bits(found[0], wanted[0])
    assert_same_bits(found[1], wanted[1])


# --- the clauses as an oracle --------------------------------------------------------------------


def assert_clauses_hold(X: Array, axes: tuple[Axis, Axis], outputs: Outputs) -> None:
    """The clauses over cells hold of the outputs, and those over elements of all that stand in X and Y."""
    assert list(oracle.broken_on_cells(X, attributes_of(axes), *outputs)) == []
    found = {*oracle.elements(X).values(), *oracle.elements(outputs[0]).values()}
    assert list(oracle.broken_on_elements(found, oracle.meanings(X.dtype.name))) == []


@pytest.mark.verifies(*(clause.label for clause in oracle.ON_CELLS))
@given(call=calls(limits=SMALL))
@MANY
def test_clauses_hold_on_every_cell(call: Call) -> None:
    assert_clauses_hold(call.X, call.axes, maxpool(call.X, **call.attributes))


@pytest.mark.verifies("extent", "slack", "Y.shape", "Y.batch", "Y.channels", "Indices.type")
@given(call=calls())
@FEW
def test_shapes_and_types(call: Call) -> None:
    Y, Indices = maxpool(call.X, **call.attributes)
    environment = oracle.outputs(call.X, call.attributes, Y, Indices)
    assert Y.shape == Indices.shape == tuple(environment[f"dY_{i}"] for i in range(4))
    assert (Y.dtype, Indices.dtype.name) == (call.X.dtype, environment["dtype(Indices)"])


# --- the parent operator -------------------------------------------------------------------------


@pytest.mark.verifies("extent", "slack", "Y.shape", "Y.positive", "windows.meet-input")
@given(call=calls())
@MANY
def test_agrees_with_the_parent(call: Call) -> None:
    outputs = maxpool(call.X, **call.attributes)
    for number in (12, 22):
        assert_same(onnx.maxpool(call.X, version=number, **call.attributes), outputs)


@pytest.mark.verifies("extent", "slack", "Y.shape", "Y.positive", "windows.meet-input")
@given(data=st.data())
@MANY
def test_agrees_with_early_versions_of_the_parent(data: st.DataObject) -> None:
    """They lack types and attributes: what is left out are the defaults."""
    version = data.draw(st.sampled_from([VERSIONS[number] for number in (1, 8, 10, 11)]))
    limits = LARGE if "dilations" in version.attributes else replace(LARGE, dilation=(1,))
    call = data.draw(calls(FLOATS, limits))
    said = {name: value for name, value in call.attributes.items() if name in {"kernel_shape", *version.attributes}}
    assert_same(onnx.maxpool(call.X, version=version.number, **said), maxpool(call.X, **call.attributes))


# --- what must hold of any maximum ---------------------------------------------------------------


def in_plane(call: Call, Indices: Array) -> Array:
    """The indices, counted in each plane."""
    planes = np.arange(prod(call.X.shape[:2])).reshape(*call.X.shape[:2], 1, 1)
    return np.asarray(Indices - planes * call.X.shape[2] * call.X.shape[3])


@pytest.mark.verifies("Y.batch", "Y.channels")
@given(call=calls(), data=st.data())
@FEW
def test_batches_and_channels_may_change_places(call: Call, data: st.DataObject) -> None:
    batches, channels = (data.draw(st.permutations(range(size))) for size in call.X.shape[:2])
    order = np.ix_(np.array(batches, int), np.array(channels, int))
    (Y, Indices), moved = pooled(call.X, call.axes), pooled(call.X[order], call.axes)
    assert_same((moved[0], in_plane(call, moved[1])), (Y[order], in_plane(call, Indices)[order]))


@pytest.mark.verifies("Y.batch", "Y.channels")
@given(call=calls())
@FEW
def test_each_plane_alone(call: Call) -> None:
    Y, Indices = pooled(call.X, call.axes)
    for b, c in np.ndindex(call.X.shape[:2]):
        plane = np.s_[b : b + 1, c : c + 1]
        assert_same(pooled(call.X[plane], call.axes), (Y[plane], in_plane(call, Indices)[plane]))


@given(call=calls(dtypes=INTEGERS, limits=NOT_EMPTY), data=st.data())
@FEW
def test_a_constant_may_be_added(call: Call, data: st.DataObject) -> None:
    limits = np.iinfo(call.X.dtype)
    least, most = int(call.X.min()), int(call.X.max())
    constant = data.draw(st.integers(limits.min - least, limits.max - most), label="constant")

    def shifted(elements: Array) -> Array:
        return (elements.astype(int) + constant).astype(elements.dtype)

    Y, Indices = pooled(call.X, call.axes)
    assert_same(pooled(shifted(call.X), call.axes), (shifted(Y), Indices))


@given(call=calls(limits=NOT_EMPTY), data=st.data())
@FEW
def test_order_alone_matters(call: Call, data: st.DataObject) -> None:
    """Any increasing map of the elements, into any type, keeps Indices and maps Y."""
    numbers = np.where(call.X != call.X, -np.inf, call.X).astype(call.X.dtype)
    found = np.unique(numbers)
    images = st.lists(st.integers(0, 255), min_size=len(found), max_size=len(found), unique=True)
    dtype = data.draw(st.sampled_from(DTYPES), label="into")
    shift = 128 if dtype == "int8" else 0
    image = (np.sort(data.draw(images, label="images")) - shift).astype(dtype)

    Y, Indices = pooled(call.X, call.axes)
    wanted = image[np.searchsorted(found, Y)], Indices
    assert_same(pooled(image[np.searchsorted(found, numbers)], call.axes), wanted)


@pytest.mark.verifies("extent", "slack", "Y.shape")
@given(call=calls(with_nan=False))
@FEW
def test_reversed_order_gives_the_minimum(call: Call) -> None:
    rows, columns = (axis.windows for axis in call.axes)
    least = np.zeros((*call.X.shape[:2], len(rows), len(columns)), call.X.dtype)
    for m, n in np.ndindex(least.shape[2:]):
        least[:, :, m, n] = call.X[:, :, rows[m]][..., columns[n]].min(axis=(2, 3))
    reverse: Callable[[Array], Array] = np.negative if call.X.dtype.kind == "f" else np.invert
    np.testing.assert_array_equal(pooled(reverse(call.X), call.axes)[0], reverse(least), strict=True)


@pytest.mark.verifies("extent", "slack", "Y.shape")
@given(call=calls(limits=replace(LARGE, dilation=(1,), stride=(1,))), data=st.data())
@FEW
def test_kernels_add_up(call: Call, data: st.DataObject) -> None:
    """At stride 1 and dilation 1, two kernels after each other are one larger kernel, for Y as numbers."""
    second, both = [], []
    for axis in call.axes:
        y, kernel = axis.defined["y"], data.draw(st.integers(1, 3), label="second kernel")
        begin, end = data.draw(st.sampled_from(legal_pads(y, kernel, 1, 1)), label="second pads")
        second.append(Axis(y, kernel, 1, 1, begin, end))
        both.append(Axis(axis.x, axis.kernel + kernel - 1, 1, 1, axis.pad_begin + begin, axis.pad_end + end))
    in_turn = pooled(pooled(call.X, call.axes)[0], (second[0], second[1]))[0]
    np.testing.assert_array_equal(in_turn, pooled(call.X, (both[0], both[1]))[0], strict=True)


@pytest.mark.verifies("extent", "slack", "Y.shape")
@given(call=calls())
@FEW
def test_padding_is_below_every_element(call: Call) -> None:
    least = np.iinfo(call.X.dtype).min if call.X.dtype.kind in "iu" else -np.inf
    margins = [(0, 0), (0, 0), *((axis.pad_begin, axis.pad_end) for axis in call.axes)]
    padded = np.pad(call.X, margins, constant_values=least)
    first, second = (
        replace(axis, x=axis.x + axis.pad_begin + axis.pad_end, pad_begin=0, pad_end=0) for axis in call.axes
    )
    assert_same_bits(pooled(padded, (first, second))[0], pooled(call.X, call.axes)[0])


@given(call=calls(), data=st.data())
@FEW
def test_rows_and_columns_may_change_places(call: Call, data: st.DataObject) -> None:
    first, second = call.axes
    np.testing.assert_array_equal(
        pooled(call.X.swapaxes(2, 3), (second, first))[0], pooled(call.X, call.axes)[0].swapaxes(2, 3), strict=True
    )
    distinct = np.array(data.draw(st.permutations(range(call.X.size))), np.float32).reshape(call.X.shape)
    Y, Indices = pooled(distinct, (first, second))
    row, column = np.divmod(in_plane(call, Indices), second.x)
    turned = Indices - in_plane(call, Indices) + column * first.x + row
    assert_same(pooled(distinct.swapaxes(2, 3), (second, first)), (Y.swapaxes(2, 3), turned.swapaxes(2, 3)))


# --- elements, bit for bit -----------------------------------------------------------------------

ROW = (Axis(1, 1, 1, 1), Axis(3, 3, 1, 1))
NAN, INF = np.nan, np.inf
SELECTED: list[tuple[list[float], float, int]] = [
    ([NAN, NAN, NAN], -INF, 0),
    ([NAN, -INF, 1], 1, 2),
    ([NAN, -INF, -INF], -INF, 0),
    ([-INF, NAN, NAN], -INF, 0),
    ([-NAN, INF, NAN], INF, 1),
    ([-0.0, 0.0, -1], -0.0, 0),
    ([0.0, -0.0, 0.0], 0.0, 0),
    ([-1, -0.0, 0.0], -0.0, 1),
    ([-INF, -1, -INF], -1, 1),
    ([2, 2, 2], 2, 0),
    ([1, 2, 2], 2, 1),
]


SELECTED_INTEGER = {
    "int8": [([-128, -128, -128], -128, 0), ([-128, 127, 127], 127, 1), ([-1, -128, 0], 0, 2), ([-1, -2, -1], -1, 0)],
    "uint8": [([0, 0, 0], 0, 0), ([0, 255, 255], 255, 1), ([127, 128, 126], 128, 1), ([0, 0, 1], 1, 2)],
}


@pytest.mark.verifies(*(clause.label for clause in oracle.ON_CELLS))
@pytest.mark.parametrize("dtype", DTYPES)
def test_selected(dtype: str) -> None:
    """What the plain loops select, and what the clauses say is selected, are both what stands in the table."""
    for row, maximum, index in SELECTED_INTEGER.get(dtype, SELECTED):
        X, wanted = np.array([[[row]]], dtype), (np.array([[[[maximum]]]], dtype), np.array([[[[index]]]], np.int64))
        assert_same(pooled(X, ROW), wanted)
        assert_clauses_hold(X, ROW, wanted)


@pytest.mark.verifies("Y.max", "Y.max-over-input", "Indices.first-maximum", "Indices.flat", "Y.bits")
@pytest.mark.parametrize("dtype", DTYPES)
def test_padding_is_never_selected(dtype: str) -> None:
    """Not even where X holds nothing but the least element, or NaN."""
    least = np.iinfo(dtype).min if dtype in INTEGERS else -INF
    padded = (Axis(1, 3, 1, 1, 1, 1), Axis(2, 3, 1, 1, 1, 1))
    for element in (least,) if dtype in INTEGERS else (least, NAN):
        X = np.full((1, 2, 1, 2), element, dtype)
        Y, Indices = pooled(X, padded)
        assert_clauses_hold(X, padded, (Y, Indices))
        assert_same_bits(Y, np.full((1, 2, 1, 2), least, dtype))
        assert Indices.tolist() == [[[[0, 0]], [[2, 2]]]]


@pytest.mark.verifies("NaN.as-minus-infinity")
@pytest.mark.parametrize("dtype", FLOATS)
@given(data=st.data())
@FEW
def test_any_nan_is_minus_infinity(dtype: str, data: st.DataObject) -> None:
    bits = data.draw(st.lists(nans(dtype), min_size=3, max_size=3), label="bits")
    X = np.array([[[bits]]], unsigned(dtype)).view(dtype)
    wanted = np.array([[[[-INF]]]], dtype), np.zeros((1, 1, 1, 1), np.int64)
    assert_same(pooled(X, ROW), wanted)
    assert_clauses_hold(X, ROW, wanted)


# --- memory --------------------------------------------------------------------------------------


def misaligned(X: Array) -> Array:
    raw = np.zeros(X.nbytes + 1, np.uint8)
    held = raw[1:].view(X.dtype).reshape(X.shape)
    held[...] = X
    return held


def spread(X: Array) -> Array:
    held = np.full([2 * size + 1 for size in X.shape], 77).astype(X.dtype)[1::2, 1::2, 1::2, 1::2]
    held[...] = X
    return held


LAYOUTS: dict[str, Callable[[Array], Array]] = {
    "Fortran order": np.asfortranarray,
    "rows last": lambda X: X.swapaxes(2, 3).copy().swapaxes(2, 3),
    "channels last": lambda X: np.moveaxis(np.moveaxis(X, 1, 3).copy(), 3, 1),
    "negative strides": lambda X: X[::-1, ::-1, ::-1, ::-1].copy()[::-1, ::-1, ::-1, ::-1],
    "not contiguous": spread,
    "big-endian": lambda X: X.astype(X.dtype.newbyteorder(">")),
    "misaligned": misaligned,
    "read-only": lambda X: np.frombuffer(X.tobytes(), X.dtype).reshape(X.shape),
    "one column, repeated": lambda X: np.broadcast_to(X[..., :1], X.shape),
    "one element, repeated": lambda X: np.broadcast_to(X.reshape(-1)[:1], X.shape) if X.size else X,
    "a subclass": lambda X: X.view(np.recarray),
}


@pytest.mark.verifies("X.tensor", "X.types")
@pytest.mark.parametrize("layout", LAYOUTS)
@given(call=calls())
@settings(FEW, max_examples=8)
def test_layout_does_not_matter_and_input_stays(layout: str, call: Call) -> None:
    X = LAYOUTS[layout](call.X)
    whole = X if X.base is None else X.base
    before, held = X.tobytes(), np.asarray(whole).tobytes()
    Y, Indices = pooled(X, call.axes)
    assert (X.tobytes(), np.asarray(whole).tobytes()) == (before, held)
    assert not np.shares_memory(X, Y)
    assert (type(Y), Y.dtype) == (np.ndarray, X.dtype)
    plain = np.array(X, call.X.dtype, order="C", subok=False)
    assert_same((Y.astype(call.X.dtype), Indices), pooled(plain, call.axes))
