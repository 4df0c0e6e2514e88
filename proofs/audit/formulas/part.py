"""What is judged beside others in one place: a formula, the notation it is read with, its document."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from proofs.audit.formulas.repair import Read, repaired
from proofs.audit.formulas.truth import EQUAL_PADS, UNDILATED, other_axis
from proofs.audit.rulebook.findings import Finding, JudgedClaim
from proofs.engine.terms import Assumption
from spec.documents.formulas.cells import Binder, Maximum
from spec.documents.formulas.formulas import Written
from spec.documents.formulas.meaning import Meaning
from spec.documents.formulas.notation import Notation
from spec.documents.formulas.spelled import spelled
from spec.documents.formulas.statements import StatedFormula
from spec.documents.pages.model import Document
from spec.language.terms import Term, Variable

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


@dataclass(frozen=True, slots=True)
class FormulaPart:
    """A formula with what it takes to judge it, which is said elsewhere in its part of the document.

    `letters` are those of the definition of Y, `over_input` those that run over the whole input rather than over a
    window. `dilated`: the operator has dilations. `tie_rule`: it is said which of several maxima counts.
    """

    statement: StatedFormula
    notation: Notation
    document: Document
    letters: Letters
    over_input: frozenset[str]
    dilated: bool
    tie_rule: bool

    def meaning(self, axis: int | None, letters: Iterable[str] = ()) -> Meaning:
        """Reads formulas on an axis; the letters are positions."""
        return Meaning(self.notation, axis, {letter: Variable(letter) for letter in letters})

    def claim(self, kind: str, verdict: str) -> JudgedClaim:
        """The formula as a claim."""
        return JudgedClaim(kind, self.statement.start, " ".join(self.statement.text.split()), verdict)

    def spelled(self, written: Written | None) -> str:
        """A part of a formula as the document would print it; empty for none."""
        return spelled(written, self.document.text, latex=self.statement.is_latex) if written else ""

    def mended(
        self, written: Written, read: Read, wanted: Term, assumptions: tuple[Assumption, ...], about: str
    ) -> str:
        """The text of a part after the one change that makes it right; empty if there is none."""
        return self.spelled(repaired(written, read, wanted, assumptions, about))


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
