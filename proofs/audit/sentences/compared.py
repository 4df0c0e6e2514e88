"""How a meaning compares with a clause: the result, and what is asked of the clauses for it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from proofs.audit.sentences.understand import TopicAnswer
from proofs.audit.sentences.words import SaidWord
from spec.documents.prose.typewords import TypeFamily
from spec.language.terms import free_variables
from spec.maxpool.operator import MAXPOOL
from spec.readings.value import evaluate


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
