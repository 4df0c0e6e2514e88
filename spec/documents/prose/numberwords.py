"""Small numbers as prose writes them: in digits or in words."""

from __future__ import annotations

_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
NUMBER = rf"(?:-?\d{{1,9}}|(?:{'|'.join(_WORDS)})\b)"
"""A pattern for a number in either form."""
ORDINALS = ("first", "second", "third")
"""Of the spatial axes."""


def number(said: str) -> int:
    """The number that a match of NUMBER says."""
    lower = said.strip().lower()
    return _WORDS.index(lower) if lower in _WORDS else int(lower)
