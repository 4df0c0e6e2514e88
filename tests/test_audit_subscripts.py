"""Letters with an axis as subscript, `k_i` for `kernel_shape[i]`: read however they are introduced, then decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from proofs.audit.formulas.formulas import judge_formulas
from tests.audit_documents import document

MEANS = {
    "k_i": "`kernel_shape[i]`",
    "s_i": "`strides[i]`",
    "d_i": "`dilations[i]`",
    "p_i": "`pads[i]`",
    "q_i": "`pads[i + 2]`",
    "x_i": "the size of X along spatial axis $i$",
}
RIGHT = r"\left\lfloor \frac{x_i + p_i + q_i - d_i (k_i - 1) - 1}{s_i} \right\rfloor + 1"


def where(means: Mapping[str, str]) -> str:
    return f"where {', '.join(f'${letter}$ is {of}' for letter, of in means.items())}, $i = 0, 1$."


def write(means: Mapping[str, str]) -> str:
    return f"We write {', '.join(f'${letter}$ for {of}' for letter, of in means.items())}."


def items(means: Mapping[str, str]) -> str:
    return "\n".join(f"- ${letter}$: {of}" for letter, of in means.items())


def table(means: Mapping[str, str]) -> str:
    rows = "\n".join(f"| ${letter}$ | {of} |" for letter, of in means.items())
    return f"| symbol | meaning |\n|---|---|\n{rows}"


LEADS = (
    "The size of the output along spatial axis $i$ is\n\n$$y_i = {}$$",
    "The size $y_i$ of Y along spatial axis $i$ is given by:\n\n$$y_i = {}$$",
    "For each spatial axis, the output size is $y_i = {}$.",
    "$$dY_{{i + 2}} = {}$$",
    "$$Y.shape[i + 2] = {}$$",
)
WAYS = (where, write, items, table)
ON_ANY = ("the $i$-th spatial axis", "the i-th axis", "the $i^{th}$ spatial dimension", r"the $i^\text{th}$ axis")
LEADS_ON_ANY = (
    "The $i$-th spatial size of Y is\n\n$$y_i = {}$$",
    "The output has the spatial size\n\n$$y_i = {}$$",
    "Along the $i$-th spatial axis, the size of Y is $y_i = {}$.",
)


def verdicts(lead: str, formula: str, said: str) -> Sequence[str]:
    """Of the formula for the size of Y."""
    page = f"# MaxPool\n\n{lead.replace('{}', formula).replace('{{', '{').replace('}}', '}')}\n\n{said}\n"
    return [c.verdict for c in judge_formulas(document(page), {}).claims if c.kind in ("output size", "formula")]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("lead", LEADS)
def test_a_right_formula_is_proved_and_a_wrong_one_refuted(lead: str, way: object) -> None:
    assert callable(way)
    assert verdicts(lead, RIGHT, way(MEANS))[0] == "proved"
    assert verdicts(lead, RIGHT.replace("{s_i}", "{s_i + 1}"), way(MEANS))[0] == "refuted"


@pytest.mark.parametrize(
    ("letter", "of"),
    [
        ("k_i", "`strides[i]`"),
        ("s_i", "`dilations[i]`"),
        ("p_i", "`pads[i + 2]`"),
        ("q_i", "`pads[i + 1]`"),
        ("q_i", "`pads[j + 2]`"),
        ("x_i", "`X.shape[i]`"),
        ("x_i", "the size of Y along spatial axis $i$"),
        ("d_i", "`dilations[i + 1]`"),
        ("d_i", "something else"),
    ],
)
@pytest.mark.parametrize("way", WAYS)
def test_a_letter_explained_as_something_else_is_never_proved(way: object, letter: str, of: str) -> None:
    assert callable(way)
    assert "proved" not in verdicts(LEADS[0], RIGHT, way({**MEANS, letter: of}))


def test_a_number_in_place_of_the_letter_is_an_axis() -> None:
    formula, said = RIGHT.replace("_i", "_0"), where({**MEANS, "x_0": "the height of X"})
    lead = "The height of the output is $$y_0 = {}$$"
    assert verdicts(lead, formula, said)[0] == "proved"
    assert verdicts(lead, formula.replace("s_0", "s_1"), said)[0] == "refuted"


def along(axis: str) -> Mapping[str, str]:
    """What the letters are, in words."""
    return {
        "x_i": f"the size of X along {axis}",
        "k_i": f"the size of the kernel along {axis}",
        "s_i": f"the stride along {axis}",
        "d_i": f"the dilation along {axis}",
        "p_i": f"the padding at the beginning of {axis}",
        "q_i": f"the padding at the end of {axis}",
    }


@pytest.mark.parametrize("axis", ON_ANY)
@pytest.mark.parametrize("lead", LEADS_ON_ANY)
def test_an_axis_that_a_letter_counts_may_have_an_ordinal(lead: str, axis: str) -> None:
    for way in WAYS:
        assert verdicts(lead, RIGHT, way(along(axis))) == ["proved"]
        assert verdicts(lead, RIGHT.replace("{s_i}", "{s_i + 1}"), way(along(axis))) == ["refuted"]
        assert verdicts(lead, RIGHT, way({**along(axis), "q_i": "the padding at the end of the $j$-th axis"})) != [
            "proved"
        ]
        assert verdicts(lead, RIGHT, way({**along(axis), "q_i": f"the size of {axis}"})) != ["proved"]


@pytest.mark.parametrize(
    "lead", ["The input has", "The output has not", "The output has at most", "The output has half"]
)
def test_what_a_tensor_has_is_read_whole_or_not_at_all(lead: str) -> None:
    assert verdicts(f"{lead} the spatial size\n\n$$y_i = {{}}$$", RIGHT, where(MEANS)) == []
