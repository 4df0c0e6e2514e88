"""Mutants of the clauses, for those clauses that take seconds: all are noticed, or proved equivalent."""

from __future__ import annotations

import pytest

from proofs.cases import described, edge_call
from proofs.mutate import mutate, report
from spec.examples.rejected import EDGES, Edge
from spec.maxpool import MAXPOOL


@pytest.mark.parametrize(
    "edge", EDGES, ids=lambda e: f"{e.breaks or 'legal'}: {', '.join(map(str, e.changes.items()))}"
)
def test_edge_breaks_what_it_says(edge: Edge) -> None:
    arguments = edge_call(edge)
    broken = MAXPOOL.violated(described(arguments.pop("X"), arguments))
    assert (broken.label if broken else "") == edge.breaks


@pytest.mark.parametrize("label", ["R2", "X.types", "Y.shape", "pads.non-negative", "strides.positive", "zeros.equal"])
def test_no_slip_survives(label: str) -> None:
    scores = report(mutate(label))
    assert scores["survived"] == []
    assert scores["mutants"] == scores["killed"] + scores["equivalent"] > 0
