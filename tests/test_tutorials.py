"""Each tutorial, from its files to its last output, as a reader does it: in an empty folder, command by command."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner

from hatch_build import EDITABLE, PACKAGE
from maxpool import app
from tests.test_readme import prints, sessions

ROOT = Path(__file__).resolve().parent.parent
TUTORIALS = sorted((ROOT / "docs" / "tutorials").glob("*.md"))
TITLED = re.compile(r'^```\w+ title="([\w.]+)"\n(.*?)^```', re.MULTILINE | re.DOTALL)
MENDED = {"mended.py": ("loops.py", ">= best", "> best")}
"""The files that a reader is told to make of others, by a change of their text."""
TIMES = re.compile(r"in \d+\.\d+ s")


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Where Python finds the package as it is built from this checkout."""
    folder = tmp_path_factory.mktemp("site")
    (folder / PACKAGE).mkdir()
    (folder / PACKAGE / "__init__.py").write_text(EDITABLE, "utf-8")
    return os.pathsep.join((str(folder), str(ROOT)))


@pytest.mark.whole
@pytest.mark.parametrize("path", TUTORIALS, ids=lambda path: path.stem)
def test_a_reader_sees_what_the_tutorial_says(
    path: Path, package: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = path.read_text("utf-8")
    files = dict(TITLED.findall(text))
    assert files
    for name, (other, written, instead) in MENDED.items():
        if other in files and f"{name}:" in text:
            assert written in files[other]
            files[name] = files[other].replace(written, instead)
    for name, content in files.items():
        (tmp_path / name).write_text(content, "utf-8")
    monkeypatch.chdir(tmp_path)
    done = [(command, printed, said(command, package)) for command, printed in sessions(text)]
    assert len(done) >= 3
    for command, printed, found in done:
        assert prints(untimed(printed), untimed(found)), "\n".join([command, *found])


def said(command: str, package: str) -> Sequence[str]:
    """The lines that a command prints in the folder where the reader is."""
    name, *words = shlex.split(command)
    if name == "maxpool":
        return CliRunner().invoke(app, words, env={"COLUMNS": "80"}).stdout.splitlines()
    assert name == "python"
    environment = os.environ | {"PYTHONPATH": package}
    done = subprocess.run([sys.executable, *words], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def untimed(lines: Sequence[str]) -> list[str]:
    """The lines without the times in them, which are each machine's own."""
    return [TIMES.sub("in a while", line) for line in lines]


def test_there_is_a_tutorial_for_each_door() -> None:
    assert [path.stem for path in TUTORIALS] == ["assessor", "author", "implementer"]
