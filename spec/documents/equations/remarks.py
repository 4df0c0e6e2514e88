"""Formulas that demand nothing: on what is enough for something, in claims and proofs, on the case of an item."""

from __future__ import annotations

import re
from collections.abc import Sequence

from spec.documents.formulas.sentences import sentences
from spec.documents.pages.model import Block, Kind, Shape
from spec.documents.pages.tables import tables_of

_CLAIM = re.compile(r"\W*(?:proof|proposition|lemma|theorem|corollary)\b", re.IGNORECASE)
"""What begins a block that claims or proves something, and demands nothing."""
_ASKS = re.compile(r"[^.]{1,200}\?\W*\s")
"""A question, whose answer tells of the case that is asked for."""
_SUFFICES = frozenset("suffices suffice sufficient enough".split())
_ENOUGH = _SUFFICES | {"yields"}


def said_enough(block: Block) -> frozenset[int]:
    """Where formulas stand of which a sentence by itself says that they are enough for something: no demands either."""
    if _is_whole(block) or not _SUFFICES & _words(block):
        return frozenset()
    return _of_sentences(block, _SUFFICES)


def of_remarks(block: Block) -> frozenset[int]:
    """Where formulas stand of which a sentence says that they are enough for something: it demands nothing."""
    if _is_whole(block):
        return frozenset(piece.start for piece in block.of(Kind.MATH, Kind.CODE))
    return _of_sentences(block, _ENOUGH) if block.shape is not Shape.CODE and _ENOUGH & _words(block) else frozenset()


def _words(block: Block) -> set[str]:
    return set(re.findall(r"\w+", block.text.lower()))


def _is_whole(block: Block) -> bool:
    """A block is a claim, a proof, a case, the answer to a question, or one sentence with semicolons that says that
    something is enough."""
    if block.shape is Shape.CODE:
        return False
    is_one = ";" in block.text and not re.search(r"\.\s+(?=[A-Z])", block.text)
    return (
        _CLAIM.match(block.text) is not None
        or _ASKS.match(block.text) is not None
        or _begins_with_case(block)
        or (is_one and bool(_ENOUGH & _words(block)))
    )


def _of_sentences(block: Block, words: frozenset[str]) -> frozenset[int]:
    said = (each for each in sentences(block) if any(atom.text.lower().strip(",;:.()") in words for atom in each))
    return frozenset(atom.start for each in said for atom in each if atom.is_marked)


_OUTCOME = re.compile(r"\boverlap|\bno window\b|\bgaps?\b", re.IGNORECASE)
"""What is so of windows in a case, and demanded in none."""


def _begins_with_case(block: Block) -> bool:
    """`$s < e$: overlapping windows`: an item that says what is so in a case, which a formula before a colon tells."""
    pieces = [piece for piece in block.pieces if piece.text.strip() and piece.kind is not Kind.ANCHOR]
    at = next((i for i, piece in enumerate(pieces) if piece.text.lstrip()[:1] == ":"), 0)
    before = pieces[:at]
    is_case = bool(before) and all(p.kind is Kind.MATH or p.text.strip().lower() in ("or", "and", ",") for p in before)
    says = " ".join(piece.text for piece in pieces[at:]).lstrip(" :")
    return block.shape is Shape.ITEM and is_case and _OUTCOME.search(says) is not None


def enough_in_rows(blocks: Sequence[Block]) -> frozenset[int]:
    """The cells, by their identity, of rows that say that something is enough."""
    found: set[int] = set()
    for table in tables_of(blocks):
        rows = {cell.row for cell in table if cell.row and _ENOUGH & set(cell.text.lower().split())}
        found |= {id(cell) for cell in table if cell.row in rows}
    return frozenset(found)
