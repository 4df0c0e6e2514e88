"""Drawings as SVG: elements, escaped texts, one palette, and the file around them, without scripts or fonts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

from reference.common.text import visible

PAPER, INK, DIM, GRID = "#fcfcfa", "#1d2733", "#5c6773", "#c3cad1"
WHITE = "#ffffff"
BLUE, PALE_BLUE, GREEN, PALE_GREEN = "#1f5fa8", "#d8e8f8", "#0b7a4b", "#d5f0e2"
ORANGE, RED, PALE_RED = "#a85a00", "#b3261e", "#fbe3e1"
SANS = "system-ui, 'Segoe UI', Helvetica, Arial, sans-serif"
MONO = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
"""Readable on a page that is light or dark: a drawing brings its own paper."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """Finished elements, drawn from the origin, with the room that they take."""

    svg: str
    width: float
    height: float

    def at(self, x: float, y: float) -> str:
        """The same, moved to a place."""
        return element("g", self.svg, transform=f"translate({x:g} {y:g})")


def element(name: str, *content: str, **attributes: str | float) -> str:
    """An element around finished content; underscores in attributes' names stand for hyphens."""
    opening = _opening(name, attributes)
    return f"<{opening}>{''.join(content)}</{name}>" if content else f"<{opening}/>"


def _opening(name: str, attributes: dict[str, str | float]) -> str:
    return " ".join([name, *(f"{key.replace('_', '-')}={_quoted(value)}" for key, value in attributes.items())])


def _quoted(value: str | float) -> str:
    return quoteattr(visible(value) if isinstance(value, str) else f"{value:g}")


def written(content: str) -> str:
    """Text as the content of an element: nothing in it is markup, and every character shows."""
    return escape(visible(content))


def label(x: float, y: float, content: str, *, size: float = 14, anchor: str = "start", **attributes: str) -> str:
    """One line of text, y being its middle; nothing where there is nothing to say."""
    if not content:
        return ""
    # A third of the size below the middle is where a line of capitals and digits stands.
    place: dict[str, str | float] = {"x": x, "y": y + size * 0.35, "font_size": size, "text_anchor": anchor}
    return element("text", written(content), **place, **attributes)


def box(x: float, y: float, width: float, height: float, fill: str, **attributes: str | float) -> str:
    """A rectangle with a thin border."""
    given: dict[str, str | float] = {"stroke": GRID, "stroke_width": 1.0, **attributes}
    return element("rect", x=x, y=y, width=width, height=height, fill=fill, **given)


def document(
    width: float, height: float, parts: Iterable[str], *, title: str, said: str, marker: str = "", scales: bool = False
) -> str:
    """The whole file, a line each part; readers of the screen hear the title and what is said.

    It is as large as it says, or, if it `scales`, as there is room for it.
    """
    size: dict[str, str | float] = {} if scales else {"width": width, "height": height}
    root: dict[str, str | float] = {
        "xmlns": "http://www.w3.org/2000/svg",
        "role": "img",
        "aria_labelledby": "title desc",
        "viewBox": f"0 0 {width:g} {height:g}",
        **size,
        "font_family": SANS,
        "fill": INK,
    }
    spoken = [element("title", written(title), id="title"), element("desc", written(said), id="desc")]
    first = [marker] if marker else []
    return "\n".join([*first, f"<{_opening('svg', root)}>", *spoken, *parts, "</svg>", ""])
