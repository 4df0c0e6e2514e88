"""The letters of a document's formulas and the ranges it gives them: one letter, one meaning, the right range."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from proofs.audit.formulas.cells import Part
from proofs.audit.formulas.truth import SIGNS, decided
from proofs.audit.rulebook.findings import Claim, Finding, Fix
from proofs.engine.statement import Verdict
from spec.documents.formulas.cells import Binder, Maximum
from spec.documents.formulas.formulas import Form, Written, parse_formula
from spec.documents.formulas.meaning import spelling
from spec.documents.formulas.notation import PADDED_NAMES, Notation
from spec.documents.formulas.tokens import NotUnderstood
from spec.documents.formulas.words import Role, words_of
from spec.documents.pages.model import Block, Kind
from spec.language.terms import Term, term
from spec.maxpool.vocabulary import dX, y

_SIZES: tuple[tuple[Term, str], ...] = (
    (dX[0], "the batches of Y"),
    (dX[1], "the channels of Y"),
    (y, "Y along its first spatial axis"),
    (y, "Y along its second spatial axis"),
)
_DIMENSION_WORDS = frozenset("dimension dimensions size sizes length height width shape".split())


@dataclass(frozen=True, slots=True)
class Letters:
    """The letters of a definition of Y: those of its cell in their order, and those that run over the kernel."""

    cell: tuple[str, ...] = ()
    binders: Mapping[str, Binder] | None = None
    line: int = 0

    @staticmethod
    def of(found: Maximum, line: int) -> Letters:
        """The letters of a definition of Y that stands in a line."""
        binders = {binder.letter.text: binder for binder in found.binders}
        return Letters(tuple(part.text for part in found.cell.parts[1:]), binders, line)


def range_of(written: Written) -> Binder | None:
    """The formula as the range of a letter, if it is one: h ∈ [0, n - 1], 0 <= h < n."""
    parts, comparisons = written.parts, written.text.split()
    if written.form is not Form.RELATION:
        return None
    is_interval = comparisons == ["IN"] and parts[1].form is Form.INTERVAL and len(parts[1].parts) == 2
    if is_interval and parts[0].form is Form.NAME:
        low, high = parts[1].parts
        return Binder(parts[0], low, high, closed=parts[1].text[1] == "]")
    if len(parts) == 3 and parts[1].form is Form.NAME and len(parts[1].text) == 1 and comparisons[0] == "LE":
        return Binder(parts[1], parts[0], parts[2], closed=comparisons[1] == "LE")
    return None


def judge_range(found: Binder, part: Part, letters: Letters) -> tuple[Claim | None, list[Finding]]:
    """A letter of a cell runs over Y; one that runs over the kernel runs over nothing else. Raises NotUnderstood."""
    name = found.letter.text
    if name in letters.cell:
        return _judge_cell_letter(found, part, letters.cell.index(name))
    if letters.binders and name in letters.binders:
        return _judge_tap_letter(found, part, letters)
    return None, []


def _bounds(found: Binder, part: Part, axis: int) -> tuple[Term, Term]:
    meaning = part.meaning(axis, [])
    low, high = meaning.number(found.low), meaning.number(found.high)
    return low, high + 1 if found.closed else high


def _judge_cell_letter(found: Binder, part: Part, position: int) -> tuple[Claim, list[Finding]]:
    wanted, over = _SIZES[position]
    low, high = _bounds(found, part, max(0, position - 2))
    right = [_equal(term(0), low), _equal(wanted, high)]
    if all(right):
        return part.claim("range", "proved"), []
    at = found.high if right[0] else found.low
    size = f"dY_{position}"
    better = "0" if not right[0] else f"{size}-1" if found.closed else size
    message = f"{found.letter.text} runs over {over}: its {'first' if not right[0] else 'last'} value is {better}"
    finding = Finding("formula-wrong", at.start, message, {}, better, Fix(at.start, at.end, better))
    return part.claim("range", "refuted"), [finding]


def _judge_tap_letter(found: Binder, part: Part, letters: Letters) -> tuple[Claim, list[Finding]]:
    assert letters.binders is not None
    axis = list(letters.binders).index(found.letter.text)
    here, there = _bounds(found, part, axis), _bounds(letters.binders[found.letter.text], part, axis)
    if all(_equal(a, b) for a, b in zip(here, there, strict=True)):
        return part.claim("range", "proved"), []
    there_, letter = letters.binders[found.letter.text], found.letter.text
    message = (
        f"{letter} runs over the kernel in line {letters.line}, from {_text(there_.low, part)} to "
        f"{_text(there_.high, part)}, and here from {_text(found.low, part)} to {_text(found.high, part)}: "
        "one letter for two things"
    )
    return part.claim("range", "refuted"), [Finding("letter-twice", part.statement.start, message)]


def _text(written: Written, part: Part) -> str:
    return " ".join(part.document.text[written.start : written.end].split()) or spelling(written)


def _equal(wanted: Term, got: Term) -> bool:
    return decided(SIGNS, wanted.eq(got), "range").verdict is Verdict.PROVED


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
        try:
            written = parse_formula(piece.text, piece.start)
        except NotUnderstood:
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
