"""A mistake of the audit costs the part that was judged, is told there, and is never hidden; the audit goes on.

So does a part for which no processor time is left. Nothing is contained unless it is asked for: what is tested, and
what is called from other code, raises.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TypeVar

from proofs.audit.rulebook.findings import Finding
from reference.common.errors import CannotRun, Contradiction
from reference.common.text import visible

_T = TypeVar("_T")
NOT_JUDGED = "not-judged"
_LONGEST = 200
_SLICE = 0.1
"""Seconds that each part may still take when the time is over: most need less."""


class OutOfTime(RuntimeError):
    """A part was judged longer than there is time for."""


@dataclass(slots=True)
class _Containment:
    """What went wrong so far, and how many parts are being judged: one, and those within it."""

    mishaps: list[Finding] = field(default_factory=list)
    depth: int = 0

    def interrupt(self, *_: object) -> None:
        """End what is being judged; between two parts there is nothing to end."""
        if self.depth:
            raise OutOfTime("no processor time is left for it")


_CONTAINMENT: ContextVar[_Containment | None] = ContextVar("containment", default=None)


@contextmanager
def containing(seconds: float | None = None) -> Iterator[list[Finding]]:
    """Within it, what goes wrong in a part becomes a finding of the list that it gives.

    So does what is still being judged after so many seconds of processor time, where the platform can interrupt.
    """
    containment = _Containment()
    token = _CONTAINMENT.set(containment)
    try:
        with _timed(containment, seconds):
            yield containment.mishaps
    finally:
        _CONTAINMENT.reset(token)


@contextmanager
def _timed(containment: _Containment, seconds: float | None) -> Iterator[None]:
    if seconds is None or not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGPROF, containment.interrupt)
    signal.setitimer(signal.ITIMER_PROF, seconds, _SLICE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@dataclass(slots=True)
class Judging:
    """The judging of a part: whether it went wrong."""

    failed: bool = False


@contextmanager
def apart(what: str, start: int) -> Iterator[Judging]:
    """Judge a part of a document: `what` it is, and where it stands. Outside of `containing`, a mistake goes on.

    So do, everywhere, routes that contradict each other, what is not installed, and memory that is used up. A part
    within another ends the other too where time is over.
    """
    containment = _CONTAINMENT.get()
    judging = Judging()
    if containment is None:
        yield judging
        return
    containment.depth += 1
    try:
        yield judging
    except (CannotRun, Contradiction, MemoryError):
        raise
    except Exception as error:
        if isinstance(error, OutOfTime) and containment.depth > 1:
            raise
        judging.failed = True
        containment.mishaps.append(mishap(what, start, error))
    finally:
        containment.depth -= 1


def mishap(what: str, start: int, error: Exception) -> Finding:
    """What is said of a part that could not be judged."""
    if isinstance(error, OutOfTime):
        return Finding(NOT_JUDGED, start, f"{what} could not be judged to the end: {error}")
    said = " ".join(f"{type(error).__name__}: {error}".split())[:_LONGEST]
    return Finding(NOT_JUDGED, start, f"{what} could not be judged, by a mistake of the audit: {visible(said)}")


def collected(what: str, start: int, judge: Callable[[], Iterable[_T]]) -> list[_T]:
    """What a judge gives, up to where it goes wrong, if it does."""
    found: list[_T] = []
    with apart(what, start):
        for each in judge():
            found.append(each)
    return found
