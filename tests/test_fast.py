"""The fast twin against the plain loops: bit for bit, exhaustively to stated bounds, by Hypothesis beyond them."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.fast import axis as fast_axis
from reference.fast import bands, small
from reference.fast import twin as fast
from reference.fast.elements import elements, has_negative_zero, lowest, numbers
from reference.maxpool import TooMuchWork, maxpool
from spec.operator.operator import Violation
from tests.strategies import DTYPES, FLOATS, LARGE, Array, Axis, Call, Limits, attributes_of, calls, legal_pads
from tests.test_bad_input import BAD, BEYOND_SLIPS, LEGAL, NOT_SET, TOO_MUCH, WORK, column
from tests.test_reference import LAYOUTS, assert_same, assert_same_bits

MANY = settings(max_examples=200, deadline=None, derandomize=True)
FEW = settings(max_examples=40, deadline=None, derandomize=True)
WIDE = Limits(x=(1, 5, 6, 7, 9, 12), kernel=(1, 3, 4, 5, 6, 7, 8, 9, 11), dilation=(1, 1, 1, 2, 3), stride=(1, 1, 1, 2))
"""Kernels that are folded by doubling, of each remainder; at most half of those drawn are."""
ONE = Axis(1, 1, 1, 1)


def assert_twin(X: Array, **attributes: Any) -> None:
    """The twin's outputs are the plain loops'; and so is Y alone. Folded, and as a small call, whatever its size."""
    wanted = maxpool(X, **attributes)
    for most in (-1, 10**6):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(small, "MOST", most)
            assert_same(fast.maxpool(X, **attributes), wanted)
            assert_same_bits(fast.maxpool_y(X, **attributes), wanted[0])


# --- exhaustive ----------------------------------------------------------------------------------


def axes_to(x: int, kernels: int, dilations: int, strides: int) -> Iterator[Axis]:
    """Every legal axis of x elements, to a largest kernel, dilation and stride."""
    sizes = product(range(1, kernels + 1), range(1, dilations + 1), range(1, strides + 1))
    for kernel, dilation, stride in sizes:
        for pads in legal_pads(x, kernel, dilation, stride):
            yield Axis(x, kernel, dilation, stride, *pads)


def every_tensor(values: list[float], dtype: str, *spatial: int) -> Array:
    """A batch of all planes of a size with these elements."""
    cells = int(np.prod(spatial))
    return np.array(list(product(values, repeat=cells)), dtype).reshape(-1, 1, *spatial)


@pytest.mark.tenth
@pytest.mark.parametrize("direction", ["along a row", "down a column"])
@pytest.mark.parametrize("x", [1, 2, 3, 4])
def test_every_axis(x: int, direction: str) -> None:
    """Bounded: an axis to 4 elements, kernel 5, dilation 2, stride 2, all legal pads; all rows of 0, 1, 2 in uint8.

    Of 4 elements all rows of 0 and 1.
    """
    X = every_tensor([0, 1, 2] if x < 4 else [0, 1], "uint8", x)[:, :, np.newaxis]
    for axis in axes_to(x, 5, 2, 2):
        if direction == "along a row":
            assert_twin(X, **attributes_of((ONE, axis)))
        else:
            assert_twin(X.swapaxes(2, 3), **attributes_of((axis, ONE)))


@pytest.mark.verifies("extent", "slack", "Y.shape")
def test_every_small_plane() -> None:
    """Bounded: planes of 2 x 3 elements 0 or 1, kernels to 3, no dilation, stride 1, all legal pads."""
    X = every_tensor([0, 1], "uint8", 2, 3)
    for axes in product(axes_to(2, 3, 1, 1), axes_to(3, 3, 1, 1)):
        assert_twin(X, **attributes_of(axes))


@pytest.mark.parametrize("dtype", FLOATS)
def test_every_row_of_odd_numbers(dtype: str) -> None:
    """Bounded: rows of 4 of NaN, -inf, the zeros and 1; kernels to 4, unpadded and padded."""
    X = every_tensor([np.nan, -np.inf, -0.0, 0.0, 1], dtype, 1, 4)
    for kernel, pad in product(range(1, 5), range(2)):
        if pad < kernel:
            assert_twin(X, **attributes_of((ONE, Axis(4, kernel, 1, 1, pad, pad))))


# --- beyond --------------------------------------------------------------------------------------


@pytest.mark.whole
@pytest.mark.verifies("extent", "slack", "Y.shape")
@given(call=calls())
@MANY
def test_any_call(call: Call) -> None:
    assert_twin(call.X, **call.attributes)


@pytest.mark.whole
@pytest.mark.verifies("extent", "slack", "Y.shape")
@given(call=calls(limits=WIDE))
@MANY
def test_large_kernels(call: Call) -> None:
    assert_twin(call.X, **call.attributes)


@pytest.mark.whole
@given(call=calls(), block=st.sampled_from((1, 500, 2000)), repeated=st.sampled_from((0, 1, 4)))
@MANY
def test_blocks_and_bands_do_not_matter(call: Call, block: int, repeated: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bands, "BLOCK", block)
        patch.setattr(bands, "REPEATED", repeated)
        assert_twin(call.X, **call.attributes)


@given(call=calls())
@FEW
def test_gathering_does_not_matter(call: Call) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fast_axis, "SPARSE", 0)
        patch.setattr(fast_axis, "SMALL", 0)
        assert_twin(call.X, **call.attributes)


METHODS: dict[str, Callable[[fast_axis.Axis], bool]] = {
    "by doubling": lambda axis: True,
    "tap by tap": lambda axis: False,
    "one or the other": lambda axis: (axis.x + axis.kernel) % 2 == 0,
}


@pytest.mark.parametrize("method", METHODS)
@given(call=calls(limits=WIDE))
@FEW
def test_either_method_will_do(method: str, call: Call) -> None:
    """On every axis, whatever the rule says."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fast_axis, "doubling_merges_less", METHODS[method])
        assert_twin(call.X, **call.attributes)


@pytest.mark.parametrize("layout", LAYOUTS)
@given(call=calls())
@settings(FEW, max_examples=8)
def test_layout_does_not_matter_and_input_stays(layout: str, call: Call) -> None:
    X = LAYOUTS[layout](call.X)
    before = X.tobytes()
    assert_twin(X, **call.attributes)
    assert X.tobytes() == before
    Y, _ = fast.maxpool(X, **call.attributes)
    assert not np.shares_memory(X, Y)
    assert type(Y) is np.ndarray


FAR: dict[str, tuple[dict[str, Any], tuple[int, ...], tuple[int, ...]]] = {
    "taps on padding without end": (column(1, 2**33, 1, 1, 0, 2**33 - 1), (1, 1, 1, 1), (0,)),
    "a stride and padding without end": (column(3, 2**80, 1, 2**79, 2**80 - 1, 2**79), (1, 1, 2, 1), (0, 0)),
    "a dilation without end": (column(2, 2, 2**70, 2**70, 2**70, 2**70), (1, 1, 2, 1), (0, 0)),
    "a dilation without end, for one tap": (column(2, 1, 2**200, 1, 0, 0), (1, 1, 2, 1), (0, 1)),
    "a stride without end, for one window": (column(4, 4, 1, 2**200, 0, 0), (1, 1, 1, 1), (0,)),
    "large planes, of which there are none": (
        column(1, 2**40, 1, 1, 0, 0, X=np.zeros((0, 1, 2**40, 1), np.int8)),
        (0, 1, 1, 1),
        (),
    ),
    "a stride over a large view": (
        column(1, 2, 1, 2**34, 0, 0, X=np.broadcast_to(np.int8(1), (1, 1, 2**35, 1))),
        (1, 1, 2, 1),
        (0, 2**34),
    ),
}
"""Calls that are legal, though not all for the plain loops to visit; the shape of Y, and Indices."""


@pytest.mark.parametrize("what", FAR)
def test_what_is_far_away_costs_nothing(what: str) -> None:
    changes, shape, wanted = FAR[what]
    call = {**LEGAL, **changes}
    _, Indices = fast.maxpool(call.pop("X"), **call)
    assert Indices.shape == shape
    assert Indices.reshape(-1).tolist() == list(wanted)


@given(call=calls())
@FEW
def test_places_are_the_taps_in_range(call: Call) -> None:
    """Small calls and gathered axes read the same elements, each found in its own way."""
    for i, x in enumerate(call.X.shape[2:]):
        lists = [call.attributes[name][i] for name in ("kernel_shape", "dilations", "strides", "pads")]
        kernel, dilation, stride, pad = lists
        extent = dilation * (kernel - 1) + 1
        y = (x + pad + call.attributes["pads"][2 + i] - extent) // stride + 1
        axis = fast_axis.Axis(x, kernel, dilation, stride, pad, y)
        for window, places in enumerate(axis.places().tolist()):
            taps = [e for tap in range(kernel) if 0 <= (e := axis.start(window) + tap * dilation) < x]
            assert places == taps + [taps[-1]] * (len(places) - len(taps))


# --- errors --------------------------------------------------------------------------------------


def outcome(function: Callable[..., Any], changes: dict[str, Any]) -> Any:
    """The outputs of a call, or its error."""
    arguments = {name: value for name, value in {**LEGAL, **changes}.items() if value is not NOT_SET}
    try:
        return function(arguments.pop("X"), **arguments)
    except (Violation, TooMuchWork) as error:
        return error


@pytest.mark.parametrize("function", [fast.maxpool, fast.maxpool_y])
def test_same_errors(function: Callable[..., Any]) -> None:
    """Those of the clauses to the letter. Of work there may be less to refuse: taps are not counted."""
    for changes, label in (row.values for row in (*BAD, *BEYOND_SLIPS, *TOO_MUCH)):
        found = outcome(function, changes)
        if label != WORK:
            assert isinstance(found, Violation), changes
            assert str(found) == str(outcome(maxpool, changes)), changes
        else:
            assert isinstance(found, TooMuchWork | tuple | np.ndarray), changes


# --- elements ------------------------------------------------------------------------------------

PATTERNS = {"float16": 2**16, "int8": 2**8, "uint8": 2**8}


@pytest.mark.parametrize("dtype", PATTERNS)
def test_numbers_of_every_pattern_have_the_order_of_the_profile(dtype: str) -> None:
    """Exhaustive: NaN of every payload as -inf, both zeros as one; and back again, but for a zero's sign."""
    X = np.arange(PATTERNS[dtype]).astype(f"u{np.dtype(dtype).itemsize}").view(dtype)
    counted = np.where(X != X, -np.inf, X).astype(np.float64)
    found = numbers(X)
    of_found, of_counted = (np.unique(side, return_inverse=True)[1] for side in (found, counted))
    np.testing.assert_array_equal(of_found, of_counted)
    assert (found >= lowest(X.dtype)).all()
    wanted = (counted + 0.0).astype(dtype)
    assert_same_bits(elements(found, X.dtype), wanted)


@pytest.mark.parametrize("dtype", DTYPES)
def test_negative_zero_is_told_from_zero(dtype: str) -> None:
    assert not has_negative_zero(np.zeros(3, dtype))
    assert has_negative_zero(np.array([1, -0.0]).astype(dtype)) == (dtype in FLOATS)


# --- memory --------------------------------------------------------------------------------------

SHAPES = {"stem": ((1, 64, 112, 112), 3, 2, 1), "SPP": ((1, 256, 20, 20), 13, 1, 6), "k2": ((1, 512, 14, 14), 2, 2, 0)}


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("what", SHAPES)
def test_memory_beside_the_tensors_is_at_most_three_times_the_input(what: str, dtype: str) -> None:
    shape, kernel, stride, pad = SHAPES[what]
    X = np.resize(np.arange(251), shape).astype(dtype)
    attributes = attributes_of((Axis(shape[2], kernel, 1, stride, pad, pad),) * 2)
    fast.maxpool(X[:, :1], **attributes)
    tracemalloc.start()
    outputs = fast.maxpool(X, **attributes)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak - sum(output.nbytes for output in outputs) <= 3 * X.nbytes


@pytest.mark.parametrize("stride", [1, 2])
def test_large_planes_take_the_memory_of_bands(stride: int) -> None:
    """A plane of which one state alone would take 16 MiB; the first of equals is found in whichever band it is."""
    X = np.zeros((1, 1, 2048, 2048), np.float32)
    X[0, 0, 7::97, 5::89] = 1
    attributes = attributes_of((Axis(2048, 3, 1, stride, 1, 1),) * 2)
    tracemalloc.start()
    outputs = fast.maxpool(X, **attributes)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak - sum(output.nbytes for output in outputs) <= 4 * bands.BLOCK
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bands, "BLOCK", 2**40)
        assert_same(outputs, fast.maxpool(X, **attributes))


def test_kernels_that_are_drawn_reach_both_methods() -> None:
    """The measure itself: of the kernels that are drawn above, some are folded in either way."""
    for limits, wanted in ((LARGE, {False}), (WIDE, {False, True})):
        assert {fast_axis.Lines.of(fast_axis.Axis(99, k, 1, 1, 0, 9)).doubling for k in limits.kernel} == wanted
