"""The corpus of false things: each shown false by evaluation and refused; and what notices a prover that is unsound."""

from __future__ import annotations

import subprocess
from collections import Counter

import pytest

from proofs.mutation.prover.score import judge, report
from proofs.mutation.prover.slips import SLIPS, changed
from proofs.reports.examination import Examination
from proofs.soundness import corpus as soundness
from proofs.soundness.falsehood import CHEAP, NO_SOLVER, Falsehood
from proofs.soundness.statements import ARITHMETIC, COMPARED

CORPUS = tuple(soundness.corpus())
SAMPLE = tuple(soundness.sample())


def test_corpus_is_large_and_told() -> None:
    kinds = Counter(f.kind for f in CORPUS)
    assert len(CORPUS) >= 200
    assert (
        min(
            kinds[k]
            for k in (
                "statement",
                "script",
                "condition",
                "bits",
                "assumption",
                "certificate",
                "expression",
                "verdict",
                "python",
            )
        )
        > 20
    )
    assert len({f.label for f in CORPUS}) == len(CORPUS)
    assert all(f.reason for f in CORPUS)
    assert len(ARITHMETIC) * len(COMPARED) == 48


def test_sample_is_refused_as_a_check_does_it() -> None:
    number, wrong = soundness.accepted()
    assert (number, wrong) == (len(SAMPLE), ())
    assert Examination(false=number).refused == f"{number} false statements refused"
    kinds = {"statement", "script", "condition", "bits", "assumption", "certificate", "expression", "verdict"}
    assert {f.kind for f in SAMPLE} == kinds


def test_what_is_accepted_fails_a_check_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    believed = Falsehood("a.b", "statement", "it is not so", lambda: True, lambda: True)
    true = Falsehood("a.c", "statement", "it is not so", lambda: False, lambda: False)
    monkeypatch.setattr(soundness, "corpus", lambda: iter([believed, true]))
    monkeypatch.setattr(soundness, "EACH", 1)
    number, wrong = soundness.accepted.__wrapped__()
    assert (number, wrong) == (
        2,
        ("a.c: evaluation does not show that it is false", "a.b: false, and accepted: it is not so"),
    )
    assert Examination(false=number, accepted=wrong).problems == wrong


def test_all_false_things_are_refused(request: pytest.FixtureRequest) -> None:
    """Each third of those that cost little; with `--whole`, all, programs too."""
    whole = request.config.getoption("--whole")
    sampled = {f.label for f in SAMPLE}
    tried = [f for f in CORPUS if f.label not in sampled and (whole or f.cost == CHEAP)]
    assert [f.label for f in tried[:: 1 if whole else 3] if not f.is_false() or f.is_accepted()] == []


def test_a_program_that_takes_another_element_is_shown_wrong() -> None:
    """With numbers of two ranks: two zeros would hide it."""
    (taken,) = (f for f in CORPUS if f.label == "python.another-element-is-taken")
    assert taken.is_false()


@pytest.mark.parametrize("slip", SLIPS, ids=lambda s: s.what)
def test_slip_stands_where_it_is_said_to(slip: object) -> None:
    assert isinstance(slip, type(SLIPS[0]))
    text = slip.path.read_text(encoding="utf-8")
    assert compile(changed(text, slip), slip.module, "exec") != compile(text, slip.module, "exec")


NOTICED = {
    "no window stands astride": "refused: not of each m: m meets the input is about one",
    "NaN.as-minus-infinity says that all ranks are equal": "refused: NaN.as-minus-infinity: what is assumed",
    "what a loop changes of arrays is forgotten": "refused: program.derived.",
    "any label will do": "accepted: assumption.other-label",
    "a coefficient may be negative": "accepted: certificate.",
}


SLOW = "what a loop changes of arrays is forgotten"


@pytest.mark.parametrize("what", [pytest.param(w, marks=pytest.mark.whole if w == SLOW else ()) for w in NOTICED])
def test_slip_is_noticed(what: str) -> None:
    (number,) = (i for i, slip in enumerate(SLIPS) if slip.what == what)
    found = judge(number)
    assert found.noticed_by.startswith(NOTICED[what])
    assert report([found])["survived"] == []
    assert report([found])["killed"] == 1


def test_a_change_that_runs_on_or_is_noticed_by_nothing_survives(monkeypatch: pytest.MonkeyPatch) -> None:
    silent = subprocess.CompletedProcess([], 0, stdout="\n", stderr="")
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: silent)
    assert [s["text"] for s in report([judge(0)])["survived"]] == [SLIPS[0].what]

    def hangs(*_: object, **__: object) -> None:
        raise subprocess.TimeoutExpired("", 1)

    monkeypatch.setattr(subprocess, "run", hangs)
    assert judge(0).noticed_by == ""


def test_sample_costs_no_solver_where_none_is_needed() -> None:
    assert {f.label for f in CORPUS if f.cost == NO_SOLVER} <= {f.label for f in SAMPLE}
