"""MaxPool's classes: of one axis, of the call as a whole, and of the elements in a window.

An axis's classes are of each of the two axes: no clause speaks of both, so that each is solved alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from spec.language.terms import TRUE, Sort, Term, Variable, and_, exists, not_, or_
from spec.maxpool.classes.bounds import BREAKS, BoundaryClass, Side, classes_of, divided, related
from spec.maxpool.family import FLOAT_TYPES
from spec.maxpool.operator import MAXPOOL, TYPES
from spec.maxpool.semantics import SELECTED, element, every_tap, h2, in_range, some_padding, some_tap, w2
from spec.maxpool.vocabulary import dtype, dX, is_nan, is_zero, key, lowest, minus_infinity, w, zero
from spec.operator.clauses import Definition
from spec.operator.names import one_of
from spec.operator.types import integers
from spec.window.call import FLOOR_MODE
from spec.window.geometry import on_input, weakest_condition
from spec.window.names import dilation, extent, h, kernel, m, pad_begin, pad_end, stride, x, y

MEET_INPUT = "windows.meet-input"
RELATED = (
    ("strides.positive", stride, kernel),
    ("pads.length", pad_begin, pad_end),
    ("extent", extent, x),
    (MEET_INPUT, stride, pad_begin),
    (MEET_INPUT, dilation, pad_begin),
    (MEET_INPUT, stride, pad_end),
    (MEET_INPUT, dilation, pad_end),
)
"""Quantities of an axis that mean something beside each other: a kernel above the input; below a padding, a stride with
which another window too reaches into it, a dilation with which another tap does.
"""


def _of_axis() -> tuple[BoundaryClass, ...]:
    """From every clause on an axis its bounds, its divisions; of `windows.meet-input` the weakest condition's."""
    found: list[BoundaryClass] = []
    for clause in MAXPOOL.on_axis(of=FLOOR_MODE).clauses:
        if isinstance(clause, Definition):
            found += divided(clause)
        else:
            found += classes_of(clause, weakest_condition() if clause.label == MEET_INPUT else None)
    return tuple(found) + tuple(c for label, *pair in RELATED for c in related(MAXPOOL[label], *pair))


def _of_call() -> tuple[BoundaryClass, ...]:
    """Batches, channels and element types, from the clauses on them; and one against the other."""
    found = classes_of(MAXPOOL["X.batch-and-channels"])
    return (*found, *related(MAXPOOL["Indices.flat"], dX[0], dX[1]), *classes_of(MAXPOOL["X.types"]))


AXIS_CLASSES: tuple[BoundaryClass, ...] = tuple(c for c in _of_axis() if c.side not in BREAKS)
CALL_CLASSES: tuple[BoundaryClass, ...] = tuple(c for c in _of_call() if c.side not in BREAKS)
BROKEN_ON_AXIS: tuple[BoundaryClass, ...] = tuple(c for c in _of_axis() if c.side in BREAKS)


# --- elements

greatest = Variable("greatest", Sort.ELEMENT)
"""The greatest number of the type that is finite."""
least_above_zero = Variable("least_above_zero", Sort.ELEMENT)
infinity = Variable("infinity", Sort.ELEMENT)
least_NaN = Variable("least_NaN", Sort.ELEMENT)
"""The least number of the type above zero: of a float, a subnormal one."""

_FLOATS = or_(*(dtype("X").eq(name) for name in FLOAT_TYPES))
_SIGNED = not_(one_of(dtype("X"), tuple(of.name for of in integers(TYPES) if not of.signed)))
_HOLDS_ELEMENTS = and_(dX[0] >= 1, dX[1] >= 1)


def _two_taps() -> Term:
    """Some window on the axis has two neighbouring taps in range."""
    return exists(m, 0, y, exists(h, 0, kernel - 1, and_(on_input(m, h), on_input(m, h + 1))))


def _tap_on_padding() -> Term:
    """Some tap of a window on the axis falls on padding."""
    return exists(m, 0, y, exists(h, 0, kernel, not_(on_input(m, h))))


AXIS_NEEDS: Mapping[str, Term] = {"two taps in a window": _two_taps(), "a tap on padding": _tap_on_padding()}
"""What classes of elements need of an axis, by name."""
TWO_TAPS, TAP_ON_PADDING = AXIS_NEEDS


@dataclass(frozen=True, slots=True)
class ElementClass:
    """A class of the elements in some window: its formula over the cell; what it needs of each axis, by name, and of
    the call.
    """

    of: BoundaryClass
    rows: str = ""
    columns: str = ""
    call: Term = TRUE


def _attains(tap_h: Variable, tap_w: Variable) -> Term:
    return key(element(tap_h, tap_w)).eq(key(SELECTED))


def _two(first: Term, second: Term, apart: Term) -> Term:
    """Two in-range taps of the window, (h, w) before (h2, w2), have a property each."""
    other = exists(h2, 0, _KERNEL[0], exists(w2, 0, _KERNEL[1], and_(apart, in_range(h2, w2), second)))
    return some_tap(and_(first, other))


_KERNEL = (Variable("kernel_shape[0]"), Variable("kernel_shape[1]"))
_IN_A_ROW, _IN_A_COLUMN = and_(h2.eq(h), w < w2), and_(w2.eq(w), h < h2)
_ACROSS = and_(h < h2, w > w2)
_ONE, _OTHER = element(h, w), element(h2, w2)
_FIRST = every_tap(v_h := Variable("h3"), v_w := Variable("w3"), or_(v_h > h, and_(v_h.eq(h), v_w >= w)))
_BOTH_ATTAIN = _attains(h, w), _attains(h2, w2)


def _elements(
    name: str, clause: str, formula: Term, call: Term = TRUE, *, rows: str = "", columns: str = ""
) -> ElementClass:
    made = BoundaryClass(name, "elements", clause, Side.ELEMENTS, formula)
    return ElementClass(made, call=and_(_HOLDS_ELEMENTS, call), rows=rows, columns=columns)


_FIRST_WINS = "Indices.first-maximum"
_NAN = "NaN.as-minus-infinity"
_minus_inf = _OTHER.eq(minus_infinity)

ELEMENT_CLASSES: tuple[ElementClass, ...] = (
    _elements("tie in a row", _FIRST_WINS, _two(*_BOTH_ATTAIN, _IN_A_ROW), columns=TWO_TAPS),
    _elements("tie in a column", _FIRST_WINS, _two(*_BOTH_ATTAIN, _IN_A_COLUMN), rows=TWO_TAPS),
    _elements(
        "tie across rows and columns",
        _FIRST_WINS,
        _two(
            and_(
                _attains(h, w),
                every_tap(
                    v_h, v_w, key(element(v_h, v_w)).eq(key(SELECTED)).implies(or_(and_(v_h.eq(h), v_w.eq(w)), v_h > h))
                ),
            ),
            _attains(h2, w2),
            _ACROSS,
        ),
        rows=TWO_TAPS,
        columns=TWO_TAPS,
    ),
    _elements(
        "NaN first",
        _NAN,
        _two(and_(_FIRST, is_nan(_ONE)), key(_OTHER) > key(minus_infinity), _IN_A_ROW),
        _FLOATS,
        columns=TWO_TAPS,
    ),
    _elements(
        "NaN later", _NAN, _two(key(_ONE) > key(minus_infinity), is_nan(_OTHER), _IN_A_COLUMN), _FLOATS, rows=TWO_TAPS
    ),
    _elements(
        "NaN before -inf",
        _NAN,
        and_(SELECTED.eq(minus_infinity), _two(and_(_FIRST, is_nan(_ONE)), _minus_inf, _IN_A_ROW)),
        _FLOATS,
        columns=TWO_TAPS,
    ),
    _elements(
        "-inf before NaN",
        _NAN,
        and_(SELECTED.eq(minus_infinity), _two(and_(_FIRST, _ONE.eq(minus_infinity)), is_nan(_OTHER), _IN_A_ROW)),
        _FLOATS,
        columns=TWO_TAPS,
    ),
    _elements(
        "the least NaN first",
        _NAN,
        _two(and_(_FIRST, _ONE.eq(least_NaN)), key(_OTHER) > key(minus_infinity), _IN_A_ROW),
        _FLOATS,
        columns=TWO_TAPS,
    ),
    _elements("all NaN", _NAN, every_tap(h, w, is_nan(_ONE)), _FLOATS),
    _elements("all -inf", "Y.max-over-input", every_tap(h, w, _ONE.eq(minus_infinity)), _FLOATS),
    _elements(
        "-0 before +0",
        "zeros.equal",
        and_(is_zero(SELECTED), _two(and_(_ONE.ne(zero), is_zero(_ONE)), _OTHER.eq(zero), _IN_A_ROW)),
        _FLOATS,
        columns=TWO_TAPS,
    ),
    _elements(
        "+0 before -0",
        "zeros.equal",
        and_(is_zero(SELECTED), _two(_ONE.eq(zero), and_(_OTHER.ne(zero), is_zero(_OTHER)), _IN_A_ROW)),
        _FLOATS,
        columns=TWO_TAPS,
    ),
    _elements("Y is the lowest", "Y.max-over-input", SELECTED.eq(lowest)),
    _elements("Y is the greatest", "Y.bits", SELECTED.eq(greatest)),
    _elements(
        "greatest beside lowest", "Y.max", and_(SELECTED.eq(greatest), some_tap(_ONE.eq(lowest))), columns=TWO_TAPS
    ),
    _elements("Y is +inf", "Y.bits", SELECTED.eq(infinity), _FLOATS),
    _elements("Y is subnormal", "Y.bits", SELECTED.eq(least_above_zero), _FLOATS),
    _elements(
        "+0 before a subnormal",
        "Y.max",
        and_(SELECTED.eq(least_above_zero), _two(and_(_FIRST, _ONE.eq(zero)), _OTHER.eq(least_above_zero), _IN_A_ROW)),
        _FLOATS,
        columns=TWO_TAPS,
    ),
    _elements(
        "Y below 0 beside padding",
        "Y.max-over-input",
        and_(key(SELECTED) < key(zero), some_padding()),
        _SIGNED,
        columns=TAP_ON_PADDING,
    ),
    _elements(
        "Y is 0 among negatives",
        "Y.max",
        and_(SELECTED.eq(zero), some_tap(key(_ONE) < key(zero))),
        _SIGNED,
        rows=TWO_TAPS,
    ),
)
