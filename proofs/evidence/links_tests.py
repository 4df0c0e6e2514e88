"""Whether tests fail when the clause is changed that they say they verify: pytest is run on a changed specification."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from proofs.evidence import junit
from proofs.identity import ROOT
from proofs.mutants import mutants
from spec.maxpool import MAXPOOL
from spec.readings.plain import to_plain

MARK = "mark.verifies("
MOST_SLIPS = 3
SECONDS = 600.0
COULD_NOT_RUN = frozenset({2, 3, 4})
"""pytest's exit codes for an interruption, an error of its own, and a wrong command line; a test that cannot be read
after a change has noticed it, and counts as failed too, but then nothing tells which.
"""


class CannotRun(RuntimeError):
    """pytest, or the tests, are not there, or the tests fail without any change."""


def marked(folder: Path) -> list[Path]:
    """The files of tests in which some test says what it verifies."""
    return [path for path in sorted(folder.glob("test_*.py")) if MARK in path.read_text(encoding="utf-8")]


def tests_of(label: str, files: list[Path]) -> dict[str, dict[str, Any]]:
    """The tests that say they verify a clause: the slip at which each fails, or that it fails at none. CannotRun."""
    found: dict[str, dict[str, Any]] = {}
    for case in _run(label, None, files):
        if case.outcome != "passed":
            raise CannotRun(f"{case.id}: {case.outcome}, with no clause changed")
        found[case.id] = {"noticed": "", "tried": 0}
    for number in _slips(label):
        open_ = [name for name, test in found.items() if not test["noticed"]]
        if not open_:
            break
        failed = {case.id for case in _run(label, number, files) if case.outcome in ("failure", "error")}
        for name in open_:
            slip = to_plain(mutants(MAXPOOL[label].formula)[number]) if name in failed else ""
            found[name] = {"noticed": slip, "tried": found[name]["tried"] + 1}
    return found


def _slips(label: str) -> Iterator[int]:
    """Some of the slips of a clause, spread over all of them."""
    count = len(mutants(MAXPOOL[label].formula))
    yield from range(0, count, max(1, -(-count // MOST_SLIPS)))


def _run(label: str, slip: int | None, files: list[Path]) -> tuple[junit.Case, ...]:
    """The outcomes of the tests that verify a label, after a change of its clause or without one."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "results.xml")
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--junit-xml={report}"]
        command += [f"--only-verifying={label}", *map(str, files)]
        if slip is not None:
            command.append(f"--change-clause={label}={slip}")
        done = subprocess.run(
            command,
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
            timeout=SECONDS,
            stdin=subprocess.DEVNULL,
        )
        if done.returncode in COULD_NOT_RUN or not report.exists():
            if slip is not None:
                return ()
            raise CannotRun((done.stderr or done.stdout or "pytest is not installed").strip().splitlines()[-1])
        return junit.read(report.read_bytes()).cases
