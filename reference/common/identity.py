"""What the tool is, exactly: version, commit, and the digests of its files, tests, locks and solvers' binaries.

A result says by `state` with which of them it was made. Tests and locks are in a checkout alone, and "" elsewhere.
"""

from __future__ import annotations

import hashlib
import os
import platform
import subprocess
from collections.abc import Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution, version
from pathlib import Path
from typing import Any

from reference.common.layout import PACKAGE, ROOT

NAME = "sonnx-maxpool"
FRONT_DOOR, ROOMS = "maxpool.py", ("spec", "proofs", "reference")
TESTS, LOCKS = "tests", ("pyproject.toml", "requirements.lock", "requirements-dev.lock")
SOLVERS = ("z3-solver", "cvc5", "bitwuzla")
_BINARY = (".so", ".dll", ".dylib", ".pyd")
PARTS = ("tool", "tests", "locks", "solvers")
"""What a state is made of, in its order."""


@cache
def digest() -> str:
    """One digest over all files that are installed of the tool, tests and what Python compiled apart.

    It is the same in a checkout and where the tool is installed from it: files are taken as they are in the checkout.
    """
    return _together({name: hashlib.sha256(_content(path)).hexdigest() for name, path in _own().items()})


@cache
def tests() -> str:
    """One digest over all tests and what they read; "" where there are none."""
    folders = [ROOT / TESTS, *(ROOT / room for room in ROOMS)] if (ROOT / TESTS).is_dir() else []
    found = [p for folder in folders for p in folder.rglob("*") if p.is_file() and "__pycache__" not in p.parts]
    mine = [p for p in found if _is_apart(p) or p.is_relative_to(ROOT / TESTS)]
    return _together({p.relative_to(ROOT).as_posix(): _sum(p) for p in mine})


@cache
def locks() -> str:
    """One digest over what says which versions the tool is run with; "" where that is not at hand."""
    return _together({name: _sum(ROOT / name) for name in LOCKS if (ROOT / name).is_file()})


@cache
def binaries() -> Mapping[str, Mapping[str, str]]:
    """The SHA-256 of each compiled file of the solvers that are installed, by package and path."""
    return {name: found for name in SOLVERS if (found := _binaries(name))}


def _binaries(package: str) -> dict[str, str]:
    try:
        files = distribution(package).files or ()
    except PackageNotFoundError:
        return {}
    return {
        path.as_posix(): _sum(Path(str(path.locate())))
        for path in sorted(files)
        if path.suffix in _BINARY or ".so." in path.name
    }


def solvers() -> str:
    """One digest over the compiled files of the solvers."""
    return _together({f"{package}/{path}": s for package, found in binaries().items() for path, s in found.items()})


@cache
def state() -> str:
    """What a result says of what made it: the digests of `PARTS`, each after its name."""
    return state_of({"digest": digest(), "tests": tests(), "locks": locks(), "solvers": solvers()})


def state_of(tool: Mapping[str, Any]) -> str:
    """The state of a tool that is told by its identity."""
    digests = (str(tool.get(name) or "") for name in ("digest", "tests", "locks", "solvers"))
    return " ".join(f"{part}:{said}" for part, said in zip(PARTS, digests, strict=True))


def other_parts(said: str, tool: Mapping[str, Any]) -> tuple[str, ...]:
    """The parts in which a state that a result tells is not known to be that of a tool; all, if it tells none."""
    told = dict(word.partition(":")[::2] for word in said.split(" "))
    right = dict(word.partition(":")[::2] for word in state_of(tool).split(" "))
    return tuple(part for part in PARTS if not right[part] or told.get(part) != right[part])


def _sum(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _together(sums: Mapping[str, str]) -> str:
    """One digest of files by their names; "" of none."""
    lines = [f"{name} {digest}" for name, digest in sorted(sums.items())]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest() if lines else ""


def _content(path: Path) -> bytes:
    """A file as it is in the checkout: installed, a module's imports have the package's name before those of rooms."""
    content = path.read_bytes()
    return content.replace(f"from {PACKAGE}".encode(), b"from ") if path.suffix == ".py" else content


def _own() -> dict[str, Path]:
    found = {FRONT_DOOR: ROOT / FRONT_DOOR}
    for room in ROOMS:
        for path in (ROOT / room).rglob("*"):
            if path.is_file() and not _is_apart(path):
                found[path.relative_to(ROOT).as_posix()] = path
    return found


def _is_apart(path: Path) -> bool:
    return "__pycache__" in path.parts or path.name.startswith(("test_", "conftest", "."))


def is_own(path: Path) -> bool:
    """Whether a file is one of those that the tool's digest is over."""
    inside = path.relative_to(ROOT).parts if path.is_relative_to(ROOT) else ()
    return bool(inside) and inside[0] in (*ROOMS, FRONT_DOOR) and not _is_apart(path)


def own_version() -> str:
    """The version of the tool."""
    try:
        return version(NAME)
    except PackageNotFoundError:
        return "not installed"


@cache
def commit() -> tuple[str, bool]:
    """The commit that the tool is checked out from, and whether files of it differ from that; "" where there is none.

    Files beside the rooms, such as a package that was built there, do not count.
    """
    if not (ROOT / ".git").exists():
        return "", False
    name = _git("rev-parse", "HEAD").strip()
    return name, bool(name) and bool(_git("status", "--porcelain", "--", FRONT_DOOR, *ROOMS).strip())


def _git(*command: str) -> str:
    # Where git is told of another repository, as in its own hooks, that is not the tool's.
    env = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    try:
        done = subprocess.run(
            ["git", "-C", str(ROOT), *command], capture_output=True, text=True, check=False, timeout=60, env=env
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout if done.returncode == 0 else ""


def identity() -> dict[str, Any]:
    """What names the tool in what it makes."""
    name, changed = commit()
    made = {"digest": digest(), "tests": tests(), "locks": locks(), "solvers": solvers()}
    return {"name": NAME, "version": own_version(), "commit": name, "changed": changed, **made}


def machine() -> str:
    """What kind of machine this is."""
    return f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors"
