"""`maxpool audit`: its exit codes and outputs, the baseline, the corrected copy, and one line for a user's mistake."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner, Result

import proofs.audit.command as command
from maxpool import app
from proofs.audit.command import audit_guarded
from proofs.audit.report.baseline import BASELINE_SCHEMA, read_baseline, subtract, write_baseline
from proofs.audit.rulebook.findings import Finding
from proofs.audit.rulebook.reads import DescribedOperator, Part, Read
from tests.audit_fakes import audit_file, audit_of, document_of

TEXT = "The size is WRONG.\nA tie is OPEN.\nAgain it is WRONG.\nAgain it is WRONG.\n"
RIGHT = TEXT.replace("WRONG", "RIGHT")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to be in, with a document, in which audits are made without a process."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(command, "audit_guarded", audit_file)
    Path("draft.md").write_text(TEXT, encoding="utf-8")
    return tmp_path


def run(*arguments: str, charset: str = "utf-8") -> Result:
    return CliRunner(charset=charset).invoke(app, ["audit", *arguments], env={"NO_COLOR": "1", "COLUMNS": "100"})


def assert_refused(result: Result, *words: str) -> None:
    assert (result.exit_code, result.stdout) == (2, ""), result.output
    assert isinstance(result.exception, SystemExit)
    assert len(result.stderr.splitlines()) == 1
    assert [word for word in (*words, "Traceback") if word not in result.stderr] == ["Traceback"]


# --- what is printed -----------------------------------------------------------------------------


def test_text_and_exit_codes() -> None:
    result = run("draft.md")
    assert (result.exit_code, result.stderr) == (1, "")
    lines = result.stdout.splitlines()
    assert lines[0] == "draft.md:1:13: error[formula-wrong]: WRONG stands here"
    assert lines[-3] == "draft.md: 3 errors, 1 warning"
    assert lines[-1] == "More on a rule: maxpool explain formula-wrong"
    Path("draft.md").write_text("A tie is OPEN.", encoding="utf-8")
    assert run("draft.md").exit_code == 0
    Path("draft.md").write_text("NOTED, OPEN", encoding="utf-8")
    assert run("draft.md").stdout.splitlines()[-1] == "More on a rule: maxpool explain tie-open"
    Path("draft.md").write_text("", encoding="utf-8")
    assert run("draft.md").stdout.splitlines()[0] == "draft.md: no findings"


def test_strict_fails_where_nothing_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a warning, on a formula that was not understood, and where no clauses were used; else it passes."""
    whole = replace(audit_of(document_of("said")), reads=(), described=(DescribedOperator("MaxPool", 0, 4, True),))
    unread = Read(Part.FORMULA, 0, 4)
    relu = DescribedOperator("Relu", 0, 4, False)
    audits = {
        0: [whole, replace(whole, reads=(replace(unread, part=Part.SENTENCE),))],
        1: [
            replace(whole, findings=(Finding("tie-open", 0, "m"),)),
            replace(whole, reads=(unread,)),
            replace(whole, described=(relu,)),
        ],
    }
    for code, some in audits.items():
        for audit in some:
            monkeypatch.setattr(command, "audit_guarded", lambda _, audit=audit: audit)
            assert (run("draft.md").exit_code, run("draft.md", "--strict").exit_code) == (0, code)


def test_coverage_lists_what_was_not_understood() -> None:
    lines = run("draft.md", "--coverage").stdout.splitlines()
    at = lines.index("1 formula not understood:")
    assert lines[at + 1] == "      1: The"
    assert "not understood:" not in run("draft.md").stdout


def test_text_is_printed_on_any_terminal() -> None:
    Path("draft.md").write_text("日本 WRONG \ud83d\ude00".encode("utf-16", "surrogatepass").decode("utf-16"), "utf-8")
    result = run("draft.md", charset="ascii")
    assert result.exit_code == 1
    assert "\\u65e5\\u672c WRONG \\U0001f600" in result.stdout


def test_json_of_one_and_of_several() -> None:
    one = run("draft.md", "--json")
    assert (one.exit_code, one.stderr) == (1, "")
    assert json.loads(one.stdout) == audit_file(Path("draft.md")).json()
    Path("other.md").write_text("OPEN", encoding="utf-8")
    documents: Any = json.loads(run("draft.md", "other.md", "draft.md", "--json").stdout)
    assert [document["document"] for document in documents] == ["draft.md", "other.md"]
    assert run("other.md", "--json").exit_code == 0
    assert run("other.md", "draft.md").exit_code == 1


def test_sarif_is_valid() -> None:
    result = run("draft.md", "--sarif")
    assert (result.exit_code, result.stderr) == (1, "")
    log = json.loads(result.stdout)
    schema = Path(__file__).with_name("data") / "sarif" / "sarif-2.1.0.json"
    jsonschema.validate(log, json.loads(schema.read_text(encoding="utf-8")))
    assert len(log["runs"][0]["results"]) == 4
    assert_refused(run("draft.md", "--sarif", "--json"), "exclude each other")


@pytest.mark.whole
def test_what_cannot_be_audited_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Through the process that the command really uses."""
    monkeypatch.setattr(command, "audit_guarded", partial(audit_guarded, auditor=audit_file))
    assert_refused(run("none.md"), "none.md is not a file")
    assert_refused(run("draft.md", "."), ". is a folder")
    Path("b.md").write_bytes(b"\xff\0")
    assert_refused(run("draft.md", "b.md"), "b.md is not UTF-8 text")
    assert run("draft.md").exit_code == 1


# --- the baseline --------------------------------------------------------------------------------


def test_baseline_hides_what_it_accepts() -> None:
    written = run("draft.md", "--write-baseline", "base.json")
    assert (written.exit_code, written.stdout.splitlines()[-1]) == (1, "base.json: accepts 4 findings")
    document = json.loads(Path("base.json").read_text("utf-8"))
    assert (list(document), document["schema"]) == (["schema", "accepted"], "maxpool/audit-baseline/1")
    marks = audit_file(Path("draft.md")).marks
    assert sorted(entry["fingerprint"] for entry in document["accepted"]) == sorted(marks)
    Path("draft.md").write_text("A new line, WRONG too.\n" + TEXT, encoding="utf-8")
    left = run("draft.md", "--baseline", "base.json")
    assert left.exit_code == 1
    assert left.stdout.splitlines()[0].startswith("draft.md:1:13: error")
    assert "draft.md: 1 error" in left.stdout.splitlines()
    assert left.stdout.splitlines()[-1] == "base.json: 4 accepted findings not shown"
    Path("draft.md").write_text(TEXT, encoding="utf-8")
    assert run("draft.md", "--baseline", "base.json").exit_code == 0


def test_stale_entries_are_said() -> None:
    run("draft.md", "--write-baseline", "base.json")
    Path("draft.md").write_text(TEXT.replace("OPEN", "said"), encoding="utf-8")
    told = run("draft.md", "--baseline", "base.json")
    assert told.exit_code == 0
    assert "base.json: 3 accepted findings not shown" in told.stdout
    assert "base.json: note: tie-open " in told.stdout
    assert told.stdout.count("no longer found") == 1
    as_json = run("draft.md", "--baseline", "base.json", "--json")
    assert json.loads(as_json.stdout)["findings"] == []
    assert "no longer found" in as_json.stderr


def test_baseline_is_renewed_but_nothing_else_is_written_over() -> None:
    run("draft.md", "--write-baseline", "base.json")
    first = Path("base.json").read_bytes()
    Path("draft.md").write_text("OPEN", encoding="utf-8")
    assert run("draft.md", "--baseline", "base.json", "--write-baseline", "base.json").exit_code == 0
    assert Path("base.json").read_bytes() != first
    assert_refused(run("draft.md", "--write-baseline", "draft.md"), "was not generated by this command")
    assert Path("draft.md").read_text("utf-8") == "OPEN"


def test_what_is_left_keeps_its_fingerprint() -> None:
    """Of equal findings the first is accepted: the second is still the second."""
    audit = audit_of(document_of("WRONG\nWRONG\n"))
    rest = subtract([audit], frozenset({("formula-wrong", audit.marks[0])}))
    assert rest.audits[0].marks == audit.marks[1:]
    assert rest.audits[0].json()["findings"][0]["fingerprint"] == audit.marks[1]
    assert (rest.hidden, rest.stale) == (1, ())


def test_rule_of_an_entry_counts() -> None:
    audit = audit_of(document_of("WRONG"))
    assert subtract([audit], frozenset({("tie-open", audit.marks[0])})).hidden == 0


@given(
    st.lists(st.sampled_from(["WRONG", "OPEN", "NOTED", "text", "is WRONG"]), max_size=9), st.sets(st.integers(0, 8))
)
def test_baseline_round_trip(tmp_path_factory: pytest.TempPathFactory, lines: list[str], chosen: set[int]) -> None:
    audit = audit_of(document_of("\n".join(lines)))
    path = tmp_path_factory.mktemp("baseline") / "base.json"
    assert write_baseline(path, [audit]) == len(audit.findings)
    accepted = read_baseline(path)
    rest = subtract([audit], accepted)
    assert (rest.audits[0].findings, rest.hidden, rest.stale) == ((), len(audit.findings), ())
    some = frozenset(
        (f.rule, m) for n, (f, m) in enumerate(zip(audit.findings, audit.marks, strict=True)) if n in chosen
    )
    left = subtract([audit], some).audits[0]
    assert len(left.findings) == len(audit.findings) - len(some)
    assert subtract([left], accepted).hidden == len(left.findings)


@pytest.mark.parametrize(
    ("content", "word"),
    [
        ("", "not a JSON"),
        ("\0", "not a JSON"),
        ("[" * 100_000, "not a JSON"),
        ("[]", "needs"),
        ('{"schema": "maxpool/audit/1"}', "needs"),
        ('{"schema": "%s"}', "must be a list"),
        ('{"schema": "%s", "accepted": {}}', "must be a list"),
        ('{"schema": "%s", "accepted": ["x"]}', "entry 1"),
        ('{"schema": "%s", "accepted": [{"rule": "tie-open", "fingerprint": 3}]}', "entry 1"),
        ('{"schema": "%s", "accepted": [{"rule": "a", "fingerprint": "b"}, {"rule": "a"}]}', "entry 2"),
        ('{"schema": "%s", "accepted": [{"rule": "a", "fingerprint": "b", "line": 1}]}', "nothing else"),
    ],
)
def test_malformed_baseline_is_refused(content: str, word: str) -> None:
    Path("base.json").write_text(content.replace("%s", BASELINE_SCHEMA), encoding="utf-8")
    assert_refused(run("draft.md", "--baseline", "base.json"), "base.json", word)


def test_missing_baseline_is_refused() -> None:
    assert_refused(run("draft.md", "--baseline", "none.json"), "--baseline", "none.json")


# --- the corrected copy --------------------------------------------------------------------------


def test_copy_has_the_corrections() -> None:
    result = run("draft.md", "--fix", "fixed.md")
    assert (result.exit_code, result.stdout.splitlines()[-1]) == (1, "fixed.md: 3 corrections made")
    assert Path("fixed.md").read_text("utf-8") == RIGHT
    assert Path("draft.md").read_text("utf-8") == TEXT
    again = run("fixed.md", "--json")
    assert [f["rule"] for f in json.loads(again.stdout)["findings"]] == ["tie-open"]


def test_accepted_findings_are_not_corrected() -> None:
    run("draft.md", "--write-baseline", "base.json")
    assert "0 corrections" in run("draft.md", "--baseline", "base.json", "--fix", "fixed.md").stdout
    assert Path("fixed.md").read_text("utf-8") == TEXT


def test_copy_is_written_over_nothing() -> None:
    Path("there.md").write_text("mine", encoding="utf-8")
    Path("link.md").symlink_to("nowhere.md")
    assert_refused(run("draft.md", "--fix", "draft.md"), "the document itself")
    assert_refused(run("draft.md", "--fix", "../" + Path.cwd().name + "/draft.md"), "the document itself")
    assert_refused(run("draft.md", "--fix", "there.md"), "exists")
    assert_refused(run("draft.md", "--fix", "link.md"), "exists")
    assert_refused(run("draft.md", "--fix", "no/folder/x.md"), "--fix", "no/folder")
    assert_refused(run("draft.md", "there.md", "--fix", "new.md"), "one document")
    assert Path("there.md").read_text("utf-8") == "mine"
    assert Path("draft.md").read_text("utf-8") == TEXT
    assert sorted(path.name for path in Path().iterdir()) == ["draft.md", "link.md", "there.md"]
