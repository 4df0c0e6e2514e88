"""Positions that a sentence gives the element under a tap, held against the clauses' row and column."""

from __future__ import annotations

import pytest

from proofs.audit.formulas.formulas import judge_formulas
from proofs.audit.formulas.judged import JudgedFormulas
from spec.documents.pages.load import decode
from spec.documents.pages.read import parse

ROW = r"r = m \cdot strides[0] + h \cdot dilations[0] - pads[0]"
COLUMN = r"q = n \cdot strides[1] + w \cdot dilations[1] - pads[1]"
TEXT = (
    "In the window of cell $(b, c, m, n)$, tap $(h, w)$ falls on the element of $X$ "
    f"at row ${ROW}$ and column ${COLUMN}$."
)


def judged(text: str) -> JudgedFormulas:
    return judge_formulas(parse(decode(f"# MaxPool\n\n{text}\n".encode(), "page.md"), "page.md"), {})


def verdicts(text: str) -> list[tuple[str, str]]:
    return [(claim.kind, claim.verdict) for claim in judged(text).claims]


PROVED = ("position of a tap", "proved")


@pytest.mark.parametrize(
    ("row", "column"),
    [
        ("row", "column"),
        ("row index", "column index"),
        ("vertical position", "horizontal position"),
        ("position along the first spatial axis", "position along the second"),
    ],
)
def test_the_row_and_the_column_under_a_tap_are_proved(row: str, column: str) -> None:
    found = judged(TEXT.replace("row", row).replace("column", column))
    assert [(claim.kind, claim.verdict) for claim in found.claims] == [PROVED, PROVED]
    assert found.findings == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("- pads[0]", "+ pads[0]"),
        (" - pads[0]", ""),
        ("pads[1]", "pads[2]"),
        ("strides[0]", "dilations[0]"),
        ("dilations[1]", "dilations[0]"),
        ("n \\cdot strides[1]", "m \\cdot strides[1]"),
        ("row", "column"),
    ],
)
def test_a_slip_in_a_position_is_refuted_with_a_witness(old: str, new: str) -> None:
    found = judged(TEXT.replace(old, new, 1))
    assert [claim.verdict for claim in found.claims].count("refuted") == 1
    (finding,) = found.findings
    assert finding.rule == "formula-wrong"
    assert finding.witness


def test_positions_in_the_padded_input_leave_the_padding_out() -> None:
    padded = TEXT.replace("$X$", "$X_p$")
    assert {verdict for _, verdict in verdicts(padded)} == {"refuted"}
    assert verdicts(padded.replace(" - pads[0]", "").replace(" - pads[1]", "")) == [PROVED, PROVED]


@pytest.mark.parametrize(
    ("old", "new"),
    [("cell $(b, c, m, n)$", "a cell"), ("tap $(h, w)$", "a tap"), ("of $X$", "of $X$, or of $X_p$,")],
)
def test_letters_or_tensors_that_are_not_told_are_not_understood(old: str, new: str) -> None:
    assert old in TEXT
    found = judged(TEXT.replace(old, new))
    assert {claim.verdict for claim in found.claims} == {"not understood"}
    assert [finding.rule for finding in found.findings] == ["formula-not-understood"] * 2
