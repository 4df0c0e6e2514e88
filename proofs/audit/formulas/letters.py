"""The letters of a document's formulas and the ranges it gives them: one letter, one meaning, the right range."""

from __future__ import annotations

from collections.abc import Iterator

from proofs.audit.formulas.part import FormulaPart, JudgedFormula, Letters, bounds
from proofs.audit.formulas.truth import SIGNS, difference
from proofs.audit.report.wording import corrected
from proofs.audit.rulebook.findings import Finding
from spec.documents.formulas.cells import Binder, range_of
from spec.documents.formulas.formulas import Form, Written, formula_in
from spec.documents.formulas.meaning import spelling
from spec.documents.formulas.notation import PADDED_NAMES, Notation
from spec.documents.formulas.words import Role, words_of
from spec.documents.pages.model import Block, Kind
from spec.language.terms import Term, term
from spec.maxpool.vocabulary import dX
from spec.window.names import y

_SIZES: tuple[tuple[Term, str], ...] = (
    (dX[0], "the batches of Y"),
    (dX[1], "the channels of Y"),
    (y, "Y along its first spatial axis"),
    (y, "Y along its second spatial axis"),
)
_DIMENSION_WORDS = frozenset("dimension dimensions size sizes length height width shape".split())


def judge_range(part: FormulaPart) -> JudgedFormula | None:
    """A letter of a cell runs over Y; one that runs over the kernel runs over nothing else. None: it is no range.

    Raises NotUnderstood.
    """
    found, letters = range_of(part.statement.written), part.letters
    if found is None:
        return None
    name = found.letter.text
    if name in letters.cell:
        wrong = list(_cell_letter(found, part, letters.cell.index(name)))
    elif name in letters.binders:
        wrong = list(_tap_letter(found, part, letters))
    else:
        return None, []
    return part.claim("range", "refuted" if wrong else "proved"), wrong


def _cell_letter(found: Binder, part: FormulaPart, position: int) -> Iterator[Finding]:
    wanted, over = _SIZES[position]
    low, high = bounds(found, part.meaning(max(0, position - 2)))
    name, size = found.letter.text, f"dY_{position}"
    if not _equal(term(0), low):
        yield corrected("formula-wrong", found.low, f"{name} runs over {over}: its first value is 0", "0")
    elif not _equal(wanted, high):
        last = f"{size}-1" if found.closed else size
        yield corrected("formula-wrong", found.high, f"{name} runs over {over}: its last value is {last}", last)


def _tap_letter(found: Binder, part: FormulaPart, letters: Letters) -> Iterator[Finding]:
    letter = found.letter.text
    there = letters.binders[letter]
    meaning = part.meaning(list(letters.binders).index(letter))
    if not all(_equal(a, b) for a, b in zip(bounds(found, meaning), bounds(there, meaning), strict=True)):
        message = (
            f"{letter} runs over the kernel in line {letters.line}, from {_text(there.low, part)} to "
            f"{_text(there.high, part)}, and here from {_text(found.low, part)} to {_text(found.high, part)}: "
            "one letter for two things"
        )
        yield Finding("letter-twice", part.statement.start, message)


def _text(written: Written, part: FormulaPart) -> str:
    return " ".join(part.document.text[written.start : written.end].split()) or spelling(written)


def _equal(wanted: Term, got: Term) -> bool:
    return difference(SIGNS, wanted, got, "range") is None


def runs_over_input(found: Binder, notation: Notation) -> bool:
    """A letter's range ends with the input, or with the padded input."""
    known = [notation.resolve(part) for part in found.high.walk()]
    return any(q is not None and q.role in (Role.X, Role.PADDED) for q in known)


def padded_dimensions(block: Block, notation: Notation) -> Iterator[Finding]:
    """The padded input is given the input's own size: X_p, whose dimension is dX_2."""
    if not any(name in block.text for name in ("X_", "Xp")):
        return
    padded, asked = "", False
    for piece in block.pieces:
        if piece.kind in (Kind.TEXT, Kind.EMPHASIS):
            asked = bool(padded) and bool(_DIMENSION_WORDS & set(words_of(piece.text)))
            continue
        if piece.kind not in (Kind.MATH, Kind.CODE):
            continue
        written = formula_in(piece.text, piece.start)
        if written is None:
            continue
        if written.form is Form.NAME and written.text in PADDED_NAMES:
            padded = written.text
        elif asked and (known := notation.resolve(written)) and known.role is Role.X and known.axis is not None:
            name = spelling(written)
            pads = f"{name} + pads[{known.axis}] + pads[{known.axis + 2}]"
            message = f"{name} is the size of X; that of {padded}, the padded X, is {pads}"
            witness = {name: 1, f"pads[{known.axis}]": 1, padded: 2}
            yield Finding("padded-dimension", piece.start, message, witness, pads)
            padded, asked = "", False
