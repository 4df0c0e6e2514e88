"""The strategies draw legal calls only, and every kind of call that is worth a test."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, seed, settings
from hypothesis import strategies as st

from reference.call import describe
from reference.maxpool import maxpool
from spec.maxpool.operator import MAXPOOL
from tests import oracle
from tests.strategies import (
    DTYPES,
    FLOATS,
    LARGE,
    SMALL,
    Array,
    Axis,
    Call,
    calls,
    legal_pads,
    nans,
    notable,
    numbers,
    tensors,
    unsigned,
)

SAMPLE = 400


@pytest.fixture(scope="module")
def sample() -> list[Call]:
    """The same calls in every run."""
    drawn: list[Call] = []

    @seed(20)
    @settings(max_examples=SAMPLE, deadline=None, database=None)
    @given(call=calls())
    def draw(call: Call) -> None:
        drawn.append(call)

    draw()
    return drawn


@pytest.mark.whole
def test_every_call_is_legal(sample: list[Call]) -> None:
    different = {(call.X.shape, call.X.dtype, call.axes): call for call in sample}.values()
    assert [call for call in different if MAXPOOL.violated(describe(call.X, call.attributes, {}))] == []
    assert len(sample) == SAMPLE


@given(call=calls(limits=SMALL))
@settings(max_examples=50, deadline=None, derandomize=True)
def test_small_calls_are_legal(call: Call) -> None:
    assert MAXPOOL.violated(describe(call.X, call.attributes, {})) is None
    assert call.X.size <= (max(SMALL.batches) * max(SMALL.x)) ** 2


# --- what is reached -----------------------------------------------------------------------------


def on_an_axis(holds: Callable[[Axis], bool]) -> Callable[[Call], bool]:
    return lambda call: any(map(holds, call.axes))


@cache
def windows_of(call: Call) -> list[Array]:
    return list(call.windows)


def in_a_window(holds: Callable[[Array], Any]) -> Callable[[Call], bool]:
    return lambda call: any(map(holds, windows_of(call)))


def of_floats(holds: Callable[[Array], Any]) -> Callable[[Call], bool]:
    return lambda call: call.X.dtype.kind == "f" and in_a_window(holds)(call)


def is_nan(window: Array) -> Array:
    return np.asarray(window != window)


def has_tie(window: Array) -> bool:
    """Two taps hold the maximum, which is a number."""
    return bool(not is_nan(window).any() and np.count_nonzero(window == window.max()) > 1)


def first_zero_is(negative: bool) -> Callable[[Array], bool]:
    """The maximum is zero, held with both signs."""

    def holds(window: Array) -> bool:
        signs = np.signbit(window[window == 0])
        is_maximum = not is_nan(window).any() and window.max() == 0
        return bool(is_maximum and len(set(signs)) == 2 and signs[0] == negative)

    return holds


def payloads(window: Array) -> set[int]:
    return set(window[is_nan(window)].view(unsigned(window.dtype.name)).tolist())


def is_quiet(bits: int, dtype: np.dtype[Any]) -> bool:
    return bool(bits >> (np.finfo(dtype).nmant - 1) & 1)


def has_subnormal(window: Array) -> bool:
    return bool(((window != 0) & (np.abs(window) < np.finfo(window.dtype).smallest_normal)).any())


def has_extreme(window: Array) -> bool:
    limits = np.iinfo(window.dtype) if window.dtype.kind in "iu" else np.finfo(window.dtype)
    return bool(((window == limits.min) | (window == limits.max)).any())


KINDS: dict[str, Callable[[Call], bool]] = {
    **{f"dtype {dtype}": lambda call, dtype=dtype: call.X.dtype == dtype for dtype in DTYPES},  # type: ignore[misc]
    **{f"N = {n}": lambda call, n=n: call.X.shape[0] == n for n in range(4)},  # type: ignore[misc]
    **{f"C = {n}": lambda call, n=n: call.X.shape[1] == n for n in range(4)},  # type: ignore[misc]
    "x = 1": on_an_axis(lambda axis: axis.x == 1),
    "kernel = 1": on_an_axis(lambda axis: axis.kernel == 1),
    "kernel > x": on_an_axis(lambda axis: axis.kernel > axis.x),
    "extent > x": on_an_axis(lambda axis: axis.defined["extent"] > axis.x >= axis.kernel),
    "dilation > x": on_an_axis(lambda axis: axis.dilation > axis.x and axis.kernel > 1),
    "dilation > x, windows start before X": on_an_axis(lambda axis: axis.dilation > axis.x and axis.pad_begin > 0),
    "stride > kernel": on_an_axis(lambda axis: axis.stride > axis.kernel > 1),
    "stride > x": on_an_axis(lambda axis: axis.stride > axis.x > 1),
    "pad_begin >= kernel": on_an_axis(lambda axis: axis.pad_begin >= axis.kernel),
    "pad_end >= kernel": on_an_axis(lambda axis: axis.pad_end >= axis.kernel > 1),
    "pads begin and end differ": on_an_axis(lambda axis: axis.pad_begin != axis.pad_end),
    "no pads": lambda call: not any(call.attributes["pads"]),
    "elements that no window reaches": on_an_axis(lambda axis: {*range(axis.x)} != set().union(*axis.windows)),
    "one window": lambda call: all(axis.defined["y"] == 1 for axis in call.axes),
    "many windows": lambda call: all(axis.defined["y"] >= 5 for axis in call.axes),
    "a window of NaN only": of_floats(lambda window: is_nan(window).all()),
    "a window of several NaN only": of_floats(lambda window: is_nan(window).all() and len(payloads(window)) > 1),
    "NaN before a number": of_floats(lambda window: is_nan(window)[0] and not is_nan(window).all()),
    "NaN after a number": of_floats(lambda window: is_nan(window)[-1] and not is_nan(window).all()),
    "NaN before -inf": of_floats(lambda window: is_nan(window)[0] and (window[-1:] == -np.inf).all()),
    "a negative NaN": of_floats(lambda window: np.signbit(window[is_nan(window)]).any()),
    "a quiet NaN": of_floats(lambda window: any(is_quiet(bits, window.dtype) for bits in payloads(window))),
    "a signalling NaN": of_floats(lambda window: not all(is_quiet(bits, window.dtype) for bits in payloads(window))),
    "+inf": of_floats(lambda window: (window == np.inf).any()),
    "-inf only": of_floats(lambda window: (window == -np.inf).all()),
    "-0.0 before +0.0": of_floats(first_zero_is(True)),
    "+0.0 before -0.0": of_floats(first_zero_is(False)),
    "a subnormal": of_floats(has_subnormal),
    "an extreme": in_a_window(has_extreme),
    "a tie": in_a_window(has_tie),
    "no tie": in_a_window(lambda window: len(window) > 1 and not has_tie(window)),
    "a constant tensor": lambda call: call.X.size > 2 and len(set(call.X.view(unsigned(call.X.dtype.name)).flat)) == 1,
}


@pytest.mark.tenth
@pytest.mark.parametrize("kind", KINDS)
def test_is_reached(sample: list[Call], kind: str) -> None:
    assert sum(map(KINDS[kind], sample)) >= 2


# --- the parts -----------------------------------------------------------------------------------


def test_legal_pads_are_all_legal_pads() -> None:
    for x, kernel, dilation, stride in product(range(1, 4), range(1, 4), range(1, 4), range(1, 3)):
        beyond = range(x + dilation * kernel + stride + 3)
        wider = {pads for pads in product(beyond, beyond) if Axis(x, kernel, dilation, stride, *pads).is_legal}
        assert wider == set(legal_pads(x, kernel, dilation, stride))


def test_legal_pads_are_never_none() -> None:
    for sizes in product(*map(set, (LARGE.x, LARGE.kernel, LARGE.dilation, LARGE.stride))):
        assert (0, max(0, Axis(*sizes).defined["extent"] - sizes[0])) in legal_pads(*sizes)


@pytest.mark.parametrize("dtype", FLOATS)
def test_bits_are_what_they_are_called(dtype: str) -> None:
    form = np.finfo(dtype)
    bits = [0, np.inf, form.smallest_subnormal, form.smallest_normal, form.max, 1]
    positive = {np.dtype(dtype).type(value).tobytes() for value in bits}
    drawn = np.array(notable(dtype), unsigned(dtype)).view(dtype)
    assert positive <= {element.tobytes() for element in drawn}
    assert {(-element).tobytes() for element in drawn} == {element.tobytes() for element in drawn}


@pytest.mark.parametrize("dtype", FLOATS)
@settings(max_examples=50, deadline=None, derandomize=True)
@given(data=st.data())
def test_nans_and_numbers(dtype: str, data: st.DataObject) -> None:
    for strategy, expected in ((nans(dtype), True), (numbers(dtype), False)):
        bits = data.draw(strategy)
        assert np.isnan(np.array([bits], unsigned(dtype)).view(dtype)).all() == expected


@pytest.mark.parametrize("dtype", DTYPES)
@settings(max_examples=50, deadline=None, derandomize=True)
@given(data=st.data())
def test_oracle_reads_elements_as_numpy_does(dtype: str, data: st.DataObject) -> None:
    X = data.draw(tensors(dtype, (1, 1, 3, 3)))
    for place, element in oracle.elements(X).items():
        assert element == oracle.elements(X.astype(X.dtype.newbyteorder(">")))[place]
        assert oracle.is_nan(element) == (X[place] != X[place])
        assert oracle.is_nan(element) or float(oracle.key(element)) == float(X[place])
        assert oracle.is_zero(element) == (X[place] == 0)
        assert oracle.value(element) == (oracle.minus_infinity(dtype) if oracle.is_nan(element) else element)
    if dtype in FLOATS:
        assert list(oracle.elements(np.array([-np.inf], dtype)).values()) == [oracle.minus_infinity(dtype)]


@given(call=calls())
@settings(max_examples=50, deadline=None, derandomize=True)
def test_repr_makes_the_same_call(call: Call) -> None:
    def record(X: Array, **attributes: Any) -> tuple[Array, dict[str, Any]]:
        return X, attributes

    X, attributes = eval(repr(call), {"maxpool": record, "np": np})
    assert (X.dtype, X.shape, X.tobytes(), attributes) == (
        call.X.dtype,
        call.X.shape,
        call.X.tobytes(),
        call.attributes,
    )


@pytest.mark.verifies("extent", "slack", "Y.shape")
@given(call=calls(limits=SMALL))
@settings(max_examples=50, deadline=None, derandomize=True)
def test_windows_are_those_of_the_operator(call: Call) -> None:
    Y, _ = maxpool(call.X, **call.attributes)
    assert [len(axis.windows) for axis in call.axes] == list(Y.shape[2:])
    assert len(list(call.windows)) == Y.size
