"""What a proof assistant's kernel has checked of an operator's theorems: a further route, on which no verdict rests."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from proofs.engine.statement import Route


@dataclass(frozen=True, slots=True)
class KernelRecord:
    """Whether the kernel has checked these files: how many theorems, and the routes by obligation, or why not.

    `stated` are the names of the theorems that are stated of an obligation, by its label, checked or not;
    `wanted` is how many theorems there are to check.
    """

    problem: str = ""
    version: str = ""
    theorems: int = 0
    routes: Mapping[str, Route] = field(default_factory=dict)
    stated: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    wanted: int = 0

    @property
    def text(self) -> str:
        """The record on one line."""
        if self.problem:
            return f"kernel: absent: {self.problem}"
        return (
            f"kernel: {self.theorems} theorems checked by Coq {self.version}, without axioms: "
            f"a further route for {len(self.routes)} obligations"
        )

    def line(self, label: str) -> tuple[str, ...]:
        """What the kernel has to say of an obligation, on a line; none where nothing is stated of it."""
        if label not in self.stated:
            return ()
        if self.problem:
            return (f"further:  {self.text}",)
        names = ", ".join(self.stated[label])
        return (f"further:  kernel, Coq {self.version}: proved, as {names} (no verdict rests on this route)",)

    def json(self) -> dict[str, Any]:
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
