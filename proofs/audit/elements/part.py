"""What is judged beside others in one place: a formula, the notation it is read with, its document; and the letters of
such formulas, with the ranges that they are given: one letter, one meaning, the right range."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from proofs.assumptions.assumption import Assumption
from proofs.audit.programs.expansion import DefinedSet
from proofs.audit.rulebook.findings import Finding, JudgedClaim, corrected
from proofs.audit.rulebook.forms import FORMS
from proofs.audit.truth.truth import EQUAL_PADS, SIGNS, TRUTHS, UNDILATED, Truth, difference, other_axis, repaired
from proofs.audit.truth.witnesses import size_name
from spec.documents.equations.cells import INDICES, INPUTS, OUTPUTS, Binder, Maximum, is_cell, range_of
from spec.documents.equations.statements import StatedFormula
from spec.documents.formulas.formulas import Form, Written, formula_in, spelled
from spec.documents.formulas.tokens import NotDefined, NotUnderstood
from spec.documents.formulas.words import LISTS, PADDED_NAMES, TENSOR_AXES, Role, words_of
from spec.documents.names.meaning import Meaning, position, spelling
from spec.documents.names.notation import Notation
from spec.documents.pages.model import Block, Document, Kind
from spec.language.terms import Term, term
from spec.maxpool.vocabulary import dX
from spec.window.names import y

JudgedFormula = tuple[JudgedClaim | None, list[Finding]]
"""A formula as a claim, None for one that says nothing by itself, and what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Letters:
    """The letters of a definition of Y: those of its cell in their order, and those that run over the kernel."""

    cell: tuple[str, ...] = ()
    binders: Mapping[str, Binder] = field(default_factory=dict)
    line: int = 0

    @staticmethod
    def of(found: Maximum, line: int) -> Letters:
        """The letters of a definition of Y that stands in a line."""
        binders = {binder.letter.text: binder for binder in found.binders}
        return Letters(tuple(part.text for part in found.cell.parts[1:]), binders, line)

    @staticmethod
    def of_cell(written: Written, line: int) -> Letters:
        """The four letters of the cell of Y that a formula gives any other value; none where it gives none."""
        is_equation = written.form is Form.RELATION and written.text == "EQ" and is_cell(written.parts[0], OUTPUTS)
        places = written.parts[0].parts[1:] if is_equation else ()
        names = tuple(place.text for place in places if place.form is Form.NAME)
        return Letters(names, {}, line) if len(set(names)) == len(places) == TENSOR_AXES else Letters()

    def of_output(self) -> Mapping[str, Binder]:
        """The ranges that a cell of Y gives its two last letters: all rows and all columns of Y."""
        places = [(self.cell[axis], f"dY_{axis}") for axis in range(2, len(self.cell))]
        zero, name = (partial(Written, form, ()) for form in (Form.NUMBER, Form.NAME))
        return {letter: Binder(name(letter), zero("0"), name(size), closed=False) for letter, size in places}


@dataclass(frozen=True, slots=True)
class FormulaPart:
    """A formula with what it takes to judge it, which is said elsewhere in its part of the document.

    `letters` are those of the definition of Y. `dilated`: the operator has dilations. `tie_rule`: it is said which of
    several maxima counts. `ranges` and `sets` are those that are stated by themselves.
    `expanded` are the names that definitions of outputs use: what gives these their values is judged in them.
    """

    statement: StatedFormula
    notation: Notation
    document: Document
    letters: Letters
    dilated: bool
    tie_rule: bool
    ranges: Mapping[str, Binder] = field(default_factory=dict)
    sets: Mapping[str, DefinedSet] = field(default_factory=dict)
    expanded: frozenset[str] = frozenset()

    def meaning(self, axis: int | None, letters: Iterable[str] = ()) -> Meaning:
        """Reads formulas on an axis; the letters are positions."""
        return Meaning(self.notation, axis, {letter: position(letter) for letter in letters})

    def claim(self, kind: str, verdict: str) -> JudgedClaim:
        """The formula as a claim."""
        return JudgedClaim(kind, self.statement.start, " ".join(self.statement.text.split()), verdict)

    def finding(self, rule: str, message: str, witness: Mapping[str, object] | None = None, help_: str = "") -> Finding:
        """A finding at the formula."""
        return Finding(rule, self.statement.start, message, witness or {}, help_)

    def spelled(self, written: Written | None) -> str:
        """A part of a formula as the document would print it; empty for none."""
        return spelled(written, self.document.text, latex=self.statement.is_latex) if written else ""

    def number(self, written: Written, axis: int | None, letters: Iterable[str] = ()) -> Term:
        """A part of a formula as a term of an axis. Raises NotUnderstood."""
        return self.meaning(axis, letters).number(written)

    def mended(self, written: Written, axis: int | None, truth: Truth, letters: Iterable[str] = ()) -> str:
        """The text of a part after the one change that makes it right; empty if there is none."""
        return self.spelled(repaired(written, partial(self.number, axis=axis, letters=letters), truth))


def judge_axis(part: FormulaPart) -> None:
    """Raise NotUnderstood if a formula is said to hold on an axis, and holds names of the other one."""
    said, written = part.statement.axis, part.statement.written
    called = (
        [part.notation.called(each) for each in written.walk() if each.form is Form.CALL] if said is not None else []
    )
    for each in (inner for whole in (written, *called) if whole is not None for inner in whole.walk()):
        known = part.notation.resolve(each) if said is not None else None
        if known is not None and known.axis not in (None, said):
            raise NotUnderstood("its sentence says that it holds on the other axis")


def bounds(binder: Binder, meaning: Meaning) -> tuple[Term, Term]:
    """The bounds [low, high) of a letter. Raises NotUnderstood."""
    low, high = meaning.number(binder.low), meaning.number(binder.high)
    return low, high + 1 if binder.closed else high


def assumed(meaning: Meaning, *, dilated: bool = True) -> Iterator[Assumption]:
    """What is assumed beyond the mode: of other axes that the formula names, of equal pads, of no dilation."""
    for axis in sorted(meaning.other_axes):
        yield from other_axis(axis)
    if meaning.equal_pads:
        yield EQUAL_PADS
    if not dilated:
        yield UNDILATED


# --- the letters of formulas ---------------------------------------------------------------------

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
        wrong = list(cell_letter(found, part, letters.cell.index(name)))
    elif name in letters.binders:
        wrong = list(_tap_letter(found, part, letters))
    else:
        return None, []
    return part.claim("range", "refuted" if wrong else "proved"), wrong


def cell_letter(found: Binder, part: FormulaPart, position: int) -> Iterator[Finding]:
    """What is wrong with the range of the letter at a position of a cell of Y. Raises NotUnderstood.

    It ends at the size by its name, or by any formula that is the size in a legal call.
    """
    wanted, over = _SIZES[position]
    meaning = part.meaning(max(0, position - 2))
    low, high = bounds(found, meaning)
    truth = TRUTHS[part.statement.padding, part.statement.rounding]
    name, size = found.letter.text, size_name("Y", position, part.notation.spelled)
    if not equal(term(0), low):
        yield corrected("formula-wrong", found.low, f"{name} runs over {over}: its first value is 0", "0")
    elif difference((*truth.assumptions, *assumed(meaning)), wanted, high, truth.about) is not None:
        last = f"{size}-1" if found.closed else size
        yield corrected("formula-wrong", found.high, f"{name} runs over {over}: its last value is {last}", last)


def _tap_letter(found: Binder, part: FormulaPart, letters: Letters) -> Iterator[Finding]:
    letter = found.letter.text
    there = letters.binders[letter]
    meaning = part.meaning(list(letters.binders).index(letter))
    if not all(equal(a, b) for a, b in zip(bounds(found, meaning), bounds(there, meaning), strict=True)):
        message = (
            f"{letter} runs over the kernel in line {letters.line}, from {_text(there.low, part)} to "
            f"{_text(there.high, part)}, and here from {_text(found.low, part)} to {_text(found.high, part)}: "
            "one letter for two things"
        )
        yield part.finding("letter-twice", message)


def _text(written: Written, part: FormulaPart) -> str:
    return " ".join(part.document.text[written.start : written.end].split()) or spelling(written)


def equal(wanted: Term, got: Term) -> bool:
    """Two terms are equal for all quantities with the clauses' signs."""
    return difference(SIGNS, wanted, got, "range") is None


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


# --- formulas that are not understood ------------------------------------------------------------

LONGEST_SHOWN = 200
_COMMAND = re.compile(r"\\[A-Za-z]+|±")


def unread_claim(start: int, text: str) -> JudgedClaim:
    """A formula that is not understood, as a claim."""
    return JudgedClaim("formula", start, " ".join(text.split())[:LONGEST_SHOWN], "not understood")


_NAMES = re.compile(r"[^\W\d_](?:\\?_?\{?[^\W_])*")


def is_about(text: str, names: Notation) -> bool:
    """A formula names a quantity or a tensor of the operator, whatever else it says."""
    found = {name.replace("\\", "").replace("{", "") for name in _NAMES.findall(text)}
    tensors = INPUTS | OUTPUTS | INDICES | PADDED_NAMES
    own = {"X", "Y", *names.tensors}
    is_operators = any((name in tensors and len(name) > 1) or name in own for name in found)
    return is_operators or any(name in LISTS or name == "pads" or names.resolve(_named(name)) for name in found)


def _named(name: str) -> Written:
    return Written(Form.NAME, (), name)


def unread_finding(start: int, text: str, reason: str) -> Finding:
    """A formula that cannot be read, with the form that would be in the place of the one that is not."""
    hint = nearest_form(text)
    message = f"this formula is not understood: {reason}"
    return Finding("formula-not-understood", start, f"{message}; {hint}" if hint else message)


def nearest_form(text: str) -> str:
    """The form that is read, of the first that the table of forms says is not; empty if there is none."""
    written = set(_COMMAND.findall(text))
    for form in FORMS:
        foreign = set(_COMMAND.findall(form.unread)) - set(_COMMAND.findall(form.example))
        if found := sorted(foreign & written):
            return f"{found[0]} is not read; {form.name} is read as {form.example}"
    return ""


def undefined_names(
    found: Mapping[str, Sequence[NotDefined]], names: Notation, document: Document
) -> Iterator[Finding]:
    """Each name that is used and not resolved, once, where it is used first, with the lines that use it again."""
    for name, uses in found.items():
        first = min(uses, key=lambda use: use.start)
        lines = sorted({document.place(use.start)[0] for use in uses} - {document.place(first.start)[0]})
        near = names.nearest(name) if not names.unclear(name) else ""
        message = f"this formula is not understood: {first}"
        message += f"; {near!r} is" if near else ""
        message += f"; it is used again in line {', '.join(map(str, lines))}" if lines else ""
        yield Finding("formula-not-understood", first.start, message)
