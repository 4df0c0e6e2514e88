"""Sums over the taps of a window in the plane, exact: for operators that compute, and do not select."""

from __future__ import annotations

from spec.language.terms import Sort, Symbol, Term, ite, sum_of
from spec.window.names import h, m
from spec.window.plane import KERNEL, b, c, column, in_range, n, row, w

_CELL = (Sort.INT,) * 4
X = Symbol("X", _CELL, Sort.REAL)
Y = Symbol("Y", _CELL, Sort.REAL)
ELEMENT_OF_Y = Y(b, c, m, n)


def element(channel: Term) -> Term:
    """The element of X under tap (h, w), in a channel."""
    return X(b, channel, row(h), column(w))


def over_taps(summand: Term | int) -> Term:
    """The sum over the taps (h, w) of a window that fall on elements of X; a tap on padding adds 0."""
    return sum_of(h, 0, KERNEL[0], sum_of(w, 0, KERNEL[1], ite(in_range(h, w), summand, 0)))
