"""The windows theory, continued: a window in the plane has a tap exactly if it has one on each axis."""

from __future__ import annotations

from proofs.assumptions.lemmas import suppose
from proofs.engine.terms import Obligation
from proofs.theories.topic import Topic
from proofs.theories.windows.windows import on_windows
from spec.language.fold import substitute
from spec.language.terms import Literal, Sort, Symbol, Term, Variable, and_, exists
from spec.operator.operator import Operator
from spec.window.names import h, m
from spec.window.plane import n, w

_tap_in_row, _tap_in_column = (Symbol(name, (Sort.INT, Sort.INT), Sort.BOOL) for name in ("row_tap", "column_tap"))
_rows, _columns, _tall, _wide = (Variable(name) for name in ("dY_2", "dY_3", "kernel_shape[0]", "kernel_shape[1]"))
_ROW_MEETS = exists(h, 0, _tall, _tap_in_row(m, h))
_COLUMN_MEETS = exists(w, 0, _wide, _tap_in_column(n, w))
_CELL_MEETS = exists(h, 0, _tall, exists(w, 0, _wide, and_(_tap_in_row(m, h), _tap_in_column(n, w))))
EACH_IN_PLANE = and_(0 <= m, m < _rows, 0 <= n, n < _columns).implies(_CELL_MEETS)


def plane_meets(
    topic: Topic, axis: int, window: Variable, size: Term, other: Variable, other_size: Term, meets: Term
) -> Obligation:
    """What holds of each window in the plane holds of each on one axis, as the first on the other shows."""
    first = "(m, 0)" if axis == 0 else "(0, n)"
    return topic.theorem(
        f"windows.plane-meets-on-axis-{axis}",
        f"If each window in the plane has an in-range tap, then each on axis {axis} has, "
        "as its first in the plane shows.",
        meets,
        suppose(f"{window.name} is a window on axis {axis}", and_(0 <= window, window < size)),
        suppose(f"there is one on axis {1 - axis}", other_size >= 1),
        suppose(f"window {first} has a tap if it is one", substitute(EACH_IN_PLANE, {other: Literal(0)})),
    )


def two_axes(operator: Operator) -> tuple[Obligation, ...]:
    """What holds of windows in the plane."""
    return (
        on_windows(operator).theorem(
            "windows.cell-meets-by-axis",
            "A window in the plane has an in-range tap exactly if it has one on each axis.",
            _CELL_MEETS.iff(and_(_ROW_MEETS, _COLUMN_MEETS)),
        ),
        plane_meets(on_windows(operator), 0, m, _rows, n, _columns, _ROW_MEETS),
        plane_meets(on_windows(operator), 1, n, _columns, m, _rows, _COLUMN_MEETS),
    )
