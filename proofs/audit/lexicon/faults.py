"""What a sentence or a heading says is an error, all that stands below it: lists and tables of faults."""

from __future__ import annotations

from collections.abc import Sequence

from proofs.audit.lexicon.words import words_of
from spec.documents.pages.model import Block, Shape
from spec.documents.pages.tables import is_of_causes

_ERRORS = frozenset(("error", "reject"))
_DENIALS = frozenset(("not", "no"))


def says_faults(*texts: str) -> bool:
    """Together they speak of errors, or of what is refused, and deny nothing."""
    concepts = {word.concept for text in texts for word in words_of(text)}
    return bool(concepts & _ERRORS) and not concepts & _DENIALS


def is_of_refused(block: Block) -> bool:
    """It stands below a heading that says that what is there is refused: `Invalid calls`."""
    title = block.path[-1] if block.path else ""
    refused = (word.concept == "reject" or word.text.lower().startswith("invalid") for word in words_of(title))
    return says_faults(title) and any(refused)


def lists_faults(blocks: Sequence[Block], table: Sequence[Block]) -> bool:
    """It stands below such a heading; or a column of causes below a sentence that says that each of them is an error:
    `Any of the following makes a call illegal.`"""
    at = next((i for i, block in enumerate(blocks) if block is table[0]), 0)
    lead = blocks[at - 1].text.partition(". ")[0] if at and blocks[at - 1].shape is Shape.PARAGRAPH else ""
    return (any(is_of_causes(cell) for cell in table if cell.row == 0) and says_faults(lead)) or is_of_refused(table[0])
