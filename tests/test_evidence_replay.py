"""`maxpool evidence verify --replay`: both solvers asked again, and what may be said of their answers."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import pytest

from proofs.catalogue import CATALOGUE
from proofs.evidence.verifying.child import _held, ask_both, wanted

PROVED, REFUTED = "shape.last-fits", "draft.dY_2"
FOLDER = "obligations/smt2"
BOTH = {"unsat": {"cvc5": "unsat", "z3": "unsat"}, "sat": {"cvc5": "sat", "z3": "sat"}}
OPEN = {"cvc5": "unknown", "z3": "unknown"}


def name(label: str, part: str) -> str:
    return f"{FOLDER}/{label}.{part}.smt2"


def want(file: str) -> str:
    return wanted(CATALOGUE, file)


def held(
    answers: Mapping[str, Mapping[str, str]], satisfied: Collection[str]
) -> tuple[list[str], list[tuple[str, str]]]:
    return _held(answers, {file: want(file) for file in answers}, satisfied)


@pytest.mark.parametrize("label", [PROVED, REFUTED])
def test_scripts_get_the_answer_that_they_should(label: str) -> None:
    answers = {
        f"{FOLDER}/{file}": ask_both(want(f"{FOLDER}/{file}"), text)
        for file, text in CATALOGUE[label].scripts().items()
    }
    assert all(found in BOTH.values() for found in answers.values())
    assert all(found == BOTH[want(file)] for file, found in answers.items() if want(file))
    assert held(answers, set()) == ([], [])


@pytest.mark.parametrize(
    ("part", "answers", "said"),
    [
        ("goal-1", BOTH["sat"], "should be unsat"),
        ("goal-1", {"cvc5": "sat", "z3": "unsat"}, "contradict"),
        ("goal-1", OPEN, "neither solver decides it"),
        ("assumptions", BOTH["unsat"], "should be sat"),
        ("assumptions", OPEN, "no example"),
    ],
)
def test_wrong_or_missing_answers_are_problems(part: str, answers: dict[str, str], said: str) -> None:
    _, ((path, what),) = held({name(PROVED, part): answers}, set())
    assert path == name(PROVED, part)
    assert said in what


def test_one_solver_decides_and_the_other_is_listed() -> None:
    answers = {"cvc5": "unsat", "z3": "unknown"}
    assert held({name(PROVED, "goal-1"): answers}, set()) == ([f"{name(PROVED, 'goal-1')}: z3"], [])
    undecided, problems = held({name(PROVED, "assumptions"): OPEN}, {PROVED})
    assert (len(undecided), problems) == (2, [])


def test_what_is_refuted_is_refuted_in_some_part() -> None:
    parts = {name(REFUTED, "goal-1"): BOTH["unsat"], name(REFUTED, "goal-2"): BOTH["sat"]}
    assert held(parts, set()) == ([], [])
    _, problems = held({name(REFUTED, "goal-1"): BOTH["unsat"]}, set())
    assert problems == [(f"{FOLDER}/{REFUTED}", "is refuted by no part")]
