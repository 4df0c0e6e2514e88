"""Markdown with LaTeX, read by markdown-it into blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin

from spec.documents.pages.cursor import Cursor, locate
from spec.documents.pages.markup import blocks_of_html, pieces_of_html
from spec.documents.pages.model import Block, Kind, Piece, Shape

LONGEST_HEADING = 80
_PARSER = MarkdownIt("commonmark").enable("table").use(dollarmath_plugin, double_inline=True)
_SPANS = {"strong": Kind.STRONG, "em": Kind.EMPHASIS}
_VERBATIM = {"math_inline": Kind.MATH, "math_inline_double": Kind.MATH, "code_inline": Kind.CODE}
_SHAPES = {"blockquote": Shape.NOTE, "heading": Shape.HEADING, "table": Shape.CELL, "list_item": Shape.ITEM}
"""What text is that stands in such an element: the first of these that is open tells."""
_CALLOUT = re.compile(
    r"(?:note|remark|warning|important|caution|attention|tip|hint|info|tl;dr|rationale|definition)\b", re.I
)
"""What a block quote begins with, in bold letters, that is set apart and not quoted: it is text as any other."""


def read_markdown(text: str) -> tuple[tuple[Block, ...], tuple[int, ...]]:
    """The blocks of a Markdown text, and the offsets at which something is opened and never closed."""
    reader = _Reader(text)
    return tuple(reader.blocks()), tuple(reader.unclosed)


_ENDS, _FACTOR, _BEGINS = re.compile(r"[\w)\]]\Z"), re.compile(r"[\w()\[\]+-]{1,40}"), re.compile(r"[\w(\[]")


def _with_products(children: Sequence[Token]) -> Sequence[Token]:
    """The pieces of a text in which asterisks between names multiply: N*C*H*W stresses nothing."""
    found: list[Token] = []
    for child in children:
        found.append(child)
        last = found[-5:]
        if [each.type for each in last] != ["text", "em_open", "text", "em_close", "text"] or last[1].markup != "*":
            continue
        before, _, inside, _, after = last
        if _ENDS.search(before.content) and _FACTOR.fullmatch(inside.content) and _BEGINS.match(after.content):
            content = f"{before.content}*{inside.content}*{after.content}"
            found[-5:] = [Token("text", "", 0, content=content)]
    return found


class _Reader:
    """Goes through markdown-it's tokens with a cursor on the source."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.unclosed: list[int] = []
        self._starts = [0, *(i + 1 for i, c in enumerate(text) if c == "\n"), len(text)]
        self._open: list[str] = []
        self._row = self._column = -1
        self._cursor = Cursor(text)
        self._is_callout = False

    def blocks(self) -> Iterator[Block]:
        level = 0
        for token in _PARSER.parse(self.text):
            if token.nesting:
                self._enter_or_leave(token)
                level = int(token.tag[1:]) if token.type == "heading_open" else level
            elif token.type == "inline":
                yield self._inline(token, level)
            elif token.type == "html_block":
                yield from blocks_of_html(token.content, self._span(token)[0], self._cursor.path)
            elif token.type in ("fence", "code_block", "math_block", "math_block_label"):
                yield self._verbatim(token)

    def _enter_or_leave(self, token: Token) -> None:
        name = token.type.rsplit("_", 1)[0]
        if token.nesting < 0:
            if self._open:
                self._open.pop()
            return
        self._open.append(name)
        self._is_callout &= name != "blockquote"
        if name == "table":
            self._row = -1
        elif name == "tr":
            self._row, self._column = self._row + 1, -1
        elif name in ("th", "td"):
            self._column += 1

    def _span(self, token: Token) -> tuple[int, int]:
        first, last = token.map or (0, len(self._starts) - 1)
        return self._starts[first], self._starts[min(last, len(self._starts) - 1)]

    def _inline(self, token: Token, level: int) -> Block:
        start, end = self._span(token)
        # The cells of one row have one span: each is looked for behind the last.
        self._cursor.at = max(self._cursor.at, start)
        pieces = tuple(self._pieces(token.children or [], end))
        self._is_callout |= bool(pieces) and pieces[0].kind is Kind.STRONG and bool(_CALLOUT.match(pieces[0].text))
        left_out = ("blockquote",) if self._is_callout else ()
        inside = [name for name in self._open if name not in left_out]
        shape = next((shape for name, shape in _SHAPES.items() if name in inside), Shape.PARAGRAPH)
        if shape is Shape.HEADING:
            title = "".join(p.text for p in pieces if p.kind is not Kind.ANCHOR).strip()
            self._cursor.enter(level, title[:LONGEST_HEADING])
        if shape is not Shape.CELL and (left_open := self._left_open(pieces)) is not None:
            self.unclosed.append(left_open)
        depth = level if shape is Shape.HEADING else self._open.count("list_item")
        row, column = (self._row, self._column) if shape is Shape.CELL else (0, 0)
        return Block(shape, pieces, pieces[0].start if pieces else start, end, self._cursor.path, depth, row, column)

    def _left_open(self, pieces: Sequence[Piece]) -> int | None:
        """Where a `$$` stands in running text as it is: an escaped one opens nothing."""
        for piece in pieces:
            at, before = piece.start, ""
            for char in piece.text if piece.kind is Kind.TEXT else "":
                is_escaped = self.text.startswith(f"\\{char}", at)
                if before == char == "$" and not is_escaped:
                    return at - 1
                at, before = at + 1 + is_escaped, "" if is_escaped else char
        return None

    def _pieces(self, children: Sequence[Token], end: int) -> Iterator[Piece]:
        kinds, link = [Kind.TEXT], None
        for child in _with_products(children):
            name = child.type.removesuffix("_open")
            if name in _SPANS:
                kinds.append(_SPANS[name])
            elif child.type in ("strong_close", "em_close"):
                kinds.pop()
            elif child.type == "link_open":
                link = Piece(Kind.LINK, "", self._cursor.at, str(child.attrs.get("href", "")))
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
        content = child.content
        if child.type == "html_inline":
            yield from pieces_of_html(content, self._cursor.find(content, end))
        elif child.type == "image":
            yield Piece(Kind.IMAGE, content, self._cursor.find(content, end), str(child.attrs.get("src", "")))
        elif child.type in ("softbreak", "hardbreak"):
            yield Piece(kind, "\n", self._cursor.at)
        elif content:
            yield Piece(_VERBATIM.get(child.type, kind), content, self._cursor.find(content, end))

    def _verbatim(self, token: Token) -> Block:
        start, end = self._span(token)
        if token.type == "fence" and not self._is_closed(token, start, end):
            self.unclosed.append(start)
        is_math = token.type.startswith("math") or token.info.split()[:1] == ["math"]
        kind, shape = (Kind.MATH, Shape.MATH) if is_math else (Kind.CODE, Shape.CODE)
        at = locate(token.content, self.text, start, end)
        self._cursor.at = max(self._cursor.at, end)
        depth = self._open.count("list_item")
        piece = Piece(kind, token.content, at)
        return Block(shape, (piece,), at, end, self._cursor.path, depth, info=token.info.strip())

    def _is_closed(self, token: Token, start: int, end: int) -> bool:
        lines = self.text[start:end].rstrip("\n").split("\n")
        return len(lines) > 1 and lines[-1].strip(" >\t").startswith(token.markup)
