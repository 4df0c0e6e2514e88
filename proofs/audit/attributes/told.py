"""What sentences tell of the defaults in ONNX: the default of each attribute, and which attributes have none."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from proofs.audit.lexicon.words import NAME, NUMBER, SaidWord, words_of
from spec.maxpool.vocabulary import ATTRIBUTES

DEFAULT, OTHER, NO = "default", "other-standard", "no"
_BEFORE = frozenset((OTHER, ",", "profile", "last", "lead", "attribute", "all", "but", "and"))
"""What may stand before the word `default`: `In ONNX, the defaults are ...`."""
_BEHIND = frozenset(("all", "axis", "spatial", "side", "border", "pads", "element"))
"""What may stand behind a value that each entry of a list has: `1 on each axis`."""
_JOINS = frozenset((",", "and"))
_OF_EACH = frozenset(("all", "axis", "spatial"))
"""What stands beside an attribute and says that each of its entries is meant: `0 for each pad`."""
_MENTIONS = frozenset(
    (DEFAULT, OTHER, "required", "optional", "have", "set-to", "one", NUMBER, "attribute", ",", "only")
)
"""What a sentence holds that tells which attributes have no default, beside their names."""
_APART = re.compile(r"[;:]|,(?=\s(?:whereas|while|but|since|because)\s)")

Defaults = Mapping[str, str]


def defaults_in(text: str, attribute: str = "") -> Defaults:
    """The defaults that a sentence gives, by the attributes' names: `1 for strides and dilations, 0 for pads`.

    `attribute` is the one that its section describes: `the default is 1 on each axis`. Empty where it is another
    sentence, or anything in it is not understood.
    """
    words = [_as_attribute(word) for word in words_of(text) if word.concept != "."]
    if attribute and words and words[-1].concept == DEFAULT:  # In ONNX, it is 1 along each axis by default.
        said = [word for word in words[:-1] if word.concept not in _BEFORE - {"all"}]
        return {attribute: value} if (value := _value(said)) else {}
    at = next((i for i, word in enumerate(words) if word.concept == DEFAULT), len(words))
    if any(word.concept not in _BEFORE for word in words[:at]):
        return {}
    rest = _without_aside([word for word in words[at + 1 :] if word.concept != OTHER])
    if attribute and (value := _value(_until_comma(rest))):
        return {attribute: value}
    return _by_attributes(rest)


def _as_attribute(word: SaidWord) -> SaidWord:
    """Each pad is an entry of `pads`."""
    return replace(word, concept="pads") if word.concept == "padding" else word


def value_in(text: str) -> str:
    """The value that a cell or a part of a sentence gives: `1 on each axis`; empty where it gives none."""
    return _value([word for word in words_of(text) if word.concept != "."])


def _value(words: Sequence[SaidWord]) -> str:
    is_value = bool(words) and words[0].concept in (NUMBER, NAME, *ATTRIBUTES)
    if not is_value or any(word.concept not in _BEHIND for word in words[1:]):
        return ""
    return f"`{words[0].concept}`" if words[0].concept in ATTRIBUTES else str(words[0].value)


def _without_aside(words: Sequence[SaidWord]) -> Sequence[SaidWord]:
    """The words without `, which this profile does not use,` before the values."""
    end = next((i for i, word in enumerate(words) if i and word.concept == ","), 0)
    is_aside = [word.concept for word in words[:2]] == [",", "profile"]
    return words[end + 1 :] if end and is_aside else words


def _until_comma(words: Sequence[SaidWord]) -> Sequence[SaidWord]:
    """The words before a comma behind which no other value stands: `0, which stands for floor`."""
    end = next((i for i, word in enumerate(words) if word.concept == ","), len(words))
    is_listed = any(word.concept in (NUMBER, NAME, *ATTRIBUTES) for word in words[end + 1 : end + 2])
    return words if is_listed else words[:end]


def _by_attributes(words: Sequence[SaidWord]) -> Defaults:
    """Values, each with the attributes behind it: `1 strides and dilations, 0 pads`."""
    found: dict[str, str] = {}
    value = ""
    joined = True
    for i, word in enumerate(words):
        follows = words[i + 1].concept if i + 1 < len(words) else ""
        if word.concept in _JOINS or word.concept in _OF_EACH:
            joined = joined or word.concept in _JOINS
        elif word.concept in (NUMBER, NAME) or (word.concept in ATTRIBUTES and follows in ATTRIBUTES and joined):
            value, joined = f"`{word.concept}`" if word.concept in ATTRIBUTES else str(word.value), True
        elif word.concept in ATTRIBUTES and value and joined:
            found[word.concept], joined = value, False
        else:
            return {}
    return found


def without_default_in(text: str, attribute: str = "") -> tuple[str, ...] | None:
    """The attributes that have no default, as a sentence tells it of all: `only kernel_shape is required`.

    None where it is another sentence. `attribute` is the one that its section describes.
    """
    words = [word for word in words_of(text) if word.concept not in (".", "pronoun")]
    concepts = [word.concept for word in words]
    named = tuple(dict.fromkeys(each for each in concepts if each in ATTRIBUTES)) or ((attribute,) if attribute else ())
    others = {each for each in concepts if each not in ATTRIBUTES}
    required = concepts[-1:] == ["required"] or concepts[-3:] == ["have", NO, DEFAULT]
    if OTHER not in others or not required:
        return None
    if [each for each in concepts if each not in (OTHER, ",", NUMBER)] == [NO, "attribute", "required"]:
        return ()
    return named if named and "only" in others and others <= {*_MENTIONS, "and", NO} else None


def required_in(text: str) -> bool | None:
    """Whether a sentence in an attribute's section says that it is required in ONNX, or optional; None otherwise."""
    words = [word.concept for word in words_of(text) if word.concept not in (".", ",", "pronoun", "attribute")]
    match words:
        case ["other-standard", "required" | "optional" as told]:
            return told == "required"
    return None


def parts_of(text: str) -> Iterator[tuple[int, str]]:
    """The parts of a sentence that may tell of defaults alone, and where in it they stand."""
    start = 0
    for mark in (*_APART.finditer(text), None):
        end = mark.start() if mark else len(text)
        if part := text[start:end].strip():
            yield start + len(text[start:end]) - len(text[start:end].lstrip()), part
        start = mark.end() if mark else end
