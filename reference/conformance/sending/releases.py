"""What came of a bisection (`versions.json`, schema `maxpool/versions/1`), in a line of a report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

FILE = "versions.json"
LINE = "Versions of "
"""How the line begins."""


def line(found: Mapping[str, Any]) -> str:
    """The document in a line for a report."""
    parts = []
    for outcome in dict.fromkeys(tried["outcome"] for tried in found["tried"]):
        versions = [tried["version"] for tried in found["tried"] if tried["outcome"] == outcome]
        parts.append(f"{outcome}: {', '.join(versions)}")
    for change in found["changes"]:
        between = [*change["not_run"], *change["not_tried"]]
        known = f" (of {', '.join(between)}, between them, nothing is known)" if between else ""
        parts.append(f"between {change['from']} and {change['to']} it changes to `{change['becomes']}`{known}")
    if not found["changes"]:
        parts.append("no change was seen")
    parts.append(f"not tried, so not known: {_listed(found['not_tried'])}")
    return f"{LINE}{found['package']} with Python {found['python']}: {'; '.join(parts)}."


def _listed(versions: Sequence[str]) -> str:
    return ", ".join(versions) or "none"
