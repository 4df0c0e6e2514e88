"""What is outside the subset, or plays no part that is known: neither right nor wrong, and said to be so."""

from __future__ import annotations


class Refused(ValueError):
    """What is not understood: the line and column, from 1, the reason, and what to change where that is known."""

    def __init__(self, line: int, reason: str, *, column: int | None = None, change: str = "") -> None:
        super().__init__(f"line {line}: {reason}")
        self.line, self.column, self.reason, self.change = line, column, reason, change
