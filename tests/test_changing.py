"""The changes of clauses that the guide leads through, each made in a copy: what then fails, and what it says."""

from __future__ import annotations

import os
import pickle
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from reference.common.layout import naming
from spec.language.terms import ite
from spec.maxpool.operator import MAXPOOL
from spec.operator.operator import NotGiven
from spec.window.call import ceil_mode
from spec.window.names import slack, stride, y
from tests.test_readme import prints, sessions
from tests.test_tutorials import untimed

ROOT = Path(__file__).resolve().parent.parent
GUIDE = ROOT / "docs" / "changing.md"
PAGES = (ROOT / "docs" / "changing-nan.md", ROOT / "docs" / "changing-ceil.md")
"""The changes that have a page of their own."""
STEP = re.compile(
    r'^```(?:diff title="(?P<file>[\w./]+)"\n(?P<difference>.*?)|console\n(?P<block>.*?))^```', re.MULTILINE | re.DOTALL
)


def chapters() -> Iterator[tuple[str, str]]:
    """The changes, each a heading with the text below it: pages of their own, and the chapters of another."""
    for page in PAGES:
        heading, _, text = page.read_text("utf-8").partition("\n")
        yield heading.removeprefix("# "), text
    _, *parts = re.split(r"^## ", GUIDE.read_text("utf-8"), flags=re.MULTILINE)
    for part in parts:
        heading, _, text = part.partition("\n")
        yield heading, text


def changed(source: str, difference: str) -> str:
    """A file's text with the lines of a difference put in, part by part, each after a line of `@@`."""
    for part in re.split(r"^@@\n", difference, flags=re.MULTILINE):
        source = with_part(source, part)
    return source


def with_part(source: str, part: str) -> str:
    """A text with the lines of a part of a difference put in: what is taken away must stand there once."""
    lines = [line if line.strip() else f" {line}" for line in part.splitlines(keepends=True)]
    old, new = ("".join(line[1:] for line in lines if line[0] in signs) for signs in (" -", " +"))
    if old.endswith(",\n") and old not in source:
        old, new = old.rstrip("\n"), new.rstrip("\n")  # The line goes on.
    assert source.count(old) == 1, old
    return source.replace(old, new)


@pytest.mark.whole
@pytest.mark.long
@pytest.mark.parametrize(("heading", "text"), [pytest.param(*chapter, id=chapter[0]) for chapter in chapters()])
def test_what_follows_from_a_change_is_what_the_guide_says(heading: str, text: str, tmp_path: Path) -> None:
    folder, taken = copied(tmp_path), list(steps(text))
    for step in taken:
        if isinstance(step, Change):
            step.make(folder)
        else:
            step.take(folder)
    last = taken[-1]
    assert isinstance(last, Session)
    assert last.decides_all_as_expected, heading


@dataclass(frozen=True)
class Change:
    """A file with the lines that are put into it."""

    file: str
    difference: str

    def make(self, folder: Path) -> None:
        """Change the file in a copy."""
        path = folder / self.file
        path.write_text(changed(path.read_text("utf-8"), self.difference), "utf-8")


@dataclass(frozen=True)
class Session:
    """A command with the lines that it prints: of one that is to be quiet, none where all is as expected."""

    command: str
    printed: Sequence[str]

    @property
    def labels(self) -> Sequence[str]:
        """The obligations that it asks for by their labels."""
        name, command, *words = shlex.split(self.command)
        return [word for word in words if not word.startswith("-")] if (name, command) == ("maxpool", "prove") else []

    @property
    def decides_all_as_expected(self) -> bool:
        """It is a check that finds nothing."""
        return self.command.startswith("maxpool check") and not self.printed

    def take(self, folder: Path) -> None:
        """Run the command in a copy, and compare what it prints."""
        found = run(folder, *(["sh", "-c", self.command] if "|" in self.command else shlex.split(self.command)))
        assert "Traceback" not in found.stderr, found.stderr
        lines = (found.stdout + found.stderr).splitlines()
        said = "\n".join([self.command, *lines])
        assert (found.returncode == 0) == (not self.printed or "--quiet" not in self.command), said
        assert prints(untimed(self.printed), untimed(lines)) if self.printed else not lines, said


def steps(text: str) -> Iterator[Change | Session]:
    """The changes and the commands of a chapter, in its order."""
    for file, difference, block in STEP.findall(text):
        if file:
            yield Change(file, difference)
        for command, printed in sessions(f"```console\n{block}```") if block else ():
            yield Session(command, printed)


def copied(folder: Path) -> Path:
    """A copy of the tool."""
    for name in ("spec", "reference", "proofs"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "maxpool.py", folder)
    return folder


@pytest.mark.whole
def test_before_a_change_what_it_breaks_is_as_expected() -> None:
    labels = {word for _, text in chapters() for s in steps(text) if isinstance(s, Session) for word in s.labels}
    here = [label for label in labels if not label.startswith("int16") and "NaN.passed-on" not in label]
    assert (found := run(ROOT, "maxpool", "prove", *here, "--quiet")).returncode == 0, found.stdout + found.stderr


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The command, as it is in a folder: `maxpool`, a module of the tool that Python runs, or one of the shell's."""
    name, *arguments = words
    tool = {"maxpool": [sys.executable, str(folder / "maxpool.py")], "python": [sys.executable], "sh": ["sh"]}
    environment = os.environ | {"COLUMNS": "80", "PYTHONPATH": str(folder)}
    command = [*tool[name], *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_the_guide_leads_through_three_changes() -> None:
    assert [heading for heading, _ in chapters()] == [
        "Another decision on NaN",
        "`ceil_mode` allowed",
        "One more type",
    ]


def test_a_clause_that_speaks_of_what_is_not_given_is_named() -> None:
    """It comes from another process as it is."""
    by_mode = MAXPOOL.changed("Y.shape", y.eq(ite(ceil_mode.eq(1), slack, slack // stride) + 1)).on_axis()
    call = {"x": 3, "kernel": 2, "dilation": 1, "stride": 1, "pad_begin": 0, "pad_end": 0}
    with pytest.raises(NotGiven) as raised:
        by_mode.check(call)
    assert (
        str(pickle.loads(pickle.dumps(raised.value)))
        == f"Y.shape: `ceil_mode` has no value where {', '.join(call)} are given"
    )


def test_what_names_a_clause_is_listed_the_lowest_room_first() -> None:
    places = [place.partition(":")[0] for place in naming("Y.max")]
    rooms = [place.partition("/")[0] for place in places]
    assert rooms == sorted(rooms, key=("spec", "reference", "proofs").index)
    assert {"spec/maxpool/semantics.py", "reference/strength/cells.py", "proofs/theories/errata.py"} <= {*places}
    assert "proofs/theories/values/known.py" not in places  # It names `Y.max-over-input`.
