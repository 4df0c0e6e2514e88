"""Element types by their ONNX names: what NumPy calls each, and of the integers the width and the sign."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

OTHERWISE_IN_NUMPY: Mapping[str, str] = {"float": "float32", "double": "float64"}
"""The types that NumPy has under another name than ONNX."""
_INTEGER = re.compile(r"(u?)int([1-9]\d*)")


@dataclass(frozen=True, slots=True)
class IntegerType:
    """A type of integers: its name, its width in bits, and whether it has negative numbers."""

    name: str
    bits: int
    signed: bool


def numpy_name(of: str) -> str:
    """NumPy's name of a type."""
    return OTHERWISE_IN_NUMPY.get(of, of)


def integers(types: Iterable[str]) -> tuple[IntegerType, ...]:
    """Those of some types that are of integers, in their order."""
    found = ((name, _INTEGER.fullmatch(name)) for name in types)
    return tuple(IntegerType(name, int(m[2]), m[1] == "") for name, m in found if m)
