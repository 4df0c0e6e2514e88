"""Verdicts of an earlier run stand while nothing has changed that they follow from, and no longer."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from maxpool import app
from proofs.catalogue import CATALOGUE, OPERATORS
from proofs.engine.catalogue import Theory
from proofs.engine.decide import decide
from proofs.engine.statement import Outcome, Statement, Tightness, Verdict, Witness
from proofs.reports import examination, remembered
from proofs.reports.check import check, decision_json
from proofs.reports.examination import examine
from proofs.reports.listed import listed, listed_before
from proofs.reports.remembered import KEPT, Memory, decide_remembering, found_before, remembers
from proofs.reports.strength import Strength
from proofs.solvers.answers import DEFAULT_LIMITS, Limits, Table, Values
from proofs.solvers.solvers import SOLVERS
from reference.common import identity
from spec.language.terms import TRUE
from tests.test_other_operator import CATALOGUE as REPEAT

NAMES = tuple(SOLVERS)
LABELS = ("shape.last-fits", "draft.dY_2", "windows.one-window", "float16.trap.raw")


@pytest.fixture(scope="module")
def decided() -> list[Outcome]:
    return [decide(CATALOGUE[label]) for label in LABELS]


def memory(folder: Path, limits: Limits = DEFAULT_LIMITS, catalogue: Any = CATALOGUE) -> Memory:
    return Memory(catalogue, limits, NAMES, folder)


def never(*_: object, **__: object) -> Any:
    raise AssertionError("this was found before")


def assert_told_alike(one: Outcome, other: Outcome) -> None:
    """A reader is told the same of both."""
    kernel = CATALOGUE.kernel()
    assert decision_json(one, kernel) == decision_json(other, kernel)
    assert one.obligation.about == other.obligation.about
    if one.witness is not None and other.witness is not None:
        assert one.obligation.contradiction(one.witness) == other.obligation.contradiction(other.witness)
        mine, others = (o.obligation.readable(w.values) for o, w in ((one, one.witness), (other, other.witness)))
        assert mine == others


def test_what_is_kept_comes_back_whole(decided: list[Outcome], tmp_path: Path) -> None:
    odd: Values = {"a": 2**70, "b": True, "c": "NaN", "d": Fraction(-1, 3), "X": Table({(0, 1): Fraction(1, 2)}, -1)}
    tightness = (Tightness("x", "needed", odd), Tightness("y", "redundant"))
    first = replace(decided[0], satisfiable_by=odd, witness=Witness(odd, True, {"y": 3}), tightness=tightness)
    memory(tmp_path).keep([first, *decided[1:]])
    for outcome in (first, *decided[1:]):
        found = memory(tmp_path).get(outcome.obligation.label)
        assert found is not None
        assert_told_alike(found, outcome)
        assert replace(found, obligation=outcome.obligation) == replace(outcome, remembered=True)


def test_what_changed_is_not_known(decided: list[Outcome], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    memory(tmp_path).keep(decided)
    label = LABELS[0]
    of_others = replace(CATALOGUE, operator=CATALOGUE.operator.changed("extent", TRUE))
    assert memory(tmp_path, catalogue=of_others).get(label) is None
    assert memory(tmp_path, catalogue=replace(CATALOGUE, claims={})).get(label) is None
    assert memory(tmp_path, catalogue=replace(CATALOGUE, theories={})).get(label) is None
    assert memory(tmp_path, catalogue=OPERATORS["conv"]()).get(label) is None
    assert memory(tmp_path, Limits(seed=1)).get(label) is None
    assert Memory(CATALOGUE, DEFAULT_LIMITS, NAMES[:1], tmp_path).get(label) is None
    for name in ("digest", "solvers"):
        with monkeypatch.context() as patch:
            remembered._tool.cache_clear()
            patch.setattr(identity, name, lambda: "another")
            assert memory(tmp_path).get(label) is None
    remembered._tool.cache_clear()
    with monkeypatch.context() as patch:
        patch.setenv("CPATH", "/elsewhere")
        assert memory(tmp_path).get(label) is None
    remembered._tool.cache_clear()
    assert memory(tmp_path).get(label) is not None


def test_only_what_is_as_expected_is_kept(decided: list[Outcome], tmp_path: Path) -> None:
    open_ = replace(decided[0], verdict=Verdict.UNKNOWN, problem="ended by the time limit")
    memory(tmp_path).keep([open_, replace(decided[1], tightness=(Tightness("x", "unknown"),))])
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"schema": "maxpool/verdicts/2", "verdicts": []}', "\0\xff", "[" * 100_000]
)
def test_what_is_not_understood_counts_as_absent(decided: list[Outcome], tmp_path: Path, text: str) -> None:
    memory(tmp_path).keep(decided)
    [path] = tmp_path.iterdir()
    path.write_text(text, encoding="latin-1")
    assert memory(tmp_path).get(LABELS[0]) is None
    memory(tmp_path).keep(decided)
    assert memory(tmp_path).get(LABELS[0]) is not None


def test_verdicts_of_another_schema_count_as_absent(decided: list[Outcome], tmp_path: Path) -> None:
    memory(tmp_path).keep(decided[:1])
    [path] = tmp_path.iterdir()
    path.write_text(path.read_text().replace("maxpool/verdicts/2", "maxpool/verdicts/1"))
    assert memory(tmp_path).get(LABELS[0]) is None


def test_a_verdict_of_another_shape_counts_as_absent(decided: list[Outcome], tmp_path: Path) -> None:
    memory(tmp_path).keep(decided[:1])
    [path] = tmp_path.iterdir()
    document = json.loads(path.read_text())
    [kept] = document["verdicts"].values()
    wrong: tuple[dict[str, object], ...] = (
        {"routes": 3},
        {"verdict": "right"},
        {"verdict": "unknown"},
        {"witness": [1]},
        {"tightness": [["x"]]},
        {"told": []},
        {"source": 1},
    )
    for changed in wrong:
        document["verdicts"] = {key: {**kept, **changed} for key in document["verdicts"]}
        path.write_text(json.dumps(document))
        assert memory(tmp_path).get(LABELS[0]) is None, changed


def test_as_many_states_are_kept_as_are_said(decided: list[Outcome], tmp_path: Path) -> None:
    for seed in range(KEPT + 2):
        memory(tmp_path, Limits(seed=seed)).keep(decided[:1])
    assert len(list(tmp_path.iterdir())) == KEPT


def test_a_folder_that_cannot_be_written_is_told(decided: list[Outcome], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    here = memory(tmp_path / "file" / "below")
    here.keep(decided)
    assert here.problem.startswith("verdicts are not kept for the next run: ")


def test_a_run_decides_what_is_not_known(decided: list[Outcome], tmp_path: Path) -> None:
    memory(tmp_path).keep(decided[:2])
    stated: list[str] = []

    def statement(label: str) -> Statement:
        stated.append(label)
        return CATALOGUE[label]

    outcomes = decide_remembering(memory(tmp_path), LABELS, statement, workers=1, done=lambda _: None)
    assert [o.obligation.label for o in outcomes] == list(LABELS)
    assert [o.remembered for o in outcomes] == [True, True, False, False]
    assert stated == list(LABELS[2:])
    again = decide_remembering(memory(tmp_path), LABELS, never, done=lambda _: None)
    assert all(o.remembered for o in again)
    for one, other in zip(outcomes, again, strict=True):
        assert_told_alike(one, other)


def test_a_fresh_run_takes_nothing_and_leaves_all(decided: list[Outcome], tmp_path: Path) -> None:
    memory(tmp_path).keep([replace(outcome, seconds=1234.5) for outcome in decided])
    memory(tmp_path).keep_further("numbers", [1])
    fresh = Memory(CATALOGUE, DEFAULT_LIMITS, NAMES, tmp_path, fresh=True)
    assert [fresh.get(label) for label in LABELS] == [None] * len(LABELS)
    assert found_before(fresh, "numbers", tuple, lambda: (2,)) == (2,)
    outcomes = decide_remembering(fresh, LABELS, CATALOGUE.__getitem__, workers=1, done=lambda _: None)
    assert not any(outcome.remembered for outcome in outcomes)
    later = memory(tmp_path)
    assert [its and its.seconds for its in map(later.get, LABELS)] == [outcome.seconds for outcome in outcomes]
    assert found_before(later, "numbers", tuple, never) == (2,)


@pytest.mark.whole
def test_obligations_that_are_given_are_decided(tmp_path: Path) -> None:
    limits = DEFAULT_LIMITS
    whole = check(REPEAT, memory=memory(tmp_path, limits, REPEAT))
    given = REPEAT.obligations[:1]
    report = check(REPEAT, obligations=given, memory=memory(tmp_path, limits, REPEAT))
    assert whole.ok
    assert [d.remembered for d in report.decisions] == [False]


@pytest.mark.whole
def test_a_whole_check_states_nothing_again(tmp_path: Path) -> None:
    """The second time, no theory is loaded, and the same is told."""
    first = dict(check(REPEAT, memory=memory(tmp_path, catalogue=REPEAT)).json())
    mute = {name: replace(theory, load=never) for name, theory in REPEAT.theories.items()}
    alike = replace(REPEAT, theories=mute)
    second = dict(check(alike, memory=memory(tmp_path, catalogue=alike)).json())
    labels = [obligation.label for obligation in REPEAT.obligations]
    assert labels
    assert (first.pop("remembered"), second.pop("remembered")) == ([], labels)
    assert (first.pop("examination_remembered"), second.pop("examination_remembered")) == (False, True)
    del first["seconds"], second["seconds"]
    assert first == second


def test_the_list_is_that_of_the_catalogue(tmp_path: Path) -> None:
    assert listed_before(CATALOGUE, memory(tmp_path)) == listed(CATALOGUE)
    mute = {name: replace(theory, load=never) for name, theory in CATALOGUE.theories.items()}
    known = listed_before(replace(CATALOGUE, theories=mute), memory(tmp_path))
    assert known == listed(CATALOGUE)
    assert [(o.label, o.about, o.clauses) for o in known] == [
        (o.label, o.about, o.clauses) for o in CATALOGUE.obligations
    ]
    assert all(o.label in {its.label for its in CATALOGUE.theory(o.theory)} for o in known)


@pytest.mark.whole
def test_an_examination_with_problems_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    catalogue = replace(OPERATORS["conv"](), theories={})
    assert examine(catalogue, memory(tmp_path, catalogue=catalogue)).problems
    assert memory(tmp_path, catalogue=catalogue).recall("examined", lambda found: found) is None
    wrong = (Strength("strides.positive", 1, 1, "allows what its statement rejects", {}, "", ""),)
    monkeypatch.setattr(examination, "strengths_before", lambda *_: wrong)
    assert wrong[0].problems
    assert examine(CATALOGUE, memory(tmp_path)).strengths == wrong
    assert memory(tmp_path).recall("examined", lambda found: found) is None


def test_what_else_is_kept_is_read_again_or_made(tmp_path: Path) -> None:
    def read(rows: Iterable[int]) -> tuple[int, ...]:
        return tuple(row + 0 for row in rows)

    assert found_before(memory(tmp_path), "numbers", read, lambda: (1, 2)) == (1, 2)
    assert found_before(memory(tmp_path), "numbers", read, never) == (1, 2)
    assert found_before(None, "numbers", read, lambda: (3,)) == (3,)
    memory(tmp_path).keep_further("numbers", ["x"])
    assert found_before(memory(tmp_path), "numbers", read, lambda: (4,)) == (4,)


def test_nothing_is_remembered_of_what_is_not_the_tools_own() -> None:
    assert all(remembers(of()) for of in OPERATORS.values())
    assert not remembers(REPEAT)
    foreign = Theory("added", lambda: (), ("added",))
    assert not remembers(replace(CATALOGUE, theories={**CATALOGUE.theories, "added": foreign}))


@pytest.mark.whole
def test_explain_remembers_and_fresh_does_not() -> None:
    told = ["explain", "extent", "--json"]
    before, after, fresh = (CliRunner().invoke(app, [*told, *more]) for more in ([], [], ["--fresh"]))
    assert before.exit_code == after.exit_code == fresh.exit_code == 0
    seconds = [[o["seconds"] for o in json.loads(r.stdout)["obligations"]] for r in (before, after, fresh)]
    assert seconds[0] == seconds[1] != seconds[2]
    assert before.stdout == after.stdout
