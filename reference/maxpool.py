"""The restricted MaxPool operator as plain loops, in the specification's own names.

`pool` is the algorithm, to be checked by eye against `spec/maxpool/operator.py` and `spec/maxpool/semantics.py`.
`maxpool` is what users call: it checks the clauses, lets NaN count as -inf, and runs `pool`.

When this file is imported, nothing runs but definitions: no more may stand beside a function that is proved from its
source.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import accumulate
from operator import mul
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reference.call import ABSENT, describe
from spec.language.terms import Variable
from spec.maxpool.operator import MAXPOOL
from spec.maxpool.vocabulary import AXES
from spec.operator.operator import Operator, Violation

MOST_VISITS = 10**9
"""The plain loops visit each tap of each window, about a million a second: beyond this they would seem to hang."""
MOST_WINDOWS = 10**5
"""Where the dilation is beyond the input, `windows.meet-input` is evaluated for each window of an axis."""


class TooMuchWork(ValueError):
    """A call that plain loops cannot answer, or refuse, in reasonable time."""

    label = "reference.work"

    def __init__(self, visits: int, most: int) -> None:
        shown = visits if visits.bit_length() <= 1000 else f"an integer of {visits.bit_length()} bits"
        super().__init__(f"{self.label}: expects at most {most} taps and elements to visit, but got {shown}")


def pool(
    X: Any,
    new_Y: Callable[..., Any],
    new_Indices: Callable[..., Any],
    dX_0: int,
    dX_1: int,
    dX_2: int,
    dX_3: int,
    dilations: Sequence[int],
    kernel_shape: Sequence[int],
    pads: Sequence[int],
    strides: Sequence[int],
) -> tuple[Any, Any]:
    """(Y, Indices) of a tensor X of shape (dX_0, dX_1, dX_2, dX_3) without NaN, for attributes that meet the clauses.

    `new_Y` and `new_Indices` give a new tensor of a shape. Clauses: Y.shape, Y.max-over-input, Indices.first-maximum.
    """
    dY_2 = (dX_2 + pads[0] + pads[2] - dilations[0] * (kernel_shape[0] - 1) - 1) // strides[0] + 1
    dY_3 = (dX_3 + pads[1] + pads[3] - dilations[1] * (kernel_shape[1] - 1) - 1) // strides[1] + 1
    Y = new_Y(dX_0, dX_1, dY_2, dY_3)
    Indices = new_Indices(dX_0, dX_1, dY_2, dY_3)
    for b in range(dX_0):
        for c in range(dX_1):
            for m in range(dY_2):
                for n in range(dY_3):
                    found = False
                    best = 0
                    index = -1
                    for h in range(kernel_shape[0]):
                        row = m * strides[0] + h * dilations[0] - pads[0]
                        for w in range(kernel_shape[1]):
                            column = n * strides[1] + w * dilations[1] - pads[1]
                            if 0 <= row < dX_2 and 0 <= column < dX_3:
                                element = X[b, c, row, column]
                                if not found or element > best:
                                    found = True
                                    best = element
                                    index = ((b * dX_1 + c) * dX_2 + row) * dX_3 + column
                    Y[b, c, m, n] = best
                    Indices[b, c, m, n] = index
    return Y, Indices


def maxpool(
    X: object,
    *,
    auto_pad: object = ABSENT,
    ceil_mode: object = ABSENT,
    dilations: object = ABSENT,
    kernel_shape: object = ABSENT,
    pads: object = ABSENT,
    storage_order: object = ABSENT,
    strides: object = ABSENT,
    **unknown: object,
) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """MaxPool in the SONNX profile.

    X: a tensor (numpy.ndarray) of shape (N, C, H, W) and type float16, float32, float64, int8 or uint8, in any memory
    layout and byte order; it is never written to. Every attribute is required (clause R2); lists may be lists or tuples
    of integers, NumPy's included. Returns Y, of X's dtype, and Indices, int64, both of the shape that `Y.shape` gives.

    Raises spec.operator.operator.Violation (a ValueError), whose text starts with the label of the first clause that
    the call breaks; TooMuchWork where there is more than MOST_VISITS of anything to visit; MemoryError where Y does
    not fit.
    """
    attributes = {
        "auto_pad": auto_pad,
        "ceil_mode": ceil_mode,
        "dilations": dilations,
        "kernel_shape": kernel_shape,
        "pads": pads,
        "storage_order": storage_order,
        "strides": strides,
    }
    call = checked(X, attributes, unknown)
    assert isinstance(X, np.ndarray)
    lists = [
        [call[f"{name}[{i}]"] for i in range(call[f"length({name})"])]
        for name in ("dilations", "kernel_shape", "pads", "strides")
    ]
    sizes = [call[f"dY_{i}"] for i in range(4)]
    require_work(*sizes, *accumulate((*sizes, *lists[1]), mul))
    elements = nan_as_minus_infinity(X)

    def new_Y(*shape: int) -> NDArray[Any]:
        return np.empty(shape, X.dtype)

    def new_Indices(*shape: int) -> NDArray[np.int64]:
        return np.empty(shape, np.int64)

    return pool(elements, new_Y, new_Indices, *X.shape, *lists)


def checked(X: object, attributes: Mapping[str, object], unknown: Mapping[str, object]) -> dict[str, Any]:
    """The variables of a call, by their names in `spec.maxpool.vocabulary`, with the sizes that the definitions give.

    Raises spec.operator.operator.Violation at the first clause that the call breaks; TooMuchWork where the clause
    `windows.meet-input` would have to be evaluated for more than MOST_WINDOWS windows.
    """
    described = describe(X, attributes, unknown)
    _require_windows_to_be_countable(described)
    return MAXPOOL.check(described)


def require_work(*visits: int) -> None:
    """Each of these numbers of things to visit is bearable; raises TooMuchWork."""
    if max(visits) > MOST_VISITS:
        raise TooMuchWork(max(visits), MOST_VISITS)


@cache
def _sizes() -> Operator:
    """The clauses that are checked before `windows.meet-input`: those that give the sizes are among them."""
    return MAXPOOL.before("windows.meet-input")


@cache
def _names() -> tuple[Mapping[str, str], ...]:
    """The variables of each axis, by their names in the clauses on it."""
    return tuple({v.name: t.name for v, t in axis.items() if isinstance(t, Variable)} for axis in AXES)


def _require_windows_to_be_countable(described: Mapping[str, Any]) -> None:
    """With a dilation beyond the input, `windows.meet-input` is checked window by window: they must be few enough."""
    wide = [n for n in _names() if described.get(n["dilation"], 0) > described.get(n["x"], 0)]
    if not wide:
        return
    try:
        sizes = _sizes().check(described)
    except Violation:
        return  # The clause that is broken is reported by the whole check.
    for names in wide:
        if sizes[names["y"]] > MOST_WINDOWS:
            raise TooMuchWork(sizes[names["y"]], MOST_WINDOWS)


def nan_as_minus_infinity(X: NDArray[Any]) -> NDArray[Any]:
    """X, or where it has NaN a copy in which they are -inf (clause NaN.as-minus-infinity)."""
    if X.dtype.kind != "f" or not np.isnan(X).any():
        return X
    elements = X.copy()
    elements[np.isnan(X)] = -np.inf
    return elements
