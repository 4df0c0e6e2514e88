"""A runtime in a process of its own, with limits of time and memory: that it ends or hangs is an answer like others."""

from __future__ import annotations

import os
import subprocess
import sys
from bisect import insort
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from math import inf
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import Any, BinaryIO, cast

from reference.common.isolation import SAID, Tail, end, ending, last_line, start
from reference.common.layout import command
from reference.runtimes.own.naming import python_of
from reference.runtimes.protocol import Array, RuntimeCall
from reference.runtimes.running import serve
from reference.runtimes.running.catalogue import NoRuntime
from reference.runtimes.running.wire import receive, send

START_SECONDS, FIRST_SECONDS, END_SECONDS = 50.0, 30.0, 5.0
"""Seconds to start, for the first call of all, which loads libraries (a call after that has its own limit), and to end
once nothing more can be read."""


RUNS_TWICE = 4
"""So often a call is run that is put twice: on X, on X again, on other elements, and on X once more."""
AT_ONCE = 2**13
"""Bytes of X that any pipe holds, with what is said of them."""
ELEMENTS = 2**19
"""A tensor of so many elements is pooled within the limit of a call; a larger one has more time, in proportion."""


AMPLE = 4
"""A call that would end within so many parts of its limit, by those that were answered, hangs if it does not end."""


TELLING = 1000
"""Of the time of a call of fewer taps, they are no part that tells how fast a runtime is."""


class ReplyStatus(StrEnum):
    """How a call ended."""

    DONE = "done"
    REFUSED = "refused"
    RAISED = "raised"
    MEMORY = "memory"
    CRASH = "crash"
    HANG = "hang"
    SLOW = "slow"
    MALFORMED = "malformed"


@dataclass(frozen=True, slots=True)
class Reply:
    """What came of a call: outputs where it is done, else a reason.

    SLOW: no answer in time, and by the time that its other calls take none was to be expected; HANG: it was.
    REFUSED: the runtime says that it will not do the call; RAISED: an error of Python's own, which tells of a mistake.
    `seen`: what was seen beside the outputs, by the names in `reference.conformance.campaign.kinds`.
    """

    status: ReplyStatus
    reason: str = ""
    outputs: tuple[Array, ...] = ()
    seen: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CallLimits:
    """Seconds for one call, and megabytes beyond what the process has once its libraries are loaded."""

    seconds: float = 20.0
    megabytes: int = 2048


DEFAULT_LIMITS = CallLimits()


@dataclass(slots=True)
class Pace:
    """How fast a runtime is, and which calls are too slow. `by_tap`: seconds for a tap, of each call that was answered.

    The median of these is what a call is expected to take. Not the fewest: one that skips taps on padding takes next to
    nothing for each where most are, and a call without padding would seem to hang. `too_slow`: the fewest taps for a
    second of its limit that a call had which was too slow.
    """

    by_tap: list[float] = field(default_factory=list)
    too_slow: float = inf

    def answered(self, taps: float, seconds: float) -> None:
        """A call was answered."""
        if taps >= TELLING:
            insort(self.by_tap, seconds / taps)

    def expected(self, taps: float) -> float:
        """The seconds that a call is expected to take; 0 where none was answered that tells."""
        return self.by_tap[len(self.by_tap) // 2] * taps if self.by_tap else 0

    def missed(self, taps: float, limit: float) -> Reply:
        """What a call is that was not answered within its limit."""
        if self.expected(taps) * AMPLE < limit:
            return Reply(ReplyStatus.HANG, f"no answer in {limit:g} s")
        self.too_slow = min(self.too_slow, taps / limit)
        return Reply(ReplyStatus.SLOW, TOO_SLOW)


TOO_SLOW = "too many taps to be answered within the limit of a call, at the pace of the calls that were answered"


@dataclass(slots=True)
class Process:
    """A runtime by name, or `NAME@PYTHON` for one that is installed for another Python. Started when first needed.

    `name` and `version` are known once it has started. A process that ended is started anew for the next call.
    """

    runtime: str
    limits: CallLimits = DEFAULT_LIMITS
    name: str = ""
    version: str = ""
    _child: subprocess.Popen[bytes] | None = field(default=None, init=False)
    _messages: SimpleQueue[Any] = field(default_factory=SimpleQueue, init=False)
    _errors: Tail | None = field(default=None, init=False)
    _asked: bool = field(default=False, init=False)
    _pace: Pace = field(default_factory=lambda: Pace(), init=False)

    def start(self) -> None:
        """Start the process. Raises NoRuntime where there is no such runtime, or it cannot be started."""
        name, python = python_of(self.runtime)
        wanted = command(serve.__name__, name, str(self.limits.megabytes), python=python or sys.executable)
        self._messages = SimpleQueue()
        try:
            self._child = start(wanted, stdin=subprocess.PIPE, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})
        except OSError as error:
            raise NoRuntime(f"{self.runtime}: {error}") from None
        self._errors = Tail(self._child.stderr, SAID)
        Thread(target=_read, args=(self._child.stdout, self._messages), daemon=True).start()
        message = self._next(START_SECONDS)
        document = message[0] if isinstance(message, tuple) else {}
        if document.get("status") != "ready":
            why = document.get("reason") or self._why_not(message)
            self.close()
            raise NoRuntime(str(why))
        self.name, self.version = str(document["name"]), str(document["version"])

    def _why_not(self, message: object) -> str:
        """Why the process did not start."""
        if message is Empty:
            return f"{self.runtime}: it did not start in {START_SECONDS:g} s"
        return f"{self.runtime}: it did not start: {self._ended().reason}"

    def ask(self, call: RuntimeCall, X: Array, *, indices: bool, twice: bool = False) -> Reply:
        """Run a call on X; `twice` runs it on other elements and then again, and compares the bits."""
        seconds = self.limits.seconds * max(1, X.size / ELEMENTS)
        taps = (1 + call.taps) * (RUNS_TWICE if twice else 1)
        if taps / seconds >= self._pace.too_slow:
            return Reply(ReplyStatus.SLOW, TOO_SLOW)
        if self._child is None:
            self.start()
        assert self._child is not None
        assert self._child.stdin is not None
        began = monotonic()
        try:
            self._send({"lists": call.lists, "indices": indices, "twice": twice}, X)
        except OSError:
            return self._ended()
        asked, self._asked = self._asked, True
        message = self._next(seconds if asked else max(FIRST_SECONDS, seconds))
        if message is Empty:
            self.close()
            return self._pace.missed(taps, seconds)
        if not isinstance(message, tuple):
            return self._ended()
        document, outputs = message
        if document.get("status") not in list(ReplyStatus):
            return self._garbled()
        if document["status"] == ReplyStatus.DONE:
            self._pace.answered(taps, monotonic() - began)
        return Reply(
            ReplyStatus(document["status"]), str(document.get("reason", "")), outputs, tuple(document.get("seen", ()))
        )

    def _send(self, document: dict[str, Any], X: Array) -> None:
        """Write a message; one that a pipe does not hold meanwhile: a process that hangs does not read it."""
        assert self._child is not None
        stream = cast(BinaryIO, self._child.stdin)
        if X.nbytes <= AT_ONCE:
            send(stream, document, [X])
        else:
            Thread(target=_write, args=(stream, document, X), daemon=True).start()

    def _garbled(self) -> Reply:
        self.close()
        return Reply(ReplyStatus.MALFORMED, "what it wrote is no answer")

    def _next(self, seconds: float) -> Any:
        """The next message; Empty if none comes in time; something else if the process ended."""
        try:
            return self._messages.get(timeout=seconds)
        except Empty:
            return Empty

    def _ended(self) -> Reply:
        assert self._child is not None
        try:
            code = self._child.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            return self._garbled()
        said = self._said()
        self.close()
        how = f"ended by {ending(code)}" if code < 0 else f"ended with code {code}"
        return Reply(ReplyStatus.CRASH, f"{how}{f': {said}' if said else ''}")

    def _said(self) -> str:
        """The last line that the process wrote as an error."""
        assert self._child is not None
        assert self._errors is not None
        end(self._child)
        return last_line(self._errors.kept())

    def close(self) -> None:
        """End the process, whatever it is doing."""
        child, self._child = self._child, None
        if child is None:
            return
        end(child)
        for stream in filter(None, (child.stdin, child.stdout)):
            with suppress(OSError):  # What was not yet written has no reader any more.
                stream.close()


def _write(stream: BinaryIO, document: dict[str, Any], X: Array) -> None:
    """Write a message; where nobody reads it, that is told by the end of what the process writes."""
    with suppress(OSError, ValueError):
        send(stream, document, [X])


def _read(stream: Any, messages: SimpleQueue[Any]) -> None:
    """Put each message into the queue, and at the end None."""
    try:
        while (message := receive(stream)) is not None:
            messages.put(message)
    except Exception:  # It broke off, or is no message: whoever waits is told that there is none.
        pass
    messages.put(None)
