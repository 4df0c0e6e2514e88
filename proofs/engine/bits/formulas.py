"""What statements on bit patterns are made of: patterns, and formulas: SMT-LIB text, or a clause that is read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

import numpy as np

from proofs.assumptions.standing import Lemma, StandsOn
from proofs.engine.bits.text import Expression, parsed, printed
from proofs.engine.statement import CannotBeRead, Written
from spec.language.terms import Term
from spec.operator.clauses import Clause
from spec.operator.operator import OtherStatement
from spec.readings.bits import Cell, elements_of, to_bits
from spec.readings.value import Undefined

T = TypeVar("T")


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

    @property
    def definition(self) -> str:
        """The command that defines a pattern with a meaning."""
        return f"(define-fun {self.name} () (_ BitVec {self.width}) {self.meaning})"

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
        return self._read(to_bits)

    @cached_property
    def elements(self) -> tuple[str, ...]:
        """The elements of which it speaks, by name. Raises what `text` does."""
        return self._read(elements_of)

    def _read(self, by: Callable[[Term, Cell], T]) -> T:
        try:
            return by(self.term, self.cell)
        except (TypeError, Undefined) as error:
            raise CannotBeRead(f"{self.name} cannot be read on bit patterns: {error}") from error


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
        """The elements of which it speaks, by name."""
        return self.formula.elements


Formula = str | ReadTerm | ReadClause
"""What is assumed or to be shown of bit patterns: SMT-LIB text, a term, or a clause."""


def text_of(formula: Formula) -> str:
    """A formula in SMT-LIB."""
    return formula if isinstance(formula, str) else formula.text


@dataclass(frozen=True, slots=True)
class BitLemma:
    """A theorem on bit patterns, used of other patterns and with names for some of its parts.

    `names` are the patterns in place of its own; `parts` the text of each name by that of what it stands for.
    """

    label: str
    goal: str
    names: Mapping[str, str] = field(default_factory=dict, hash=False)
    parts: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def text(self) -> str:
        """What it says of these patterns, with the names put back."""
        return printed(_exchanged(_one(self.goal), self.names))

    def in_full(self, said: str) -> str:
        """A formula with its names put back."""
        meanings = {_one(name): _one(part) for part, name in self.parts.items()}
        return printed(_put_back(_one(said), meanings))


def _one(text: str) -> Expression:
    (expression,) = parsed(text)
    return expression


def _exchanged(node: Expression, names: Mapping[str, str]) -> Expression:
    return names.get(node, node) if isinstance(node, str) else tuple(_exchanged(part, names) for part in node)


def _put_back(node: Expression, meanings: Mapping[Expression, Expression]) -> Expression:
    if node in meanings:
        return meanings[node]
    return node if isinstance(node, str) else tuple(_put_back(part, meanings) for part in node)


@dataclass(frozen=True, slots=True)
class BitAssumption:
    """A hypothesis on bit patterns: a clause that is read, a lemma, or one's own.

    Raises ValueError where it bears another label than the clause or the lemma, or says something else than the lemma.
    """

    label: str
    term: Formula
    lemma: BitLemma | None = None

    def __post_init__(self) -> None:
        bears = self.term.clause.label if isinstance(self.term, ReadClause) else self.lemma.label if self.lemma else ""
        if bears and self.label.partition(", ")[0] != bears:
            raise ValueError(f"{self.label}: it is made from {bears}")
        if self.lemma and (not isinstance(self.term, str) or self.lemma.in_full(self.term) != self.lemma.text):
            raise OtherStatement(self.label)

    @property
    def is_own(self) -> bool:
        """It is a hypothesis of the obligation itself."""
        return self.lemma is None and not isinstance(self.term, ReadClause)


def stands_on(assumptions: Sequence[BitAssumption]) -> StandsOn:
    """What some assumptions are; a lemma on bit patterns assumes nothing itself."""
    own = tuple(a.label for a in assumptions if a.is_own)
    read = tuple(a.term.clause for a in assumptions if isinstance(a.term, ReadClause))
    return StandsOn(own, read, tuple(Lemma(a.lemma.label, (), a.lemma.goal) for a in assumptions if a.lemma))


def written_out(formula: Formula, written: Written) -> tuple[str, ...]:
    """A term, or a clause's formula, as the reader wants it; all else in SMT-LIB."""
    if isinstance(formula, ReadClause):
        return written_out(formula.formula, written)
    return tuple(written(formula.term)) if isinstance(formula, ReadTerm) else (formula,)
