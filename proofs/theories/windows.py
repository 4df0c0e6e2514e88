"""The windows theory: when a window meets the input, decided without looking for the tap."""

from __future__ import annotations

from proofs.obligations import clause, suppose
from proofs.theories.shape import theorem
from spec.maxpool import MAXPOOL, meets_input
from spec.terms import Literal, Variable, and_, ite
from spec.vocabulary import dilation, h, kernel, m, pad_begin, stride, x, y

POSITION = m * stride + h * dilation - pad_begin
START = m * stride - pad_begin
SOURCE = MAXPOOL["windows.meet-input"].source
ABOUT = ("windows.meet-input",)

first_tap = ite(START >= 0, Literal(0), -(START // dilation))
FIRST_POSITION = START + first_tap * dilation

TAP = suppose("h is a tap", and_(0 <= h, h < kernel))
IN_RANGE = suppose("in range", and_(0 <= POSITION, POSITION < x))
WITHIN_EXTENT = and_(-(dilation * (kernel - 1)) <= START, START < x)
BETWEEN = and_(0 <= m * stride, m * stride <= (y - 1) * stride)
position = Variable("position")
OFFSET = and_(0 <= h * dilation, h * dilation <= dilation * (kernel - 1))

ONE_WINDOW = (
    theorem(
        "windows.tap-offset",
        "A tap lies between the first and the last tap of its window.",
        (*clause("dilations.positive"), TAP),
        OFFSET,
        about=ABOUT,
        source=SOURCE,
    ),
    theorem(
        "windows.tap-within-extent",
        "A window with an in-range tap starts at most its extent before X, and not behind X.",
        (IN_RANGE, suppose("windows.tap-offset", OFFSET)),
        WITHIN_EXTENT,
        about=ABOUT,
        source=SOURCE,
    ),
    theorem(
        "windows.tap-remainder",
        "All taps of a window leave the same remainder by the dilation as its start.",
        clause("dilations.positive"),
        (START % dilation).eq(POSITION % dilation),
        about=ABOUT,
        source=SOURCE,
    ),
    theorem(
        "windows.tap-meets-input",
        "A window with an in-range tap meets the input.",
        (
            *clause("dilations.positive"),
            suppose("an in-range tap", and_(0 <= position, position < x)),
            suppose("windows.tap-within-extent", WITHIN_EXTENT),
            suppose("windows.tap-remainder", (START % dilation).eq(position % dilation)),
        ),
        meets_input(m),
        about=ABOUT,
        source=SOURCE,
    ),
    theorem(
        "windows.meeting-input-has-tap",
        "A window that meets the input has an in-range tap: the first one at or after the start of X.",
        (*clause("kernel_shape.positive", "dilations.positive"), suppose("meets the input", meets_input(m))),
        and_(0 <= first_tap, first_tap < kernel, 0 <= FIRST_POSITION, FIRST_POSITION < x),
        about=ABOUT,
        source=SOURCE,
    ),
    theorem(
        "windows.between-offset",
        "A window starts between the first and the last.",
        (*clause("strides.positive"), suppose("m is a window", and_(0 <= m, m < y))),
        BETWEEN,
        about=ABOUT,
        source=SOURCE,
    ),
    theorem(
        "windows.between",
        "With dilation <= x, a window between two that meet the input meets it too: the first and the last are enough.",
        (
            *clause("dilations.positive"),
            suppose("windows.between-offset", BETWEEN),
            suppose("the first window meets the input", meets_input(Literal(0))),
            suppose("the last window meets the input", meets_input(y - 1)),
            suppose("dilation <= x", dilation <= x),
        ),
        meets_input(m),
        about=ABOUT,
        source=SOURCE,
    ),
)

OBLIGATIONS = ONE_WINDOW
