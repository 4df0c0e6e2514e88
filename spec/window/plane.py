"""Windows in the plane of two spatial axes: the sizes of the tensors, the cells, and what is under a window's tap."""

from __future__ import annotations

from collections.abc import Mapping

from spec.language.terms import Sort, Term, Variable, and_, exists
from spec.operator.names import entry
from spec.window.names import dilation, extent, h, kernel, m, pad_begin, pad_end, slack, stride, x, y

# Positions: batch, channel, and on the second spatial axis a window and a tap in it. On the first they are m and h.
b, c, n, w = (Variable(name) for name in "bcnw")

# Sizes of the tensors, as the documents write them: dX_2 is the size of X on its first spatial axis.
dX = tuple(Variable(f"dX_{i}") for i in range(4))
dY = tuple(Variable(f"dY_{i}") for i in range(4))
rank_X = Variable("rank(X)")

KERNEL = (entry("kernel_shape", 0), entry("kernel_shape", 1))


def axis_names(i: int, spatial_axes: int = 2) -> Mapping[Variable, Term]:
    """The documents' symbols for the per-axis variables on spatial axis i."""
    return {
        x: Variable(f"dX_{i + 2}"),
        y: Variable(f"dY_{i + 2}"),
        pad_begin: entry("pads", i),
        pad_end: entry("pads", i + spatial_axes),
        kernel: entry("kernel_shape", i),
        dilation: entry("dilations", i),
        stride: entry("strides", i),
        extent: Variable(f"extent_{i}"),
        slack: Variable(f"slack_{i}"),
    }


AXES = (axis_names(0), axis_names(1))


def row(tap: Term) -> Term:
    """The row of X under a tap of the window."""
    return m * entry("strides", 0) + tap * entry("dilations", 0) - entry("pads", 0)


def column(tap: Term) -> Term:
    """The column of X under a tap of the window."""
    return n * entry("strides", 1) + tap * entry("dilations", 1) - entry("pads", 1)


def in_range(tap_h: Term, tap_w: Term) -> Term:
    """The tap falls on an element of X, not on padding."""
    return and_(0 <= row(tap_h), row(tap_h) < dX[2], 0 <= column(tap_w), column(tap_w) < dX[3])


def some_tap_in_range() -> Term:
    """The window has a tap on an element of X."""
    return exists(h, 0, KERNEL[0], exists(w, 0, KERNEL[1], in_range(h, w)))


def abbreviations(*taps: tuple[Variable, Variable]) -> dict[Term, Variable]:
    """Names for the parts that formulas over some taps repeat, largest first; printed tables use them."""
    names = {in_range(*tap): Variable(f"in_range({tap[0].name}, {tap[1].name})", Sort.BOOL) for tap in taps}
    for tap_h, tap_w in taps:
        names[row(tap_h)] = Variable(f"row({tap_h.name})")
        names[column(tap_w)] = Variable(f"column({tap_w.name})")
    return names


CELL_FACTS = (
    *(and_(0 <= i, i < size) for i, size in zip((b, c, m, n), dY, strict=True)),
    *(entry(name, i) >= 1 for name in ("kernel_shape", "strides", "dilations") for i in range(2)),
    *(size >= 1 for size in dX),
)
"""A cell lies in Y, of a legal call on elements that are there."""
