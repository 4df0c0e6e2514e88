"""Sentences on several lists side by side, `a, b and c`, as one on each; and what goes on about all of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from proofs.audit.lexicon.words import MARKS, TYPE_NAME, SaidWord

LISTED = ("strides", "dilations", "kernel_shape", "pads")
SINGLES = ("ceil_mode", "storage_order", "auto_pad")
_VALUES = ("num", "one", "name")
_TWO = 2


def each_of_several(words: Sequence[SaidWord]) -> Sequence[Sequence[SaidWord]]:
    """A sentence on `a, b and c` as one on each of them; nothing where it names no three lists side by side."""
    at = [i for i, word in enumerate(words) if word.concept in LISTED]
    runs = [i for i in at if i + 3 < len(words) and [w.concept in LISTED for w in words[i : i + 4 : 2]] == [True, True]]
    first = next((i for i in runs if words[i + 1].concept in (",", "and")), None)
    if first is None:
        return ()
    end = first + 1
    while end + 1 < len(words) and words[end].concept in (",", "and", "or"):
        end += 1 if words[end + 1].concept in ("and", "or") else 0
        if words[end + 1].concept not in LISTED:
            break
        end += 2
    named = [word for word in words[first:end] if word.concept in LISTED]
    return [[*words[:first], name, *_of_each(words[end:])] for name in named] if len(named) > 2 else ()


def _of_each(words: Sequence[SaidWord]) -> Sequence[SaidWord]:
    """What is said of several lists, as it is said of one."""
    return [word for word, after in pairwise([*words, None]) if word and not _is_for_each(word, after)]


def _is_for_each(word: SaidWord, after: SaidWord | None) -> bool:
    """`Two integers each`: each of the lists."""
    return word.text.lower() == "each" and (after is None or after.concept in MARKS.values())


def each_of_two(words: Sequence[SaidWord]) -> Sequence[Sequence[SaidWord]]:
    """A sentence on `a and b` as one on each of them, where they are its subject; nothing for another."""
    at = next((i for i, word in enumerate(words) if word.concept in LISTED), 0)
    pair = [word.concept for word in words[at : at + 3 : 2]]
    is_pair = len(pair) == _TWO and set(pair) <= set(LISTED) and words[at + 1].concept == "and" and pair[0] != pair[1]
    if not is_pair or any(word.concept not in _BEFORE_TWO for word in words[:at]):
        return ()
    return [[*words[:at], words[each], *_of_each(words[at + 3 :])] for each in (at, at + 2)]


_BEFORE_TWO = ("all", "no", "element", "attribute", "list", "any")


def each_with_its_value(words: Sequence[SaidWord]) -> Sequence[Sequence[SaidWord]]:
    """`a, b and c are 1, 2 and 3`, `both a and b are 0` as one sentence on each; nothing where there are not as many
    values, nor one for all."""
    said = [word for word in words if word.concept not in (",", "and", ".", "all")]
    while said and said[0].concept in ("other-standard", "attribute"):
        said = said[1:]
    names = [word for word in said if word.concept in SINGLES]
    values = [word for word in said if word.concept in _VALUES]
    between = said[len(names) : len(said) - len(values)]
    in_order = said == [*names, *between, *values] and all(
        word.concept in ("set-to", "have", "equal", "one") for word in between
    )
    if len(values) == 1:
        values *= len(names)
    if len(names) < 2 or len(names) != len(values) or not in_order:
        return ()
    return [[name, *between, value] for name, value in zip(names, values, strict=True)]


_LEAST = frozenset(("least-of-type", "padvalue", "padding", "padded"))
_LEASTS = ("num", "minus-inf", "plus-inf", "zeros")
_JOINTS = (",", "and", "or", "all", "type", "element", "(", ")")
_ELSEWHERE = frozenset(("not", "no", "other-standard", "except", "other"))


def least_by_type(words: Sequence[SaidWord]) -> Sequence[Sequence[SaidWord]]:
    """`The least value of the type, -128 for int8 and 0 for uint8`: what padding is for each type; nothing where the
    sentence may speak of something else."""
    last = max((at for at, word in enumerate(words) if word.concept in (TYPE_NAME, "float-types")), default=-1)
    concepts = {word.concept for word in words[: last + 1]}
    if not concepts & _LEAST or concepts & _ELSEWHERE:
        return ()
    found: list[Sequence[SaidWord]] = []
    value: SaidWord | None = None
    for word in words:
        # `The three float types`: how many there are is no value.
        if word.concept in _LEASTS and not (value is not None and word.text.isalpha() and word.concept == "num"):
            value = word
        elif value is not None and word.concept in (TYPE_NAME, "float-types"):
            name = word if word.concept == TYPE_NAME else replace(word, concept=TYPE_NAME, value="float")
            found.append((SaidWord("padvalue", value.start, ""), value, name))
        elif word.concept not in _JOINTS and word.concept != "num":
            value = None
    return found


# --- what a sentence behind them goes on about -----------------------------------------------------


def lists_side_by_side(words: Sequence[SaidWord]) -> Sequence[str]:
    """The lists that words begin with, `a, b and c`, as often as one is named."""
    at = 0
    found: list[str] = []
    while at < len(words) and words[at].concept in LISTED:
        found.append(words[at].concept)
        at += 1
        while at < len(words) and words[at].concept in (",", "and"):
            at += 1
    return found


def joined(lists: Sequence[str]) -> str:
    """Several lists as one subject."""
    return f"{', '.join(lists[:-1])} and {lists[-1]}" if len(lists) > 1 else "".join(lists)


def of_items(owners: Sequence[str]) -> str:
    """What the text behind a list goes on about: the last of its items, but all of them if they are on attributes."""
    lists = [owner for owner in owners if owner in LISTED]
    if len(lists) < _TWO:
        return owners[-1]
    return joined(lists) if len(lists) == len(owners) else ""


_BOTH = re.compile(r"^both\b", re.I)
_OF_ONE = re.compile(r"^(?:its?|this \w+)\s", re.I)


def may_be_of(text: str, lists: Sequence[str]) -> bool:
    """Whether a sentence may go on about so many lists: `both` is of two, or of one's two entries; `its` of one."""
    if _BOTH.match(text):
        return len(lists) == _TWO or (len(lists) < _TWO and "pads" not in lists)
    return len(lists) < _TWO or _OF_ONE.match(text) is None
