"""Links of tests, tried by changing clauses: what notices a change, what counts for nothing, what is left behind."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from proofs.mutation import links_tests
from proofs.mutation.common.link_trial import LinkTrial, negates
from proofs.mutation.links import MOST_DECIDED, MOST_EVALUATED, tried
from proofs.mutation.links_tests import marked, noticed_in
from proofs.mutation.mutants import mutants
from reference.common.errors import CannotRun
from spec.language.terms import Literal, not_
from spec.maxpool.operator import MAXPOOL
from spec.readings.plain import to_plain
from tests.process_tools import is_over

SEEING = """
import pytest
from spec.maxpool.operator import MAXPOOL
from spec.readings.plain import to_plain
from spec.readings.value import evaluate

@pytest.mark.verifies("strides.positive")
def test_seeing(): assert evaluate(MAXPOOL["strides.positive"].formula, {"stride": 2})

@pytest.mark.verifies("strides.positive", "Y.shape")
def test_blind(): pass

@pytest.mark.verifies("strides.positive")
def test_skipped(): pytest.skip("not here")

@pytest.fixture
def legal(): assert evaluate(MAXPOOL["strides.positive"].formula, {"stride": 1})

@pytest.mark.verifies("strides.positive")
def test_on_a_fixture(legal): pass

def test_unmarked(): assert False
"""
UNREADABLE = """
import pytest
from spec.maxpool.operator import MAXPOOL
from spec.readings.plain import to_plain

assert to_plain(MAXPOOL["strides.positive"].formula) == "stride >= 1"

@pytest.mark.verifies("strides.positive")
def test_gone(): assert to_plain(MAXPOOL["strides.positive"].formula) == "stride >= 1"
"""
HANGING = """
import pathlib, subprocess, sys, time
import pytest
from spec.maxpool.operator import MAXPOOL
from spec.readings.plain import to_plain

@pytest.mark.verifies("strides.positive")
def test_hanging():
    if to_plain(MAXPOOL["strides.positive"].formula) != "stride >= 1":
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(10**6)"])
        pathlib.Path(__file__).with_name("child.tmp").write_text(str(child.pid))
        pathlib.Path(__file__).with_name("child.tmp").rename(pathlib.Path(__file__).with_name("child"))
        time.sleep(10**6)

@pytest.mark.verifies("dilations.positive")
def test_waiting():
    if to_plain(MAXPOOL["dilations.positive"].formula) != "dilation >= 1":
        while not pathlib.Path(__file__).with_name("child").exists():
            time.sleep(0.05)
        assert False
"""


def trial(noticed: str, detected: int = 0, tried: int = 3, mutations: int = 7) -> dict[str, object]:
    counts = {"detected": detected, "tried": tried, "mutations": mutations}
    return {"noticed": noticed, "weak": False, **counts}


def files(folder: Path, **texts: str) -> list[Path]:
    for name, text in texts.items():
        (folder / f"test_{name}.py").write_text(text, encoding="utf-8")
    return marked(folder)


@pytest.fixture(autouse=True)
def few(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first three mutants: `stride != 1`, `stride < 1`, `stride <= 1`. Tests are named as seen from the folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(links_tests, "FIRST_MUTANTS", 3)
    monkeypatch.setattr(links_tests, "MORE_MUTANTS", 0)


def test_every_mutation_is_tried_unless_a_clause_has_too_many() -> None:
    few, many = [[Literal(n) for n in range(count)] for count in (MOST_EVALUATED, 10 * MOST_EVALUATED)]
    assert tried(few) == (few, few)
    decided, evaluated = tried(many)
    assert (len(decided), len(evaluated)) == (MOST_DECIDED, MOST_EVALUATED)
    assert decided[0] == many[0]


@pytest.mark.whole
def test_a_test_holds_its_link_by_failing_and_by_nothing_else(tmp_path: Path) -> None:
    done: list[str] = []
    both = files(tmp_path, seeing=SEEING, unreadable=UNREADABLE)
    found = noticed_in(MAXPOOL, ["strides.positive", "Y.shape", "R1"], both, done.append)
    assert found == {
        "strides.positive": {
            "test_seeing::test_seeing": trial("stride <= 1", 2),
            "test_seeing::test_blind": trial(""),
            "test_seeing::test_on_a_fixture": trial("stride != 1", 2),
            "test_unreadable::test_gone": trial(""),
        },
        "Y.shape": {"test_seeing::test_blind": trial("", mutations=17)},
        "R1": {},
    }
    assert done == ["strides.positive", "Y.shape", "R1"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("import pytest\n@pytest.mark.verifies('R1')\ndef test_wrong(): assert False", "test_wrong: failure, with no"),
        ("import nothing_of_this_name  # mark.verifies('R1')", "error, with no clause changed"),
    ],
)
def test_what_fails_without_a_change_says_nothing(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(CannotRun, match=said):
        noticed_in(MAXPOOL, ["R1"], files(tmp_path, wrong=text))


def test_a_link_that_notices_the_negation_alone_is_weak() -> None:
    formula = MAXPOOL["strides.positive"].formula
    negation = next(m for m in mutants(formula) if negates(m, formula))
    others = [m for m in mutants(formula) if m != negation]
    assert to_plain(negation) == "stride < 1"
    assert not any(negates(m, formula) for m in others)
    link = LinkTrial(formula, 7)
    link.take(others[0], None)
    assert (link.noticed, link.weak) == ("", False)
    link.take(negation, "refuted")
    assert (link.noticed, link.weak, link.is_settled) == ("stride < 1: refuted", True, False)
    link.take(others[1], "proved")
    assert link.json() == {"noticed": "stride <= 1: proved", "weak": False, "detected": 2, "tried": 3, "mutations": 7}
    assert negates(not_(formula), formula)


def test_without_marks_there_is_nothing_to_run(tmp_path: Path) -> None:
    with pytest.raises(CannotRun, match="no file test_"):
        files(tmp_path, unmarked="def test_unmarked(): assert False")
    assert noticed_in(MAXPOOL, ["R1"], []) == {"R1": {}}


def test_mutants_are_the_same_ones_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links_tests, "MORE_MUTANTS", 4)
    found = links_tests._some(100)
    assert found == links_tests._some(100) == sorted(set(found))
    assert (found[:3], len(found), found[-1] < 100) == ([0, 1, 2], 7, True)
    assert links_tests._some(5) == [0, 1, 2, 3, 4]
    assert links_tests._some(0) == []


# --- nothing is left behind ---


needs_sessions = pytest.mark.skipif(not hasattr(os, "killpg"), reason="the platform has no groups of processes")


@pytest.mark.whole
@needs_sessions
def test_what_does_not_end_is_ended_and_notices_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links_tests, "SECONDS_CHANGED", 20.0)
    monkeypatch.setattr(links_tests, "FIRST_MUTANTS", 1)
    found = noticed_in(MAXPOOL, ["strides.positive"], files(tmp_path, hanging=HANGING))["strides.positive"]
    assert found == {"test_hanging::test_hanging": trial("", tried=1)}
    assert is_over(int((tmp_path / "child").read_text(encoding="utf-8")))


@pytest.mark.whole
@needs_sessions
def test_an_interruption_ends_all_that_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(links_tests, "processors", lambda: 2)
    with pytest.raises(KeyboardInterrupt):
        noticed_in(MAXPOOL, ["dilations.positive", "strides.positive"], files(tmp_path, hanging=HANGING), interrupted)
    assert is_over(int((tmp_path / "child").read_text(encoding="utf-8")))
