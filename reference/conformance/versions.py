"""What came of a bisection: `versions.json` in the divergence's folder, and a line in its report."""

from __future__ import annotations

import json
import platform
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypedDict

from reference.common.errors import CannotRun
from reference.common.files import write, write_whole
from reference.common.identity import state
from reference.conformance.bisection import Bisection, Trial, TrialOutcome
from reference.conformance.releases import Install, install, releases
from reference.conformance.releases import trial as try_release
from reference.conformance.script import ScriptHead, head_of
from reference.conformance.sending.releases import FILE, LINE, line


@dataclass(frozen=True, slots=True)
class ReleaseSource:
    """Where releases come from: what there is of a package, and how one is installed."""

    releases: Callable[[str], list[str]] = releases
    install: Install = install


def bisected(
    folder: Path, most: int, source: ReleaseSource, step: Callable[[object], None]
) -> tuple[VersionsJson, bool]:
    """Bisect a divergence over its runtime's releases and write what came of it: the document, and if it is complete.

    `most` releases are installed at most. Raises CannotRun or OSError, before anything is installed.
    """
    script = (folder / "reproduce.py").resolve()
    if not script.is_file():
        raise CannotRun(f"{folder} is no folder of a divergence: it has no reproduce.py (`maxpool conform -o DIR`)")
    head = head_of(script.read_text(encoding="utf-8"))
    if head is None:
        raise CannotRun(f"{script} does not name a package that it can run; write it anew: `maxpool conform -o DIR`")
    bisection = Bisection(source.releases(head.package), head.version)
    if not bisection.releases:
        raise CannotRun(f"no release of {head.package} has a wheel for this Python")

    def trial(version: str) -> Trial:
        found = try_release(script, head.kind, head.package, version, source.install)
        step(version)
        return found

    bisection.run(trial, most)
    found = document(bisection, head)
    write({folder / FILE: json.dumps(found, indent=2) + "\n"})
    _tell(folder / "report.md", line(found))
    return found, bisection.is_complete


class TriedJson(TypedDict):
    """A release that was tried, and what the script said on it."""

    version: str
    outcome: TrialOutcome
    said: str


ChangeJson = TypedDict(
    "ChangeJson", {"from": str, "to": str, "becomes": TrialOutcome, "not_run": list[str], "not_tried": list[str]}
)
ChangeJson.__doc__ = (
    """Two releases between which the outcome changes, and those between them of which nothing is known."""
)


VersionsJson = TypedDict(
    "VersionsJson",
    {
        "schema": Literal["maxpool/versions/1"],
        "tool": str,
        "package": str,
        "class": str,
        "reported": str,
        "python": str,
        "complete": bool,
        "tried": list[TriedJson],
        "not_tried": list[str],
        "changes": list[ChangeJson],
    },
)
VersionsJson.__doc__ = """At which releases of a runtime's package a divergence is there, as far as they were tried."""


def document(bisection: Bisection, head: ScriptHead) -> VersionsJson:
    """The JSON document. Versions are in the order of releases, the oldest first."""
    names, trials = bisection.releases, bisection.trials
    return {
        "schema": "maxpool/versions/1",
        "tool": state(),
        "package": head.package,
        "class": head.kind,
        "reported": head.version,
        "python": platform.python_version(),
        "complete": bisection.is_complete,
        "tried": [{"version": names[n], "outcome": trials[n].outcome, "said": trials[n].said} for n in sorted(trials)],
        "not_tried": [name for n, name in enumerate(names) if n not in trials],
        "changes": [
            {
                "from": names[a],
                "to": names[b],
                "becomes": trials[b].outcome,
                "not_run": [names[n] for n in range(a + 1, b) if n in trials],
                "not_tried": [names[n] for n in range(a + 1, b) if n not in trials],
            }
            for a, b in bisection.changes
        ],
    }


def told(found: VersionsJson) -> str:
    """The document for a person: a line for each trial, and what they come to."""
    rows = [f"{tried['version']}: {tried['outcome']}: {tried['said']}" for tried in found["tried"]]
    return "\n".join([*rows, line(found), *([] if found["complete"] else [_why(found)])])


def _why(found: VersionsJson) -> str:
    """Why a bisection is not complete."""
    outcomes = {tried["version"]: tried["outcome"] for tried in found["tried"]}
    if outcomes.get(found["reported"]) == TrialOutcome.AS_EXPECTED:
        return f"The script shows no divergence with {found['reported']}, which was reported: no other was tried."
    if TrialOutcome.DIVERGES not in outcomes.values():
        return "No release was seen to diverge."
    return "More would have to be tried: --installs."


def _tell(report: Path, told: str) -> None:
    """Write the line at the end of the report, in place of an older one. A folder may have no report."""
    if not report.is_file():
        return
    lines = [old for old in report.read_text(encoding="utf-8").splitlines() if not old.startswith(LINE)]
    write_whole(report, "\n".join(lines).rstrip("\n") + f"\n\n{told}\n")
