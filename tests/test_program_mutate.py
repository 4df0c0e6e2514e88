"""Mutants of the source and of the invariants: a sample is judged, and what nothing notices is said."""

from __future__ import annotations

import ast
from collections.abc import Sequence

import pytest

from proofs.mutation import programs as mutate
from proofs.mutation.common.scores import Mutant
from proofs.mutation.programs import report
from proofs.mutation.source.python_mutants import SourceMutant
from proofs.program.logic.solving import Session
from proofs.program.maxpool.invariants import CELLS, TAPS
from proofs.program.obligations import pool
from proofs.program.source.subset import function
from proofs.solvers.answers import BRIEF_LIMITS
from proofs.solvers.solvers import SOLVERS, opened

SAMPLE = 5
"""So many mutants of the source, from places evenly spread in it, are judged here; `maxpool mutate` judges all."""


@pytest.fixture(scope="module")
def mutants() -> Sequence[SourceMutant]:
    """All mutants of the source: they take seconds to make, and so are not made where tests are only collected."""
    return mutate.changed_sources()


INVARIANTS = mutate.changed_invariants()


@pytest.mark.whole
def test_mutants_differ_from_the_source_and_from_each_other_in_one_place(mutants: Sequence[SourceMutant]) -> None:
    source = ast.unparse(mutate.source())
    texts = [ast.unparse(mutant.tree) for mutant in mutants]
    assert source not in texts
    assert len(set(texts)) > 0.98 * len(texts)
    assert all(len(set(text.splitlines()) ^ set(source.splitlines())) <= 30 for text in texts)


@pytest.mark.parametrize(
    "text",
    [
        "element > best: GtE",
        "0 <= row < dX_2: Lt",
        "not found: the operator left out",
        "strides: dilations",
        "index: 0",
        "-1: the operator left out",
        "range(dX_0): from 1",
        "best = element left out",
        "(b, c, row, column): two swapped",
    ],
)
def test_mutants_are_one_small_change(mutants: Sequence[SourceMutant], text: str) -> None:
    head, _, tail = text.rpartition(" ")
    assert any(head in mutant.text and mutant.text.endswith(tail) for mutant in mutants), text


@pytest.mark.parametrize("place", range(SAMPLE))
def test_a_mutant_of_the_source_is_noticed_or_harmless(mutants: Sequence[SourceMutant], place: int) -> None:
    mutant = mutants[7 + place * (len(mutants) // SAMPLE)]
    judged = mutate.judge_source(mutant, Session(opened(SOLVERS, BRIEF_LIMITS)))
    assert judged.noticed_by or judged.harmless, (mutant.line, mutant.text)


@pytest.mark.parametrize("i", range(5, len(INVARIANTS), 110))
def test_a_mutant_of_an_invariant_is_noticed_or_harmless(i: int) -> None:
    judged = mutate.judge_invariant(INVARIANTS[i], Session(opened(SOLVERS, BRIEF_LIMITS)))
    assert judged.noticed_by or judged.harmless


@pytest.mark.whole
def test_a_dead_initial_value_does_no_harm(mutants: Sequence[SourceMutant]) -> None:
    mutant = next(s for s in mutants if "-1: the operator left out" in s.text)
    assert mutate.judge_source(mutant, Session(opened(SOLVERS, BRIEF_LIMITS))) == Mutant(
        f"reference.maxpool:{mutant.line}", mutant.text, "", harmless=True
    )


def test_what_is_accepted_and_wrong_survives(mutants: Sequence[SourceMutant], monkeypatch: pytest.MonkeyPatch) -> None:
    """With a proof that accepts everything, the bounded route contradicts it, and the mutant is a survivor."""
    monkeypatch.setattr(mutate, "rejected", lambda *_: None)
    mutant = next(s for s in mutants if s.text == "element > best: GtE")
    judged = mutate.judge_source(mutant, Session(opened(SOLVERS, BRIEF_LIMITS)))
    assert not judged.noticed_by
    assert not judged.harmless
    scores = report([judged, Mutant("somewhere", "text", "program.return.Y")])
    assert (scores["schema"], scores["target"]) == ("maxpool/mutate/1", "program")
    assert (scores["mutants"], scores["killed"], scores["equivalent"]) == (2, 1, 0)
    assert scores["survived"] == [{"where": judged.where, "text": judged.text}]


def test_every_invariant_is_mutated() -> None:
    assert {(kind, i.label) for kind, i, _ in INVARIANTS} == {
        *(("taps", i.label) for i in TAPS),
        *(("cells", i.label) for i in CELLS),
    }


def test_the_source_itself_is_no_slip(mutants: Sequence[SourceMutant]) -> None:
    node = mutate.source()
    assert function(node).body == pool().body
    assert all(ast.dump(mutant.tree) != ast.dump(node) for mutant in mutants)
