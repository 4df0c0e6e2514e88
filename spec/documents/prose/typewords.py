"""Element types as documents write them, and the family that each is of."""

from __future__ import annotations

import re
from enum import StrEnum


class TypeFamily(StrEnum):
    """What kind of numbers a type has."""

    REAL = "real"
    FLOAT = "float"
    INT = "int"


_FLOATS = ("float16", "float32", "float64", "bfloat16", "float", "double", "half")
_INTS = tuple(f"{sign}int{bits}" for sign in ("", "u") for bits in (4, 8, 16, 32, 64))
FAMILIES: dict[str, TypeFamily] = {
    **dict.fromkeys(_FLOATS, TypeFamily.FLOAT),
    **dict.fromkeys(_INTS, TypeFamily.INT),
    "real": TypeFamily.REAL,
    "int": TypeFamily.INT,
    "integer": TypeFamily.INT,
    "floating-point": TypeFamily.FLOAT,
    "floating point": TypeFamily.FLOAT,
}
GENERIC = frozenset({"real", "int", "integer", "floating-point", "floating point", "float"})
"""Words that name a family; `float` is also a type of its own."""
TYPE = re.compile(
    r"(?<![\w.])(floating[- ]point|bfloat16|float(?:16|32|64)?|double|half|u?int(?:4|8|16|32|64)|integers?|int|reals?)"
    r"(?![\w-])",
    re.I,
)
_8_BIT = re.compile(r"\b8[- ]bit\b", re.I)


def word(said: str) -> str:
    """A type word in lower case and the singular."""
    lower = re.sub(r"\s+", " ", said.lower())
    return lower[:-1] if lower in ("integers", "reals") else lower


def types_in(text: str) -> tuple[str, ...]:
    """The type words of a text, in its order."""
    return tuple(word(m[1]) for m in TYPE.finditer(text))


def families_of(text: str) -> frozenset[TypeFamily]:
    """The families of the types that a text names."""
    found = {FAMILIES[name] for name in types_in(text)}
    return frozenset(found | {TypeFamily.INT} if _8_BIT.search(text) else found)
