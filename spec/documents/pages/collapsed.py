"""A page of which every line end was lost: bullets, bold headings and listings stand in one line, and are unfolded."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

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
    pieces: list[Piece] = field(default_factory=list)

    @property
    def shown(self) -> list[Piece]:
        return [piece for piece in self.pieces if piece.text.strip()]

    def only(self, kind: Kind) -> str | None:
        """Its text, if it is all of one kind."""
        return self.shown[0].text.strip() if [piece.kind for piece in self.shown] == [kind] else None

    def is_description(self) -> bool:
        """Whether an item begins with the bold field `Description`."""
        return any(p.kind is Kind.STRONG and p.text.strip().lower() == "description" for p in self.shown[:1])

    def append(self, piece: Piece, start: int, end: int) -> None:
        """Add a piece's text from `start` to `end`; a part begins with no white space."""
        said = piece.text[start:end]
        lead = len(said) - len(said.lstrip()) if not self.pieces else 0
        if said[lead:]:
            self.pieces.append(Piece(piece.kind, said[lead:], piece.start + start + lead))


def unfolded(block: Block, text: str) -> Iterator[Block]:
    """The blocks of a collapsed one: its title, its sections, items and listings, each with its place and its path."""
    parts = [part for part in _parts(block, text) if part.shown]
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
            emphasised = part.only(Kind.EMPHASIS)
            if emphasised and any(after.is_description() for after in parts[number + 1 : number + 2]):
                name = (emphasised,)
            depth = 2 if name and emphasised != name[0] else 1
        elif part.shape is Shape.PARAGRAPH and (found := _EXAMPLE.match(part.pieces[0].text.lstrip())):
            name, example = (), (found[0],)
        end = parts[number + 1].pieces[0].start if number + 1 < len(parts) else block.end
        path = (*title, *section, *name, *example)
        yield Block(part.shape, tuple(part.pieces), part.pieces[0].start, max(end, part.pieces[-1].end), path, depth)


def _parts(block: Block, text: str) -> Sequence[_Part]:
    """The parts of a collapsed block, empty ones among them."""
    parts = [_Part(block.shape)]
    for number, piece in enumerate(block.pieces):
        after_bullet = parts[-1].shape is Shape.ITEM and not parts[-1].shown
        title = _TITLE_END.search(piece.text) if number == 0 and block.shape is Shape.HEADING else None
        if piece.kind is Kind.CODE and text[: piece.start].rstrip().endswith(_FENCE):
            parts += [_Part(Shape.CODE, [piece]), _Part(Shape.PARAGRAPH)]
        elif piece.kind is Kind.STRONG and not after_bullet and len(piece.text.split()) <= 4:
            parts += [_Part(Shape.HEADING, [piece]), _Part(Shape.PARAGRAPH)]
        elif piece.kind is Kind.TEXT:
            # A title with an id ends behind it; without, at the first bold phrase, which begins a part anyway.
            cuts = [(title.start(), title.end(), Shape.PARAGRAPH)] if title else []
            parts += _split(parts[-1], piece, cuts)
        else:
            parts[-1].pieces.append(piece)
    return parts


def _split(part: _Part, piece: Piece, cuts: Sequence[tuple[int, int, Shape]]) -> Iterator[_Part]:
    """The parts that a text begins; what stands in front of them goes to the part that it ends."""
    bullets = [(m.start(), m.end(), Shape.ITEM) for m in _BULLET.finditer(piece.text)]
    examples = [(m.start(), m.start(), Shape.PARAGRAPH) for m in _EXAMPLE.finditer(piece.text)]
    at = 0
    for start, end, shape in sorted([*cuts, *bullets, *examples], key=lambda cut: cut[0]):
        part.append(piece, at, start)
        part, at = _Part(shape), end
        yield part
    part.append(piece, at, len(piece.text))
