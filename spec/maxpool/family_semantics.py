"""What MaxPool's relatives compute in one cell, with the attributes that the profile fixes still in it.

Formulas are per axis in the words of `spec.maxpool.vocabulary`, and in `begin`: the padding before X that a tap's
position is counted from, which is `pads` or what `auto_pad` computes. `on_axes` gives them the documents' symbols.
What a document leaves open is left open: none of them says which of several greatest elements is selected.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from spec.examples.sources import ONNX, OPENVINO
from spec.language.fold import substitute
from spec.language.terms import Sort, Term, Variable, and_, exists, forall, ite, term
from spec.maxpool.family import (
    OPENVINO_CEIL,
    OPENVINO_FLOOR,
    OPENVINO_SAME,
    OPENVINO_VALID,
    SAME_22_CEIL,
    VALID_22_CEIL,
    OperatorVersion,
)
from spec.maxpool.semantics import INDEX, SELECTED, h2, w2
from spec.maxpool.vocabulary import (
    AXES,
    X,
    auto_pad,
    axis_names,
    b,
    c,
    ceil_mode,
    dX,
    entry,
    given,
    key,
    n,
    storage_order,
    value,
    w,
)
from spec.operator.claims import Claim
from spec.operator.clauses import Source
from spec.window.claims import same_padding
from spec.window.names import dilation, h, m, pad_begin, pad_end, stride

begin, end = Variable("begin"), Variable("end")
index, bound, plane, row, column = (Variable(name) for name in ("index", "bound", "plane", "row", "column"))


def axes_of_parent(spatial_axes: int) -> tuple[Mapping[Variable, Term], ...]:
    """The documents' symbols on each spatial axis, and those of its padding."""
    return tuple(
        {
            **axis_names(i, spatial_axes),
            begin: Variable(f"begin_{i}"),
            same_padding: Variable(f"same_padding_{i}"),
        }
        for i in range(spatial_axes)
    )


AXES_OF_PARENT = axes_of_parent(len(AXES))


def on_axes(formula: Term) -> Term:
    """A per-axis formula, on both spatial axes in the documents' symbols."""
    return and_(*(substitute(formula, axis) for axis in AXES_OF_PARENT))


# --- padding and sizes -----------------------------------------------------------------------------------------------

ONNX_PADS = ("NOTSET", "VALID", "SAME_UPPER")
OPENVINO_PADS = ("explicit", "valid", "same_upper")
openvino_pad = Variable("openvino.auto_pad", Sort.NAME)
rounding_type, index_element_type = (Variable(name, Sort.NAME) for name in ("rounding_type", "index_element_type"))
openvino_axis = Variable("axis")


def by_auto_pad(attribute: Variable, names: tuple[str, str, str], explicit: Term, none: Term, *same: Term) -> Term:
    """What explicit padding, no padding and the two ways to pad to the same size give."""
    upper, lower = same
    otherwise = ite(attribute.eq(names[2]), upper, lower)
    return ite(attribute.eq(names[0]), explicit, ite(attribute.eq(names[1]), none, otherwise))


_smaller, _larger = same_padding // 2, same_padding - same_padding // 2
_OTHERS = tuple(Source(ONNX, f"MaxPool-{v} auto_pad", line) for v, line in ((11, 773), (10, 904), (8, 1025), (1, 1143)))

BEGIN = Claim(
    "onnx.auto_pad.begin",
    begin.eq(by_auto_pad(auto_pad, ONNX_PADS, pad_begin, term(0), _smaller, _larger)),
    Source(ONNX, "auto_pad", 66),
    _OTHERS,
)
END = Claim(
    "onnx.auto_pad.end",
    end.eq(by_auto_pad(auto_pad, ONNX_PADS, pad_end, term(0), _larger, _smaller)),
    Source(ONNX, "auto_pad", 66),
    _OTHERS,
)
# The page says of same_upper and same_lower where the extra padding goes, and not how the padding is divided.
OPENVINO_BEGIN = Claim(
    "openvino.8.begin",
    begin.eq(by_auto_pad(openvino_pad, OPENVINO_PADS, pad_begin, term(0), _smaller, _larger)),
    Source(OPENVINO, "auto_pad", 1, 3071),
)


def size(version: OperatorVersion) -> Term:
    """The output size that a version of ONNX gives, by its auto_pad and, where it has one, its ceil_mode."""
    explicit, none, same = version.floor.term, version.valid.term, version.same.term
    if version.ceil is not None:
        explicit = ite(ceil_mode.eq(1), (version.drops_windows or version.ceil).term, explicit)
    if version.number == 22:
        none = ite(ceil_mode.eq(1), VALID_22_CEIL.term, none)
        same = ite(ceil_mode.eq(1), SAME_22_CEIL.term, same)
    return by_auto_pad(auto_pad, ONNX_PADS, explicit, none, same, same)


def openvino_size() -> Term:
    """The output size that OpenVINO-8 gives, by its auto_pad and rounding_type."""
    explicit = ite(rounding_type.eq("ceil"), OPENVINO_CEIL.term, OPENVINO_FLOOR.term)
    same = OPENVINO_SAME.term
    return by_auto_pad(openvino_pad, OPENVINO_PADS, explicit, OPENVINO_VALID.term, same, same)


def set_or_default(version: OperatorVersion) -> Mapping[Variable, Term]:
    """Each attribute's value in a version: what the call sets, or the default, for 2 spatial axes."""
    values: dict[Variable, Term] = {}
    for name, default in version.attributes.items():
        if default is None:
            entries, otherwise = (4, 0) if name == "pads" else (2, 1)
            values |= {entry(name, i): ite(given(name), entry(name, i), otherwise) for i in range(entries)}
        else:
            assert isinstance(default, int | str)
            attribute = Variable(name, Sort.NAME if isinstance(default, str) else Sort.INT)
            values[attribute] = ite(given(name), attribute, term(default))
    return values


# --- one cell --------------------------------------------------------------------------------------------------------


def position(tap: Term, dilation: Term) -> Term:
    """Where a tap of window m falls on an axis of X."""
    return m * stride + tap * dilation - begin


def dilation_of(version: OperatorVersion) -> Term:
    """The dilation of a version: before version 10 the taps are neighbours."""
    return dilation if "dilations" in version.attributes else term(1)


ORDER = Claim(
    "onnx.Indices.order",
    index.eq(
        ite(
            storage_order.eq(1),
            (plane * dX[3] + column) * dX[2] + row,
            (plane * dX[2] + row) * dX[3] + column,
        )
    ),
    Source(ONNX, "storage_order", 92),
    (Source(ONNX, "Indices", 119),),
)
"""The flat index of an element; `plane` counts the channels of all batches. Column-major is within a plane."""

OPENVINO_BOUND = Claim(
    "openvino.8.axis",
    bound.eq(
        ite(
            (openvino_axis % 4).eq(0),
            dX[0] * dX[1] * dX[2] * dX[3],
            ite(
                (openvino_axis % 4).eq(1),
                dX[1] * dX[2] * dX[3],
                ite((openvino_axis % 4).eq(2), dX[2] * dX[3], dX[3]),
            ),
        )
    ),
    Source(OPENVINO, "axis", 1, 3797),
)
"""What an index stays below: the row-major index is taken modulo this. A negative axis counts from the end."""


@dataclass(frozen=True, slots=True)
class RelativeCell:
    """How an operator's cell reads X: the place and the index of a tap, the element there, and the cell's outputs."""

    row: Callable[[Term], Term]
    column: Callable[[Term], Term]
    element: Callable[[Term, Term], Term]
    flat: Callable[[Term, Term], Term]
    Y: Term = SELECTED
    Indices: Term = INDEX

    def in_range(self, tap_h: Term, tap_w: Term) -> Term:
        """The tap falls on an element of X."""
        i, j = self.row(tap_h), self.column(tap_w)
        return and_(0 <= i, i < dX[2], 0 <= j, j < dX[3])

    def rank(self, tap_h: Term, tap_w: Term) -> Term:
        """The rank of the element under a tap."""
        return key(self.element(tap_h, tap_w))

    def some(self, property_: Term) -> Term:
        """Some in-range tap (h, w) has a property."""
        return exists(h, 0, KERNEL[0], exists(w, 0, KERNEL[1], and_(self.in_range(h, w), property_)))

    def every(self, tap_h: Variable, tap_w: Variable, property_: Term) -> Term:
        """Every in-range tap has a property."""
        inner = forall(tap_w, 0, KERNEL[1], self.in_range(tap_h, tap_w).implies(property_))
        return forall(tap_h, 0, KERNEL[0], inner)

    def is_maximum(self) -> Term:
        """Y is the greatest element under an in-range tap."""
        return and_(
            self.every(h, w, self.rank(h, w) <= key(self.Y)),
            self.some(self.Y.eq(value(self.element(h, w)))),
        )

    def is_some_maximum(self) -> Term:
        """Indices points at an in-range tap that attains the maximum: at which one, no document says."""
        return self.some(
            and_(self.Indices.eq(self.flat(h, w)), self.every(h2, w2, self.rank(h2, w2) <= self.rank(h, w)))
        )


KERNEL = (entry("kernel_shape", 0), entry("kernel_shape", 1))
PLANE = b * dX[1] + c


def onnx_cell(version: OperatorVersion) -> RelativeCell:
    """The cell (b, c, m, n) of a version of ONNX."""
    return _cell(dilation_of(version), ORDER.term)


def openvino_cell() -> RelativeCell:
    """The cell (b, c, m, n) of OpenVINO-8."""
    return _cell(dilation, ((plane * dX[2] + row) * dX[3] + column) % OPENVINO_BOUND.term)


def _cell(dilation: Term, order: Term) -> RelativeCell:
    def row_of(tap: Term) -> Term:
        return substitute(position(tap, dilation), AXES_OF_PARENT[0])

    def column_of(tap: Term) -> Term:
        return substitute(substitute(position(tap, dilation), {m: n}), AXES_OF_PARENT[1])

    def element(tap_h: Term, tap_w: Term) -> Term:
        return X(b, c, row_of(tap_h), column_of(tap_w))

    def flat(tap_h: Term, tap_w: Term) -> Term:
        return substitute(order, {plane: PLANE, row: row_of(tap_h), column: column_of(tap_w)})

    return RelativeCell(row_of, column_of, element, flat)
