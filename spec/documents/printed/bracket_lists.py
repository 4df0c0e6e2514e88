"""Lists in brackets become cells with their places."""

from __future__ import annotations

import re

from spec.documents.printed.tensors import DEEPEST, Cell, Frame, Reader, Tensor

_BRACKETS = re.compile(r"(?P<open>[\[(])|(?P<close>[\])])|(?P<comma>,)|(?P<stop>=|```|\$\$)|(?P<skip>#[^\n]*)")
_FLAT_COMMA = re.compile(r"[^\s\[\](),],|,[ \t]*[^\s\[\](),]")
_WORD = re.compile(r"\S+")


class BracketList(Reader):
    """`[[1, 2], [3, 4]]`, also with a comma left out between lists, or with none at all as NumPy prints it."""

    stopped = 0
    """Where the last bracket ends that belongs to a list which is not closed: `=` is none of a tensor."""

    def read(self) -> Tensor:
        """The tensor, with what is wrong with its writing."""
        extent = self._extent()
        if extent is None:
            return self.unclosed(self.stopped, "a bracket")
        by_spaces = _FLAT_COMMA.search(self.text, self.start, extent) is None
        cursor, expects = self.start, False
        for token in _BRACKETS.finditer(self.text, self.start, extent):
            at = token.start()
            if self.stack:
                for cell in self._cells(cursor, at, by_spaces):
                    self.stack[-1].rows[-1].append(cell)
                    expects = False
            if token["open"] is not None:
                self.stack.append(Frame(at, token["open"]))
                expects = False
            elif token["close"] is not None:
                frame = self.stack.pop()
                if frame.name + token["close"] not in ("[]", "()"):
                    self.problem(at, f"{token['close']} closes {frame.name}")
                part = self.joined(frame.rows[-1], frame.start)
                if not self.stack:
                    return self.result(part, token.end())
                self.stack[-1].rows[-1].append(part)
                expects = False
            elif token["comma"] is not None:
                if expects or not self.stack[-1].rows[-1]:
                    self.problem(at, "a cell is empty")
                expects = True
            cursor = token.end()
            if (refused := self.refused(at)) is not None:
                return refused
        return self.unclosed(self.end, "a bracket")

    def _extent(self) -> int | None:
        """Where the list ends; None where it does not, or opens more brackets than can be right."""
        depth = 0
        self.stopped = self.start
        for token in _BRACKETS.finditer(self.text, self.start, self.end):
            if token["stop"] is not None:
                return None
            self.stopped = token.end()
            depth += (token["open"] is not None) - (token["close"] is not None)
            if depth == 0:
                return token.end()
            if depth > DEEPEST:
                return min(token.end(), self.end)
        return None

    def _cells(self, start: int, end: int, by_spaces: bool) -> list[Cell]:
        if by_spaces:
            found = [Cell(m[0], m.start()) for m in _WORD.finditer(self.text, start, end)]
            self.count += len(found)
            return found
        cell = self.cell(start, end)
        return [] if cell is None else [cell]
