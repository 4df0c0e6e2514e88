"""Working notes left in the text: markers, and remarks of an editor in quotes, parentheses or comments."""

from __future__ import annotations

import re
from collections.abc import Iterator

from proofs.audit.prose.languages import begins_as_note, is_foreign, main_language
from proofs.audit.rulebook.findings import Finding
from spec.documents.pages.model import Block, Document, Kind, Shape
from spec.documents.prose.sentences import PROSE, offset

_MARKER = re.compile(r"(?<![\w`])(?:TODO|FIXME|TBD|TBC|T\.B\.D\.|XXX)(?!\w)|\?\?\?+")
_COMMENT = re.compile(r"<!--(.{0,4000}?)-->", re.S)
_NOT_NOTE = re.compile(r"^\W*(?:note|nb|warning|caution|important|tip|remark)\b", re.I)
MOST_SAMPLE = 100_000


def working_notes(document: Document) -> Iterator[Finding]:
    """Each note once, where it begins."""
    sample = " ".join(block.text for block in document.blocks if block.shape in PROSE)[:MOST_SAMPLE]
    main = main_language(sample)
    for block in document.blocks:
        found = _note(block, main)
        if found is not None:
            position, why = found
            yield Finding("working-note", offset(document, block, position), f"a working note was left here: {why}")
    quoted = [(p.start, p.end) for b in document.blocks for p in b.pieces if p.kind is Kind.CODE]
    for comment in _COMMENT.finditer(document.text):
        is_note = _MARKER.search(comment[1]) or begins_as_note(comment[1]) or is_foreign(comment[1], main)
        if is_note and not any(start <= comment.start() < end for start, end in quoted):
            yield Finding("working-note", comment.start(), f"a working note was left here: {_shown(comment[1])}")


def is_note(block: Block, main: str) -> bool:
    """Whether a block is a working note, so that what it says is not the document's."""
    return _note(block, main) is not None


def _note(block: Block, main: str) -> tuple[int, str] | None:
    text = block.text
    if block.shape in (Shape.CODE, Shape.MATH, Shape.MARKUP) or not text.strip():
        return None
    prose = "".join(" " * len(p.text) if p.kind in (Kind.CODE, Kind.MATH) else p.text for p in block.pieces)
    if marker := _MARKER.search(prose):
        return (0 if block.shape is Shape.NOTE else marker.start()), _shown(text[marker.start() :])
    bare = text.strip()
    aside = block.shape is Shape.NOTE or (bare.startswith("(") and bare.rstrip(".").endswith(")"))
    emphasised = all(p.kind is Kind.EMPHASIS or not p.text.strip() for p in block.pieces if p.kind is not Kind.ANCHOR)
    if not (aside or emphasised) or block.shape in (Shape.HEADING, Shape.CELL) or _NOT_NOTE.match(bare):
        return None
    if (aside and begins_as_note(bare)) or is_foreign(bare, main):
        return len(text) - len(text.lstrip()), _shown(text)
    return None


def _shown(text: str) -> str:
    line = " ".join(text.split())
    return f"`{line[:60]}{'…' if len(line) > 60 else ''}`"
