"""A page of which every line end was lost: bullets, bold headings and listings stand in one line, and are unfolded."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from spec.documents.pages.model import Block, Kind, Piece, Shape

LEAST_LENGTH = 300
LEAST_BULLETS = 3
_BULLET = re.compile(r"(?:^|(?<=\s))\*(?=\s|$)")
_EXAMPLE = re.compile(r"\bExample \d+(?= shows| illustrates| demonstrates|:)")
_TITLE_END = re.compile(r"(?<=\})\s")
_FENCE = "```"


def is_collapsed(block: Block, text: str) -> bool:
    """Whether a heading or paragraph on one line holds list bullets in front of emphasised names or bold fields."""
    if block.shape not in (Shape.HEADING, Shape.PARAGRAPH) or len(block.text) < LEAST_LENGTH:
        return False
    if "\n" in text[block.start : block.end].strip():
        return False
    marks = (
        piece.kind is Kind.TEXT and piece.text.rstrip().endswith("*") and after.kind in (Kind.STRONG, Kind.EMPHASIS)
        for piece, after in zip(block.pieces, block.pieces[1:], strict=False)
    )
    return sum(marks) >= LEAST_BULLETS


@dataclass(slots=True)
class _Part:
    """A block in the making."""

    shape: Shape
    pieces: list[Piece]

    def is_empty(self) -> bool:
        return not any(p.text.strip() for p in self.pieces)

    def only(self, kind: Kind) -> str | None:
        shown = [p for p in self.pieces if p.text.strip()]
        return shown[0].text.strip() if len(shown) == 1 and shown[0].kind is kind else None

    def field(self) -> str | None:
        """The bold field with which an item begins."""
        shown = [p for p in self.pieces if p.text.strip()]
        return shown[0].text.strip() if shown and shown[0].kind is Kind.STRONG else None


def unfolded(block: Block, text: str) -> Iterator[Block]:
    """The blocks of a collapsed one: its title, its sections, items and listings, each with its place and its path."""
    parts = [part for part in _parts(block, text) if not part.is_empty()]
    title = block.path[:-1] if block.shape is Shape.HEADING else block.path
    section: tuple[str, ...] = ()
    name: tuple[str, ...] = ()
    example: tuple[str, ...] = ()
    for number, part in enumerate(parts):
        depth = 0
        if part.shape is Shape.HEADING:
            heading = "".join(p.text for p in part.pieces).strip()
            if number == 0 and block.shape is Shape.HEADING:
                title, depth = (*title, heading.partition(" {#")[0][:80]), block.depth
            else:
                section, name, example, depth = (heading,), (), (), block.depth + 1
        elif part.shape is Shape.ITEM:
            after = parts[number + 1].field() if number + 1 < len(parts) else None
            if (emphasised := part.only(Kind.EMPHASIS)) and after is not None and after.lower() == "description":
                name = (emphasised,)
            depth = 2 if name and part.only(Kind.EMPHASIS) != name[0] else 1
        elif part.shape is Shape.PARAGRAPH and (found := _EXAMPLE.match(part.pieces[0].text.lstrip())):
            name, example = (), (found[0],)
        end = parts[number + 1].pieces[0].start if number + 1 < len(parts) else block.end
        path = (*title, *section, *name, *example)
        yield Block(part.shape, tuple(part.pieces), part.pieces[0].start, max(end, part.pieces[-1].end), path, depth)


def _parts(block: Block, text: str) -> Iterator[_Part]:
    part = _Part(block.shape, [])
    bullet = False
    titled = block.shape is Shape.HEADING
    for piece in block.pieces:
        if piece.kind is Kind.CODE and text[: piece.start].rstrip().endswith(_FENCE):
            yield part
            yield _Part(Shape.CODE, [piece])
            part = _Part(Shape.PARAGRAPH, [])
        elif piece.kind is Kind.STRONG and not bullet and len(piece.text.split()) <= 4:
            yield part
            yield _Part(Shape.HEADING, [piece])
            part = _Part(Shape.PARAGRAPH, [])
        elif piece.kind is Kind.TEXT:
            *done, part = list(_split(part, piece))
            yield from done
        else:
            part.pieces.append(piece)
        if titled and part.shape is Shape.HEADING and (cut := _titled(part)):
            yield cut[0]
            part = cut[1]
        titled = False
        bullet = part.shape is Shape.ITEM and part.is_empty()
    yield part


def _titled(part: _Part) -> tuple[_Part, _Part] | None:
    """A title with an id ends behind it; without, at the first bold phrase, which begins a part of its own anyway."""
    piece = part.pieces[0]
    found = _TITLE_END.search(piece.text)
    if found is None:
        return None
    rest = Piece(piece.kind, piece.text[found.end() :], piece.start + found.end())
    head = Piece(piece.kind, piece.text[: found.start()], piece.start)
    return _Part(Shape.HEADING, [head]), _Part(Shape.PARAGRAPH, [rest])


def _split(part: _Part, piece: Piece) -> Iterator[_Part]:
    """The part that a text ends, those that stand in it, and the one that it begins."""
    cuts = [(m.start(), m.end(), Shape.ITEM) for m in _BULLET.finditer(piece.text)]
    cuts += [(m.start(), m.start(), Shape.PARAGRAPH) for m in _EXAMPLE.finditer(piece.text)]
    at = 0
    for start, end, shape in sorted(cuts, key=lambda cut: cut[0]):
        _append(part, piece, at, start)
        yield part
        part, at = _Part(shape, []), end
    _append(part, piece, at, len(piece.text))
    yield part


def _append(part: _Part, piece: Piece, start: int, end: int) -> None:
    said = piece.text[start:end]
    lead = len(said) - len(said.lstrip()) if not part.pieces else 0
    if said[lead:]:
        part.pieces.append(Piece(piece.kind, said[lead:], piece.start + start + lead))
