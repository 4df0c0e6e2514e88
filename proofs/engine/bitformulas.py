"""What statements on bit patterns are made of: patterns, and formulas: SMT-LIB text, or a clause that is read."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from proofs.engine.statement import CannotBeRead, Written
from spec.language.terms import Term
from spec.operator.clauses import Clause
from spec.readings.bits import Cell, elements_of, to_bits
from spec.readings.value import Undefined


@dataclass(frozen=True, slots=True)
class Pattern:
    """A bit pattern of an obligation: any of its width; or, with a meaning, the one that an expression gives.

    A search for examples goes through all patterns where they are few, and through the landmarks where they are many.
    `dtype` is the NumPy type whose numbers the patterns are, for people.
    """

    name: str
    width: int
    dtype: str = ""
    landmarks: tuple[int, ...] = (0, 1)
    meaning: str = ""

    def text(self, value: int) -> str:
        """The pattern of a value, and its number."""
        pattern = f"0x{value:0{(self.width + 3) // 4}x}"
        if not self.dtype:
            return pattern
        return f"{pattern} ({np.array([value], f'uint{self.width}').view(self.dtype)[0]})"


@dataclass(frozen=True)
class ReadTerm:
    """What a term says of bit patterns, read at a cell of a small call; `name` is what it is known by.

    It is read once: every solver and every search asks for the same text.
    """

    name: str
    term: Term
    cell: Cell

    @cached_property
    def text(self) -> str:
        """The term, in SMT-LIB. Raises CannotBeRead where it speaks of more than elements and their order."""
        try:
            return to_bits(self.term, self.cell)
        except (TypeError, Undefined) as error:
            raise CannotBeRead(f"{self.name} cannot be read on bit patterns: {error}") from error

    @cached_property
    def elements(self) -> tuple[str, ...]:
        """The elements of which it speaks and that may be any."""
        return elements_of(self.term, self.cell)


@dataclass(frozen=True)
class ReadClause:
    """What a clause says of bit patterns: its formula, read at a cell of a small call."""

    clause: Clause
    cell: Cell

    @cached_property
    def formula(self) -> ReadTerm:
        """The formula, to be read."""
        return ReadTerm(self.clause.label, self.clause.formula, self.cell)

    @property
    def text(self) -> str:
        """The formula, in SMT-LIB. Raises CannotBeRead where it speaks of more than elements and their order."""
        return self.formula.text

    @property
    def elements(self) -> tuple[str, ...]:
        """The elements of which it speaks and that may be any."""
        return self.formula.elements


Formula = str | ReadTerm | ReadClause
"""What is assumed or to be shown of bit patterns: SMT-LIB text, a term, or a clause."""


def text_of(formula: Formula) -> str:
    """A formula in SMT-LIB."""
    return formula if isinstance(formula, str) else formula.text


@dataclass(frozen=True, slots=True)
class BitAssumption:
    """A hypothesis on bit patterns."""

    label: str
    term: Formula


def written_out(formula: Formula, written: Written) -> tuple[str, ...]:
    """A term, or a clause's formula, as the reader wants it; all else in SMT-LIB."""
    if isinstance(formula, ReadClause):
        return written_out(formula.formula, written)
    return tuple(written(formula.term)) if isinstance(formula, ReadTerm) else (formula,)
