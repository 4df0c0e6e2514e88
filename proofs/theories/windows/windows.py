"""The windows theory: when a window meets the input, decided without looking for the tap.

The step to all windows of an axis, and of two, is in `proofs.theories.windows.windows_axis`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from proofs.assumptions.lemmas import lemma, suppose
from proofs.engine.statement import Statement
from proofs.engine.terms import Obligation
from proofs.theories.topic import MEET, Topic, on, rounded_down
from spec.language.fold import replace
from spec.language.terms import Literal, Sort, Symbol, Variable, and_, forall, ite
from spec.operator.operator import Operator
from spec.window.geometry import has_tap, meets_input, on_input, position_of, start_of
from spec.window.names import dilation, h, kernel, m, pad_begin, stride, x, y

POSITION = position_of(m, h)
START = start_of(m)

first_tap = ite(START >= 0, Literal(0), -(START // dilation))
FIRST_POSITION = position_of(m, first_tap)

A_WINDOW = suppose("m is a window", and_(0 <= m, m < y))
TAP = suppose("h is a tap", and_(0 <= h, h < kernel))
IN_RANGE = suppose("in range", on_input(m, h))
WITHIN_EXTENT = and_(-(dilation * (kernel - 1)) <= START, START < x)
BETWEEN = and_(0 <= m * stride, m * stride <= (y - 1) * stride)
position = Variable("position")
AN_IN_RANGE_TAP = suppose("an in-range tap", and_(0 <= position, position < x))
OFFSET = and_(0 <= h * dilation, h * dilation <= dilation * (kernel - 1))

# The composite needs of a tap only whether it is in range, and of a window only whether it passes the test.
in_range = Symbol("in_range", (Sort.INT,), Sort.BOOL)
passes, first = Variable("meets_input(m)", Sort.BOOL), Variable("first_tap")
IN_WORDS = {on_input(m, h): in_range(h), meets_input(m): passes}

FIRST, LAST = meets_input(Literal(0)), meets_input(y - 1)
BEGIN = pad_begin <= dilation * (kernel - 1)
END = (y - 1) * stride < x + pad_begin
DENSE = dilation <= x
NOT_ASTRIDE = (m * stride < pad_begin).implies(START % dilation < x)
"""If window m starts before X, its taps do not stand on both sides of X with none on it."""


def on_windows(operator: Operator) -> Topic:
    """Statements about windows that meet the input; where an operator asks for none, about those that are counted."""
    return on(MEET if MEET in operator else "Y.shape", operator=operator)


def of_taps(operator: Operator) -> tuple[Obligation, ...]:
    """When one window meets the input, tap by tap."""
    theorem, clause = on_windows(operator).theorem, partial(rounded_down, operator)
    offset = theorem(
        "windows.tap-offset",
        "A tap lies between the first and the last tap of its window.",
        OFFSET,
        *clause("dilations.positive"),
        TAP,
    )
    within_extent = theorem(
        "windows.tap-within-extent",
        "A window with an in-range tap starts at most its extent before X, and not behind X.",
        WITHIN_EXTENT,
        IN_RANGE,
        lemma(offset).standing_on(TAP.label).assume(),
    )
    remainder = theorem(
        "windows.tap-remainder",
        "All taps of a window leave the same remainder by the dilation as its start.",
        (START % dilation).eq(POSITION % dilation),
        *clause("dilations.positive"),
    )
    meets = theorem(
        "windows.tap-meets-input",
        "A window with an in-range tap passes the test that looks for none.",
        meets_input(m),
        *clause("dilations.positive"),
        AN_IN_RANGE_TAP,
        lemma(within_extent).named({POSITION: position}).standing_on(TAP.label).assume(),
        lemma(remainder).named({POSITION: position}).assume((START % dilation).eq(position % dilation)),
    )
    has = theorem(
        "windows.meeting-input-has-tap",
        "A window that passes the test has an in-range tap: the first one at or after the start of X.",
        and_(0 <= first_tap, first_tap < kernel, 0 <= FIRST_POSITION, FIRST_POSITION < x),
        *clause("kernel_shape.positive", "dilations.positive"),
        suppose("meets the input", meets_input(m)),
    )
    one = theorem(
        "windows.one-window",
        "A window has an in-range tap exactly if it passes the test that looks for none.",
        replace(has_tap(m).iff(meets_input(m)), IN_WORDS),
        lemma(meets)
        .given(AN_IN_RANGE_TAP.label)
        .each(h, 0, kernel)
        .named(IN_WORDS)
        .assume(forall(h, 0, kernel, in_range(h).implies(passes))),
        lemma(has)
        .given("meets the input")
        .named({first_tap: first}, IN_WORDS)
        .assume(passes.implies(and_(0 <= first, first < kernel, in_range(first)))),
    )
    return offset, within_extent, remainder, meets, has, one


def between_offset(operator: Operator) -> Obligation:
    """Where a window starts."""
    return on_windows(operator).theorem(
        "windows.between-offset",
        "A window starts between the first and the last.",
        BETWEEN,
        *rounded_down(operator, "strides.positive"),
        A_WINDOW,
    )


def one_window(operator: Operator) -> tuple[Obligation, ...]:
    """When one window meets the input."""
    return (
        *of_taps(operator),
        between_offset(operator),
        on_windows(operator).theorem(
            "windows.between",
            "With dilation <= x, a window between two that meet the input meets it too: "
            "the first and the last are enough.",
            meets_input(m),
            *rounded_down(operator, "dilations.positive"),
            lemma(between_offset(operator)).standing_on(A_WINDOW.label).assume(),
            suppose("the first window meets the input", FIRST),
            suppose("the last window meets the input", LAST),
            suppose("dilation <= x", DENSE),
        ),
    )


def towards_all(operator: Operator) -> tuple[Obligation, ...]:
    """What the step to all windows of an axis needs."""
    theorem, clause = on_windows(operator).theorem, partial(rounded_down, operator)
    return (
        theorem(
            "windows.first-reaches-input",
            "If the first window meets the input, the begin padding is shorter than the extent.",
            BEGIN,
            *clause("dilations.positive"),
            suppose("the first window meets the input", FIRST),
        ),
        theorem(
            "windows.last-starts-in-time",
            "If the last window meets the input, it starts before the end of X.",
            END,
            *clause("dilations.positive"),
            suppose("the last window meets the input", LAST),
        ),
        theorem(
            "windows.not-astride",
            "A window that meets the input does not stand astride it.",
            NOT_ASTRIDE,
            *clause("dilations.positive"),
            suppose("m meets the input", meets_input(m)),
        ),
        theorem(
            "windows.dense-not-astride",
            "With dilation <= x, no window stands astride the input.",
            NOT_ASTRIDE,
            *clause("dilations.positive"),
            suppose("dilation <= x", DENSE),
        ),
        theorem(
            "windows.reaching-and-not-astride",
            "If the first window reaches X and the last starts in time, each window not astride of X meets it.",
            meets_input(m),
            *clause("dilations.positive"),
            lemma(between_offset(operator)).standing_on(A_WINDOW.label).assume(),
            suppose("the first reaches X", BEGIN),
            suppose("the last starts in time", END),
            suppose("m is not astride", NOT_ASTRIDE),
        ),
    )


def by_name(operator: Operator) -> Mapping[str, Obligation]:
    """The theorems of this file, for those on all windows."""
    return {o.label.removeprefix("windows."): o for o in (*one_window(operator), *towards_all(operator))}


def obligations(operator: Operator) -> tuple[Statement, ...]:
    """The obligations of this file, in reading order, about an operator whose windows slide along its axes."""
    return (*one_window(operator), *towards_all(operator))
