"""The range of the values of Indices, written as a formula, `0 <= Indices[b, c, m, n] < N C H W`: each index of an
element of X, and no other."""

from __future__ import annotations

from collections.abc import Iterator

from proofs.audit.elements.indexforms import is_flat
from proofs.audit.elements.part import FormulaPart, JudgedFormula, equal
from proofs.audit.rulebook.findings import Finding
from spec.documents.equations.cells import INDICES, Binder, is_cell, is_range
from spec.documents.formulas.formulas import Form, Written
from spec.documents.names.meaning import FlatMeaning
from spec.language.terms import Term, term
from spec.maxpool.vocabulary import dX

_CELL = 4


def judge_index_range(part: FormulaPart) -> JudgedFormula | None:
    """Between which numbers indices are. None: it is no such range. Raises NotUnderstood."""
    found = _range(part.statement.written, part)
    if found is None:
        return None
    meaning = FlatMeaning(part.notation)
    low, high = meaning.number(found.low), meaning.number(found.high)
    wrong = list(_wrong(found, low, high + 1 if found.closed else high))
    return part.claim("range", "refuted" if wrong else "proved"), wrong


def _wrong(found: Binder, low: Term, high: Term) -> Iterator[Finding]:
    elements = dX[0] * dX[1] * dX[2] * dX[3]
    if not equal(term(0), low):
        yield Finding("index-range-wrong", found.low.start, "indices begin at 0, which belongs to the range")
    elif not equal(elements, high):
        message = "the range does not end with the last index, which is the number of elements of X less one"
        yield Finding("index-range-wrong", found.high.start, message)


def _range(written: Written, part: FormulaPart) -> Binder | None:
    """The ends between which a formula puts the values of Indices, also under "for all"."""
    while written.form is Form.FORALL:
        written = written.parts[-1]
    if written.form is not Form.RELATION:
        return None
    parts, comparisons = written.parts, written.text.split()
    if comparisons == ["IN"] and _is_of_indices(parts[0], part) and is_range(parts[1]):
        closed = parts[1].form is Form.SET or parts[1].text[1] == "]"
        return Binder(parts[0], parts[1].parts[0], parts[1].parts[-1], closed)
    if len(parts) == 3 and _is_of_indices(parts[1], part) and comparisons[0] == "LE" and comparisons[1] in ("LE", "LT"):
        return Binder(parts[1], parts[0], parts[2], comparisons[1] == "LE")
    return None


def _is_of_indices(written: Written, part: FormulaPart) -> bool:
    """A cell of Indices, the tensor by a name that is no letter, or a name that a formula gives a flat index."""
    is_whole = written.form is Form.NAME and len(written.text) > 1
    if written.form is Form.NAME and (alias := part.notation.alias(written.text)) is not None:
        return is_flat(alias, part)
    return (is_whole and written.text in INDICES) or (is_cell(written, INDICES) and len(written.parts) == _CELL + 1)
