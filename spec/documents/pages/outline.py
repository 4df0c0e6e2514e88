"""One view of all styles: what serves as a heading without being one extends the path of what follows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from spec.documents.pages.collapsed import is_collapsed, unfolded
from spec.documents.pages.model import BOLD, Block, Document, Kind, Piece, Shape

MOST_WORDS = 4
_ASIDES = frozenset({"note", "notes", "warning", "remark", "remarks", "important", "tip", "caution", "nb"})
_HEADING_ID = re.compile(r"\s*\{#([\w:.-]+)\}\s*$")
_NAMES = (Kind.EMPHASIS, Kind.CODE, Kind.STRONG)
_NAME = re.compile(r"[A-Za-z]\w*")


def outlined(document: Document) -> Document:
    """The document with a page on one line unfolded, heading ids as anchors, and bold phrases and names as headings."""
    return replace(document, blocks=tuple(_named(list(_bold(_with_ids(_unfolded(document)))))))


def _unfolded(document: Document) -> Iterator[Block]:
    old: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    for block in document.blocks:
        if is_collapsed(block, document.text):
            parts = tuple(unfolded(block, document.text))
            if block.shape is Shape.HEADING:
                old, new = block.path, parts[0].path
            yield from parts
        elif old and block.path[: len(old)] == old:
            yield replace(block, path=(*new, *block.path[len(old) :]))
        else:
            yield block


def _with_ids(blocks: Iterator[Block]) -> Iterator[Block]:
    """`## Title {#name}`: the name is an anchor, and no part of the title."""
    changed: dict[tuple[str, ...], tuple[str, ...]] = {}
    for block in blocks:
        known = next((k for k in changed if block.path[: len(k)] == k), None) if changed else None
        if known is not None and block.shape is not Shape.HEADING:
            block = replace(block, path=(*changed[known], *block.path[len(known) :]))
        if block.shape is Shape.HEADING and block.pieces and (last := block.pieces[-1]).kind is Kind.TEXT:
            found = _HEADING_ID.search(last.text)
            if found is not None:
                title = Piece(last.kind, last.text[: found.start()], last.start)
                anchor = Piece(Kind.ANCHOR, "", last.start + found.start(1), found[1])
                path = (*block.path[:-1], _HEADING_ID.sub("", "".join(p.text for p in block.pieces)).strip()[:80])
                changed[block.path] = path
                block = replace(block, pieces=(*block.pieces[:-1], title, anchor), path=path)
        yield block


def _bold(blocks: Iterator[Block]) -> Iterator[Block]:
    """A paragraph that begins with a short bold phrase and a colon, or is nothing else, heads what follows."""
    phrase: str | None = None
    under: tuple[str, ...] = ()
    for block in blocks:
        if block.shape is Shape.HEADING or block.path != under:
            phrase, under = None, block.path
        found = _phrase(block)
        if found is not None:
            phrase = found
            alone = block.text.strip().rstrip(":") == found
            if alone:
                block = replace(block, shape=Shape.HEADING, depth=BOLD)
        yield block if phrase is None else replace(block, path=(*block.path, phrase))


def _phrase(block: Block) -> str | None:
    shown = [p for p in block.pieces if p.kind is not Kind.ANCHOR]
    if block.shape is not Shape.PARAGRAPH or not shown or shown[0].kind is not Kind.STRONG:
        return None
    phrase = shown[0].text.strip()
    title = phrase.rstrip(":").strip()
    after = "".join(p.text for p in shown[1:]).strip()
    if not title or len(title.split()) > MOST_WORDS or title.lower() in _ASIDES:
        return None
    return title if phrase.endswith(":") or not after or after.startswith(":") else None


def _named(blocks: list[Block]) -> Iterator[Block]:
    """A list item that is one name, with items nested in it, heads these."""
    if not blocks:
        return
    names: list[tuple[int, str]] = []
    for block, after in zip(blocks, [*blocks[1:], None], strict=True):
        if block.shape is Shape.HEADING or not block.depth:
            names.clear()
        else:
            names = [(depth, name) for depth, name in names if depth < block.depth]
        heads = after is not None and after.shape is Shape.ITEM and after.depth > block.depth
        if heads and (name := _name(block)) and block.path[-1:] != (name,):
            names.append((block.depth, name))
        yield replace(block, path=(*block.path, *(name for _, name in names))) if names else block


def _name(block: Block) -> str | None:
    shown = [p for p in block.shown if p.text.strip(" :")]
    if block.shape is not Shape.ITEM or len(shown) != 1 or shown[0].kind not in _NAMES:
        return None
    name = shown[0].text.strip(" :")
    return name if _NAME.fullmatch(name) else None


_BEHIND_NAME = re.compile(r"pool.*", re.IGNORECASE | re.DOTALL)


def titles(path: tuple[str, ...]) -> tuple[str, ...]:
    """The headings over a block. Of the document's own only what stands before the operator's name counts: behind that
    it tells what else the document has, as in `MaxPool, with examples`."""
    return (*(_BEHIND_NAME.sub("", title) for title in path[:1]), *path[1:])
