"""What could have been chosen where a window meets no element, or there is nothing to compute."""

from __future__ import annotations

from spec.language.terms import FALSE, Term, and_, or_
from spec.maxpool.semantics import INDEX, SELECTED, every_tap
from spec.maxpool.vocabulary import dX, lowest, minus_infinity, w, zero
from spec.operator.clauses import Alternative, Scope
from spec.window.names import h


def _over_padding(choice: str, chosen_by: str, *outputs: Term) -> Alternative:
    """What would stand in the cell of a window over padding alone."""
    return Alternative(choice, chosen_by, and_(every_tap(h, w, FALSE), *outputs), Scope.CELL)


NO_ELEMENT = (
    _over_padding("0", "some runtimes", SELECTED.eq(zero)),
    _over_padding(
        "the lowest finite value, index -1 or -2",
        "some runtimes",
        SELECTED.eq(lowest),
        or_(INDEX.eq(-1), INDEX.eq(-2)),
    ),
    _over_padding("-inf", "OpenVINO-8's padding value", SELECTED.eq(minus_infinity)),
)
"""For `windows.meet-input`."""

NO_BATCH = (Alternative("an error", "runtimes that refuse empty tensors", and_(dX[0] >= 1, dX[1] >= 1)),)
"""For `batch.empty`."""
