"""Many tasks in worker processes: results in the order of the tasks; a process that dies or hangs costs one of them.

And one task in a copy of this process, where much is made already that it needs.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

from pebble import ProcessExpired, ProcessPool

from reference.common.isolation import ending
from reference.common.orphans import end_with_parent

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Lost:
    """Why a task has no result, on one line, and how many seconds it was given before it was ended, if it was."""

    reason: str
    seconds: float = 0.0


class WorkerLost(RuntimeError):
    """A task has no result: its process died, or took too long."""


def _fail(task: tuple[Any, ...], lost: Lost) -> Any:
    raise WorkerLost(f"{task[0] if task else 'a task'}: {lost.reason}")


def run_tasks(
    function: Callable[..., R],
    tasks: Iterable[tuple[Any, ...]],
    *,
    seconds: float | None = None,
    workers: int | None = None,
    done: Callable[[R], None] = lambda _: None,
    awaiting: Callable[[tuple[Any, ...]], None] = lambda _: None,
    meanwhile: Callable[[], None] = lambda: None,
    lost: Callable[[tuple[Any, ...], Lost], R] = _fail,
) -> list[R]:
    """What a function gives for each task, a tuple of its arguments; `done` is called with each result, in that order.

    Before a result is waited for, `awaiting` is called with its task.

    What is to be done in this process is done `meanwhile`, before the first result is looked at.
    A task whose process dies, or that takes more than `seconds` once it has begun, gets the result that `lost` makes
    of it; without that, WorkerLost is raised. What a task raises, or `done`, is raised here; then all work ends at
    once, as it does at an interrupt, and soon after this process has ended, however it did.
    """
    if not (tasks := list(tasks)):
        meanwhile()
        return []
    # A fresh interpreter for each worker: no state is shared with this process, on any platform.
    context = multiprocessing.get_context("spawn")
    with ProcessPool(workers or processors(), context=context, initializer=end_with_parent) as pool:
        pending = [(task, pool.schedule(function, args=task, timeout=seconds)) for task in tasks]
        results: list[R] = []
        try:
            meanwhile()
            for task, future in pending:
                awaiting(task)
                result = _result(future, seconds)
                results.append(lost(task, result) if isinstance(result, Lost) else result)
                done(results[-1])
        except BaseException:
            pool.stop()  # type: ignore[no-untyped-call]  # pebble leaves it unannotated
            raise
    return results


def _result(future: Future[R], seconds: float | None) -> R | Lost:
    try:
        return future.result()
    except FutureTimeout:
        if seconds is None:  # The task itself raised it.
            raise
        return Lost(f"stopped after {seconds:g} s", seconds)
    except ProcessExpired as expired:
        return Lost(f"its process died (exit code {expired.exitcode})")


@contextmanager
def beside(function: Callable[..., R], *arguments: object) -> Iterator[Callable[[], R]]:
    """What a function gives, called at once in a copy of this process, which has all that this one has made.

    What is given waits for it, and raises what it raised, or WorkerLost where the copy died. It is a copy of one thread
    alone: no other may run here. Where a platform cannot make one that can be relied on, the function is called here,
    when it is waited for.
    """
    # On macOS a system library that was in use may refuse to go on in a copy.
    if not hasattr(os, "fork") or sys.platform == "darwin":
        yield lambda: function(*arguments)
        return
    context = multiprocessing.get_context("fork")
    result, answers = context.Pipe(duplex=False)
    copy = context.Process(target=_answered, args=(answers, function, arguments), daemon=True)
    copy.start()
    answers.close()
    try:
        yield lambda: _received(result, copy)
    finally:
        copy.kill()
        copy.join()
        result.close()


def _answered(answers: Connection, function: Callable[..., Any], arguments: tuple[object, ...]) -> None:
    try:
        answers.send((function(*arguments), None))
    except Exception as error:
        answers.send((None, error))


def _received(result: Connection, copy: BaseProcess) -> Any:
    try:
        value, error = result.recv()
    except EOFError:
        copy.join()
        raise WorkerLost(f"a copy of the process died ({ending(copy.exitcode or 0)})") from None
    if error is not None:
        raise error
    return value


def processors() -> int:
    """How many workers this machine can keep busy, 8 at most."""
    available = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1)
    return max(1, min(8, len(available)))
