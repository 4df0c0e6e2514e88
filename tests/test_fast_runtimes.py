"""The fast twin at real sizes, against a second exact oracle that is made from a production runtime.

Elements become ranks in the profile's order, and padding a rank below all: then a runtime's max pooling of integers,
without padding of its own, selects the first maximum. Its indices, mapped back, say what Indices is, and X at Indices
what Y is. Nothing of the twin or of the plain loops takes part.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TypeAlias

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from reference.fast import twin as fast
from tests.strategies import DTYPES, FLOATS, Array, Axis, attributes_of
from tests.test_reference import assert_same, assert_same_bits

Axes: TypeAlias = tuple[Axis, Axis]
Pool: TypeAlias = Callable[[NDArray[np.int64], Axes], NDArray[np.int64]]
"""Max pooling without padding, first maximum: for integers of shape (N, C, H, W), flat indices in each plane."""


def by_torch(keys: NDArray[np.int64], axes: Axes) -> NDArray[np.int64]:
    torch = import_module("torch")
    kernel, stride, dilation = ([getattr(a, name) for a in axes] for name in ("kernel", "stride", "dilation"))
    pool = torch.nn.functional.max_pool2d
    _, indices = pool(torch.from_numpy(keys), kernel, stride, 0, dilation, return_indices=True)
    return np.asarray(indices.numpy())


def by_onnxruntime(keys: NDArray[np.int64], axes: Axes) -> NDArray[np.int64]:
    """In float64, for want of int64: ranks are far below 2**53."""
    helper, onnxruntime = import_module("onnx.helper"), import_module("onnxruntime")
    attributes = {name: attributes_of(axes)[name] for name in ("kernel_shape", "strides", "dilations")}
    double, int64 = 11, 7
    graph = helper.make_graph(
        [helper.make_node("MaxPool", ["X"], ["Y", "Indices"], **attributes)],
        "pool",
        [helper.make_tensor_value_info("X", double, keys.shape)],
        [helper.make_tensor_value_info(*output, None) for output in (("Y", double), ("Indices", int64))],
    )
    model = helper.make_model(graph, ir_version=8, opset_imports=[helper.make_opsetid("", 12)])
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    (indices,) = session.run(["Indices"], {"X": keys.astype(np.float64)})
    return np.asarray(indices % (keys.shape[2] * keys.shape[3]))


RUNTIMES: dict[str, tuple[Pool, tuple[str, ...]]] = {
    "torch": (by_torch, ("torch",)),
    "onnxruntime": (by_onnxruntime, ("onnx", "onnxruntime")),
}


@pytest.fixture(scope="module", params=RUNTIMES)
def runtime(request: pytest.FixtureRequest) -> Pool:
    """A runtime that is installed; the tests of another are skipped, and say which package they lack."""
    pool, packages = RUNTIMES[request.param]
    for package in packages:
        pytest.importorskip(package, reason=f"{package} is not installed: pip install sonnx-maxpool[runtimes]")
    return pool


def ranks(X: Array) -> NDArray[np.int64]:
    """The place of each element in the profile's order: NaN is -inf, the zeros are equal."""
    counted = np.where(X != X, -np.inf, X).astype(np.float64)
    return np.unique(counted, return_inverse=True)[1].reshape(X.shape).astype(np.int64)


def pooled(X: Array, axes: Axes, pool: Pool) -> tuple[Array, Array]:
    """(Y, Indices) by a runtime."""
    begins, margins = [a.pad_begin for a in axes], [(a.pad_begin, a.pad_end) for a in axes]
    keys = np.pad(ranks(X), [(0, 0), (0, 0), *margins], constant_values=-1)
    row, column = np.divmod(pool(keys, axes), keys.shape[3])
    in_plane = (row - begins[0]) * X.shape[3] + column - begins[1]
    planes = np.arange(X.shape[0] * X.shape[1]).reshape(*X.shape[:2], 1, 1)
    indices = in_plane + planes * (X.shape[2] * X.shape[3])
    Y = X.reshape(-1)[indices]
    return np.where(Y != Y, -np.inf, Y).astype(X.dtype), indices


def tensor(dtype: str, shape: tuple[int, ...], seed: int, kinds: int) -> Array:
    """Numbers of a few kinds, so that many are equal; for floats NaN, infinities and both zeros are among them."""
    random = np.random.default_rng(seed)
    if dtype not in FLOATS:
        limits = np.iinfo(dtype)
        return random.choice(random.integers(limits.min, limits.max, kinds, endpoint=True), shape).astype(dtype)
    odd = np.array([np.nan, -np.inf, np.inf, -0.0, 0.0])
    return random.choice(np.concatenate([random.standard_normal(kinds), odd]), shape).astype(dtype)


NETWORKS: dict[str, tuple[tuple[int, ...], Axis]] = {
    "ResNet stem": ((1, 64, 112, 112), Axis(112, 3, 1, 2, 1, 1)),
    "YOLO SPP": ((1, 256, 20, 20), Axis(20, 13, 1, 1, 6, 6)),
    "halving": ((1, 512, 14, 14), Axis(14, 2, 1, 2)),
    "dilated": ((2, 3, 224, 224), Axis(224, 5, 2, 1, 4, 4)),
    "a large kernel": ((1, 4, 90, 90), Axis(90, 31, 1, 1, 15, 15)),
    "many planes": ((20_000, 1, 5, 5), Axis(5, 3, 1, 2, 1, 1)),
}


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("network", NETWORKS)
def test_networks(network: str, dtype: str, runtime: Pool) -> None:
    shape, axis = NETWORKS[network]
    for kinds in (1, 1000):
        X = tensor(dtype, shape, kinds, kinds)
        wanted = pooled(X, (axis, axis), runtime)
        assert_same(fast.maxpool(X, **attributes_of((axis, axis))), wanted)
        assert_same_bits(fast.maxpool_y(X, **attributes_of((axis, axis))), wanted[0])


@st.composite
def large_axes(draw: st.DrawFn) -> Axis:
    """An axis of up to 60 elements whose pads are below its extent: that is enough to be legal (simple_condition)."""
    kernel, dilation = draw(st.integers(1, 20)), draw(st.sampled_from((1, 1, 1, 2, 3)))
    extent, stride = dilation * (kernel - 1) + 1, draw(st.sampled_from((1, 1, 2, 3, 7)))
    begin, end = draw(st.integers(0, extent - 1)), draw(st.integers(0, extent - 1))
    return Axis(draw(st.integers(max(dilation, extent - begin - end, 1), 60)), kernel, dilation, stride, begin, end)


@given(axes=st.tuples(large_axes(), large_axes()), dtype=st.sampled_from(DTYPES), seed=st.integers(0, 99))
@settings(max_examples=60, deadline=None, derandomize=True)
def test_large_calls(runtime: Pool, axes: Axes, dtype: str, seed: int) -> None:
    X = tensor(dtype, (2, 3, axes[0].x, axes[1].x), seed, 1 + seed)
    assert_same(fast.maxpool(X, **attributes_of(axes)), pooled(X, axes, runtime))
