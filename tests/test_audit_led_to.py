"""Words that lead to a displayed formula, `the sizes of Y are`, take nothing from what its name is known to be."""

from __future__ import annotations

import pytest

from proofs.audit.run import audit
from tests.audit_documents import document

LEADS = [
    "The sizes of $Y$ are",
    "$Y$ has the sizes",
    "The output size is",
    "The spatial sizes of $Y$ are given by",
    "It is",
]
KNOWN = (
    "`kernel_shape` is $(k_H, k_W)$, `strides` is $(s_H, s_W)$, `dilations` is $(d_H, d_W)$ and `pads` is"
    r" $(p_{top}, p_{left}, p_{bottom}, p_{right})$."
)
SHAPES = "$X$ has the shape $(N, C, H, W)$ and $Y$ has the shape $(N, C, H', W')$."
NO_SHAPE = "$X$ has the shape $(N, C, H, W)$."
RIGHT = r"H' = \left\lfloor \frac{H + p_{top} + p_{bottom} - d_H (k_H - 1) - 1}{s_H} \right\rfloor + 1"
LISTS = "$K$ is `kernel_shape`, $S$ is `strides`, $D$ is `dilations` and $P$ is `pads`."
BY_NUMBER = r"H' = \left\lfloor \frac{H + P_0 + P_2 - D_0 (K_0 - 1) - 1}{S_0} \right\rfloor + 1"


def rules(names: str, lead: str, formula: str) -> set[str]:
    page = f"# MaxPool\n\n{names}\n\n{lead}\n\n$$\n{formula}\n$$\n"
    told = {"window-without-element", "output-size-not-positive"}
    return {finding.rule for finding in audit(document(page), None).findings} - told


@pytest.mark.parametrize("lead", LEADS)
@pytest.mark.parametrize("shapes", [SHAPES, NO_SHAPE], ids=["shape", "no shape"])
def test_a_formula_that_a_sentence_leads_to_is_judged(shapes: str, lead: str) -> None:
    names = f"{shapes}\n\n{KNOWN}"
    assert "formula-wrong" not in rules(names, lead, RIGHT)
    assert "formula-not-understood" not in rules(names, lead, RIGHT)
    assert "formula-wrong" in rules(names, lead, RIGHT.replace("{bottom}", "{left}"))
    assert "formula-wrong" in rules(names, lead, RIGHT.replace(r"\rfloor + 1", r"\rfloor"))


def test_what_it_leads_to_is_on_the_axis_that_its_shape_says() -> None:
    width = RIGHT.replace("top", "left").replace("bottom", "right").replace("_H", "_W").replace("H + ", "W + ")
    assert "formula-wrong" in rules(f"{SHAPES}\n\n{KNOWN}", LEADS[0], width)
    assert rules(f"{SHAPES}\n\n{KNOWN}", LEADS[0], width.replace("H' =", "W' =")) == set()


def test_a_name_that_is_said_to_be_two_things_is_none() -> None:
    names = f"{SHAPES}\n\n{KNOWN}\n\n$H'$ is the height of $X$."
    assert "formula-wrong" not in rules(names, LEADS[0], RIGHT.replace("{bottom}", "{left}"))


@pytest.mark.parametrize("lead", LEADS)
def test_the_entries_of_a_list_by_another_name_are_numbered_from_zero(lead: str) -> None:
    names = f"{SHAPES}\n\n{LISTS}"
    assert rules(names, lead, BY_NUMBER) == set()
    assert "formula-wrong" in rules(names, lead, BY_NUMBER.replace("P_2", "P_1"))
    assert "formula-wrong" in rules(names, lead, BY_NUMBER.replace("P_2", "P_3"))


def test_numbers_that_may_count_from_one_are_not_taken_for_entries() -> None:
    from_one = BY_NUMBER.replace("_2", "_3").replace("_0", "_1")
    assert rules(f"{SHAPES}\n\n{LISTS}", LEADS[0], from_one) == {"formula-not-understood"}
