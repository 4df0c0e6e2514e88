"""Which code the tests ran: coverage.py's JSON report, or what a package keeps of one, which has no times."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from proofs.evidence.package.jsontext import problem_of_form

SCHEMA = "maxpool/evidence-coverage/1"


class NotCoverage(ValueError):
    """The document is no report that is taken; the message says why."""


def is_report(document: Any) -> bool:
    """Whether this looks like what `coverage json` writes, or like what is kept of that."""
    return isinstance(document, dict) and (
        {"meta", "files", "totals"} <= document.keys() or document.get("schema") == SCHEMA
    )


def read(document: Mapping[str, Any]) -> Mapping[str, Any]:
    """What a report says of each file. Raises NotCoverage."""
    kept = document if document.get("schema") == SCHEMA else _kept(document)
    if problem := problem_of_form(kept, "coverage"):
        raise NotCoverage(f"is not a JSON report of coverage.py, nor the stored form of one: {problem}"[:300])
    return kept


def _kept(document: Mapping[str, Any]) -> dict[str, Any]:
    """What is kept of a report of coverage.py."""
    try:
        branches = bool(document["meta"]["branch_coverage"])
        files = {name.replace("\\", "/"): _file(found, branches) for name, found in document["files"].items()}
    except (AttributeError, LookupError, TypeError) as error:
        raise NotCoverage(f"is not a JSON report of coverage.py: {type(error).__name__}: {error}"[:300]) from None
    # Named by our plugin of pytest, as in test results.
    return {"schema": SCHEMA, "tool": str(document.get("tool", "")), "branches": branches, "files": files}


def _file(found: Mapping[str, Any], branches: bool) -> dict[str, Any]:
    return {
        "statements": found["summary"]["num_statements"],
        "missing_lines": found["missing_lines"],
        "branches": found["summary"]["num_branches"] if branches else 0,
        "missing_branches": found["missing_branches"] if branches else [],
    }


def missing(found: Mapping[str, Any]) -> str:
    """What of a file no measured test ran, in words; empty if all of it was run."""
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
