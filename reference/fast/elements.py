"""The elements of each type as numbers that NumPy compares as the profile does, and back again.

Integers are such numbers. So are float32 and float64 once each NaN is -inf. NumPy compares float16 slowly: there, an
integer on the bits has the same order (theorem `float16.order`).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

_LARGEST, _INFINITY = 0x7FFF, 0x7C00
_MINUS_INFINITY = -_INFINITY - 1
"""The keys of +inf and -inf in float16, of which every other number lies between; a key of -1 is that of -0.0."""


def native(X: Array) -> Array:
    """X, or a copy, as its type in this machine's byte order, aligned and contiguous."""
    return np.require(X, X.dtype.newbyteorder("="), ["C", "A"])


def lowest(dtype: np.dtype[Any]) -> Array:
    """What padding is to the numbers that stand for elements of a type: of their type, and not above any."""
    if dtype.name == "float16":
        return np.array(_MINUS_INFINITY, np.int16)
    if dtype.kind == "f":
        return np.array(-np.inf, dtype.name)
    return np.array(np.iinfo(dtype).min, dtype)


def numbers(X: Array) -> Array:
    """The numbers that stand for the elements of X, itself native; X is not written to.

    NaN counts as -inf (clause NaN.as-minus-infinity), and comparing leaves the order as it is: theorem `float32.value`
    and its like say so of the floats, and theorem `float16.order` of the integer keys.
    """
    if X.dtype == np.float16:
        return _keys(X)
    if X.dtype.kind == "f":
        return nan_as_lowest(X)
    return X


def nan_as_lowest(X: Array) -> Array:
    """X of floats, or where it has a NaN a copy in which each is -inf."""
    if not np.isnan(X).any():
        return X
    # `fmax` leaves a NaN out, many times faster than choosing by a mask; on some processors not a signalling one.
    found: Array = np.fmax(X, X.dtype.type(-np.inf))
    np.copyto(found, -np.inf, where=np.isnan(found))
    return found


def _keys(X: Array) -> Array:
    """The integer keys of float16: `key` in `proofs.theories.floats.floats`."""
    bits = X.view(np.int16)
    keys = _turned(bits)
    keys += keys == -1
    if keys.size and (keys.max() > _INFINITY or keys.min() < _MINUS_INFINITY):
        np.copyto(keys, _MINUS_INFINITY, where=np.isnan(X))
    return keys


def _turned(bits: Array) -> Array:
    """The magnitudes of negative numbers turned around: patterns to keys, and keys to patterns."""
    turned = np.right_shift(bits, 15)
    turned &= _LARGEST
    turned ^= bits
    return turned


def elements(best: Array, dtype: np.dtype[Any]) -> Array:
    """The elements that numbers stand for, a zero without its sign (theorem `float16.key.undone`)."""
    return _turned(best).view(np.float16) if dtype == np.float16 else best


def has_negative_zero(X: Array) -> bool:
    """Some element of X, itself native, is -0.0."""
    if X.dtype.kind != "f":
        return False
    bits = X.view(f"u{X.itemsize}")
    return bool((bits == 1 << (8 * X.itemsize - 1)).any())
