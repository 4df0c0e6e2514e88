"""No process outlives the one that it works for, however that ended."""

from __future__ import annotations

import os
import select
import signal
import time
import warnings
from threading import Thread

EVERY = 0.5
"""Seconds between two looks at the parent."""


def end_with_parent() -> None:
    """This process ends soon after its parent has, whatever it is doing in Python. For a worker of a pool."""

    def watch(parent: int) -> None:
        while os.getppid() == parent:
            time.sleep(EVERY)
        os._exit(1)

    Thread(target=watch, args=(os.getppid(),), daemon=True).start()


def end_with_input() -> None:
    """This process, with its group, is killed once nobody can write to its standard input any more, or it has ended.

    A process of its own sees to that: a library that hangs in a call may leave no thread of this one a turn. It is for
    a process that leads its group. Where the platform cannot do that, nothing is done.
    """
    if not hasattr(os, "fork") or os.getpgid(0) != os.getpid():
        return
    watched = os.getpid()
    with warnings.catch_warnings(action="ignore"):  # Other threads do not live on in it, and it needs none.
        watcher = os.fork()
    if watcher:
        return
    silent = os.open(os.devnull, os.O_RDWR)
    for descriptor in range(1, 64):
        if descriptor != silent:
            try:
                os.close(descriptor)
            except OSError:
                continue
    poll = select.poll()
    poll.register(0, 0)  # No event but the end of it.
    # Whoever writes is to learn that nobody reads, once the process itself has ended: here its input is open too.
    while os.getppid() == watched and not poll.poll(1000 * EVERY):
        pass
    os.killpg(0, signal.SIGKILL)
    os._exit(1)
