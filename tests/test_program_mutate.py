"""Mutants of the source and of the invariants: a sample is judged, and what nothing notices is said."""

from __future__ import annotations

import ast
from collections.abc import Sequence

import pytest

from proofs.mutation import programs as mutate
from proofs.mutation.programs import report
from proofs.mutation.scores import Mutant
from proofs.mutation.slips import SourceMutant, slips
from proofs.program.logic.solving import Session
from proofs.program.maxpool.invariants import CELLS, TAPS
from proofs.program.obligations import pool
from proofs.program.source.subset import function

SLIPS: Sequence[SourceMutant] = mutate.all_slips()
INVARIANTS = mutate.changed_invariants()


def test_slips_differ_from_the_source_and_from_each_other_in_one_place() -> None:
    source = ast.unparse(mutate.source())
    texts = [ast.unparse(mutant.tree) for mutant in SLIPS]
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
def test_slips_are_those_of_a_pen(text: str) -> None:
    head, _, tail = text.rpartition(" ")
    assert any(head in mutant.text and mutant.text.endswith(tail) for mutant in SLIPS), text


@pytest.mark.parametrize("mutant", SLIPS[7::200], ids=lambda s: f"{s.line}: {s.text}")
def test_a_slip_in_the_source_is_noticed_or_harmless(mutant: SourceMutant) -> None:
    judged = mutate.judge_slip(mutant, Session(mutate.LIMITS))
    assert judged.noticed_by or judged.harmless


@pytest.mark.parametrize("i", range(5, len(INVARIANTS), 110))
def test_a_slip_in_an_invariant_is_noticed_or_harmless(i: int) -> None:
    judged = mutate.judge_invariant(*INVARIANTS[i], Session(mutate.LIMITS))
    assert judged.noticed_by or judged.harmless


def test_a_dead_initial_value_does_no_harm() -> None:
    mutant = next(s for s in SLIPS if "-1: the operator left out" in s.text)
    assert mutate.judge_slip(mutant, Session(mutate.LIMITS)) == Mutant(
        f"reference.maxpool:{mutant.line}", mutant.text, "", harmless=True
    )


def test_what_is_accepted_and_wrong_survives(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a proof that accepts everything, the bounded route contradicts it, and the mutant is a survivor."""
    monkeypatch.setattr(mutate, "rejected", lambda *_: None)
    mutant = next(s for s in SLIPS if s.text == "element > best: GtE")
    judged = mutate.judge_slip(mutant, Session(mutate.LIMITS))
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


def test_the_source_itself_is_no_slip() -> None:
    node = mutate.source()
    assert function(node).body == pool().body
    assert all(ast.dump(mutant.tree) != ast.dump(node) for mutant in slips(node, pool()))
