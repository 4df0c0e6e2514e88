"""The names of a function while it is lowered: what each stands for, and the arrays and variables of the result."""

from __future__ import annotations

from dataclasses import dataclass, field

from proofs.program.c.elements.claimed import Claims
from proofs.program.c.lowering.values import Value
from proofs.program.c.reading.tree import SourcePosition
from proofs.program.c.reading.types import CBoolean, CFloating, CInteger, CType
from proofs.program.source.language import PARAMETERS
from proofs.theories.floats.bits import Format
from spec.language.terms import Sort, Term, Variable
from spec.maxpool.vocabulary import dY

X, Y, INDICES = "X", "Y", "Indices"
RESERVED = frozenset({*PARAMETERS, *(d.name for d in dY), Y, INDICES, "key", "value", "number"})

Lengths = tuple[Term | None, ...]
"""The lengths of an array's dimensions; None for one that stands elsewhere, as in a `typedef`."""


class SourceLine(int):
    """A line with its column. No two statements of a function have the same text: `4:9`, and `4:9'2` the second time.

    The proof names what is unknown in a loop by the loop's line, and in C two loops may stand on one line.
    """

    column: int
    serial: int

    def __new__(cls, at: SourcePosition, serial: int) -> SourceLine:
        """The line of a position."""
        line = super().__new__(cls, at.line)
        line.column, line.serial = at.column, serial
        return line

    def __reduce__(self) -> tuple[type[SourceLine], tuple[SourcePosition, int]]:
        """What it is made of again in another process."""
        return type(self), (SourcePosition(int(self), self.column), self.serial)

    def __str__(self) -> str:
        return f"{int(self)}:{self.column}" + (f"'{self.serial}" if self.serial > 1 else "")

    __repr__ = __str__

    def __format__(self, form: str) -> str:
        return format(str(self), form)


@dataclass(frozen=True, slots=True)
class Local:
    """A local variable: its name in the result, and what it holds: an integer, or an element.

    An unsigned one that `wraps` holds the signed number of as many bits that it differs from by a multiple of 2^bits.
    """

    name: str
    type: CType
    sort: Sort
    wraps: bool = False


@dataclass
class Walker:
    """A local pointer: the array that it leads into, once it was given one, and the variable that counts its steps.

    `lengths` are those of the arrays that it is declared to lead to, the outermost first.
    """

    name: str
    to: CType
    array: str = ""
    lengths: Lengths = ()


@dataclass
class CScope:
    """The names of one function, or of one call of a helper."""

    names: dict[str, Local | Walker | Value] = field(default_factory=dict)
    elements: frozenset[str] = frozenset()
    changing: frozenset[str] = frozenset()
    wrapping: frozenset[str] = frozenset()


class Leaves:
    """The integers that a caller passes, by their paths; each is a name until it is known what it stands for."""

    def __init__(self) -> None:
        self.used: dict[str, CInteger | CBoolean] = {}

    def get(self, path: str, kind: CInteger | CBoolean) -> Variable:
        """The name that stands for a parameter in the result."""
        self.used[path] = kind
        return Variable(f"parameter {path}")


@dataclass
class CProgram:
    """What is known of the whole while it is lowered.

    `asks_for_indices`: something depends on whether the pointer for Indices is null.
    `claims` are those on what is computed from elements; `lengths` those that the tensors' declarations give.
    """

    element: CInteger | CFloating
    of: Format
    claims: Claims
    asks_for_indices: bool = False
    leaves: Leaves = field(default_factory=lambda: Leaves())
    sorts: dict[str, Sort] = field(default_factory=dict)
    arrays: dict[str, Sort] = field(default_factory=dict)
    flat: set[str] = field(default_factory=set)
    lengths: dict[str, Lengths] = field(default_factory=dict)
    assumed: dict[str, None] = field(default_factory=dict)
    lines: dict[tuple[int, int], int] = field(default_factory=dict)

    def line(self, at: SourcePosition) -> SourceLine:
        """A line for one more statement."""
        place = (at.line, at.column)
        self.lines[place] = self.lines.get(place, 0) + 1
        return SourceLine(at, self.lines[place])

    def fresh(self, name: str, sort: Sort) -> str:
        """A name that no other variable of the result has."""
        chosen, count = name, 1
        while chosen in self.sorts or chosen in RESERVED:
            count += 1
            chosen = f"{name}#{count}"
        self.sorts[chosen] = sort
        return chosen
