"""Definitions of Y and Indices as programs: read as terms, run on small calls, and held against the operator."""

from __future__ import annotations

import numpy as np
import pytest

from proofs.audit.formulas.formulas import judge_formulas
from proofs.audit.formulas.judged import JudgedFormulas
from proofs.audit.judges import read_prose, tie_rules
from proofs.audit.programs.program import Chosen, OutputProgram
from proofs.audit.programs.runs import small_calls
from reference.maxpool import maxpool
from spec.documents.pages.load import decode
from spec.documents.pages.read import parse

Y = (
    r"$$Y[b, c, m, n] = \max_{h=0}^{kernel\_shape[0]-1} \max_{w=0}^{kernel\_shape[1]-1}"
    r" X_p[b, c, m \cdot strides[0] + h \cdot dilations[0], n \cdot strides[1] + w \cdot dilations[1]]$$"
)
FLAT = r"((b \cdot dX_1 + c) \cdot dX_2 + i) \cdot dX_3 + j"
AT = r"Y[b, c, m, n] = X[b, c, i, j]"
ROWS = (
    r"- $i = m \cdot strides[0] + h \cdot dilations[0] - pads[0]$" + "\n"
    r"- $j = n \cdot strides[1] + w \cdot dilations[1] - pads[1]$"
)
TIES = "\nWhere several elements attain the maximum, the first of them in row-major order counts.\n"
INDICES = rf"$$Indices[b, c, m, n] = {FLAT} ~\text{{if}}~ {AT}$$"
IMPLIED = rf"$$Y[b, c, m, n] = X[b, c, i, j] \implies Indices[b, c, m, n] = {FLAT}$$"
OVER_INPUT = "\n- $i \\in [0, dX_2 - 1]$\n- $j \\in [0, dX_3 - 1]$\n"


def judged(*parts: str) -> JudgedFormulas:
    text = "\n\n".join(["# MaxPool", *parts, ""])
    page = parse(decode(text.encode(), "page.md"), "page.md")
    return judge_formulas(page, {}, tie_rules(read_prose(page)))


def rules(*parts: str) -> set[str]:
    return {finding.rule for finding in judged(*parts).findings}


def definition(*parts: str) -> OutputProgram:
    (_, *_, (_, found)) = [None, *judged(*parts).programs]
    return found


@pytest.mark.parametrize("form", [INDICES, IMPLIED])
def test_right_definitions_give_what_the_operator_gives(form: str) -> None:
    assert rules(Y, form, ROWS, TIES) == set()
    assert len(judged(Y, form, ROWS, TIES).programs) == 2


def test_a_definition_is_made_of_terms() -> None:
    found = definition(Y)
    assert (found.cell, found.choice, [name for name, _, _ in found.ranges]) == (
        tuple("bcmn"),
        Chosen.GREATEST,
        ["h", "w"],
    )
    call = next(c for c in small_calls() if c.attributes["pads"] != (0,) * 4)
    environment = call.environment()
    assert [found.gives(environment, cell) for cell in call.cells()] == [[y] for y in call.Y.ravel()]


@pytest.mark.parametrize(
    ("parts", "rule"),
    [
        ((Y, INDICES, ROWS), "index-ambiguous"),
        ((Y, IMPLIED, ROWS), "index-ambiguous"),
        ((INDICES,), "index-ambiguous"),
        ((Y, INDICES, OVER_INPUT), "index-outside-window"),
        ((Y, INDICES, OVER_INPUT, TIES), "index-outside-window"),
    ],
)
def test_ties_are_decided_from_what_the_definition_gives(parts: tuple[str, ...], rule: str) -> None:
    assert rule in rules(*parts)
    finding = next(f for f in judged(*parts).findings if f.rule == rule)
    (given,) = [value for name, value in finding.witness.items() if name.startswith("Indices[")]
    assert isinstance(given, list)
    assert len(given) > 1


SLIPS = (
    (r"\max_{h", r"\min_{h", r"\max_{w", r"\min_{w"),
    (r"\max_{h=0}^{kernel\_shape[0]-1} \max_{w=0}", r"\max_{h=1}^{kernel\_shape[0]-1} \max_{w=0}"),
    ("m \\cdot strides[0]", "n \\cdot strides[0]"),
    ("X_p[b, c,", "X_p[c, b,"),
    ("X_p[b, c,", "X[b, c,"),
    ("m \\cdot strides[0] + h", "m + h"),
)


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_in_the_definition_of_y_is_found(slip: tuple[str, ...]) -> None:
    wrong = Y
    for old, new in zip(slip[::2], slip[1::2], strict=True):
        assert old in wrong
        wrong = wrong.replace(old, new, 1)
    assert "formula-wrong" in rules(wrong)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (r"\cdot dX_3 + j", r"\cdot dX_2 + j"),
        ("dX_2 + i) \\cdot dX_3 + j", "dX_3 + j) \\cdot dX_2 + i"),
        ("b \\cdot dX_1 + c", "c \\cdot dX_0 + b"),
        (FLAT, f"{FLAT} + 1"),
        (f"(({FLAT[2:]}", r"i \cdot dX_3 + j"),
    ],
)
def test_a_slip_in_the_definition_of_indices_is_found(old: str, new: str) -> None:
    assert old in INDICES
    assert rules(Y, INDICES.replace(old, new, 1), ROWS, TIES) & {"formula-wrong", "index-offset-missing"}


TAPS = r"h \in [0, kernel\_shape[0] - 1], w \in [0, kernel\_shape[1] - 1]"
POSITIONS = ROWS.replace("- $", "").replace("$\n", ", ").replace("$", "")
WHERE = "X[b, c, i, j] = Y[b, c, m, n]"
SETS = (
    (rf"$$Indices[b, c, m, n] = \min \{{ {FLAT} \mid {TAPS}, {WHERE} \}}$$", ROWS),
    (rf"$$S = \{{ {FLAT} \mid {TAPS}, {WHERE} \}}$$", ROWS, "$$Indices[b, c, m, n] = \\min(S)$$"),
    (
        rf"$$S(b, c, m, n) = \{{ (i, j) \mid {TAPS}, {POSITIONS}, {WHERE} \}}$$",
        rf"$$Indices[b, c, m, n] = \min_{{(i, j) \in S(b, c, m, n)}} ({FLAT})$$",
    ),
)
WINDOW = (
    rf"$$W(m, n) = \{{ (i, j) \mid {TAPS}, {POSITIONS} \}}$$",
    r"$$Y[b, c, m, n] = \max_{(i, j) \in W(m, n)} X[b, c, i, j]$$",
)


@pytest.mark.parametrize("form", SETS)
def test_the_least_of_a_set_of_places_is_proved_for_all_sizes(form: tuple[str, ...]) -> None:
    found = judged(Y, *form)
    assert found.findings == []
    assert [c.verdict for c in found.claims] == ["proved", "proved"]


def test_a_greatest_over_a_set_of_places_is_proved_for_all_sizes() -> None:
    assert [(c.kind, c.verdict) for c in judged(*WINDOW).claims] == [("definition of Y", "proved")]


@pytest.mark.parametrize("form", SETS)
@pytest.mark.parametrize(
    ("old", "new"),
    [
        (r"\min", r"\max"),
        (r"\cdot dX_3 + j", r"\cdot dX_2 + j"),
        (f"(({FLAT[2:]}", r"i \cdot dX_3 + j"),
        ("h \\in [0, kernel\\_shape[0] - 1]", "h \\in [1, kernel\\_shape[0] - 1]"),
        ("X[b, c, i, j] = Y", "X[b, c, j, i] = Y"),
        ("- pads[0]", "+ pads[0]"),
        (r"h \cdot dilations[0]", "h"),
        (r"w \cdot dilations[1]", r"w \cdot dilations[0]"),
    ],
)
def test_a_slip_in_a_set_is_refuted(form: tuple[str, ...], old: str, new: str) -> None:
    text = "\n\n".join(form)
    assert old in text
    found = judged(Y, text.replace(old, new, 1))
    assert [c.verdict for c in found.claims if c.kind == "definition of Indices"] == ["refuted"]


def test_places_whose_range_is_not_stated_are_not_proved() -> None:
    found = judged(Y, rf"$$Indices[b, c, m, n] = \min_{{i, j : {WHERE}}} ({FLAT})$$")
    assert [c.verdict for c in found.claims] == ["proved", "unknown"]
    assert [(f.rule, "range of i and j" in f.message) for f in found.findings] == [("formula-undecided", True)]


def test_a_least_of_greatest_values_is_not_understood() -> None:
    assert "formula-not-understood" in rules(Y.replace(r"\max_{h", r"\min_{h", 1))


def test_small_calls_are_what_the_plain_loops_answer() -> None:
    assert len(small_calls()) > 200
    for call in small_calls()[::17]:
        lists = {name: list(value) for name, value in call.attributes.items()}
        outputs = maxpool(call.X, auto_pad="NOTSET", ceil_mode=0, storage_order=0, **lists)
        assert np.array_equal(outputs[0], call.Y)
        assert np.array_equal(outputs[1], call.Indices)
