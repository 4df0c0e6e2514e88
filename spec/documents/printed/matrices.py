"""Printed tensors of either notation: LaTeX matrices and lists in brackets. Nothing is ever raised."""

from __future__ import annotations

from spec.documents.printed.bracket_lists import BracketList
from spec.documents.printed.latex_matrices import LATEX_START, LatexMatrix
from spec.documents.printed.tensors import Cell, Problem, Tensor

__all__ = ["LATEX_START", "Cell", "Problem", "Tensor", "tensor"]


def tensor(text: str, start: int, end: int) -> Tensor | None:
    """The tensor that begins at `start`, which is a LaTeX matrix or a bracketed list; None if neither begins there."""
    if (latex := LATEX_START.match(text, start, end)) is not None:
        begin = text.index("\\begin", start, latex.end())
        return LatexMatrix(text, begin, end).read()
    if start < end and text[start] in "[(":
        return BracketList(text, start, end).read()
    return None
