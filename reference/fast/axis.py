"""One spatial axis for the fast twin: which taps matter, how its elements are laid out, which method folds it.

All sizes are counted in elements. Positions are counted from the first tap of the first window, so that position q
stands for element q - pad_begin of the axis, which is padding where there is no such element.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

SPARSE, SMALL = 4, 64
"""An axis is gathered if that leaves fewer than a part in SPARSE of it, not counting SMALL positions."""


@dataclass(frozen=True, slots=True)
class Axis:
    """One axis of a legal call, in the words of `spec.maxpool.vocabulary`; once trimmed, pad_begin may be negative."""

    x: int
    kernel: int
    dilation: int
    stride: int
    pad_begin: int
    y: int

    @property
    def span(self) -> int:
        """The number of positions from the first tap of the first window to the last tap of the last."""
        return (self.y - 1) * self.stride + (self.kernel - 1) * self.dilation + 1

    def start(self, window: int) -> int:
        """The element under the first tap of a window; negative on padding."""
        return window * self.stride - self.pad_begin

    def starts(self) -> NDArray[np.int64]:
        """`start` of each window, of an axis whose positions are 64-bit numbers: small, or not gathered."""
        return np.arange(self.y) * self.stride - self.pad_begin

    def first_tap(self, window: int) -> int:
        """The first tap of a window that is not on the padding before the axis."""
        return max(0, -(self.start(window) // self.dilation))

    def in_range(self, window: int) -> range:
        """The elements under the in-range taps of a window: at least one (clause windows.meet-input)."""
        start = self.start(window)
        stop = min(start + self.kernel * self.dilation, self.x)
        return range(start + self.first_tap(window) * self.dilation, stop, self.dilation)

    def band(self, first: int, stop: int) -> tuple[int, Axis]:
        """The first element that the windows from one up to another tap, and the axis of these windows from there."""
        start, last = self.start(first), self.start(stop - 1) + (self.kernel - 1) * self.dilation
        top, bottom = max(0, start), min(self.x, last + 1)
        return top, Axis(bottom - top, self.kernel, self.dilation, self.stride, top - start, stop - first)

    @property
    def taps(self) -> int:
        """The most taps of a window that can be in range."""
        return min(self.kernel, -(-self.x // self.dilation))

    def places(self) -> NDArray[np.int64]:
        """The elements under the in-range taps of each window, [window, tap], the last one repeated up to `taps`."""
        starts = self.starts()
        first = np.where(starts < 0, starts % self.dilation, starts)
        last = starts + np.minimum(self.kernel - 1, (self.x - 1 - starts) // self.dilation) * self.dilation
        found: NDArray[np.int64] = np.minimum(
            first[:, np.newaxis] + np.arange(self.taps) * self.dilation, last[:, np.newaxis]
        )
        return found

    def trimmed(self) -> Axis:
        """The axis without the kernel's first and last taps, as far as they fall on padding in every window.

        Padding is never selected (clause Y.max-over-input). What is left does not grow with the padding alone. The
        stride of a single window and the dilation of a single tap matter to nobody, and become 1.
        """
        first = self.first_tap(self.y - 1)
        last = min(self.kernel - 1, (self.pad_begin + self.x - 1) // self.dilation)
        return Axis(
            x=self.x,
            kernel=last - first + 1,
            dilation=1 if last == first else self.dilation,
            stride=1 if self.y == 1 else self.stride,
            pad_begin=self.pad_begin - first * self.dilation,
            y=self.y,
        )

    def gathered(self) -> tuple[Axis, NDArray[np.int64]] | None:
        """Where most positions are padding or on no tap: an axis of taps alone, and the element that each of them is.

        The in-range taps of each window stand side by side, the last one repeated up to one length: an element after
        its equal is never a first maximum. None where the axis serves as it is.
        """
        length = self.taps
        if max(self.span, self.x) <= SPARSE * self.y * length + SMALL:
            return None
        taps = (self.in_range(window) for window in range(self.y))
        places = [[*window, *[window[-1]] * (length - len(window))] for window in taps]
        return Axis(self.y * length, length, 1, length, 0, self.y), np.array(places, np.int64).reshape(-1)


def doubling_merges_less(axis: Axis) -> bool:
    """Doubling merges fewer elements: ceil(log2(kernel)) at each position, and not kernel - 1 at each window."""
    return (axis.kernel - 1).bit_length() * axis.stride < axis.kernel - 1


@dataclass(frozen=True, slots=True)
class Lines:
    """An axis as it is laid out for folding: its positions in `parts`, one for each remainder by `step` that is tapped.

    Folded tap by tap, a step is a stride: then each tap of all windows is one run of neighbours in one part. Folded by
    doubling, there is one part with all positions.
    """

    axis: Axis
    doubling: bool

    @classmethod
    def of(cls, axis: Axis) -> Lines:
        """An axis folded in the way that was measured to be the faster one: see `docs/fast.md`."""
        return cls(axis, doubling_merges_less(axis))

    @property
    def step(self) -> int:
        """The distance between neighbours in a part."""
        return 1 if self.doubling else self.axis.stride

    @property
    def length(self) -> int:
        """The number of positions in a part."""
        return (self.axis.span - 1) // self.step + 1

    @property
    def reach(self) -> int:
        """How far in its part a window's last tap is from its place, at most."""
        return (self.axis.kernel - 1) * self.axis.dilation // self.step

    @property
    def parts(self) -> tuple[int, ...]:
        """The remainders by `step` of the positions that are tapped."""
        count = min(self.axis.kernel, self.step)
        return tuple(sorted({tap * self.axis.dilation % self.step for tap in range(count)}))

    @property
    def windows(self) -> slice:
        """Where in a folded part the windows are."""
        distance = self.axis.stride // self.step
        return slice(0, (self.axis.y - 1) * distance + 1, distance)

    def place(self, tap: int) -> tuple[int, int]:
        """The number of the part that a tap falls on, and how far in it the tap of the first window is."""
        shift, remainder = divmod(tap * self.axis.dilation, self.step)
        return self.parts.index(remainder), shift

    def slices(self) -> Iterator[tuple[slice, slice]]:
        """For each part, which of its places are elements, and which elements of the axis these are."""
        for remainder in self.parts:
            offset = remainder - self.axis.pad_begin
            first = max(0, -(offset // self.step))
            stop = max(first, min(self.length, -((offset - self.axis.x) // self.step)))
            element = first * self.step + offset
            yield slice(first, stop), slice(element, element + (stop - first) * self.step, self.step)
