"""What an audit reports: findings by rule, the claims it judged, and how much of the document it understood."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


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
    what evaluation decides, and `not understood`.
    """

    kind: str
    start: int
    text: str
    verdict: str


Judgement = tuple[JudgedClaim, Finding | None]
"""A claim, and what is wrong with it."""


def judged(kind: str, start: int, text: str, finding: Finding | None) -> Judgement:
    """A claim that was decided: it agrees with the specification if nothing is found."""
    return JudgedClaim(kind, start, text, "disagrees" if finding else "agrees"), finding


def left_open(kind: str, start: int, text: str, finding: Finding) -> Judgement:
    """What the document should say and does not, or not so that it can be decided."""
    return JudgedClaim(kind, start, text, "not understood"), finding
