"""The windows theory, continued: all windows of an axis, and of both axes, meet the input.

What `proofs.theories.windows.windows` shows of one window, the composites assume of each, in symbols that stand for
whole formulas, so that a solver sees which windows are meant and no arithmetic.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace as changed
from functools import partial

from proofs.assumptions.assumption import Assumption, Basis
from proofs.assumptions.lemmas import lemma, suppose
from proofs.engine.statement import Statement
from proofs.engine.terms import Obligation
from proofs.theories.shape import legal
from proofs.theories.topic import MEET, Replays, Topic, rounded_down
from proofs.theories.windows.windows import (
    A_WINDOW,
    BEGIN,
    BETWEEN,
    DENSE,
    END,
    FIRST,
    LAST,
    NOT_ASTRIDE,
    by_name,
    on_windows,
)
from proofs.theories.windows.windows_bounded import enumerated
from proofs.theories.windows.windows_plane import two_axes
from spec.language.fold import replace
from spec.language.terms import Sort, Symbol, Term, Variable, and_, forall, not_, or_
from spec.operator.operator import Operator
from spec.window.geometry import (
    each_has_tap,
    each_meets_input,
    has_tap,
    meets_input,
    simple_condition,
    weakest_condition,
)
from spec.window.names import dilation, extent, kernel, m, pad_begin, pad_end, stride, x, y

EACH_HAS_TAP, CHECK = each_has_tap(), each_meets_input()
EACH_PASSES = forall(m, 0, y, meets_input(m))
FIRST_PASSES, LAST_PASSES = forall(m, 0, 1, meets_input(m)), forall(m, y - 1, y, meets_input(m))
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


def in_words(basis: Basis, statement: Term, words: Mapping[Term, Term] = IN_WORDS) -> Assumption:
    """What another obligation shows, in the symbols of the composites."""
    return basis.named(words).assume(replace(statement, words))


def of_each(theorem: Obligation, *given: str) -> Basis:
    """What an obligation shows of a window, of each."""
    return (lemma(theorem).given(*given) if given else lemma(theorem)).each(m, 0, y)


def each_window(operator: Operator) -> Assumption:
    """`windows.one-window`, of each."""
    return in_words(of_each(by_name(operator)["one-window"]), forall(m, 0, y, has_tap(m).iff(meets_input(m))))


def _in(operator: Operator, words: Mapping[Term, Term]) -> Topic:
    """Statements about windows in words, in which the clause stands where its words do."""
    return changed(on_windows(operator), words=(words,))


def weakest(operator: Operator) -> Obligation:
    """The condition that is no stronger than what it is for."""
    shown = by_name(operator)
    reaching = ("windows.between-offset", "the first reaches X", "the last starts in time", "m is not astride")
    return _in(operator, IN_WORDS).theorem(
        "windows.weakest-condition",
        "On an axis with windows, every window has an in-range tap exactly if the weakest condition holds.",
        replace(EACH_HAS_TAP.iff(weakest_condition()), IN_WORDS),
        *rounded_down(operator, "Y.positive"),
        each_window(operator),
        in_words(lemma(shown["first-reaches-input"]).given("the first window meets the input"), FIRST.implies(BEGIN)),
        in_words(lemma(shown["last-starts-in-time"]).given("the last window meets the input"), LAST.implies(END)),
        in_words(
            of_each(shown["not-astride"], "m meets the input"), forall(m, 0, y, meets_input(m).implies(NOT_ASTRIDE))
        ),
        in_words(of_each(shown["between-offset"]), forall(m, 0, y, BETWEEN)),
        in_words(
            of_each(shown["dense-not-astride"]).given("dilation <= x"), DENSE.implies(forall(m, 0, y, NOT_ASTRIDE))
        ),
        in_words(
            of_each(shown["reaching-and-not-astride"], *reaching),
            forall(m, 0, y, and_(BETWEEN, BEGIN, END, NOT_ASTRIDE).implies(meets_input(m))),
        ),
    )


def with_check(operator: Operator) -> tuple[Obligation, ...]:
    """What is said of all windows, and the form in which it is checked."""
    clause = partial(rounded_down, operator)
    have_taps = _in(operator, IN_WORDS).theorem(
        "windows.each-has-tap",
        "Every window has an in-range tap exactly if every window passes the test that looks for none.",
        replace(EACH_HAS_TAP.iff(EACH_PASSES), IN_WORDS),
        each_window(operator),
    )
    ends = on_windows(operator).theorem(
        "windows.ends-are-windows",
        "If there are windows, the first and the last are among them.",
        replace(EACH_PASSES.implies(and_(FIRST_PASSES, LAST_PASSES)), IN_WORDS),
        *clause("Y.positive"),
    )
    between = of_each(by_name(operator)["between"]).given(
        "dilation <= x", "the first window meets the input", "the last window meets the input"
    )
    # Purely logical: a solver's model of five truth values shows that each assumption is needed.
    check = _in(operator, ENDS).theorem(
        "windows.check-is-clause",
        "The cheap form in which the clause is checked says what the clause says.",
        replace(EACH_HAS_TAP.iff(CHECK), ENDS),
        in_words(lemma(have_taps), EACH_HAS_TAP.iff(EACH_PASSES), ENDS),
        in_words(lemma(ends).meant_by(IN_WORDS), EACH_PASSES.implies(and_(FIRST_PASSES, LAST_PASSES)), ENDS),
        in_words(between, and_(DENSE, FIRST_PASSES, LAST_PASSES).implies(EACH_PASSES), ENDS),
    )
    return have_taps, ends, check


def all_windows(operator: Operator) -> tuple[Obligation, ...]:
    """What holds of all windows of an axis."""
    theorem, clause = on_windows(operator).theorem, partial(rounded_down, operator)
    return (
        changed(weakest(operator), bounded=enumerated),
        *with_check(operator),
        theorem(
            "windows.simple-condition",
            "The condition for authors is enough for every window to meet the input.",
            weakest_condition(),
            *clause("dilations.positive", "strides.positive", "extent", "slack", "Y.shape"),
            suppose("the simple condition", simple_condition()),
        ),
        theorem(
            "windows.none-if-kernel-too-large",
            "A kernel larger than the padded input has no window.",
            y <= 0,
            *clause("strides.positive", "slack", "Y.shape"),
            suppose("too large", extent > x + pad_begin + pad_end),
        ),
        theorem(
            "windows.no-tap-without-elements",
            "On an axis of X without elements, no window has an in-range tap.",
            not_(has_tap(m)),
            suppose("x = 0", x.eq(0)),
        ),
    )


BELOW_KERNEL = suppose("pads < kernel_shape", and_(pad_begin < kernel, pad_end < kernel))
BELOW_EXTENT = suppose("pads < extent", and_(pad_begin < extent, pad_end < extent))
IS_DENSE = suppose("dilation <= x", DENSE)
NO_STRIDE = suppose("stride = 1", stride.eq(1))
NO_DILATION = suppose("dilation = 1", dilation.eq(1))


def not_sufficient(operator: Operator, replays: Replays, name: str, rule: Assumption) -> Obligation:
    """The claim, to be refuted, that a rule of thumb keeps each window on the input."""
    return on_windows(operator).refuted(
        f"windows.{name}.sufficient",
        f"With {rule.label}, each window has an in-range tap.",
        has_tap(m),
        *legal(operator),
        A_WINDOW,
        rule,
        replay=replays.empty_window,
    )


def not_necessary(operator: Operator, replays: Replays, name: str, rule: Assumption) -> Obligation:
    """The claim, to be refuted, that a rule of thumb holds wherever each window meets the input."""
    each = rounded_down(operator, MEET) if MEET in operator else (suppose("each window meets the input", EACH_HAS_TAP),)
    return on_windows(operator).refuted(
        f"windows.{name}.necessary",
        f"If each window has an in-range tap, then {rule.label}.",
        rule.term,
        *legal(operator),
        *each,
        replay=replays.explicit,
    )


SIZE = ("dilations.positive", "strides.positive", "extent", "slack", "Y.shape")
WEAKEST_HOLDS = suppose("the weakest condition", weakest_condition())


def rules_of_thumb(operator: Operator, replays: Replays) -> tuple[Obligation, ...]:
    """What is often said to be enough, or needed."""
    theorem, clause = on_windows(operator).theorem, partial(rounded_down, operator)
    return (
        *(claim(operator, replays, "pads-below-kernel", BELOW_KERNEL) for claim in (not_sufficient, not_necessary)),
        *(claim(operator, replays, "pads-below-extent", BELOW_EXTENT) for claim in (not_sufficient, not_necessary)),
        theorem(
            "windows.pads-below-kernel.sufficient-if-dense",
            "With dilation <= x, so without dilation, pads < kernel_shape is enough.",
            weakest_condition(),
            *clause("kernel_shape.positive"),
            *clause(*SIZE),
            BELOW_KERNEL,
            IS_DENSE,
        ),
        theorem(
            "windows.pads-below-kernel.exact",
            "Without dilation and with stride 1, pads < kernel_shape is the weakest condition.",
            BELOW_KERNEL.term.iff(weakest_condition()),
            *clause("X.spatial", "extent", "slack", "Y.shape"),
            NO_DILATION,
            NO_STRIDE,
        ),
        theorem(
            "windows.begin-pad-below-extent.necessary",
            "A begin padding below the extent is always necessary.",
            pad_begin < extent,
            *clause("dilations.positive", "extent"),
            WEAKEST_HOLDS,
        ),
        theorem(
            "windows.pads-below-extent.necessary-at-stride-1",
            "With stride 1, pads < extent is necessary.",
            BELOW_EXTENT.term,
            *clause("dilations.positive", "extent", "slack", "Y.shape"),
            NO_STRIDE,
            WEAKEST_HOLDS,
        ),
        theorem(
            "windows.pads-below-extent.exact",
            "With stride 1, and dilation <= x or no begin padding, pads < extent is the weakest condition.",
            BELOW_EXTENT.term.iff(weakest_condition()),
            *clause("dilations.positive", "extent", "slack", "Y.shape"),
            NO_STRIDE,
            suppose("dilation <= x or pad_begin = 0", or_(DENSE, pad_begin.eq(0))),
        ),
    )


def obligations(operator: Operator, replays: Replays) -> tuple[Statement, ...]:
    """The obligations of this file, in reading order, about an operator whose windows slide along its axes."""
    return (*all_windows(operator), *two_axes(operator), *rules_of_thumb(operator, replays))
