"""HTML in a document: its anchors, images and text. It is parsed, never rendered."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser

from spec.documents.pages.model import Kind, Piece

ACTIVE = frozenset({"script", "iframe", "object", "embed"})


class _Pieces(HTMLParser):
    """Collects pieces from HTML; positions are offsets into the text it is fed."""

    def __init__(self, html: str, start: int) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[Piece] = []
        self.active: str | None = None
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
            self.found.append(Piece(Kind.ANCHOR, "", self._here(), str(name)))
        if tag == "img" and (source := given.get("src")):
            self.found.append(Piece(Kind.IMAGE, given.get("alt") or "", self._here(), source))
        elif tag == "a" and (target := given.get("href")):
            self.found.append(Piece(Kind.LINK, "", self._here(), target))

    def handle_data(self, data: str) -> None:
        if self.active is None and data.strip():
            self.found.append(Piece(Kind.TEXT, data, self._here()))


def pieces_of_html(html: str, start: int) -> Iterator[Piece]:
    """Anchors, images, links and text of a fragment that stands at an offset of the document."""
    return iter(_Pieces(html, start).found)


def active_tag(html: str) -> str | None:
    """The first tag that a browser would act on, if there is one."""
    return _Pieces(html, 0).active
