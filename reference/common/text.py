"""Text that comes from strangers, made fit for a terminal, a page or a log."""

from __future__ import annotations

import unicodedata

_UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Unicode's categories of characters that do something, or show nothing."""


def is_unseen(character: str) -> bool:
    """The character does something, or shows nothing."""
    return unicodedata.category(character) in _UNSEEN


def visible(text: str) -> str:
    """Text on one line whose every character shows as itself, or as the escape that stands for it."""
    return as_it_stands(" ".join(text.split()))


def as_it_stands(line: str) -> str:
    """A line with its spaces, whose every other character shows as itself, or as the escape that stands for it."""
    # Python calls printable what is of no such category, and is no space but the common one: most texts are.
    return line if line.isprintable() else "".join(_escaped(c) if is_unseen(c) else c for c in line)


def _escaped(character: str) -> str:
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
