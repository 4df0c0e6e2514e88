"""LaTeX matrices, flat or nested, become cells with their places."""

from __future__ import annotations

import re

from spec.documents.printed.tensors import Cell, Frame, Part, Reader, Tensor

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

_LATEX = re.compile(
    r"\\begin\s*\{\s*(?P<open>[A-Za-z]+)\*?\s*\}"
    r"|\\end\s*\{\s*(?P<close>[A-Za-z]+)\*?\s*\}"
    r"|(?P<row>\\\\(?:\[\s*-?[\d.]+\s*(?:pt|em|ex|mm|cm)\s*\])?|\\cr\b|\\newline\b)"
    r"|(?P<column>(?<!\\)&)"
    r"|(?P<stop>=|```|\$\$)"
    r"|(?P<skip>(?<!\\)%[^\n]*|\\hline\b|\\(?:left|right)\s*[\[\]().|])"
)
_STRAY_END = re.compile(r"\s{0,80}(\\end\s{0,8}\{\s{0,8}\w{0,8}matrix\s{0,8}\})")
_COLUMNS = re.compile(r"\s*(?:\[[tbc]\])?\s*\{[^{}\n]{0,80}\}")


class LatexMatrix(Reader):
    """`\\begin{bmatrix} a & b \\\\ c & d \\end{bmatrix}`, flat or nested.

    `cursor` is where the text of the open cell starts; `after_part`: a nested matrix ended there; `expects`: an `&`
    came before, so that no text is an empty cell.
    """

    cursor = 0
    after_part = False
    expects = False

    def read(self) -> Tensor:
        """The tensor, with what is wrong with its writing."""
        at = self.start
        while (token := _LATEX.search(self.text, at if not self.stack else self.cursor, self.end)) is not None:
            at = token.start()
            if token["stop"] is not None:
                # No tensor goes on beyond its formula, or into the next statement.
                return self.unclosed(self.cursor, f"\\begin{{{self.stack[-1].name}}}" if self.stack else "the matrix")
            if (name := token["open"]) is not None:
                if self.stack:
                    self._stray(at)
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
        return self.unclosed(self.end, f"\\begin{{{self.stack[-1].name}}}" if self.stack else "the matrix")

    def _take(self, at: int) -> None:
        """The text since the last mark becomes a cell of the open row."""
        cell = self.cell(self.cursor, at)
        row = self.stack[-1].rows[-1]
        if self.after_part:
            if cell is not None and cell.text not in (",", ";", "~", "\\,", "\\quad"):
                row.append(cell)
        elif cell is not None:
            row.append(cell)
        elif row or self.expects:
            row.append(Cell("", self.cursor))
        self.after_part = self.expects = False

    def _stray(self, at: int) -> None:
        cell = self.cell(self.cursor, at)
        if cell is not None and cell.text not in (",", ";"):
            self.stack[-1].rows[-1].append(cell)
        self.after_part = self.expects = False

    def _separate(self, token: re.Match[str]) -> None:
        if token["skip"] is not None:
            # A comment or a rule between cells: what stands before it on the same cell is rare, and kept.
            if not self.text[self.cursor : token.start()].strip():
                self.cursor = token.end()
            return
        self._take_or_nothing(token.start(), is_column=token["column"] is not None)
        self.cursor = token.end()
        if token["row"] is not None:
            self.stack[-1].rows.append([])
        else:
            self.expects = True

    def _take_or_nothing(self, at: int, *, is_column: bool) -> None:
        row = self.stack[-1].rows[-1]
        if is_column and not row and not self.text[self.cursor : at].strip() and not self.after_part:
            row.append(Cell("", self.cursor))
            return
        self._take(at)

    def _closed(self, name: str, at: int) -> Part:
        frame = self.stack.pop()
        if name != frame.name:
            self.problem(at, f"\\end{{{name}}} closes \\begin{{{frame.name}}}")
        rows = [row for row in frame.rows if row]
        empty = next((e for row in rows for e in row if isinstance(e, Cell) and not e.text), None)
        if empty is not None:
            self.problem(empty.start, "a cell is empty")
        if not rows:
            return Part((0,), [], frame.start)
        of_parts = all(isinstance(e, Part) for row in rows for e in row)
        if of_parts and (len(rows) == 1 or all(len(row) == 1 for row in rows)):
            return self.joined([e for row in rows for e in row], frame.start)
        return self.joined([self.joined(row, row[0].start) for row in rows], frame.start)
