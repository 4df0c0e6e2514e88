"""What a sentence was understood as: of each topic that it speaks of, an answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from proofs.audit.lexicon.patterns import Match
from proofs.audit.lexicon.topics import ProseTopic
from proofs.audit.lexicon.words import SIDE, TYPE_NAME, SaidWord


@dataclass(frozen=True, slots=True)
class TopicAnswer:
    """What some words say of a topic: an answer, or with `negated` what is not so.

    `scope`: the types for which it is said; `words`: what was matched, `match` its slots; `is_hedged`: as a rule,
    or by words in any order.
    """

    topic: ProseTopic
    answer: str
    match: Match
    words: tuple[SaidWord, ...]
    scope: str = ""
    attribute: str = ""
    is_hedged: bool = False

    @property
    def negated(self) -> bool:
        """What is said is that the answer does not hold."""
        return self.match.has("not")

    @property
    def types(self) -> tuple[str, ...]:
        """The types that are listed."""
        return tuple(str(word.value) for word in self.match.slots.get("types", ()) if word.concept == TYPE_NAME)

    @property
    def text(self) -> str:
        """The meaning in a few words."""
        of = f" of {self.attribute}" if self.attribute else ""
        on = f", for {self.scope}" if self.scope else ""
        return f"{self.topic.name}{of}: {'not ' if self.negated else ''}{self.answer}{on}"

    @property
    def start(self) -> int:
        """Where it begins in the text of the sentence."""
        return self.words[0].start


@dataclass(frozen=True, slots=True)
class Understood:
    """A sentence's meanings, and the concepts of its words; `whole` if no part of it was left."""

    meanings: tuple[TopicAnswer, ...]
    concepts: frozenset[str]
    whole: bool


_ALSO: Mapping[str, str] = {"padding": "pads", "padvalue": "pads", "begin": "pads", "kernel": "kernel_shape"}
"""Things by the attributes that say how many or how large they are; values at a begin are those of the padding."""
SIDES = 4


def attribute_of(matched: Match, attribute: str) -> str:
    """The attribute that words name, or else the one that they stand under; the sides of X are those of `pads`."""
    if named := matched.slots.get("of"):
        return _ALSO.get(named[0].concept, named[0].concept)
    sides = [word for word in matched.slots.get("sides", ()) if word.concept == SIDE]
    return attribute or ("pads" if len(sides) == SIDES else "")
