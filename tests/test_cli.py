"""The command: its exit codes, its JSON, what it writes and what it leaves alone, and one line for a user's mistake."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import proofs.reports.check
from maxpool import app
from proofs.catalogue import CATALOGUE
from proofs.engine.decide import decide
from proofs.engine.statement import Outcome
from proofs.reports.check import Report
from proofs.reports.examination import recorded_here
from proofs.reports.generated import generated
from proofs.reports.listed import listed
from proofs.solvers.answers import Limits, Status
from proofs.solvers.solvers import SOLVERS
from reference.common.errors import Contradiction
from reference.examples.run import run as run_example
from spec.examples.catalogue import ALL as EXAMPLES
from spec.tables.tables import FILES
from tests.check_tools import strict_json

pytestmark = pytest.mark.long

ROOT = Path(__file__).resolve().parent.parent
PROVED, REFUTED = "shape.last-fits", "draft.dY_2"
BY_SOLVERS = "windows.each-has-tap"
"""A theorem that nothing but the solvers proves."""


def run(*arguments: object) -> Result:
    """The command, run in this process, in the current folder."""
    return CliRunner().invoke(app, [str(a) for a in arguments])


def in_a_pipe(*arguments: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    """The command, run in a process of its own, with pipes for its outputs."""
    command = [sys.executable, str(ROOT / "maxpool.py"), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=cwd, timeout=3600)


def assert_refused(result: Result, *words: str) -> None:
    """The command could not run: exit code 2, the reason on standard error, nothing else, and no traceback."""
    assert result.exit_code == 2, result.output
    assert isinstance(result.exception, SystemExit)
    assert result.stdout == ""
    assert [word for word in (*words, "Traceback") if word not in result.stderr] == ["Traceback"]


def contents(folder: Path) -> Mapping[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


# --- check ---------------------------------------------------------------------------------------


def find(monkeypatch: pytest.MonkeyPatch, *decisions: Outcome) -> None:
    """Let the check find some decisions and one example, in place of everything."""
    report = Report(CATALOGUE, decisions, (run_example(EXAMPLES[0]),), 1.0, listed=listed(CATALOGUE))
    monkeypatch.setattr(proofs.reports.check, "check", lambda *_, **__: report)


@pytest.mark.parametrize("options", [(), ("--verbose",), ("-v",)])
def test_check_for_a_person(monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...]) -> None:
    find(monkeypatch, *(decide(CATALOGUE[label]) for label in (PROVED, REFUTED)))
    result = run("check", *options)
    assert (result.exit_code, result.stderr) == (0, "")
    told = [text in result.stdout for text in ("Everything is as expected", REFUTED, PROVED)]
    assert told == [True, True, bool(options)]


@pytest.mark.parametrize(("options", "told"), [((), "NOT as expected"), (("--json",), '"ok": false')])
def test_check_that_is_not_as_expected(monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], told: str) -> None:
    find(monkeypatch, decide(CATALOGUE[BY_SOLVERS], solvers=("z3",)))
    result = run("check", *options)
    assert (result.exit_code, told in result.stdout) == (1, True)


def test_contradiction_is_loud(monkeypatch: pytest.MonkeyPatch) -> None:
    def contradict(*_: object, **__: object) -> Report:
        raise Contradiction("one says proved, another says refuted")

    monkeypatch.setattr(proofs.reports.check, "check", contradict)
    result = run("check", "--json")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "CONTRADICTION" in result.stderr


# --- prove ---------------------------------------------------------------------------------------


@pytest.mark.whole
def test_prove_one_label_as_json(tmp_path: Path) -> None:
    done = in_a_pipe("prove", REFUTED, "--json", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    document = strict_json(done.stdout)
    assert (document["label"], document["verdict"], document["as_expected"]) == (REFUTED, "refuted", True)
    assert document["witness"]["observed"] == {"y": 1}
    assert contents(tmp_path) == {}


@pytest.mark.whole
def test_prove_many_labels_each_once() -> None:
    result = run("prove", PROVED, REFUTED, PROVED, "--json")
    assert [o["label"] for o in strict_json(result.stdout)] == [PROVED, REFUTED]


@pytest.mark.whole
def test_prove_for_a_person() -> None:
    result = run("prove", REFUTED)
    told = (CATALOGUE[REFUTED].statement, str(CATALOGUE[REFUTED].source), "refuted", "z3", "cvc5", "x=1", "y is 1")
    assert [words for words in told if words not in result.stdout] == []


def test_one_solver_alone_proves_nothing() -> None:
    result = run("prove", BY_SOLVERS, "--solver", "z3", "--json")
    assert result.exit_code == 1
    document = strict_json(result.stdout)
    assert (document["verdict"], [r["name"] for r in document["routes"]]) == ("unknown", ["z3"])


@pytest.mark.parametrize("command", ["check", "prove"])
@pytest.mark.parametrize(
    ("options", "word"),
    [
        (("--solver", "wrong"), "wrong"),
        (("--timeout", "0"), "--timeout"),
        (("--timeout", "-1"), "--timeout"),
        (("--timeout", "soon"), "--timeout"),
        (("--timeout", "nan"), "--timeout"),
        (("--timeout", "inf"), "--timeout"),
        (("--timeout", "1e30"), "--timeout"),
        (("--seed", "-1"), "--seed"),
        (("--wrong",), "--wrong"),
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(value),
)
def test_wrong_options_are_refused(command: str, options: tuple[str, ...], word: str) -> None:
    assert_refused(run(command, *([PROVED] if command == "prove" else []), *options), word)


@pytest.mark.parametrize(("label", "near"), [("draft.dY_4", REFUTED), ("shape.last-fit", PROVED), ("zzz", "check")])
def test_unknown_label_is_one_line_with_a_suggestion(label: str, near: str) -> None:
    result = run("prove", PROVED, label)
    assert_refused(result, repr(label), near)
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.whole
def test_scripts_are_written_whole_and_again(tmp_path: Path) -> None:
    for _ in range(2):
        assert run("prove", PROVED, REFUTED, "--smt2", tmp_path / "new" / "folder").exit_code == 0
        expected = {**CATALOGUE[PROVED].scripts(), **CATALOGUE[REFUTED].scripts()}
        assert contents(tmp_path / "new" / "folder") == {name: text.encode() for name, text in expected.items()}


SOME = [label for labels in recorded_here(CATALOGUE).values() for label in labels[:: max(1, len(labels) // 8)]]
"""About eight obligations of each theory, by the record: to state all takes seconds, in each process of the tests."""
FEW_STEPS = Limits(z3_steps=200_000, cvc5_steps=20_000)
"""A tenth of a second: that no solver says `unsat` at once is all that is asked where there need not be an answer."""


@pytest.mark.sampled
@pytest.mark.parametrize("label", SOME)
def test_scripts_get_the_answer_they_announce(label: str) -> None:
    """From both solvers; but none has to find values for formulas with quantifiers or products."""
    parts: list[set[Status]] = []
    for text in CATALOGUE[label].scripts().values():
        (expected,) = (line.split("; expected: ")[1] for line in text.splitlines() if "; expected: " in line)
        limits = Limits() if expected.startswith("unsat") else FEW_STEPS
        answers = {solver.ask_script(text, limits).status for solver in SOLVERS.values()}
        if expected.startswith("unsat"):
            assert answers == {Status.UNSAT}, text
        elif "in at least one part" in expected:
            parts.append(answers)
        else:
            assert answers <= {Status.SAT, Status.UNKNOWN}, text
    assert not any({Status.SAT, Status.UNSAT} <= answers for answers in parts)
    assert not parts or any(answers != {Status.UNSAT} for answers in parts)


def test_scripts_do_not_overwrite_a_foreign_file(tmp_path: Path) -> None:
    (tmp_path / f"{PROVED}.goal-1.smt2").write_text("; my own notes\n")
    before = contents(tmp_path)
    assert_refused(run("prove", PROVED, "--smt2", tmp_path), f"{PROVED}.goal-1.smt2")
    assert contents(tmp_path) == before


def test_scripts_are_not_written_if_the_command_cannot_run(tmp_path: Path) -> None:
    assert_refused(run("prove", PROVED, "--smt2", tmp_path / "folder", "--solver", "wrong"), "wrong")
    assert not (tmp_path / "folder").exists()


@pytest.mark.parametrize("command", [("prove", PROVED, "--smt2"), ("tables", "-o")], ids=["prove", "tables"])
def test_unusable_folders_are_refused(tmp_path: Path, command: tuple[str, ...]) -> None:
    (tmp_path / "file").write_text("a file\n")
    assert_refused(run(*command, tmp_path / "file"), "file")
    assert_refused(run(*command, tmp_path / "file" / "below"), "file")
    if os.name == "posix" and os.geteuid() != 0:
        (tmp_path / "closed").mkdir(mode=0o500)
        assert_refused(run(*command, tmp_path / "closed"), "closed")
    assert contents(tmp_path) == {"file": b"a file\n"}


# --- tables, and the command as a whole ----------------------------------------------------------


@pytest.mark.whole
def test_tables_are_written_checked_and_found_stale(tmp_path: Path) -> None:
    folder = tmp_path / "docs"
    assert run("tables", "-o", folder, "--check").exit_code == 1
    assert not folder.exists()
    assert run("tables", "-o", folder).exit_code == 0
    assert contents(folder).keys() == generated(CATALOGUE).keys()
    assert len(FILES) == 5
    whole = contents(folder)
    assert run("tables", "-o", folder, "--check").exit_code == 0
    # One page of a rule stands for all; they are made alike. A stale file is named, alone or with others.
    names = (*FILES, "rules/README.md", "rules/formula-wrong.md")
    for changed in (names[:1], names):
        for name in changed:
            (folder / name).write_bytes(whole[name][:-2] + b"?" + whole[name][-1:])
        stale = run("tables", "-o", folder, "--check", "--json")
        found = strict_json(stale.stdout)
        assert (found["schema"], list(found)) == ("maxpool/tables/1", ["schema", "files", "stale", "lost"])
        assert (stale.exit_code, sorted(found["stale"])) == (1, sorted(str(folder / name) for name in changed))
    assert run("tables", "-o", folder).exit_code == 0
    assert contents(folder) == whole


OF_ANOTHER = ("tables", "--operator", "averagepool", "-o")
"""The tables of another operator are written by the same rule, and make no ledger."""


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("text", [b"my own notes\n", b"\xff\xfe", b""], ids=["notes", "no text", "empty"])
def test_tables_do_not_overwrite_a_foreign_file(tmp_path: Path, name: str, text: bytes) -> None:
    (tmp_path / name).write_bytes(text)
    assert_refused(run(*OF_ANOTHER, tmp_path), name, "nothing was written")
    assert contents(tmp_path) == {name: text}


@pytest.mark.whole
def test_tables_do_not_overwrite_a_foreign_ledger(tmp_path: Path) -> None:
    (tmp_path / "ledger.md").write_text("my own notes\n")
    assert_refused(run("tables", "-o", tmp_path), "ledger.md", "nothing was written")
    assert contents(tmp_path) == {"ledger.md": b"my own notes\n"}


def test_tables_do_not_overwrite_a_page_of_the_same_title(tmp_path: Path) -> None:
    (tmp_path / "constraints.md").write_text("# Constraints of AveragePool\n\nMy own notes.\n")
    assert_refused(run(*OF_ANOTHER, tmp_path), "constraints.md")


@pytest.mark.whole
@pytest.mark.skipif(not (ROOT / "docs" / "constraints.md").exists(), reason="the tables are not written yet")
def test_committed_tables_are_fresh() -> None:
    assert run("tables", "-o", ROOT / "docs", "--check").exit_code == 0


COMMANDS = sorted(command.name or command.callback.__name__ for command in app.registered_commands if command.callback)


@pytest.mark.parametrize("command", [(), *((name,) for name in COMMANDS)], ids=" ".join)
def test_help(command: tuple[str, ...]) -> None:
    result = run(*command, "--help")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "Usage: " in result.stdout
    assert all(name in result.stdout for name in (COMMANDS if command == () else ("--json",)))


def test_wrong_command_and_version() -> None:
    assert {"check", "prove", "tables", "bench"} <= set(COMMANDS)
    assert_refused(run("chekc"), "chekc")
    assert run("--version").stdout.startswith("maxpool ")
