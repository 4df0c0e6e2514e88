"""Lists of errors, and of what is not allowed: each part of an item is read with that said of it."""

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


def of_item(text: str, *, is_fault: bool, is_excluded: bool) -> Sequence[str]:
    """An item as statements: that it is an error; or that none of its parts is allowed, and what it says behind a
    colon. What is rejected may be a call that it describes."""
    fault = f"It is an error if {text.rstrip(_ENDS)}"
    if is_fault and (not is_excluded or understand(fault).meanings):
        return [fault]
    parts, _, told = text.strip(_ENDS).partition(": ")
    said = [f"{part.strip(_ENDS)} is not allowed" for part in _PARTS.split(parts) if part.strip(_ENDS)]
    return [*said, told] if told else said
