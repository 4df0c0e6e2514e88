"""The scene of one spatial axis: its elements and padding in a row, and each window's taps beneath.

It is made from values by name, as a witness has them. What is missing is left out: without `kernel`, a window is a bar
of its extent. Integers may be as large or as negative as they like; what is drawn is bounded.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from proofs.drawing.scene import (
    MOST_COLUMNS,
    MOST_WINDOWS,
    Board,
    CellSpan,
    DrawnCell,
    Ground,
    Scene,
    Tap,
    Window,
    counted,
    shown,
)

_PRINTED = "x pad_begin pad_end kernel dilation extent stride y y_ceil same_padding m h".split()
"""The names whose values are printed beneath a drawing; an extent only where it does not follow from the kernel."""


@dataclass(frozen=True, slots=True)
class Line:
    """An axis as far as its values are known. Without `kernel` a window has an extent and no taps."""

    x: int
    pad_begin: int
    pad_end: int
    kernel: int | None
    dilation: int
    extent: int
    stride: int | None
    same_padding: int | None

    @property
    def fitting(self) -> int | None:
        """How many windows fit in the padded input, if the stride says so."""
        if self.stride is None or self.stride < 1:
            return None
        slack = self.x + self.pad_begin + self.pad_end - self.extent
        return max(0, slack // self.stride + 1)

    def start(self, window: int) -> int:
        """The position of a window's first tap; elements are counted from 0."""
        return window * (self.stride or 0) - self.pad_begin

    def fits(self, window: int) -> bool:
        """The window lies in the padded input."""
        start = self.start(window)
        return -self.pad_begin <= start and start + self.extent <= self.x + self.pad_end

    def taps(self, window: int) -> range:
        """The positions of a window's taps in ascending order, those on padding and beyond included."""
        start, kernel = self.start(window), max(0, self.kernel or 0)
        if self.dilation == 0:
            return range(start, start + min(1, kernel))
        taps = range(start, start + kernel * self.dilation, self.dilation)
        return taps if self.dilation > 0 else taps[::-1]

    def kind(self, position: int) -> Ground:
        """What lies at a position."""
        if 0 <= position < self.x:
            return Ground.ELEMENT
        return Ground.PADDING if -self.pad_begin <= position < self.x + self.pad_end else Ground.BEYOND


def line(values: Mapping[str, object]) -> Line | None:
    """The axis that values describe, or None where they do not describe one: `x` and a kernel or extent are needed."""
    known = integers(values)
    x, kernel, extent, dilation = (known.get(name) for name in ("x", "kernel", "extent", "dilation"))
    if x is None or (kernel is None and extent is None):
        return None
    dilation = 1 if dilation is None else dilation
    total = max(0, known.get("same_padding", 0))
    if kernel is not None:
        extent = dilation * (kernel - 1) + 1
    assert extent is not None
    return Line(
        x=x,
        pad_begin=known.get("pad_begin", total // 2),
        pad_end=known.get("pad_end", total - total // 2),
        kernel=kernel,
        dilation=dilation,
        extent=extent,
        stride=known.get("stride"),
        same_padding=known.get("same_padding"),
    )


def integers(values: Mapping[str, object]) -> dict[str, int]:
    """The values that are integers."""
    return {name: v for name, v in values.items() if isinstance(v, int) and not isinstance(v, bool)}


def axis_scene(
    title: str,
    statement: str,
    values: Mapping[str, object],
    says: Sequence[str] = (),
    *,
    gives: int | None = None,
    by: str = "The formula",
    name: str = "a spatial axis",
) -> Scene | None:
    """The scene of the axis that values describe, if they do. `gives`: how many windows there are `by` a formula."""
    axis = line(values)
    if axis is None:
        return None
    board = axis_board(axis, integers(values), gives, name)
    captions = (_sizes(values), *says, *_sentences(axis, integers(values), gives, by))
    return Scene(title, statement, (board,), captions)


def axis_board(axis: Line, known: Mapping[str, int], gives: int | None, name: str) -> Board:
    """The axis as a board. Its elements bear their names: what stands in them does not matter."""
    count = _count(axis, known, gives)
    focus = _focus(axis, count, known.get("m"), gives)
    numbers = range(count)[_first_drawn(focus, count) :][:MOST_WINDOWS]
    first, last, note = _visible(axis, numbers, focus)
    windows = [_window(axis, m, first, last, gives, known.get("h"), focus) for m in numbers]
    windows += _cut_off(axis, first, last)
    if numbers != range(count):
        note = f"{note} Drawn are windows {shown(numbers[0])} to {shown(numbers[-1])}, of {shown(count)}.".strip()
    cells = tuple(_cell(axis.kind(position), position) for position in range(first, last + 1))
    return Board(name, (cells,), tuple(windows), is_axis=True, note=note)


def _first_drawn(focus: int | None, count: int) -> int:
    """The first window to draw: the first of all, unless the one to look at is far behind it."""
    return 0 if focus is None or focus < MOST_WINDOWS else max(0, min(focus - 2, count - MOST_WINDOWS))


def _cell(kind: Ground, position: int) -> DrawnCell:
    return DrawnCell(kind, f"X[{shown(position)}]" if kind is Ground.ELEMENT else "")


def _count(axis: Line, known: Mapping[str, int], gives: int | None) -> int:
    """How many windows to draw: all that are spoken of, and where a formula counts, the next that does not fit."""
    fitting = axis.fitting
    spoken_of = [1, fitting or 0, known.get("y", 0), known.get("y_ceil", 0), known.get("m", -1) + 1]
    if gives is not None and axis.stride:
        spoken_of += [gives, (fitting or 0) + 1]
    if axis.stride == 0 and axis.kernel is not None:
        spoken_of.append(2)
    return max(spoken_of) if axis.stride is not None else max(1, known.get("m", -1) + 1)


def _focus(axis: Line, count: int, m: int | None, gives: int | None) -> int | None:
    """The window to look at: window m, or the first of which there is something to say."""
    if m is not None and 0 <= m < count:
        return m
    expected = count if gives is None else max(gives, axis.fitting or 0)
    looked_at = [number for number in (*range(min(count, MOST_WINDOWS)), count - 1) if number < expected]
    return next((number for number in looked_at if _note(axis, number, gives)), None)


def _note(axis: Line, window: int, gives: int | None) -> str:
    """What is to say of a window."""
    is_counted = gives is None or window < gives
    if axis.stride == 0 and window > 0:
        return "where window 0 is"
    if not axis.fits(window):
        return "does not fit, but is counted" if gives is not None and is_counted else "does not fit"
    if axis.kernel is not None and not _within(axis.taps(window), 0, axis.x - 1):
        return "no tap on an element"
    return "" if is_counted else "fits, but is not counted"


def _within(positions: range, low: int, high: int) -> range:
    """The positions from low to high, of an ascending range."""
    if not positions or positions[0] > high or positions[-1] < low:
        return range(0)
    skipped = max(0, -((positions[0] - low) // positions.step))
    return range(positions[0] + skipped * positions.step, min(positions[-1], high) + 1, positions.step)


def _visible(axis: Line, numbers: range, focus: int | None) -> tuple[int, int, str]:
    """The first and the last position to draw, and what to say if that is not all of them."""
    starts = [axis.start(numbers[0]), axis.start(numbers[-1])]
    reach = axis.extent - 1
    low = min(0, -axis.pad_begin, *starts, *(s + reach for s in starts))
    high = max(0, axis.x - 1, axis.x + axis.pad_end - 1, *starts, *(s + reach for s in starts))
    if high - low < MOST_COLUMNS:
        return low, high, ""
    looked_at = axis.start(focus or 0)
    if looked_at + axis.extent - low > MOST_COLUMNS:
        low = max(low, looked_at - 2)
    last = min(high, low + MOST_COLUMNS - 1)
    return low, last, f"Drawn are positions {shown(low)} to {shown(last)}, where 0 is the first element of X."


def _window(
    axis: Line, number: int, first: int, last: int, gives: int | None, h: int | None, focus: int | None
) -> Window:
    """One window with its taps from position first to position last."""
    start = axis.start(number)
    low, high = sorted((start, start + axis.extent - 1))
    pointed_at = start + h * axis.dilation if h is not None and number == focus else None
    taps = tuple(
        Tap(0, p - first, axis.kind(p) is Ground.ELEMENT, selected=p == pointed_at)
        for p in _within(axis.taps(number), first, last)
    )
    note = _note(axis, number, gives)
    span = _span(low, high, first, last) if axis.extent >= 1 or axis.kernel else None
    return Window(f"window {shown(number)}", span, taps, note, highlighted=number == focus)


def _span(low: int, high: int, first: int, last: int) -> CellSpan | None:
    """The part of the positions from low to high that is drawn."""
    if high < first or low > last or high < low:
        return None
    return CellSpan(0, max(low, first) - first, 0, min(high, last) - first)


def _cut_off(axis: Line, first: int, last: int) -> Iterator[Window]:
    """The elements that a negative padding would cut off."""
    cuts = {"pad_begin": axis.pad_begin, "same_padding": axis.same_padding or 0, "pad_end": axis.pad_end}
    for name, cut in cuts.items():
        if cut < 0:
            low, high = (0, -cut - 1) if name == "pad_begin" else (axis.x + cut, axis.x - 1)
            span = _span(max(0, low), min(high, axis.x - 1), first, last)
            yield Window("cut off", span, (), f"{name} = {shown(cut)}", highlighted=True, struck=True)


def _sizes(values: Mapping[str, object]) -> str:
    """The values in a fixed order."""
    known = integers(values)
    names = [name for name in _PRINTED if name in known and not (name == "extent" and "kernel" in known)]
    return ", ".join(f"{name} = {shown(known[name])}" for name in names)


def _sentences(axis: Line, known: Mapping[str, int], gives: int | None, by: str) -> Iterator[str]:
    """What is to be seen, in words."""
    if axis.same_padding is not None and axis.same_padding < 0:
        need = axis.x + axis.same_padding
        yield f"The windows need {counted(need, 'position')}, and X has {counted(axis.x, 'element')}."
    if axis.fitting is None:
        return
    verb = "fits" if axis.fitting == 1 else "fit"
    if gives is not None:
        yield f"{by} gives {counted(gives, 'window')}, {shown(axis.fitting)} {verb}."
    elif "y_ceil" in known:
        yield f"Rounding up gives {counted(known['y_ceil'], 'window')}, {shown(axis.fitting)} {verb}."
