"""What a sentence is about that goes on about the one before, says of a condition that it is enough, or names a place.

`This test is not necessary` is of a condition, `This is the one with the smallest index` of several equal maxima.
"""

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
    r"^(?:this|the|that|such an?)(?: \w+)? (?:condition|test|check|requirement|criterion|rule)\s+(?=is\b)", re.I
)
_THIS_IS = re.compile(r"^this(?=\s+is\s+(?:\w+\s+){0,3}(?:weakest|necessary|sufficient)\b)", re.IGNORECASE)


_OF_MAXIMA = re.compile(
    r"\b(?:equal|several|ties?|tied)\b.*\bmaxim|\bmaxim.*\b(?:equal|several|twice|once|ties?|tied|share)\b|\bshare\b.*\bmaxim",
    re.I | re.S,
)
_THE_ONE = re.compile(
    r"^(?:this|that|it) is (?P<one>the (?:one|element|tap|position) (?:with|of|at) [^.;]*)[.;]?$", re.I
)


_ENOUGH = re.compile(
    r"^(?:for (?:this|that|which),? )?it (?:is|is already) (?:enough|sufficient)"
    r"(?:,? (?:but|though|although) not (?:necessary|the weakest(?: possible)?(?: condition| one)?),?)?"
    r" that (?P<what>[^;:]*?)\W*$",
    re.I,
)
_NAMED_EXTENT = re.compile(
    r"\b(?P<what>kernel size|kernel extent|dilated kernel|extent|span) [A-Za-z]\w?_\{?\w\}?(?=[ ,.;])"
)
_REFERENCE = re.compile(r" \((?:see )?(?:[A-Z]{1,10}-){1,4}\d{1,4}\)")
_LETTER = r"[a-z](?:'|\u2032)"
_PLACE = re.compile(
    rf"(?:^|(?<=[;:]\s))(?:(?:the|both) coordinates?|(?:the place )?\(?{_LETTER},? (?:and )?{_LETTER}\)?)"
    r"\s+(?=(?:is|are)\s+counted\s+in\b)",
    re.I,
)
"""A place by its letters, `h'` and `w'`, or as coordinates, where it is said in what that is counted."""


def without_references(text: str) -> str:
    """A sentence without the names of what it says in words as well, and without labels in brackets."""
    return _PLACE.sub("the position ", _NAMED_EXTENT.sub(r"\g<what>", _REFERENCE.sub("", text)))


def gone_on_about(text: str, before: str) -> str:
    """A sentence with what the one before is about, in the place of what only points to it."""
    if (one := _THE_ONE.match(text)) is not None and _OF_MAXIMA.search(before) is not None:
        return f"Of several equal maxima, {one['one']} is selected."
    if (enough := _ENOUGH.match(text)) is not None:
        return f"{enough['what']} suffices by itself."
    if _SMALL_PADS.search(before) is None:
        return text
    return _THIS_IS.sub(SMALL_PADS, _GOES_ON.sub(f"{SMALL_PADS} ", text))
