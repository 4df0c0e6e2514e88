"""The shapes of an SVG drawing: its colours, its texts, and the marks for taps, padding and what is wrong."""

from __future__ import annotations

from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

from proofs.drawing.scene import Mark
from proofs.drawing.text import printable

PAPER, INK, DIM, GRID = "#fcfcfa", "#1d2733", "#5c6773", "#c3cad1"
ELEMENT, PADDING, HATCH = "#ffffff", "#eceff2", "#a9b3bd"
BLUE, PALE_BLUE, GREEN, PALE_GREEN = "#1f5fa8", "#d8e8f8", "#0b7a4b", "#d5f0e2"
ORANGE, RED, PALE_RED = "#a85a00", "#b3261e", "#fbe3e1"
SANS = "system-ui, 'Segoe UI', Helvetica, Arial, sans-serif"
MONO = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace"

DEFINITIONS = (
    '<defs><pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    f'<rect width="7" height="7" fill="{PADDING}"/><rect width="1.6" height="7" fill="{HATCH}"/></pattern></defs>'
)


@dataclass(frozen=True, slots=True)
class Drawn:
    """Finished elements, drawn from the origin, with the room that they take."""

    svg: str
    width: float
    height: float

    def at(self, x: float, y: float) -> str:
        """The same, moved to a place."""
        return f'<g transform="translate({_n(x)} {_n(y)})">{self.svg}</g>'


def element(name: str, **attributes: str | float) -> str:
    """An element without content; underscores in attributes' names stand for hyphens."""
    parts = (f"{key.replace('_', '-')}={quoteattr(_n(value))}" for key, value in attributes.items())
    return f"<{name} {' '.join(parts)}/>"


def _n(value: str | float) -> str:
    return value if isinstance(value, str) else f"{value:g}"


def label(x: float, y: float, content: str, *, size: float = 14, anchor: str = "start", **attributes: str) -> str:
    """One line of text, y being its middle; nothing where there is nothing to say."""
    if not content:
        return ""
    more = "".join(f" {key.replace('_', '-')}={quoteattr(value)}" for key, value in attributes.items())
    # A third of the size below the middle is where a line of capitals and digits stands.
    return (
        f'<text x="{_n(x)}" y="{_n(y + size * 0.35)}" font-size="{_n(size)}" text-anchor="{anchor}"{more}>'
        f"{escape(printable(content))}</text>"
    )


def box(x: float, y: float, width: float, height: float, fill: str, **attributes: str | float) -> str:
    """A rectangle with a thin border."""
    given: dict[str, str | float] = {"stroke": GRID, "stroke_width": 1.0, **attributes}
    return element("rect", x=x, y=y, width=width, height=height, fill=fill, **given)


def tap(x: float, y: float, rx: float, ry: float, mark: Mark) -> str:
    """The mark of a tap around a place: a circle, or a flat one where the text in it is long."""
    place: dict[str, str | float] = {"cx": x, "cy": y, "rx": rx, "ry": ry}
    if mark is Mark.TAP:
        return element("ellipse", **place, fill=PALE_BLUE, stroke=BLUE, stroke_width=2)
    if mark is Mark.SELECTED:
        outer: dict[str, str | float] = {"cx": x, "cy": y, "rx": rx + 4, "ry": ry + 4}
        return element("ellipse", **outer, fill=PALE_GREEN, stroke=GREEN, stroke_width=2) + element(
            "ellipse", **place, fill=ELEMENT, stroke=GREEN, stroke_width=2
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
