"""What users import by short names, and the guides' code: run in a folder of its own, as theirs would be."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hatch_build import EDITABLE, PACKAGE, PUBLIC

ROOT = Path(__file__).resolve().parent.parent
TITLED = re.compile(r'^```\w+ title="([\w.]+)"\n(.*?)^```', re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The variables with which Python finds the package as it is built from this checkout."""
    folder = tmp_path_factory.mktemp("site")
    (folder / PACKAGE).mkdir()
    (folder / PACKAGE / "__init__.py").write_text(EDITABLE, "utf-8")
    return os.environ | {"PYTHONPATH": os.pathsep.join((str(folder), str(ROOT)))}


def succeed(environment: dict[str, str], *command: str, cwd: Path) -> str:
    """What a command prints, which must succeed."""
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


NAMES = f"""
import sys
import {PACKAGE}
assert not any(name.startswith("numpy") for name in sys.modules), "nothing is loaded before it is asked for"
for name in {PACKAGE}.__all__:
    found = getattr({PACKAGE}, name)
    assert len(found.__doc__) > 40, name
    print(name)
from {PACKAGE} import plain_maxpool, strategies
import {PACKAGE}.reference.maxpool, {PACKAGE}.proofs.kit.strategies
assert plain_maxpool is {PACKAGE}.reference.maxpool.maxpool
assert strategies is {PACKAGE}.proofs.kit.strategies
assert set({PACKAGE}.__all__) <= set(dir({PACKAGE}))
try:
    {PACKAGE}.nothing
except AttributeError as error:
    assert "nothing" in str(error)
else:
    raise AssertionError
"""


def test_public_names_are_there_documented_and_loaded_when_asked_for(
    environment: dict[str, str], tmp_path: Path
) -> None:
    printed = succeed(environment, sys.executable, "-c", NAMES, cwd=tmp_path)
    assert printed.split() == list(PUBLIC)


@pytest.mark.whole
def test_the_guide_to_an_oracle_does_what_it_says(environment: dict[str, str], tmp_path: Path) -> None:
    """Each of its files, as it stands there: the tests pass, and on floats the first fails as is said."""
    files = dict(TITLED.findall((ROOT / "docs" / "oracle.md").read_text("utf-8")))
    assert list(files) == ["test_numpy.py", "pool.c", "test_library.py", "test_refused.py"]
    for name, text in files.items():
        (tmp_path / name).write_text(text, "utf-8")
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler")
    succeed(environment, compiler, "-shared", "-fPIC", "-o", "pool.so", "pool.c", cwd=tmp_path)
    pytest_here = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider")
    assert "3 passed" in succeed(environment, *pytest_here, cwd=tmp_path)
    on_floats = files["test_numpy.py"].replace('"int8"', '"float32"')
    assert on_floats != files["test_numpy.py"]
    (tmp_path / "test_numpy.py").write_text(on_floats, "utf-8")
    done = subprocess.run(
        [*pytest_here, "test_numpy.py"], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert "1 failed" in done.stdout
    assert "nan" in done.stdout.lower()


@pytest.mark.whole
def test_a_wrong_library_fails_the_guides_test(environment: dict[str, str], tmp_path: Path) -> None:
    files = dict(TITLED.findall((ROOT / "docs" / "oracle.md").read_text("utf-8")))
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler")
    (tmp_path / "pool.c").write_text(files["pool.c"].replace("x[here] > x[best]", "x[here] >= x[best]"), "utf-8")
    (tmp_path / "test_library.py").write_text(files["test_library.py"], "utf-8")
    succeed(environment, compiler, "-shared", "-fPIC", "-o", "pool.so", "pool.c", cwd=tmp_path)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "1 failed" in done.stdout
