"""The shape that a sentence gives Y: each entry is held against its place."""

from __future__ import annotations

import pytest

from proofs.audit.formulas.formulas import judge_formulas
from spec.documents.pages.load import decode
from spec.documents.pages.read import parse

INPUT = "The tensor $X$ has the layout $(N, C, H, W)$."


def verdicts(text: str) -> list[str]:
    page = f"# MaxPool\n\n{INPUT}\n\n{text}\n"
    judged = judge_formulas(parse(decode(page.encode(), "page.md"), "page.md"), {})
    wrong = [claim.start for claim in judged.claims if claim.verdict == "disagrees"]
    assert [finding.start for finding in judged.findings] == wrong
    return [claim.verdict for claim in judged.claims if claim.start > page.index(text)]


@pytest.mark.parametrize(
    ("shape", "wrong"),
    [
        ("(dY_0, dY_1, dY_2, dY_3)", []),
        ("(dY_1, dY_0, dY_2, dY_3)", [0, 1]),
        ("(dY_0, dY_1, dY_3, dY_2)", [2, 3]),
        ("(N, C, dY_2, dY_3)", []),
        ("(C, N, dY_2, dY_3)", [0, 1]),
        ("(N, dY_2, dY_3, C)", [1, 2, 3]),
    ],
)
def test_each_entry_is_held_against_its_place(shape: str, wrong: list[int]) -> None:
    for text in (f"The output has shape ${shape}$.", f"The shape of the output $Y$ is ${shape}$."):
        assert verdicts(text) == ["disagrees" if place in wrong else "agrees" for place in range(4)]


def test_a_name_that_nothing_else_defines_is_that_of_its_place() -> None:
    assert verdicts("The output has shape $(N, C, P, Q)$.") == ["agrees"] * 4
    swapped = "- $P$ is the width of $Y$\n- $Q$ is the height of $Y$\n\nThe output has shape $(N, C, P, Q)$."
    assert verdicts(swapped)[-2:] == ["disagrees", "disagrees"]


def test_an_entry_that_is_not_resolved_is_not_understood() -> None:
    assert verdicts("The output has shape $(N, C, p + 1, Q)$.")[2:] == ["not understood", "agrees"]
    assert verdicts("The output has shape $(C, N, P, H)$.")[:2] == ["disagrees", "disagrees"]


def test_shapes_of_examples_and_of_other_tensors_are_not_judged() -> None:
    assert verdicts("The output $Y$ has shape $(1, 2, 3, 4)$.") == []
    assert verdicts("The input and the output have shape $(C, N, H, W)$.") == []
