"""How a finding is worded: a witness on one line, a number with its noun, a place with what should stand there."""

from __future__ import annotations

import math
from collections.abc import Mapping
from numbers import Integral, Rational
from typing import Any, Protocol

from proofs.audit.rulebook.findings import Finding, Fix

_MOST_BITS = 10_000
"""Python writes no integer of more than some 4,000 digits; neither does a report."""


class Stretch(Protocol):
    """A stretch of a document's text, from `start` to `end`."""

    @property
    def start(self) -> int:
        """Where it begins."""

    @property
    def end(self) -> int:
        """Where it ends."""


def corrected(
    rule: str, at: Stretch, message: str, text: str | None, witness: Mapping[str, object] | None = None
) -> Finding:
    """A finding on a stretch in whose place a text should stand, which is certain; None or empty: none is known."""
    fix = Fix(at.start, at.end, text) if text else None
    return Finding(rule, at.start, message, witness or {}, text or "", fix)


def plain(value: object) -> Any:
    """A value of a witness as JSON has it; what JSON has no number for is written as text."""
    match value:
        case None | bool() | str():
            return value
        case Mapping():
            return {str(name): plain(member) for name, member in value.items()}
        case list() | tuple():
            return [plain(member) for member in value]
        case Integral():
            number = int(value)
            return number if number.bit_length() <= _MOST_BITS else f"an integer of {number.bit_length()} bits"
        case float() if math.isfinite(value):
            return value
        case Rational() if max(abs(int(value.numerator)), int(value.denominator)).bit_length() > _MOST_BITS:
            return "a fraction of many digits"
    return str(value)


def witness_text(witness: Mapping[str, object]) -> str:
    """A witness on one line."""
    return ", ".join(f"{name} = {plain(value)}" for name, value in witness.items())


def for_witness(witness: Mapping[str, object]) -> str:
    """For which values something differs, in a sentence."""
    return f"for {witness_text(witness)}" if witness else "always"


def counted(number: int, noun: str) -> str:
    """A number with its noun: 1 finding, 2 findings."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
