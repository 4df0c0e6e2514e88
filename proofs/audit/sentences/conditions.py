"""What a sentence is about that goes on about a condition: `This test is not necessary` says it of the one before."""

from __future__ import annotations

import re

SMALL_PADS = "Each pad is smaller than the dilated kernel"
"""The condition on the paddings that is sufficient for every window to have an element of X."""
_SMALL_PADS = re.compile(
    r"\b(?:each|every|the|all) pad(?:s|ding)?\b[^.;:]{0,60}\b(?:smaller|less|shorter) than\b[^.;:]{0,40}"
    r"\b(?:kernel|window|filter|extent)\b",
    re.IGNORECASE,
)
_GOES_ON = re.compile(
    r"^(?:this|the|that|such an?)(?: \w+)? (?:condition|test|requirement|criterion|rule)\s+(?=is\b)", re.I
)
_THIS_IS = re.compile(r"^this(?=\s+is\s+(?:\w+\s+){0,3}(?:weakest|necessary|sufficient)\b)", re.IGNORECASE)


def with_condition(text: str, before: str) -> str:
    """A sentence with the condition that the one before gives, in the place of what only points to it."""
    if _SMALL_PADS.search(before) is None:
        return text
    return _THIS_IS.sub(SMALL_PADS, _GOES_ON.sub(f"{SMALL_PADS} ", text))
