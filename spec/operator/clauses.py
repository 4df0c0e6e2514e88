"""Clauses: the rules of a specification, each written once, with a label that is its name for ever."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from spec.language.terms import Term


@dataclass(frozen=True, slots=True)
class Source:
    """Where a clause, a claim or an example comes from. Lines and columns count from 1."""

    document: str
    label: str = ""
    line: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        place = "".join(f":{n}" for n in (self.line, self.column) if n is not None)
        return f"{self.document}{place}{f' {self.label}' if self.label else ''}"


ADDED = Source("added: the document is silent")


class Scope(StrEnum):
    """What a formula speaks of: the whole call, each spatial axis in turn, or each cell of the output."""

    CALL = "call"
    AXIS = "axis"
    CELL = "cell"


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """One rule: label, subject (the input, attribute or output it is about), statement, formula, rationale, source.

    `check` is a formula proved equal to `formula` and cheaper to evaluate, where the formula itself is costly.
    `section` is the section of the SONNX guidelines that it stands in: REAL, or FLOAT for what only floats have.
    """

    kind: ClassVar[str] = "clause"
    label: str
    subject: str
    title: str
    statement: str
    formula: Term
    rationale: str
    source: Source
    restated: tuple[Source, ...] = ()
    scope: Scope = Scope.CALL
    check: Term | None = None
    section: str = "REAL"


@dataclass(frozen=True, slots=True, kw_only=True)
class Restriction(Clause):
    """A limit of the profile against ONNX."""

    kind: ClassVar[str] = "restriction"
    origin: str = "Transient"


@dataclass(frozen=True, slots=True, kw_only=True)
class Constraint(Clause):
    """A precondition on inputs and attributes."""

    kind: ClassVar[str] = "constraint"


@dataclass(frozen=True, slots=True, kw_only=True)
class Definition(Clause):
    """What an output is, or what a name of the specification stands for."""

    kind: ClassVar[str] = "definition"


@dataclass(frozen=True, slots=True)
class Alternative:
    """What could have been chosen instead, and who chose it.

    `formula` is what would then stand in the clause's place: of the clause's own scope, or of the scope that is said.
    """

    choice: str
    chosen_by: str
    formula: Term | None = None
    scope: Scope | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision(Clause):
    """What a silent or contradictory document leaves open, what was chosen, and instead of what."""

    kind: ClassVar[str] = "decision"
    precondition: bool = False
    alternatives: tuple[Alternative, ...]
