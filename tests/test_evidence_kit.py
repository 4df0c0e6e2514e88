"""The qualification kit: requirements whose tests were seen to fail, what is open, and what an applicant fills in."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from maxpool import app
from proofs.evidence.package.archive import unpack
from proofs.evidence.package.jsontext import dump, load, problem_of_form
from proofs.evidence.package.names import MANIFEST
from proofs.evidence.qualification import requirements as of_requirements
from proofs.evidence.qualification.kit import NOT_TRIED, OTHER_STATE, junit_name, kit, taken
from proofs.evidence.qualification.requirements import ToolRequirement, requirements
from proofs.evidence.qualification.seen import BLIND, FAILS, NOT_RUN, SEEN, seen
from proofs.mutation import junit
from reference.common.errors import CannotRun
from reference.common.identity import state
from reference.common.layout import ROOT

TESTS = """
import pytest
def test_two(): assert __import__('tool').two() == 2
def test_blind(): pass
def test_wrong(): assert False
def test_skipped(): pytest.importorskip("not_installed_anywhere")
def test_leaves(): __import__("os")._exit(0)
"""


def rows(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode())))


@pytest.mark.parametrize("requirement", requirements(), ids=lambda r: r.label)
def test_a_requirement_is_broken_in_one_place_and_has_its_test(requirement: ToolRequirement) -> None:
    text = (ROOT / requirement.file).read_text(encoding="utf-8")
    assert requirement.broken(text) != text
    file, _, function = requirement.test.partition("::")
    assert f"def {function}(" in (ROOT / file).read_text(encoding="utf-8")
    assert requirement.says.endswith(".")


def commands(group: Any, of: str = "") -> dict[str, set[str]]:
    """All commands of the front door by name, those of a group under it, with their options."""
    found: dict[str, set[str]] = {}
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            found |= commands(command, f"{name} ")
        else:
            found[of + name] = {option for p in command.params for option in p.opts}
    return found


def test_every_command_has_a_requirement_and_each_is_of_a_command() -> None:
    there = commands(typer.main.get_command(app))
    asked = {r.command for r in requirements()} - {"the reference"}
    assert there.keys() - asked == set(), "write its requirements in proofs/evidence/qualification/requirements/"
    assert [a for a in asked if a.partition(" --")[0] not in there] == []
    options = ((a.partition(" --")[0], f"--{a.partition(' --')[2]}") for a in asked if " --" in a)
    assert [(name, option) for name, option in options if option not in there[name]] == []


def test_every_schema_has_a_requirement() -> None:
    """A document that the code names, of the commands' output, of what is stored and of what packages hold."""
    own = Path(str(of_requirements.__file__)).with_suffix("")
    code = [p for room in ("spec", "reference", "proofs") for p in (ROOT / room).rglob("*") if own not in p.parents]
    text = "".join(p.read_text(encoding="utf-8") for p in code if p.suffix in (".py", ".json", ".toml", ".txt"))
    there = set(re.findall(r"maxpool/[a-z0-9-]+/[0-9]+", text))
    assert len(there) > 30
    assert there == {r.schema for r in requirements()} - {""}


def test_no_two_requirements_say_the_same() -> None:
    said = [r.says for r in requirements()]
    assert [s for s in said if said.count(s) > 1] == []


@pytest.mark.whole
def test_a_test_is_seen_to_fail_where_the_behaviour_is_broken(tmp_path: Path) -> None:
    """In a tool of two lines; the folder itself is not changed."""
    for name in ("proofs", "tests"):
        (tmp_path / name).mkdir()
    tool, tests = tmp_path / "proofs" / "tool.py", tmp_path / "tests" / "test_tool.py"
    tool.write_text("def two(): return 2\n")
    tests.write_text("import sys\nsys.path.insert(0, 'proofs')\n" + TESTS)
    cases = {
        "test_two": SEEN,
        "test_blind": BLIND,
        "test_wrong": FAILS,
        "test_skipped": NOT_RUN,
        "test_absent": NOT_RUN,
        "test_leaves": NOT_RUN,
    }
    wanted = [
        ToolRequirement(name, "c", "It is 2.", f"tests/test_tool.py::{name}", "proofs/tool.py", "return 2", "return 3")
        for name in cases
    ]
    found = seen(wanted, root=tmp_path)
    assert {name: one["outcome"] for name, one in found["requirements"].items()} == cases
    assert problem_of_form(found, "requirements") == ""
    assert tool.read_text() == "def two(): return 2\n"
    with pytest.raises(ValueError, match="stands 0 times"):
        wanted[0].broken("")
    with pytest.raises(CannotRun, match="in a checkout"):
        seen(wanted, root=tmp_path / "tests")


def test_a_kit_says_what_is_open_and_what_is_blank() -> None:
    first, second, *_ = requirements()
    found = {"tool": state(), "requirements": {first.label: {"outcome": SEEN}, second.label: {"outcome": BLIND}}}
    name, _, function = junit_name(first.test).partition("::")
    case = f'<testcase classname="{name}" name="{function}[x]"/>'
    results = junit.read(f"<testsuites><testsuite>{case}</testsuite></testsuites>".encode())
    files = kit(["check", "evidence kit", "evidence unheard-of"], found, results)
    table = {row["requirement"]: row for row in rows(files["requirements/requirements.csv"])}
    assert (table[first.label]["seen"], table[first.label]["outcome of the test"]) == (SEEN, "passed")
    assert table[second.label]["seen"] == BLIND
    is_open = {row["of"]: row["what"] for row in rows(files["requirements/open.csv"])}
    assert first.label not in is_open
    assert is_open[second.label].endswith(BLIND)
    assert is_open[requirements()[2].label].endswith(NOT_TRIED)
    assert is_open["evidence unheard-of"].startswith("no tool operational requirement")
    assert not {"check", "evidence kit"} & is_open.keys()
    other = kit([], {**found, "tool": "another"})
    assert OTHER_STATE in rows(other["requirements/requirements.csv"])[0]["seen"]
    assert files["applicant.md"].count(b"**[APPLICANT]**") > 10
    assert b"No compliance is claimed" in files["README.txt"]
    index = {row["file"] for row in rows(files["configuration/index.csv"])}
    assert {"maxpool.py", "requirements.lock", "tests/test_evidence_kit.py", "proofs/engine/decide.py"} <= index


def test_what_was_seen_in_parts_is_taken_together(tmp_path: Path) -> None:
    """Of one state of the tool; nothing is said twice."""
    first, second, *_ = (r.label for r in requirements())
    document = {"schema": "maxpool/evidence-requirements/1", "tool": state()}
    parts = {
        name: {**document, **more, "requirements": {label: {"outcome": SEEN}}}
        for name, label, more in (("a", first, {}), ("b", second, {}), ("other", second, {"tool": "another"}))
    }
    paths = {name: tmp_path / f"{name}.json" for name in parts}
    for name, part in parts.items():
        paths[name].write_bytes(dump(part))
    _, found = taken([paths["a"], paths["b"]])
    assert found == {**document, "requirements": {key: {"outcome": SEEN} for key in (first, second)}}
    for given, said in ((("a", "a"), f"what was seen of {first}"), (("a", "other"), "another state of the tool")):
        with pytest.raises(CannotRun, match=said):
            taken([paths[name] for name in given])


def test_the_command_writes_a_kit_and_refuses_what_is_none(tmp_path: Path) -> None:
    out, bad = tmp_path / "kit.zip", tmp_path / "bad.json"
    done = CliRunner().invoke(app, ["evidence", "kit", "-o", str(out)])
    assert done.exit_code == 0, done.output
    files = unpack(out.read_bytes())
    assert load(files[MANIFEST])["files"].keys() == files.keys() - {MANIFEST}
    bad.write_bytes(
        dump({"schema": "maxpool/evidence-requirements/1", "tool": "", "requirements": {"a": {"outcome": "x"}}})
    )
    for path, said in ((bad, "is not of the form"), (tmp_path / "none", "No such file")):
        done = CliRunner().invoke(app, ["evidence", "kit", "-o", str(out), "--results", str(path)])
        assert done.exit_code == 2
        assert said in done.output + done.stderr
