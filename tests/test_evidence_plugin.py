"""The plugin: what tests say they verify reaches JUnit XML, and a changed clause is changed everywhere."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from proofs.evidence.making.given import CannotBuild, take
from proofs.evidence.package.names import RESULTS_FILE
from proofs.mutation import junit
from reference.common.identity import state

ROOT = Path(__file__).resolve().parent.parent
TESTS = """
import pytest
from dataclasses import dataclass
from hypothesis import Phase, settings
from spec.maxpool.operator import MAXPOOL
from spec.readings.plain import to_plain

@dataclass
class Thing:
    label: str

@pytest.mark.verifies("R1", "R2")
def test_marked(): pass

@pytest.mark.verifies(parameter="label")
@pytest.mark.parametrize("label", ["strides.positive"])
def test_by_parameter(label): assert to_plain(MAXPOOL[label].formula) == "stride >= 1"

@pytest.mark.verifies("R3", parameter="obligation")
@pytest.mark.parametrize("obligation", [Thing("shape.last-fits")])
def test_decides(obligation): pass

@pytest.mark.parametrize("obligation", [Thing("shape.last-fits")])
def test_reads(obligation): pass

@pytest.mark.verifies("windows.meet-input")
def test_is_checked_by_what_it_says():
    clause = MAXPOOL["windows.meet-input"]
    assert clause.check not in (None, clause.formula)

@pytest.mark.verifies("slack")
def test_shrinks():
    assert Phase.shrink in settings().phases
"""


@pytest.mark.whole
def test_coverage_names_the_tool_that_was_measured(tmp_path: Path) -> None:
    """Where this run has written the report: one of an earlier run says nothing of this one."""
    report, old = tmp_path / "coverage.json", '{"meta": {}}'
    asked = ["--cov=spec.maxpool", f"--cov-report=json:{report}"]
    results(tmp_path, *asked)
    assert json.loads(report.read_text())["tool"] == state()
    report.write_text(old)
    results(tmp_path, *asked, "--no-cov")
    assert report.read_text() == old


def results(folder: Path, *options: str) -> dict[str, junit.JUnitCase]:
    (folder / "test_some.py").write_text(TESTS, encoding="utf-8")
    report = folder / "results.xml"
    command = [sys.executable, "-m", "pytest", "-q", "-c", str(ROOT / "pyproject.toml"), f"--junit-xml={report}"]
    command += ["-p", "no:cacheprovider", *options, str(folder / "test_some.py")]
    subprocess.run(command, cwd=ROOT, capture_output=True, check=False, timeout=3600)
    return {case.name.split("[")[0]: case for case in junit.read(report.read_bytes()).cases}


def test_properties_name_labels(tmp_path: Path) -> None:
    found = results(tmp_path)
    assert {name: case.verifies for name, case in found.items()} == {
        "test_marked": ("R1", "R2"),
        "test_by_parameter": ("strides.positive",),
        "test_decides": ("R3", "shape.last-fits"),
        "test_reads": (),
        "test_is_checked_by_what_it_says": ("windows.meet-input",),
        "test_shrinks": ("slack",),
    }
    assert {case.outcome for case in found.values()} == {"passed"}


@pytest.mark.whole
@pytest.mark.parametrize("mutant", [0, 1])
def test_changed_clause_is_noticed(tmp_path: Path, mutant: int) -> None:
    found = results(tmp_path, f"--change-clause=strides.positive={mutant}", "--only-verifying=strides.positive")
    assert {name: case.outcome for name, case in found.items()} == {"test_by_parameter": "failure"}


def test_what_verifies_one_of_several_labels_is_run(tmp_path: Path) -> None:
    assert set(results(tmp_path, "--only-verifying=R2", "--only-verifying=R3")) == {"test_marked", "test_decides"}


@pytest.mark.whole
def test_a_check_is_changed_with_its_clause(tmp_path: Path) -> None:
    found = results(tmp_path, "--change-clause=windows.meet-input=0", "--only-verifying=windows.meet-input")
    assert {name: case.outcome for name, case in found.items()} == {"test_is_checked_by_what_it_says": "failure"}


def test_no_smaller_example_is_looked_for_after_a_change(tmp_path: Path) -> None:
    found = results(tmp_path, "--change-clause=slack=0", "--only-verifying=slack")
    assert {name: case.outcome for name, case in found.items()} == {"test_shrinks": "failure"}


def test_tests_that_were_run_in_parts_are_one_result(tmp_path: Path) -> None:
    """Of one state of the tool, if both parts are; a test in both is refused, by its name."""
    part = '<testsuites><testsuite name="p">{}<testcase classname="c" name="{}"/></testsuite></testsuites>'
    tool = f'<properties><property name="tool" value="{state()}"/></properties>'
    for name, said, test in (("a", tool, "x"), ("b", tool, "y"), ("c", "", "z"), ("d", tool, "x")):
        (tmp_path / f"{name}.xml").write_text(part.format(said, test))
    both = junit.read(take(None, None, [tmp_path / "a.xml", tmp_path / "b.xml"]).files[RESULTS_FILE])
    assert ([case.id for case in both.cases], both.tool) == (["c::x", "c::y"], state())
    assert junit.read(take(None, None, [tmp_path / "a.xml", tmp_path / "c.xml"]).files[RESULTS_FILE]).tool == ""
    with pytest.raises(CannotBuild, match=r"d\.xml has a test that another file has too: c::x"):
        take(None, None, [tmp_path / "a.xml", tmp_path / "d.xml"])


def test_what_both_parts_skip_alike_is_one_result(tmp_path: Path) -> None:
    """A skip for another reason, or of a test that the other part runs, is refused."""
    part = '<testsuites><testsuite name="p"><testcase name="tests.test_x">{}</testcase></testsuite></testsuites>'
    for name, result in (("a", "onnx"), ("b", "onnx"), ("c", "torch")):
        (tmp_path / f"{name}.xml").write_text(part.format(f'<skipped message="no {result}"/>'))
    (tmp_path / "d.xml").write_text(part.format(""))
    both = junit.read(take(None, None, [tmp_path / "a.xml", tmp_path / "b.xml"]).files[RESULTS_FILE])
    assert [(case.id, case.outcome, case.message) for case in both.cases] == [("tests.test_x", "skipped", "no onnx")]
    for other in ("c", "d"):
        with pytest.raises(CannotBuild, match=rf"{other}\.xml has a test that another file has too: tests\.test_x"):
            take(None, None, [tmp_path / "a.xml", tmp_path / f"{other}.xml"])
