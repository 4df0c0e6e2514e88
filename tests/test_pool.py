"""Tasks in worker processes: order is kept, a dead worker costs one result, and what is raised ends all."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from reference.common.layout import ROOT
from reference.common.pool import Lost, WorkerLost, beside, processors, run_tasks
from tests.process_tools import is_over

FOR_EVER = 10**6
"""Seconds: a test that has to wait for what it should have ended does not end."""


def task(what: str, seconds: float = 0.0) -> str:
    """Do what is said, in a worker; it must stand in a module."""
    time.sleep(seconds)
    match what:
        case "dies":
            os._exit(7)
        case "raises":
            raise ZeroDivisionError("a bug of ours")
        case "is out of time":
            raise TimeoutError("of its own")
    return what.upper()


def said(task: tuple[str, ...], lost: Lost) -> str:
    return f"{task[0]}: {lost.reason} {lost.seconds:g}"


def test_order_is_that_of_the_tasks() -> None:
    seen: list[str] = []
    found = run_tasks(task, [("late", 1.0), ("soon",), ("last",)], workers=2, done=seen.append)
    assert found == seen == ["LATE", "SOON", "LAST"]


@pytest.mark.whole
def test_a_task_that_dies_or_hangs_costs_one_result() -> None:
    found = run_tasks(task, [("a",), ("dies",), ("hangs", FOR_EVER), ("b",)], workers=1, seconds=3, lost=said)
    assert found == ["A", "dies: its process died (exit code 7) 0", "hangs: stopped after 3 s 3", "B"]


def test_where_nothing_stands_for_a_lost_task_all_ends() -> None:
    with pytest.raises(WorkerLost, match=r"^dies: its process died \(exit code 7\)$"):
        run_tasks(task, [("dies",), ("hangs", FOR_EVER)], workers=2)


def test_what_a_task_raises_ends_all() -> None:
    with pytest.raises(ZeroDivisionError, match="a bug of ours"):
        run_tasks(task, [("raises",), ("hangs", FOR_EVER)], workers=2, lost=said)
    with pytest.raises(TimeoutError, match="of its own"):
        run_tasks(task, [("is out of time",), ("hangs", FOR_EVER)], workers=2)


def test_an_interrupt_ends_all() -> None:
    def interrupt(_: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_tasks(task, [("a",), ("hangs", FOR_EVER)], workers=2, done=interrupt)


def write_pid_and_hang(path: str) -> None:
    """Say which process this is, and stay."""
    Path(f"{path}.tmp").write_text(str(os.getpid()))
    Path(f"{path}.tmp").rename(path)
    time.sleep(FOR_EVER)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this platform cannot end a process as a signal does")
def test_no_worker_outlives_the_process_that_has_it(tmp_path: Path) -> None:
    said = tmp_path / "pid"
    call = f"pool.run_tasks(pool.write_pid_and_hang, [({str(said)!r},)], workers=1)"
    code = f"if __name__ == '__main__':\n    from tests import test_pool as pool\n    {call}"
    with subprocess.Popen([sys.executable, "-c", code], cwd=ROOT) as parent:
        while not said.exists():
            assert parent.poll() is None
            time.sleep(0.05)
        parent.kill()
    assert is_over(int(said.read_text()))


def test_nothing_to_do() -> None:
    assert run_tasks(task, []) == []


def test_processors_of_a_large_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: range(64), raising=False)
    assert processors() == 8


copied = pytest.mark.skipif(not hasattr(os, "fork") or sys.platform == "darwin", reason="no process is copied here")


@copied
def test_a_copy_has_what_this_process_has_made() -> None:
    made = ["here"]

    def told(more: str) -> tuple[int, list[str]]:
        made.append(more)
        return os.getpid(), made

    with beside(told, "there") as given:
        made.append("later")
        process, content = given()
    assert (content, made) == (["here", "there"], ["here", "later"])
    assert process != os.getpid()


@copied
def test_what_a_copy_raises_is_raised_and_how_it_died_is_said() -> None:
    with beside(task, "raises") as given, pytest.raises(ZeroDivisionError, match="a bug of ours"):
        given()
    died = r"^a copy of the process died \(exit code 7\)$"
    with beside(task, "dies") as given, pytest.raises(WorkerLost, match=died):
        given()


@copied
def test_a_copy_ends_with_its_block() -> None:
    """Whether it is done or not: nobody waits for it."""
    with beside(task, "hangs", FOR_EVER):
        pass


def test_where_no_copy_can_be_made_it_is_done_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    with beside(os.getpid) as given:
        assert given() == os.getpid()
