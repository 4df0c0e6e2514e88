"""The windows theory: when a window meets the input, decided without looking for the tap.

The step to all windows of an axis, and of two, is in `proofs.theories.windows.windows_axis`.
"""

from __future__ import annotations

from proofs.engine.statement import Statement
from proofs.engine.terms import Assumption, Obligation, suppose
from proofs.theories.hypotheses import clause
from proofs.theories.shape import theorem
from spec.language.fold import replace
from spec.language.terms import Literal, Sort, Symbol, Term, Variable, and_, forall, ite
from spec.maxpool.operator import MAXPOOL
from spec.window.geometry import has_tap, meets_input
from spec.window.names import dilation, h, kernel, m, pad_begin, stride, x, y

POSITION = m * stride + h * dilation - pad_begin
START = m * stride - pad_begin
SOURCE = MAXPOOL["windows.meet-input"].source
ABOUT = ("windows.meet-input",)

first_tap = ite(START >= 0, Literal(0), -(START // dilation))
FIRST_POSITION = START + first_tap * dilation

A_WINDOW = suppose("m is a window", and_(0 <= m, m < y))
TAP = suppose("h is a tap", and_(0 <= h, h < kernel))
IN_RANGE = suppose("in range", and_(0 <= POSITION, POSITION < x))
WITHIN_EXTENT = and_(-(dilation * (kernel - 1)) <= START, START < x)
BETWEEN = and_(0 <= m * stride, m * stride <= (y - 1) * stride)
position = Variable("position")
OFFSET = and_(0 <= h * dilation, h * dilation <= dilation * (kernel - 1))

# The composite needs of a tap only whether it is in range, and of a window only whether it passes the test.
in_range = Symbol("in_range", (Sort.INT,), Sort.BOOL)
passes, first = Variable("meets_input(m)", Sort.BOOL), Variable("first_tap")
IN_WORDS = {and_(0 <= POSITION, POSITION < x): in_range(h), meets_input(m): passes}

FIRST, LAST = meets_input(Literal(0)), meets_input(y - 1)
BEGIN = pad_begin <= dilation * (kernel - 1)
END = (y - 1) * stride < x + pad_begin
DENSE = dilation <= x
NOT_ASTRIDE = (m * stride < pad_begin).implies(START % dilation < x)
"""If window m starts before X, its taps do not stand on both sides of X with none on it."""


def axis_theorem(label: str, statement: str, assumptions: tuple[Assumption, ...], goal: Term) -> Obligation:
    """A theorem about the windows on one axis."""
    return theorem(label, statement, assumptions, goal, about=ABOUT, source=SOURCE)


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
        "A window with an in-range tap passes the test that looks for none.",
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
        "A window that passes the test has an in-range tap: the first one at or after the start of X.",
        (*clause("kernel_shape.positive", "dilations.positive"), suppose("meets the input", meets_input(m))),
        and_(0 <= first_tap, first_tap < kernel, 0 <= FIRST_POSITION, FIRST_POSITION < x),
        about=ABOUT,
        source=SOURCE,
    ),
    theorem(
        "windows.one-window",
        "A window has an in-range tap exactly if it passes the test that looks for none.",
        (
            suppose("windows.tap-meets-input", forall(h, 0, kernel, in_range(h).implies(passes))),
            suppose(
                "windows.meeting-input-has-tap",
                passes.implies(and_(0 <= first, first < kernel, in_range(first))),
            ),
        ),
        replace(has_tap(m).iff(meets_input(m)), IN_WORDS),
        about=ABOUT,
        source=SOURCE,
    ),
    theorem(
        "windows.between-offset",
        "A window starts between the first and the last.",
        (*clause("strides.positive"), A_WINDOW),
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
            suppose("the first window meets the input", FIRST),
            suppose("the last window meets the input", LAST),
            suppose("dilation <= x", DENSE),
        ),
        meets_input(m),
        about=ABOUT,
        source=SOURCE,
    ),
)

TOWARDS_ALL = (
    axis_theorem(
        "windows.first-reaches-input",
        "If the first window meets the input, the begin padding is shorter than the extent.",
        (*clause("dilations.positive"), suppose("the first window meets the input", FIRST)),
        BEGIN,
    ),
    axis_theorem(
        "windows.last-starts-in-time",
        "If the last window meets the input, it starts before the end of X.",
        (*clause("dilations.positive"), suppose("the last window meets the input", LAST)),
        END,
    ),
    axis_theorem(
        "windows.not-astride",
        "A window that meets the input does not stand astride it.",
        (*clause("dilations.positive"), suppose("m meets the input", meets_input(m))),
        NOT_ASTRIDE,
    ),
    axis_theorem(
        "windows.dense-not-astride",
        "With dilation <= x, no window stands astride the input.",
        (*clause("dilations.positive"), suppose("dilation <= x", DENSE)),
        NOT_ASTRIDE,
    ),
    axis_theorem(
        "windows.reaching-and-not-astride",
        "If the first window reaches X and the last starts in time, each window not astride of X meets it.",
        (
            *clause("dilations.positive"),
            suppose("windows.between-offset", BETWEEN),
            suppose("the first reaches X", BEGIN),
            suppose("the last starts in time", END),
            suppose("m is not astride", NOT_ASTRIDE),
        ),
        meets_input(m),
    ),
)


def obligations() -> tuple[Statement, ...]:
    """The obligations of this file, in reading order."""
    return (*ONE_WINDOW, *TOWARDS_ALL)
