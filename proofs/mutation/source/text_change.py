"""A change of a file's text."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class TextChange:
    """A change of a file's bytes from `start` to `end`, with its line and what it is in words."""

    start: int
    end: int
    new: bytes
    line: int
    text: str

    def of(self, text: bytes) -> bytes:
        """The changed file."""
        return text[: self.start] + self.new + text[self.end :]
