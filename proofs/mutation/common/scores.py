"""What came of mutants, and their scores as a document; the schemas of what mutation says, of scores and of links."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from reference.common.identity import state
from reference.common.pool import run_tasks

MUTATE = "maxpool/mutate/1"
LINKS = "maxpool/links/1"


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


def scores(target: str, results: Sequence[Mutant], names: tuple[str, str] = ("where", "text")) -> dict[str, Any]:
    """The scores as one JSON document of the schema `maxpool/mutate/1`; `names` are the keys of a mutant's fields."""
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
