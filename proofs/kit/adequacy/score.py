"""How many mutants of a kind a kit kills, as it is told."""

from __future__ import annotations

from typing import TypedDict


class AdequacyJson(TypedDict):
    """Of one kind, how many mutants there are, and are killed; of the others, proved equivalent, null if not asked."""

    mutants: int
    killed: int
    equivalent: int | None
