"""Each clause: what it says of itself, a case that meets it, and a case that breaks nothing else.

Where a case cannot break one clause alone, its table says which others fall with it, and which others then speak of
names that the call does not have.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import z3
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.call import ABSENT, describe
from reference.examples import cases
from reference.maxpool import maxpool
from spec.examples.rejected import EDGES, Edge
from spec.language.fold import subterms
from spec.language.terms import Quantified, Term
from spec.maxpool.operator import MAXPOOL
from spec.operator.operator import Violation
from spec.readings.latex import to_latex
from spec.readings.plain import to_plain
from spec.readings.smtlib import script
from spec.readings.sympy_terms import to_sympy
from spec.readings.z3_terms import to_z3
from tests import oracle
from tests.strategies import SMALL, Array, Call, calls, unsigned

ALL = [clause.label for clause in MAXPOOL.clauses]
PRECONDITIONS = [clause.label for clause in MAXPOOL.preconditions()]
ON_CELLS = [clause.label for clause in oracle.ON_CELLS]
READINGS: dict[str, Callable[[Term], object]] = {
    "plain": to_plain,
    "LaTeX": to_latex,
    "z3": to_z3,
    "SMT-LIB": lambda term: z3.parse_smt2_string(script([term])),
    "sympy": to_sympy,
}

# --- what a clause says of itself ----------------------------------------------------------------


def test_labels_are_unique_slugs() -> None:
    slug = re.compile(r"[A-Za-z][A-Za-z0-9_]*([.-][A-Za-z][A-Za-z0-9_]*)*")
    assert [label for label in ALL if not slug.fullmatch(label)] == []
    assert len(set(ALL)) == len(ALL)


@pytest.mark.parametrize("label", ALL)
def test_clause_is_told_in_full(label: str) -> None:
    clause = MAXPOOL[label]
    for text in (clause.subject, clause.title, clause.statement, clause.rationale, clause.source.document):
        assert text.strip() == text != ""
    assert clause.statement.endswith(".")
    assert clause.rationale.endswith((".", "`[R2]`", "`[R1]`"))
    assert not hasattr(clause, "alternatives") or clause.alternatives


@pytest.mark.parametrize("reading", READINGS)
def test_clauses_are_readable(reading: str) -> None:
    for clause in MAXPOOL.clauses:
        for formula in (
            *MAXPOOL.instances(clause),
            *(MAXPOOL.instances(clause, clause.check) if clause.check is not None else ()),
        ):
            if reading == "sympy" and any(isinstance(part, Quantified) for part in subterms(formula)):
                with pytest.raises(TypeError, match="literal bounds"):
                    READINGS[reading](formula)
            else:
                text = READINGS[reading](formula)
                assert not isinstance(text, str) or text.isascii(), clause.label


# --- preconditions -------------------------------------------------------------------------------

LEGAL: dict[str, object] = {
    "auto_pad": "NOTSET",
    "ceil_mode": 0,
    "dilations": [1, 2],
    "kernel_shape": [3, 2],
    "pads": [0, 1, 2, 1],
    "storage_order": 0,
    "strides": [2, 1],
}
NOTHING: Mapping[str, Any] = {}


def tensor(*shape: int, dtype: str = "float32") -> Array:
    return np.zeros(shape, dtype)


class Case:
    """What turns LEGAL on a tensor into a call that meets a clause with care, and into one that breaks it.

    `X` may stand among the changes. `described`: what no call can say, put into the description of the broken one.
    `fall_too`: the other clauses that are broken; `silent`: those that speak of what the call does not have.
    """

    def __init__(
        self,
        meets: Mapping[str, object],
        breaks: Mapping[str, object],
        *fall_too: str,
        silent: Iterable[str] = (),
        described: Mapping[str, object] = NOTHING,
    ) -> None:
        self.meets, self.breaks, self.described = meets, breaks, described
        self.fall_too, self.silent = set(fall_too), set(silent)


SIZES = ("Y.positive", "windows.meet-input")
OF_X = ("X.types", "R1", "X.rank", "X.batch-and-channels", "X.spatial", "Indices.int64", *SIZES)
NARROW, ONE = tensor(1, 1, 4, 1), tensor(1, 1, 1, 4)

CASES: dict[str, Case] = {
    "attributes.known": Case({}, {"padding": [0, 0]}),
    "R2": Case(
        {}, {"auto_pad": ABSENT}, "general.no-default-values", "auto_pad.type", silent=("auto_pad.domain", "R3")
    ),
    "general.no-default-values": Case(
        {}, {"ceil_mode": ABSENT}, "R2", "ceil_mode.type", silent=("ceil_mode.domain", "R4")
    ),
    "X.tensor": Case({}, {"X": [[[[0.0]]]]}, silent=OF_X),
    "X.types": Case({"X": tensor(1, 1, 4, 4, dtype="int8")}, {"X": tensor(1, 1, 4, 4, dtype="int16")}),
    "R1": Case({}, {"X": tensor(1, 1, 4, 4, 4)}, "X.rank"),
    "X.rank": Case({}, {"X": tensor(1, 4, 4)}, "R1", silent=("X.spatial", "Indices.int64", *SIZES)),
    "X.batch-and-channels": Case({"X": tensor(0, 0, 4, 4)}, {}, described={"dX_1": -1}),
    "X.spatial": Case(
        {"X": NARROW, "pads": [0, 0, 2, 2]}, {"X": tensor(1, 1, 4, 0), "pads": [0, 0, 2, 3]}, "windows.meet-input"
    ),
    "Indices.int64": Case({}, {}, described={"dX_0": 2**58 + 1}),
    "auto_pad.type": Case({"auto_pad": np.str_("NOTSET")}, {"auto_pad": None}, silent=("auto_pad.domain", "R3")),
    "auto_pad.domain": Case({}, {"auto_pad": "notset"}, "R3"),
    "R3": Case({}, {"auto_pad": "VALID"}),
    "ceil_mode.type": Case({"ceil_mode": np.int8(0)}, {"ceil_mode": False}, silent=("ceil_mode.domain", "R4")),
    "ceil_mode.domain": Case({}, {"ceil_mode": -1}, "R4"),
    "R4": Case({}, {"ceil_mode": 1}),
    "dilations.type": Case({"dilations": (1, 2)}, {"dilations": [1.0, 2]}, silent=("dilations.positive", *SIZES)),
    "dilations.length": Case({}, {"dilations": [1, 2, 1]}),
    "dilations.positive": Case({"dilations": [1, 1]}, {"dilations": [1, 0], "pads": [0, 0, 2, 0]}),
    "kernel_shape.type": Case(
        {"kernel_shape": (3, 2)}, {"kernel_shape": ["3", 2]}, silent=("kernel_shape.positive", *SIZES)
    ),
    "kernel_shape.length": Case({}, {"kernel_shape": [3, 2, 2]}),
    "kernel_shape.positive": Case(
        {"kernel_shape": [1, 2], "pads": [0, 1, 0, 1]},
        {"kernel_shape": [0, 2], "pads": [0, 1, 0, 1]},
        "windows.meet-input",
    ),
    "pads.type": Case({"pads": (0, 1, 2, 1)}, {"pads": "0121"}, silent=("pads.length", "pads.non-negative", *SIZES)),
    "pads.length": Case({}, {"pads": [0, 1, 2, 1, 0]}),
    "pads.non-negative": Case({"pads": [0, 0, 0, 0]}, {"pads": [0, 0, -1, 0]}),
    "storage_order.type": Case({}, {"storage_order": 0.0}, silent=("storage_order.domain", "R5")),
    "storage_order.domain": Case({}, {"storage_order": 2}, "R5"),
    "R5": Case({}, {"storage_order": 1}),
    "strides.type": Case(
        {"strides": (2, 1)}, {"strides": np.array([2, 1])}, silent=("strides.length", "strides.positive", *SIZES)
    ),
    "strides.length": Case({}, {"strides": [2, 1, 1]}),
    "strides.positive": Case({"strides": [1, 1]}, {"strides": [2, 0]}, silent=SIZES),
    "Y.positive": Case({"X": ONE, "pads": [0, 1, 2, 1]}, {"X": ONE, "pads": [0, 1, 1, 1]}),
    "windows.meet-input": Case(
        {"X": NARROW, "pads": [0, 2, 0, 2], "strides": [2, 2]}, {"X": NARROW, "pads": [0, 2, 0, 2]}
    ),
}
"""For R2 and its likes the call cannot but break both: an attribute that is not set has no type either. `X.rank` is R1
in other words; R3, R4 and R5 imply the domains. A kernel or an axis of size 0 has no tap on X."""


def environment_of(changes: Mapping[str, object], described: Mapping[str, object] = NOTHING) -> dict[str, Any]:
    """The description of a call, completed by the definitions as far as they go."""
    full: dict[str, object] = {"X": tensor(1, 2, 4, 4), **LEGAL, **changes}
    attributes = {name: full.pop(name) for name in LEGAL}
    return oracle.completed({**describe(full.pop("X"), attributes, full), **described})


def test_every_precondition_has_a_case() -> None:
    assert list(CASES) == PRECONDITIONS


NOTICED = [label for label in PRECONDITIONS if label != "R2"]
"""The clauses in which some slip refuses a legal call. R2 asks that all attributes are set: no slip asks for more."""


@pytest.mark.parametrize(
    "label", ["R2", *(pytest.param(label, marks=pytest.mark.verifies(label)) for label in NOTICED)]
)
def test_case_that_meets_the_clause(label: str) -> None:
    environment = environment_of(CASES[label].meets)
    assert set(oracle.verdicts(environment).values()) == {True}
    assert MAXPOOL.violated(environment) is None


@pytest.mark.verifies(parameter="label")
@pytest.mark.parametrize("label", PRECONDITIONS)
def test_case_that_breaks_the_clause_alone(label: str) -> None:
    broken = CASES[label]
    environment = environment_of(broken.breaks, broken.described)
    found = oracle.verdicts(environment)
    assert {other for other, holds in found.items() if holds is False} == {label} | broken.fall_too
    assert {other for other, holds in found.items() if holds is None} == broken.silent
    with pytest.raises(Violation) as caught:
        MAXPOOL.check(environment)
    first = next(other for other in PRECONDITIONS if found[other] is not True)
    assert caught.value.label == first
    assert str(caught.value).startswith(f"{first}: {caught.value.said}. ")


def at(edge: Edge) -> Any:
    """An edge as the parameter of a test; one at which a call breaks a clause verifies that clause."""
    name = f"{edge.breaks or 'legal'}: {', '.join(map(str, edge.changes.items()))}"
    return pytest.param(edge, id=name, marks=[pytest.mark.verifies(edge.breaks)] if edge.breaks else [])


@pytest.mark.parametrize("edge", [at(edge) for edge in EDGES])
def test_edge_breaks_what_it_says(edge: Edge) -> None:
    arguments = cases.edge_call(edge)
    broken = MAXPOOL.violated(cases.described(arguments.pop("X"), arguments))
    assert (broken.label if broken else "") == edge.breaks


@pytest.mark.verifies(*NOTICED)
@given(call=calls(limits=SMALL))
@settings(max_examples=50, deadline=None, derandomize=True)
def test_every_precondition_holds_of_legal_calls(call: Call) -> None:
    environment = environment_of({"X": call.X, **call.attributes})
    assert set(oracle.verdicts(environment).values()) == {True}
    assert environment.items() <= MAXPOOL.check(describe(call.X, call.attributes, {})).items()


@given(sizes=st.lists(st.integers(1, 5), min_size=4, max_size=4), pads=st.tuples(*[st.integers(0, 9)] * 2))
@settings(max_examples=150, deadline=None, derandomize=True)
def test_check_says_what_its_formula_says(sizes: list[int], pads: tuple[int, int]) -> None:
    x, kernel, dilation, stride = sizes
    changes = {
        "X": tensor(1, 1, x, 1),
        "kernel_shape": [kernel, 1],
        "dilations": [dilation, 1],
        "strides": [stride, 1],
        "pads": [pads[0], 0, pads[1], 0],
    }
    environment = environment_of(changes)
    if environment["dY_2"] >= 1:
        assert oracle.verdicts(environment) == oracle.verdicts(environment, by_check=True)


# --- clauses over cells --------------------------------------------------------------------------

TIED = np.array([[[[-0.0, 0.0, 0.0], [-1, -2, -3]], [[5, 5, 1], [np.nan, 2, 5]]]], np.float32)
WINDOWS_2X2 = {**LEGAL, "kernel_shape": [2, 2], "dilations": [1, 1], "pads": [0, 0, 0, 0], "strides": [1, 1]}
FIVE, ZERO = (0, 1, 0, 0), (0, 0, 0, 0)
"""The cells whose windows hold 5, 5, NaN, 2 (places 6, 7, 9, 10), and -0.0, 0.0, -1, -2."""

WRONG_OUTPUTS: dict[str, tuple[oracle.Cell, dict[str, float], set[str]]] = {
    "greater than all": (FIVE, {"Y": 9}, {"Y.max", "Y.max-over-input", "Y.bits"}),
    "not the greatest": (FIVE, {"Y": 2}, {"Y.max", "Y.bits"}),
    "a NaN passed on": (FIVE, {"Y": np.nan}, {"Y.max", "Y.max-over-input", "Y.bits"}),
    "the other zero": (ZERO, {"Y": 0.0}, {"Y.bits"}),
    "a maximum that is not the first": (FIVE, {"Indices": 7}, {"Indices.first-maximum"}),
    "the place of a smaller tap": (FIVE, {"Indices": 10}, {"Indices.first-maximum", "Y.bits"}),
    "a maximum of another window": (FIVE, {"Indices": 11}, {"Indices.first-maximum", "Indices.flat"}),
    "a place in another plane": (FIVE, {"Indices": 2}, {"Indices.first-maximum", "Indices.flat", "Y.bits"}),
    "no place": (ZERO, {"Indices": -1}, {"Indices.first-maximum", "Indices.flat", "Y.bits"}),
    "another tap and its element": (FIVE, {"Y": 2, "Indices": 10}, {"Indices.first-maximum", "Y.max"}),
}
WRONG_MEANINGS: dict[str, tuple[dict[str, Callable[..., Any]], set[str]]] = {
    "NaN is passed on": ({"value": lambda element: element}, {"NaN.as-minus-infinity"}),
    "all is -inf": ({"value": lambda element: oracle.minus_infinity("float32")}, {"NaN.as-minus-infinity"}),
    "NaN is the greatest": (
        {"key": lambda element: np.inf if oracle.is_nan(element) else oracle.key(element)},
        {"NaN.as-minus-infinity"},
    ),
    "+0.0 is the greater zero": (
        {"key": lambda element: (oracle.key(element), -element.bits if oracle.is_zero(element) else 0)},
        {"zeros.equal"},
    ),
}


def marked(wrong: Mapping[str, tuple[Any, ...]]) -> list[Any]:
    """The names of wrong things; a test of one verifies the clauses that are to reject it."""
    return [pytest.param(name, marks=pytest.mark.verifies(*sorted(labels))) for name, (*_, labels) in wrong.items()]


@pytest.mark.parametrize("wrong", marked(WRONG_OUTPUTS))
def test_wrong_output_is_rejected(wrong: str) -> None:
    cell, changes, labels = WRONG_OUTPUTS[wrong]
    Y, Indices = maxpool(TIED, **WINDOWS_2X2)
    assert list(oracle.broken_on_cells(TIED, WINDOWS_2X2, Y, Indices)) == []
    for name, change in changes.items():
        {"Y": Y, "Indices": Indices}[name][cell] = change
    assert set(oracle.broken_on_cells(TIED, WINDOWS_2X2, Y, Indices)) == {(label, cell) for label in labels}


@pytest.mark.parametrize("wrong", marked(WRONG_MEANINGS))
def test_wrong_order_of_elements_is_rejected(wrong: str) -> None:
    changes, labels = WRONG_MEANINGS[wrong]
    found, right = set(oracle.elements(TIED).values()), oracle.meanings("float32")
    assert list(oracle.broken_on_elements(found, right)) == []
    assert {label for label, *_ in oracle.broken_on_elements(found, right | changes)} == labels


@pytest.mark.parametrize("label", ON_CELLS)
def test_clause_over_cells_rejects_something(label: str) -> None:
    assert any(label in labels for *_, labels in (*WRONG_OUTPUTS.values(), *WRONG_MEANINGS.values()))


@pytest.mark.verifies("Y.max", "Y.max-over-input", "Indices.first-maximum", "Indices.flat", "Y.bits")
@given(call=calls(limits=replace(SMALL, batches=(1, 2))), data=st.data())
@settings(max_examples=60, deadline=None, derandomize=True)
def test_one_changed_cell_is_rejected(call: Call, data: st.DataObject) -> None:
    Y, Indices = maxpool(call.X, **call.attributes)
    cell = data.draw(st.sampled_from(list(np.ndindex(Y.shape))), label="cell")
    if data.draw(st.booleans(), label="change Y, not Indices"):
        bits = Y.view(unsigned(Y.dtype.name))
        bits[cell] ^= data.draw(st.integers(1, np.iinfo(bits.dtype).max), label="bits to flip")
    else:
        Indices[cell] += data.draw(st.integers(1, call.X.size) | st.integers(-call.X.size, -1), label="shift")
    assert {cell} == {place for _, place in oracle.broken_on_cells(call.X, call.attributes, Y, Indices)}
