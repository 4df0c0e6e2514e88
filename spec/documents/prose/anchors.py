"""The places of a document that a reference can lead to: explicit ids, headings' slugs, reStructuredText's targets."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from spec.documents.pages.model import Block, Document, Kind, Shape

_TARGET = re.compile(r"^\.\. _([^:\n`]+|`[^`\n]+`):[ \t]*$", re.MULTILINE)
_NOT_IN_SLUG = re.compile(r"[^\w\- ]")


@dataclass(frozen=True, slots=True)
class Anchor:
    """A name, where it is given, and the block that bears it: the next one, if it stands in a block of its own."""

    name: str
    start: int
    block: Block


def explicit_anchors(document: Document) -> Sequence[Anchor]:
    """Every id that the author gave, in reading order."""
    found: list[Anchor] = []
    waiting: list[tuple[str, int]] = []
    for block in document.blocks:
        here = [(p.target, p.start) for p in block.of(Kind.ANCHOR)]
        if block.text.strip() or block.shape is Shape.CELL:
            found += [Anchor(name, start, block) for name, start in [*waiting, *here]]
            waiting = []
        else:
            waiting += here
    if document.blocks:
        found += [Anchor(name, start, document.blocks[-1]) for name, start in waiting]
    targets = _targets(document)
    return targets if targets else found


def _targets(document: Document) -> Sequence[Anchor]:
    """reStructuredText's targets, read from the text: docutils takes the name from one that is given twice."""
    if not any(b.shape is Shape.MARKUP and b.pieces and b.pieces[0].kind is Kind.ANCHOR for b in document.blocks):
        return []
    starts = [block.start for block in document.blocks]
    found: list[Anchor] = []
    for target in _TARGET.finditer(document.text):
        after = min(bisect_right(starts, target.end()), len(starts) - 1)
        found.append(Anchor(" ".join(target[1].strip("`").lower().split()), target.start(1), document.blocks[after]))
    return found


def slugs(document: Document) -> Mapping[str, Block]:
    """The headings by the ids that code hosts and reStructuredText give them."""
    found: dict[str, Block] = {}
    counts: dict[str, int] = {}
    for block in document.blocks:
        if block.shape is Shape.HEADING:
            title = block.text.strip()
            slug = _NOT_IN_SLUG.sub("", title.lower()).replace(" ", "-")
            count = counts.get(slug, 0)
            counts[slug] = count + 1
            found.setdefault(f"{slug}-{count}" if count else slug, block)
            found.setdefault(" ".join(title.lower().split()), block)
            found.setdefault(re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-"), block)
    return found
