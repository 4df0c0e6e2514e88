"""What is known of a window's taps and elements: with it, a changed clause on cells is proved to say the same.

Each theorem bears the label of the obligation that shows it, or of the clause that it is; (h, w) and (h2, w2) are any
two taps, as everywhere in this room.
"""

from __future__ import annotations

from collections.abc import Mapping

from proofs.assumptions.lemmas import suppose
from proofs.engine.catalogue import Lemmas
from proofs.theories.floats.clauses import EXTREMES
from proofs.theories.values.exactness import of_all
from proofs.theories.values.values import ELEMENTS, RANKS, element_at, index, number_at, selected, tapped
from spec.language.fold import substitute
from spec.language.terms import Sort, Symbol, Term, and_, exists
from spec.maxpool.semantics import BEFORE, INDEX, KERNEL, SELECTED, column, h2, row, w2
from spec.maxpool.vocabulary import v, w
from spec.window.names import h

row_of, column_of = (Symbol(name, (Sort.INT,), Sort.INT) for name in ("row", "column"))
PLACES: dict[Term, Term] = {INDEX: index, SELECTED: selected}
PLACES |= {row(tap): row_of(tap) for tap in (h, h2)} | {column(tap): column_of(tap) for tap in (w, w2)}
"""Names for rows and columns, so that a solver sees no product but those of a flat index."""


ORDERED = (
    suppose("indices.in-range", tapped(h, w).implies(number_at(h, w) >= 0)),
    suppose("indices.in-range, of (h2, w2)", tapped(h2, w2).implies(number_at(h2, w2) >= 0)),
    suppose(
        "indices.first-is-smallest",
        and_(tapped(h, w), tapped(h2, w2)).implies(BEFORE.iff(number_at(h2, w2) < number_at(h, w))),
    ),
)
MET = (
    suppose("windows.meet-input", exists(h, 0, KERNEL[0], exists(w, 0, KERNEL[1], tapped(h, w)))),
    suppose("float16.extremes, and its like", of_all(substitute(EXTREMES, {v: element_at(h, w)}))),
)

KNOWN: Mapping[str, Lemmas] = {
    "Indices.first-maximum": Lemmas(RANKS, ORDERED),
    "Indices.flat": Lemmas(PLACES),
    "Y.max-over-input": Lemmas(ELEMENTS, MET),
}
