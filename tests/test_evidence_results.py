"""Results at hand: recognised by what they hold, told which state of the tool made them, and never believed further."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from maxpool import app
from proofs.engine.statement import OUT_OF_TIME
from proofs.evidence.contents import coverage
from proofs.evidence.contents.bom import bill_of_materials
from proofs.evidence.contents.judged import Judged
from proofs.evidence.contents.sentences import in_examples, said_in
from proofs.evidence.making.build import Built, gaps_of, writable
from proofs.evidence.making.given import CannotBuild, collect, take
from proofs.evidence.package.archive import read
from proofs.evidence.package.names import CONFORMANCE_FILE, COVERAGE_FILE, LINKS_FILE, RESULTS_FILE
from proofs.evidence.trace.gaps import gaps
from proofs.evidence.trace.material import Material
from proofs.evidence.trace.matrix import GAP_COLUMNS, forwards
from proofs.evidence.trace.matrix import as_csv as csv_of
from proofs.mutation import junit
from reference.common.files import NotOurs, write_bytes
from reference.common.identity import PARTS, binaries, commit, identity, other_parts, state, state_of
from reference.common.layout import ROOT
from reference.conformance.vector_results import AGREE, vectors_document
from tests.evidence_tools import LINKS, RESULTS

COVERAGE: dict[str, Any] = {
    "meta": {"version": "7.10", "timestamp": "2026-01-01T00:00:00", "branch_coverage": True},
    "totals": {},
    "files": {
        "proofs\\engine\\run.py": {
            "summary": {"num_statements": 9, "num_branches": 4},
            "missing_lines": [3, 4, 5, 9],
            "missing_branches": [[7, 9], [8, -1]],
        },
        "spec/language/terms.py": {
            "summary": {"num_statements": 3, "num_branches": 0},
            "missing_lines": [],
            "missing_branches": [],
        },
    },
}


def folder_of_results(tmp_path: Path) -> Path:
    folder = tmp_path / "results"
    folder.mkdir()
    (folder / "a.xml").write_text(RESULTS)
    (folder / "b.json").write_text(json.dumps(COVERAGE))
    (folder / "c.json").write_text(json.dumps(LINKS))
    (folder / "d.json").write_text(json.dumps({"schema": "maxpool/mutate/1", "target": "spec", "survived": []}))
    (folder / "notes.txt").write_text("not a result")
    return folder


def test_folder_of_results_is_told_by_its_contents(tmp_path: Path) -> None:
    given = take(None, None, [folder_of_results(tmp_path)])
    assert sorted(given.files) == [LINKS_FILE, "mutations/spec.json", COVERAGE_FILE, RESULTS_FILE]
    assert b"2026" not in given.files[COVERAGE_FILE] + given.files[RESULTS_FILE]


def test_what_is_kept_is_taken_again(tmp_path: Path) -> None:
    given, out = folder_of_results(tmp_path), tmp_path / "kept"
    written = collect([given], out)
    assert len(written) == 4
    assert take(None, None, [out]).files == take(None, None, [given]).files
    assert collect([out], out) == written


def test_what_runtimes_did_is_a_result_in_whose_place_what_is_given_goes(tmp_path: Path) -> None:
    stored = ROOT / "docs" / "conformance.json"
    (tmp_path / "conformance.json").write_bytes(stored.read_bytes())
    given = take(None, None, [tmp_path]).files
    assert list(given) == [CONFORMANCE_FILE]
    document = json.loads(stored.read_bytes())
    other = tmp_path / "other"
    other.write_text(json.dumps({**document, "runtimes": document["runtimes"][:1]}))
    (one,) = json.loads(take(None, other, [tmp_path]).files[CONFORMANCE_FILE])["runtimes"]
    assert one == document["runtimes"][0]


def test_what_could_not_run_is_left_out_and_told(tmp_path: Path) -> None:
    given, out = folder_of_results(tmp_path), tmp_path / "kept"
    (given / "conformance.json").write_bytes(b"")
    with pytest.raises(CannotBuild, match=r"conformance\.json"):
        take(None, None, [given])
    done = CliRunner().invoke(app, ["evidence", "collect", str(given), "-o", str(out)])
    assert done.exit_code == 0, done.output
    assert "conformance.json is empty" in done.stderr
    assert len(list(out.iterdir())) == 4


def test_what_holds_no_results_is_not_replaced(tmp_path: Path) -> None:
    given, out = folder_of_results(tmp_path), tmp_path / "kept"
    out.mkdir()
    (out / "tests-results.xml").write_text("my thesis")
    with pytest.raises(CannotBuild, match=r"tests-results\.xml"):
        collect([given], out)
    assert [p.name for p in out.iterdir()] == ["tests-results.xml"]
    assert (out / "tests-results.xml").read_text() == "my thesis"


@pytest.mark.parametrize(
    "change",
    [
        {"files": {"/etc/passwd.py": COVERAGE["files"]["spec/language/terms.py"]}},
        {"files": {"../x.py": COVERAGE["files"]["spec/language/terms.py"]}},
        {"files": {"x.py": {}}},
        {"files": {"x.py": {**COVERAGE["files"]["spec/language/terms.py"], "missing_lines": ["<script>"]}}},
        {"files": []},
        {"meta": {}},
    ],
)
def test_odd_coverage_is_not_taken(tmp_path: Path, change: dict[str, Any]) -> None:
    path = tmp_path / "coverage.json"
    path.write_text(json.dumps({**COVERAGE, **change}))
    with pytest.raises(CannotBuild, match="not a JSON report"):
        take(None, None, [path])


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"clauses": {"R1": []}},
        {"clauses": {"R1": {"obligations": []}}},
        {"clauses": {"R1": {"tests": {"t": {"tried": 1}}}}},
    ],
)
def test_links_that_say_nothing_of_their_ends_are_not_taken(tmp_path: Path, said: dict[str, object]) -> None:
    path = tmp_path / "links.json"
    path.write_text(json.dumps({"schema": "maxpool/links/1", "tool": "", **said}))
    with pytest.raises(CannotBuild, match="is not of the form of links"):
        take(None, None, [path])


@pytest.mark.parametrize("runtimes", [None, 3, [], [{}], [{"name": "x", "divergences": [{"labels": 5}]}]])
def test_conformance_of_no_runtime_is_not_taken(tmp_path: Path, runtimes: object) -> None:
    path = tmp_path / "conform.json"
    path.write_text(json.dumps({"schema": "maxpool/conform/1", "runtimes": runtimes}))
    with pytest.raises(CannotBuild, match="is not of the form of conformance"):
        take(None, path, [])


def test_what_no_test_ran_is_said_in_words() -> None:
    found = coverage.read(COVERAGE)["files"]
    assert coverage.missing(found["proofs/engine/run.py"]) == "lines 3 to 5, 9; branches 7 → 9, 8 → end"
    assert coverage.missing(found["spec/language/terms.py"]) == ""


def test_results_say_which_state_of_the_tool_made_them(tmp_path: Path) -> None:
    """Two suites of one state; of two states, or with one that says nothing of it, none is told."""
    suite = '<testsuite><properties><property name="tool" value="{}"/></properties><testcase name="{}"/></testsuite>'
    both = [suite.format("a", "x"), suite.format("b", "y")]
    assert junit.read(f"<testsuites>{both[0]}</testsuites>".encode()).tool == "a"
    assert junit.read(f"<testsuites>{''.join(both)}</testsuites>".encode()).tool == ""
    same = junit.read(f"<testsuites>{both[0]}</testsuites>".encode())
    assert junit.read(junit.write(same)) == junit.Results(same.cases, {"x": 0.0}, "a")


def material(**changes: Any) -> Material:
    return Material(**{"tool": {**identity(), "commit": "c", "changed": False}, **changes})


def rows(m: Material) -> set[tuple[str, str]]:
    return {(gap.kind, gap.of) for gap in gaps(m, forwards(m))}


def test_results_of_another_state_are_gaps() -> None:
    stale = material(scores={"spec": {"survived": [], "tool": "old"}}, links=LINKS, coverage=coverage.read(COVERAGE))
    assert {
        ("build", "mutation scores (spec)"),
        ("build", "links tried by mutation"),
        ("build", "coverage of code by tests"),
        ("code that no measured test runs", "proofs/engine/run.py"),
        ("not given", "kernel"),
    } <= rows(stale)
    measured = coverage.read({**COVERAGE, "tool": state()})
    fresh = material(scores={"spec": {"survived": [], "tool": state()}}, kernel={"checked": True}, coverage=measured)
    assert not {of for kind, of in rows(fresh) if kind == "build"}
    assert ("not given", "kernel") not in rows(fresh)


@pytest.mark.parametrize("part", ["digest", "tests", "locks", "solvers"])
def test_results_of_other_tests_locks_or_solvers_are_gaps(part: str) -> None:
    """Conformance included; the gap names what differs."""
    said = state_of({**identity(), part: "0" * 64})
    m = material(conformance={"runtimes": [], "tool": said})
    (gap,) = (g for g in gaps(m, forwards(m)) if g.of == "conformance of runtimes")
    named = {"digest": "tool"}.get(part, part)
    assert gap.what == f"were made with another state, or none that is known, of: {named}"
    assert other_parts(state(), identity()) == ()
    assert other_parts("", identity()) == PARTS
    # Where there are no tests at hand, nobody knows with which they were made.
    assert other_parts(state(), {**identity(), "tests": ""}) == ("tests",)


def test_solvers_are_known_by_their_binaries() -> None:
    found = binaries()
    assert {"z3-solver", "cvc5"} <= found.keys()
    assert any("libz3" in path for path in found["z3-solver"])
    bill = json.loads(bill_of_materials())
    z3 = next(c for c in bill["components"] if c["name"] == "z3-solver")
    assert {c["name"]: c["hashes"][0]["content"] for c in z3["components"]} == found["z3-solver"]


def test_what_the_clock_ended_is_a_gap_of_its_own() -> None:
    decision = {"label": "x", "problem": f"{OUT_OF_TIME}: z3", "as_expected": False, "verdict": "unknown"}
    decision |= {"expected": "proved", "principle": "", "tightness": [], "clauses": [], "source": ""}
    found = material(decisions=[decision])
    kinds = {gap.kind for gap in gaps(found, forwards(found)) if gap.of == "x"}
    assert kinds == {"ended by the time limit", "obligation of no clause"}


def test_plugin_names_the_tool_in_results(tmp_path: Path) -> None:
    test = tmp_path / "test_x.py"
    test.write_text("def test_x(): pass\n")
    report = tmp_path / "x.xml"
    options = ["-q", "-p", "no:cacheprovider", "-p", "proofs.mutation.pytest_plugin", f"--junit-xml={report}"]
    subprocess.run([sys.executable, "-m", "pytest", *options, str(test)], check=True, capture_output=True)
    assert junit.read(report.read_bytes()).tool == state()


# --- documents that no clause cites ---

PAGE = """# MaxPool

The output size is not told in words.

$$Y = X$$

## Example 1

strides = [1, 1]

## After

See above.
"""


def test_any_document_is_traced_through_its_audit() -> None:
    said = said_in(PAGE.encode(), "page.md", "page.md")
    assert [(s.kind, s.line, s.last) for s in said][:3] == [("heading", 1, 1), ("sentence", 3, 3), ("formula", 5, 5)]
    judged = [Judged("page.md", 5, "output size", "Y = X", "refuted"), Judged("page.md", 7, "example", "E", "agrees")]
    clause = {"label": "Y.shape", "kind": "definition", "subject": "Y", "document": "other.md", "line": 5}
    clause |= {"restated": [], "source": "other.md:5"}
    audit = {"document": "page.md", "findings": [], "coverage": {"not_understood": 0}}
    m = material(said=said, judged=judged, clauses=[clause], audit=audit)
    found = {(link.start, link.end) for link in forwards(m)}
    assert ("page.md:5: Y = X", "page.md:5 output size: Y = X") in found
    assert ("page.md:5 output size: Y = X", "Y.shape") in found
    assert ("page.md:9: strides = [1, 1]", "page.md:7 example: E") in found
    untraced = {of for kind, of in rows(m) if kind == "sentence no clause comes from"}
    assert untraced == {"page.md:3: The output size is not told in words."}
    assert {s.line for s in in_examples(said, judged)} == {7, 9}


@pytest.mark.parametrize(
    ("kind", "text", "labels"),
    [
        ("length", "dilations: dilations and kernel_shape lists have the same length", ["dilations.length"]),
        ("restriction", "auto_pad shall be NOTSET", ["R3"]),
        ("question", "every window has an element of X", ["windows.meet-input"]),
        ("anchor", "strides", []),
        ("length of a list", "dilations has two entries", ["dilations.length"]),
        ("type of Y", "Y has the type of X", ["Y.type"]),
        ("reference", "R3", ["R3"]),
    ],
)
def test_claims_are_about_clauses(kind: str, text: str, labels: list[str]) -> None:
    clauses = [
        {"label": "dilations.length", "kind": "constraint", "subject": "dilations"},
        {"label": "dilations.positive", "kind": "constraint", "subject": "dilations"},
        {"label": "R3", "kind": "restriction", "subject": "auto_pad"},
        {"label": "windows.meet-input", "kind": "decision", "subject": "pads"},
        {"label": "Y.type", "kind": "definition", "subject": "Y"},
    ]
    assert list(Judged("d.md", 1, kind, text, "agrees").clauses(clauses)) == labels


def test_vectors_are_what_the_plain_reference_gives() -> None:
    vectors = vectors_document()["vectors"]
    assert len(vectors) > 50
    assert {v["result"] for v in vectors} == {AGREE}
    assert len({v["label"] for v in vectors}) == len(vectors)


# --- where a package cannot be written ---


def test_file_in_place_of_a_folder_is_told_before_the_work(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match=r"file"):
        writable(tmp_path / "file" / "x.zip")
    writable(tmp_path / "not" / "yet" / "x.zip")
    assert [p.name for p in tmp_path.iterdir()] == ["file"]


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="there is no read-only file system at hand")
def test_read_only_folder_is_told_before_the_work() -> None:
    with pytest.raises(OSError, match=r"/proc"):
        writable(Path("/proc/self/x.zip"))


FULL = """
import resource, sys
from pathlib import Path
from proofs.evidence.making.build import Built, save
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
try:
    save(Path(sys.argv[1]), Built({"MANIFEST.json": b"x" * 300_000}, ""))
except OSError:
    sys.exit(7)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit on the size of a file")
@pytest.mark.parametrize("before", [True, False])
def test_full_disk_leaves_the_old_package_or_none(tmp_path: Path, before: bool) -> None:
    """The system itself refuses to write more, in the middle of the file."""
    path = tmp_path / "x.zip"
    old = b"PK\3\4" + b"\0" * 26 + b"MANIFEST.json"
    if before:
        path.write_bytes(old)
    done = subprocess.run([sys.executable, "-c", FULL, str(path)], capture_output=True, text=True, check=False)
    assert done.returncode == 7, done.stderr
    assert [p.read_bytes() for p in tmp_path.iterdir()] == ([old] if before else [])


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no modes of files")
@pytest.mark.parametrize("mask", [0o022, 0o077, 0o027])
def test_mode_of_a_package_is_the_users(tmp_path: Path, mask: int) -> None:
    before = os.umask(mask)
    try:
        write_bytes(tmp_path / "x", b"")
    finally:
        os.umask(before)
    assert (tmp_path / "x").stat().st_mode & 0o777 == 0o666 & ~mask


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pipes with a path")
def test_pipe_is_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "x.zip"
    os.mkfifo(pipe)
    with pytest.raises(NotOurs):
        writable(pipe)
    with pytest.raises(CannotBuild, match="is not a file"):
        take(pipe, None, [])
    with pytest.raises(OSError, match="is not a file"):
        read(pipe)


@pytest.mark.parametrize("change", [{"clauses": 7}, {"clauses": {"R1": {"tests": {"x": {"noticed": 1}}}}}, {"more": 1}])
def test_odd_links_are_refused_before_the_work(tmp_path: Path, change: dict[str, Any]) -> None:
    path = tmp_path / "links.json"
    path.write_text(json.dumps({**LINKS, **change}))
    with pytest.raises(CannotBuild, match="link"):
        take(None, None, [path])


@pytest.mark.parametrize("time", ["nan", "1e999", "-1", "x"])
def test_tests_that_took_no_time_are_not_taken(time: str) -> None:
    with pytest.raises(junit.NotJUnit, match=r"its time is no|not JUnit XML that is taken: could not convert"):
        junit.read(f'<testsuite><testcase name="x" time="{time}"/></testsuite>'.encode())


def test_gaps_of_any_length_are_counted() -> None:
    gap = csv_of(GAP_COLUMNS, [("runtime", "x", "y" * 200_000)])
    assert gaps_of(Built({"matrix/gaps.csv": gap}, "")) == {"runtime": 1}


def test_cell_of_a_table_does_nothing() -> None:
    found = csv_of(("a",), [("=1+1",), ("\x1b[2J\x00",), ("two\nlines",)]).decode()
    assert found == 'a\n\'=1+1\n\\x1b[2J\\x00\n"two\nlines"\n'


def test_commit_is_that_of_the_tool(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """As in git's own hooks, which say where their repository is."""
    before = commit.__wrapped__()
    monkeypatch.setenv("GIT_DIR", str(tmp_path))
    assert commit.__wrapped__() == before
