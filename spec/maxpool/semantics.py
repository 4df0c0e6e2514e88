"""What Y and Indices are: the clauses over one output cell (b, c, m, n) and its window's taps (h, w)."""

from __future__ import annotations

from spec.examples.sources import ONNX, OPENVINO, SONNX
from spec.language.terms import TRUE, Term, Variable, and_, exists, forall, maximum, not_, or_
from spec.maxpool.vocabulary import (
    Indices,
    X,
    Y,
    b,
    c,
    dX,
    is_nan,
    is_zero,
    key,
    lowest,
    minus_infinity,
    n,
    v,
    v2,
    value,
    w,
    zero,
)
from spec.operator.clauses import ADDED, Alternative, Clause, Decision, Definition, Scope, Source
from spec.window.names import h, m
from spec.window.plane import KERNEL, abbreviations, column, in_range, row

__all__ = ["KERNEL", "column", "in_range", "row"]  # Of every window, and read here beside what is MaxPool's own.

h2, w2 = Variable("h2"), Variable("w2")


def flat(tap_h: Term, tap_w: Term) -> Term:
    """The flat row-major index of the element of X under a tap."""
    return ((b * dX[1] + c) * dX[2] + row(tap_h)) * dX[3] + column(tap_w)


def element(tap_h: Term, tap_w: Term) -> Term:
    """The element of X under a tap."""
    return X(b, c, row(tap_h), column(tap_w))


def element_at(index: Term) -> Term:
    """The element of X that a flat row-major index points at."""
    plane = index // (dX[2] * dX[3])
    return X(plane // dX[1], plane % dX[1], (index // dX[3]) % dX[2], index % dX[3])


def some_tap(property_: Term) -> Term:
    """Some in-range tap (h, w) of the window has a property."""
    return exists(h, 0, KERNEL[0], exists(w, 0, KERNEL[1], and_(in_range(h, w), property_)))


def every_tap(tap_h: Variable, tap_w: Variable, property_: Term) -> Term:
    """Every in-range tap of the window has a property."""
    inner = forall(tap_w, 0, KERNEL[1], in_range(tap_h, tap_w).implies(property_))
    return forall(tap_h, 0, KERNEL[0], inner)


def some_padding() -> Term:
    """Some tap of the window falls on padding."""
    return exists(h, 0, KERNEL[0], exists(w, 0, KERNEL[1], not_(in_range(h, w))))


def padded_with(padding: Term) -> Term:
    """What would stand in Y if padding held an element: the maximum of the window, its padding included."""
    is_held = or_(some_tap(SELECTED.eq(value(element(h, w)))), and_(some_padding(), SELECTED.eq(padding)))
    not_below = some_padding().implies(key(padding) <= key(SELECTED))
    return and_(is_held, not_below, every_tap(h, w, key(element(h, w)) <= key(SELECTED)))


SELECTED = Y(b, c, m, n)
INDEX = Indices(b, c, m, n)
BEFORE = or_(h2 < h, and_(h2.eq(h), w2 < w))
AFTER = or_(h2 > h, and_(h2.eq(h), w2 > w))
ERROR = key(SELECTED) - key(element_at(INDEX))
"""How far Y is from the element at Indices, for who allows a tolerance."""


def attaining(also: Term) -> Term:
    """Indices points at a tap (h, w) that attains the maximum, and of all others (h2, w2) that do something holds."""
    others = and_(key(element(h2, w2)) <= key(element(h, w)), key(element(h2, w2)).eq(key(element(h, w))).implies(also))
    return some_tap(and_(INDEX.eq(flat(h, w)), every_tap(h2, w2, others)))


def indexed(axis: int) -> Term:
    """Indices counts from an axis of X on: 0 counts over the whole tensor, 2 within one plane."""
    places: tuple[Term, ...] = (b, c, row(h), column(w))
    index = places[axis]
    for place, size in zip(places[axis + 1 :], dX[axis + 1 :], strict=True):
        index = index * size + place
    return some_tap(INDEX.eq(index))


CLAUSES: tuple[Clause, ...] = (
    Decision(
        label="NaN.as-minus-infinity",
        subject="X",
        title="NaN counts as -inf",
        statement="A NaN in `X` counts as -inf; selected, it is -inf in `Y`.",
        formula=and_(
            key(value(v)).eq(key(v)),
            is_nan(v).implies(value(v).eq(minus_infinity)),
            not_(is_nan(v)).implies(value(v).eq(v)),
        ),
        rationale="The draft's section on floating-point types says so; an all-NaN window has Y = -inf.",
        source=Source(SONNX, "definition of Y", 328),
        scope=Scope.CELL,
        section="FLOAT",
        alternatives=(
            Alternative("NaN is passed on to Y", "some runtimes", value(v).eq(v)),
            Alternative(
                "NaN is compared as it is, and a NaN that comes first stays",
                "naive loops",
                is_nan(v).implies(key(v).ne(key(minus_infinity))),
            ),
        ),
    ),
    Decision(
        label="zeros.equal",
        subject="X",
        title="Zeros are equal",
        statement="-0.0 and +0.0 are equal; the first of them is selected, with its own sign.",
        formula=and_(is_zero(v), is_zero(v2)).implies(key(v).eq(key(v2))),
        rationale="IEEE 754's comparison; its maximum of two zeros is not specified, and is not used.",
        source=ADDED,
        scope=Scope.CELL,
        section="FLOAT",
        alternatives=(
            Alternative(
                "+0.0 is greater than -0.0",
                "IEEE 754-2019 maximum",
                and_(is_zero(v), is_zero(v2), v.ne(v2)).implies(key(v).ne(key(v2))),
            ),
        ),
    ),
    Definition(
        label="Y.max",
        subject="Y",
        title="Definition of Y",
        statement="Each element of `Y` is not below any element of `X` that its window taps, and is one of them.",
        formula=and_(
            every_tap(h, w, key(element(h, w)) <= key(SELECTED)),
            some_tap(SELECTED.eq(value(element(h, w)))),
        ),
        rationale="The maximum of the window.",
        source=Source(SONNX, "definition of Y", 47),
        restated=(Source(SONNX, "definition of Y", 324), Source(SONNX, "definition of Y", 686)),
        scope=Scope.CELL,
    ),
    Decision(
        label="Y.max-over-input",
        subject="Y",
        title="Padding is no value",
        statement="Some in-range tap holds what stands in `Y`: padding is no value and is never selected.",
        formula=some_tap(SELECTED.eq(value(element(h, w)))),
        rationale="The same for reals, floats and integers; a padded minimum would look like data.",
        source=Source(ONNX, "summary", 62),
        restated=(Source(SONNX, "pads", 208),),
        scope=Scope.CELL,
        alternatives=(
            Alternative(
                "padding is -inf, or the type's minimum",
                "the draft, sections on float and int",
                or_(padded_with(minus_infinity), padded_with(lowest)),
            ),
            Alternative("padding is -inf", "OpenVINO-8", padded_with(minus_infinity)),
            Alternative("padding is 0", "loops over an input padded with zeros", padded_with(zero)),
        ),
    ),
    Decision(
        label="Indices.first-maximum",
        subject="Indices",
        title="Definition of Indices",
        statement="`Indices` points at the first in-range tap, in row-major order, that attains the maximum.",
        formula=some_tap(
            and_(
                INDEX.eq(flat(h, w)),
                every_tap(
                    h2,
                    w2,
                    and_(
                        key(element(h2, w2)) <= key(element(h, w)),
                        BEFORE.implies(key(element(h2, w2)) < key(element(h, w))),
                    ),
                ),
            )
        ),
        rationale="The draft's working note, and all its examples but one cell.",
        source=Source(SONNX, "working note", 55),
        restated=(Source(SONNX, "definition of Indices", 51),),
        scope=Scope.CELL,
        alternatives=(
            Alternative("any tap that attains the maximum", "ONNX, which is silent", attaining(TRUE)),
            Alternative("the last tap", "loops written with >=", attaining(not_(AFTER))),
        ),
    ),
    Decision(
        label="Indices.flat",
        subject="Indices",
        title="Flat index",
        statement="An index counts the elements of the whole tensor `X` in row-major order, padding not counted.",
        formula=some_tap(INDEX.eq(flat(h, w))),
        rationale="ONNX's range of the index; the draft's formula leaves batch and channel out.",
        source=Source(ONNX, "Indices", 119),
        restated=(Source(SONNX, "informal specification", 43),),
        scope=Scope.CELL,
        alternatives=(
            Alternative("an index into one plane", "the draft's formula; several runtimes", indexed(2)),
            Alternative(
                "from the axis that an attribute names", f"{OPENVINO}: axis", or_(*(indexed(axis) for axis in range(4)))
            ),
        ),
    ),
    Decision(
        label="Y.bits",
        subject="Y",
        title="Selected, not computed",
        statement="Outside the NaN rule, an element of `Y` is bit for bit the element of `X` at `Indices`.",
        formula=SELECTED.eq(value(element_at(INDEX))),
        rationale="MaxPool selects: no rounding, so floats need no tolerance.",
        source=ADDED,
        scope=Scope.CELL,
        alternatives=(
            Alternative(
                "equal up to rounding",
                "test suites with tolerances",
                (maximum(ERROR, -ERROR) * 1000) <= maximum(key(element_at(INDEX)), -key(element_at(INDEX))),
            ),
        ),
    ),
)


ABBREVIATIONS = abbreviations((h, w), (h2, w2))
