"""The wheel: it carries the rooms and no tests, and what it installs in an empty environment checks itself."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import venv
from email.parser import Parser
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("spec", "proofs", "reference")


def succeed(*command: object, cwd: Path, why: str) -> str:
    """The standard output of a command that must succeed; a failure says what the command was for, and its errors."""
    environment = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "VIRTUAL_ENV")}
    done = subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, check=False, cwd=cwd, env=environment
    )
    if done.returncode != 0:
        pytest.fail(f"{why}\n{' '.join(map(str, command))}\n{done.stdout}\n{done.stderr}", pytrace=False)
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built without a network by the build backend that the development lock pins."""
    folder = tmp_path_factory.mktemp("wheel")
    command = (sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder)
    succeed(*command, cwd=ROOT, why="the wheel is not built")
    (built,) = folder.glob("*.whl")
    return built


def carried(wheel: Path) -> set[str]:
    with ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if ".dist-info/" not in name}


def is_for_tests(name: str) -> bool:
    return name.startswith("tests/") or name.rsplit("/", 1)[-1].startswith(("test_", "conftest"))


def test_wheel_carries_the_rooms_whole(wheel: Path) -> None:
    files = {path for room in ROOMS for path in (ROOT / room).rglob("*") if path.is_file()} | {ROOT / "maxpool.py"}
    names = {path.relative_to(ROOT).as_posix() for path in files if "__pycache__" not in path.parts}
    assert carried(wheel) == {name for name in names if not is_for_tests(name)}


def test_wheel_carries_no_tests(wheel: Path) -> None:
    assert [name for name in sorted(carried(wheel)) if is_for_tests(name)] == []
    assert {name.split("/")[0] for name in carried(wheel)} == {*ROOMS, "maxpool.py"}


def test_wheel_tells_its_command_licence_and_dependencies(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        told = {
            name.split(".dist-info/")[1]: archive.read(name).decode() for name in archive.namelist() if "-info/" in name
        }
    assert "maxpool = maxpool:main" in told["entry_points.txt"]
    assert told["licenses/LICENSE"] == (ROOT / "LICENSE").read_text(encoding="utf-8")
    metadata = Parser().parsestr(told["METADATA"])
    assert (metadata["Name"], metadata["License-Expression"]) == ("sonnx-maxpool", "Apache-2.0")
    required = [r for r in metadata.get_all("Requires-Dist", []) if "extra ==" not in r]
    needed = {re.split(r"[<>=!~; \[]", r)[0] for r in required}
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8").lower()
    assert [name for name in sorted(needed) if f"\n{name.lower()}==" not in lock] == []


def test_installed_wheel_checks_itself(wheel: Path, tmp_path: Path) -> None:
    """In an environment made from requirements.lock alone, and from a folder that holds nothing of the project."""
    environment, elsewhere = tmp_path / "environment", tmp_path / "elsewhere"
    elsewhere.mkdir()
    venv.create(environment, with_pip=True)
    scripts = environment / ("Scripts" if sys.platform == "win32" else "bin")
    pip = (scripts / "python", "-m", "pip", "--disable-pip-version-check", "install", "--quiet")
    lock = ROOT / "requirements.lock"
    why = "the dependencies are not installed: this test needs a package index that pip reaches"
    succeed(*pip, "--require-hashes", "-r", lock, cwd=elsewhere, why=why)
    succeed(*pip, "--no-deps", "--no-index", wheel, cwd=elsewhere, why="the wheel is not installed")
    succeed(scripts / "python", "-m", "pip", "check", cwd=elsewhere, why="dependencies are missing in the lock")
    output = succeed(scripts / "maxpool", "check", "--json", cwd=elsewhere, why="the installed command fails")
    report = json.loads(output)
    assert (report["schema"], report["ok"]) == ("maxpool/check/1", True)
    assert list(elsewhere.iterdir()) == []
