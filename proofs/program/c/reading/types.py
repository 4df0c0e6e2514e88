"""The types of C as the compiler tells them: widths and signs are those of the model that was asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

TARGETS: Mapping[str, str] = {
    "lp64": "x86_64-unknown-linux-gnu",
    "ilp32": "i386-unknown-linux-gnu",
    "llp64": "x86_64-pc-windows-gnu",
}
"""The models of a machine's integers, each by a target of the compiler that has it."""


@dataclass(frozen=True, slots=True)
class CVoid:
    """No value."""

    def __str__(self) -> str:
        return "void"


@dataclass(frozen=True, slots=True)
class CInteger:
    """An integer type; an enumeration is its underlying one."""

    name: str
    bits: int
    signed: bool

    @property
    def low(self) -> int:
        """The least value."""
        return -(2 ** (self.bits - 1)) if self.signed else 0

    @property
    def high(self) -> int:
        """The greatest value."""
        return int(2 ** (self.bits - self.signed)) - 1

    def holds(self, other: CInteger) -> bool:
        """Every value of another integer type is one of this type."""
        return self.low <= other.low and other.high <= self.high

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class CBoolean:
    """`_Bool`: what is converted to it becomes 0 or 1."""

    def __str__(self) -> str:
        return "_Bool"


@dataclass(frozen=True, slots=True)
class CFloating:
    """A binary floating-point type of IEEE 754."""

    name: str
    bits: int

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class CPointer:
    """A pointer; `const` if what it points to may not be written through it."""

    to: CType
    const: bool = False

    def __str__(self) -> str:
        return f"{'const ' if self.const else ''}{self.to} *"


@dataclass(frozen=True, slots=True)
class CArray:
    """An array; a length that is not constant is None, and stands with the declaration."""

    of: CType
    length: int | None
    const: bool = False

    def __str__(self) -> str:
        return f"{self.of}[{'' if self.length is None else self.length}]"


@dataclass(frozen=True, slots=True)
class CStructure:
    """A structure, by its name, with its members in their order."""

    name: str
    members: tuple[tuple[str, CType], ...]

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class COther:
    """A type outside the subset, as it is spelled."""

    name: str

    def __str__(self) -> str:
        return self.name


CType = CVoid | CInteger | CBoolean | CFloating | CPointer | CArray | CStructure | COther
