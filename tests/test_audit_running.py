"""Sizes in words with their formulas in running text, without a mark, are judged as equations; their relatives not."""

from __future__ import annotations

import pytest

from proofs.audit.formulas.formulas import judge_formulas
from proofs.audit.rulebook.findings import Finding, JudgedClaim
from tests.audit_documents import document

RIGHT = "floor((dX_2 + pads[0] + pads[2] - (dilations[0] * (kernel_shape[0] - 1) + 1)) / strides[0]) + 1"
WRONG = RIGHT.replace("pads[2]", "pads[1]")
SAID = [
    "The number of rows of Y shall be {}.",
    "REQ-MP-12: The size of Y along the first spatial axis shall be {}.",
    "The height of Y amounts to {}.",
    "The number of windows along the height is {}.",
    "OH is the number of windows along the height: OH = {}.",
    "The height of Y is {}, where dX_2 is the height of X.",
]
NOT_SAID = [
    "Half of the height of Y is {}.",
    "The height of Y is not {}.",
    "The height of Y is {} minus one.",
    "The height of Y is {} or less.",
    "The height of Y is {} in another library.",
    "The height of Y is {}, where the division rounds up.",
    "Without padding, the height of Y is {}.",
    "If the input is small, the number of rows of Y is {}.",
    "Earlier versions said that the number of rows of Y is {}.",
    "The number of windows is {}.",
    "The number of windows of the house along the street is {}.",
    "Twice the number of windows along the height is {}.",
]


def judged(said: str) -> tuple[list[JudgedClaim], list[Finding]]:
    """Claims on formulas, and what is wrong with them, of a page that says one thing."""
    found = judge_formulas(document(f"# MaxPool\n\nEach size of $Y$ is at least 1.\n\n- {said}\n"), {})
    return found.claims, [finding for finding in found.findings if finding.rule != "window-without-element"]


@pytest.mark.parametrize("said", SAID)
def test_a_formula_in_running_text_is_proved_or_refuted(said: str) -> None:
    claims, findings = judged(said.format(RIGHT))
    assert [claim.verdict for claim in claims if claim.kind == "output size"] == ["proved"]
    assert findings == []
    assert [finding.rule for finding in judged(said.format(WRONG))[1]] == ["formula-wrong"]


@pytest.mark.parametrize("said", NOT_SAID)
def test_a_sentence_that_says_something_else_gives_its_formula_to_nothing(said: str) -> None:
    for formula in (RIGHT, WRONG):
        claims, findings = judged(said.format(formula))
        assert {claim.verdict for claim in claims if claim.start > 40} <= {"not understood"}
        assert findings == []


EXTENT = "The extent of the kernel along spatial axis i is E_i = dilations[i] * (kernel_shape[i] - 1) + 1."
SIZE = "The height of Y shall be `floor((dX_2 + pads[0] + pads[2] - E_0) / strides[0]) + 1`."


def test_a_name_with_a_number_is_what_the_one_with_a_letter_is() -> None:
    claims, findings = judged(f"{EXTENT}\n- {SIZE}")
    assert "proved" in {claim.verdict for claim in claims if claim.kind == "output size"}
    assert findings == []
    wrong = judged(f"{EXTENT.replace(' - 1) + 1', ' - 1)')}\n- {SIZE}")[1]
    assert "formula-wrong" in {finding.rule for finding in wrong}


@pytest.mark.parametrize(
    "said",
    [
        EXTENT.replace("The extent", "In earlier versions the extent"),
        EXTENT.replace("The extent", "If the kernel is odd, the extent"),
        EXTENT.replace("E_i", "E_b"),
    ],
)
def test_what_was_or_may_be_defines_no_name(said: str) -> None:
    claims, _ = judged(f"{said}\n- {SIZE}")
    assert "proved" not in {claim.verdict for claim in claims if claim.kind == "output size"}
