"""The windows theory, continued: all windows of an axis, and of both axes, meet the input.

What `proofs.theories.windows.windows` shows of one window, the composites assume of each, in symbols that stand for
whole formulas, so that a solver sees which windows are meant and no arithmetic.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace as changed

from proofs.engine.statement import Statement, Verdict
from proofs.engine.terms import Assumption, Obligation, suppose
from proofs.theories.hypotheses import clause
from proofs.theories.replay import empty_window, explicit
from proofs.theories.shape import LEGAL
from proofs.theories.windows.windows import (
    A_WINDOW,
    ABOUT,
    BEGIN,
    BETWEEN,
    DENSE,
    END,
    FIRST,
    LAST,
    NOT_ASTRIDE,
    SOURCE,
    axis_theorem,
)
from proofs.theories.windows.windows_bounded import enumerated
from spec.language.fold import replace, substitute
from spec.language.terms import Literal, Sort, Symbol, Term, Variable, and_, exists, forall, not_, or_
from spec.maxpool.operator import MAXPOOL
from spec.maxpool.vocabulary import n, w
from spec.window.geometry import has_tap, meets_input, simple_condition, weakest_condition
from spec.window.names import dilation, extent, h, kernel, m, pad_begin, pad_end, stride, x, y

EACH_HAS_TAP = MAXPOOL["windows.meet-input"].formula
EACH_PASSES = forall(m, 0, y, meets_input(m))
FIRST_PASSES, LAST_PASSES = forall(m, 0, 1, meets_input(m)), forall(m, y - 1, y, meets_input(m))
CHECK = MAXPOOL["windows.meet-input"].check
assert CHECK is not None
assert weakest_condition() == and_(BEGIN, END, or_(DENSE, forall(m, 0, y, NOT_ASTRIDE)))

_tapped, _meets, _between, _not_astride = (
    Symbol(name, (Sort.INT,), Sort.BOOL) for name in ("has_tap", "meets_input", "between", "not_astride")
)
IN_WORDS: dict[Term, Term] = {
    has_tap(m): _tapped(m),
    meets_input(m): _meets(m),
    FIRST: _meets(0),
    LAST: _meets(y - 1),
    BETWEEN: _between(m),
    NOT_ASTRIDE: _not_astride(m),
    BEGIN: Variable("first_reaches_x", Sort.BOOL),
    END: Variable("last_starts_in_time", Sort.BOOL),
    DENSE: Variable("dilation<=x", Sort.BOOL),
}


ENDS: dict[Term, Term] = {
    formula: Variable(name, Sort.BOOL)
    for formula, name in (
        (EACH_HAS_TAP, "each has a tap"),
        (EACH_PASSES, "each passes"),
        (FIRST_PASSES, "the first passes"),
        (LAST_PASSES, "the last passes"),
        (DENSE, "dilation<=x"),
    )
}


def in_words(label: str, statement: Term, words: Mapping[Term, Term] = IN_WORDS) -> Assumption:
    """What another obligation shows, in the symbols of the composites."""
    return suppose(label, replace(statement, words))


EACH_WINDOW = in_words("windows.one-window", forall(m, 0, y, has_tap(m).iff(meets_input(m))))


WEAKEST = axis_theorem(
    "windows.weakest-condition",
    "On an axis with windows, every window has an in-range tap exactly if the weakest condition holds.",
    (
        *clause("Y.positive"),
        EACH_WINDOW,
        in_words("windows.first-reaches-input", FIRST.implies(BEGIN)),
        in_words("windows.last-starts-in-time", LAST.implies(END)),
        in_words("windows.not-astride", forall(m, 0, y, meets_input(m).implies(NOT_ASTRIDE))),
        in_words("windows.between-offset", forall(m, 0, y, BETWEEN)),
        in_words("windows.dense-not-astride", DENSE.implies(forall(m, 0, y, NOT_ASTRIDE))),
        in_words(
            "windows.reaching-and-not-astride",
            forall(m, 0, y, and_(BETWEEN, BEGIN, END, NOT_ASTRIDE).implies(meets_input(m))),
        ),
    ),
    replace(EACH_HAS_TAP.iff(weakest_condition()), IN_WORDS),
)

ALL_WINDOWS = (
    changed(WEAKEST, bounded=enumerated),
    axis_theorem(
        "windows.each-has-tap",
        "Every window has an in-range tap exactly if every window passes the test that looks for none.",
        (EACH_WINDOW,),
        replace(EACH_HAS_TAP.iff(EACH_PASSES), IN_WORDS),
    ),
    axis_theorem(
        "windows.ends-are-windows",
        "If there are windows, the first and the last are among them.",
        clause("Y.positive"),
        replace(EACH_PASSES.implies(and_(FIRST_PASSES, LAST_PASSES)), IN_WORDS),
    ),
    # Purely logical: a solver's model of five truth values shows that each assumption is needed.
    axis_theorem(
        "windows.check-is-clause",
        "The cheap form in which the clause is checked says what the clause says.",
        (
            in_words("windows.each-has-tap", EACH_HAS_TAP.iff(EACH_PASSES), ENDS),
            in_words("windows.ends-are-windows", EACH_PASSES.implies(and_(FIRST_PASSES, LAST_PASSES)), ENDS),
            in_words("windows.between", and_(DENSE, FIRST_PASSES, LAST_PASSES).implies(EACH_PASSES), ENDS),
        ),
        replace(EACH_HAS_TAP.iff(CHECK), ENDS),
    ),
    axis_theorem(
        "windows.simple-condition",
        "The condition for authors is enough for every window to meet the input.",
        (
            *clause("dilations.positive", "strides.positive", "extent", "slack", "Y.shape"),
            suppose("the simple condition", simple_condition()),
        ),
        weakest_condition(),
    ),
    axis_theorem(
        "windows.none-if-kernel-too-large",
        "A kernel larger than the padded input has no window.",
        (*clause("strides.positive", "slack", "Y.shape"), suppose("too large", extent > x + pad_begin + pad_end)),
        y <= 0,
    ),
    axis_theorem(
        "windows.no-tap-without-elements",
        "On an axis of X without elements, no window has an in-range tap.",
        (suppose("x = 0", x.eq(0)),),
        not_(has_tap(m)),
    ),
)

_tap_in_row, _tap_in_column = (Symbol(name, (Sort.INT, Sort.INT), Sort.BOOL) for name in ("row_tap", "column_tap"))
_rows, _columns, _tall, _wide = (Variable(name) for name in ("dY_2", "dY_3", "kernel_shape[0]", "kernel_shape[1]"))
_ROW_MEETS = exists(h, 0, _tall, _tap_in_row(m, h))
_COLUMN_MEETS = exists(w, 0, _wide, _tap_in_column(n, w))
_CELL_MEETS = exists(h, 0, _tall, exists(w, 0, _wide, and_(_tap_in_row(m, h), _tap_in_column(n, w))))
EACH_IN_PLANE = and_(0 <= m, m < _rows, 0 <= n, n < _columns).implies(_CELL_MEETS)

TWO_AXES = (
    axis_theorem(
        "windows.cell-meets-by-axis",
        "A window in the plane has an in-range tap exactly if it has one on each axis.",
        (),
        _CELL_MEETS.iff(and_(_ROW_MEETS, _COLUMN_MEETS)),
    ),
    axis_theorem(
        "windows.plane-meets-on-axis-0",
        "If each window in the plane has an in-range tap, then each on axis 0 has, as its first in the plane shows.",
        (
            suppose("m is a window on axis 0", and_(0 <= m, m < _rows)),
            suppose("there is one on axis 1", _columns >= 1),
            suppose("window (m, 0) has a tap if it is one", substitute(EACH_IN_PLANE, {n: Literal(0)})),
        ),
        _ROW_MEETS,
    ),
    axis_theorem(
        "windows.plane-meets-on-axis-1",
        "If each window in the plane has an in-range tap, then each on axis 1 has, as its first in the plane shows.",
        (
            suppose("n is a window on axis 1", and_(0 <= n, n < _columns)),
            suppose("there is one on axis 0", _rows >= 1),
            suppose("window (0, n) has a tap if it is one", substitute(EACH_IN_PLANE, {m: Literal(0)})),
        ),
        _COLUMN_MEETS,
    ),
)

BELOW_KERNEL = suppose("pads < kernel_shape", and_(pad_begin < kernel, pad_end < kernel))
BELOW_EXTENT = suppose("pads < extent", and_(pad_begin < extent, pad_end < extent))
IS_DENSE = suppose("dilation <= x", DENSE)
NO_STRIDE = suppose("stride = 1", stride.eq(1))
NO_DILATION = suppose("dilation = 1", dilation.eq(1))


def not_sufficient(name: str, rule: Assumption) -> Obligation:
    """The claim, to be refuted, that a rule of thumb keeps each window on the input."""
    return Obligation(
        label=f"windows.{name}.sufficient",
        statement=f"With {rule.label}, each window has an in-range tap.",
        assumptions=(*LEGAL, A_WINDOW, rule),
        goal=has_tap(m),
        expected=Verdict.REFUTED,
        about=ABOUT,
        source=SOURCE,
        replay=empty_window,
    )


def not_necessary(name: str, rule: Assumption) -> Obligation:
    """The claim, to be refuted, that a rule of thumb holds wherever each window meets the input."""
    return Obligation(
        label=f"windows.{name}.necessary",
        statement=f"If each window has an in-range tap, then {rule.label}.",
        assumptions=(*LEGAL, *clause("windows.meet-input")),
        goal=rule.term,
        expected=Verdict.REFUTED,
        about=ABOUT,
        source=SOURCE,
        replay=explicit,
    )


SIZE = clause("dilations.positive", "strides.positive", "extent", "slack", "Y.shape")
WEAKEST_HOLDS = suppose("the weakest condition", weakest_condition())

RULES_OF_THUMB = (
    *(claim("pads-below-kernel", BELOW_KERNEL) for claim in (not_sufficient, not_necessary)),
    *(claim("pads-below-extent", BELOW_EXTENT) for claim in (not_sufficient, not_necessary)),
    axis_theorem(
        "windows.pads-below-kernel.sufficient-if-dense",
        "With dilation <= x, so without dilation, pads < kernel_shape is enough.",
        (*clause("kernel_shape.positive"), *SIZE, BELOW_KERNEL, IS_DENSE),
        weakest_condition(),
    ),
    axis_theorem(
        "windows.pads-below-kernel.exact",
        "Without dilation and with stride 1, pads < kernel_shape is the weakest condition.",
        (*clause("X.spatial", "extent", "slack", "Y.shape"), NO_DILATION, NO_STRIDE),
        BELOW_KERNEL.term.iff(weakest_condition()),
    ),
    axis_theorem(
        "windows.begin-pad-below-extent.necessary",
        "A begin padding below the extent is always necessary.",
        (*clause("dilations.positive", "extent"), WEAKEST_HOLDS),
        pad_begin < extent,
    ),
    axis_theorem(
        "windows.pads-below-extent.necessary-at-stride-1",
        "With stride 1, pads < extent is necessary.",
        (*clause("dilations.positive", "extent", "slack", "Y.shape"), NO_STRIDE, WEAKEST_HOLDS),
        BELOW_EXTENT.term,
    ),
    axis_theorem(
        "windows.pads-below-extent.exact",
        "With stride 1, and dilation <= x or no begin padding, pads < extent is the weakest condition.",
        (
            *clause("dilations.positive", "extent", "slack", "Y.shape"),
            NO_STRIDE,
            suppose("dilation <= x or pad_begin = 0", or_(DENSE, pad_begin.eq(0))),
        ),
        BELOW_EXTENT.term.iff(weakest_condition()),
    ),
)


def obligations() -> tuple[Statement, ...]:
    """The obligations of this file, in reading order."""
    return (*ALL_WINDOWS, *TWO_AXES, *RULES_OF_THUMB)
