"""Folding along an axis, for many lines at once: first maxima of windows by merging first maxima of parts of them.

A line's neighbours are neighbours in memory, or whole rows apart, and lines follow each other in one array without
gaps. So a merge for all windows is three or so operations on long runs. What is computed across the end of a line is
of no window and is never read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from reference.fast.axis import Lines
from reference.fast.elements import Array


@dataclass(frozen=True, slots=True)
class Folded:
    """For each place of a flat array the first maximum of some taps: its number, and the number of the tap.

    `tap` is None where no tap was merged with another yet, so that it would be 0, or where nobody asks for it.
    """

    best: Array
    tap: Array | None = None

    @classmethod
    def filled(cls, size: int, best: Array, tap: np.dtype[Any] | None) -> Folded:
        """So many places with a number of one value and type, and taps of a type if one is given."""
        return cls(np.full(size, best), None if tap is None else np.zeros(size, tap))

    def arrays(self) -> tuple[Array, ...]:
        """The numbers, and the taps if there are any."""
        return (self.best,) if self.tap is None else (self.best, self.tap)

    def run(self, start: int, size: int) -> Folded:
        """So many places from one on."""
        run = slice(start, start + size)
        return Folded(self.best[run], None if self.tap is None else self.tap[run])


class Folder:
    """Folds along axes, in working memory of its own: two states, a truth value and a tap for each of `size` places."""

    def __init__(self, size: int, best: Array, tap: np.dtype[Any] | None) -> None:
        """Make room for numbers of best's type and, if they are wanted, taps of type `tap`."""
        self._states = Folded.filled(size, best, tap), Folded.filled(size, best, tap)
        self._is_greater = np.zeros(size, bool)
        self._taken = None if tap is None else np.zeros(size, tap)

    def fold(self, parts: Sequence[Folded], lines: Lines, *, pitch: int, taps: int) -> Folded:
        """The first maximum of each window along an axis, at the place of its first tap.

        parts: the states at the positions of each part of the axis, whose neighbours are `pitch` places apart; what
        is returned is `lines.reach * pitch` places shorter. taps: how many taps of the kernel a tap along this axis
        stands for, so that the taps of an earlier one have smaller numbers.
        """
        if lines.doubling:
            return self._by_doubling(parts[0], lines, pitch, taps)
        return self._tap_by_tap(parts, lines, pitch, taps)

    def _tap_by_tap(self, parts: Sequence[Folded], lines: Lines, pitch: int, taps: int) -> Folded:
        """Each tap of the kernel merged into those before it (theorem `values.existence.greater` and its like)."""
        size = len(parts[0].best) - lines.reach * pitch
        places = [lines.place(tap) for tap in range(lines.axis.kernel)]
        at_taps = [parts[part].run(shift * pitch, size) for part, shift in places]
        state, out = at_taps[0], self._other(parts[0])
        for tap, later in enumerate(at_taps[1:], 1):
            state = self._merged(state, later, tap * taps, out)
        return state

    def _by_doubling(self, state: Folded, lines: Lines, pitch: int, taps: int) -> Folded:
        """Windows of 1, 2, 4 ... taps, and at last of all, each merged from two that may overlap.

        That the first of the two first maxima is that of the whole is theorem `values.overlapping-ranges`.
        """
        width = 1
        while width < lines.axis.kernel:
            further = min(width, lines.axis.kernel - width)
            shift = further * lines.axis.dilation * pitch
            size = len(state.best) - shift
            state = self._merged(state.run(0, size), state.run(shift, size), further * taps, self._other(state))
            width += further
        return state

    def _other(self, state: Folded) -> Folded:
        """A state of our own that does not hold the given one."""
        mine, other = self._states
        return other if np.may_share_memory(state.best, mine.best) else mine

    def _merged(self, earlier: Folded, later: Folded, further: int, out: Folded) -> Folded:
        """The first maximum of both, the later one's taps counted `further` on; written to `out`.

        The later one is taken only where it is greater. Its tap is then beyond all of the earlier one's (theorem
        `values.overlapping-ranges.later`), so that the larger of the two numbers is that of the tap that is taken.
        """
        size = len(earlier.best)
        out = out.run(0, size)
        if out.tap is None or self._taken is None:
            np.maximum(earlier.best, later.best, out=out.best)
            return out
        is_greater = np.greater(later.best, earlier.best, out=self._is_greater[:size]).view(np.uint8)
        np.maximum(earlier.best, later.best, out=out.best)
        distance = out.tap.dtype.type(further)
        taken = out.tap if earlier.tap is None else self._taken[:size]
        if later.tap is None:
            np.multiply(is_greater, distance, out=taken)
        else:
            np.add(later.tap, distance, out=taken)
            np.multiply(taken, is_greater, out=taken)
        if earlier.tap is not None:
            np.maximum(earlier.tap, taken, out=out.tap)
        return out
