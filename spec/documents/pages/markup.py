"""HTML in a document: its anchors, images and text. It is parsed, never rendered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html.parser import HTMLParser

from spec.documents.pages.model import Block, Kind, Piece, Shape

ACTIVE = frozenset({"script", "iframe", "object", "embed"})
_KINDS: Mapping[str, Kind] = {
    **dict.fromkeys(("tt", "code", "kbd", "samp"), Kind.CODE),
    **dict.fromkeys(("b", "strong"), Kind.STRONG),
    **dict.fromkeys(("i", "em", "var"), Kind.EMPHASIS),
}
_PARTS: Mapping[str, tuple[Shape, int]] = {
    "dt": (Shape.ITEM, 1),
    "dd": (Shape.PARAGRAPH, 2),
    "li": (Shape.ITEM, 1),
    "p": (Shape.PARAGRAPH, 0),
    "summary": (Shape.PARAGRAPH, 0),
}
"""What such an element is, and how deep it stands: what describes a term belongs to it."""


class _Pieces(HTMLParser):
    """Collects pieces from HTML; positions are offsets into the text it is fed."""

    def __init__(self, html: str, start: int) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[Piece] = []
        self.active: str | None = None
        self.parts: list[tuple[str, list[Piece]]] = []
        self._kinds = [Kind.TEXT]
        self._starts = [0, *(i + 1 for i, c in enumerate(html) if c == "\n")]
        self._base = start
        self.feed(html)
        self.close()

    def _here(self) -> int:
        line, column = self.getpos()
        return self._base + self._starts[line - 1] + column

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag in ACTIVE or any(name.startswith("on") for name in given):
            self.active = self.active or tag
        if name := given.get("id") or (tag == "a" and given.get("name")):
            self._add(Piece(Kind.ANCHOR, "", self._here(), str(name)))
        if tag == "img" and (source := given.get("src")):
            self._add(Piece(Kind.IMAGE, given.get("alt") or "", self._here(), source))
        elif tag == "a" and (target := given.get("href")):
            self._add(Piece(Kind.LINK, "", self._here(), target))
        if tag in _PARTS:
            self.parts.append((tag, []))
        if tag in _KINDS:
            self._kinds.append(_KINDS[tag])

    def handle_endtag(self, tag: str) -> None:
        if tag in _KINDS and len(self._kinds) > 1:
            self._kinds.pop()
        if tag in _PARTS or tag == "dl":
            self.parts.append(("", []))

    def handle_data(self, data: str) -> None:
        if self.active is None and data.strip():
            self.found.append(Piece(Kind.TEXT, data, self._here()))
            self._add_to_part(Piece(self._kinds[-1], data, self._here()))

    def _add(self, piece: Piece) -> None:
        self.found.append(piece)
        self._add_to_part(piece)

    def _add_to_part(self, piece: Piece) -> None:
        if not self.parts:
            self.parts.append(("", []))
        self.parts[-1][1].append(piece)


def pieces_of_html(html: str, start: int) -> Iterator[Piece]:
    """Anchors, images, links and text of a fragment that stands at an offset of the document."""
    return iter(_Pieces(html, start).found)


def active_tag(html: str) -> str | None:
    """The first tag that a browser would act on, if there is one."""
    return _Pieces(html, 0).active


def blocks_of_html(html: str, start: int, path: tuple[str, ...]) -> Iterator[Block]:
    """A fragment as blocks: terms and what describes them, items and paragraphs by themselves, all else as markup."""
    parts = [(tag, pieces) for tag, pieces in _Pieces(html, start).parts if pieces]
    if not any(tag for tag, _ in parts):
        yield Block(Shape.MARKUP, tuple(pieces_of_html(html, start)), start, start + len(html), path)
        return
    ends = [*(pieces[0].start for _, pieces in parts[1:]), start + len(html)]
    for (tag, pieces), end in zip(parts, ends, strict=True):
        shape, depth = _PARTS.get(tag, (Shape.MARKUP, 0))
        yield Block(shape, tuple(pieces), pieces[0].start, end, path, depth)
