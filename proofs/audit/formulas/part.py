"""What is judged beside others in one place: a formula, the notation it is read with, its document."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from proofs.audit.formulas.repair import Read, repaired
from proofs.audit.formulas.truth import EQUAL_PADS, UNDILATED, other_axis
from proofs.audit.rulebook.findings import Claim
from proofs.engine.terms import Assumption
from spec.documents.formulas.cells import Binder
from spec.documents.formulas.formulas import Written
from spec.documents.formulas.meaning import Meaning
from spec.documents.formulas.notation import Notation
from spec.documents.formulas.spelled import spelled
from spec.documents.formulas.statements import StatedFormula
from spec.documents.pages.model import Document
from spec.language.terms import Term, Variable


@dataclass(frozen=True, slots=True)
class FormulaPart:
    """A formula with what it takes to judge it."""

    statement: StatedFormula
    notation: Notation
    document: Document

    def meaning(self, axis: int | None, letters: Iterable[str] = ()) -> Meaning:
        """Reads formulas on an axis; the letters are positions."""
        return Meaning(self.notation, axis, {letter: Variable(letter) for letter in letters})

    def claim(self, kind: str, verdict: str) -> Claim:
        """The formula as a claim."""
        return Claim(kind, self.statement.start, " ".join(self.statement.text.split()), verdict)

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
