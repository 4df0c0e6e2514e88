"""Markdown with LaTeX, read by markdown-it into blocks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin

from spec.documents.pages.locate import locate
from spec.documents.pages.markup import pieces_of_html
from spec.documents.pages.model import Block, Kind, Piece, Shape

LONGEST_HEADING = 80
_PARSER = MarkdownIt("commonmark").enable("table").use(dollarmath_plugin, double_inline=True)
_SPANS = {"strong": Kind.STRONG, "em": Kind.EMPHASIS}


def read_markdown(text: str) -> tuple[tuple[Block, ...], tuple[int, ...]]:
    """The blocks of a Markdown text, and the offsets at which something is opened and never closed."""
    reader = _Reader(text)
    return tuple(reader.blocks()), tuple(reader.unclosed)


class _Reader:
    """Goes through markdown-it's tokens with a cursor on the source."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.unclosed: list[int] = []
        self._starts = [0, *(i + 1 for i, c in enumerate(text) if c == "\n"), len(text)]
        self._path: list[tuple[int, str]] = []
        self._open: list[str] = []
        self._row = self._column = -1
        self._cursor = 0

    def blocks(self) -> Iterator[Block]:
        heading = 0
        for token in _PARSER.parse(self.text):
            if token.nesting:
                self._enter_or_leave(token)
                if token.type == "heading_open":
                    heading = int(token.tag[1:])
            elif token.type == "inline":
                yield self._inline(token, heading)
            elif token.type in ("fence", "code_block", "math_block", "math_block_label", "html_block"):
                yield self._verbatim(token)

    def _enter_or_leave(self, token: Token) -> None:
        name = token.type.rsplit("_", 1)[0]
        if token.nesting > 0:
            self._open.append(name)
            if name == "table":
                self._row = -1
            elif name == "tr":
                self._row, self._column = self._row + 1, -1
            elif name in ("th", "td"):
                self._column += 1
        elif self._open:
            self._open.pop()

    def _span(self, token: Token) -> tuple[int, int]:
        first, last = token.map or (0, len(self._starts) - 1)
        return self._starts[first], self._starts[min(last, len(self._starts) - 1)]

    def _inline(self, token: Token, level: int) -> Block:
        start, end = self._span(token)
        # The cells of one row have one span: each is looked for behind the last.
        self._cursor = max(self._cursor, start)
        pieces = tuple(self._pieces(token.children or [], end))
        shape = self._shape()
        if shape is Shape.HEADING:
            title = "".join(p.text for p in pieces if p.kind is not Kind.ANCHOR).strip()
            self._path = [(d, t) for d, t in self._path if d < level] + [(level, title[:LONGEST_HEADING])]
        if shape is not Shape.CELL and any("$$" in p.text for p in pieces if p.kind is Kind.TEXT):
            self.unclosed.append(self.text.find("$$", start, end))
        place = pieces[0].start if pieces else start
        depth = level if shape is Shape.HEADING else self._open.count("list_item")
        row, column = (self._row, self._column) if shape is Shape.CELL else (0, 0)
        return Block(shape, pieces, place, end, self._headings(), depth, row, column)

    def _headings(self) -> tuple[str, ...]:
        return tuple(title for _, title in self._path)

    def _shape(self) -> Shape:
        if "blockquote" in self._open:
            return Shape.NOTE
        if "heading" in self._open:
            return Shape.HEADING
        if "table" in self._open:
            return Shape.CELL
        return Shape.ITEM if "list_item" in self._open else Shape.PARAGRAPH

    def _pieces(self, children: Sequence[Token], end: int) -> Iterator[Piece]:
        kinds, link = [Kind.TEXT], None
        for child in children:
            name = child.type.removesuffix("_open")
            if name in _SPANS:
                kinds.append(_SPANS[name])
            elif child.type in ("strong_close", "em_close"):
                kinds.pop()
            elif child.type == "link_open":
                link = Piece(Kind.LINK, "", self._cursor, str(child.attrs.get("href", "")))
            elif child.type == "link_close" and link is not None:
                yield link
                link = None
            else:
                for piece in self._piece(child, kinds[-1], end):
                    if link is not None and piece.kind is not Kind.IMAGE:
                        at = link.start if link.text else piece.start
                        link = Piece(Kind.LINK, link.text + piece.text, at, link.target)
                    else:
                        yield piece

    def _piece(self, child: Token, kind: Kind, end: int) -> Iterator[Piece]:
        if child.type == "html_inline":
            at = self._advance(child.content, end)
            yield from pieces_of_html(child.content, at)
        elif child.type == "image":
            at = self._advance(child.content, end)
            yield Piece(Kind.IMAGE, child.content, at, str(child.attrs.get("src", "")))
        elif child.type in ("softbreak", "hardbreak"):
            yield Piece(kind, "\n", self._cursor)
        elif child.content:
            if child.type.startswith("math_inline"):
                kind = Kind.MATH
            elif child.type == "code_inline":
                kind = Kind.CODE
            yield Piece(kind, child.content, self._advance(child.content, end))

    def _advance(self, content: str, end: int) -> int:
        at = locate(content, self.text, self._cursor, end)
        self._cursor = min(at + len(content), end)
        return at

    def _verbatim(self, token: Token) -> Block:
        start, end = self._span(token)
        if token.type == "html_block":
            return Block(Shape.MARKUP, tuple(pieces_of_html(token.content, start)), start, end, self._headings())
        if token.type == "fence" and not self._is_closed(token, start, end):
            self.unclosed.append(start)
        is_math = token.type.startswith("math") or token.info.split()[:1] == ["math"]
        at = locate(token.content, self.text, start, end)
        piece = Piece(Kind.MATH if is_math else Kind.CODE, token.content, at)
        self._cursor = max(self._cursor, end)
        shape = Shape.MATH if is_math else Shape.CODE
        return Block(shape, (piece,), at, end, self._headings(), self._open.count("list_item"), info=token.info.strip())

    def _is_closed(self, token: Token, start: int, end: int) -> bool:
        lines = self.text[start:end].rstrip("\n").split("\n")
        return len(lines) > 1 and lines[-1].strip(" >\t").startswith(token.markup)
