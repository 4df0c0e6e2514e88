"""Classes of calls by what their attributes and sizes are, made from the clauses; and the axes that fall in each.

A class is a formula in the words of `spec.maxpool.vocabulary`; it names the clauses whose boundary or meaning it
tries. The axes are all of some small sizes, and some around the widths of vector registers; the clauses decide which
are legal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache, lru_cache
from itertools import product

from reference.onnx import SpatialAxis
from spec.language.terms import Term, and_, exists, forall, not_, or_
from spec.maxpool.operator import MAXPOOL
from spec.readings.value import Names, compiled
from spec.window.call import FLOOR_MODE
from spec.window.geometry import has_tap, start_of
from spec.window.names import dilation, extent, kernel, m, pad_begin, pad_end, stride, x, y

Pair = tuple[SpatialAxis, SpatialAxis]
ON_AXIS = MAXPOOL.on_axis(of=FLOOR_MODE)
DEFINING = ON_AXIS.defining()


@dataclass(frozen=True, slots=True, eq=False)
class Class:
    """A class of axes: its name, the clauses that it tries, and the formula that says which axes are in it."""

    name: str
    labels: tuple[str, ...]
    formula: Term


_first_tap_on_padding = exists(m, 0, y, and_(start_of(m) < 0, start_of(m) + dilation * (kernel - 1) >= 0))

CLASSES: tuple[Class, ...] = (
    Class("plain", ("Y.max", "Y.shape"), and_(pad_begin.eq(0), pad_end.eq(0), dilation.eq(1), stride.eq(1))),
    Class("size 1", ("X.spatial",), x.eq(1)),
    Class("kernel 1", ("kernel_shape.positive",), kernel.eq(1)),
    Class("kernel fills X", ("Y.positive",), and_(extent.eq(x), pad_begin.eq(0), pad_end.eq(0))),
    Class("kernel above X", ("Y.positive", "Y.max-over-input"), extent > x),
    Class("one window", ("Y.shape",), y.eq(1)),
    Class("remainder", ("Y.shape", "slack"), not_(((x + pad_begin + pad_end - extent) % stride).eq(0))),
    Class("stride above kernel", ("strides.positive",), stride > kernel),
    Class("stride above X", ("strides.positive",), stride > x),
    Class("dilated", ("dilations.positive", "extent"), and_(dilation > 1, kernel > 1)),
    Class("dilation above X", ("dilations.positive", "windows.meet-input"), and_(dilation > x, kernel > 1)),
    Class("pads", ("pads.non-negative", "Y.max-over-input"), and_(pad_begin > 0, pad_end > 0)),
    Class("pads uneven", ("pads.length",), not_(pad_begin.eq(pad_end))),
    Class("pads at kernel", ("windows.meet-input",), or_(pad_begin.eq(kernel), pad_end.eq(kernel))),
    Class("pads above kernel", ("windows.meet-input",), or_(pad_begin > kernel, pad_end > kernel)),
    Class("taps on both pads", ("Y.max-over-input",), and_(pad_begin > 0, extent > x + pad_begin)),
    Class("taps jump over X", ("Y.max-over-input",), and_(dilation > 1, _first_tap_on_padding)),
    Class("long", ("Indices.flat",), x > 6),
)

OUTSIDE: tuple[Class, ...] = (
    Class("kernel does not fit", ("Y.positive",), y < 1),
    Class(
        "window on padding alone",
        ("windows.meet-input",),
        and_(y >= 1, not_(forall(m, 0, y, has_tap(m)))),
    ),
)
"""Classes that no legal axis is in."""

Grid = Mapping[str, Sequence[int]]

SMALL: Grid = {"x": (1, 2, 3, 5), "kernel": (1, 2, 3), "dilation": (1, 2, 4), "stride": (1, 2, 4), "pads": range(5)}
LONG: Grid = {
    "x": (7, 8, 9, 16, 17, 33),
    "kernel": (2, 3, 5, 8),
    "dilation": (1, 2),
    "stride": (1, 2, 3),
    "pads": (0, 1, 3),
}


@dataclass(frozen=True, slots=True)
class Axes:
    """The axes of each class, by its name: the legal ones, those of them that most runtimes take, those not legal.

    Most runtimes take pads that are alike at both ends and at most half of the kernel. Where a class has none such,
    `even` has all of it.
    """

    legal: Mapping[str, tuple[SpatialAxis, ...]]
    even: Mapping[str, tuple[SpatialAxis, ...]]
    outside: Mapping[str, tuple[SpatialAxis, ...]]


@cache
def axes() -> Axes:
    """All axes of the sizes above, sorted into classes."""
    found = {defined(SpatialAxis(*sizes)): None for grid in (SMALL, LONG) for sizes in _sizes(grid)}
    legal = {axis: is_legal(axis) for axis in found}
    by_class = {c.name: tuple(a for a in found if legal[a] and c in classes_on(a)) for c in CLASSES}
    even = {name: tuple(a for a in group if _is_even(a)) or group for name, group in by_class.items()}
    outside = {c.name: tuple(a for a in found if not legal[a] and c in classes_on(a)) for c in OUTSIDE}
    return Axes(by_class, even, outside)


def _is_even(axis: SpatialAxis) -> bool:
    return axis.pad_begin == axis.pad_end <= axis.kernel // 2


def _sizes(grid: Grid) -> product[tuple[int, ...]]:
    return product(grid["x"], grid["kernel"], grid["dilation"], grid["stride"], grid["pads"], grid["pads"])


def _environment(axis: SpatialAxis) -> dict[str, int]:
    """An axis' sizes and what the clauses define by them."""
    return DEFINING.check({name: size for name, size in asdict(axis).items() if name != y.name})


def defined(axis: SpatialAxis) -> SpatialAxis:
    """An axis with the output size that the clause `Y.shape` gives."""
    return replace(axis, y=_environment(axis)[y.name])


def is_legal(axis: SpatialAxis) -> bool:
    """No clause on an axis is broken."""
    return ON_AXIS.violated(asdict(axis)) is None


@lru_cache(maxsize=8192)
def classes_on(axis: SpatialAxis) -> frozenset[Class]:
    """The classes that an axis is in."""
    names = Names(_environment(axis))
    return frozenset(c for c in (*CLASSES, *OUTSIDE) if compiled(c.formula)(names))


def classes_of(pair: Pair) -> tuple[Class, ...]:
    """The classes that one of two axes is in."""
    found = classes_on(pair[0]) | classes_on(pair[1])
    return tuple(c for c in (*CLASSES, *OUTSIDE) if c in found)
