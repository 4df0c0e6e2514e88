"""How it is seen that a requirement's test verifies it: in a copy of the tool it passes, and fails once that is broken.

The copies, one a processor, are of the checkout's own files; nothing of the checkout is changed.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from compileall import compile_dir
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from py_compile import PycInvalidationMode
from queue import SimpleQueue
from threading import Event
from typing import Any

from proofs.evidence.qualification.requirements import ToolRequirement
from proofs.mutation import junit
from reference.common.errors import CannotRun
from reference.common.identity import state
from reference.common.isolation import Bounds, Stopped, run_command, set_at_the_end
from reference.common.layout import ROOT
from reference.common.pool import processors

SCHEMA = "maxpool/evidence-requirements/1"
SECONDS = 900.0
SEEN, BLIND, FAILS, NOT_RUN = "seen to fail when it is broken", "passes when it is broken", "fails", "could not be run"
OUTCOMES = (SEEN, BLIND, FAILS, NOT_RUN)
PASSED, FAILED, NOTHING = 0, 1, -1
"""pytest's exit codes where all tests passed, and where some failed; with any other nothing was seen."""
_COPIED = (
    *("spec", "reference", "proofs", "tests", "docs", "maxpool.py", "pyproject.toml", "Makefile", "README.md"),
    *("requirements.lock", "requirements-dev.lock"),
)


def seen(
    wanted: Sequence[ToolRequirement], done: Callable[[str], None] = lambda _: None, root: Path = ROOT
) -> dict[str, Any]:
    """What came of the test of each requirement, as one document. Raises CannotRun where there is no checkout."""
    if not (root / "tests").is_dir():
        raise CannotRun("the tests are not installed: requirements are tried in a checkout")
    with _copies(root) as copies, ThreadPoolExecutor(processors()) as pool, set_at_the_end() as stop:

        def tried(test: str) -> dict[str, dict[str, str]]:
            copy = copies.get()
            try:
                as_is = _run(test, copy, stop)
                return {r.label: _tried(r, as_is, copy, stop) for r in wanted if r.test == test}
            finally:
                copies.put(copy)

        found: dict[str, dict[str, str]] = {}
        for one in pool.map(tried, dict.fromkeys(r.test for r in wanted)):
            found |= one
            for label in one:
                done(label)
    return {"schema": SCHEMA, "tool": state(), "requirements": {r.label: found[r.label] for r in wanted}}


@contextmanager
def _copies(root: Path) -> Iterator[SimpleQueue[Path]]:
    """Copies of the tool, to be taken by whoever needs one and put back.

    They are compiled, once for all runs of pytest. By each file's digest: one that is changed and changed back within
    a second is never taken for what it was.
    """
    copies: SimpleQueue[Path] = SimpleQueue()
    with tempfile.TemporaryDirectory() as folder:
        first = Path(folder, "0")
        for name in _COPIED:
            _copy(root / name, first / name)
        compile_dir(first, quiet=2, invalidation_mode=PycInvalidationMode.CHECKED_HASH)
        copies.put(first)
        for number in range(1, processors()):
            copies.put(Path(shutil.copytree(first, Path(folder, str(number)))))
        yield copies


def _copy(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", "results"))
    elif source.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)


def _tried(requirement: ToolRequirement, as_is: int, copy: Path, stop: Event) -> dict[str, str]:
    """What came of a requirement's test; `as_is` is how it ended with nothing broken."""
    path = copy / requirement.file
    text = path.read_text(encoding="utf-8")
    changed = requirement.broken(text)
    if as_is != PASSED:
        return {"outcome": FAILS if as_is == FAILED else NOT_RUN}
    path.write_text(changed, encoding="utf-8")
    try:
        code = _run(requirement.test, copy, stop)
    finally:
        path.write_text(text, encoding="utf-8")
    return {"outcome": {FAILED: SEEN, PASSED: BLIND}.get(code, NOT_RUN)}


def _run(test: str, copy: Path, stop: Event) -> int:
    """pytest's exit code; NOTHING if it came to no end, or skipped all: what a test needs may not be here."""
    results = copy / "results.xml"
    results.unlink(missing_ok=True)
    pytest = [sys.executable, "-B", "-m", "pytest", "-q", "-x", "--tb=no", "-p", "no:cacheprovider"]
    try:
        code = run_command([*pytest, f"--junitxml={results}", test], Bounds(SECONDS), cwd=str(copy), stop=stop).code
    except Stopped:
        return NOTHING
    return code if code != PASSED or _ran(results) else NOTHING


def _ran(results: Path) -> bool:
    """Whether a test was run and not skipped, as pytest's results of it say; where they cannot be read, none was."""
    try:
        return any(case.outcome != "skipped" for case in junit.read(results.read_bytes()).cases)
    except (OSError, junit.NotJUnit):
        return False
