"""Witnesses replayed through the reference: what the code that runs gives for the values of a witness."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from proofs.solvers.answers import Integers
from proofs.theories.topic import Replays
from reference import maxpool as reference
from reference import nhwc, onnx


def _profiled(X: NDArray[np.floating[Any]], **lists: Any) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """(Y, Indices) of the plain loops under the restrictions, for some lists of attributes."""
    return reference.maxpool(X, auto_pad="NOTSET", ceil_mode=0, storage_order=0, **lists)


def on_first_axis(values: Integers) -> dict[str, Any]:
    """The lists of attributes with the witness on the first spatial axis; nothing slides on the second."""
    return {
        "dilations": [values["dilation"], 1],
        "kernel_shape": [values["kernel"], 1],
        "pads": [values["pad_begin"], 0, values["pad_end"], 0],
        "strides": [values["stride"], 1],
    }


def _parent_size(values: Integers, **mode: Any) -> int:
    """The output size of the parent operator in some mode, with the witness on its one spatial axis."""
    lists: dict[str, Any] = {
        "dilations": [values["dilation"]],
        "kernel_shape": [values["kernel"]],
        "strides": [values["stride"]],
    }
    Y, _ = onnx.maxpool(np.zeros((1, 1, values["x"]), np.float32), version=12, **lists, **mode)
    return int(Y.shape[2])


def explicit(values: Integers) -> Integers:
    """The output size of the plain loops for explicit padding, with the witness on the first spatial axis."""
    Y, _ = _profiled(np.zeros((1, 1, values["x"], 1), np.float32), **on_first_axis(values))
    return {"y": Y.shape[2]}


def same(values: Integers) -> Integers:
    """The output size of the parent operator for SAME padding, with the witness on its one spatial axis."""
    return {"y": _parent_size(values, auto_pad="SAME_UPPER")}


def rounded_up(values: Integers) -> Integers:
    """Nothing, if the parent operator refuses the call in ceil mode for a window without taps; else its output size."""
    try:
        return {"y_ceil": _parent_size(values, ceil_mode=1, pads=[values["pad_begin"], values["pad_end"]])}
    except ValueError as error:
        if str(error).startswith("windows.meet-input"):
            return {}
        raise


def empty_window(values: Integers) -> Integers:
    """The first window of the plain loops in which no tap is selected, on the first spatial axis; -1 if there is none.

    The loops run without the check that would refuse the call.
    """
    _, Indices = reference.pool(
        np.zeros((1, 1, values["x"], 1), np.float32),
        lambda *shape: np.empty(shape, np.float32),
        lambda *shape: np.empty(shape, np.int64),
        1,
        1,
        values["x"],
        1,
        **on_first_axis(values),
    )
    empty = np.flatnonzero(Indices[0, 0, :, 0] == -1)
    return {"m": int(empty[0]) if len(empty) else -1}


REPLAYS = Replays(explicit, empty_window)


def _selected(X: NDArray[np.float64], pads: tuple[int, int] = (0, 0)) -> tuple[list[int], list[int]]:
    """(Y, Indices) of the reference, plane by plane, for one window over each plane and the padding before it."""
    whole = [X.shape[2] + pads[0], X.shape[3] + pads[1]]
    Y, Indices = _profiled(X, dilations=[1, 1], kernel_shape=whole, pads=[*pads, 0, 0], strides=[1, 1])
    return [int(v) for v in Y.flat], [int(i) for i in Indices.flat]


def pair(values: Integers) -> Integers:
    """What the reference selects of two elements in a row."""
    X = np.array([values["rank_0"], values["rank_1"]], np.float64)
    Y, Indices = _selected(X.reshape(1, 1, 1, 2))
    return {"maximum": Y[0], "index": Indices[0]}


def pair_after_relu(values: Integers) -> Integers:
    """What the reference selects of two elements in a row, and what it selects once they went through ReLU."""
    after = {name: max(values[name], 0) for name in ("rank_0", "rank_1")}
    return {"index": pair(values)["index"], "other_index": pair(after)["index"]}


def two_by_two(values: Integers) -> Integers:
    """What the reference selects of a plane of 2 x 2 elements."""
    X = np.array([values[f"rank_{i}{j}"] for i in range(2) for j in range(2)], np.float64)
    _, Indices = _selected(X.reshape(1, 1, 2, 2))
    return {"index": Indices[0]}


def placed(values: Integers) -> Integers:
    """The index that the reference gives to an element at some place, with padding before the plane."""
    X = np.zeros((1, 1, values["dX_2"], values["dX_3"]))
    X[0, 0, values["row"], values["column"]] = 1
    _, Indices = _selected(X, (values["pads[0]"], values["pads[1]"]))
    return {"index": Indices[0]}


def two_planes(values: Integers) -> Integers:
    """The indices that the reference gives to elements at one place of two planes."""
    X = np.zeros(tuple(values[f"dX_{i}"] for i in range(4)))
    X[:, :, values["row"], values["column"]] = 1
    _, Indices = _selected(X)
    first, second = (values[b] * values["dX_1"] + values[c] for b, c in (("b", "c"), ("b2", "c2")))
    return {"index": Indices[first], "index2": Indices[second]}


def stored_channel_last(values: Integers) -> Integers:
    """The index that the NHWC operator gives to an element of a batch, with one window over each plane."""
    X = np.zeros((values["b"] + 1, values["dX_2"], values["dX_3"], values["dX_1"]))
    X[:, values["row"], values["column"]] = 1
    _, Indices = nhwc.maxpool(X, kernel_shape=X.shape[1:3])
    return {"index": int(Indices[values["b"], 0, 0, values["c"]])}
