"""The build hook: what it writes into import statements and nothing else, and what it refuses."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from hatch_build import PACKAGE, ROOMS, packaged
from tests.test_house import MODULES, tree

ROOT = Path(__file__).resolve().parent.parent


def build(source: Path, out: Path, *options: str) -> Path:
    """What hatchling builds of a source tree."""
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(out), *options]
    subprocess.run(command, cwd=source, check=True, capture_output=True)
    (built,) = out.iterdir()
    return built


# --- import statements ---------------------------------------------------------------------------


def imported(source: bytes) -> list[str]:
    """The modules that a source imports from."""
    return [node.module or "" for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)]


@pytest.mark.whole
def test_modules_import_each_other_below_the_package_and_are_else_the_same() -> None:
    for name, path in MODULES.items():
        source = path.read_bytes()
        written = packaged(source, name)
        assert written.replace(f"from {PACKAGE}.".encode(), b"from ") == source, name
        wanted = [f"{PACKAGE}.{module}" if module.split(".")[0] in ROOMS else module for module in imported(source)]
        assert imported(written) == wanted, name


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("from spec import language\n", "from sonnx_maxpool.spec import language\n"),
        ("from maxpool import main\r\nx = 1\r\n", "from sonnx_maxpool.maxpool import main\r\nx = 1\r\n"),
        ("ж = 'ж'; from proofs.a import (\n  b,\n)\n", "ж = 'ж'; from sonnx_maxpool.proofs.a import (\n  b,\n)\n"),
        ("def f():\n    from reference.a import b", "def f():\n    from sonnx_maxpool.reference.a import b"),
        ("'''\nfrom spec import x\n'''\nimport json, specs\n", "'''\nfrom spec import x\n'''\nimport json, specs\n"),
        ("from specs import a\nfrom . import spec\n", "from specs import a\nfrom . import spec\n"),
        ("", ""),
    ],
)
def test_imports_of_rooms_alone_are_written_anew(source: str, wanted: str) -> None:
    assert packaged(source.encode(), "some.py").decode() == wanted


@pytest.mark.parametrize(
    "source",
    [
        "\nimport spec.language\n",
        "\nimport json, reference.maxpool as loops\n",
        "\nfrom  spec import language\n",
        "\nfrom \\\n  spec import language\n",
        "\nfrom spec.a import b; from spec.c import d\n",
        "\n'from sonnx_maxpool.spec'\n",
    ],
)
def test_other_forms_of_import_are_refused(source: str) -> None:
    with pytest.raises(ValueError, match=r"^some\.py:"):
        packaged(source.encode(), "some.py")


# --- names of modules in strings -----------------------------------------------------------------


def strings(module: str) -> Iterator[str]:
    """The strings in a module's code, without its docstrings, those below constants included."""
    prose = {id(node.value) for node in ast.walk(tree(module)) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            yield node.value


def names_a_module(text: str) -> bool:
    """It begins with the full name of a module of the rooms, or has an import of one."""
    if re.search(rf"\b(from|import) ({'|'.join(ROOMS)})\b", text):
        return True
    name = re.match(rf"({'|'.join(ROOMS)})(\.\w+)+", text)
    parts = name.group().split(".") if name else []
    return any(".".join(parts[:count]) in MODULES for count in range(2, len(parts) + 1))


@pytest.mark.whole
def test_no_string_names_a_module() -> None:
    """It would not be written anew: a module is named by its `__name__`, `__package__`, or what is imported of it."""
    assert [(module, text) for module in MODULES for text in strings(module) if names_a_module(text)] == []


@pytest.mark.parametrize(
    ("text", "does"),
    [
        ("reference.runtimes.running.serve", True),
        ("proofs.audit.run:audit_file", True),
        ("import json; from proofs.audit import run", True),
        ("reference.work", False),
        ("spec/language/terms.py", False),
        ("maxpool.py", False),
    ],
)
def test_a_string_that_names_a_module_is_found(text: str, does: bool) -> None:
    assert names_a_module(text) == does


# --- what is built -------------------------------------------------------------------------------


@pytest.mark.whole
def test_sdist_carries_all_files_and_builds_the_same_wheel(tmp_path: Path) -> None:
    sdist = build(ROOT, tmp_path / "sdist", "-t", "sdist")
    with tarfile.open(sdist) as archive:
        # Python has filters since 3.11.4.
        safely: dict[str, Any] = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
        archive.extractall(tmp_path / "source", **safely)
    (source,) = (tmp_path / "source").iterdir()
    files = {path.relative_to(source).as_posix() for path in source.rglob("*") if path.is_file()}
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    tracked = set(listed.stdout.split("\0")) if listed.returncode == 0 else {"hatch_build.py", "tests/test_house.py"}
    assert {name for name in tracked if name and (ROOT / name).exists()} <= files
    wheels = [build(folder, tmp_path / out, "-t", "wheel") for folder, out in ((ROOT, "a"), (source, "b"))]
    assert wheels[0].read_bytes() == wheels[1].read_bytes()


EDITED = """
import sonnx_maxpool.reference.maxpool as installed
from reference import maxpool
from sonnx_maxpool.reference.maxpool import TooMuchWork
assert installed is maxpool and TooMuchWork is maxpool.TooMuchWork
assert maxpool.__spec__.name == "reference.maxpool"
try:
    import sonnx_maxpool.nothing
except ModuleNotFoundError as error:
    assert error.name == "sonnx_maxpool.nothing"
else:
    raise AssertionError
"""


def test_editable_install_has_each_module_once_by_two_names(tmp_path: Path) -> None:
    wheel = build(ROOT, tmp_path / "built", "-t", "wheel:editable")
    with ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    (path,) = (tmp_path / "site").glob("*.pth")
    assert path.read_text("utf-8").splitlines() == [str(ROOT)]
    start = f"import sys; sys.path[:0] = {[str(tmp_path / 'site'), str(ROOT)]}\n"
    for code in (EDITED, "sys.argv[1:] = ['--version']; from sonnx_maxpool.maxpool import main; main()"):
        subprocess.run([sys.executable, "-c", start + code], cwd=tmp_path, check=True)
