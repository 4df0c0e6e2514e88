"""Capacity: its list of quantities is complete, its conditions are the weakest, and the command shows their edges."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import pytest
from typer.testing import CliRunner

from maxpool import app
from proofs.maxpool.capacity import broken, document, edges
from proofs.theories.indices import capacity as theory
from spec.language.fold import substitute, subterms
from spec.language.terms import Literal, Operation, Sort, Term, Variable
from spec.maxpool.capacity import CAPACITY, FITTING, counted, of_width
from spec.maxpool.operator import MAXPOOL
from spec.maxpool.semantics import element_at, flat, h2, w2
from spec.maxpool.vocabulary import (
    ATTRIBUTES,
    AXES,
    Indices,
    b,
    c,
    ceil_mode,
    defaults_used,
    dIndices,
    dX,
    dY,
    length,
    n,
    rank_X,
    storage_order,
    w,
)
from spec.operator.clauses import Scope
from spec.readings.value import evaluate
from spec.window.names import h, m
from tests.strategies import Axis

PLACES: tuple[Mapping[Variable, Term], ...] = ({}, {h: h2}, {m: n, h: w}, {m: n, h: w2})
"""Window and tap in the clauses on a cell: on the first axis or the second, of one tap or another."""
FIXED: set[Term] = {
    *(rank_X, rank_X - 2, ceil_mode, storage_order, defaults_used),
    *(length(name) for name in ATTRIBUTES),
}
"""What the clauses on a call's form fix, or count there."""


def shown() -> set[Term]:
    """What the theory shows to fit, as the clauses write it."""
    on_axis = {*theory.PASSED, *theory.SIZES, *theory.POSITIONS}
    on_axis |= {formula for label in ("extent", "slack", "Y.shape") for formula in _right(MAXPOOL[label].formula)}
    everywhere = {substitute(substitute(t, place), axis) for t in on_axis for place in PLACES for axis in ({}, *AXES)}
    of_index = {t for place in ((h, w), (h2, w2)) for t in subterms(flat(*place))}
    of_reading = set(subterms(element_at(Indices(b, c, m, n))))
    of_numbers = {t for sizes in (dX, dY) for t in subterms(counted(sizes))} | {*dIndices}
    return everywhere | of_index | of_reading | of_numbers


def _right(formula: Term) -> Iterator[Term]:
    assert isinstance(formula, Operation)
    yield formula.args[1]


def test_every_quantity_of_the_clauses_is_shown_to_fit() -> None:
    """A new sum or product in a clause is not covered until the theory says so."""
    found = {t for clause in MAXPOOL.clauses for t in subterms(clause.formula) if t.sort is Sort.INT}
    missing = {t for t in found if not isinstance(t, Literal)} - shown() - FIXED
    assert missing == set()


def test_each_condition_bounds_a_quantity() -> None:
    """So without it that quantity would not fit: the conditions are the weakest."""
    quantities = shown()
    for clause in CAPACITY:
        for part in subterms(clause.formula):
            if isinstance(part, Operation) and part.sort is Sort.BOOL and part.args[0].sort is not Sort.BOOL:
                assert part.args[0] in quantities


# --- by evaluation --------------------------------------------------------------------------------


def calls() -> Iterator[tuple[int, int, Axis]]:
    """Bounded: one slid axis; sizes to 3, kernels and dilations to 3, strides to 4, pads to 2, legal."""
    for planes in product(range(3), range(3)):
        for numbers in product((1, 2, 3), (1, 2, 3), (1, 3), (1, 4), (0, 1, 2), (0, 2)):
            if (axis := Axis(*numbers)).is_legal:
                yield (*planes, axis)


def quantities(planes: tuple[int, int], axis: Axis) -> Iterator[int]:
    """All that the clauses compute for a call whose second axis has one element, over all windows and taps."""
    values = {**axis.defined, dX[0].name: planes[0], dX[1].name: planes[1], dX[3].name: 1, dX[2].name: axis.x}
    values |= {dY[i].name: size for i, size in enumerate((*planes, axis.defined["y"], 1))}
    for term in (*theory.PASSED, *theory.SIZES, *(t for s in (dX, dY) for t in subterms(counted(s)))):
        yield evaluate(term, values)
    for window, tap in product(range(axis.defined["y"]), range(axis.kernel)):
        for term in theory.POSITIONS:
            yield evaluate(term, {**values, "m": window, "h": tap})


def test_the_conditions_hold_exactly_where_all_quantities_fit() -> None:
    """Bounded: all small calls, in integers whose largest is from 1 to 12. Indices are below the number of elements."""
    for first, second, axis in calls():
        needed = max(map(abs, quantities((first, second), axis)))
        values = {**axis.defined, "dX_0": first, "dX_1": second, "dX_2": axis.x, "dX_3": 1}
        values |= {"dY_0": first, "dY_1": second, "dY_2": axis.defined["y"], "dY_3": 1}
        for largest in range(1, 13):
            bounds = {"largest": largest, "largest_index": largest}
            assert all(evaluate(c.formula, {**values, **bounds}) for c in CAPACITY) == (needed <= largest)


# --- the command ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("width", "index_width"), [(16, 16), (32, 32), (64, 64), (32, 64), (16, 64), (64, 32), (8, 16)]
)
def test_each_edge_is_one(width: int, index_width: int) -> None:
    for edge in edges(width, index_width):
        assert edge.fits is None or broken(edge.fits, width, index_width) == ""
        assert edge.beyond is None or broken(edge.beyond, width, index_width) == edge.clause.label
        assert edge.beyond is not None or of_width(width) ** 4 <= of_width(index_width)
    if width == index_width:
        assert all(edge.fits for edge in edges(width, index_width))


def run(*arguments: str) -> Any:
    return CliRunner().invoke(app, ["capacity", *arguments])


def test_the_command_shows_each_condition() -> None:
    done = run("--width", "32")
    assert done.exit_code == 0
    assert "dX_0 * dX_1 * dX_2 * dX_3 <= 2147483647" in done.stdout
    assert all(clause.label in done.stdout for clause in CAPACITY)


def test_the_document() -> None:
    done = run("--width", "16", "--index-width", "32", "--json")
    assert json.loads(done.stdout) == document(16, 32)
    assert [c["label"] for c in document(16, 32)["conditions"]] == [c.label for c in CAPACITY]


@pytest.mark.parametrize("width", ["7", "65", "wide"])
def test_another_width_is_a_mistake(width: str) -> None:
    assert run("--width", width).exit_code == 2


def test_an_axis_is_one_that_conditions_hold_on() -> None:
    assert {clause.scope for clause in CAPACITY} == {Scope.AXIS, Scope.CALL}
    assert FITTING.labels[: len(MAXPOOL.clauses)] == MAXPOOL.labels
