"""Names of operators in an author's words: in a title, in a signature, as the subject of a sentence."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from spec.documents.prose.structure import plain

_KNOWN = tomllib.loads(Path(__file__).with_name("operators.toml").read_text(encoding="utf-8"))
_ASIDE = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|\{[^{}]*\}")
_DOMAIN = re.compile(r"(?<![\w.])[a-z]\w*(?:\.[a-z]\w*)+(?:\.(?=[A-Z])|\s*-?\s+|$)")
_WORD = re.compile(r"\b[A-Za-z]\w*")
_HUMPS = re.compile(r"[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+")
"""`AdaptiveMaxPool`: words run together, as operators are called."""
_VERSIONED = re.compile(r"(?<=[A-Za-z])(?:_v)?\d{1,2}$")
_ENDS = re.compile(r"\s*[:,;–—|/]|\s-+\s")
_OF_ANY = frozenset(
    "a ai an and com contents definition description draft for formal function in informal layer ml node of on onnx op"
    " operator operators ops opset profile reference semantics sonnx spec specification text the to type types v"
    " version versions vs real float double half int integer floating point tensors tensor 1d 2d 3d".split()
)
"""Words that a title may have beside an operator's name, which do not make it another's."""
_JOINING = frozenset("and or vs".split())
"""Of them, those by which two operators share a word: average and max pooling."""
_SIGNATURE = re.compile(r"(?<![=<>!:])=\s*(?:[A-Za-z_]\w*\.)*([A-Za-z]\w*)\s*\(")
_SUBJECT = re.compile(
    r"^\s*(?:(?:the|an?|this is the)\s+)?(?:onnx\s+|sonnx\s+)?(?:operator\s+)?(?P<name>[A-Za-z]\w*(?:[ -]pool\w*)?)"
    r"(?:\s+operator)?\s+(?:is|are|has|consumes|takes|computes|applies|performs|returns|gives|selects|slides|reduces)\b",
    re.I,
)

_INTRODUCED = re.compile(
    r"^\s*(?:this (?:[a-z]+ )?(?:note|page|document|chapter|section|annex|file|header|text)\s"
    r"(?:describes|specifies|defines|documents|explains|is about|says)\s(?:(?:what|how|why)\s)?)?"
    r"(?:(?:the|an?|our|one)\s+)?(?:(?:[a-z]+-)*[a-z]+\s+){0,2}?"
    r"(?P<name>(?-i:[A-Z])\w+|max[ -]pool\w*|[a-z]+[ -]pooling)\s+"
    r"(?:operator|kernel|function|layer|routine|primitive|component|module|operation|node|unit)\b(?!s)"
    r"(?!\s+(?:and|or|versus)\b)",
    re.I,
)
"""What introduces a page on one operator: `A max pooling kernel for`, `This note describes the MaxPool operator`."""


@dataclass(frozen=True, slots=True)
class Told:
    """An operator's name; `surely`, if the words are no ordinary ones that may also head a part of a page."""

    name: str
    surely: bool


_IDENTIFIER = re.compile(
    r"(?:(?P<prefix>[a-z]{2,4})_)?(?P<name>[a-z]+(?:_[a-z]+)*?)(?:_?[1-3]d)?"
    r"(?:_(?:f16|f32|f64|s8|u8|float|double|int8|uint8))?"
)
_OTHERS = ("roi", "avg", "lp", "min", "qnn", "bin", "un")
"""What in front of a name makes it another operator's."""


class OperatorNames:
    """The names of operators that are recognised: those given, and those of ONNX and its neighbours."""

    def __init__(self, given: Iterable[str]) -> None:
        self._given = tuple(given)

    @cached_property
    def _told(self) -> Mapping[str, Told]:
        told = {_squashed(name): Told(name, False) for name in _KNOWN["words"]}
        told |= {_squashed(name): Told(name, True) for name in (*_KNOWN["names"], *self._given)}
        return {f"{key}{end}": name for key, name in told.items() for end in ("", "ing") if not end or name.surely}

    def of(self, words: str) -> Told | None:
        """The operator that words name, however they are written and joined: `max pooling`, `MAX_POOL_2D`."""
        return self._told.get(_squashed(words)) or self._told.get(_squashed(words).removesuffix("2d"))

    def titled(self, title: str) -> Told | None:
        """The operator that a title names, and nothing else: `MaxPool (real)`, `Operator Conv - 11`, `Conv: sizes`."""
        said = _ASIDE.sub(" ", plain(title))
        undotted = _DOMAIN.sub(" ", said)
        for part in dict.fromkeys((undotted, _ENDS.split(undotted)[0])):
            words = [_VERSIONED.sub("", word) for word in _WORD.findall(part)]
            words = [word for word in words if word.lower() not in _OF_ANY]
            if words and (told := self.of("".join(words))):
                return told
            if len(words) == 1 and _HUMPS.fullmatch(words[0]):
                return Told(words[0], False)
        return None

    def named(self, text: str) -> frozenset[str]:
        """All operators that a title names among other words; the longest name counts where one holds another."""
        words = _WORD.findall(_ASIDE.sub(" ", plain(text)))
        found: set[str] = set()
        at = 0
        while at < len(words):
            length = next((n for n in (4, 3, 2, 1) if self._is_name(words, at, n)), 0)
            found |= {self._name(words[at : at + length])} if length else set()
            at += max(length, 1)
        return frozenset(found)

    def _is_name(self, words: list[str], at: int, length: int) -> bool:
        """Words joined are a name surely; of several words, none stands before them that may belong to it."""
        if at + length > len(words):
            return False
        if length == 1 and _HUMPS.fullmatch(words[at]):
            return True
        told = self.of("".join(words[at : at + length])) or (self._identified(words[at]) if length == 1 else None)
        alone = length == 1 or at == 0 or words[at - 1].lower() in _OF_ANY - _JOINING
        return told is not None and told.surely and alone

    def _identified(self, word: str) -> Told | None:
        """The operator that a program's name is made of: `nn_maxpool2d`, `max_pool_f32`."""
        found = _IDENTIFIER.fullmatch(word)
        return self.of(found["name"]) if found and found["prefix"] not in _OTHERS else None

    def _name(self, words: list[str]) -> str:
        told = self.of("".join(words)) or self._identified(words[0])
        return told.name if told else words[0]

    def called(self, text: str) -> Iterator[Told]:
        """The operators whose signature a text gives: `Y, Indices = MaxPool(X)`."""
        for found in _SIGNATURE.finditer(plain(text)):
            told = self.of(found[1]) or (Told(found[1], False) if _HUMPS.fullmatch(found[1]) else None)
            if told:
                yield told

    def subject(self, sentence: str) -> str:
        """The operator that a sentence is about: `MaxPool consumes an input tensor`; empty if none."""
        found = _SUBJECT.match(plain(sentence))
        told = self.of(found["name"]) if found else None
        return told.name if told and told.surely else ""

    def introduced(self, sentence: str) -> str:
        """The operator that the first sentence of a page says that the page is about; empty if none."""
        found = _INTRODUCED.match(plain(sentence))
        told = self.of(found["name"]) if found else None
        return told.name if told and told.surely and len(self.named(sentence)) == 1 else ""


def _squashed(words: str) -> str:
    return re.sub(r"[\W_]", "", words).lower()
