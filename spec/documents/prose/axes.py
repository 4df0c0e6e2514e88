"""What sentences tie to the spatial axes: directions, amounts, symbols such as `dX_2`. Each word of such a sentence is
in a table (closed.toml), or the sentence is not understood."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from spec.documents.prose.closed import NUMBER, SYMBOL, ClassedWord, classed, classes, without_marks
from spec.documents.prose.numberwords import NUMBER as NUMBER_PATTERN
from spec.documents.prose.numberwords import ORDINALS, any_of, number

VERTICAL, HORIZONTAL, DEEP = "down", "right", "depth"
"""The directions, as the table names them."""
_TUPLE = any_of(
    r"(?P<name>[A-Za-z]\w*)\W{0,3}\s*(?:=|equal to|set to|is|of|are)\s*[\"'`(\[]+\s*"
    r"(?P<values>\d{1,6}(?:\s*,\s*\d{1,6}){1,5})\s*[\"'`)\]]",
)
_SIDES = frozenset("top bottom left right above below".split())
"""Where something is added: in `3 columns on its right` it is the side that tells, and not the columns."""
_NONE = re.compile(r"\b(?:none|nothing)\b", re.IGNORECASE)
_AMOUNT = any_of(rf"\b{NUMBER_PATTERN}(?= (?:row|column|pixel|element|unit)s?\b(?! of\b))")
"""An amount in words, `two rows`; `one row of Y` is none."""
_ENTRY = re.compile(r"(?P<name>[A-Za-z]\w*)\s*\[\s*(?P<index>\d)\s*\]\s*(?:=|equal to|is)\s*(?P<value>\d{1,6})")


@dataclass(slots=True)
class TiedGroup:
    """What a part of a sentence ties together: an axis by its number, a direction by a word, an amount."""

    at: int
    ordinal: int | None = None
    direction: str | None = None
    word: str = ""
    amount: int | None = None


@dataclass(frozen=True, slots=True)
class GivenList:
    """The values of a list that a sentence gives: its name, and values by index. `twice`: one entry has two of them."""

    name: str
    values: Mapping[int, int]
    twice: bool = False


@dataclass(frozen=True, slots=True)
class TiedSentence:
    """The groups of a sentence, and the list that it gives values to."""

    groups: Sequence[TiedGroup]
    given: GivenList | None


def tied(text: str) -> TiedSentence | None:
    """What a sentence ties to directions; None where it ties nothing, or is not understood."""
    text = _NONE.sub(lambda none: "0".ljust(len(none[0])), without_marks(text))
    text = _AMOUNT.sub(lambda amount: str(number(amount[0])).ljust(len(amount[0])), text)
    given, spans = _given(text)
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    words = classed(text, classes("directions"))
    groups = _counted_from_first(_groups(words)) if words is not None and _is_of_spatial_axes(words) else []
    ties = [g for g in groups if g.direction and (g.ordinal is not None or (g.amount is not None and given))]
    if not ties or (given is not None and not _is_regular(groups)):
        return None
    return TiedSentence([g for g in groups if g in ties], given)


def _counted_from_first(groups: Sequence[TiedGroup]) -> Sequence[TiedGroup]:
    """The groups with the axes counted from the first spatial one: of the axes of X, 2 and 3 are the spatial ones."""
    numbers = {group.ordinal for group in groups} - {None}
    if not numbers <= {2, 3} or 3 not in numbers or any(group.direction == DEEP for group in groups):
        return groups
    return [replace(each, ordinal=None if each.ordinal is None else each.ordinal - 2) for each in groups]


def _is_of_spatial_axes(words: Sequence[ClassedWord]) -> bool:
    """An axis of a tensor that is not said to be spatial may be that of the batches."""
    kinds = {word.kind for word in words}
    return "tensor" not in kinds or "spatial" in kinds or "ordinal" not in kinds


def _given(text: str) -> tuple[GivenList | None, Sequence[tuple[int, int]]]:
    if found := _TUPLE.search(text):
        values = dict(enumerate(int(v) for v in found["values"].split(",")))
        return GivenList(found["name"], values), (found.span(),)
    entries = list(_ENTRY.finditer(text))
    if entries and len({entry["name"] for entry in entries}) == 1:
        values = {int(entry["index"]): int(entry["value"]) for entry in entries}
        return GivenList(entries[0]["name"], values, len(entries) > len(values)), [entry.span() for entry in entries]
    return None, ()


def _groups(words: Sequence[ClassedWord]) -> Sequence[TiedGroup]:
    """The sentence's directions, axes and amounts: a new group begins behind a mark, or where one of its kind differs
    from the one that is there."""
    groups: list[TiedGroup] = []
    apart, named = True, False
    for at, word in enumerate(words):
        slot, value = _slot(word, _kinds(words, at), named)
        named = named or slot == "ordinal"
        if not slot:
            apart = apart or word.text in (";", ":")
            continue
        is_again = slot == "direction" and bool(groups) and groups[-1].direction == value
        if apart or (getattr(groups[-1], slot) is not None and not is_again):
            groups.append(TiedGroup(word.start))
        apart = False
        if slot == "direction" and (not groups[-1].word or word.text.lower() in _SIDES):
            groups[-1].word = word.text.lower()
        setattr(groups[-1], slot, value)
    return groups


def _kinds(words: Sequence[ClassedWord], at: int) -> tuple[str, str, str]:
    """The classes of the words before and behind one."""
    around = [words[i].kind if 0 <= i < len(words) else "" for i in (at - 1, at + 1, at + 2)]
    return around[0], around[1], around[2]


def _slot(word: ClassedWord, around: tuple[str, str, str], named: bool) -> tuple[str, int | str]:
    """What of a group a word is, and which; nothing for other words. `named`: an axis was named before, so that "the
    second" is one too."""
    before, after, second = around
    if word.kind == "ordinal":
        is_axis = after == "axis" or (after, second) == ("spatial", "axis") or (named and after != "noun")
        return ("ordinal", ORDINALS.index(word.text.lower())) if is_axis else ("", 0)
    if word.kind == NUMBER:
        return "ordinal" if before == "axis" else "amount", int(word.text)
    return ("direction", word.kind) if word.kind in (VERTICAL, HORIZONTAL, DEEP) else ("", 0)


def _is_regular(groups: Sequence[TiedGroup]) -> bool:
    """All groups tie the same kinds of things: only then is it clear what belongs together."""
    return len({(g.ordinal is None, g.direction is None, g.amount is None) for g in groups}) == 1


# --- symbols -------------------------------------------------------------------------------------


def tied_symbols(text: str) -> tuple[frozenset[int], frozenset[int]] | None:
    """The axes that the symbols of a sentence are of by their numbers, and those that its words say, both counted with
    batch and channel; None where the sentence is not understood, or ties none."""
    words = classed(text, classes("symbols"))
    symbols = [_axis(word.text) for word in words or () if word.kind == SYMBOL]
    said = frozenset(_said_axes(words or ()))
    if not symbols or None in symbols or not said:
        return None
    by_number = frozenset(axis for axis in symbols if axis is not None)
    mixed = bool(said & {0, 1}) and bool(said & {2, 3})
    return None if mixed or len(by_number) > 1 < len(said) or len(by_number) > 2 else (by_number, said)


def _said_axes(words: Sequence[ClassedWord]) -> Sequence[int]:
    found: list[int] = []
    for at, word in enumerate(words):
        # `The first and the second value`: both count what stands behind the last.
        after = [each.kind for each in words[at + 1 :] if each.kind != "ordinal"][:2]
        if word.kind == "ordinal" and (after[:1] == ["value"] or after == ["spatial", "axis"]):
            found.append(ORDINALS.index(word.text.lower()) + 2)
        elif word.kind in ("batch", "channel"):
            found.append(0 if word.kind == "batch" else 1)
    return found


def _axis(symbol: str) -> int | None:
    """The number of an axis, counted with batch and channel; a kernel's symbols count its spatial axes alone."""
    tensor, index = symbol[1], int(symbol.rstrip("}")[-1])
    if tensor == "W":
        return index + 2 if index < 2 else index
    return index if tensor in "XY" else None
