"""The hook of pre-commit and the action of a code host run `maxpool audit`, and fail where it fails."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from typer.testing import CliRunner

from maxpool import app

ROOT = Path(__file__).resolve().parent.parent
WRONG, RIGHT = "# MaxPool\n\nA NaN in X is propagated.\n", "# MaxPool\n\nA NaN in X counts as $-\\infty$.\n"


def last_script(action: str) -> str:
    """The shell text of the action's last step."""
    return textwrap.dedent(action.rpartition("run: |\n")[2])


@pytest.mark.whole
@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash")
@pytest.mark.parametrize(
    ("documents", "exit_code"),
    [("wrong one.md\nright.md\n", 1), ("right.md", 0), ("$(touch made).md", 2), ("--help", 2)],
)
def test_the_action_audits_the_documents(tmp_path: Path, documents: str, exit_code: int) -> None:
    (tmp_path / "wrong one.md").write_text(WRONG, "utf-8")
    (tmp_path / "right.md").write_text(RIGHT, "utf-8")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    inputs = {"DOCUMENTS": documents, "BASELINE": "", "STRICT": "false", "SARIF": "found.sarif"}
    script = last_script((ROOT / "action.yml").read_text("utf-8"))
    ended = subprocess.run(
        ["bash", "-eo", "pipefail", "-c", script],
        cwd=tmp_path,
        env={**os.environ, **inputs, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == exit_code, ended.stderr
    assert not (tmp_path / "made").exists()
    if exit_code < 2:
        found = json.loads((tmp_path / "found.sarif").read_text("utf-8"))
        levels = [result["level"] for run in found["runs"] for result in run["results"]]
        assert ("error" in levels) == bool(exit_code)
    if exit_code == 1:
        assert "error[nan-wrong]" in ended.stdout


def test_every_input_of_the_action_is_used_as_a_variable() -> None:
    action = (ROOT / "action.yml").read_text("utf-8")
    assert "${{" not in last_script(action)
    inputs = set(re.findall(r"^  ([a-z]+):$", action.partition("outputs:")[0], re.MULTILINE))
    assert inputs == set(re.findall(r"\$\{\{ inputs\.([a-z]+) \}\}", action))


@pytest.mark.whole
def test_the_hook_runs_the_command(tmp_path: Path) -> None:
    hook = (ROOT / ".pre-commit-hooks.yaml").read_text("utf-8")
    (entry,) = re.findall(r"^  entry: (.*)$", hook, re.MULTILINE)
    name, *words = shlex.split(entry)
    assert name == "maxpool"
    (tmp_path / "a.md").write_text(WRONG, "utf-8")
    (tmp_path / "b.md").write_text(RIGHT, "utf-8")
    assert CliRunner().invoke(app, [*words, str(tmp_path / "b.md")]).exit_code == 0
    assert CliRunner().invoke(app, [*words, str(tmp_path / "a.md"), str(tmp_path / "b.md")]).exit_code == 1
