"""The audit in a process of its own, with a limit of time and of memory: whatever a document does to it, it ends."""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, BinaryIO

from proofs.audit.report.report import Audit
from reference.common.text import visible

SECONDS = 8
"""Of processor time, for the child. With what the command does before and after, an audit ends within 10 s."""
PATIENCE = 4
"""On a machine that has other work as well, the child may take so many times as long by the clock."""
MEGABYTES = 800
"""Of data, for the child: the solvers with NumPy and SymPy need 200. With its programs and the command, below 1 GB."""
AUDITOR = f"{__package__}.run:audit_file"

_START = f"import json, sys; sys.path[:] = json.loads(sys.argv[1]); from {__name__} import serve; serve()"


class Failed(ValueError):
    """A document could not be audited; the message says why, on one line."""


def audit_guarded(path: Path, *, auditor: str = AUDITOR, seconds: int = SECONDS, megabytes: int = MEGABYTES) -> Audit:
    """The audit of a file by a function `module:name`, in a child process. Raises Failed if there is none."""
    request = json.dumps([os.fsdecode(path), auditor, seconds, megabytes])
    # A session of its own, so that its whole family can be ended; -P, because the folder of an author's document is
    # no place to import from.
    with subprocess.Popen(
        [sys.executable, "-P", "-c", _START, json.dumps(_import_path()), request],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"},
        start_new_session=True,
    ) as child:
        try:
            answer, _ = child.communicate(timeout=seconds * PATIENCE if _has_limits() else seconds)
        except subprocess.TimeoutExpired:
            raise Failed(f"{path}: ended after {seconds * PATIENCE} s") from None
        finally:
            _end(child)
    if hasattr(signal, "SIGXCPU") and child.returncode == -signal.SIGXCPU:
        raise Failed(f"{path}: ended after {seconds} s of processor time")
    return _audit_of(answer, path, child.returncode)


def _has_limits() -> bool:
    """The platform bounds a process's processor time; elsewhere the clock has to do."""
    return find_spec("resource") is not None


def _import_path() -> list[str]:
    """Where this process imports from, as absolute paths; not the current folder, unless it was put there by name."""
    return [os.path.abspath(entry) for entry in sys.path if entry]


def _end(child: subprocess.Popen[bytes]) -> None:
    """End a child and what it has started; both may be over."""
    with suppress(OSError):
        child.kill()
    if hasattr(os, "killpg"):
        with suppress(OSError):
            os.killpg(child.pid, signal.SIGKILL)


def _audit_of(answer: bytes, path: Path, code: int) -> Audit:
    try:
        result = pickle.loads(answer)
    except (EOFError, pickle.UnpicklingError):
        raise Failed(f"{path}: the process of the audit died (exit code {code})") from None
    if isinstance(result, Audit):
        return result
    raise Failed(visible(str(result)))


# --- in the child ----------------------------------------------------------------------------------


def serve() -> None:
    """Audit what the command line asks for, and write the Audit, or a line that says why there is none."""
    name, auditor, seconds, megabytes = json.loads(sys.argv[2])
    with os.fdopen(os.dup(1), "wb") as out:
        # Whatever a library prints would spoil the answer.
        os.dup2(2, 1)
        _limit(seconds, megabytes)
        _write(_outcome(name, auditor, megabytes), out, name)


def _limit(seconds: int, megabytes: int) -> None:
    """Bound this process where the platform can: its data, its processor time, no core file."""
    try:
        import resource
    except ImportError:
        return
    limits: Mapping[int, int] = {
        resource.RLIMIT_DATA: megabytes * 2**20,
        resource.RLIMIT_CPU: seconds,
        resource.RLIMIT_CORE: 0,
    }
    for kind, most in limits.items():
        hard = resource.getrlimit(kind)[1]
        bound = most if hard == resource.RLIM_INFINITY else min(most, hard)
        # At the soft limit of processor time comes a signal that tells why; at the hard one, only death.
        above = bound + 2 if kind == resource.RLIMIT_CPU and hard == resource.RLIM_INFINITY else bound
        with suppress(ValueError, OSError):
            resource.setrlimit(kind, (bound, above))


def _outcome(name: str, auditor: str, megabytes: int) -> object:
    module, function = auditor.split(":")
    try:
        result = getattr(import_module(module), function)(Path(name))
        if not isinstance(result, Audit):
            raise TypeError(f"it gave a {type(result).__name__}")
        return result
    except MemoryError:
        return f"{name}: needs more than {megabytes} MB of memory"
    except RecursionError:
        return f"{name}: nested too deeply"
    except Exception as error:
        # The readers' own refusals name the file; anything else is a mistake of the audit, and is said to be one.
        return str(error) if _is_refusal(error) else f"{name}: the audit failed: {type(error).__name__}: {error}"


def _is_refusal(error: Exception) -> bool:
    from spec.documents.pages.load import Unreadable

    return isinstance(error, Unreadable)


def _write(result: Any, out: BinaryIO, name: str) -> None:
    try:
        answer = pickle.dumps(result)
    except (MemoryError, RecursionError, pickle.PicklingError, AttributeError, TypeError) as error:
        answer = pickle.dumps(f"{name}: the audit failed: {type(error).__name__}: {error}")
    out.write(answer)
