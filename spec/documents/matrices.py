"""Printed tensors: LaTeX matrices and bracketed lists become cells with their places. Nothing is ever raised.

Both are read in one pass with a stack of their own, so that no depth and no length of a hostile text matters.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from spec.documents.numbers import is_elision, number

MOST_CELLS = 20_000
DEEPEST = 16

MATRICES = ("matrix", "bmatrix", "pmatrix", "vmatrix", "Bmatrix", "Vmatrix", "smallmatrix", "array", "tabular")
LATEX_START = re.compile(r"(?:\\left\s*[\[(|.]?\s*)?\\begin\s*\{\s*(?:" + "|".join(MATRICES) + r")\*?\s*\}")

_LATEX = re.compile(
    r"\\begin\s*\{\s*(?P<open>[A-Za-z]+)\*?\s*\}"
    r"|\\end\s*\{\s*(?P<close>[A-Za-z]+)\*?\s*\}"
    r"|(?P<row>\\\\(?:\[\s*-?[\d.]+\s*(?:pt|em|ex|mm|cm)\s*\])?|\\cr\b|\\newline\b)"
    r"|(?P<column>(?<!\\)&)"
    r"|(?P<skip>(?<!\\)%[^\n]*|\\hline\b|\\(?:left|right)\s*[\[\]().|])"
)
_COLUMNS = re.compile(r"\s*(?:\[[tbc]\])?\s*\{[^{}\n]{0,80}\}")
_BRACKETS = re.compile(r"(?P<open>[\[(])|(?P<close>[\])])|(?P<comma>,)|(?P<skip>#[^\n]*)")
_FLAT_COMMA = re.compile(r"[^\s\[\](),],|,[ \t]*[^\s\[\](),]")
_WORD = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell as printed, and its place in the document."""

    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with the writing of a tensor, and where."""

    start: int
    message: str


@dataclass(frozen=True, slots=True)
class Tensor:
    """A printed tensor. `shape` is None where its rows do not make one; `cells` are in row-major order."""

    start: int
    end: int
    shape: tuple[int, ...] | None
    cells: tuple[Cell, ...]
    problems: tuple[Problem, ...] = ()

    @property
    def is_elided(self) -> bool:
        """Dots stand for cells that are not printed."""
        return any(is_elision(cell.text) for cell in self.cells)

    @property
    def is_numeric(self) -> bool:
        """At least half of the cells are numbers; otherwise it is no tensor of an example but a symbolic one."""
        return 2 * sum(number(cell.text) is not None or is_elision(cell.text) for cell in self.cells) >= len(self.cells)


@dataclass(slots=True)
class _Part:
    """A closed matrix or list on its way into the one around it."""

    shape: tuple[int, ...] | None
    cells: list[Cell]
    start: int


@dataclass(slots=True)
class _Frame:
    """A matrix or list that is open: its rows of entries. A bracketed list has one row."""

    start: int
    name: str
    rows: list[list[_Part | Cell]] = field(default_factory=lambda: [[]])


def tensor(text: str, start: int, end: int) -> Tensor | None:
    """The tensor that begins at `start`, which is a LaTeX matrix or a bracketed list; None if neither begins there."""
    if (latex := LATEX_START.match(text, start, end)) is not None:
        begin = text.index("\\begin", start, latex.end())
        return _Latex(text, begin, end).read()
    if start < end and text[start] in "[(":
        return _Brackets(text, start, end).read()
    return None


class _Reader:
    """What both notations share: the stack, the count of cells, the problems."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self.text, self.start, self.end = text, start, end
        self.stack: list[_Frame] = []
        self.problems: list[Problem] = []
        self.count = 0

    def problem(self, start: int, message: str) -> None:
        if len(self.problems) < 10:
            self.problems.append(Problem(start, message))

    def cell(self, start: int, end: int) -> Cell | None:
        """The text between two places as a cell, if there is any."""
        text = self.text[start:end]
        stripped = text.strip()
        self.count += bool(stripped)
        return Cell(stripped, start + text.index(stripped)) if stripped else None

    def refused(self, at: int) -> Tensor | None:
        """What is left of a tensor beyond the bounds, as soon as it is."""
        if self.count > MOST_CELLS:
            self.problem(self.start, f"it has more than {MOST_CELLS} cells")
        elif len(self.stack) > DEEPEST:
            self.problem(self.start, f"it is nested more than {DEEPEST} deep")
        else:
            return None
        return Tensor(self.start, at, None, (), tuple(self.problems))

    def unclosed(self, at: int, what: str) -> Tensor:
        self.problem(self.stack[-1].start if self.stack else self.start, f"{what} is not closed")
        return Tensor(self.start, at, None, (), tuple(self.problems))

    def result(self, part: _Part, end: int) -> Tensor:
        if part.shape is not None and not part.cells:
            self.problem(self.start, "it is empty")
        return Tensor(self.start, end, part.shape, tuple(part.cells), tuple(self.problems))

    def joined(self, entries: list[_Part | Cell], start: int) -> _Part:
        """Entries along one axis as one part."""
        parts = [e for e in entries if isinstance(e, _Part)]
        if not parts:
            cells = [e for e in entries if isinstance(e, Cell)]
            return _Part((len(cells),), cells, start)
        if len(parts) < len(entries):
            stray = next(e for e in entries if isinstance(e, Cell))
            self.problem(stray.start, f"{stray.text[:40]!r} stands beside a nested matrix or list")
            return _Part(None, [c for p in parts for c in p.cells], start)
        cells = [c for p in parts for c in p.cells]
        shapes = [p.shape for p in parts]
        if None in shapes:
            return _Part(None, cells, start)
        odd = next((p for p in parts if p.shape != _usual(shapes)), None)
        if odd is not None:
            self.problem(odd.start, f"it is ragged: {_said(odd.shape)} here, {_said(_usual(shapes))} elsewhere")
            return _Part(None, cells, start)
        assert shapes[0] is not None
        return _Part((len(parts), *shapes[0]), cells, start)


def _usual(shapes: list[tuple[int, ...] | None]) -> tuple[int, ...] | None:
    counts: dict[tuple[int, ...] | None, int] = {}
    for shape in shapes:
        counts[shape] = counts.get(shape, 0) + 1
    # Of two that are as frequent the larger one: a separator is lost more easily than put in.
    return max(counts, key=lambda shape: (counts[shape], shape or ()))


def _said(shape: tuple[int, ...] | None) -> str:
    if shape is not None and len(shape) == 1:
        return f"{shape[0]} cells"
    return " x ".join(map(str, shape or ()))


class _Latex(_Reader):
    """`\\begin{bmatrix} a & b \\\\ c & d \\end{bmatrix}`, flat or nested.

    `cursor` is where the text of the open cell starts; `after_part`: a nested matrix ended there; `expects`: an `&`
    came before, so that no text is an empty cell.
    """

    cursor = 0
    after_part = False
    expects = False

    def read(self) -> Tensor:
        at = self.start
        while (token := _LATEX.search(self.text, at if not self.stack else self.cursor, self.end)) is not None:
            at = token.start()
            if (name := token["open"]) is not None:
                if self.stack:
                    self._stray(at)
                self.stack.append(_Frame(at, name))
                after = token.end()
                columns = _COLUMNS.match(self.text, after, self.end) if name in ("array", "tabular") else None
                self.cursor = columns.end() if columns else after
            elif token["close"] is not None:
                self._take(at)
                part = self._closed(token["close"], at)
                self.cursor = token.end()
                if not self.stack:
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

    def _closed(self, name: str, at: int) -> _Part:
        frame = self.stack.pop()
        if name != frame.name:
            self.problem(at, f"\\end{{{name}}} closes \\begin{{{frame.name}}}")
        rows = [row for row in frame.rows if row]
        empty = next((e for row in rows for e in row if isinstance(e, Cell) and not e.text), None)
        if empty is not None:
            self.problem(empty.start, "a cell is empty")
        if not rows:
            return _Part((0,), [], frame.start)
        of_parts = all(isinstance(e, _Part) for row in rows for e in row)
        if of_parts and (len(rows) == 1 or all(len(row) == 1 for row in rows)):
            return self.joined([e for row in rows for e in row], frame.start)
        return self.joined([self.joined(row, row[0].start) for row in rows], frame.start)


class _Brackets(_Reader):
    """`[[1, 2], [3, 4]]`, also with a comma left out between lists, or with none at all as NumPy prints it."""

    def read(self) -> Tensor:
        extent = self._extent()
        if extent is None:
            return self.unclosed(self.end, "a bracket")
        by_spaces = _FLAT_COMMA.search(self.text, self.start, extent) is None
        cursor, expects = self.start, False
        for token in _BRACKETS.finditer(self.text, self.start, extent):
            at = token.start()
            if self.stack:
                for cell in self._cells(cursor, at, by_spaces):
                    self.stack[-1].rows[-1].append(cell)
                    expects = False
            if token["open"] is not None:
                self.stack.append(_Frame(at, token["open"]))
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
        for token in _BRACKETS.finditer(self.text, self.start, self.end):
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
