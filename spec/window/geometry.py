"""Where a window of an axis lies, and when it meets the input: decided tap by tap, or without looking for the tap."""

from __future__ import annotations

from spec.language.terms import Term, and_, exists, forall, or_
from spec.window.names import dilation, extent, h, kernel, m, pad_begin, pad_end, stride, x, y

padded = x + pad_begin + pad_end
"""The size of an axis of X with its padding."""


def start_of(window: Term) -> Term:
    """The position on an axis of X of a window's first tap; negative on padding."""
    return window * stride - pad_begin


def position_of(window: Term, tap: Term) -> Term:
    """The position on an axis of X of a window's tap; outside of [0, x) on padding."""
    return window * stride + tap * dilation - pad_begin


def on_input(window: Term, tap: Term) -> Term:
    """A window's tap falls on an element of X."""
    position = position_of(window, tap)
    return and_(0 <= position, position < x)


def meets_input(window: Term) -> Term:
    """One window on an axis has an in-range tap, decided without looking for the tap (theorem `windows.one-window`)."""
    start = start_of(window)
    return and_(-(dilation * (kernel - 1)) <= start, start < x, or_(start >= 0, start % dilation < x))


def has_tap(window: Term) -> Term:
    """One window on an axis has an in-range tap: some position of the kernel falls on an element of X."""
    return exists(h, 0, kernel, on_input(window, h))


def each_has_tap() -> Term:
    """Each window on an axis has an in-range tap."""
    return forall(m, 0, y, has_tap(m))


def each_meets_input() -> Term:
    """The same, cheaper to evaluate: often two windows are enough (theorem `windows.check-is-clause`)."""
    return and_(
        forall(m, 0, 1, meets_input(m)),
        forall(m, y - 1, y, meets_input(m)),
        or_(dilation <= x, forall(m, 0, y, meets_input(m))),
    )


def weakest_condition() -> Term:
    """Every window on an axis with windows meets the input (theorem `windows.weakest-condition`).

    The first window reaches X and the last starts before its end; and where X is shorter than the dilation, no window
    that starts before X has its taps on both sides of it.
    """
    start = start_of(m)
    return and_(
        pad_begin <= dilation * (kernel - 1),
        (y - 1) * stride < x + pad_begin,
        or_(dilation <= x, forall(m, 0, y, (m * stride < pad_begin).implies(start % dilation < x))),
    )


def simple_condition() -> Term:
    """For authors: enough for every window to meet the input, and easy to check (`windows.simple-condition`)."""
    return and_(pad_begin < extent, pad_end < extent, or_(dilation <= x, pad_begin.eq(0)))
