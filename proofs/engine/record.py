"""What another prover has shown of an operator's theorems, as recorded: a further route, on which no verdict rests."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypedDict

from proofs.engine.statement import Route


class RecordJson(TypedDict):
    """What another prover has shown, as recorded: how many theorems, of which obligations; or why nothing counts."""

    checked: bool
    problem: str
    version: str
    theorems: int
    obligations: list[str]


@dataclass(frozen=True, slots=True)
class KernelRecord:
    """Whether a kernel has checked these files: how many theorems, and the routes by obligation, or why not.

    `stated` are the names of the theorems that are stated of an obligation, by its label, checked or not;
    `wanted` is how many theorems there are to check. `name` is the route's, `did`, `by` and `how` say what was done.
    """

    problem: str = ""
    version: str = ""
    theorems: int = 0
    routes: Mapping[str, Route] = field(default_factory=dict)
    stated: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    wanted: int = 0
    name: str = "kernel"
    by: str = "Coq"
    did: str = "theorems checked by"
    how: str = ", without axioms"

    @property
    def text(self) -> str:
        """The record on one line."""
        if self.problem:
            return f"{self.name}: absent: {self.problem}"
        return (
            f"{self.name}: {self.theorems} {self.did} {self.by} {self.version}{self.how}: "
            f"a further route for {len(self.routes)} obligations"
        )

    def line(self, label: str) -> tuple[str, ...]:
        """What is known of an obligation, on a line; none where nothing is stated of it."""
        if label not in self.stated:
            return ()
        if self.problem:
            return (f"further:  {self.text}",)
        names = ", ".join(self.stated[label])
        return (
            f"further:  {self.name}, {self.by} {self.version}: proved, as {names} (no verdict rests on this route)",
        )

    def json(self) -> RecordJson:
        """The record as part of a report."""
        return {
            "checked": not self.problem,
            "problem": self.problem,
            "version": self.version,
            "theorems": self.theorems,
            "obligations": sorted(self.routes),
        }


def no_kernel() -> KernelRecord:
    """The record of an operator of which nothing is stated for a kernel."""
    return KernelRecord("nothing is stated for a kernel")


def no_why3() -> KernelRecord:
    """The record of an operator that has no theory for Why3."""
    return KernelRecord("there is no theory for Why3", name="why3", by="Why3")
