"""The rules of the grammar as data: topics, the clause that decides each, the patterns that speak of it, examples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product
from typing import Any

from proofs.audit.lexicon.any_order import BEGIN, letters_between
from proofs.audit.lexicon.patterns import FIRST, letters_of
from proofs.audit.lexicon.words import FOLDER, read_toml

NOT_RULES = ("words", "phrases", "rewordings", "frames")


@dataclass(frozen=True, slots=True)
class Wording:
    """A way to say something of a topic: the answer that it gives, and how it is said.

    `answer` may name a slot: `$v` is what the words of the slot `v` say.
    """

    answer: str
    says: str


@dataclass(frozen=True, slots=True)
class ProseTopic:
    """What a specification has to say something of, once.

    `clause` is the label that decides it, `finding` the rule that reports a wrong answer, `decide` how an answer is
    compared with the clause (a name of proofs.audit.answers.compare), `right` the answers that the clause gives where
    that is by name. `alternatives` are answers that the clause's own alternatives give. `profile`: ONNX and its other
    relatives may choose otherwise. `one_answer`: two answers contradict each other.
    `outside`: nothing of it is said where an attribute is described. `heading`: a heading may say it too. `apart`: what
    else it is said of where a sentence has begun with one of these. `over`: topics of which the same words say nothing.
    """

    name: str
    clause: str
    finding: str
    patterns: tuple[Wording, ...]
    agrees: tuple[str, ...]
    disagrees: tuple[str, ...]
    decide: str = "answer"
    about: frozenset[str] = frozenset()
    right: frozenset[str] = frozenset()
    alternatives: tuple[tuple[str, str], ...] = ()
    attribute: str = ""
    profile: bool = True
    one_answer: bool = True
    outside: bool = False
    heading: bool = False
    apart: frozenset[str] = frozenset()
    over: tuple[str, ...] = ()


@cache
def topics() -> Mapping[str, ProseTopic]:
    """All topics by name, from the tables of the grammar's folder."""
    found: dict[str, ProseTopic] = {}
    for path in sorted(FOLDER.glob("*.toml")):
        if path.stem not in NOT_RULES:
            for name, said in read_toml(path.name).items():
                found[name] = _topic(name, dict(said))
    return found


def _topic(name: str, said: dict[str, Any]) -> ProseTopic:
    said["patterns"] = tuple(each for row in said["patterns"] for each in _patterns(*row))
    said["alternatives"] = tuple(said.get("alternatives", {}).items())
    for key in ("agrees", "disagrees", "over"):
        said[key] = tuple(said.get(key, ()))
    for key, split in (
        ("right", said.get("right", ())),
        ("about", said.get("about", "").split()),
        ("apart", said.get("apart", "").split()),
    ):
        said[key] = frozenset(split)
    return ProseTopic(name, **said)


def _patterns(answer: str, says: str, condition: str = "") -> Sequence[Wording]:
    """A pattern; one with a condition may have it before or after."""
    if not condition:
        return (Wording(answer, says),)
    orders = (f"if? ({condition}) ({says})", f"({says}) if? ({condition})")
    return [Wording(answer, order) for order in orders]


@cache
def all_patterns() -> Sequence[tuple[ProseTopic, Wording]]:
    """Each pattern with its topic."""
    return [pair for topic in topics().values() for pair in product([topic], topic.patterns)]


@lru_cache(maxsize=4096)
def candidates(letters: frozenset[str]) -> Sequence[tuple[ProseTopic, Wording]]:
    """The patterns in which all concepts of some words occur: documents say many sentences with few concepts."""
    wanted = _bits(letters)
    return [pair for bits, pair in _with_bits() if wanted & bits == wanted]


@cache
def _with_bits() -> Sequence[tuple[int, tuple[ProseTopic, Wording]]]:
    """Each pattern with the concepts that it names."""
    return [(_bits(_letters(pair[1].says)), pair) for pair in all_patterns()]


def _bits(letters: frozenset[str]) -> int:
    """A set of characters as a number, which is compared sooner."""
    return sum(1 << (ord(letter) - FIRST) for letter in letters)


def _letters(says: str) -> frozenset[str]:
    return letters_between(says) if says.startswith(BEGIN) else letters_of(says)
