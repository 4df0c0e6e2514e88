"""The wheel: one package of the rooms without tests, that works in an empty environment, in whatever project."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import venv
from collections.abc import Sequence
from email.parser import Parser
from functools import partial
from pathlib import Path
from zipfile import ZipFile

import numpy as np
import pytest

from hatch_build import PACKAGE, packaged
from proofs.catalogue import CATALOGUE
from proofs.engine.statement import Statement
from reference.common.identity import digest
from tests.check_tools import assert_whole

pytestmark = pytest.mark.long

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("spec", "proofs", "reference")
NOT_ITS_OWN = ("PYTHONPATH", "VIRTUAL_ENV", "PYTHONDONTWRITEBYTECODE")
"""Variables that an installed tool is not to see: this environment's, and what has each process compile all again."""


def succeed(*command: object, cwd: Path, why: str) -> str:
    """The standard output of a command that must succeed; a failure says what the command was for, and its errors."""
    environment = {k: v for k, v in os.environ.items() if k not in NOT_ITS_OWN}
    done = subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, check=False, cwd=cwd, env=environment
    )
    if done.returncode != 0:
        pytest.fail(f"{why}\n{' '.join(map(str, command))}\n{done.stdout[-2000:]}\n{done.stderr}", pytrace=False)
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


@pytest.mark.whole
def test_wheel_is_one_package_that_carries_the_rooms_whole(wheel: Path) -> None:
    files = {path for room in ROOMS for path in (ROOT / room).rglob("*") if path.is_file()} | {ROOT / "maxpool.py"}
    names = {path.relative_to(ROOT).as_posix() for path in files if "__pycache__" not in path.parts}
    wanted = {name for name in names if not is_for_tests(name)} | {"__init__.py", "__main__.py", "py.typed"}
    assert carried(wheel) == {f"{PACKAGE}/{name}" for name in wanted}


def test_wheel_carries_no_tests(wheel: Path) -> None:
    assert [name for name in sorted(carried(wheel)) if is_for_tests(name)] == []


@pytest.mark.whole
def test_wheel_has_the_files_of_the_checkout_but_for_their_imports(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        for path in (path for name in (*ROOMS, "maxpool.py") for path in _files(ROOT / name)):
            name = path.relative_to(ROOT).as_posix()
            source = path.read_bytes()
            assert archive.read(f"{PACKAGE}/{name}") == (packaged(source, name) if path.suffix == ".py" else source)


def _files(path: Path) -> list[Path]:
    found = path.rglob("*") if path.is_dir() else [path]
    return [p for p in found if p.is_file() and "__pycache__" not in p.parts and not is_for_tests(p.as_posix())]


def test_wheel_tells_its_command_licence_and_dependencies(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        told = {
            name.split(".dist-info/")[1]: archive.read(name).decode() for name in archive.namelist() if "-info/" in name
        }
    assert f"maxpool = {PACKAGE}.maxpool:main" in told["entry_points.txt"]
    assert told["licenses/LICENSE"] == (ROOT / "LICENSE").read_text(encoding="utf-8")
    metadata = Parser().parsestr(told["METADATA"])
    assert (metadata["Name"], metadata["License-Expression"]) == ("sonnx-maxpool", "Apache-2.0")
    always = [r for r in metadata.get_all("Requires-Dist", []) if "extra ==" not in r]
    needed = {re.split(r"[<>=!~; \[]", r)[0] for r in always}
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8").lower()
    assert [name for name in sorted(needed) if f"\n{name.lower()}==" not in lock] == []


# --- installed, in a project that has such names of its own ---------------------------------------


def _first_of_each_kind(theory: Sequence[Statement]) -> list[str]:
    firsts = {obligation.expected: obligation.label for obligation in reversed(theory)}
    return [o.label for o in theory if o.label in firsts.values()]


OWN = {
    **{f"{name}/__init__.py": "OWNER = 'the project'\n" for name in ROOMS},
    "maxpool.py": "OWNER = 'the project'\n",
    "adapter.py": f"""
import numpy as np

from {PACKAGE}.reference.fast import twin
from {PACKAGE}.reference.runtimes.protocol import Array, Pool, RuntimeCall


class Own:
    name, packages, version = "own", (), np.__file__

    def load(self, call: RuntimeCall, *, indices: bool) -> Pool:
        def pool(X: Array) -> tuple[Array, ...]:
            return twin.maxpool(X, **call.attributes)[: 2 if indices else 1]

        return pool


OWN = Own()
""",
    "use.py": f"""
from typing import TYPE_CHECKING

import numpy as np

from {PACKAGE} import plain_maxpool as pool
from maxpool import OWNER

Y, Indices = pool(
    np.array([[[[3, 1], [2, 4]]]], np.float32), auto_pad="NOTSET", ceil_mode=0, dilations=[1, 1], kernel_shape=[1, 2],
    pads=[0, 0, 0, 0], storage_order=0, strides=[1, 1],
)
print(Y.tolist(), OWNER)
if TYPE_CHECKING:
    reveal_type(Y)
""",
    "names.py": """
import maxpool, proofs, reference, spec
from importlib.metadata import files

print({module.OWNER for module in (maxpool, proofs, reference, spec)})
print(sorted({file.parts[0] for file in files("sonnx-maxpool") or [] if file.parts[0] != ".."}))
""",
    "check.py": f"""
import json
import sys

from {PACKAGE}.proofs.catalogue import CATALOGUE
from {PACKAGE}.proofs.reports.check import check

if __name__ == "__main__":  # The processes that decide import this file too.
    print(json.dumps(check(CATALOGUE, obligations=[CATALOGUE[label] for label in sys.argv[1:]]).json()))
""",
    "digest.py": f"from {PACKAGE}.reference.common.identity import digest\nprint(digest())\n",
}
"""The files of the project. `adapter:OWN` is a runtime, and runs in a process of its own, as an audit does."""


def _some() -> list[str]:
    """Of each theory that needs no extra, the first that is proved and the first refuted; and one that sympy proves."""
    theories = (CATALOGUE.theory(name) for name in CATALOGUE.theories if name != "c")
    return [*(label for theory in theories for label in _first_of_each_kind(theory)), "draft.dY_3.in-slack"]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    for name, text in OWN.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "draft.md").write_bytes((ROOT / "docs" / "maxpool.md").read_bytes())
    loops = (ROOT / "reference" / "maxpool.py").read_text("utf-8")
    (folder / "loops.py").write_text(re.sub(r"(?m)^from (?=spec|reference)", f"from {PACKAGE}.", loops), "utf-8")
    return folder


@pytest.mark.whole
def test_installed_wheel_works_in_a_project_of_the_same_names(wheel: Path, project: Path) -> None:
    """In an environment made from requirements.lock alone, and from a folder that holds nothing of this project."""
    environment = project.with_name("environment")
    venv.create(environment)
    scripts = environment / ("Scripts" if sys.platform == "win32" else "bin")
    python, command = scripts / "python", scripts / "maxpool"
    run = partial(succeed, cwd=project)
    # This environment's pip, at work on the other: nothing has to be installed there before.
    pip = (sys.executable, "-m", "pip", f"--python={python}", "--disable-pip-version-check")
    install = (*pip, "install", "--quiet", "--no-compile")
    why = "the dependencies are not installed: this test needs a package index that pip reaches"
    run(*install, "--no-deps", "--require-hashes", "-r", ROOT / "requirements.lock", why=why)
    run(*install, "--no-deps", "--no-index", wheel, why="the wheel is not installed")
    run(*pip, "check", why="dependencies are missing in the lock")
    before = {path for path in project.rglob("*") if "__pycache__" not in path.parts}

    told = run(python, "names.py", why="the project's own modules are not found").splitlines()
    assert told == ["{'the project'}", str([PACKAGE, *_metadata(environment)])]
    assert run(python, "digest.py", why="the tool has no digest").strip() == digest()
    assert run(python, "use.py", why="the reference does not run").strip() == "[[[[3.0], [4.0]]]] the project"
    for front_door in ([command], [scripts / "sonnx-maxpool"], [python, "-m", PACKAGE]):
        assert run(*front_door, "--version", why="the command fails").startswith("maxpool 0.")

    # A check of all but most obligations: `pytest spec` decides them all, with the modules that the wheel carries.
    some = _some()
    assert_whole(run(python, "check.py", *some, why="the installed check fails"), some, absent=["c"])
    proved = json.loads(run(command, "prove", *some[:2], "--json", why="the installed command fails"))
    assert [(o["label"], o["as_expected"]) for o in proved] == [(label, True) for label in some[:2]]
    ran = json.loads(run(command, "conform", "adapter:OWN", "--cases", "8", "--json", why="a process of a runtime"))
    assert [(r["name"], r["divergences"]) for r in ran["runtimes"]] == [("own", [])]
    # Another Python has packages of its own: what is installed beside the tool is not for it.
    other = (command, "conform", f"adapter:OWN@{sys.executable}", "--cases", "8", "--json")
    (ran,) = json.loads(run(*other, why="another Python's process of a runtime"))["runtimes"]
    assert (ran["version"], ran["divergences"]) == (np.__file__, [])
    audit = json.loads(run(command, "audit", "draft.md", "--json", why="the process of an audit"))
    assert audit["coverage"]["formulas"] > 0
    proof = json.loads(run(command, "prove", "--source", "loops.py:pool", "--json", why="the proof of a source"))
    assert proof["proved"]
    assert {path for path in project.rglob("*") if "__pycache__" not in path.parts} == before

    mypy = (sys.executable, "-m", "mypy", "--strict", f"--cache-dir={project.with_name('cache')}")
    types = run(*mypy, f"--python-executable={python}", "use.py", "adapter.py", why="the types are not found")
    assert re.search(r"use.py:\d+: note: Revealed type is .*ndarray", types)


def _metadata(environment: Path) -> list[str]:
    return [path.name for path in environment.rglob("sonnx_maxpool-*.dist-info")]
