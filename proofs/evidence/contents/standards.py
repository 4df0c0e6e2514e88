"""What standards ask of such evidence, in general words; where it is in a package; what is not covered.

This is a reading aid. It claims no compliance, quotes no standard, and replaces no assessor. `standards.json` is the
table, and stands in a package as it is.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from spec.tables.markdown import markdown_table

FILE = Path(__file__).with_name("standards.json")
_DOCUMENT = json.loads(FILE.read_text(encoding="utf-8"))
DISCLAIMER: str = _DOCUMENT["disclaimer"]


@dataclass(frozen=True, slots=True)
class Requirement:
    """One thing that is asked: in general words; the files of the package that speak of it; what is not covered."""

    asked: str
    where: tuple[str, ...]
    not_covered: str


STANDARDS: Mapping[str, Sequence[Requirement]] = {
    standard["standard"]: [
        Requirement(row["asked"], tuple(row["where"]), row["not_covered"]) for row in standard["rows"]
    ]
    for standard in _DOCUMENT["standards"]
}


def markdown() -> str:
    """The table as a page."""
    lines = ["# What standards ask for, and what this package has", "", DISCLAIMER]
    for name, rows in STANDARDS.items():
        cells = [(r.asked, ", ".join(f"`{w}`" for w in r.where), r.not_covered) for r in rows]
        lines += ["", f"## {name}", "", *markdown_table(("Asked, in general words", "Where", "Not covered"), cells)]
    return "\n".join(lines) + "\n"
