"""What Coq has checked, as a route: read from the record that `make kernel` leaves, if it is of exactly these files.

The record holds the digests of all files, the generated ones as the terms now give them, and Coq's version. If one of
them differs, or Coq is not there, the route is absent: it is never taken from memory. No verdict rests on this route.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from proofs.engine.statement import Route, Verdict
from proofs.kernel import coq
from proofs.kernel.coq import Checked
from proofs.kernel.statements import FOLDER, generated, name_of
from proofs.kernel.theorems import BY_HAND, THEOREMS
from reference.common.files import write_whole

SCHEMA = "maxpool/kernel/1"
RECORD = FOLDER.parents[1] / "build" / "kernel" / "checked.json"
HOW = "run `make kernel`"
NAME = "kernel"


@dataclass(frozen=True, slots=True)
class Status:
    """Whether the kernel has checked these files: how many theorems, and the routes by obligation, or why not."""

    problem: str = ""
    version: str = ""
    theorems: int = 0
    routes: Mapping[str, Route] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The status on one line."""
        if self.problem:
            return f"kernel: absent: {self.problem}"
        return (
            f"kernel: {self.theorems} theorems checked by Coq {self.version}, without axioms: "
            f"a further route for {len(self.routes)} obligations"
        )

    def json(self) -> dict[str, Any]:
        """The status as part of a report."""
        return {
            "checked": not self.problem,
            "problem": self.problem,
            "version": self.version,
            "theorems": self.theorems,
            "obligations": sorted(self.routes),
        }


def wanted() -> dict[str, bool]:
    """The theorems to be checked, and whether their statements are generated."""
    return {**{name_of(t.label): True for t in THEOREMS}, **dict.fromkeys(BY_HAND, False)}


def files() -> dict[str, str]:
    """All files of Coq: those written by hand as they are, the others as they should be."""
    by_hand = {path.name: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.v"))}
    return {**by_hand, **generated()}


def digests(texts: Mapping[str, str]) -> dict[str, str]:
    """The SHA-256 of each file."""
    return {name: hashlib.sha256(text.encode()).hexdigest() for name, text in sorted(texts.items())}


def record(texts: Mapping[str, str], version: str, checked: Sequence[Checked], path: Path = RECORD) -> None:
    """Leave the record of a check."""
    document = {
        "schema": SCHEMA,
        "coq": version,
        "digests": digests(texts),
        "theorems": {c.name: {"file": c.file, "seconds": round(c.seconds, 3)} for c in checked},
    }
    write_whole(path, json.dumps(document, indent=2) + "\n")


@cache
def kernel_status(path: Path = RECORD) -> Status:
    """What Coq has checked of the files as they are now."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Status(HOW)
    except (OSError, ValueError):
        return Status(f"{path.name} cannot be read; {HOW}")
    if not isinstance(document, dict) or document.get("schema") != SCHEMA:
        return Status(f"{path.name} is no record of a check; {HOW}")
    if document.get("digests") != digests(files()):
        return Status(f"the files are others than those that were checked; {HOW}")
    version = coq.version()
    if version is None or document.get("coq") != version:
        return Status(
            f"Coq is {version or 'not installed'}, and was {document.get('coq')} when they were checked; {HOW}"
        )
    found = document.get("theorems")
    if not isinstance(found, dict) or set(found) != set(wanted()):
        return Status(f"{path.name} is not of these theorems; {HOW}")
    routes = {
        label: Route(NAME, version, Verdict.PROVED, float(found[name_of(theorem.label)]["seconds"]))
        for theorem in THEOREMS
        for label in theorem.shows
    }
    return Status("", version, len(found), routes)


def kernel_routes() -> Mapping[str, Route]:
    """The kernel as a further route of an obligation, by its label; empty where it is absent."""
    return kernel_status().routes


def route_text(label: str) -> tuple[str, ...]:
    """The line that says what the kernel has to say of an obligation; none where nothing is stated in Coq."""
    if not any(label in theorem.shows for theorem in THEOREMS):
        return ()
    status = kernel_status()
    if status.problem:
        return (f"further:  {status.text}",)
    theorems = ", ".join(name_of(theorem.label) for theorem in THEOREMS if label in theorem.shows)
    return (f"further:  kernel, Coq {status.version}: proved, as {theorems} (no verdict rests on this route)",)
