"""The plugin: what tests say they verify reaches JUnit XML, and a changed clause is changed everywhere."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from proofs.evidence import junit

ROOT = Path(__file__).resolve().parent.parent
TESTS = """
import pytest
from dataclasses import dataclass
from spec.maxpool import MAXPOOL
from spec.readings.plain import to_plain

@dataclass
class Thing:
    label: str

@pytest.mark.verifies("R1", "R2")
def test_marked(): pass

@pytest.mark.verifies(parameter="label")
@pytest.mark.parametrize("label", ["strides.positive"])
def test_by_parameter(label): assert to_plain(MAXPOOL[label].formula) == "stride >= 1"

@pytest.mark.parametrize("obligation", [Thing("shape.last-fits")])
def test_decides(obligation): pass

@pytest.mark.parametrize("clause", [Thing("R3")])
def test_reads(clause): pass
"""


def results(folder: Path, *options: str) -> dict[str, junit.Case]:
    (folder / "test_some.py").write_text(TESTS, encoding="utf-8")
    report = folder / "results.xml"
    command = [sys.executable, "-m", "pytest", "-q", "-c", str(ROOT / "pyproject.toml"), f"--junit-xml={report}"]
    command += ["-p", "no:cacheprovider", *options, str(folder / "test_some.py")]
    subprocess.run(command, cwd=ROOT, capture_output=True, check=False, timeout=300)
    return {case.name.split("[")[0]: case for case in junit.read(report.read_bytes()).cases}


def test_properties_name_labels(tmp_path: Path) -> None:
    found = results(tmp_path)
    assert {name: case.verifies for name, case in found.items()} == {
        "test_marked": ("R1", "R2"),
        "test_by_parameter": ("strides.positive",),
        "test_decides": ("shape.last-fits",),
        "test_reads": (),
    }
    assert {case.outcome for case in found.values()} == {"passed"}


@pytest.mark.parametrize("slip", [0, 1])
def test_changed_clause_is_noticed(tmp_path: Path, slip: int) -> None:
    found = results(tmp_path, f"--change-clause=strides.positive={slip}", "--only-verifying=strides.positive")
    assert {name: case.outcome for name, case in found.items()} == {"test_by_parameter": "failure"}
