"""The range of the values of Indices, as a formula, `0 <= Indices[b, c, m, n] < N C H W`, or told in a sentence, up to
`N C H W - 1`: each index of an element of X, and no other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from proofs.audit.elements.indexforms import is_flat
from proofs.audit.elements.part import FormulaPart, JudgedFormula, equal
from proofs.audit.rulebook.findings import Finding, JudgedClaim, Judgement
from spec.documents.equations.cells import INDICES, Binder, is_cell, is_range
from spec.documents.formulas.formulas import Form, Written, formula_in
from spec.documents.formulas.sentences import Atom, sentences
from spec.documents.formulas.tokens import NotUnderstood
from spec.documents.names.meaning import FlatMeaning
from spec.documents.names.notation import Notation
from spec.documents.pages.model import Block
from spec.language.terms import IllSorted, Term, free_variables, term
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


def told_last(block: Block, start: int, end: int, names: Notation, *, on_indices: bool) -> Iterator[Judgement]:
    """The last index that a sentence from a place to another tells by a product of sizes of X: up to, the greatest.
    `on_indices`: the one before it spoke of these."""
    for sentence in sentences(block):
        said = {atom.text.lower() for atom in sentence}
        is_of_them = on_indices or bool(_INDICES & said) or any({*atom.names} & INDICES for atom in sentence)
        for at, atom in enumerate(sentence) if is_of_them and not said & _OF_OTHERS else ():
            leads = [each.text.lower() for each in sentence[max(0, at - _LEAD) : at]]
            if start <= atom.start < end and atom.is_marked and leads and _says_last(leads):
                high = _product(atom, names)
                yield from (_told(atom, high + 1),) if high is not None else ()


def _says_last(leads: Sequence[str]) -> bool:
    """The words before a number say that it is the last index. What is less than a number is read elsewhere."""
    is_end = leads[-1] in ("to", "exceed", "exceeds") or (leads[-1] == "and" and "between" in leads)
    return is_end or (leads[-1] in ("is", "are", "be") and bool(_GREATEST & {*leads}))


def _product(atom: Atom, names: Notation) -> Term | None:
    """A product of sizes of X, or one less, as a term; None for anything else."""
    written = formula_in(atom.text, atom.start)
    if written is None or written.form not in (Form.MULTIPLY, Form.SUBTRACT, Form.ADD):
        return None
    try:
        term_ = FlatMeaning(names).number(written)
    except (NotUnderstood, IllSorted):
        return None
    return term_ if len(free_variables(term_)) > 1 and free_variables(term_) <= {*dX} else None


def _told(atom: Atom, high: Term) -> Judgement:
    right = equal(dX[0] * dX[1] * dX[2] * dX[3], high)
    claim = JudgedClaim("range", atom.start, atom.text, "proved" if right else "refuted")
    message = "the last index is the number of elements of X less one"
    return claim, None if right else Finding("index-range-wrong", atom.start, message)


_LEAD = 6
"""So many words before a number may say which one it is."""
_INDICES = frozenset("index indices position positions location locations offset offsets flat".split())
_GREATEST = frozenset("largest greatest highest last maximum biggest".split())
_OF_OTHERS = frozenset("if would window windows plane planes channel channels instead rather elements size".split())
"""Of a plane's or a window's indices, or of how many elements there are, something else is said."""


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
