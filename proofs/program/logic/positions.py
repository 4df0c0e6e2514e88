"""The unknowns that stand for how far a loop has come, one for each loop of a function."""

from __future__ import annotations

from collections import Counter

from proofs.program.source.language import For, Function, Loop, While, everywhere
from spec.language.terms import Variable


class Positions:
    """What tells the loops of a function apart: the line, and where several stand on one line, a number."""

    def __init__(self, function: Function) -> None:
        self._marks: dict[int, str] = {}
        taken: Counter[int] = Counter()
        for loop in everywhere(function.body):
            if isinstance(loop, For | While):
                taken[loop.line] += 1
                mark = f"{loop.line}" if taken[loop.line] == 1 else f"{loop.line} ({taken[loop.line]})"
                if self._marks.setdefault(id(loop), mark) != mark:
                    raise ValueError(f"line {loop.line}: one loop stands in two places")

    def mark(self, loop: Loop) -> str:
        """The name of a loop."""
        return self._marks[id(loop)]

    def at(self, loop: Loop) -> Variable:
        """Where a loop is: the value of a `for`'s variable, the number of the turns of a `while`."""
        # No variable of a program is called so.
        return Variable(f"{loop.variable if isinstance(loop, For) else 'turns!'} in {self.mark(loop)}")

    def after(self, loop: Loop) -> Variable:
        """How many turns a `while` has had when it is over."""
        return Variable(f"turns! after {self.mark(loop)}")
