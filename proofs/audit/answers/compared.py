"""How a meaning compares with a clause: the result, and what is asked of the clauses for it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache

from proofs.audit.lexicon.answer import TopicAnswer, Understood
from proofs.audit.lexicon.words import SaidWord
from spec.documents.prose.typewords import TypeFamily
from spec.language.terms import free_variables
from spec.maxpool.operator import MAXPOOL
from spec.readings.value import evaluate

_HEDGE = re.compile(
    r"(?<=\w) (?:usually|typically|generally|normally|occasionally|sometimes|often|mostly|commonly|frequently)(?= \w)",
    re.I,
)
_CONTRAST = re.compile(
    r"\b(?:(?<!nothing )but|yet|however|here|instead|unlike|whereas|while|although|though|except|elsewhere|otherwise"
    r"|contrast|by default"
    r"|this (?:\w+ )?(?:profile|operator|specification|document|section|implementation|library)"
    r"|(?:other|some|most|many) (?:\w+ )?(?:implementations|libraries|frameworks|runtimes|operators|standards))\b",
    re.I,
)
"""Where these stand, what is so as a rule may be told of others, or of what is not so here."""
_FIRM = ("nan-wrong", "zeros-wrong", "tie-wrong", "pad-value-wrong", "padding-selectable", "index-counts-padding")
"""What a clause says of every call, so that nothing else may be the rule; a size or a value may usually be another."""


def without_hedge(text: str, around: str) -> str:
    """A sentence without the one word by which it is so as a rule, or at times; empty for any other."""
    said = " ".join(text.split())
    is_hedged = len(_HEDGE.findall(said)) == 1 and _CONTRAST.search(around) is None
    return _HEDGE.sub("", said) if is_hedged else ""


def hedged(firm: Understood) -> Understood:
    """What such a sentence says: what contradicts a clause as a rule contradicts it, what agrees need not always."""
    meanings = tuple(replace(each, is_hedged=True) for each in firm.meanings if each.topic.finding in _FIRM)
    return Understood(meanings, firm.concepts, whole=False)


@dataclass(frozen=True, slots=True)
class Place:
    """For which types what a section says is said, and whether it is a restriction of the profile."""

    types: tuple[str, ...] = ()
    families: frozenset[TypeFamily] = frozenset()
    is_restriction: bool = False


@dataclass(frozen=True, slots=True)
class Compared:
    """How a meaning compares: what is wrong, empty if it agrees; None if the clauses do not tell."""

    wrong: str | None
    settles: bool = True


@cache
def holds(label: str, value: int | str) -> bool:
    """Whether a clause on a single quantity holds for a value; a product of sizes has it as its first factor."""
    variables = sorted(v.name for v in free_variables(MAXPOOL[label].formula))
    values: dict[str, int | str] = dict.fromkeys(variables, 1)
    return bool(evaluate(MAXPOOL[label].formula, {**values, variables[0]: value}))


def holds_if(meaning: TopicAnswer, right: bool) -> Compared:
    """An answer that is right, or one that is wrong and said not to hold; the latter settles nothing."""
    wrong = "" if right != meaning.negated else f"this says `{meaning.text}`"
    return Compared(wrong, settles=not meaning.negated)


def number_of(word: SaidWord) -> int | None:
    """The number that a word is, if it is one."""
    return 1 if word.concept == "one" else word.value if isinstance(word.value, int) else None
