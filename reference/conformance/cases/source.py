"""Where a campaign's cases come from: drawn from a seed, or given in a kit."""

from __future__ import annotations

from typing import Protocol

from reference.conformance.cases.cases import Case


class CaseSource(Protocol):
    """Cases by element type and number, the same in every process."""

    def count(self, dtype: str) -> int:
        """How many cases of a type there are."""

    def case(self, dtype: str, number: int) -> Case:
        """The case of a number."""

    def of(self, dtype: str) -> CaseSource:
        """What is needed for the cases of a type alone."""
