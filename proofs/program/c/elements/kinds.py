"""The types of elements: what C keeps one in, and which of the profile's formats its bits are of."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from proofs.program.c.reading.types import CFloating, CInteger, CType
from proofs.theories.floats.bits import Format
from proofs.theories.floats.floats import FLOAT16, FLOAT32, FLOAT64
from proofs.theories.floats.integers import FORMATS

OF_FLOATS: Mapping[int, Format] = {of.width: of for of in (FLOAT16, FLOAT32, FLOAT64)}
OF_INTEGERS: Mapping[tuple[int, bool], Format] = {(of.bits, of.signed): made for of, made in FORMATS.items()}
AS_BITS: Mapping[str, Format] = {FLOAT16.name: FLOAT16}
"""Elements that C keeps in an integer, as their bits: which ones, no type says, and the user has to."""


@cache
def format_of(kind: CType, given: str | None) -> Format | None:
    """The format of elements of a type of C; `given` is what the user says that integers hold the bits of."""
    match kind:
        case CFloating(bits=bits) if given in (None, OF_FLOATS[bits].name):
            return OF_FLOATS[bits]
        case CInteger(bits=bits, signed=signed) if (of := OF_INTEGERS.get((bits, signed))) and given in (None, of.name):
            return of
        case CInteger(bits=bits, signed=False) if given is not None:
            of = AS_BITS.get(given)
            return of if of is not None and of.width == bits else None
    return None
