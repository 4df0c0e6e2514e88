"""Prose that ties an axis to a direction or to an amount: the first spatial axis goes down, the second to the right."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from proofs.audit.rulebook.findings import Finding, Judgement, judged
from spec.documents.prose.numberwords import ORDINALS
from spec.documents.prose.sentences import TOLD, Sentence, sentences
from spec.documents.prose.structure import Structure, plain

VERTICAL, HORIZONTAL, DEEP = "down", "to the right", "in depth"
_ORDER = (DEEP, VERTICAL, HORIZONTAL)
"""The directions of the spatial axes: of two, these are the last two."""
_ENDS: Mapping[str, str] = {"top": "begin", "left": "begin", "bottom": "end", "right": "end"}
_DIRECTIONS: tuple[tuple[str, str], ...] = (
    (VERTICAL, r"down(?:wards?)?|up(?:wards?)?|top|bottom|heights?|vertical(?:ly)?|rows"),
    (
        HORIZONTAL,
        r"right(?:wards?)?(?![- ]hand)|left(?:wards?)?(?![- ](?:hand|over|out))|widths?|horizontal(?:ly)?|columns",
    ),
    (DEEP, r"depths?"),
)
_TOKEN = re.compile(
    r"(?P<ordinal>\b(?:first|second|third)\s+(?:spatial\s+|spacial\s+)?(?:axis|dimension|entry|component)\b)"
    r"|(?P<axis>\b(?:spatial )?axis (?P<which>[01])\b)"
    + "".join(rf"|(?P<d{i}>\b(?:{words})\b)" for i, (_, words) in enumerate(_DIRECTIONS))
    + r"|(?P<amount>(?<![\w.\[(,=-])\d{1,6}(?![\w.]*\w|\s*[\]),]))",
    re.I,
)
_TUPLE = re.compile(
    r"(?P<name>[A-Za-z]\w*)\W{0,3}\s*(?:=|equal to|set to|is|of|are)\s*[\"'`(\[]+\s*"
    r"(?P<values>\d{1,6}(?:\s*,\s*\d{1,6}){1,5})\s*[\"'`)\]]",
    re.I,
)
_ENTRY = re.compile(r"(?P<name>[A-Za-z]\w*)\s*\[\s*(?P<index>\d)\s*\]\s*(?:=|equal to|is)\s*(?P<value>\d{1,6})")
_LETTERS = re.compile(
    r"\b(?P<one>[HW]) and (?P<two>[HW]) (?:are|is|stand for|denote)\W{1,3}(?:the )?"
    r"(?P<first>height|width)s? and (?:the )?(?P<second>height|width)",
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
    spans: Sequence[tuple[int, int]]


_Wrong = tuple[int, list[str]]
"""Where a sentence is wrong, and in what; nothing if it is right."""


def judge_axes(structure: Structure) -> Iterator[Judgement]:
    """Each sentence that ties directions to axes or amounts."""
    for block in structure.document.blocks:
        for sentence in sentences(block) if block.shape in TOLD else ():
            for found in (_letters(sentence.text) or _directions(sentence.text), _symbols(sentence.text)):
                if found is not None:
                    yield _judged(structure, sentence, *found)


def _judged(structure: Structure, sentence: Sentence, at: int, wrong: Sequence[str]) -> Judgement:
    start = structure.at(sentence, at)
    finding = Finding("axes-swapped", start, "; ".join(wrong)) if wrong else None
    return judged("axes", start, " ".join(sentence.text.split()), finding)


def _letters(text: str) -> _Wrong | None:
    found = _LETTERS.search(text)
    if found is None or found["one"].lower() == found["two"].lower():
        return None
    pairs = ((found["one"], found["first"]), (found["two"], found["second"]))
    return found.start(), [
        f"{one} is the {_LETTER_OF[one.lower()]}" for one, word in pairs if _LETTER_OF[one.lower()] != word.lower()
    ]


def _directions(text: str) -> _Wrong | None:
    """What is wrong in a sentence, and where; None if it ties no direction to an axis or to an amount of a list."""
    text = _without_latex(text)
    given = _given(text)
    groups = _groups(text, given)
    ties = [g for g in groups if g.direction and (g.ordinal is not None or (g.amount is not None and given))]
    if not ties or (given is not None and not _is_regular(groups)):
        return None
    rank = max(3 if any(g.direction == DEEP for g in groups) else 2, len(given.values) if given else 0)
    wrong = [(group.at, message) for group in ties for message in _judge_group(group, given, 3 if rank == 3 else 2)]
    return (wrong[0][0] if wrong else 0), [message for _, message in wrong]


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
        return _Given(entries[0]["name"], values, [entry.span() for entry in entries])
    return None


def _groups(text: str, given: _Given | None) -> Sequence[_Group]:
    """The sentence's directions, axes and amounts: a new group begins where one of its kind is there already."""
    groups: list[_Group] = []
    at = 0
    for found in _TOKEN.finditer(text):
        if given and any(start <= found.start() < end for start, end in given.spans):
            continue
        slot, value = _slot(found)
        apart = re.search(r"[;:]", text[at : found.start()])
        at = found.end()
        if not groups or apart or getattr(groups[-1], slot) is not None:
            groups.append(_Group(found.start()))
        setattr(groups[-1], slot, value)
        if slot == "direction":
            groups[-1].word = found[0].lower()
    return groups


def _slot(found: re.Match[str]) -> tuple[str, int | str]:
    """What of a group a token is, and which."""
    if found["amount"]:
        return "amount", int(found[0])
    if found["axis"]:
        return "ordinal", int(found["which"])
    if found["ordinal"]:
        return "ordinal", ORDINALS.index(found[0].split()[0].lower())
    return "direction", next(name for i, (name, _) in enumerate(_DIRECTIONS) if found[f"d{i}"])


def _is_regular(groups: Sequence[_Group]) -> bool:
    """All groups tie the same kinds of things: only then is it clear what belongs together."""
    return len({(g.ordinal is None, g.direction is None, g.amount is None) for g in groups}) == 1


def _position(group: _Group, rank: int, length: int = 0) -> int:
    """The index of a direction in a list: of three axes the first is the depth; `pads` has the ends behind."""
    order = _ORDER[-rank:]
    index = order.index(group.direction) if group.direction in order else 0
    return index + rank if length == 2 * rank and _ENDS.get(group.word) == "end" else index


def _judge_group(group: _Group, given: _Given | None, rank: int) -> Iterator[str]:
    spatial = _position(group, rank)
    if group.ordinal is not None and group.ordinal != spatial:
        goes = _ORDER[-rank:][group.ordinal] if group.ordinal < rank else "another way"
        here, said = ORDINALS[spatial], ORDINALS[group.ordinal]
        yield f"`{group.word}` is along the {here} spatial axis; the {said} goes {goes}"
    if given is not None and group.amount is not None:
        yield from _judge_amount(group, group.amount, given)


def _judge_amount(group: _Group, amount: int, given: _Given) -> Iterator[str]:
    end = _ENDS.get(group.word)
    if end and re.search(r"_(?:begin|end)$", given.name) and not given.name.endswith(end):
        yield f"`{given.name}` adds nothing at the {group.word}"
    length = len(given.values)
    at = _position(group, 3 if length == 3 else 2, length)
    if given.values.get(at, amount) != amount:
        yield f"`{group.word}` takes {given.name}[{at}] = {given.values[at]}, not {amount}"
    if group.ordinal is not None and given.values.get(group.ordinal, amount) != amount:
        value, said = given.values[group.ordinal], ORDINALS[group.ordinal]
        yield f"the {said} spatial axis takes {given.name}[{group.ordinal}] = {value}, not {amount}"


_SYMBOL = re.compile(r"(?<![A-Za-z])d(?P<tensor>[A-Z])_\{?(?P<index>\d)\}?(?!\d)")
_ORDINAL = re.compile(r"\b(first|second)\s+(?:spatial axis|value of)", re.I)
_PART = re.compile(r"\b(?P<batch>batch(?:es)?|batch size)\b|\b(?P<channel>(?:data )?channels?)\b", re.I)


def _symbols(text: str) -> _Wrong | None:
    """`$dW_0$ is the dimension of the first spatial axis`: the number in the symbol is that of the axis."""
    text = plain(text)
    axes = {_axis(m["tensor"], int(m["index"])) for m in _SYMBOL.finditer(text)}
    ordinals = {ORDINALS.index(m[1].lower()) + 2 for m in _ORDINAL.finditer(text)}
    parts = {0 if m["batch"] else 1 for m in _PART.finditer(text)}
    tied = ordinals or parts
    if not axes or None in axes or not tied or (ordinals and parts) or len(axes) > 1 < len(tied) or len(axes) > 2:
        return None
    message = "the axis in words is not the one in symbols: dimension 2 of a tensor is its first spatial axis"
    return 0, [message] if axes != tied else []


def _axis(tensor: str, index: int) -> int | None:
    """The number of an axis, counted with batch and channel; a kernel's symbols count its spatial axes alone."""
    if tensor == "W":
        return index + 2 if index < 2 else index
    return index if tensor in "XY" else None
