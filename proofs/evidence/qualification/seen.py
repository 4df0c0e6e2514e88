"""How it is seen that a requirement's test verifies it: in a copy of the tool it passes, and fails once that is broken.

The copy is of the checkout's own files; nothing of the checkout is changed.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from proofs.evidence.qualification.requirements import ToolRequirement
from reference.common.errors import CannotRun
from reference.common.identity import state
from reference.common.isolation import Bounds, Stopped, run_command
from reference.common.layout import ROOT

SCHEMA = "maxpool/evidence-requirements/1"
SECONDS = 900.0
SEEN, BLIND, FAILS, NOT_RUN = "seen to fail when it is broken", "passes when it is broken", "fails", "could not be run"
OUTCOMES = (SEEN, BLIND, FAILS, NOT_RUN)
PASSED, FAILED = 0, 1
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
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "tool")
        for name in _COPIED:
            _copy(root / name, copy / name)
        found, as_is = {}, dict[str, int]()
        for requirement in wanted:
            if requirement.test not in as_is:
                as_is[requirement.test] = _run(requirement.test, copy)
            found[requirement.label] = _tried(requirement, as_is[requirement.test], copy)
            done(requirement.label)
    return {"schema": SCHEMA, "tool": state(), "requirements": found}


def _copy(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", "results"))
    elif source.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)


def _tried(requirement: ToolRequirement, as_is: int, copy: Path) -> dict[str, str]:
    """What came of a requirement's test; `as_is` is how it ended with nothing broken."""
    path = copy / requirement.file
    text = path.read_text(encoding="utf-8")
    changed = requirement.broken(text)
    if as_is != PASSED:
        return {"outcome": FAILS if as_is == FAILED else NOT_RUN}
    path.write_text(changed, encoding="utf-8")
    try:
        code = _run(requirement.test, copy)
    finally:
        path.write_text(text, encoding="utf-8")
    return {"outcome": {FAILED: SEEN, PASSED: BLIND}.get(code, NOT_RUN)}


def _run(test: str, copy: Path) -> int:
    """pytest's exit code; -1 if it came to no end."""
    command = [sys.executable, "-B", "-m", "pytest", "-q", "-x", "--tb=no", "-p", "no:cacheprovider", test]
    try:
        return run_command(command, Bounds(SECONDS), cwd=str(copy)).code
    except Stopped:
        return -1
