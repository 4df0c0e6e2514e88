"""The strategies that are public, by the names that the tests use."""

from __future__ import annotations

from proofs.kit.strategies import (
    INTEGERS,
    LARGE,
    NOT_EMPTY,
    SMALL,
    Array,
    Bits,
    attributes_of,
    axes,
    infinity,
    legal_pads,
    nans,
    notable,
    numbers,
    palettes,
    shown,
    sign,
    tensors,
    unsigned,
)
from proofs.kit.strategies import DrawnAxis as Axis
from proofs.kit.strategies import DrawnSizes as Limits
from proofs.kit.strategies import LegalCall as Call
from proofs.kit.strategies import legal_calls as calls
from reference.conformance.cases.values import DTYPES, FLOATS

__all__ = [
    "DTYPES",
    "FLOATS",
    "INTEGERS",
    "LARGE",
    "NOT_EMPTY",
    "SMALL",
    "Array",
    "Axis",
    "Bits",
    "Call",
    "Limits",
    "attributes_of",
    "axes",
    "calls",
    "infinity",
    "legal_pads",
    "nans",
    "notable",
    "numbers",
    "palettes",
    "shown",
    "sign",
    "tensors",
    "unsigned",
]
