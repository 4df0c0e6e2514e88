"""What a document says of its names in words: `k` is the size of the kernel, the kernel has height `k_h`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from spec.documents.formulas.formulas import Form, formula_in
from spec.documents.formulas.words import Quantity, axes_in, is_descriptive, quantity, quantity_beside
from spec.documents.pages.model import Block, Kind, Piece

_DEFINES = re.compile(
    r"^\s*(?:,\s*)?(?:is|are|denotes?|represents?|stands? for|means|being|:)\s+(?P<phrase>[^;]*)", re.S
)
_JOINS = re.compile(r"^\s*(?:,|,?\s*and|or|/)\s*$")
_IN_TEXT = re.compile(
    r"(?:^|\bwhere\b|\bwith\b|\band\b|[,;*])\s*(?P<name>[A-Za-z]\w*(?:\[\w+\])?)\s+(?:is|denotes)\s+(?P<phrase>[^.;\n]+)"
)
_SENTENCE = re.compile(r"\.(?:\s|$)|\n\s*\n|;|,\s+(?:i\.e|where|whose|which|and\s+\w+\s+is)\b|\s\*\s")
_END = re.compile(r"[.;](?:\s|$)")
_SYMBOL = re.compile(r"\w{1,2}|.*[_\d\[].*|\w*[a-z][A-Z]\w*")
_LETTER = re.compile(r"[A-Za-zα-ω](?:_\w{1,6})?")
_MARKED = (Kind.MATH, Kind.CODE, Kind.EMPHASIS)


@dataclass(frozen=True, slots=True)
class Described:
    """A name with the words that a document gives it, and what they say."""

    name: str
    phrase: str
    start: int
    means: Quantity | None


def descriptions(block: Block) -> Iterator[Described]:
    """The names on which a block has a sentence."""
    group: list[Piece] = []
    for i, piece in enumerate(block.pieces):
        if piece.kind not in _MARKED:
            continue
        rest = "".join(p.text for p in _said_of(block.pieces, i))
        group.append(piece)
        following = block.pieces[i + 1] if i + 1 < len(block.pieces) else None
        if following is not None and _JOINS.match(following.text):
            continue
        if found := _DEFINES.match(rest):
            yield from _of_group(group, found["phrase"])
        group = []
    for piece in block.of(Kind.TEXT, Kind.CODE):
        for found in _IN_TEXT.finditer(piece.text):
            if _SYMBOL.fullmatch(found["name"]):
                yield _described(found["name"], found["phrase"], piece.start + found.start("name"))


def _of_group(group: Sequence[Piece], phrase: str) -> Iterator[Described]:
    """Names that share a sentence: the vertical and the horizontal stride go to them in their order."""
    said = [_described(name, phrase, piece.start) for piece in group for name in _names(piece.text)]
    axes = axes_in(said[0].phrase) if len(said) > 1 else []
    for i, each in enumerate(said):
        if each.means is not None and len(axes) == len(said):
            yield Described(each.name, each.phrase, each.start, Quantity(each.means.role, axes[i]))
        else:
            yield each


def beside(block: Block) -> Iterator[Described]:
    """Letters that stand beside what they are: the kernel has height `k_h`; padding adds `p_t` rows at the top."""
    sentence: list[Piece] = []
    for piece in block.pieces:
        head, *more = _END.split(piece.text) if piece.kind is Kind.TEXT else [piece.text]
        sentence.append(Piece(piece.kind, head, piece.start))
        if more:
            yield from _in_sentence(sentence)
            sentence = [Piece(piece.kind, more[-1], piece.start)]
    yield from _in_sentence(sentence)


def _in_sentence(pieces: Sequence[Piece]) -> Iterator[Described]:
    places = [i for i, p in enumerate(pieces) if p.kind in (Kind.MATH, Kind.CODE) and _LETTER.fullmatch(p.text)]
    if not places or any("=" in p.text for p in pieces):
        return
    head = "".join(p.text for p in pieces[: places[0]])
    for before, at, after in zip([-1, *places], places, [*places[1:], len(pieces)], strict=False):
        left = "".join(p.text for p in pieces[before + 1 : at])
        right = "".join(p.text for p in pieces[at + 1 : after]).split(",")[0]
        window = left if is_descriptive(left) else right
        means = quantity_beside(head, window)
        if means is not None:
            yield Described(pieces[at].text, " ".join(window.split()), pieces[at].start, means)


def _said_of(pieces: Sequence[Piece], i: int) -> Iterator[Piece]:
    """What is said of a name: up to a formula, or to the next name that something is said of."""
    for here, after in zip(pieces[i + 1 :], [*pieces[i + 2 :], None][: len(pieces) - i - 1], strict=True):
        is_name = here.kind in (Kind.MATH, Kind.CODE)
        if is_name and ("=" in here.text or (after is not None and _DEFINES.match(after.text))):
            return
        yield here


def _described(name: str, phrase: str, start: int) -> Described:
    sentence = " ".join(_SENTENCE.split(phrase, maxsplit=1)[0].split())
    return Described(name, sentence, start, quantity(sentence, phrase=True))


def _names(text: str) -> Iterator[str]:
    """The names that a piece before "is" gives: one, several, or the one that it gives a range (`h ∈ [0, n]`)."""
    written = formula_in(text)
    if written is None:
        return
    if written.form is Form.RELATION and written.text == "IN":
        written = written.parts[0]
    for part in written.parts if written.form in (Form.ALL, Form.TUPLE) else (written,):
        if part.form is Form.NAME:
            yield part.text
        elif part.form is Form.INDEX and part.parts[0].form is Form.NAME and len(part.parts) == 2:
            yield f"{part.parts[0].text}[{part.parts[1].text}]"
