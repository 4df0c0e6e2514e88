"""What the tool is, exactly: its version, its commit, and one digest over all its files."""

from __future__ import annotations

import hashlib
import os
import platform
import subprocess
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from reference.common.layout import PACKAGE, ROOT

NAME = "sonnx-maxpool"
FRONT_DOOR, ROOMS = "maxpool.py", ("spec", "proofs", "reference")


@cache
def digest() -> str:
    """One digest over all files that are installed of the tool, tests and what Python compiled apart.

    It is the same in a checkout and where the tool is installed from it: files are taken as they are in the checkout.
    """
    sums = [f"{name} {hashlib.sha256(_content(path)).hexdigest()}" for name, path in sorted(_own().items())]
    return hashlib.sha256("\n".join(sums).encode()).hexdigest()


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
    return {"name": NAME, "version": own_version(), "commit": name, "changed": changed, "digest": digest()}


def machine() -> str:
    """What kind of machine this is."""
    return f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors"
