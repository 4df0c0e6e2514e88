"""The lines of a listing that is no program, and what in a text may be a formula."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spec.documents.formulas.formulas import Form, formula_in
from spec.documents.formulas.tokens import before_loops
from spec.documents.pages.model import Block

_MATRIX = re.compile(r"\\begin\s*\{\w*matrix\}|\\begin\s*\{array\}[^=<>]*\\end|\[\s*\[")
_SIGNATURE = re.compile(r"=\s*(?:\\\w+\{)?\w*Pool\w*\}?\s*\(", re.IGNORECASE)
_COMPARES = re.compile(r"[=<>≤≥≠∈]|\\(?:leq?|geq?|neq?|in|lt|gt|implies|forall|exists|Rightarrow)(?![A-Za-z])")
_HALF = re.compile(r"\s*(?:\\[gl]eq?(?:slant)?(?![A-Za-z])|[<>]=?|[≤≥])")
"""What begins with a comparison: the other half of it is in the words before."""
COMPUTES = re.compile(r"[-+*/×·%]|\\(?:cdot|times|frac|lfloor|lceil)|floor|ceil|\b(?:max|min)\b")
_PYTHON = re.compile(
    r"\bimport\b|\bnp\.|make_node|\bdef\b|\breturn\b|^\s*\w+\s*=\s*(?:[\[{\"']|\(\s*-?\d+\s*,)|\"\"\"", re.MULTILINE
)
_COMMENT = re.compile(r"\s+#\s.*", re.DOTALL)
_DEMANDS = re.compile(r"^\s*(?:requires?|asserts?|ensures?|precondition)\s*:?\s+(?=\w)")
"""What a line begins with that demands something."""
_BULLET = re.compile(r"^\s*(?:[*•-]|\d+[.)])\s+")
_PREFIX = re.compile(r"^(?P<when>[A-Za-z_][\w ,/]*?)\s*:(?!=)\s*(?=\S)")


def may_be(text: str) -> bool:
    """The text compares things, and is neither a matrix, a list of numbers, a program nor the operator's signature."""
    if _HALF.match(text):
        return False
    return bool(_COMPARES.search(text)) and not any(p.search(text) for p in (_MATRIX, _PYTHON, _SIGNATURE))


def listed(block: Block) -> Iterator[tuple[int | None, str]]:
    """The lines of a listing before its loops, those that stand in open brackets joined, each formula with its place;
    `VALID:` is a condition."""
    piece = block.pieces[0]
    if block.info.split()[:1] not in ([], ["text"], ["math"], ["none"]):
        return
    if _PYTHON.search(piece.text):
        return
    at = 0
    for line in _joined(before_loops(piece.text).splitlines(keepends=True)):
        start, text = at, line
        at += len(line)
        comment = _COMMENT.search(text)
        if comment is not None and (said := comment.group().strip().lstrip("#").strip()) and _is_bound(said):
            yield piece.start + start + text.index(said, comment.start()), said
        text = _COMMENT.sub("", text)
        demands = _DEMANDS.match(text)
        if bullet := _BULLET.match(text) or demands:
            start, text = start + bullet.end(), text[bullet.end() :]
        start, text = start + len(text) - len(text.lstrip()), text.strip()
        if (prefix := _PREFIX.match(text)) and _COMPARES.search(text[prefix.end() :]):
            yield None, f" {prefix['when']} "
            start, text = start + prefix.end(), text[prefix.end() :]
        if may_be(text) and (COMPUTES.search(text) or demands):
            yield piece.start + start, text
        else:
            yield None, f"{text}\n"


def _is_bound(said: str) -> bool:
    """A comment that compares names, and says nothing else: KH >= 1, KW >= 1."""
    written = formula_in(said) if _COMPARES.search(said) else None
    is_one = written is not None and written.form in (Form.RELATION, Form.ALL, Form.BOTH)
    return is_one and written is not None and not any(part.text == "EQ" for part in written.walk())


def _joined(lines: list[str]) -> Iterator[str]:
    held, depth = "", 0
    for line in lines:
        held += line
        depth += sum(line.count(c) for c in "([{") - sum(line.count(c) for c in ")]}")
        if depth <= 0:
            yield held
            held, depth = "", 0
    if held:
        yield held
