"""Printed tensors of either notation: LaTeX matrices and lists in brackets. Nothing is ever raised."""

from __future__ import annotations

import re

from spec.documents.printed.tensors import DEEPEST, Frame, NestedCells, PrintedCell, PrintedTensor, Problem, Reader

MATRICES = ("matrix", "bmatrix", "pmatrix", "vmatrix", "Bmatrix", "Vmatrix", "smallmatrix", "array", "tabular")
LATEX_START = re.compile(r"(?:\\left\s*[\[(|.]?\s*)?\\begin\s*\{\s*(?:" + "|".join(MATRICES) + r")\*?\s*\}")

_LATEX = re.compile(
    r"\\begin\s*\{\s*(?P<open>[A-Za-z]+)\*?\s*\}"
    r"|\\end\s*\{\s*(?P<close>[A-Za-z]+)\*?\s*\}"
    r"|(?P<row>\\\\(?:\[\s*-?[\d.]+\s*(?:pt|em|ex|mm|cm)\s*\])?|\\cr\b|\\newline\b)"
    r"|(?P<column>(?<!\\)&)"
    r"|(?P<stop>=|```|\$\$)"
    r"|(?P<skip>(?<!\\)%[^\n]*|\\hline\b|\\(?:left|right)\s*[\[\]().|])"
)
_GAP = re.compile(r"(?:\\right\s?[\])|.]|\\[,;: ]|[\s,~])*")
_STRAY_END = re.compile(r"\s{0,80}(\\end\s{0,8}\{\s{0,8}\w{0,8}matrix\s{0,8}\})")
_COLUMNS = re.compile(r"\s*(?:\[[tbc]\])?\s*\{[^{}\n]{0,80}\}")

_BRACKETS = re.compile(r"(?P<open>[\[(])|(?P<close>[\])])|(?P<comma>,)|(?P<stop>=|```|\$\$)|(?P<skip>#[^\n]*)")
_FLAT_COMMA = re.compile(r"[^\s\[\](),],|,[ \t]*[^\s\[\](),]")
_WORD = re.compile(r"\S+")


def tensor(text: str, start: int, end: int) -> PrintedTensor | None:
    """The tensor that begins at `start`, which is a LaTeX matrix or a bracketed list; None if neither begins there."""
    if (latex := LATEX_START.match(text, start, end)) is not None:
        first = LatexMatrix(text, text.index("\\begin", start, latex.end()), end).read()
        return _with_those_beside(text, first, end)
    if start < end and text[start] in "[(":
        return BracketList(text, start, end).read()
    return None


def _with_those_beside(text: str, first: PrintedTensor, end: int) -> PrintedTensor:
    """A matrix behind which others stand, with no name between them, is the first plane of a tensor: its last axis but
    two counts them."""
    planes = [first]
    while (gap := _GAP.match(text, planes[-1].end, end)) and (latex := LATEX_START.match(text, gap.end(), end)):
        planes.append(LatexMatrix(text, text.index("\\begin", gap.end(), latex.end()), end).read())
    if len(planes) == 1:
        return first
    other = next((plane for plane in planes if plane.shape != first.shape), None)
    shape = (len(planes), *first.shape) if other is None and first.shape is not None else None
    cells = tuple(cell for plane in planes for cell in plane.cells)
    ragged = () if other is None else (Problem(other.start, "it has another shape than the matrix before it"),)
    problems = (*(problem for plane in planes for problem in plane.problems), *ragged)
    return PrintedTensor(first.start, planes[-1].end, shape, cells, problems)


class LatexMatrix(Reader):
    """`\\begin{bmatrix} a & b \\\\ c & d \\end{bmatrix}`, flat or nested.

    `cursor` is where the text of the open cell starts; `after_part`: a nested matrix ended there; `expects`: an `&`
    came before, so that no text is an empty cell.
    """

    cursor = 0
    after_part = False
    expects = False

    def read(self) -> PrintedTensor:
        """The tensor, with what is wrong with its writing."""
        self.cursor = self.start
        while (token := _LATEX.search(self.text, self.cursor, self.end)) is not None:
            at = token.start()
            if token["stop"] is not None:
                # No tensor goes on beyond its formula, or into the next statement.
                return self.unclosed(self.cursor, f"\\begin{{{self.stack[-1].name}}}")
            if (name := token["open"]) is not None:
                if self.stack:
                    self._take(at, before_part=True)
                self.stack.append(Frame(at, name))
                after = token.end()
                columns = _COLUMNS.match(self.text, after, self.end) if name in ("array", "tabular") else None
                self.cursor = columns.end() if columns else after
            elif token["close"] is not None:
                self._take(at)
                part = self._closed(token["close"], at)
                self.cursor = token.end()
                if not self.stack:
                    if (stray := _STRAY_END.match(self.text, token.end(), self.end)) is not None:
                        self.problem(stray.start(1), f"{stray[1]} closes nothing")
                    return self.result(part, token.end())
                # Matrices side by side without a separator are entries of one column.
                self.stack[-1].rows[-1].append(part)
                self.after_part = True
            else:
                self._separate(token)
            if (refused := self.refused(at)) is not None:
                return refused
        return self.unclosed(self.end, f"\\begin{{{self.stack[-1].name}}}")

    def _take(self, at: int, *, before_part: bool = False) -> None:
        """The text since the last mark becomes a cell of the open row; beside a nested matrix it may be a separator."""
        cell = self.cell(self.cursor, at)
        row = self.stack[-1].rows[-1]
        separators = (",", ";") if before_part else (",", ";", "~", "\\,", "\\quad") if self.after_part else ()
        if cell is not None and cell.text not in separators:
            row.append(cell)
        elif cell is None and (row or self.expects) and not (before_part or self.after_part):
            row.append(PrintedCell("", self.cursor))
        self.after_part = self.expects = False

    def _separate(self, token: re.Match[str]) -> None:
        if token["skip"] is not None:
            # A comment or a rule between cells: what stands before it on the same cell is rare, and kept.
            if not self.text[self.cursor : token.start()].strip():
                self.cursor = token.end()
            return
        row, before = self.stack[-1].rows[-1], self.text[self.cursor : token.start()].strip()
        if token["column"] is not None and not (row or before or self.after_part):
            row.append(PrintedCell("", self.cursor))
        else:
            self._take(token.start())
        self.cursor = token.end()
        if token["row"] is not None:
            self.stack[-1].rows.append([])
        else:
            self.expects = True

    def _closed(self, name: str, at: int) -> NestedCells:
        frame = self.stack.pop()
        if name != frame.name:
            self.problem(at, f"\\end{{{name}}} closes \\begin{{{frame.name}}}")
        rows = [row for row in frame.rows if row]
        empty = next((e for row in rows for e in row if isinstance(e, PrintedCell) and not e.text), None)
        if empty is not None:
            self.problem(empty.start, "a cell is empty")
        if not rows:
            return NestedCells((0,), [], frame.start)
        of_parts = all(isinstance(e, NestedCells) for row in rows for e in row)
        if of_parts and (len(rows) == 1 or all(len(row) == 1 for row in rows)):
            return self.joined([e for row in rows for e in row], frame.start)
        return self.joined([self.joined(row, row[0].start) for row in rows], frame.start)


class BracketList(Reader):
    """`[[1, 2], [3, 4]]`, also with a comma left out between lists, or with none at all as NumPy prints it."""

    stopped = 0
    """Where the last bracket ends that belongs to a list which is not closed: `=` is none of a tensor."""

    def read(self) -> PrintedTensor:
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

    def _cells(self, start: int, end: int, by_spaces: bool) -> list[PrintedCell]:
        if by_spaces:
            found = [PrintedCell(m[0], m.start()) for m in _WORD.finditer(self.text, start, end)]
            self.count += len(found)
            return found
        cell = self.cell(start, end)
        return [] if cell is None else [cell]
