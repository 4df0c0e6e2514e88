"""Sentences on several lists at once, and on the list that a heading names: what is said is said of each of them."""

from __future__ import annotations

import pytest

from proofs.audit.rulebook.findings import JudgedClaim
from proofs.audit.run import audit
from proofs.audit.sentences.understand import understand
from tests.audit_documents import document


def page(body: str) -> tuple[list[JudgedClaim], list[str]]:
    """What sentences were understood as, and which findings on values there are."""
    made = audit(document(f"# MaxPool\n\n{body}\n"), None)
    told = ("domain-wrong", "pads-order-wrong", "length-wrong", "rules-contradict", "type-foreign")
    return [c for c in made.claims if c.understood], [f.rule for f in made.findings if f.rule in told]


TWO = "- `strides`: two integers\n- `dilations`: two integers\n\n"
MIXED = "- `strides`: two integers\n- `pads`: four integers\n\n"
ALL = "- `kernel_shape`: two integers\n- `strides`: two integers\n- `pads`: four integers\n\n"
RIGHT = [
    "## Settings\n\n### `pads`\n\nNone of the four is negative.",
    f"{TWO}Both are at least 1.",
    f"{TWO}None of them may be 0.",
    f"{ALL}None of them may be negative.",
    "`strides` and `dilations` are lists of integers. Both are positive.",
    "The entries of `strides` and `dilations` are positive.",
    "## Settings\n\n### strides\n\nTwo integers. Both are at least 1.",
    "## Settings\n\n### `pads`\n\nFour integers: top, left, bottom, right. Its values are non-negative.",
    "## Settings\n\n### The attribute `dilations`\n\nNone may be 0.",
]
WRONG = [
    f"{TWO}Either of them may be zero.",
    "## Settings\n\n### `pads`\n\nAll of the four are positive.",
    f"{TWO}Both may be 0.",
    f"{MIXED}Both may be 0.",
    f"{ALL}All of them may be 0.",
    f"{ALL}Any of them may be negative.",
    "`pads` and `strides` are lists of integers. Both may be 0.",
    "`pads` and `strides` may be 0.",
    "`pads` and `strides` are at least 1.",
    "All strides and pads may be 0.",
    "## Settings\n\n### strides\n\nTwo integers. Both may be 0.",
    "## Settings\n\n### `pads`\n\nFour integers: top, bottom, left, right.",
    "## Settings\n\n### `pads`\n\nIts values are positive.",
    "## Settings\n\n### The attribute `dilations`\n\nThree integers.",
]
NOTHING = [
    "## Pads\n\nText.",
    f"{ALL}Both may be 0.",
    "- `strides`: two integers\n- `ceil_mode`: an integer\n- `pads`: four integers\n\nAny of them may be 0.",
    "## Settings\n\n### `pads`\n\nBoth may be 0.",
    "## Settings\n\n### strides and pads\n\nBoth may be 0.",
    "## Settings\n\n### How pads are used\n\nIts values are positive.",
    "## Example of strides\n\n### strides\n\nBoth may be 0.",
]


@pytest.mark.parametrize("body", RIGHT)
def test_what_is_right_of_each_agrees(body: str) -> None:
    claims, findings = page(body)
    assert findings == []
    assert {claim.verdict for claim in claims} == {"agrees"}


@pytest.mark.parametrize("body", WRONG)
def test_what_is_wrong_of_one_is_found(body: str) -> None:
    assert page(body)[1] != []


@pytest.mark.parametrize("body", NOTHING)
def test_what_is_said_of_nobody_knows_what_is_of_none(body: str) -> None:
    claims, findings = page(body)
    assert findings == []
    assert not any("values of a list" in claim.understood for claim in claims)


def test_a_sentence_on_two_lists_is_one_on_each_only_where_both_are_its_subject() -> None:
    (meaning,) = understand("`strides` and `dilations` have the same length.").meanings
    assert (meaning.attribute, meaning.answer) == ("strides", "as dilations")
    assert {m.attribute for m in understand("`strides` and `dilations` are positive.").meanings} == {
        "strides",
        "dilations",
    }
