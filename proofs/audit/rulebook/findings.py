"""What an audit reports: findings by rule and the claims that it judged, and how they are worded."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from numbers import Integral, Rational
from typing import Any, Protocol


class Level(StrEnum):
    """How grave a finding is: refuted, contradictory or unresolved; missing or ambiguous; worth knowing."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Fix:
    """A correction that is certain: what stands from `start` to `end` of the document's text becomes `text`."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong, missing or worth knowing, at an offset of the document's text.

    `rule` is a name of `proofs.audit.rulebook.rules.RULES`, which also gives its level. `witness` is the smallest
    counterexample, `suggestion` the text that should stand there, `fix` what `--fix` does, if that is certain.
    """

    rule: str
    start: int
    message: str
    witness: Mapping[str, object] = field(default_factory=dict)
    suggestion: str = ""
    fix: Fix | None = None


@dataclass(frozen=True, slots=True)
class JudgedClaim:
    """Something the document says that was judged: its kind, place, text and verdict.

    The verdicts are those of an obligation (`proved`, `refuted`, `unknown`, `vacuous`), `agrees` and `disagrees` for
    what evaluation decides, and `not understood`. `understood` says as what a sentence was understood; it is empty for
    what is no sentence.
    """

    kind: str
    start: int
    text: str
    verdict: str
    understood: str = ""


Judgement = tuple[JudgedClaim, Finding | None]
"""A claim, and what is wrong with it."""
Judgements = tuple[list[JudgedClaim], list[Finding]]
"""The claims of a part of a document, and its findings."""


def judged(kind: str, start: int, text: str, finding: Finding | None) -> Judgement:
    """A claim that was decided: it agrees with the specification if nothing is found."""
    return JudgedClaim(kind, start, text, "disagrees" if finding else "agrees"), finding


def checked(kind: str, start: int, text: str, rule: str, wrong: str, suggestion: str = "") -> Judgement:
    """A claim that was decided, with what is wrong where it stands; it agrees if `wrong` is empty."""
    return judged(kind, start, text, Finding(rule, start, wrong, {}, suggestion) if wrong else None)


def left_open(kind: str, start: int, text: str, rule: str, message: str, suggestion: str = "") -> Judgement:
    """What the document should say and does not, or not so that it can be decided."""
    return JudgedClaim(kind, start, text, "not understood"), Finding(rule, start, message, {}, suggestion)


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
