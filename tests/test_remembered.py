"""Verdicts of an earlier run stand while nothing has changed that they follow from, and no longer."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from typer.testing import CliRunner

from maxpool import app
from proofs.catalogue import CATALOGUE
from proofs.engine.decide import decide
from proofs.engine.statement import Outcome, Tightness, Verdict, Witness
from proofs.engine.terms import Obligation
from proofs.reports import remembered
from proofs.reports.check import check
from proofs.reports.remembered import KEPT, Memory, decide_remembering
from proofs.solvers.answers import DEFAULT_LIMITS, Limits, Table, Values
from proofs.solvers.solvers import SOLVERS
from reference.common import identity
from spec.language.terms import not_

NAMES = tuple(SOLVERS)
LABELS = ("shape.last-fits", "draft.dY_2", "windows.one-window", "float16.order")


@pytest.fixture(scope="module")
def decided() -> list[Outcome]:
    return [decide(CATALOGUE[label]) for label in LABELS]


def memory(folder: Path, limits: Limits = DEFAULT_LIMITS) -> Memory:
    return Memory(limits, NAMES, folder)


def test_what_is_kept_comes_back_whole(decided: list[Outcome], tmp_path: Path) -> None:
    odd: Values = {"a": 2**70, "b": True, "c": "NaN", "d": Fraction(-1, 3), "X": Table({(0, 1): Fraction(1, 2)}, -1)}
    first = replace(
        decided[0],
        satisfiable_by=odd,
        witness=Witness(odd, True, {"y": 3}),
        tightness=(Tightness("x", "needed", odd), Tightness("y", "redundant")),
    )
    memory(tmp_path).keep([first, *decided[1:]])
    for outcome in (first, *decided[1:]):
        assert memory(tmp_path).get(outcome.obligation) == replace(outcome, remembered=True)


def test_what_changed_is_not_known(decided: list[Outcome], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    memory(tmp_path).keep(decided)
    statement = CATALOGUE[LABELS[0]]
    assert isinstance(statement, Obligation)
    assert memory(tmp_path).get(replace(statement, goal=not_(statement.goal))) is None
    assert memory(tmp_path).get(statement.without(0)) is None
    assert memory(tmp_path).get(replace(statement, expected=Verdict.REFUTED)) is None
    assert memory(tmp_path).get(replace(statement, operator="Conv")) is None
    assert memory(tmp_path, Limits(seed=1)).get(statement) is None
    assert Memory(DEFAULT_LIMITS, NAMES[:1], tmp_path).get(statement) is None
    for name in ("digest", "solvers"):
        with monkeypatch.context() as patch:
            remembered._tool.cache_clear()
            patch.setattr(identity, name, lambda: "another")
            assert memory(tmp_path).get(statement) is None
    remembered._tool.cache_clear()
    assert memory(tmp_path).get(statement) is not None


def test_only_what_is_as_expected_is_kept(decided: list[Outcome], tmp_path: Path) -> None:
    open_ = replace(decided[0], verdict=Verdict.UNKNOWN, problem="ended by the time limit")
    memory(tmp_path).keep([open_, replace(decided[1], tightness=(Tightness("x", "unknown"),))])
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"schema": "maxpool/verdicts/1", "verdicts": []}', "\0\xff", "[" * 100_000]
)
def test_what_is_not_understood_counts_as_absent(decided: list[Outcome], tmp_path: Path, text: str) -> None:
    memory(tmp_path).keep(decided)
    [path] = tmp_path.iterdir()
    path.write_text(text, encoding="latin-1")
    assert memory(tmp_path).get(CATALOGUE[LABELS[0]]) is None
    memory(tmp_path).keep(decided)
    assert memory(tmp_path).get(CATALOGUE[LABELS[0]]) is not None


def test_verdicts_of_another_schema_count_as_absent(decided: list[Outcome], tmp_path: Path) -> None:
    memory(tmp_path).keep(decided[:1])
    [path] = tmp_path.iterdir()
    path.write_text(path.read_text().replace("maxpool/verdicts/1", "maxpool/verdicts/2"))
    assert memory(tmp_path).get(decided[0].obligation) is None


def test_a_verdict_of_another_shape_counts_as_absent(decided: list[Outcome], tmp_path: Path) -> None:
    memory(tmp_path).keep(decided[:1])
    [path] = tmp_path.iterdir()
    document = json.loads(path.read_text())
    [kept] = document["verdicts"].values()
    wrong = ({"routes": 3}, {"verdict": "right"}, {"verdict": "unknown"}, {"witness": [1]}, {"tightness": [["x"]]})
    for changed in wrong:
        document["verdicts"] = {key: {**kept, **changed} for key in document["verdicts"]}
        path.write_text(json.dumps(document))
        assert memory(tmp_path).get(decided[0].obligation) is None, changed


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
    outcomes = decide_remembering(memory(tmp_path), [o.obligation for o in decided], workers=1, done=lambda _: None)
    assert [o.obligation.label for o in outcomes] == list(LABELS)
    assert [o.remembered for o in outcomes] == [True, True, False, False]
    again = check(CATALOGUE, obligations=[o.obligation for o in decided], memory=memory(tmp_path))
    assert again.json()["remembered"] == list(LABELS)


def test_explain_remembers_and_fresh_does_not() -> None:
    told = ["explain", "extent", "--json"]
    before, after, fresh = (CliRunner().invoke(app, [*told, *more]) for more in ([], [], ["--fresh"]))
    assert before.exit_code == after.exit_code == fresh.exit_code == 0
    seconds = [[o["seconds"] for o in json.loads(r.stdout)["obligations"]] for r in (before, after, fresh)]
    assert seconds[0] == seconds[1] != seconds[2]
