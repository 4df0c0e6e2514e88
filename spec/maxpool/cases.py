"""Sub-cases of calls, cells and elements: what a rule may by mistake be restricted to, or dropped for."""

from __future__ import annotations

from collections.abc import Mapping

from spec.language.terms import Term, and_, forall, not_
from spec.maxpool.operator import TYPES as OF_X
from spec.maxpool.semantics import (
    INDEX,
    SELECTED,
    element,
    element_at,
    every_tap,
    h2,
    in_range,
    some_padding,
    some_tap,
    w2,
)
from spec.maxpool.vocabulary import (
    b,
    c,
    dtype,
    dX,
    dY,
    entry,
    is_nan,
    is_zero,
    key,
    lowest,
    minus_infinity,
    n,
    v,
    v2,
    w,
    zero,
)
from spec.operator.clauses import Clause, Scope
from spec.window.names import dilation, h, kernel, m, pad_begin, pad_end, stride, x, y

TYPES: dict[str, Term] = {f"X holds {name}": dtype("X").eq(name) for name in OF_X}

_ATTAINS = key(element(h, w)).eq(key(SELECTED))
_OTHER_ATTAINS = every_tap(h2, w2, key(element(h2, w2)).eq(key(element(h, w))))

ON_CELLS: Mapping[str, Term] = TYPES | {
    "all taps are equal": some_tap(_OTHER_ATTAINS),
    "a NaN is in the window": some_tap(is_nan(element(h, w))),
    "all are NaN": every_tap(h, w, is_nan(element(h, w))),
    "Y is a zero": is_zero(SELECTED),
    "Y is +0": SELECTED.eq(zero),
    "Y is -inf": SELECTED.eq(minus_infinity),
    "Y is the lowest": SELECTED.eq(lowest),
    "Y is negative": key(SELECTED) < key(zero),
    "Y is not negative": key(SELECTED) >= key(zero),
    "Y is NaN": is_nan(SELECTED),
    "Y has the rank of a tap": some_tap(_ATTAINS),
    "Y is not below a tap": some_tap(key(element(h, w)) <= key(SELECTED)),
    "the index is negative": INDEX < 0,
    "the index is -1": INDEX.eq(-1),
    "the index is 0": INDEX.eq(0),
    "the element at the index is a zero": is_zero(element_at(INDEX)),
    "the element at the index is Y": element_at(INDEX).eq(SELECTED),
    "some padding is in the window": some_padding(),
    "no padding is in the window": not_(some_padding()),
    "the window starts on padding": forall(h, 0, 1, forall(w, 0, 1, not_(in_range(h, w)))),
    "a later batch": b >= 1,
    "a later channel": c >= 1,
    "a later row of windows": m >= 1,
    "a later column of windows": n >= 1,
    "the first cell": and_(b.eq(0), c.eq(0), m.eq(0), n.eq(0)),
    "one batch": dX[0].eq(1),
    "rows are dilated": entry("dilations", 0) >= 2,
    "columns have a stride": entry("strides", 1) >= 2,
}
ON_ELEMENTS: Mapping[str, Term] = TYPES | {
    "v is a NaN": is_nan(v),
    "v2 is a NaN": is_nan(v2),
    "v is a zero": is_zero(v),
    "both are the same": v.eq(v2),
    "they differ": v.ne(v2),
    "v is -inf": v.eq(minus_infinity),
    "v has a greater rank": key(v) > key(v2),
    "v is +0": v.eq(zero),
}
ON_AXES: Mapping[str, Term] = {
    "padding at the begin": pad_begin >= 1,
    "padding at the end": pad_end >= 1,
    "no padding": and_(pad_begin.eq(0), pad_end.eq(0)),
    "a dilation": dilation >= 2,
    "no dilation": dilation.eq(1),
    "a stride": stride >= 2,
    "one tap": kernel.eq(1),
    "one element": x.eq(1),
    "a kernel longer than the input": kernel > x,
    "one window": y.eq(1),
    "several windows": y >= 2,
}
ON_CALLS: Mapping[str, Term] = {
    "X holds int8": dtype("X").eq("int8"),
    "X holds floats": dtype("X").eq("float"),
    "no batch": dX[0].eq(0),
    "no channel": dX[1].eq(0),
    "several batches": dX[0] >= 2,
    "an empty output": (dY[0] * dY[1] * dY[2] * dY[3]).eq(0),
}

SWAPPED: Mapping[str, Mapping[Term, Term]] = {
    f"{one} for {other}": {one_is: other_is, other_is: one_is}
    for one, one_is, other, other_is in (
        *(
            (f"{name}[{i}]", entry(name, i), f"{name}[{j}]", entry(name, j))
            for name, i, j in (("pads", 0, 1), ("strides", 0, 1), ("dilations", 0, 1), ("kernel_shape", 0, 1))
        ),
        *((f"dX_{i}", dX[i], f"dX_{j}", dX[j]) for i, j in ((0, 1), (1, 2), (2, 3))),
        *((one.name, one, other.name, other) for one, other in ((b, c), (m, n))),
        *((f"dY_{i}", dY[i], f"dY_{i + 1}", dY[i + 1]) for i in range(3)),
        *((one.name, one, other.name, other) for one, other in ((pad_begin, pad_end), (stride, dilation), (kernel, x))),
    )
}
"""Two names exchanged wherever they stand: a change at several places at once."""


def cases(clause: Clause) -> Mapping[str, Term]:
    """The sub-cases that a clause may be restricted to."""
    if clause.scope is Scope.AXIS:
        return ON_AXES
    if clause.scope is Scope.CALL:
        return ON_CALLS
    return ON_ELEMENTS if clause.subject == "X" else ON_CELLS
