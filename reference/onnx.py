"""MaxPool as ONNX defines it: any number of spatial axes, every attribute, versions 1, 8, 10, 11, 12 and 22.

Output sizes and SAME padding are the formulas of `spec.maxpool.family`, evaluated. What ONNX leaves open is decided as
in `spec.maxpool.semantics`: a NaN counts as -inf, padding is no value, the first maximum is selected. The computation
is written apart from `reference.maxpool`, so that each can be held against the other: a window here is the list of its
in-range taps, from which Python's `max` takes the first greatest.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import product
from math import prod
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from spec.maxpool.attributes import AUTO_PADS
from spec.maxpool.family import SAME_22_CEIL, VALID_22_CEIL, VERSIONS, Version
from spec.operator.claims import Claim
from spec.readings.value import evaluate

Tap = tuple[int, ...]
Outputs = tuple[NDArray[Any], NDArray[np.int64]]

_ONNX_TYPES = {"float32": "float", "float64": "double"}
_SIZES_22_CEIL = {"VALID": VALID_22_CEIL, "SAME_UPPER": SAME_22_CEIL, "SAME_LOWER": SAME_22_CEIL}


class ParentViolation(ValueError):
    """A call breaks a rule of a parent operator. `label` names the rule; `expects` and `got` say how."""

    def __init__(self, label: str, expects: str, got: str) -> None:
        super().__init__(f"{label}: expects {expects}, but got {got}")
        self.label, self.expects, self.got = label, expects, got


@dataclass(frozen=True, slots=True)
class Axis:
    """One spatial axis. Its fields bear the names of `spec.maxpool.vocabulary`: formulas are evaluated on them."""

    x: int
    kernel: int
    dilation: int
    stride: int
    pad_begin: int = 0
    pad_end: int = 0
    y: int = 0

    def value(self, claim: Claim) -> int:
        """What a claim's formula gives for this axis."""
        return int(evaluate(claim.term, asdict(self)))

    def sized(self, size: Claim) -> Axis:
        """The axis with the output size that a formula gives."""
        return replace(self, y=self.value(size))

    def same_padded(self, padding: Claim, *, extra_at_end: bool) -> Axis:
        """The axis with SAME padding, split in halves. A negative sum is taken as 0: nothing is cut off X."""
        total = max(0, self.value(padding))
        smaller, larger = total // 2, total - total // 2
        begin, end = (smaller, larger) if extra_at_end else (larger, smaller)
        return replace(self, pad_begin=begin, pad_end=end)

    def taps(self, window: int) -> range:
        """The positions on X of the in-range taps of one window, in ascending order."""
        start = window * self.stride - self.pad_begin
        end = start + self.kernel * self.dilation
        first = start if start >= 0 else start % self.dilation
        return range(first, min(end, self.x), self.dilation)


@dataclass(frozen=True, slots=True)
class Attributes:
    """The attributes of a call, checked and completed by the version's defaults."""

    auto_pad: str
    ceil_mode: int
    dilations: tuple[int, ...]
    kernel_shape: tuple[int, ...]
    pads: tuple[int, ...]
    storage_order: int
    strides: tuple[int, ...]


def maxpool(
    X: NDArray[Any],
    *,
    version: int = 22,
    kernel_shape: Sequence[int],
    auto_pad: str | None = None,
    ceil_mode: int | None = None,
    dilations: Sequence[int] | None = None,
    pads: Sequence[int] | None = None,
    storage_order: int | None = None,
    strides: Sequence[int] | None = None,
) -> Outputs:
    """MaxPool of ONNX, in one of its versions.

    X: a tensor of shape (N, C, D1, ..., Dn), n >= 1, of an element type of the version, in any memory layout and byte
    order; it is never written to. N and C may be 0. An attribute that is None is not set. Lists are lists or tuples of
    integers, NumPy's included: n entries, and 2n in `pads`, all begins first. `ceil_mode` and `storage_order` may be
    True or False too.

    Returns Y, of X's dtype, and Indices, int64, both of shape (N, C, y1, ..., yn). Indices counts the elements of X
    without padding, batch and channel outermost; under `storage_order` 1 the first spatial axis is the fastest.
    Version 1 has no output Indices: there it is this project's, as in version 8.

    Raises ParentViolation (a ValueError) before anything is allocated. Its labels: `onnx.version`;
    `onnx.<version>.types` and `onnx.<version>.attributes` for what the version lacks; `onnx.auto_pad.pads` for padding
    given twice; `Y.positive` for an output size below 1; `windows.meet-input` for a window without an in-range tap;
    `X.tensor`, `X.rank`, `X.spatial`; and for each attribute `.type`, `.length`, `.domain`, `.positive` or
    `.non-negative`.

    Source: onnx-maxpool.rst, operator schema of version 22, both by way of `spec.maxpool.family`.
    """
    given = {
        "auto_pad": auto_pad,
        "ceil_mode": ceil_mode,
        "dilations": dilations,
        "kernel_shape": kernel_shape,
        "pads": pads,
        "storage_order": storage_order,
        "strides": strides,
    }
    known = ", ".join(map(str, VERSIONS))
    version = integer("onnx.version", version)
    require(version in VERSIONS, "onnx.version", f"one of {known}", str(version))
    return maxpool_by(VERSIONS[version], X, given)


def maxpool_by(rules: Version, X: NDArray[Any], given: Mapping[str, object]) -> Outputs:
    """MaxPool by the rules of a version; `given` holds all of MaxPool's attributes, None for those that are not set."""
    check_tensor(X)
    check_type(rules, X)
    check_shape(X)
    attributes = _attributes(rules, X.ndim - 2, given)
    axes = _axes(rules, X.shape[2:], attributes)
    check_windows(axes)
    return pool(X, axes, order="F" if attributes.storage_order else "C")


def require(holds: bool, label: str, expects: str, got: str) -> None:
    """Raise ParentViolation unless a rule holds."""
    if not holds:
        raise ParentViolation(label, expects, got)


def check_tensor(X: object) -> None:
    """X is an array whose elements all count."""
    is_tensor = isinstance(X, np.ndarray) and not isinstance(X, np.ma.MaskedArray)
    require(is_tensor, "X.tensor", "a tensor", f"a {type(X).__name__}")


def check_type(rules: Version, X: NDArray[Any]) -> None:
    """The version has X's element type, in either byte order."""
    name = _ONNX_TYPES.get(X.dtype.name, X.dtype.name)
    require(name in rules.types, f"onnx.{rules.number}.types", f"one of {', '.join(rules.types)}", name)


def check_shape(X: NDArray[Any], most_axes: int | None = None) -> None:
    """X has a batch, a channel and at least one spatial axis, and elements on each spatial axis."""
    in_range = X.ndim >= 3 and (most_axes is None or X.ndim <= most_axes)
    expected = "at least 3 axes" if most_axes is None else f"3 to {most_axes} axes"
    require(in_range, "X.rank", expected, f"shape {X.shape}")
    for i, x in enumerate(X.shape[2:]):
        require(x >= 1, "X.spatial", "x >= 1", f"x = {x} on spatial axis {i}")


def check_windows(axes: Sequence[Axis]) -> None:
    """Each axis has a window, and each window an in-range tap."""
    for i, axis in enumerate(axes):
        require(axis.y >= 1, "Y.positive", "y >= 1", f"y = {axis.y} on spatial axis {i}")
    for i, axis in enumerate(axes):
        for m in range(axis.y):
            place = f"window {m} on spatial axis {i}, which has none"
            require(len(axis.taps(m)) > 0, "windows.meet-input", "an in-range tap in each window", place)


def integer(label: str, given: object) -> int:
    """An integer, NumPy's included; a truth value is none."""
    if isinstance(given, bool) or not hasattr(given, "__index__"):
        raise ParentViolation(label, "an integer", repr(given))
    try:
        return operator.index(given)
    except TypeError:
        raise ParentViolation(label, "an integer", repr(given)) from None


def flag(name: str, given: object) -> int:
    """An attribute that is 0 or 1, for which False and True may be written."""
    value = int(given) if isinstance(given, bool) else integer(f"{name}.type", given)
    require(value in (0, 1), f"{name}.domain", "0 or 1", str(value))
    return value


def one_of(name: str, names: Sequence[str], given: object) -> str:
    """An attribute that is one of some names."""
    if not isinstance(given, str):
        raise ParentViolation(f"{name}.type", "a string", repr(given))
    require(given in names, f"{name}.domain", f"one of {', '.join(names)}", given)
    return given


def integers(name: str, given: object, length: int, least: Literal[0, 1]) -> tuple[int, ...]:
    """A list attribute: so many integers, none of them below the least."""
    if not isinstance(given, list | tuple):
        raise ParentViolation(f"{name}.type", "a list of integers", repr(given))
    entries = tuple(integer(f"{name}.type", entry) for entry in given)
    require(len(entries) == length, f"{name}.length", f"{length} entries", f"{name} = {list(entries)}")
    label = f"{name}.positive" if least else f"{name}.non-negative"
    for i, entry in enumerate(entries):
        require(entry >= least, label, f"{name}[i] >= {least}", f"{name}[{i}] = {entry}")
    return entries


def pool(X: NDArray[Any], axes: Sequence[Axis], order: Literal["C", "F"] = "C") -> Outputs:
    """(Y, Indices) of a tensor of shape (N, C, D1, ..., Dn), for axes that `check_windows` has passed.

    `order` is that of an index within the spatial axes: row-major or column-major. Clauses: Y.max-over-input,
    Indices.first-maximum, Indices.flat, NaN.as-minus-infinity, zeros.equal, Y.bits.
    """
    channels, spatial = X.shape[1], X.shape[2:]
    shape = (*X.shape[:2], *(axis.y for axis in axes))
    Y, Indices = np.empty(shape, X.dtype), np.empty(shape, np.int64)
    taps_of = [[axis.taps(m) for m in range(axis.y)] for axis in axes]
    for cell in np.ndindex(shape):
        b, c, *window = cell
        taps = product(*(on_axis[m] for on_axis, m in zip(taps_of, window, strict=True)))
        tap = _first_maximum(X[b, c], taps)
        Y[cell] = _value(X[b, c][tap])
        Indices[cell] = (b * channels + c) * prod(spatial) + np.ravel_multi_index(tap, spatial, order=order)
    return Y, Indices


def _first_maximum(plane: NDArray[Any], taps: product[Tap]) -> Tap:
    """The first tap with the greatest element; `max` keeps what came first, so that -0.0 and +0.0 are equal."""
    return max(taps, key=lambda tap: _value(plane[tap]))


def _value(element: Any) -> Any:
    """The element that stands in Y for an element of X (`value` of the vocabulary): itself, but -inf for a NaN."""
    return -np.inf if element != element else element  # only a NaN differs from itself


def _attributes(rules: Version, n: int, given: Mapping[str, object]) -> Attributes:
    """The attributes for n spatial axes; those that an early version lacks are as if not set in a later one."""
    has = ("kernel_shape", *rules.attributes)
    for name, value in given.items():
        here = value is None or name in has
        require(here, f"onnx.{rules.number}.attributes", f"only {', '.join(sorted(has))}", name)
    by_axes: dict[str, object] = {"dilations": (1,) * n, "pads": (0,) * 2 * n, "strides": (1,) * n}
    defaults = {**VERSIONS[22].attributes, **rules.attributes}
    full = {**defaults, **{name: value for name, value in given.items() if value is not None}}
    full |= {name: value for name, value in by_axes.items() if full[name] is None}
    attributes = Attributes(
        auto_pad=one_of("auto_pad", AUTO_PADS, full["auto_pad"]),
        ceil_mode=flag("ceil_mode", full["ceil_mode"]),
        dilations=integers("dilations", full["dilations"], n, 1),
        kernel_shape=integers("kernel_shape", full.get("kernel_shape"), n, 1),
        pads=integers("pads", full["pads"], 2 * n, 0),
        storage_order=flag("storage_order", full["storage_order"]),
        strides=integers("strides", full["strides"], n, 1),
    )
    once = attributes.auto_pad == "NOTSET" or not any(attributes.pads)
    got = f"auto_pad = {attributes.auto_pad}, pads = {list(attributes.pads)}"
    require(once, "onnx.auto_pad.pads", "pads only where auto_pad is NOTSET", got)
    return attributes


def _axes(rules: Version, spatial: Sequence[int], attributes: Attributes) -> tuple[Axis, ...]:
    size = _size(rules, attributes)
    begins, ends = attributes.pads[: len(spatial)], attributes.pads[len(spatial) :]
    lists = (spatial, attributes.kernel_shape, attributes.dilations, attributes.strides, begins, ends)
    axes = tuple(Axis(*entries).sized(size) for entries in zip(*lists, strict=True))
    if attributes.auto_pad not in ("SAME_UPPER", "SAME_LOWER"):
        return axes
    return tuple(axis.same_padded(rules.same_pad, extra_at_end=attributes.auto_pad == "SAME_UPPER") for axis in axes)


def _size(rules: Version, attributes: Attributes) -> Claim:
    """The formula of the output size; only version 22 has one of its own for auto_pad in ceil mode."""
    auto_pad, in_ceil_mode = attributes.auto_pad, attributes.ceil_mode == 1
    if auto_pad == "NOTSET":
        claim = (rules.drops_windows or rules.ceil) if in_ceil_mode else rules.floor
    elif in_ceil_mode and rules.number == 22:
        claim = _SIZES_22_CEIL[auto_pad]
    else:
        claim = rules.valid if auto_pad == "VALID" else rules.same
    assert claim is not None, "a version without ceil_mode has refused it"
    return claim
