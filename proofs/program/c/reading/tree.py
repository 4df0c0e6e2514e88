"""A function of C as a small typed tree: what the compiler made of it, macros expanded and conversions explicit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from typing import Any, TypeVar

from proofs.program.c.reading.types import CType
from proofs.program.source.refused import Refused


@dataclass(frozen=True, slots=True, order=True)
class SourcePosition:
    """Where something stands in the file; both count from 1. `file` is empty for the file that was asked for."""

    line: int
    column: int
    file: str = ""


def refused(at: SourcePosition, reason: str, change: str = "") -> Refused:
    """The refusal of what stands at a position; `change` says what would be read instead."""
    where = f"{at.file}: " if at.file else ""
    return Refused(at.line, f"{where}{reason}", column=at.column, change=change)


# --- expressions


@dataclass(frozen=True, slots=True)
class CExpression:
    """An expression with its type."""

    at: SourcePosition
    type: CType


@dataclass(frozen=True, slots=True)
class CConstant(CExpression):
    """A number that is written out, or that the compiler computed."""

    value: int | float


@dataclass(frozen=True, slots=True)
class CName(CExpression):
    """A variable or a parameter; `key` tells apart those of one name."""

    name: str
    key: str


@dataclass(frozen=True, slots=True)
class CUnary(CExpression):
    """`-x`, `+x`, `!x`, `~x`, `*x`, `&x`; and `++x`, `--x`, `x++`, `x--` as `pre++` and so on."""

    op: str
    operand: CExpression


@dataclass(frozen=True, slots=True)
class CBinary(CExpression):
    """`left op right`, both converted already; the assignment `=` too."""

    op: str
    left: CExpression
    right: CExpression


@dataclass(frozen=True, slots=True)
class CUpdate(CExpression):
    """`left op= right`; the right side is of the type in which the compiler computes."""

    op: str
    left: CExpression
    right: CExpression


@dataclass(frozen=True, slots=True)
class CChoice(CExpression):
    """`test ? then : otherwise`."""

    test: CExpression
    then: CExpression
    otherwise: CExpression


@dataclass(frozen=True, slots=True)
class CConvert(CExpression):
    """A conversion to the type: by the compiler, or by a cast that is written (`explicit`)."""

    operand: CExpression
    explicit: bool


@dataclass(frozen=True, slots=True)
class CCall(CExpression):
    """A call of a function by its name."""

    name: str
    arguments: tuple[CExpression, ...]


@dataclass(frozen=True, slots=True)
class CSubscript(CExpression):
    """`base[index]`; the base is a pointer."""

    base: CExpression
    index: CExpression


@dataclass(frozen=True, slots=True)
class CMember(CExpression):
    """`base.name`, or `base->name` if the base is a pointer."""

    base: CExpression
    name: str


@dataclass(frozen=True, slots=True)
class CEntries(CExpression):
    """`{a, b, ...}` as the first value of an array or a structure."""

    values: tuple[CExpression, ...]


# --- statements


@dataclass(frozen=True, slots=True)
class CStatement:
    """A statement."""

    at: SourcePosition


@dataclass(frozen=True, slots=True)
class CDeclare(CStatement):
    """A local variable, with its first value if it has one; `lengths` are those of an array that are not constant."""

    name: str
    key: str
    type: CType
    initial: CExpression | None
    lengths: tuple[CExpression, ...] = ()


@dataclass(frozen=True, slots=True)
class CDo(CStatement):
    """An expression, evaluated for what it does."""

    expression: CExpression


@dataclass(frozen=True, slots=True)
class CBlock(CStatement):
    """`{ ... }`."""

    body: tuple[CStatement, ...]


@dataclass(frozen=True, slots=True)
class CBranch(CStatement):
    """`if (test) then else otherwise`."""

    test: CExpression
    then: CStatement
    otherwise: CStatement | None


@dataclass(frozen=True, slots=True)
class CLoop(CStatement):
    """`for (first; test; step) body`; a `while` or a `do` has no first and no step."""

    first: CStatement | None
    test: CExpression | None
    step: CExpression | None
    body: CStatement
    keyword: str = "for"


@dataclass(frozen=True, slots=True)
class CJump(CStatement):
    """`break` or `continue`."""

    keyword: str


@dataclass(frozen=True, slots=True)
class CGive(CStatement):
    """`return value`."""

    value: CExpression | None


N = TypeVar("N", bound=CExpression | CStatement)


def mapped(node: N, change: Callable[[CExpression | CStatement], CExpression | CStatement]) -> N:
    """A part of the tree with all that it is made of changed, the innermost first."""

    def inner(part: object) -> object:
        if isinstance(part, tuple):
            return tuple(map(inner, part))
        return change(mapped(part, change)) if isinstance(part, CExpression | CStatement) else part

    parts: dict[str, Any] = {f.name: inner(getattr(node, f.name)) for f in fields(node)}
    return replace(node, **parts)


# --- functions


@dataclass(frozen=True, slots=True)
class CParameter:
    """A parameter; `lengths` are those of its array type that are not constant, the outermost first."""

    at: SourcePosition
    name: str
    key: str
    type: CType
    lengths: tuple[CExpression, ...] = ()


@dataclass(frozen=True, slots=True)
class CDefinition:
    """A function: its parameters, what it gives, its body, and its lines in its file, from the first to the last."""

    at: SourcePosition
    name: str
    parameters: tuple[CParameter, ...]
    result: CType
    body: CBlock
    last_line: int


@dataclass(frozen=True, slots=True)
class CUnit:
    """What was read of a file: the function, those that it calls, and the files that were included, with digests."""

    function: CDefinition
    helpers: dict[str, CDefinition] = field(default_factory=dict)
    included: dict[str, str] = field(default_factory=dict)
