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
