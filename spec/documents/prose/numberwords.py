"""Patterns of an author's words: small numbers in digits or in words, ordinals, NaN and minus infinity."""

from __future__ import annotations

import re

_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
NUMBER = rf"(?:-?\d{{1,9}}|(?:{'|'.join(_WORDS)})\b)"
"""A pattern for a number in either form."""
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
            "eleventh", "twelfth")  # fmt: skip
NAN = r"(?<!\w)NaNs?\b|not[- ]a[- ]number"
MINUS_INFINITY = r"[-−]\s?\\?inf(?:ty|inity)?\b|-∞|negative infinity|minus infinity"
"""Patterns for the values that are no numbers; letter case does not count."""


def any_of(*said: str) -> re.Pattern[str]:
    """What any of some patterns matches; letter case does not count."""
    return re.compile("|".join(said), re.IGNORECASE)


def number(said: str) -> int:
    """The number that a match of NUMBER says."""
    lower = said.strip().lower()
    return _WORDS.index(lower) if lower in _WORDS else int(lower)
