"""A process with limits: whatever goes wrong, there is a result or one line, in time, and nothing is left running."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest

from reference.common import isolation
from reference.common.errors import NotInstalled
from reference.common.isolation import Bounds, Stopped, ending, isolated, last_line, run_command, started
from tests.process_tools import is_over

ENOUGH = Bounds(seconds=60)
linux = pytest.mark.skipif(sys.platform != "linux", reason="the platform bounds no memory, or has no such signals")


class Peculiar(Exception):
    """It cannot be made again from its text."""

    def __init__(self, one: int, two: int) -> None:
        super().__init__(f"{one} and {two}")


# Functions must stand in a module, so that another process finds them.


def add(x: int, y: int) -> int:
    print("noise", flush=True)
    return x + y


def misbehave(how: str) -> object:
    """Do what is said."""
    match how:
        case "is busy":
            while True:
                os.getpid()
        case "sleeps":
            time.sleep(10**6)
        case "explodes":
            return len(bytearray(3 * 2**30))
        case "recurses":
            return misbehave(how)
        case "dies":
            ctypes.string_at(0)
        case "exits":
            os._exit(3)
        case "refuses":
            raise NotInstalled("onnx", "runtimes")
        case "is peculiar":
            raise Peculiar(1, 2)
        case "gives a function":
            return lambda: None
        case "floods":
            return b"x" * 10**6
    return None


def leave_child(note: Path) -> None:
    """Start a process that never ends, write its number, and wait as well."""
    note.write_text(str(subprocess.Popen([sys.executable, "-c", "import time; time.sleep(10**6)"]).pid))
    time.sleep(10**6)


def wait_for(note: Path) -> None:
    while not note.exists() or not note.read_text():
        time.sleep(0.05)


def test_a_result_comes_back() -> None:
    assert isolated(add, 2, 3, bounds=ENOUGH) == 5


def test_work_goes_on_here_meanwhile() -> None:
    with started(add, 2, 3, bounds=ENOUGH) as result:
        assert add(1, 1) == 2
        assert result() == 5


@pytest.mark.parametrize(
    ("how", "bounds", "message"),
    [
        ("sleeps", Bounds(seconds=1), "stopped after 1 s"),
        ("recurses", ENOUGH, "nested too deeply"),
        ("exits", ENOUGH, r"the process died \(exit code 3\)"),
        pytest.param("dies", ENOUGH, r"the process died \(SIGSEGV\)", marks=linux),
        pytest.param("explodes", Bounds(60, megabytes=800), "needs more than 800 MB of memory", marks=linux),
        pytest.param("is busy", Bounds(60, processor_seconds=1), "stopped after 1 s of processor time", marks=linux),
    ],
)
def test_what_comes_to_no_result_is_told_in_a_line(how: str, bounds: Bounds, message: str) -> None:
    with pytest.raises(Stopped, match=f"^{message}$"):
        isolated(misbehave, how, bounds=bounds)


def test_what_is_raised_there_is_raised_here() -> None:
    with pytest.raises(NotInstalled, match=r"onnx is not installed: pip install sonnx-maxpool\[runtimes\]"):
        isolated(misbehave, "refuses", bounds=ENOUGH)


@pytest.mark.parametrize(("how", "message"), [("is peculiar", "Peculiar: 1 and 2"), ("gives a function", "pickle")])
def test_what_cannot_be_sent_is_told(how: str, message: str) -> None:
    with pytest.raises(Exception, match=message):
        isolated(misbehave, how, bounds=ENOUGH)


def test_an_answer_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(isolation, "ANSWER", 2**16)
    with pytest.raises(Stopped, match="wrote more than"):
        isolated(misbehave, "floods", bounds=ENOUGH)


@pytest.mark.skipif(os.name != "posix", reason="there are no groups of processes")
def test_its_family_ends_with_it(tmp_path: Path) -> None:
    note = tmp_path / "process"
    # The limit is of the wait for the end, which begins once there is a child: however long that takes.
    with started(leave_child, note, bounds=Bounds(seconds=0.5)) as result:
        wait_for(note)
        with pytest.raises(Stopped, match=r"^stopped after 0\.5 s$"):
            result()
        assert is_over(int(note.read_text()))


@pytest.mark.skipif(os.name != "posix", reason="there are no groups of processes")
def test_an_exception_here_ends_it(tmp_path: Path) -> None:
    note = tmp_path / "process"

    def interrupted() -> None:
        with started(leave_child, note, bounds=ENOUGH):
            wait_for(note)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert is_over(int(note.read_text()))


def test_nothing_is_imported_from_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("json", "pickle", "reference", "signal", "sitecustomize"):
        Path(f"{name}.py").write_text("open('imported', 'w').close()\n", encoding="utf-8")
    assert isolated(add, 1, 2, bounds=ENOUGH) == 3
    assert not Path("imported").exists()


# --- commands --------------------------------------------------------------------------------------


def python(program: str) -> list[str]:
    return [sys.executable, "-c", program]


def test_a_command_gets_its_input_and_says_all() -> None:
    program = "import sys; print(sys.stdin.read().upper()); print('first\\nlast', file=sys.stderr); sys.exit(4)"
    ended = run_command(python(program), ENOUGH, stdin=b"abc")
    assert (ended.code, ended.output.split(), ended.last_line) == (4, [b"ABC"], "last")


def test_input_that_nobody_reads_and_output_without_end_keep_nothing_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(isolation, "ANSWER", 2**20)
    with pytest.raises(Stopped, match="wrote more than 1 MB"):
        run_command(python("while True: print('x' * 10000)"), ENOUGH, stdin=b"y" * 10**6)


def test_of_errors_the_last_are_kept() -> None:
    ended = run_command(python("import sys; sys.stderr.write('x' * 10**6 + '\\nthe end')"), ENOUGH)
    assert len(ended.errors) == isolation.SAID
    assert ended.last_line == "the end"


def test_a_command_that_takes_too_long_is_ended() -> None:
    with pytest.raises(Stopped, match=r"^stopped after 0\.5 s$"):
        run_command(python("import time; time.sleep(10**6)"), Bounds(seconds=0.5))


def test_commands_in_threads_are_ended_together() -> None:
    stop = Event()
    with ThreadPoolExecutor(1) as pool:
        runs = [pool.submit(run_command, python("import time; time.sleep(10**6)"), ENOUGH, stop=stop) for _ in range(3)]
        time.sleep(1)
        stop.set()
    for run in runs:
        with pytest.raises(Stopped, match=r"^interrupted$"):
            run.result()


def test_where_there_is_no_program() -> None:
    with pytest.raises(OSError, match="no-such-program"):
        run_command(["no-such-program"], ENOUGH)


@pytest.mark.parametrize(
    ("code", "text"), [(0, "exit code 0"), (3, "exit code 3"), (-9, "SIGKILL"), (-63, "signal 63")]
)
@linux
def test_endings_have_names(code: int, text: str) -> None:
    assert ending(code) == text


def test_last_line_is_short() -> None:
    assert last_line(b"one\ntwo\n\n") == "two"
    assert last_line(b"") == ""
    assert len(last_line(b"x" * 9999)) == 200
