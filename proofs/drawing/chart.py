"""Curves in panels as SVG, both axes logarithmic: one file without scripts, fonts or references.

Marks say what colours say too: each curve has a shape of its own, and its name at its end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from reference.common.svg import (
    BLUE,
    DIM,
    GREEN,
    GRID,
    ORANGE,
    PAPER,
    RED,
    WHITE,
    Drawn,
    box,
    document,
    element,
    label,
)

MARKER = "<!-- maxpool bench -->"
"""The start of every file, by which `reference.common.files` knows our own."""

Points = Sequence[tuple[float, float]]

_WIDTH, _HEIGHT = 330.0, 300.0
_LEFT, _RIGHT, _TOP, _BOTTOM, _MARGIN = 62.0, 96.0, 40.0, 48.0, 24.0
_COLOURS = (BLUE, "#7a4fa3", GREEN, ORANGE, RED, DIM)
_NAME_HEIGHT = 15.0


@dataclass(frozen=True, slots=True)
class Panel:
    """One pair of axes: its title, what stands along each, the places to name on the first, and the curves by name."""

    title: str
    along: str
    up: str
    named: Sequence[float]
    curves: Mapping[str, Points]


def to_svg(title: str, panels: Sequence[Panel], captions: Sequence[str]) -> str:
    """Panels side by side, under a title and over captions, as the text of an SVG file."""
    names = list(dict.fromkeys(name for panel in panels for name in panel.curves))
    drawn = [_panel(panel, names) for panel in panels]
    width = 2 * _MARGIN + sum(one.width for one in drawn)
    parts, x, y = [label(_MARGIN, 34, title, size=19, font_weight="600")], _MARGIN, 56.0
    for one in drawn:
        parts.append(one.at(x, y))
        x += one.width
    y += max(one.height for one in drawn) + 14
    for i, caption in enumerate(captions):
        parts.append(label(_MARGIN, y + i * 19, caption, size=12.5, fill=DIM))
    height = y + len(captions) * 19 + 8
    background = box(0.5, 0.5, width - 1, height - 1, PAPER, rx=10)
    content = [background, "".join(parts)]
    return document(width, height, content, title=title, said=" ".join(captions), marker=MARKER)


class _Scale:
    """A logarithmic axis: values to places."""

    def __init__(self, values: Sequence[float], start: float, end: float) -> None:
        self.low, self.high, self._start, self._end = min(values), max(values), start, end

    def __call__(self, value: float) -> float:
        part = (log10(value) - log10(self.low)) / (log10(self.high) - log10(self.low))
        return self._start + part * (self._end - self._start)


def _panel(panel: Panel, names: Sequence[str]) -> Drawn:
    """A panel: its grid, its curves, and their names to the right of their ends."""
    values = [value for points in panel.curves.values() for _, value in points]
    decades = [10.0**e for e in range(floor(log10(min(values))), ceil(log10(max(values))) + 1)]
    across = _Scale(panel.named, _LEFT, _LEFT + _WIDTH)
    up = _Scale(decades, _TOP + _HEIGHT, _TOP)
    parts = [label(0, 8, panel.title, size=14, font_weight="600"), label(0, 26, panel.up, size=12, fill=DIM)]
    parts += [box(_LEFT, _TOP, _WIDTH, _HEIGHT, WHITE)]
    for decade in decades:
        parts.append(_line(_LEFT, up(decade), _LEFT + _WIDTH, up(decade)))
        parts.append(label(_LEFT - 8, up(decade), f"{decade:g}", size=12, anchor="end", fill=DIM))
    for place in panel.named:
        parts.append(_line(across(place), _TOP, across(place), _TOP + _HEIGHT))
        parts.append(label(across(place), _TOP + _HEIGHT + 14, f"{place:g}", size=12, anchor="middle", fill=DIM))
    middle, bottom = _LEFT + _WIDTH / 2, _TOP + _HEIGHT + 34
    parts.append(label(middle, bottom, panel.along, size=12, anchor="middle", fill=DIM))
    for name, points in panel.curves.items():
        places = [(across(at), up(value)) for at, value in points]
        parts.extend(_curve(places, names.index(name), 3.0 if name == names[0] else 1.6))
    parts.extend(_names(panel, names, across, up))
    return Drawn("".join(parts), _LEFT + _WIDTH + _RIGHT, _TOP + _HEIGHT + _BOTTOM)


def _line(x1: float, y1: float, x2: float, y2: float) -> str:
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=GRID, stroke_width=0.7)


def _curve(places: Points, number: int, width: float) -> Iterator[str]:
    """A curve and a mark at each of its points."""
    colour = _COLOURS[number % len(_COLOURS)]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    yield element("polyline", points=path, fill="none", stroke=colour, stroke_width=width, stroke_linejoin="round")
    for x, y in places:
        yield _mark(x, y, number, colour)


def _mark(x: float, y: float, number: int, colour: str) -> str:
    """A circle, a square, a triangle, a diamond, and the same hollow."""
    fill = colour if number < 4 else WHITE
    style: dict[str, str | float] = {"fill": fill, "stroke": colour, "stroke_width": 1.6}
    corners = {1: "-4,-4 4,-4 4,4 -4,4", 2: "0,-5 5,4 -5,4", 3: "0,-5 5,0 0,5 -5,0"}.get(number % 4)
    if corners is None:
        return element("circle", cx=round(x, 1), cy=round(y, 1), r=4, **style)
    return element("polygon", points=corners, transform=f"translate({x:.1f} {y:.1f})", **style)


def _names(panel: Panel, names: Sequence[str], across: _Scale, up: _Scale) -> Iterator[str]:
    """The curves' names at their ends; at the right edge moved down as far as they would lie on one another."""
    free = _TOP - _NAME_HEIGHT
    for (at, value), name in sorted(((points[-1], name) for name, points in panel.curves.items()), key=_by_height):
        x, y = across(at), up(value)
        if at == across.high:
            y = free = max(y, free + _NAME_HEIGHT)
        colour = _COLOURS[names.index(name) % len(_COLOURS)]
        weight = "600" if name == names[0] else "400"
        yield label(x + 10, y, name, size=12.5, fill=colour, font_weight=weight)


def _by_height(end: tuple[tuple[float, float], str]) -> float:
    """The highest end first."""
    return -end[0][1]
