"""Releases by pip: those that have a wheel for this Python, one installed in an environment of its own, a script run.

Where pip looks is the user's configuration of it.
"""

from __future__ import annotations

import os
import re
import signal
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from reference.common import isolation
from reference.common.errors import CannotRun
from reference.common.isolation import Bounds, Ended, Stopped, ending, run_command
from reference.conformance.bisection import Trial, TrialOutcome
from reference.conformance.script import AS_EXPECTED, DIVERGES, GOT, REFUSED

LISTING, INSTALLING, RUNNING = Bounds(600), Bounds(3600), Bounds(1200, processor_seconds=600, megabytes=8192)
"""Far away: they end what hangs. A script that is ended by one could not be run."""
NUMPY = ("numpy", "numpy<2")
"""The newest first; releases of before NumPy 2 need an older one, and do not say so."""
DEATHS = {
    int(number) for name in ("SIGSEGV", "SIGABRT", "SIGBUS", "SIGFPE", "SIGILL") if (number := getattr(signal, name, 0))
}
"""The signals that a process ends by for what it did itself."""


class NoInstallation(Exception):
    """A release cannot be installed. The message says so, on one line."""


@dataclass(frozen=True, slots=True)
class Installation:
    """A Python that has a release, and folders that it imports from besides its own."""

    python: str
    path: tuple[str, ...] = ()


Install = Callable[[Path, str, str], Installation]
"""Installs into a new folder a requirement of a release, and one of NumPy. Raises NoInstallation."""


def releases(package: str) -> list[str]:
    """The releases of a package with a wheel for this Python, the oldest first. Raises CannotRun.

    pip names those that are no pre-releases (`index versions`), and, for a version that does not exist, those that have
    a wheel.
    """
    named = _pip("index", "versions", package)
    listed = re.search(r"^Available versions: (.+)$", named.output.decode(errors="replace"), re.MULTILINE)
    if listed is None:
        raise CannotRun(f"pip names no versions of {package} (`python -m pip index versions {package}`)")
    wanted = [f"{package}==0.0.0.dev0", "--dry-run", "--no-deps", "--only-binary", ":all:"]
    refused = _pip("install", *wanted)
    wheels = re.search(r"\(from versions: ([^)]*)\)", refused.errors.decode(errors="replace"))
    if wheels is None:
        raise CannotRun(f"pip does not say which versions of {package} have a wheel for this Python")
    stable = set(listed[1].split(", "))
    return [version for version in wheels[1].split(", ") if version in stable]


def _pip(*arguments: str) -> Ended:
    try:
        return run_command([sys.executable, "-m", "pip", "--no-input", *arguments], LISTING)
    except Stopped as stopped:
        raise CannotRun(f"pip {arguments[0]}: {stopped}") from None


def install(folder: Path, requirement: str, numpy: str) -> Installation:
    """An environment with the requirement and NumPy, from wheels alone. All that pip writes for a time is below too."""
    environment, scratch = folder / "environment", folder / "scratch"
    scratch.mkdir(parents=True)
    python = environment / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    wanted = ("install", "--quiet", "--only-binary", ":all:", requirement, numpy)
    steps = (
        ["-m", "venv", "--without-pip", str(environment)],
        ["-m", "pip", "--no-input", "--python", str(python), *wanted],
    )
    temporary = dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(scratch))
    for step in steps:
        try:
            ended = run_command([sys.executable, *step], INSTALLING, env={**os.environ, **temporary})
        except Stopped as stopped:
            raise NoInstallation(f"not installed: {stopped}") from None
        if ended.code:
            # What pip says may name whom it asked, which is nobody's business but the user's.
            raise NoInstallation(f"not installed with {numpy}: {step[1]} ended with {ending(ended.code)}")
    return Installation(str(python))


def trial(script: Path, kind: str, package: str, version: str, install: Install) -> Trial:
    """What a divergence's script gives with a release; nothing is left of its environment."""
    said = ""
    for numpy in NUMPY:
        # Windows keeps a file that a process has just used for a little longer.
        with tempfile.TemporaryDirectory(prefix="maxpool-", ignore_cleanup_errors=os.name == "nt") as folder:
            try:
                found = _run(script, kind, install(Path(folder), f"{package}=={version}", numpy))
            except NoInstallation as error:
                found = Trial(TrialOutcome.NOT_RUN, str(error))
        if found.outcome is not TrialOutcome.NOT_RUN:
            return Trial(found.outcome, f"with {numpy}: {found.said}")
        said = said or found.said
    return Trial(TrialOutcome.NOT_RUN, said)


_START = """import runpy, sys
isolation, script, megabytes, seconds, *path = sys.argv[1:]
limit = runpy.run_path(isolation)["limit_process"]
limit(megabytes=int(megabytes), processor_seconds=int(seconds))
sys.path[:0] = path
runpy.run_path(script, run_name="__main__")
"""


def _run(script: Path, kind: str, installation: Installation) -> Trial:
    limits = (str(RUNNING.megabytes), str(RUNNING.processor_seconds))
    start = [installation.python, "-I", "-B", "-c", _START, isolation.__file__, str(script), *limits]
    try:
        ended = run_command([*start, *installation.path], RUNNING)
    except Stopped as stopped:
        return Trial(TrialOutcome.NOT_RUN, str(stopped))
    return outcome_of(ended, kind)


def outcome_of(ended: Ended, kind: str) -> Trial:
    """What a script's end means: its exit code together with what it printed of the call, for a class of divergence.

    A process that dies in the call shows a divergence of the class `crash`; any other could not be run.
    """
    lines = ended.output.decode(errors="replace").splitlines()
    answer = next((line[:200] for line in lines if line.startswith((f"{GOT} ", f"{REFUSED} "))), "")
    if ended.code == AS_EXPECTED and answer:
        return Trial(TrialOutcome.AS_EXPECTED, answer)
    if ended.code == DIVERGES and answer.startswith(GOT):
        return Trial(TrialOutcome.DIVERGES, answer)
    if kind == "crash" and -ended.code in DEATHS and _is_asked(lines):
        return Trial(TrialOutcome.DIVERGES, ending(ended.code))
    return Trial(TrialOutcome.NOT_RUN, ending(ended.code) if ended.code < 0 else ended.last_line[:200])


def _is_asked(lines: Sequence[str]) -> bool:
    """The runtime was loaded, and the call put to it."""
    return any(line.startswith("X ") for line in lines)
