"""Work in a process of its own, with limits of time, memory and output: it ends, and one line says how.

Two ways in. `isolated` calls a function of ours in a fresh interpreter, for what a stranger's document or package may
do to it. `run_command` runs a command. Both end the process with all that it has started. What they stand on is here
for a process that lives longer as well: `start`, `end`, `limit_process`, `Tail`, `ending`.

Nothing but the standard library is imported: a runtime's process may be another Python than ours.
"""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from threading import Event, Thread
from time import monotonic
from typing import Any, BinaryIO, TypeVar, cast

T = TypeVar("T")

MEGABYTE = 2**20
PIPE = 2**20
"""Bytes that are read at once of what a process writes."""
ANSWER, SAID = 256 * MEGABYTE, 2**16
"""Bytes: the most that is taken of what a process answers, and of what it says as an error (the last of it)."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Seconds by the clock; seconds of processor time, and megabytes of data, where the platform can bound them.

    Where it cannot bound processor time, so many seconds by the clock have to do.
    """

    seconds: float
    processor_seconds: int | None = None
    megabytes: int | None = None

    @property
    def patience(self) -> float:
        """Seconds by the clock, on this platform."""
        if self.processor_seconds is None or find_spec("resource") is not None:
            return self.seconds
        return min(self.seconds, self.processor_seconds)


class Stopped(RuntimeError):
    """A process came to no result: it went beyond a limit, or died. The message says which, on one line."""


@dataclass(frozen=True, slots=True)
class Ended:
    """A command that ended by itself: its exit code, what it printed, and the last that it said as an error."""

    code: int
    output: bytes
    errors: bytes

    @property
    def last_line(self) -> str:
        """The last line of its errors, or of what it printed where there are none."""
        return last_line(self.errors) or last_line(self.output)


# --- a function ------------------------------------------------------------------------------------

_START = f"import json, sys; sys.path[:] = json.loads(sys.argv[1]); from {__name__} import serve; serve()"


def isolated(function: Callable[..., T], *arguments: Any, bounds: Bounds) -> T:
    """What a function of a module gives, called in a process of its own; what it raises is raised here.

    Raises Stopped if there is no answer. Arguments and results are pickled.
    """
    with started(function, *arguments, bounds=bounds) as result:
        return result()


@contextmanager
def started(function: Callable[..., T], *arguments: Any, bounds: Bounds) -> Iterator[Callable[[], T]]:
    """The same, begun at once; what is given waits for the end. With the block, the process ends."""
    # -P, because the folder of a stranger's document is no place to import from.
    command = [sys.executable, "-P", "-c", _START, json.dumps(_import_path())]
    request = pickle.dumps((bounds, pickle.dumps((function, arguments))))
    # One thread each for libraries of numbers: every other one would take memory of the bound.
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    with running(command, request, env=environment) as result:
        yield lambda: cast(T, _answer(result, bounds))


def _answer(result: Callable[[Bounds], Ended], bounds: Bounds) -> object:
    ended = result(bounds)
    if hasattr(signal, "SIGXCPU") and ended.code == -signal.SIGXCPU:
        raise Stopped(f"stopped after {bounds.processor_seconds} s of processor time")
    try:
        kind, value = pickle.loads(ended.output)
    except (EOFError, pickle.UnpicklingError):
        raise Stopped(f"the process died ({ending(ended.code)})") from None
    if kind == "gave":
        return value
    raise Stopped(value) if kind == "stopped" else value


def _import_path() -> list[str]:
    """Where this process imports from, as absolute paths; not the current folder, unless it was put there by name."""
    return [os.path.abspath(entry) for entry in sys.path if entry]


def serve() -> None:
    """In the process: read what is wanted from standard input, do it within the bounds, and answer."""
    with os.fdopen(os.dup(1), "wb") as answers:
        # Whatever a library prints would spoil the answer.
        os.dup2(2, 1)
        bounds, wanted = pickle.load(sys.stdin.buffer)
        limit_process(megabytes=bounds.megabytes, processor_seconds=bounds.processor_seconds)
        answers.write(_outcome(wanted, bounds))
    # All is said: what the process has made is not looked through, object by object, before it goes.
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(0)


def _outcome(wanted: bytes, bounds: Bounds) -> bytes:
    """The answer; an exception is sent as it is where that can be done, else as its text."""
    try:
        function, arguments = pickle.loads(wanted)
        return pickle.dumps(("gave", function(*arguments)))
    except MemoryError:
        return pickle.dumps(
            (
                "stopped",
                "out of memory" if bounds.megabytes is None else f"needs more than {bounds.megabytes} MB of memory",
            )
        )
    except RecursionError:
        return pickle.dumps(("stopped", "nested too deeply"))
    except Exception as error:
        with suppress(Exception):
            answer = pickle.dumps(("raised", error))
            pickle.loads(answer)
            return answer
        return pickle.dumps(("raised", RuntimeError(f"{type(error).__name__}: {error}")))


# --- a command -------------------------------------------------------------------------------------


def run_command(
    command: Sequence[str],
    bounds: Bounds,
    *,
    stdin: bytes = b"",
    env: Mapping[str, str] | None = None,
    cwd: str | None = None,
    stop: Event | None = None,
) -> Ended:
    """Run a command to its end. Raises Stopped if that does not come in time, OSError where there is no such program.

    It is ended when `stop` is set, for commands that are run in threads beside one another.

    Of the bounds, the clock's is kept here; a command that is to keep the others calls `limit_process`.
    """
    if stop is not None and stop.is_set():
        raise Stopped("interrupted")
    with running(command, stdin, env=env, cwd=cwd, stop=stop) as result:
        return result(bounds)


@contextmanager
def set_at_the_end() -> Iterator[Event]:
    """An event for `run_command`, set when the block ends, whatever ends it: commands still running are then ended."""
    event = Event()
    try:
        yield event
    finally:
        event.set()


@contextmanager
def running(
    command: Sequence[str],
    stdin: bytes = b"",
    *,
    env: Mapping[str, str] | None = None,
    cwd: str | None = None,
    stop: Event | None = None,
) -> Iterator[Callable[[Bounds], Ended]]:
    """A command that has begun; what is given waits for its end. With the block, it ends, with all that it started."""
    with tempfile.TemporaryFile() as request:
        request.write(stdin)
        request.seek(0)
        process = start(command, stdin=request, env=env, cwd=cwd)
    assert process.stdout is not None
    assert process.stderr is not None
    output, errors = Tail(process.stdout, ANSWER, whole=process), Tail(process.stderr, SAID)

    def result(bounds: Bounds) -> Ended:
        try:
            code = _waited(process, bounds.patience, stop)
        finally:
            end(process)
        answer, said = output.kept(), errors.kept()
        if output.is_cut:
            raise Stopped(f"wrote more than {ANSWER // MEGABYTE} MB")
        return Ended(code, answer, said)

    try:
        yield result
    finally:
        end(process)


def _waited(process: subprocess.Popen[bytes], seconds: float, stop: Event | None) -> int:
    """The exit code, once there is one; Stopped if that takes too long, or `stop` is set."""
    last = monotonic() + seconds
    while stop is None or not stop.is_set():
        left = last - monotonic()
        if left <= 0:
            raise Stopped(f"stopped after {seconds:g} s")
        with suppress(subprocess.TimeoutExpired):
            return process.wait(left if stop is None else min(left, 0.2))
    raise Stopped("interrupted")


# --- what a process that lives longer uses too -----------------------------------------------------


def start(
    command: Sequence[str],
    *,
    stdin: int | Any = subprocess.DEVNULL,
    env: Mapping[str, str] | None = None,
    cwd: str | None = None,
) -> subprocess.Popen[bytes]:
    """Start a command, its output and errors being pipes, in a session of its own, so that its family can be ended."""
    return subprocess.Popen(
        command,
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=env,
        cwd=cwd,
        start_new_session=True,
    )


def end(process: subprocess.Popen[bytes]) -> None:
    """End a process and what it has started; all of it may be over."""
    with suppress(OSError):
        process.kill()
    if hasattr(os, "killpg"):
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def limit_process(
    *, megabytes: int | None = None, processor_seconds: int | None = None, beyond_present: bool = False
) -> None:
    """Bound this process where the platform can: its data, its processor time; it leaves no core file.

    `beyond_present`: so many megabytes more than it has now, when its libraries are loaded.
    """
    try:
        import resource
    except ImportError:  # Windows
        return
    wanted = {resource.RLIMIT_CORE: 0}
    present = _data() if beyond_present else 0
    if megabytes is not None and present is not None:
        wanted[resource.RLIMIT_DATA] = present + megabytes * MEGABYTE
    if processor_seconds is not None:
        wanted[resource.RLIMIT_CPU] = processor_seconds
    for kind, most in wanted.items():
        hard = resource.getrlimit(kind)[1]
        bound = most if hard == resource.RLIM_INFINITY else min(most, hard)
        # At the soft limit of processor time comes a signal that tells why; at the hard one, only death.
        above = bound + 2 if kind == resource.RLIMIT_CPU and hard == resource.RLIM_INFINITY else bound
        with suppress(ValueError, OSError):
            resource.setrlimit(kind, (bound, above))


@contextmanager
def memory_bounded(megabytes: int) -> Iterator[None]:
    """This process may have so many megabytes more of data, where the platform can bound them, until the block ends."""
    try:
        import resource
    except ImportError:  # Windows
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    present = _data()
    bound = soft if present is None else present + megabytes * MEGABYTE
    lower = bound if soft == resource.RLIM_INFINITY else min(bound, soft)
    resource.setrlimit(resource.RLIMIT_DATA, (lower, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


def _data() -> int | None:
    """The bytes of data that this process has; None where the platform does not say."""
    import resource

    try:
        with open("/proc/self/statm", encoding="ascii") as statm:
            return int(statm.read().split()[5]) * resource.getpagesize()
    except (OSError, ValueError):
        return None


class Tail:
    """What comes out of a stream, read by a thread of its own so that nothing is ever kept waiting.

    The last `most` bytes are kept; or the first, if `whole` is given: a process that is ended once it writes more.
    """

    def __init__(self, stream: Any, most: int, whole: subprocess.Popen[bytes] | None = None) -> None:
        self._stream, self._most, self._whole = cast(BinaryIO, stream), most, whole
        self._kept, self.is_cut = bytearray(), False
        self._thread = Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        with suppress(OSError, ValueError), self._stream as stream:
            _widen(stream)
            while chunk := os.read(stream.fileno(), PIPE):
                self._kept += chunk
                if len(self._kept) > self._most:
                    self.is_cut = True
                    if self._whole is not None:
                        self._whole.kill()
                        return
                    del self._kept[: -self._most]

    def kept(self) -> bytes:
        """What was kept, once the process is over. What has fled from its family may hold the stream for ever."""
        self._thread.join(2)
        return bytes(self._kept)


def _widen(stream: BinaryIO) -> None:
    """Have a pipe hold PIPE bytes, where that can be had: what writes much is kept waiting less often."""
    with suppress(ImportError, AttributeError, OSError):
        import fcntl

        fcntl.fcntl(stream.fileno(), fcntl.F_SETPIPE_SZ, PIPE)


def last_line(said: bytes) -> str:
    """The last line of what a process said, 200 characters of it at most."""
    lines = said[-2000:].decode(errors="replace").strip().splitlines()
    return lines[-1][:200] if lines else ""


def ending(code: int) -> str:
    """How a process ended, by its exit code: `exit code 3`, `SIGSEGV`."""
    known = {int(s): s.name for s in signal.Signals}
    return f"exit code {code}" if code >= 0 else known.get(-code, f"signal {-code}")
