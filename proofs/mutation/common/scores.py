"""What came of mutants, and their scores as a document; the schemas of what mutation says, of scores and of links."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NotRequired, TypedDict, TypeVar

from reference.common.identity import state
from reference.common.pool import run_tasks

MUTATE: Literal["maxpool/mutate/1"] = "maxpool/mutate/1"
LINKS: Literal["maxpool/links/1"] = "maxpool/links/1"


@dataclass(frozen=True, slots=True)
class Mutant:
    """A mutant: where it is, what it says, and what noticed it, "" if nothing did. `harmless`: with good reason."""

    where: str
    text: str
    noticed_by: str
    harmless: bool = False


M = TypeVar("M", bound=Mutant)


def in_parts(judge: Callable[..., list[M]], tasks: Iterable[tuple[Any, ...]], done: Callable[[int], None]) -> list[M]:
    """Mutants judged some at a time by each process; `done` is called with how many were, at each step."""
    found = run_tasks(judge, tasks, done=lambda part: done(len(part)))
    return [mutant for part in found for mutant in part]


class ScoresJson(TypedDict):
    """How many mutants there are, are noticed, and do no harm; and where each is that nothing notices.

    What is told besides depends on what was changed, the `target`.
    """

    schema: Literal["maxpool/mutate/1"]
    target: str
    tool: str
    mutants: int
    killed: int
    equivalent: int
    survived: list[dict[str, str]]
    accepted: NotRequired[list[dict[str, str]]]
    refused: NotRequired[list[dict[str, str]]]
    noticed: NotRequired[list[dict[str, str]]]
    modules: NotRequired[list[SlipsJson]]
    explained: NotRequired[list[dict[str, str]]]


class SlipsJson(TypedDict):
    """What became of the single slips in a module of the prover: refused or accepted, harmless, or not noticed."""

    module: str
    slips: int
    accepted: int
    refused: int
    explained: int
    survived: int


def scores(target: str, results: Sequence[Mutant], names: tuple[str, str] = ("where", "text")) -> ScoresJson:
    """The scores as one JSON document; `names` are the keys of a mutant's fields."""
    return {
        "schema": MUTATE,
        "target": target,
        "tool": state(),
        "mutants": len(results),
        "killed": sum(bool(r.noticed_by) for r in results),
        "equivalent": sum(r.harmless for r in results),
        "survived": listed([r for r in results if not r.noticed_by and not r.harmless], names),
    }


def listed(mutants: Sequence[Mutant], names: tuple[str, str] = ("where", "text")) -> list[dict[str, str]]:
    """Where mutants are, and what they say."""
    return [dict(zip(names, (m.where, m.text), strict=True)) for m in mutants]
