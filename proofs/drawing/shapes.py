"""The marks of a drawing: for taps, for padding, and for what is wrong."""

from __future__ import annotations

from proofs.drawing.scene import Mark
from reference.common.svg import (
    BLUE,
    DIM,
    GREEN,
    MONO,
    ORANGE,
    PALE_BLUE,
    PALE_GREEN,
    PALE_RED,
    PAPER,
    RED,
    WHITE,
    box,
    element,
    label,
)

PADDING, HATCH = "#eceff2", "#a9b3bd"

DEFINITIONS = element(
    "defs",
    element(
        "pattern",
        element("rect", width=7, height=7, fill=PADDING),
        element("rect", width=1.6, height=7, fill=HATCH),
        id="hatch",
        width=7,
        height=7,
        patternUnits="userSpaceOnUse",
        patternTransform="rotate(45)",
    ),
)


def tap(x: float, y: float, rx: float, ry: float, mark: Mark) -> str:
    """The mark of a tap around a place: a circle, or a flat one where the text in it is long."""
    place: dict[str, str | float] = {"cx": x, "cy": y, "rx": rx, "ry": ry}
    if mark is Mark.TAP:
        return element("ellipse", **place, fill=PALE_BLUE, stroke=BLUE, stroke_width=2)
    if mark is Mark.SELECTED:
        outer: dict[str, str | float] = {"cx": x, "cy": y, "rx": rx + 4, "ry": ry + 4}
        return element("ellipse", **outer, fill=PALE_GREEN, stroke=GREEN, stroke_width=2) + element(
            "ellipse", **place, fill=WHITE, stroke=GREEN, stroke_width=2
        )
    return element("ellipse", **place, fill=PAPER, stroke=ORANGE, stroke_width=2, stroke_dasharray="3.5 3")


def cross(x: float, y: float, width: float, height: float) -> str:
    """Two strokes through a box."""
    style: dict[str, str | float] = {
        "stroke": RED,
        "stroke_width": 2,
        "stroke_opacity": 0.55,
        "stroke_linecap": "round",
    }
    return element("line", x1=x, y1=y, x2=x + width, y2=y + height, **style) + element(
        "line", x1=x, y1=y + height, x2=x + width, y2=y, **style
    )


def swatch(mark: Mark) -> str:
    """What a legend shows of a mark, in a box of 28 by 24."""
    match mark:
        case Mark.PADDING:
            return box(3, 2, 22, 20, "url(#hatch)")
        case Mark.INDEX:
            return label(14, 12, "#5", size=11, anchor="middle", fill=DIM, font_family=MONO)
        case Mark.WRONG:
            return box(3, 2, 22, 20, PALE_RED, stroke=RED) + cross(7, 6, 14, 12)
        case Mark.SELECTED:
            return tap(14, 12, 6, 6, mark)
    return tap(14, 12, 8, 8, mark)
