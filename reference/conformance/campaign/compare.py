"""What a runtime's outputs are beside the right ones: the kinds of divergence that a call shows, window by window.

Y is judged first, then Indices. Whether NaN may be the reason is asked of each window alone. An index is compared as
it is; where all are those of the oracle modulo the plane's size, it is "counted in each plane", and any other
difference is looked for beneath that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from reference.conformance.cases.right import Right
from reference.runtimes.protocol import Array, RuntimeCall, same_bits, unsigned


def differences(right: Right, found: Sequence[Array], *, indices: bool) -> tuple[str, ...]:
    """All kinds of divergence of outputs, (Y,) or (Y, Indices), from the right ones: names of `kinds.KINDS`."""
    wanted = right.outputs if indices else right.outputs[:1]
    if len(wanted) == len(found) and all(map(same_bits, wanted, found)):
        return ()
    whole = _as_a_whole(wanted, found)
    if whole:
        return (whole,)
    kinds = dict(_of_Y(right, found[0]))
    if indices:
        kinds |= dict(_of_Indices(right, found[1]))
    return tuple(kind for kind, windows in kinds.items() if windows.any())


def forms(right: Right, alone: Array, beside: Array) -> tuple[str, ...]:
    """How Y alone differs from Y with Indices; a zero's sign apart, which is a kind of its own in either."""
    if same_bits(alone, beside) or any(_as_a_whole(right.outputs[:1], (Y,)) for Y in (alone, beside)):
        return ()
    differs = alone != beside
    if alone.dtype.kind == "f":
        differs &= ~(np.isnan(alone) & np.isnan(beside))
    kinds = {"Y.forms": differs & ~right.with_nan, "Y.forms.NaN": differs & right.with_nan}
    return tuple(kind for kind, windows in kinds.items() if windows.any())


def _as_a_whole(wanted: Sequence[Array], found: Sequence[Array]) -> str:
    if len(found) != len(wanted):
        return "outputs"
    if any(one.shape != other.shape for one, other in zip(wanted, found, strict=True)):
        return "shape"
    if any(one.dtype != other.dtype for one, other in zip(wanted, found, strict=True)):
        return "type"
    return ""


def _of_Y(right: Right, found: Array) -> Iterator[tuple[str, Any]]:
    X, nan, wanted = right.X, right.with_nan, right.outputs[0]
    differs = unsigned(wanted) != unsigned(found)
    equal = wanted == found
    wrong = differs & ~equal & ~nan
    foreign = wrong.copy()
    for i in np.flatnonzero(wrong.reshape(len(X), -1).any(axis=1)):
        foreign[i] &= ~np.isin(found[i], X[i])
    yield "Y.NaN", differs & nan & ~equal
    yield "Y.bits", differs & equal
    yield "Y", wrong & ~foreign
    yield "Y.foreign", foreign


def _of_Indices(right: Right, found: Array) -> Iterator[tuple[str, Any]]:
    X, nan, (Y, wanted) = right.X, right.with_nan, right.outputs
    plane = X.shape[2] * X.shape[3]
    planes = np.arange(X.shape[0] * X.shape[1]).reshape(*X.shape[:2], 1, 1) * plane
    valid = (0 <= found) & (found < X.size)
    if _is_planewise(wanted, found, plane):
        yield "Indices.plane", (planes > 0) & (found == wanted - planes)
        valid = (0 <= found) & (found < plane)
        found = found + planes
    differs = wanted != found
    selected = X.reshape(-1)[np.where(valid, found, 0)]
    held = valid & _in_window(right.call, found - planes)
    yield "Indices.range", differs & ~valid
    yield "Indices.window", differs & valid & ~held
    yield "Indices.NaN", differs & held & nan
    yield "Indices.tie", differs & held & ~nan & (selected == Y)
    yield "Indices", differs & held & ~nan & (selected != Y)


def _in_window(call: RuntimeCall, places: Array) -> Any:
    """Which places, counted in the plane of each cell, are taps of the cell's window."""
    height, width = call.shape[2:]
    inside = (0 <= places) & (places < height * width)
    for axis, position in enumerate((places // width, places % width)):
        windows = np.arange(places.shape[2 + axis])
        start = windows * call.strides[axis] - call.pads[axis]
        offset = position - (start[:, np.newaxis] if axis == 0 else start)
        tap, between = np.divmod(offset, call.dilations[axis])
        inside &= (between == 0) & (0 <= tap) & (tap < call.kernel_shape[axis])
    return inside


def _is_planewise(wanted: Array, found: Array, plane: int) -> bool:
    """Indices are counted in each plane: none reaches beyond a plane, and some, so read, is right beyond the first."""
    beyond = wanted >= plane
    return bool(beyond.any() and (found < plane).all() and (found == wanted % plane)[beyond].any())
