"""Which code the tests ran: coverage.py's JSON report, or what a package keeps of one, which has no times."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

SCHEMA = "maxpool/evidence-coverage/1"
_NAME = re.compile(r"[\w.+-]+(/[\w.+-]+)*\.py", re.ASCII)


class NotCoverage(ValueError):
    """The document is no report that is taken; the message says why."""


def is_report(document: Any) -> bool:
    """Whether this looks like what `coverage json` writes, or like what is kept of that."""
    return isinstance(document, dict) and (
        {"meta", "files", "totals"} <= document.keys() or document.get("schema") == SCHEMA
    )


def read(document: Mapping[str, Any]) -> dict[str, Any]:
    """What a report says of each file. Raises NotCoverage."""
    try:
        kept = document.get("schema") == SCHEMA
        branches = bool(document["branches"] if kept else document["meta"]["branch_coverage"])
        take = _kept if kept else _file
        files = {_name(name): take(found, branches) for name, found in document["files"].items()}
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise NotCoverage(f"is no JSON report of coverage.py: {type(error).__name__}: {error}"[:300]) from None
    return {"schema": SCHEMA, "branches": branches, "files": files}


def _name(name: str) -> str:
    plain = name.replace("\\", "/")
    if not _NAME.fullmatch(plain) or ".." in plain.split("/"):
        raise ValueError(f"{name[:100]!r} is no file below the folder that was measured")
    return plain


def _file(found: Mapping[str, Any], branches: bool) -> dict[str, Any]:
    return {
        "statements": _count(found["summary"]["num_statements"]),
        "missing_lines": [_count(line) for line in found["missing_lines"]],
        "branches": _count(found["summary"]["num_branches"]) if branches else 0,
        # A branch goes from a line to another; to what is no line at a function's end, which has a negative number.
        "missing_branches": [[int(a), int(b)] for a, b in found["missing_branches"]] if branches else [],
    }


def _kept(found: Mapping[str, Any], branches: bool) -> dict[str, Any]:
    """The same of what is kept already."""
    counts = {"num_statements": found["statements"], "num_branches": found["branches"]}
    return _file({**found, "summary": counts}, branches)


def _count(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError(f"{str(value)[:50]!r} is no number of lines")
    return value


def missing(found: Mapping[str, Any]) -> str:
    """What of a file no test ran, in words; empty if all of it was run."""
    lines = _ranges(found["missing_lines"])
    branches = [f"{a} → {b if b > 0 else 'end'}" for a, b in found["missing_branches"]]
    return "; ".join(
        f"{name} {', '.join(parts)}" for name, parts in (("lines", lines), ("branches", branches)) if parts
    )


def _ranges(lines: Sequence[int]) -> list[str]:
    """Lines with those that follow each other as one range."""
    ranges: list[list[int]] = []
    for line in sorted(lines):
        if ranges and line == ranges[-1][1] + 1:
            ranges[-1][1] = line
        else:
            ranges.append([line, line])
    return [str(first) if first == last else f"{first} to {last}" for first, last in ranges]
