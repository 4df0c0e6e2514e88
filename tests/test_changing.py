"""The changes of clauses that the guide leads through, each made in a copy: what then fails, and what it says."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.test_readme import prints, sessions
from tests.test_tutorials import untimed

ROOT = Path(__file__).resolve().parent.parent
GUIDE = ROOT / "docs" / "changing.md"
CHANGE = re.compile(r'^```diff title="([\w./]+)"\n(.*?)^```', re.MULTILINE | re.DOTALL)


def chapters() -> Iterator[tuple[str, str]]:
    """The changes, each a heading with the text below it."""
    _, *parts = re.split(r"^## ", GUIDE.read_text("utf-8"), flags=re.MULTILINE)
    for part in parts:
        heading, _, text = part.partition("\n")
        yield heading, text


def changed(source: str, difference: str) -> str:
    """A file's text with the lines of a difference put in: what is taken away must stand there once."""
    lines = difference.splitlines(keepends=True)
    old, new = ("".join(line[1:] for line in lines if line[0] in signs) for signs in (" -", " +"))
    if old.endswith(",\n") and old not in source:
        old, new = old.rstrip("\n"), new.rstrip("\n")  # The line goes on.
    assert source.count(old) == 1, old
    return source.replace(old, new)


@pytest.mark.parametrize(("heading", "text"), [pytest.param(*chapter, id=chapter[0]) for chapter in chapters()])
def test_what_fails_after_a_change_is_what_the_guide_says(heading: str, text: str, tmp_path: Path) -> None:
    for name in ("spec", "reference", "proofs"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "maxpool.py", tmp_path)
    changes = CHANGE.findall(text)
    assert changes
    for name, difference in changes:
        path = tmp_path / name
        path.write_text(changed(path.read_text("utf-8"), difference), "utf-8")
    for command, printed in sessions(text):
        name, *words = shlex.split(command)
        assert name == "maxpool"
        found = run(tmp_path, *words)
        assert found.returncode == 1, found.stderr
        lines = (found.stdout + found.stderr).splitlines()
        assert prints(untimed(printed), untimed(lines)), "\n".join([command, *lines])
        unchanged = run(ROOT, *words) if "prove" in words else None
        assert unchanged is None or (unchanged.returncode, unchanged.stdout) == (0, "")


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The command, as it is in a folder."""
    environment = os.environ | {"COLUMNS": "80", "PYTHONPATH": str(folder)}
    command = [sys.executable, str(folder / "maxpool.py"), *words]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_the_guide_leads_through_three_changes() -> None:
    assert [heading for heading, _ in chapters()] == [
        "Another decision on NaN",
        "`ceil_mode` allowed",
        "One more type",
    ]
