"""What a terminal shows: completion, narrow ones, no colours, progress and none of it in a pipe, and `--quiet`."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from maxpool import app

ROOT = Path(__file__).resolve().parent.parent
DRAFT = ROOT / "docs" / "examples" / "draft.md"


def run(*words: str, **environment: str) -> Result:
    return CliRunner().invoke(app, words, env=environment)


# --- completion ---


@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("maxpool ex", "explain"),
        ("maxpool check --qu", "--quiet"),
        ("maxpool evidence ve", "verify"),
        ("maxpool explain Indices.first", "Indices.first-maximum"),
        ("maxpool prove windows.wea", "windows.weakest-condition"),
    ],
)
def test_words_are_completed_and_little_is_loaded_for_it(typed: str, completed: str) -> None:
    """As the shell asks, in a process of its own; the solvers are loaded by no module on the way."""
    code = "import sys, maxpool\ntry:\n    maxpool.main()\nfinally:\n    assert not {'z3', 'sympy'} & set(sys.modules)"
    asked = {"_MAXPOOL_COMPLETE": "complete_bash", "COMP_WORDS": typed, "COMP_CWORD": str(typed.count(" "))}
    command = [sys.executable, "-c", f"import sys; sys.argv = ['maxpool']\n{code}"]
    done = subprocess.run(command, cwd=ROOT, env=os.environ | asked, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.split(), done.stderr) == (0, [completed], "")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_is_told_how_to_complete(shell: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which shell it is, the processes above tell: in a test, none of them may be a shell."""
    monkeypatch.setattr("shellingham.detect_shell", lambda: (shell, f"/bin/{shell}"))
    done = run("--show-completion")
    assert done.exit_code == 0
    assert "_MAXPOOL_COMPLETE" in done.stdout


# --- width and colour ---


@pytest.mark.parametrize("words", [["--help"], ["check", "--help"], ["evidence", "build", "--help"]])
def test_help_fits_a_narrow_terminal(words: list[str]) -> None:
    done = run(*words, COLUMNS="40")
    assert done.exit_code == 0
    assert [line for line in done.stdout.splitlines() if len(line) > 40] == []


@pytest.mark.whole
def test_a_narrow_terminal_is_told_the_same() -> None:
    """To the word, as a wide one: a terminal breaks lines itself, and nothing is cut."""
    narrow, wide = (run("prove", "shape.last-fits", COLUMNS=columns) for columns in ("40", "200"))
    assert narrow.exit_code == wide.exit_code
    assert said(narrow) == said(wide)


def said(done: Result) -> list[str]:
    """The words of an output, without what it draws and the times that it gives."""
    return [word for word in done.stdout.split() if not re.search(r"[─━╭╰│]|\d\.\d", word)]


def test_an_explanation_fits_a_narrow_terminal() -> None:
    """A table and a drawing: their lines are broken here, for a terminal would break them anywhere."""
    done = run("explain", "shape.last-fits", COLUMNS="40")
    assert done.exit_code == 0
    assert [line for line in done.stdout.splitlines() if len(line.rstrip()) > 40] == []


PROGRESS = """
from reference.common.console import progress
with progress(4, quiet={quiet}) as step:
    step("shape.last-fits.with-a-label-that-is-long")
    step(2)
    step.awaiting("shape.next-does-not")
"""


def on_a_terminal(code: str, *, columns: int = 60, colour: bool = True) -> str:
    """What a program writes to a terminal for its standard error, of so many columns."""
    pty = pytest.importorskip("pty", reason="this system has no pseudo-terminals")
    ours, its = pty.openpty()
    environment = os.environ | {"COLUMNS": str(columns), "TERM": "xterm-256color"}
    environment.pop("NO_COLOR", None)
    if not colour:
        environment["NO_COLOR"] = "1"
    with subprocess.Popen([sys.executable, "-c", code], stderr=its, cwd=ROOT, env=environment) as process:
        os.close(its)
        written = b""
        try:
            while part := os.read(ours, 4096):
                written += part
        except OSError:  # On Linux, that is how a terminal says that nobody writes any more.
            pass
    os.close(ours)
    assert process.returncode == 0
    return written.decode()


CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
COLOURS = re.compile(r"\x1b\[(?:\d+;)*(?:3[0-9]|9[0-7])(?:;\d+)*m")


def test_progress_says_what_is_being_decided_how_much_is_and_how_long() -> None:
    written = on_a_terminal(PROGRESS.format(quiet=False), columns=80)
    shown = CODES.sub("", written)
    assert "shape.next-does-not" in shown
    assert "3/4" in shown
    assert re.search(r"-:--:--|\d:\d\d:\d\d", shown)
    assert COLOURS.search(written)


def test_progress_fits_a_narrow_terminal_and_is_without_colours_where_they_are_not_wanted() -> None:
    written = on_a_terminal(PROGRESS.format(quiet=False), columns=40, colour=False)
    lines = re.split(r"[\r\n]+", CODES.sub("", written))
    assert max(map(len, lines)) <= 40
    assert any("3/4" in line for line in lines)
    assert not COLOURS.search(written)


def test_there_is_no_progress_in_a_pipe_or_where_it_is_not_wanted() -> None:
    assert on_a_terminal(PROGRESS.format(quiet=True)) == ""
    piped = [sys.executable, "-c", PROGRESS.format(quiet=False)]
    done = subprocess.run(piped, capture_output=True, text=True, check=False, cwd=ROOT)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


# --- quiet ---


@pytest.mark.whole
def test_quiet_says_nothing_where_all_is_as_expected(tmp_path: Path) -> None:
    done = run("prove", "shape.last-fits", "--quiet")
    assert (done.exit_code, done.stdout) == (0, "")
    (tmp_path / "page.md").write_text("# MaxPool\n\nNothing is claimed here.\n", "utf-8")
    done = run("audit", str(tmp_path / "page.md"), "-q")
    assert (done.exit_code, done.stdout) == (0, "")


@pytest.mark.whole
def test_quiet_says_what_is_not_as_expected() -> None:
    """One solver is not two: what it proves alone is not proved."""
    done = run("prove", "shape.last-fits", "windows.weakest-condition", "--solver", "z3", "--quiet")
    assert done.exit_code == 1
    assert "windows.weakest-condition" in done.stdout
    assert "shape.last-fits ─" not in done.stdout


@pytest.mark.whole
def test_quiet_findings_are_a_line_each() -> None:
    quiet, full = run("audit", str(DRAFT), "--quiet"), run("audit", str(DRAFT))
    assert quiet.exit_code == full.exit_code == 1
    findings = [line for line in full.stdout.splitlines() if re.match(r".*:\d+:\d+: (error|warning|note)\[", line)]
    assert quiet.stdout.splitlines() == findings
    assert len(findings) >= 2
