"""Lists of what is not allowed: each part of an item is read with that said of it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from proofs.audit.lexicon.words import words_of
from proofs.audit.sentences.understand import understand

_PARTS = re.compile(r",\s*(?:and\s+|or\s+)?(?![^(\[]*[)\]])")
_ENDS = ".;, "


def is_of_exclusions(lead: str) -> bool:
    """A sentence that a list goes on with says that what is listed is not allowed, and names no exception."""
    concepts = {word.concept for word in words_of(lead)}
    says = "reject" in concepts or concepts >= {"not", "allowed"} or concepts >= {"outside", "profile"}
    return lead.endswith(":") and says and not concepts & {"except", "but", "only", "error", "if"}


def as_fault(text: str) -> str:
    """An item of a list of errors as a statement."""
    return f"It is an error if {text.rstrip(_ENDS)}"


def of_exclusions(text: str, *, may_be_fault: bool) -> Sequence[str]:
    """An item as statements: that none of its parts is allowed, and what it says of them behind a colon. What is
    rejected may be a call that it describes."""
    if may_be_fault and understand(as_fault(text)).meanings:
        return [as_fault(text)]
    parts, _, told = text.strip(_ENDS).partition(": ")
    said = [f"{part.strip(_ENDS)} is not allowed" for part in _PARTS.split(parts) if part.strip(_ENDS)]
    return [*said, told] if told else said
