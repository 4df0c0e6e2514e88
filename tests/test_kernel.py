"""Coq's theorems: stated from the terms, never stale, refused when tampered with, and a route only if checked."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

import proofs.kernel.run
import proofs.kernel.status
import proofs.reports.check
from proofs.catalogue import CATALOGUE
from proofs.engine.record import KernelRecord
from proofs.engine.statement import Route, Verdict
from proofs.engine.terms import Obligation
from proofs.kernel import coq, statements
from proofs.kernel.coq import BadProof, Checked
from proofs.kernel.program import definition
from proofs.kernel.run import main
from proofs.kernel.statements import FOLDER, generated, name_of, stale, statement_of
from proofs.kernel.status import HOW, digests, files, kernel_record, record, wanted
from proofs.kernel.theorems import NOT_IN_COQ, THEOREMS, THEORIES_IN_COQ, Theorem
from proofs.program.obligations import pool
from proofs.program.source.subset import parse
from proofs.reports.check import check
from reference.common.errors import Contradiction
from spec.language.terms import Literal, Variable
from tests.program_tools import source

FORBIDDEN = set("Admitted admit Axiom Axioms Parameter Parameters Conjecture Psatz Reals".split())
BY_THEOREM = {theorem.label: theorem for theorem in THEOREMS}


# --- what is stated ------------------------------------------------------------------------------


def test_generated_files_are_not_stale() -> None:
    """`python -m proofs.kernel.run --write` writes them anew."""
    assert list(stale()) == []


def test_a_changed_file_is_stale(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    texts = generated()
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.setattr(statements, "FOLDER", tmp_path)
    assert list(stale()) == []
    (tmp_path / "Statements.v").write_text(texts["Statements.v"].replace(" < ", " <= ", 1), encoding="utf-8")
    (tmp_path / "Program.v").unlink()
    assert list(stale()) == ["Program.v", "Statements.v"]


def test_every_theorem_of_the_theories_is_stated() -> None:
    """What is to be proved in a theory is stated in Coq as it stands, or named as left out."""
    proved = {
        o.label
        for theory in THEORIES_IN_COQ
        for o in CATALOGUE.theory(theory)
        if isinstance(o, Obligation) and o.expected is Verdict.PROVED
    }
    assert {t.label for t in THEOREMS if not t.label.startswith("whole.")} == proved - NOT_IN_COQ
    assert proved >= NOT_IN_COQ


def test_every_statement_has_a_proof_and_shows_an_obligation() -> None:
    texts = files()
    assert set(wanted()) <= {
        name for text in texts.values() for name in re.findall(r"^Theorem (\w+)|$", text, re.M)
    } | {name for text in texts.values() for name in re.findall(r"^Corollary (\w+)", text, re.M)}
    for theorem in THEOREMS:
        assert theorem.shows
        for label in theorem.shows:
            assert CATALOGUE[label].expected is Verdict.PROVED


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.v")), ids=lambda path: path.name)
def test_no_proof_is_left_out(path: Path) -> None:
    """What Coq would refuse, said where there is none: no axiom, nothing admitted; and nothing of Psatz."""
    text = re.sub(r"\(\*.*?\*\)", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    words = set(re.findall(r"\w+", text))
    assert not words & FORBIDDEN
    assert all(len(line) <= 120 for line in path.read_text(encoding="utf-8").splitlines())


def test_a_statement_says_what_its_obligation_says() -> None:
    text = statement_of(BY_THEOREM["draft.dY_2.always-too-small"])
    assert text.startswith("(* draft.dY_2.always-too-small: The draft's formula for dY_2 is too small")
    assert "Definition draft_dY_2_always_too_small_statement : Prop :=" in text
    assert "(* Y.shape *) (y = slack / stride + 1) ->" in text
    # Its divisors are positive: part of what is shown, and not assumed.
    assert text.endswith("< y /\\ stride + 1 > 0 /\\ stride > 0.")


def test_the_statement_follows_the_term() -> None:
    theorem = BY_THEOREM["shape.last-fits"]
    changed = replace(theorem.obligation, goal=Variable("y") >= 0)
    assert statement_of(replace(theorem, obligation=changed)) != statement_of(theorem)


def test_a_label_cannot_end_a_comment() -> None:
    odd = Obligation(
        label="odd",
        statement='a *) b (* c "',
        assumptions=(),
        goal=Literal(True),
        source=CATALOGUE["shape.last-fits"].source,
    )
    assert statement_of(Theorem(odd, ())).splitlines()[0] == "(* odd: a * ) b ( * c ' *)"


def test_the_program_follows_the_source() -> None:
    text = Path(FOLDER.parents[1], "reference", "maxpool.py").read_text(encoding="utf-8")
    slip = parse(text.replace("element > best", "element >= best").encode(), "pool")
    assert definition(slip) != definition(pool())
    assert definition(parse(text.encode(), "pool")) == definition(pool())


def test_a_loop_whose_variable_lives_on_is_refused() -> None:
    lines = ("i = 3", "for i in range(2):", "    Y[0, 0, 0, i] = 1")
    with pytest.raises(TypeError, match="line 5: i has a value before its loop"):
        definition(parse(source(lines).encode(), "pool"))


# --- the record ----------------------------------------------------------------------------------


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A record as a check of these files by some Coq leaves it, and that Coq."""
    monkeypatch.setattr(coq, "version", lambda: "8.99")
    path = tmp_path / "checked.json"
    record(files(), "8.99", [Checked(name, "Some.v", 1.5) for name in wanted()], path)
    return path


def test_a_record_of_these_files_is_a_route(checked: Path) -> None:
    status = kernel_record(checked)
    assert status.problem == ""
    assert status.theorems == len(wanted())
    assert status.routes["shape.last-fits"] == Route("kernel", "8.99", Verdict.PROVED, 1.5)
    assert {"windows.weakest-condition", "program.clause.Y.max", "values.existence.conclusion"} <= status.routes.keys()
    assert status.text.startswith(f"kernel: {len(wanted())} theorems checked by Coq 8.99, without axioms")
    assert status.json()["obligations"] == sorted(status.routes)


def test_without_a_record_the_route_is_absent(tmp_path: Path) -> None:
    status = kernel_record(tmp_path / "checked.json")
    assert (status.routes, status.text) == ({}, "kernel: absent: run `make kernel`")
    assert status.json() == {
        "checked": False,
        "problem": HOW,
        "version": "",
        "theorems": 0,
        "obligations": [],
    }


@pytest.mark.parametrize("file", ["Statements.v", "Program.v", "Shape.v", "Model.v"])
def test_a_record_of_other_files_is_no_route(checked: Path, file: str) -> None:
    document = json.loads(checked.read_text(encoding="utf-8"))
    document["digests"][file] = digests({file: "other"})[file]
    assert_absent(checked, document, "the files are not those that were checked")


def test_a_record_of_a_missing_file_is_no_route(checked: Path) -> None:
    document = json.loads(checked.read_text(encoding="utf-8"))
    del document["digests"]["Pool.v"]
    assert_absent(checked, document, "the files are not those")


def test_a_record_of_another_Coq_is_no_route(checked: Path) -> None:
    document = json.loads(checked.read_text(encoding="utf-8"))
    assert_absent(checked, document | {"coq": "8.98"}, "Coq is 8.99, and was 8.98")


def test_a_record_is_no_route_where_Coq_is_gone(checked: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coq, "version", lambda: None)
    assert kernel_record(checked).problem.startswith("Coq is not installed")


def test_a_record_of_fewer_theorems_is_no_route(checked: Path) -> None:
    document = json.loads(checked.read_text(encoding="utf-8"))
    del document["theorems"][name_of("shape.last-fits")]
    assert_absent(checked, document, "does not belong to these theorems")


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"schema": "other"}', "\x00"])
def test_what_is_no_record_is_no_route(tmp_path: Path, text: str) -> None:
    path = tmp_path / "checked.json"
    path.write_text(text, encoding="utf-8")
    assert kernel_record(path).problem
    assert kernel_record(path).routes == {}


def assert_absent(path: Path, document: Mapping[str, object], problem: str) -> None:
    other = path.with_name("other.json")
    other.write_text(json.dumps(document), encoding="utf-8")
    status = kernel_record(other)
    assert (problem in status.problem, HOW in status.problem, status.routes) == (True, True, {})


def test_an_obligation_shows_the_route(checked: Path, tmp_path: Path) -> None:
    status = kernel_record(checked)
    (line,) = status.line("windows.weakest-condition")
    assert "proved, as windows_weakest_condition, whole_windows_weakest_condition" in line
    assert status.line("float32.order") == ()
    assert kernel_record(tmp_path / "absent.json").line("shape.last-fits") == (
        "further:  kernel: absent: run `make kernel`",
    )


@pytest.mark.whole
def test_what_is_refuted_and_proved_in_Coq_stops_the_check() -> None:
    wrong = CATALOGUE["draft.dY_2"]
    route = Route("kernel", "8.99", Verdict.PROVED, 0.0)
    proved = replace(CATALOGUE, examples=(), kernel=lambda: KernelRecord(routes={wrong.label: route}))
    with pytest.raises(Contradiction, match=r"draft\.dY_2: refuted, and proved in Coq"):
        check(proved, obligations=[wrong])


# --- the command ---------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def own_record(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """No test touches the record of this machine."""
    path = tmp_path / "own.json"
    monkeypatch.setattr(proofs.kernel.run, "RECORD", path)
    monkeypatch.setattr(proofs.kernel.run, "record", partial(record, path=path))
    return path


def test_without_Coq_the_command_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], own_record: Path
) -> None:
    own_record.write_text("an old record", encoding="utf-8")
    monkeypatch.setattr(coq, "version", lambda: None)
    assert main([]) == 2
    assert "install `coq`" in capsys.readouterr().err
    assert not own_record.exists()


def test_stale_statements_are_refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(proofs.kernel.run, "stale", lambda: iter(["Statements.v"]))
    assert main([]) == 1
    assert "Statements.v is out of date with the terms" in capsys.readouterr().err


def test_what_Coq_refuses_leaves_no_record(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], own_record: Path
) -> None:
    def refuse(*_: object, **__: object) -> list[Checked]:
        raise BadProof("no")

    own_record.write_text("an old record", encoding="utf-8")
    monkeypatch.setattr(coq, "check", refuse)
    assert main([]) == 1
    assert capsys.readouterr().err == "kernel: no\n"
    assert not own_record.exists()


def test_what_Coq_accepts_is_recorded(monkeypatch: pytest.MonkeyPatch, own_record: Path) -> None:
    def accept(texts: Mapping[str, str], names: Mapping[str, bool], **_: object) -> list[Checked]:
        assert (dict(texts), dict(names)) == (files(), wanted())
        return [Checked(name, "Some.v", 1.0) for name in names]

    monkeypatch.setattr(coq, "version", lambda: "8.99")
    monkeypatch.setattr(coq, "check", accept)
    assert main([]) == 0
    assert kernel_record(own_record).theorems == len(wanted())
