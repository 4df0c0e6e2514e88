"""Whole calls of the reference, with what must come of each: what it does around its loops, which are proved.

A call is checked, its NaN become -inf, and X may have any byte order and any layout: no worked example, whose tensors
are as NumPy makes them, shows that. The calls that are edges of preconditions are in `spec.examples.rejected`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from reference.examples.cases import edge_call
from spec.examples.rejected import BASE, EDGES

Outputs = tuple[NDArray[Any], NDArray[np.int64]]


class Implementation(Protocol):
    """What is run: the module `reference.maxpool`, or one like it."""

    MOST_VISITS: int
    MOST_WINDOWS: int
    maxpool: Callable[..., Outputs]
    require_work: Callable[..., None]


@dataclass(frozen=True, slots=True, eq=False)
class WholeCall:
    """A call, with the outputs that must come of it; or the label under which it must be refused."""

    label: str
    X: NDArray[Any]
    attributes: Mapping[str, object]
    Y: NDArray[Any] | None = None
    Indices: Sequence[int] = ()
    refused: str = ""

    def problem(self, run: Callable[..., Outputs]) -> str:
        """What else comes of it; empty if nothing does."""
        before = self.X.tobytes() if self.Y is not None else b""
        try:
            Y, Indices = run(self.X, **self.attributes)
        except ValueError as error:
            found = str(error).partition(":")[0]
            return "" if self.Y is None and found == self.refused else f"is refused: {error}"
        if self.Y is None:
            return f"is not refused: {self.refused}" if self.refused else ""
        if self.X.tobytes() != before:
            return "writes to X"
        if (Y.dtype, Y.shape, Y.tobytes()) != (self.X.dtype, self.Y.shape, self.Y.tobytes()):
            return f"gives Y = {Y.tolist()} of type {Y.dtype}"
        same = Indices.dtype == np.int64 and Indices.shape == Y.shape and Indices.ravel().tolist() == [*self.Indices]
        return "" if same else f"gives Indices = {Indices.tolist()}"


NAN, INFINITY = float("nan"), float("inf")


def _pairs(**changes: object) -> Mapping[str, object]:
    """Attributes of windows of two neighbours in a row, but for some."""
    return {name: value for name, value in BASE.items() if name != "X"} | {"kernel_shape": [1, 2]} | changes


def problems(of: Implementation) -> Iterator[str]:
    """What an implementation does otherwise than it must, each with the call's label."""
    for call in (*_elements(), *_layouts(), *_edges(), *_too_large(of)):
        if problem := call.problem(of.maxpool):
            yield f"{call.label}: {problem}"
    of.require_work(of.MOST_VISITS)


def _elements() -> Iterator[WholeCall]:
    """NaN beside numbers and alone, infinities and both zeros, in both byte orders; and integers."""
    X, Y = [[[[NAN, 1, NAN, NAN, -0.0, 0.0, -INFINITY]]]], [[[[1, 1, -INFINITY, -0.0, -0.0, 0.0]]]]
    for dtype in ("<f2", ">f2", "<f4", ">f4", "<f8", ">f8"):
        yield WholeCall(f"call {dtype}", np.array(X, dtype), _pairs(), np.array(Y, dtype), (1, 1, 2, 4, 4, 5))
    for dtype in ("i1", "u1"):
        integers = np.array([[[[3, 1, 1, 127]]]], dtype)
        yield WholeCall(f"call {dtype}", integers, _pairs(), np.array([[[[3, 1, 127]]]], dtype), (0, 1, 3))


def _layouts() -> Iterator[WholeCall]:
    """Column-major, with strides of its own, backwards, not writeable: with NaN, and sizes that all differ."""
    rows = np.arange(24, dtype="f4").reshape(2, 3, 2, 2)
    rows[1, 2, 0, 0] = NAN
    Y, Indices = np.fmax.reduce(rows, axis=3, keepdims=True), [*range(1, 24, 2)]
    wide = np.zeros((2, 3, 2, 4), "f4")
    wide[..., ::2] = rows
    frozen = rows.copy()
    frozen.flags.writeable = False
    layouts = {
        "row-major": rows,
        "column-major": np.asfortranarray(rows),
        "with steps": wide[..., ::2],
        "backwards": rows[::-1].copy()[::-1],
        "not writeable": frozen,
    }
    for label, X in layouts.items():
        yield WholeCall(f"call {label}", X, _pairs(), Y, Indices)
    some = _pairs(kernel_shape=[2, 1], pads=[1, 0, 0, 0], strides=[2, 1])
    yield WholeCall("call with unequal attributes", rows[:1, :1], some, rows[:1, :1, :1], (0, 1))
    yield WholeCall("call of an empty batch", rows[:0], _pairs(), np.empty((0, 3, 2, 1), "f4"))


def _edges() -> Iterator[WholeCall]:
    """Each edge of a precondition is refused under its label, or not at all."""
    for number, edge in enumerate(EDGES):
        attributes = edge_call(edge)
        X = attributes.pop("X")
        yield WholeCall(f"edge {number}", X, attributes, refused=edge.breaks)


def _too_large(of: Implementation) -> Iterator[WholeCall]:
    """More than plain loops can visit, in one size, in all together, in the taps; and too many windows to check."""
    one, many = np.zeros((1, 1, 1, 1), "i1"), of.MOST_VISITS + 1
    shapes = ((10**18, 1, 1, 2), (0, many, 1, 2), (0, 1, many, 2), (0, 1, 1, many + 1), (10**6, 10**6, 10**3, 10**3))
    for shape in shapes:
        yield WholeCall(f"call of sizes {shape}", np.broadcast_to(one, shape), _pairs(), refused="reference.work")
    large, taps = (1, 1, 10**5, 10**5), _pairs(kernel_shape=[10**5, 10**5])
    yield WholeCall("call with many taps", np.broadcast_to(one, large), taps, refused="reference.work")
    nothing = np.broadcast_to(one, (0, *large[1:]))
    yield WholeCall("call with many taps of nothing", nothing, taps, np.empty((0, 1, 1, 1), "i1"))
    for axis in range(2):
        yield _windows(axis, 4, of.MOST_WINDOWS, "windows.meet-input")
        yield _windows(axis, 4, of.MOST_WINDOWS + 1, "reference.work")
        for dilation in (2, 3):
            yield _windows(axis, dilation, of.MOST_WINDOWS + 1, "windows.meet-input")


def _windows(axis: int, dilation: int, number: int, refused: str) -> WholeCall:
    """So many windows along an axis of three elements, beyond which a dilation of 4 reaches."""
    kernel, pads = [1, 1], [0, 0, 0, 0]
    kernel[axis], pads[axis], pads[axis + 2] = 2, 1, number + dilation - 4
    attributes = _pairs(kernel_shape=kernel, dilations=[dilation, dilation], pads=pads)
    label = f"call of {number} windows, dilation {dilation}, axis {axis}"
    return WholeCall(label, np.zeros((1, 1, 3, 3), "f4"), attributes, refused=refused)
