"""Prose that ties an axis to a direction or to an amount: the first spatial axis goes down, the second to the right."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from proofs.audit.rulebook.findings import Claim, Finding
from proofs.audit.structure.labels import Judged
from spec.documents.pages.model import Shape
from spec.documents.prose.sentences import Sentence, offset, sentences
from spec.documents.prose.structure import Structure, plain

VERTICAL, HORIZONTAL, DEEP = "down", "to the right", "in depth"
_ENDS: Mapping[str, str] = {"top": "begin", "left": "begin", "bottom": "end", "right": "end"}
_DIRECTIONS: tuple[tuple[str, str], ...] = (
    (VERTICAL, r"down(?:wards?)?|up(?:wards?)?|top|bottom|heights?|vertical(?:ly)?|rows"),
    (
        HORIZONTAL,
        r"right(?:wards?)?(?![- ]hand)|left(?:wards?)?(?![- ](?:hand|over|out))|widths?|horizontal(?:ly)?|columns",
    ),
    (DEEP, r"depths?"),
)
_ORDINALS = ("first", "second", "third")
_TOKEN = re.compile(
    r"(?P<ordinal>\b(?:first|second|third)\s+(?:spatial\s+|spacial\s+)?(?:axis|dimension|entry|component)\b)"
    r"|(?P<axis>\b(?:spatial )?axis (?P<which>[01])\b)"
    + "".join(rf"|(?P<d{i}>\b(?:{words})\b)" for i, (_, words) in enumerate(_DIRECTIONS))
    + r"|(?P<amount>(?<![\w.\[(,=-])\d{1,6}(?![\w.]*\w|\s*[\]),]))",
    re.I,
)
_TUPLE = re.compile(
    r"(?P<name>[A-Za-z]\w*)\W{0,3}\s*(?:=|equal to|set to|is|of|are)\s*[\"'`(\[]+\s*(?P<values>\d{1,6}(?"
    r":\s*,\s*\d{1,6}){1,5})\s*[\"'`)\]]",
    re.I,
)
_ENTRY = re.compile(r"(?P<name>[A-Za-z]\w*)\s*\[\s*(?P<index>\d)\s*\]\s*(?:=|equal to|is)\s*(?P<value>\d{1,6})")
_LETTERS = re.compile(
    r"\b(?P<one>[HW]) and (?P<two>[HW]) (?:are|is|stand for|denote)\W{1,3}(?:the )?(?P<first>height"
    r"|width)s? and (?:the )?(?P<second>height|width)",
    re.I,
)
_LETTER_OF: Mapping[str, str] = {"h": "height", "w": "width"}


@dataclass(slots=True)
class _Group:
    """What a part of a sentence ties together."""

    at: int
    ordinal: int | None = None
    direction: str | None = None
    word: str = ""
    amount: int | None = None


@dataclass(frozen=True, slots=True)
class _Given:
    """The values of a list that a sentence gives: its name, values by index, and where that is said."""

    name: str
    values: Mapping[int, int]
    spans: Sequence[tuple[int, int]] = field(default_factory=tuple)


_Judgement = tuple[int, list[str]]
"""Where a sentence is wrong, and in what; nothing if it is right."""


def judge_axes(structure: Structure) -> Iterator[Judged]:
    """Each sentence that ties directions to axes or amounts."""
    for block in structure.document.blocks:
        if block.shape not in (Shape.PARAGRAPH, Shape.ITEM, Shape.CELL):
            continue
        for sentence in sentences(block):
            judged = _letters(sentence.text) or _directions(sentence.text)
            if judged is None:
                continue
            at, wrong = judged
            start = offset(structure.document, block, sentence.start + at)
            claim = Claim("axes", start, " ".join(sentence.text.split()), "disagrees" if wrong else "agrees")
            yield claim, Finding("axes-swapped", start, "; ".join(wrong)) if wrong else None
        yield from _symbols(structure, list(sentences(block)))


def _letters(text: str) -> _Judgement | None:
    found = _LETTERS.search(text)
    if found is None or found["one"].lower() == found["two"].lower():
        return None
    pairs = ((found["one"], found["first"]), (found["two"], found["second"]))
    wrong = [
        f"{one} is the {_LETTER_OF[one.lower()]}" for one, word in pairs if _LETTER_OF[one.lower()] != word.lower()
    ]
    return found.start(), wrong


def _directions(text: str) -> _Judgement | None:
    """What is wrong in a sentence, and where; None if it ties no direction to an axis or to an amount of a list."""
    text = _without_latex(text)
    given = _given(text)
    groups = list(_groups(text, given))
    ties = [g for g in groups if g.direction and (g.ordinal is not None or (g.amount is not None and given))]
    if not ties or (given is not None and not _is_regular(groups)):
        return None
    rank = max([3 if any(g.direction == DEEP for g in groups) else 2, *([len(given.values)] if given else [])])
    judged = [(group.at, message) for group in ties for message in _judge_group(group, given, 3 if rank == 3 else 2)]
    return (judged[0][0] if judged else 0), [message for _, message in judged]


def _without_latex(text: str) -> str:
    """The text with the marks of maths as blanks, so that positions stay."""
    return re.sub(r"\\(?:texttt|text|mathrm|mathtt|textit)\{|[{}$`]|\\(?=_)", lambda m: " " * len(m[0]), text)


def _given(text: str) -> _Given | None:
    if found := _TUPLE.search(text):
        values = dict(enumerate(int(v) for v in found["values"].split(",")))
        return _Given(found["name"], values, (found.span(),))
    entries = list(_ENTRY.finditer(text))
    if entries and len({entry["name"] for entry in entries}) == 1:
        values = {int(entry["index"]): int(entry["value"]) for entry in entries}
        return _Given(entries[0]["name"], values, tuple(entry.span() for entry in entries))
    return None


def _groups(text: str, given: _Given | None) -> Iterator[_Group]:
    """The sentence's directions, axes and amounts: a new group begins where one of its kind is there already."""
    group = _Group(-1)
    spans = given.spans if given else ()
    at = 0
    for found in _TOKEN.finditer(text):
        if any(start <= found.start() < end for start, end in spans):
            continue
        kind = found.lastgroup if found.lastgroup != "which" else "axis"
        kind = "axis" if found["axis"] else kind
        slot = "ordinal" if kind in ("ordinal", "axis") else "amount" if kind == "amount" else "direction"
        apart = re.search(r"[;:]", text[at : found.start()]) is not None
        at = found.end()
        if getattr(group, slot) is not None or group.at < 0 or apart:
            if group.at >= 0:
                yield group
            group = _Group(found.start())
        if slot == "direction":
            group.direction, group.word = _DIRECTIONS[int(str(kind)[1:])][0], found[0].lower()
        elif slot == "amount":
            group.amount = int(found[0])
        else:
            group.ordinal = int(found["which"]) if kind == "axis" else _ORDINALS.index(found[0].split()[0].lower())
    yield group


def _is_regular(groups: Sequence[_Group]) -> bool:
    """All groups tie the same kinds of things: only then is it clear what belongs together."""
    return len({(g.ordinal is None, g.direction is None, g.amount is None) for g in groups}) == 1


def _position(direction: str, word: str, rank: int, name: str, length: int) -> int:
    """The index of a direction in a list: of three axes the first is the depth; `pads` has the ends behind."""
    order = (DEEP, VERTICAL, HORIZONTAL) if rank == 3 else (VERTICAL, HORIZONTAL)
    index = order.index(direction) if direction in order else 0
    return index + rank if length == 2 * rank and _ENDS.get(word) == "end" else index


def _judge_group(group: _Group, given: _Given | None, rank: int) -> Iterator[str]:
    assert group.direction is not None
    length = len(given.values) if given else 0
    spatial = _position(group.direction, group.word, rank, "", 0)
    if group.ordinal is not None and group.ordinal != spatial:
        order = (DEEP, VERTICAL, HORIZONTAL) if rank == 3 else (VERTICAL, HORIZONTAL)
        goes = order[group.ordinal] if group.ordinal < len(order) else "another way"
        here, said = _ORDINALS[spatial], _ORDINALS[group.ordinal]
        yield f"`{group.word}` is along the {here} spatial axis; the {said} goes {goes}"
    if given is None or group.amount is None:
        return
    end = _ENDS.get(group.word)
    if end and re.search(r"_(?:begin|end)$", given.name) and not given.name.endswith(end):
        yield f"`{given.name}` adds nothing at the {group.word}"
    at = _position(group.direction, group.word, 3 if length == 3 else 2, given.name, length)
    if at in given.values and given.values[at] != group.amount:
        yield f"`{group.word}` takes {given.name}[{at}] = {given.values[at]}, not {group.amount}"
    if group.ordinal is not None and given.values.get(group.ordinal, group.amount) != group.amount:
        value, said = given.values[group.ordinal], _ORDINALS[group.ordinal]
        yield f"the {said} spatial axis takes {given.name}[{group.ordinal}] = {value}, not {group.amount}"


_SYMBOL = re.compile(r"(?<![A-Za-z])d(?P<tensor>[A-Z])_\{?(?P<index>\d)\}?(?!\d)")
_ORDINAL = re.compile(r"\b(first|second)\s+(?:spatial axis|value of)", re.I)
_PART = re.compile(r"\b(?P<batch>batch(?:es)?|batch size)\b|\b(?P<channel>(?:data )?channels?)\b", re.I)


def _symbols(structure: Structure, said: Sequence[Sentence]) -> Iterator[Judged]:
    """`$dW_0$ is the dimension of the first spatial axis`: the number in the symbol is that of the axis."""
    for sentence in said:
        text = plain(sentence.text)
        axes = {_axis(m["tensor"], int(m["index"])) for m in _SYMBOL.finditer(text)}
        ordinals = {_ORDINALS.index(m[1].lower()) + 2 for m in _ORDINAL.finditer(text)}
        parts = {0 if m["batch"] else 1 for m in _PART.finditer(text)}
        tied = ordinals or parts
        if not axes or None in axes or not tied or (ordinals and parts) or len(axes) > 1 < len(tied) or len(axes) > 2:
            continue
        start = offset(structure.document, sentence.block, sentence.start)
        wrong = axes != tied
        message = "the axis in words is not the one in symbols: dimension 2 of a tensor is its first spatial axis"
        claim = Claim("axes", start, " ".join(sentence.text.split()), "disagrees" if wrong else "agrees")
        yield claim, Finding("axes-swapped", start, message) if wrong else None


def _axis(tensor: str, index: int) -> int | None:
    """The number of an axis, counted with batch and channel; a kernel's symbols count its spatial axes alone."""
    if tensor == "W":
        return index + 2 if index < 2 else index
    return index if tensor in "XY" else None
