"""`pytest --maxpool-audit DRAFT.md`: the tests of a document are its claims, and what fails is what is wrong."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

WRONG = """# MaxPool

- $dY_2 = \\left\\lfloor \\frac{dX_2 - kernel\\_shape[0]}{strides[0] + 1} \\right\\rfloor$

All quiet in this sentence about nothing.

A NaN in X is propagated.
"""
RIGHT = "# MaxPool\n\nA NaN in X counts as $-\\infty$.\n"


def run(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Pytest in a folder of its own, as an author would run it: only what is installed is there."""
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-rA", "--rootdir", str(folder), *options]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("author")
    (made / "wrong.md").write_text(WRONG, "utf-8")
    (made / "right.md").write_text(RIGHT, "utf-8")
    return made


@pytest.mark.whole
def test_wrong_claims_fail_with_what_was_found(folder: Path) -> None:
    ended = run(folder, "--maxpool-audit", "wrong.md")
    assert ended.returncode == 1
    failed = [line for line in ended.stdout.splitlines() if line.startswith("FAILED ")]
    assert any("wrong.md::3: output size" in line for line in failed)
    assert any("wrong.md::7: NaN: A NaN in X is propagated." in line for line in failed)
    assert "formula-wrong: dY_2 is not the output size" in ended.stdout
    assert "Traceback" not in ended.stdout


@pytest.mark.whole
def test_right_claims_pass(folder: Path) -> None:
    ended = run(folder, "--maxpool-audit", "right.md")
    assert "PASSED right.md::3: NaN: A NaN in X counts as" in ended.stdout
    assert "FAILED" not in ended.stdout
    assert ended.returncode == 0


@pytest.mark.whole
def test_what_a_baseline_accepts_does_not_fail(folder: Path) -> None:
    from proofs.audit.command import audit_all

    baseline = folder / "baseline.json"
    audit_all([folder / "wrong.md"], new_baseline=baseline)
    ended = run(folder, "--maxpool-audit", "wrong.md", "--maxpool-baseline", str(baseline))
    assert ended.returncode == 0, ended.stdout
    assert "SKIPPED" in ended.stdout


@pytest.mark.whole
def test_a_document_that_is_not_there_is_an_error_of_usage(folder: Path) -> None:
    ended = run(folder, "--maxpool-audit", "none.md")
    assert ended.returncode == pytest.ExitCode.USAGE_ERROR
    assert "none.md" in ended.stderr


def test_without_the_option_nothing_is_audited(folder: Path) -> None:
    assert run(folder).returncode == pytest.ExitCode.NO_TESTS_COLLECTED
