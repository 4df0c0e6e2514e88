"""What a runtime's outputs are beside the right ones: for each entry along N, the kinds of divergence.

Y of an entry is judged first, then its Indices. An index is compared as it is; where all are those of the oracle
modulo the plane's size, it is "counted in each plane", and any other difference is looked for beneath that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from reference.runtimes.protocol import Array, RuntimeCall, same_bits, unsigned


@dataclass(frozen=True, slots=True)
class DivergentEntries:
    """A kind of divergence (`reference.conformance.campaign.kinds`) and the entries along N that show it."""

    kind: str
    entries: tuple[int, ...]


def differences(
    call: RuntimeCall, X: Array, wanted: Sequence[Array], found: Sequence[Array]
) -> tuple[DivergentEntries, ...]:
    """All kinds of divergence of outputs, (Y,) or (Y, Indices), from those wanted."""
    if len(wanted) == len(found) and all(map(same_bits, wanted, found)):
        return ()
    whole = _as_a_whole(wanted, found)
    if whole:
        return (DivergentEntries(whole, tuple(range(max(1, len(X))))),)
    kinds: dict[str, Any] = dict(_of_Y(X, wanted[0], found[0]))
    if len(wanted) == 2:
        kinds |= dict(_of_Indices(call, X, wanted[0], wanted[1], found[1]))
    shown = ((kind, np.flatnonzero(mask.reshape(len(mask), -1).any(axis=1))) for kind, mask in kinds.items())
    return tuple(DivergentEntries(kind, tuple(map(int, entries))) for kind, entries in shown if len(entries))


def _as_a_whole(wanted: Sequence[Array], found: Sequence[Array]) -> str:
    if len(found) != len(wanted):
        return "outputs"
    if any(one.shape != other.shape for one, other in zip(wanted, found, strict=True)):
        return "shape"
    if any(one.dtype != other.dtype for one, other in zip(wanted, found, strict=True)):
        return "type"
    return ""


def _of_Y(X: Array, wanted: Array, found: Array) -> Iterator[tuple[str, Any]]:
    differs = unsigned(wanted) != unsigned(found)
    if not differs.any():
        return
    with_nan = _with_nan(X)
    equal = wanted == found
    held = np.stack([np.isin(found[i], X[i]) for i in range(len(X))])
    yield "Y.NaN", differs & with_nan & ~equal
    yield "Y.bits", differs & equal
    yield "Y", differs & ~equal & ~with_nan & held
    yield "Y.foreign", differs & ~equal & ~with_nan & ~held


def _of_Indices(call: RuntimeCall, X: Array, Y: Array, wanted: Array, found: Array) -> Iterator[tuple[str, Any]]:
    if (wanted == found).all():
        return
    plane = X.shape[2] * X.shape[3]
    planes = np.arange(X.shape[0] * X.shape[1]).reshape(*X.shape[:2], 1, 1) * plane
    valid = (0 <= found) & (found < X.size)
    if _is_planewise(wanted, found, plane):
        yield "Indices.plane", (planes > 0) & (found == wanted - planes)
        valid = (0 <= found) & (found < plane)
        found = found + planes
    differs, nan = wanted != found, _with_nan(X)
    selected = X.reshape(-1)[np.where(valid, found, 0)]
    held = valid & _in_window(call, found - planes)
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


def _with_nan(X: Array) -> Any:
    """Which entries of X along N hold a NaN."""
    nan = np.isnan(X) if X.dtype.kind == "f" else np.zeros(X.shape, np.bool_)
    return nan.any(axis=(1, 2, 3), keepdims=True)


def _is_planewise(wanted: Array, found: Array, plane: int) -> bool:
    """Indices are counted in each plane: none reaches beyond a plane, and some, so read, is right beyond the first."""
    beyond = wanted >= plane
    return bool(beyond.any() and (found < plane).all() and (found == wanted % plane)[beyond].any())
