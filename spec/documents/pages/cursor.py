"""Where a parser's text stands in the source: the parsers unescape and join, and keep no columns."""

from __future__ import annotations

import re

LONGEST = 400
"""Of a longer text the beginning is looked for: it is where the text starts that matters."""


def locate(needle: str, text: str, start: int, end: int) -> int:
    """The offset of a text from `start` on; `start` itself where it is not found.

    White space matches white space, and a backslash may stand before any character.
    """
    exact = text.find(needle, start, end)
    if exact >= 0 or not needle.strip():
        return max(exact, start)
    words = needle[:LONGEST].split()
    pattern = r"[\s>]+".join("".join(rf"\\?{re.escape(c)}" for c in word) for word in words)
    found = re.compile(pattern).search(text, start, end)
    return found.start() if found else start


class Cursor:
    """A place in a source that only moves on, and the headings that it stands under."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self._headings: list[tuple[int, str]] = []

    @property
    def path(self) -> tuple[str, ...]:
        """The titles of the headings, outermost first."""
        return tuple(title for _, title in self._headings)

    def enter(self, level: int, title: str) -> None:
        """A heading closes those of its level and below."""
        self._headings = [(above, known) for above, known in self._headings if above < level] + [(level, title)]

    def find(self, content: str, end: int | None = None) -> int:
        """Where a text stands from here on; the cursor moves behind it."""
        end = len(self.text) if end is None else end
        start = locate(content, self.text, self.at, end)
        self.at = min(start + len(content), end)
        return start
