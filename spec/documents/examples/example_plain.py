"""Examples in listings without any brackets, and the tensors that such listings print."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from spec.documents.examples.example_model import WorkedExample
from spec.documents.examples.plain_rows import PlainListing, read_lines
from spec.documents.examples.stated import TENSORS, Named, StatedValue
from spec.documents.pages.model import Block, Document, Shape

_LANGUAGES = ("", "text", "none", "plain", "console")
_SPOKEN_OF = re.compile(r"(?<![\w\\])(?:X|Y|Indices|inputs?|output|indices)(?![\w])")


def plain_examples(document: Document) -> Iterator[WorkedExample]:
    """The examples of all listings that print X and an output in rows, and set a kernel."""
    for block, read in _listings(document):
        printed = read.printed()
        if _is_example(read, printed):
            found = tuple(sorted((*read.stated, *printed), key=lambda each: each.start))
            title = block.path[-1] if block.path else "example"
            yield WorkedExample(title, block.start, block.end, block.path, found, dtype=read.dtype)


def plain_tensors(document: Document) -> Iterator[StatedValue]:
    """The tensors of listings that print nothing else, and of which the text around them says what the kernel is."""
    for _, read in _listings(document):
        printed = read.printed()
        if read.is_whole and not _is_example(read, printed):
            yield from (each for each in printed if len(each.entries) > 1)


def _is_example(read: PlainListing, printed: Sequence[StatedValue]) -> bool:
    has_kernel = any(each.attribute == "kernel_shape" for each in read.stated)
    roles = {each.role for each in printed}
    return has_kernel and Named.X in roles and len(roles) > 1


def _listings(document: Document) -> Iterator[tuple[Block, PlainListing]]:
    before = ""
    for block in document.blocks:
        if block.shape is Shape.CODE and (block.info.split() or [""])[0] in _LANGUAGES:
            yield block, read_lines(document.text, block.start, block.end, _spoken_of(before))
        before = block.text


def _spoken_of(before: str) -> str:
    """The one tensor that the text before a listing names."""
    named = {TENSORS[name.lower()]: name for name in _SPOKEN_OF.findall(before)}
    return next(iter(named.values())) if len(named) == 1 else ""
