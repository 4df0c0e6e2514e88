"""reStructuredText, read by docutils into blocks. No file is inserted, nothing is highlighted, no transform runs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from docutils import nodes
from docutils.frontend import get_default_settings
from docutils.parsers.rst import Parser
from docutils.utils import new_document

from spec.documents.pages.cursor import Cursor, locate
from spec.documents.pages.model import BOLD, Block, Kind, Piece, Shape

_SETTINGS = {
    "file_insertion_enabled": False,
    "raw_enabled": True,
    "syntax_highlight": "none",
    "report_level": 5,
    "halt_level": 5,
    "_disable_config": True,
}
_KINDS: dict[type[nodes.Node], Kind] = {
    nodes.literal: Kind.CODE,
    nodes.title_reference: Kind.CODE,
    nodes.math: Kind.MATH,
    nodes.strong: Kind.STRONG,
    nodes.emphasis: Kind.EMPHASIS,
    nodes.reference: Kind.LINK,
}
_VERBATIM: dict[type[nodes.Node], tuple[Shape, Kind, str]] = {
    nodes.raw: (Shape.MARKUP, Kind.TEXT, "html"),
    nodes.math_block: (Shape.MATH, Kind.MATH, ""),
}
"""What is kept as it stands, and is no listing."""


def read_rst(text: str) -> tuple[tuple[Block, ...], tuple[int, ...]]:
    """The blocks of a reStructuredText, and nothing that is left open: its blocks end by indentation."""
    settings = get_default_settings(Parser)
    for name, value in _SETTINGS.items():
        setattr(settings, name, value)
    document = new_document("document", settings)
    Parser().parse(text, document)
    return tuple(_Reader(text).blocks(document)), ()


class _Reader:
    """Goes through docutils' tree with a cursor on the source."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._cursor = Cursor(text)

    def blocks(self, node: nodes.Element, depth: int = 0) -> Iterator[Block]:
        for child in node.children:
            if isinstance(child, nodes.system_message | nodes.Text | nodes.comment | nodes.pending):
                continue
            assert isinstance(child, nodes.Element)
            inner = depth + isinstance(child, nodes.section)
            if isinstance(child, nodes.topic) and "contents" in child["classes"]:
                continue  # A table of contents is made from the titles, and heads nothing that follows.
            if isinstance(child, nodes.title):
                yield from self._title(child, depth)
            elif isinstance(child, nodes.paragraph | nodes.term | nodes.rubric | nodes.line):
                yield self._paragraph(child)
            elif isinstance(child, nodes.literal_block | nodes.doctest_block | nodes.math_block | nodes.raw):
                yield self._verbatim(child)
            elif isinstance(child, nodes.target):
                yield self._block(Shape.MARKUP, (self._anchor(child),))
            elif isinstance(child, nodes.image):
                at = self._cursor.find(str(child["uri"]))
                yield self._block(Shape.MARKUP, (Piece(Kind.IMAGE, "", at, str(child["uri"])),))
            else:
                yield from self.blocks(child, inner)

    def _title(self, node: nodes.title, depth: int) -> Iterator[Block]:
        pieces = tuple(self._pieces(node))
        title = node.astext().strip()
        _, _, after = self.text[self._cursor.at :].partition("\n")
        # A literal block's `::` on the line after a short paragraph looks like an underline, and is none.
        if after.partition("\n")[0].strip() == "::":
            yield self._block(Shape.PARAGRAPH, pieces)
            return
        self._cursor.enter(depth, title)
        yield self._block(Shape.HEADING, pieces, depth=depth)

    def _paragraph(self, node: nodes.Element) -> Block:
        pieces = tuple(self._pieces(node))
        if len(pieces) == 1 and pieces[0].kind is Kind.STRONG and isinstance(node.parent, nodes.section):
            self._cursor.enter(BOLD, pieces[0].text.strip())
            return self._block(Shape.HEADING, pieces, depth=BOLD)
        parents = [type(p) for p in _ancestors(node)]
        if nodes.entry in parents:
            row, column = _place(node)
            return replace(self._block(Shape.CELL, pieces), row=row, column=column)
        depth = parents.count(nodes.list_item)
        return self._block(Shape.ITEM if depth else Shape.PARAGRAPH, pieces, depth=depth)

    def _verbatim(self, node: nodes.Element) -> Block:
        # The block's lines are indented in the source: they stand there from the first line on.
        lines = node.astext().rstrip("\n").split("\n")
        at = self._cursor.find(lines[0])
        behind = max(at, self._line_end(at, node.astext().count("\n") - 1))
        # Tabs are spaces to docutils, so that its lines may be longer than those of the source.
        end = min(locate(lines[-1], self.text, behind, len(self.text)) + len(lines[-1]), len(self.text))
        self._cursor.at = end
        raw = self.text[at:end]
        shape, kind, info = _VERBATIM.get(type(node), (Shape.CODE, Kind.CODE, ""))
        return self._block(shape, (Piece(kind, raw, at),), info=info)

    def _line_end(self, at: int, lines: int) -> int:
        for _ in range(lines):
            at = self.text.find("\n", at) + 1
        return at

    def _block(self, shape: Shape, pieces: tuple[Piece, ...], depth: int = 0, info: str = "") -> Block:
        start = pieces[0].start if pieces else self._cursor.at
        return Block(shape, pieces, start, self._cursor.at, self._cursor.path, depth, info=info)

    def _anchor(self, node: nodes.target) -> Piece:
        names: list[str] = [*node.get("names", []), *node.get("ids", [])]
        name = names[0] if names else ""
        return Piece(Kind.ANCHOR, "", self._cursor.find(f"_{name}"), name)

    def _pieces(self, node: nodes.Element, kind: Kind = Kind.TEXT) -> Iterator[Piece]:
        for child in node.children:
            if isinstance(child, nodes.Text):
                # A piece of prose for each line: docutils takes their indentation away.
                lines = str(child).splitlines(keepends=True) if kind is Kind.TEXT else [str(child)]
                for line in lines:
                    yield Piece(kind, line, self._cursor.find(line.rstrip("\n")))
            elif isinstance(child, nodes.reference):
                target = str(child.get("refuri") or f"#{child.get('refname', '')}")
                yield Piece(Kind.LINK, child.astext(), self._cursor.find(child.astext()), target)
            elif isinstance(child, nodes.Element) and not isinstance(child, nodes.target | nodes.system_message):
                yield from self._pieces(child, _KINDS.get(type(child), kind))


def _place(node: nodes.Node) -> tuple[int, int]:
    """The row and the column of what stands in a table's cell; row 0 is the header, which a table may lack."""
    entry = next(p for p in _ancestors(node) if isinstance(p, nodes.entry))
    line, part = entry.parent, entry.parent.parent
    number = 0 if isinstance(part, nodes.thead) else part.index(line) + 1
    return number, line.index(entry)


def _ancestors(node: nodes.Node) -> Iterator[nodes.Node]:
    while node.parent is not None:
        node = node.parent
        yield node
