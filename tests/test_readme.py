"""What the README and the guides say that a command prints is what it prints."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path

import pytest
from typer.testing import CliRunner

from maxpool import app

ROOT = Path(__file__).resolve().parent.parent
GUIDES = ("README.md", "docs/authors.md", "docs/implementers.md", "docs/assessors.md")
CUT = "..."
"""A line for any number of lines."""
FIRST_SCREENS = 90
"""Lines: a screen and a half, and no more."""


def sessions(text: str) -> Iterator[tuple[str, Sequence[str]]]:
    """Each command of a text's `console` blocks, with the lines that it prints."""
    for block in re.findall(r"^```console\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        for session in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, *printed = session.rstrip("\n").splitlines()
            yield command, printed


def prints(printed: Sequence[str], found: Sequence[str]) -> bool:
    """The lines that are said to be printed are, in their order, with others only where lines were cut.

    What is printed after the last one may be cut in silence.
    """
    at, anywhere = 0, False
    for line in printed:
        if line == CUT:
            anywhere = True
            continue
        places = range(at, len(found)) if anywhere else range(at, min(at + 1, len(found)))
        place = next((i for i in places if found[i].rstrip() == line), None)
        if place is None:
            return False
        at, anywhere = place + 1, False
    return True


@pytest.mark.whole
@pytest.mark.parametrize(
    ("guide", "command", "printed"),
    [(g, *session) for g in GUIDES for session in sessions((ROOT / g).read_text("utf-8"))],
)
def test_a_command_prints_what_the_guide_says(
    guide: str, command: str, printed: Sequence[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    name, *words = shlex.split(command)
    assert name == "maxpool", guide
    monkeypatch.chdir(ROOT)
    found = CliRunner().invoke(app, words, env={"COLUMNS": "80"}).stdout.splitlines()
    assert prints(printed, found), "\n".join(found)


def test_lines_that_are_not_printed_are_noticed() -> None:
    found = ["one", "two", "three", "four"]
    assert prints(["one", CUT, "three"], found)
    assert not prints(["one", "three"], found)
    assert not prints(["one", CUT, "five"], found)
    assert not prints(["three", CUT, "two"], found)


def test_the_readme_shows_commands_of_each_door() -> None:
    commands = [command.split()[1] for command, _ in sessions((ROOT / "README.md").read_text("utf-8"))]
    assert commands == ["audit", "prove", "prove"]


def test_the_readme_is_a_screen_and_a_half() -> None:
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) <= FIRST_SCREENS


@pytest.mark.whole
def test_the_picture_is_what_explain_draws(tmp_path: Path) -> None:
    drawn = tmp_path / "witness.svg"
    assert CliRunner().invoke(app, ["explain", "draft.dY_2", "--svg", str(drawn)]).exit_code == 0
    assert (ROOT / "docs" / "witness.svg").read_text("utf-8") == drawn.read_text("utf-8")


LINK = re.compile(r"\]\((?!https?:)([^)#\s]+)(?:#[^)]*)?\)")


def test_links_lead_to_files() -> None:
    pages = chain([ROOT / "README.md", ROOT / "CONTRIBUTING.md"], (ROOT / "docs").glob("*.md"))
    missing = [
        f"{page.relative_to(ROOT)}: {link}"
        for page in pages
        for link in LINK.findall(re.sub(r"```.*?```|`[^`]*`|\$\$.*?\$\$", "", page.read_text("utf-8"), flags=re.DOTALL))
        if not (page.parent / link).exists()
    ]
    assert not missing
