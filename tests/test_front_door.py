"""The front door: one line and an exit code for whatever goes wrong in any command, and a start that loads little."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from maxpool import FrontDoor
from maxpool import app as front_door
from reference.common.errors import EXTRAS, CannotRun, Contradiction, NotInstalled, extra_of

ROOT = Path(__file__).resolve().parent.parent


def going_wrong(error: BaseException) -> typer.Typer:
    """A command that prints something and then goes wrong, behind the same door."""
    app = typer.Typer(cls=FrontDoor, rich_markup_mode=None)

    @app.command()
    def work() -> None:
        typer.echo("begun")
        raise error

    @app.command()
    def other() -> None:
        pass

    return app


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (CannotRun("no such\nthing: \x1b[31m"), 2, "maxpool: no such thing: \\x1b[31m\n"),
        (NotInstalled("onnx", "runtimes"), 2, "maxpool: onnx is not installed: pip install sonnx-maxpool[runtimes]\n"),
        (
            ModuleNotFoundError("No module named 'scipy.optimize'", name="scipy.optimize"),
            2,
            "maxpool: scipy is not installed: pip install sonnx-maxpool[certificates]\n",
        ),
        (FileNotFoundError(2, "No such file or directory", "x.md"), 2, "maxpool: x.md: No such file or directory\n"),
        (OSError("the disk is full"), 2, "maxpool: the disk is full\n"),
        (Contradiction("one says proved"), 1, "CONTRADICTION between routes: one says proved\n"),
        (KeyboardInterrupt(), 130, ""),
        (BrokenPipeError(), 2, ""),
        (typer.Exit(1), 1, ""),
        (typer.Exit(0), 0, ""),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, BaseException) else "",
)
def test_what_goes_wrong_is_a_line_and_an_exit_code(error: BaseException, code: int, said: str) -> None:
    result = CliRunner().invoke(going_wrong(error), ["work"])
    assert (result.exit_code, result.stderr, result.stdout) == (code, said, "begun\n")


@pytest.mark.parametrize("error", [ZeroDivisionError("ours"), ModuleNotFoundError("numpy", name="numpy")])
def test_a_mistake_of_ours_is_not_hidden(error: Exception) -> None:
    assert CliRunner().invoke(going_wrong(error), ["work"]).exception is error


def test_extras_are_those_of_the_project() -> None:
    declared = (ROOT / "pyproject.toml").read_text(encoding="utf-8").partition("[project.optional-dependencies]")[2]
    for extra, packages in EXTRAS.items():
        assert f"\n{extra} = [" in declared
        # What is imported as `cyclonedx` is installed as `cyclonedx-python-lib`.
        assert all(re.search(rf'"{package}[\w-]*>=', declared) for package in packages)
    assert extra_of("onnx.reference") == "runtimes"
    assert extra_of("onnxish") is None


@pytest.fixture
def closed_pipe() -> Iterator[int]:
    """The end of a pipe to write to, whose reader has gone."""
    reader, writer = os.pipe()
    os.close(reader)
    yield writer
    os.close(writer)


@pytest.mark.whole
@pytest.mark.skipif(os.name != "posix", reason="a pipe's reader is told otherwise there")
@pytest.mark.parametrize(
    "arguments",
    [
        "--help",
        "audit docs/maxpool.md",
        "prove shape.last-fits --json",
    ],
)
def test_a_reader_that_has_gone_is_no_verdict(arguments: str, closed_pipe: int) -> None:
    """Neither "as expected" nor "not", and nothing on standard error: nobody is left to tell."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "maxpool.py"), *arguments.split()],
        stdout=closed_pipe,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        check=False,
        timeout=3600,
    )
    assert (done.returncode, done.stderr) == (2, b"")


HEAVY = ("z3", "cvc5", "sympy", "numpy", "rich.console", "rich.markdown", "docutils", "markdown_it", "lark", "pebble")


def loaded(*arguments: str) -> set[str]:
    """The heavy libraries that a command has loaded when it ends."""
    program = (
        "import sys; from maxpool import app\n"
        "try: app(sys.argv[1:])\n"
        f"finally: print(*(name for name in {HEAVY!r} if name in sys.modules), file=sys.stderr)"
    )
    command = [sys.executable, "-c", program, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False, timeout=3600)
    return set(done.stderr.splitlines()[-1].split())


@pytest.mark.parametrize("label", ["nope", "strides.positve"])
def test_a_label_is_looked_up_without_a_solver(label: str) -> None:
    assert loaded("explain", label) <= {"numpy"}


@pytest.mark.parametrize("arguments", [("--help",), ("--version",), ("check", "--help"), ("evidence", "--help")])
def test_help_loads_nothing_heavy(arguments: tuple[str, ...]) -> None:
    assert loaded(*arguments) == set()


@pytest.mark.whole
def test_a_letter_that_a_terminal_has_not_is_escaped(tmp_path: Path) -> None:
    draft = tmp_path / "draft.md"
    draft.write_text("# MaxPool\n\n\u222b [there](#nowhere) \u222b\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(ROOT / "maxpool.py"), "audit", str(draft)],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        check=False,
        timeout=3600,
    )
    assert (done.returncode, done.stderr) == (1, b"")
    assert rb"\u222b [there](#nowhere) \u222b" in done.stdout


@pytest.mark.parametrize(
    "words",
    [
        ("prove", "--source", "none.py:f"),
        ("prove", "--source", "none.c:f"),
        ("mutate", "--source", "none.py:f"),
        ("audit", "docs/examples/draft.md", "--baseline", "none.py"),
    ],
)
def test_a_file_that_is_not_there_is_told_without_a_number(words: tuple[str, ...]) -> None:
    done = CliRunner().invoke(front_door, list(words))
    assert done.exit_code == 2
    assert ": none." in done.stderr
    assert "No such file or directory" in done.stderr
    assert "Errno" not in done.stderr
