"""Runtimes with one planted bug each: what a campaign has to find. Each is the fast twin, wrong where `when` says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import prod
from typing import TypeAlias

import numpy as np

from reference.fast import twin as fast
from reference.runtimes.protocol import Array, Pool, RuntimeCall, Unsupported

Outputs = tuple[Array, ...]


@dataclass(frozen=True)
class Seen:
    """What a bug depends on: the call, X, whether Indices are asked for, and what came before in the process.

    `turn`: the how manieth answer of a loaded call this is, from 0; `before`: shapes and types of earlier X, the last
    one last.
    """

    call: RuntimeCall
    X: Array
    indices: bool
    turn: int
    before: tuple[tuple[tuple[int, ...], str], ...]

    @property
    def kernel(self) -> tuple[int, ...]:
        """The kernel."""
        return self.call.kernel_shape

    @property
    def channels(self) -> int:
        """The channels."""
        return int(self.X.shape[1])

    @property
    def plane(self) -> int:
        """The elements of a plane."""
        return int(self.X.shape[2] * self.X.shape[3])

    @property
    def is_float(self) -> bool:
        """X has a type that has NaN."""
        return self.X.dtype.kind == "f"


When: TypeAlias = Callable[[Seen], bool]
Damage: TypeAlias = Callable[[Seen, Outputs], Outputs]


@dataclass(frozen=True)
class Planted:
    """A runtime that is wrong where a condition holds. `dtype`: a type in which that can be seen."""

    name: str
    when: When
    damage: Damage
    dtype: str = "float32"
    packages: tuple[str, ...] = ()
    version: str = "1.0"
    before: list[tuple[tuple[int, ...], str]] = field(default_factory=list)

    def load(self, call: RuntimeCall, *, indices: bool) -> Pool:
        """The twin, damaged where the condition holds."""
        turns = [0]

        def pool(X: Array) -> Outputs:
            seen = Seen(call, X, indices, turns[0], tuple(self.before))
            turns[0] += 1
            self.before[:] = [*self.before[-9:], (X.shape, X.dtype.name)]
            right = fast.maxpool(X, **call.attributes)
            outputs = right if indices else right[:1]
            return self.damage(seen, outputs) if self.when(seen) else outputs

        return pool


# --- what is done to outputs ---


def zero(seen: Seen, outputs: Outputs) -> Outputs:
    """Y is zero."""
    return np.zeros_like(outputs[0]), *outputs[1:]


def last_column(seen: Seen, outputs: Outputs) -> Outputs:
    """The last column of Y is the first."""
    Y = outputs[0].copy()
    Y[..., -1:] = Y[..., :1]
    return Y, *outputs[1:]


def last_cell(seen: Seen, outputs: Outputs) -> Outputs:
    """The last cell of Y is the first."""
    Y = outputs[0].copy()
    Y.reshape(-1)[-1:] = Y.reshape(-1)[:1]
    return Y, *outputs[1:]


def last_channel(seen: Seen, outputs: Outputs) -> Outputs:
    """The last channel of Y is the first."""
    Y = outputs[0].copy()
    Y[:, -1:] = Y[:, :1]
    return Y, *outputs[1:]


def next_index(seen: Seen, outputs: Outputs) -> Outputs:
    """Indices are one too high."""
    return outputs[0], *(part + 1 for part in outputs[1:])


def in_plane(seen: Seen, outputs: Outputs) -> Outputs:
    """Indices are counted in each plane."""
    return outputs[0], *(part % seen.plane for part in outputs[1:])


def short_index(seen: Seen, outputs: Outputs) -> Outputs:
    """Indices have 32 bits."""
    return outputs[0], *(part.astype(np.int32) for part in outputs[1:])


def counted_in(number: type[np.generic]) -> Damage:
    """Indices have passed through another type of number."""
    return lambda seen, outputs: (outputs[0], *(part.astype(number).astype(np.int64) for part in outputs[1:]))


def last_tie(seen: Seen, outputs: Outputs) -> Outputs:
    """Of equal maxima the last of the whole window is selected; where nothing is padded."""
    X = np.ascontiguousarray(seen.X[:, :, ::-1, ::-1])
    steps = [
        (x - d * (k - 1) - 1) % s
        for x, d, k, s in zip(X.shape[2:], seen.call.dilations, seen.kernel, seen.call.strides, strict=True)
    ]
    X = np.ascontiguousarray(X[:, :, steps[0] :, steps[1] :])
    _, Indices = fast.maxpool(X, **seen.call.attributes)
    height, width = X.shape[2:]
    plane, place = np.divmod(Indices[:, :, ::-1, ::-1], height * width)
    row, column = height - 1 - place // width, width - 1 - place % width
    return outputs[0], plane * seen.plane + row * seen.X.shape[3] + column


def by_columns(seen: Seen, outputs: Outputs) -> Outputs:
    """Of equal maxima the first in column-major order of the window is selected."""
    X = np.ascontiguousarray(seen.X.swapaxes(2, 3))
    lists = {name: value[::-1] for name, value in seen.call.lists.items() if name != "pads"}
    p = seen.call.pads
    call = {**seen.call.attributes, **lists, "pads": [p[1], p[0], p[3], p[2]]}
    Indices = fast.maxpool(X, **call)[1].swapaxes(2, 3)
    plane, place = np.divmod(Indices, seen.plane)
    return outputs[0], plane * seen.plane + place % X.shape[3] * seen.X.shape[3] + place // X.shape[3]


def on_padding(number: float, at: tuple[int, ...]) -> Damage:
    """At so many ends of the axes, of (top, left, bottom, right), padding is a number that is compared."""

    def damage(seen: Seen, outputs: Outputs) -> Outputs:
        pads = [pad if i in at else 0 for i, pad in enumerate(seen.call.pads)]
        widths = ((0, 0), (0, 0), (pads[0], pads[2]), (pads[1], pads[3]))
        info = np.finfo(seen.X.dtype) if seen.is_float else np.iinfo(seen.X.dtype)
        X = np.pad(seen.X, widths, constant_values=seen.X.dtype.type(max(number, float(info.min))))
        rest = [pad - padded for pad, padded in zip(seen.call.pads, pads, strict=True)]
        return fast.maxpool(X, **{**seen.call.attributes, "pads": rest})[0], *outputs[1:]

    return damage


def nan_wins(seen: Seen, outputs: Outputs) -> Outputs:
    """A NaN makes Y NaN."""
    tainted = fast.maxpool(np.isnan(seen.X).astype(np.uint8), **seen.call.attributes)[0]
    return np.where(tainted, np.nan, outputs[0]).astype(seen.X.dtype), *outputs[1:]


def nan_with_a_sign_wins(seen: Seen, outputs: Outputs) -> Outputs:
    """A NaN whose sign bit is set makes Y NaN."""
    tainted = fast.maxpool((np.isnan(seen.X) & np.signbit(seen.X)).astype(np.uint8), **seen.call.attributes)[0]
    return np.where(tainted, np.nan, outputs[0]).astype(seen.X.dtype), *outputs[1:]


def no_subnormals(seen: Seen, outputs: Outputs) -> Outputs:
    """Subnormal numbers come out as zero."""
    least = np.finfo(seen.X.dtype).tiny
    return np.where(np.abs(outputs[0]) < least, 0, outputs[0]).astype(seen.X.dtype), *outputs[1:]


def from_above_the_lowest(seen: Seen, outputs: Outputs) -> Outputs:
    """The maximum starts from a number above the lowest one."""
    return np.maximum(outputs[0], np.iinfo(seen.X.dtype).min + 1).astype(seen.X.dtype), *outputs[1:]


def nan_is_zero(seen: Seen, outputs: Outputs) -> Outputs:
    """A NaN is compared as zero."""
    X = np.where(np.isnan(seen.X), 0, seen.X).astype(seen.X.dtype)
    return fast.maxpool(X, **seen.call.attributes)[0], *outputs[1:]


def positive_zero(seen: Seen, outputs: Outputs) -> Outputs:
    """-0.0 comes out as 0.0."""
    return outputs[0] + seen.X.dtype.type(0), *outputs[1:]


def single(seen: Seen, outputs: Outputs) -> Outputs:
    """Y passes through a shorter type."""
    with np.errstate(over="ignore"):
        return outputs[0].astype(np.float32).astype(seen.X.dtype), *outputs[1:]


def signed(seen: Seen, outputs: Outputs) -> Outputs:
    """Elements are compared as numbers with a sign."""
    Y = fast.maxpool(seen.X.view(np.int8), **seen.call.attributes)[0]
    return Y.view(np.uint8), *outputs[1:]


def write_X(seen: Seen, outputs: Outputs) -> Outputs:
    """X is written to, once the outputs are right."""
    seen.X[...] = 0
    return outputs


def ceiling(seen: Seen, outputs: Outputs) -> Outputs:
    """There is one more column."""
    return tuple(np.concatenate([part, part[..., -1:]], axis=3) for part in outputs)


def raising(error: Exception, also: When, then: Damage = zero) -> Damage:
    """Raise an error, and where another condition holds, be wrong instead."""

    def damage(seen: Seen, outputs: Outputs) -> Outputs:
        if also(seen):
            return then(seen, outputs)
        raise error

    return damage


_KEPT: dict[tuple[int, ...], Outputs] = {}


def reused(seen: Seen, outputs: Outputs) -> Outputs:
    """Outputs of one shape are always given in one buffer, which the next call writes over."""
    kept = _KEPT.setdefault((seen.indices, *outputs[0].shape), tuple(part.copy() for part in outputs))
    if kept[0].dtype != outputs[0].dtype:
        return outputs
    for part, output in zip(kept, outputs, strict=True):
        part[...] = output
    return kept


def _square(seen: Seen, kernel: int, stride: int) -> bool:
    return seen.kernel == (kernel, kernel) and seen.call.strides == (stride, stride)


def _has_nan(seen: Seen) -> bool:
    return seen.is_float and bool(np.isnan(seen.X).any())


def _windows(seen: Seen) -> tuple[int, ...]:
    """What is left over on each axis beyond the last window."""
    c = seen.call
    return tuple(
        (seen.X.shape[2 + i] + c.pads[i] + c.pads[2 + i] - c.dilations[i] * (c.kernel_shape[i] - 1) - 1) % c.strides[i]
        for i in range(2)
    )


PLANTED: tuple[Planted, ...] = (
    # By geometry.
    Planted("k2_s2", lambda s: _square(s, 2, 2), zero),
    Planted("k3", lambda s: s.kernel == (3, 3), last_cell),
    Planted("k3_s2_p1", lambda s: _square(s, 3, 2) and s.call.pads == (1, 1, 1, 1), last_column),
    Planted("k3_s1_p1", lambda s: _square(s, 3, 1) and s.call.pads == (1, 1, 1, 1), next_index),
    Planted("k2_s1", lambda s: _square(s, 2, 1), last_column),
    Planted("k1_s2", lambda s: _square(s, 1, 2), last_column),
    Planted("k5", lambda s: s.kernel == (5, 5), zero),
    Planted("k7_and_more", lambda s: min(s.kernel) >= 7, last_cell),
    Planted("k13", lambda s: s.kernel == (13, 13), zero),
    Planted("k2_by_3", lambda s: s.kernel == (2, 3), zero),
    Planted("row_kernel", lambda s: s.kernel[0] == 1 and s.kernel[1] > 2, last_column),
    Planted("whole_plane", lambda s: s.kernel == s.X.shape[2:] and s.plane > 9, zero),
    Planted("s2_by_1", lambda s: s.call.strides == (2, 1), last_column),
    Planted("stride_above_kernel", lambda s: s.call.strides[1] > s.kernel[1] > 1, last_column),
    Planted("dilated", lambda s: s.call.dilations == (2, 2) and min(s.kernel) > 1, zero),
    Planted("dilated_k3_p2", lambda s: s.kernel == (3, 3) and s.call.dilations == (2, 2) and s.call.pads[0] == 2, zero),
    Planted("dilations_differ", lambda s: s.call.dilations[0] != s.call.dilations[1] and min(s.kernel) > 1, next_index),
    Planted("pads_at_end_alone", lambda s: s.call.pads == (0, 0, 1, 1), last_cell),
    Planted("pads_at_begin_alone", lambda s: s.call.pads[:2] == (1, 1) and s.call.pads[2:] == (0, 0), last_cell),
    Planted("pads_uneven", lambda s: s.call.pads[0] != s.call.pads[2] and s.call.pads[1] != s.call.pads[3], last_cell),
    Planted("k11_s4", lambda s: _square(s, 11, 4), zero),
    Planted("k6_s6", lambda s: _square(s, 6, 6), last_cell),
    Planted("k7_s2_p3", lambda s: _square(s, 7, 2) and s.call.pads == (3, 3, 3, 3), last_cell),
    Planted("left_over", lambda s: min(_windows(s)) > 0, ceiling),
    # By channels and batches.
    Planted("channels_8", lambda s: s.channels >= 8, last_channel),
    Planted("channels_16", lambda s: s.channels >= 16, zero),
    Planted("channels_17", lambda s: s.channels == 17, last_channel),
    Planted("channels_64", lambda s: s.channels >= 64, last_channel),
    Planted("channels_3_in_plane", lambda s: s.channels == 3, in_plane),
    Planted("channels_left_over", lambda s: s.channels > 4 and s.channels % 4 == 3, last_channel),
    Planted("channels_256", lambda s: s.channels > 256, last_channel),
    Planted("batch_4", lambda s: s.X.shape[0] >= 4, last_cell),
    Planted("batch_2_in_plane", lambda s: s.X.shape[0] > 1, in_plane),
    # By the size of a plane.
    Planted("plane_64", lambda s: s.plane >= 64, zero),
    Planted("plane_1024", lambda s: s.plane >= 1024, last_cell),
    Planted("plane_50176", lambda s: s.plane >= 224 * 224, zero),
    Planted("width_8_tail", lambda s: s.X.shape[3] > 8 and s.X.shape[3] % 8 == 1, last_column),
    Planted("width_beyond_a_byte", lambda s: s.X.shape[3] > 256, last_column),
    Planted("height_beyond_two_bytes", lambda s: s.X.shape[2] > 2**16, last_cell, "uint8"),
    Planted("height_1", lambda s: s.X.shape[2] == 1 and s.X.shape[3] > 4, last_column),
    # By type.
    Planted("float16", lambda s: s.X.dtype == np.float16 and s.kernel[0] == 3, zero, "float16"),
    Planted("float64_as_float32", lambda s: s.X.dtype == np.float64, single, "float64"),
    Planted("uint8_signed", lambda s: s.X.dtype == np.uint8, signed, "uint8"),
    Planted("int8_pads_zero", lambda s: s.X.dtype == np.int8, on_padding(0, (0, 1, 2, 3)), "int8"),
    Planted("indices_of_two_bytes", lambda s: s.indices, counted_in(np.uint16)),
    Planted("indices_single", lambda s: s.indices, counted_in(np.float32), "int8"),
    Planted("int8_from_-127", lambda s: s.X.size > 0, from_above_the_lowest, "int8"),
    Planted("float32_no_subnormals", lambda s: s.is_float, no_subnormals),
    Planted("indices_int32", lambda s: s.plane > 100, short_index),
    # By ties, signs, NaN.
    Planted("tie_last", lambda s: s.indices and not any(s.call.pads) and _square(s, 2, 2) and s.X.size > 0, last_tie),
    Planted("tie_by_columns", lambda s: s.indices and s.X.size > 0, by_columns, "uint8"),
    Planted("zero_positive", lambda s: s.is_float and s.kernel == (2, 2), positive_zero, "float16"),
    Planted("nan_kept", lambda s: s.is_float and s.X.size > 0 and s.channels == 1, nan_wins),
    Planted("nan_with_a_sign", lambda s: s.is_float and s.X.size > 0, nan_with_a_sign_wins),
    Planted("nan_as_zero", lambda s: s.is_float and s.X.size > 0 and s.kernel == (3, 3), nan_is_zero, "float64"),
    # By the side of the padding, and what stands there.
    Planted("pads_top_zero", lambda s: s.call.pads[0] > 0 and s.X.size > 0, on_padding(0, (0,))),
    Planted("pads_left_zero", lambda s: s.call.pads[1] > 0 and s.X.size > 0, on_padding(0, (1,))),
    Planted("pads_bottom_zero", lambda s: s.call.pads[2] > 0 and s.X.size > 0, on_padding(0, (2,))),
    Planted("pads_right_zero", lambda s: s.call.pads[3] > 0 and s.X.size > 0, on_padding(0, (3,))),
    Planted("pads_lowest_number", lambda s: s.X.size > 0, on_padding(-3.4e38, (0, 1, 2, 3))),
    # By what came before.
    Planted("second_answer", lambda s: s.turn == 1, zero),
    Planted("another_input", lambda s: s.turn > 1, last_cell),
    Planted("after_an_empty_call", lambda s: bool(s.before) and 0 in s.before[-1][0][:2], zero),
    Planted("after_a_larger_shape", lambda s: bool(s.before and prod(s.before[-1][0]) > 4 * s.X.size > 0), last_cell),
    Planted("after_other_channels", lambda s: bool(s.before) and s.before[-1][0][1] > s.channels > 1, last_channel),
    Planted("one_buffer", lambda s: True, reused),
    # Wrong beside what is raised.
    Planted(
        "raises_k3_wrong_k2",
        lambda s: s.kernel in ((3, 3), (2, 2)),
        raising(IndexError("3"), lambda s: s.kernel[0] == 2),
    ),
    Planted(
        "raises_nan_wrong_ties", lambda s: s.is_float, raising(ValueError("NaN"), lambda s: not _has_nan(s), last_cell)
    ),
    Planted("raises_but_for_one", lambda s: True, raising(Unsupported("no"), lambda s: _square(s, 2, 2), last_cell)),
    Planted(
        "raises_batches_wrong_alone",
        lambda s: True,
        raising(RuntimeError("N"), lambda s: s.X.shape[0] == 1, next_index),
    ),
    # By the outputs that are asked for.
    Planted("Y_alone", lambda s: not s.indices and s.kernel[0] == s.kernel[1], last_cell),
    Planted("Y_with_indices", lambda s: s.indices and s.plane > 36, last_cell),
    Planted("Y_alone_beside_nan", lambda s: not s.indices and _has_nan(s) and s.plane > 16, last_cell),
    Planted("writes_X", lambda s: s.call.strides == (1, 1), write_X),
)
BY_NAME = {planted.name: planted for planted in PLANTED}


def __getattr__(name: str) -> Planted:
    """A planted bug as `tests.planted:NAME`."""
    try:
        return BY_NAME[name]
    except KeyError:
        raise AttributeError(name) from None
