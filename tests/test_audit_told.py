"""Sentences that say what a size is, with a formula behind the verb, are held against the clauses as equations are."""

from __future__ import annotations

import pytest

from proofs.audit.formulas.formulas import judge_formulas
from proofs.audit.rulebook.findings import Finding, JudgedClaim
from proofs.audit.rulebook.forms import TOLD as FORMS
from proofs.audit.rulebook.forms import ReadForm
from spec.documents.equations.told import told_formulas
from spec.documents.formulas.words import entry_of
from spec.documents.names.notation import notation
from tests.audit_documents import document

RIGHT = "floor((dX_2 + pads[0] + pads[2] - (dilations[0] * (kernel_shape[0] - 1) + 1)) / strides[0]) + 1"
WRONG = RIGHT.replace("pads[2]", "pads[1]")
LATEX = (
    r"$\left\lfloor \frac{dX_3 + pads[1] + pads[3] - dilations[1] \cdot (kernel\_shape[1] - 1) - 1}{strides[1]}"
    r" \right\rfloor + 1$"
)
TOLD = [
    "The height of `Y` shall be `{}`.",
    "REQ-12: The height of `Y` shall be computed as `{}`.",
    "The output height is given by `{}`.",
    "Output height: `{}`",
    "dY_2 is computed as `{}`.",
    "`dY_2` equals `{}`.",
    "The size of `Y` along the first spatial axis is `{}`.",
    "The operator shall compute the output height as `{}`.",
    "`{}` is the height of `Y`.",
    "The height of the output is calculated by the formula `{}`.",
]
NOT_TOLD = [
    "The height of `Y` is not `{}`.",
    "The height of `Y` is at most `{}`.",
    "The height of `Y` is never `{}`.",
    "In old versions, the height of `Y` is `{}`.",
    "It is wrong that the height of `Y` is `{}`.",
    "Without padding, the height of `Y` is `{}`.",
    "The height of `Y` is derived from `{}`.",
    "The height of `Y` is `{}` minus one.",
    "The height of `Y` is `{}` or less.",
    "The height of the image on the screen is `{}`.",
    "The length of `Y` is less than `{}`.",
    "`{}` is not the height of `Y`.",
    "`{}` is the height of `Y` in another library.",
]


def judged(said: str) -> tuple[list[JudgedClaim], list[Finding]]:
    """Claims on formulas, and what is wrong with them, of a page that says one thing."""
    found = judge_formulas(document(f"# MaxPool\n\nEach size of $Y$ is at least 1.\n\n- {said}\n"), {})
    return found.claims, [finding for finding in found.findings if finding.rule != "window-without-element"]


@pytest.mark.parametrize("said", TOLD)
def test_a_right_formula_in_a_sentence_is_proved(said: str) -> None:
    claims, findings = judged(said.format(RIGHT))
    assert [claim.verdict for claim in claims if claim.kind == "output size"] == ["proved"]
    assert findings == []


@pytest.mark.parametrize("said", TOLD)
def test_a_wrong_formula_in_a_sentence_is_refuted(said: str) -> None:
    assert [finding.rule for finding in judged(said.format(WRONG))[1]] == ["formula-wrong"]


@pytest.mark.parametrize("said", NOT_TOLD)
def test_a_sentence_that_says_something_else_gives_its_formula_to_nothing(said: str) -> None:
    for formula in (RIGHT, WRONG):
        claims, findings = judged(said.format(formula))
        assert {claim.verdict for claim in claims if claim.start > 40} == {"not understood"}
        assert findings == []


@pytest.mark.parametrize(
    ("formula", "rules"),
    [
        (LATEX, []),
        (LATEX.replace("lfloor", "lceil").replace("rfloor", "rceil"), ["formula-wrong"]),
        (LATEX.replace("pads[3]", "pads[2]"), ["formula-wrong"]),
        (LATEX.replace(" + 1$", "$"), ["formula-wrong"]),
    ],
)
def test_mathematics_in_a_sentence_is_judged(formula: str, rules: list[str]) -> None:
    assert [finding.rule for finding in judged(f"The output width equals {formula}.")[1]] == rules


def test_two_quantities_in_one_sentence_have_their_formulas() -> None:
    width = RIGHT.replace("dX_2", "dX_3").replace("[0]", "[1]").replace("[2]", "[3]")
    said = "The height of `Y` is `{}` and the width of `Y` is `{}`."
    assert judged(said.format(RIGHT, width))[1] == []
    assert [f.rule for f in judged(said.format(width, RIGHT))[1]] == ["formula-wrong", "formula-wrong"]


def test_an_extent_in_words_is_judged() -> None:
    said = "The height of the dilated kernel is `dilations[0] * {}`."
    assert [f.rule for f in judged(said.format("kernel_shape[0]"))[1]] == ["formula-wrong"]
    assert judged(said.format("(kernel_shape[0] - 1) + 1"))[1] == []


def test_what_is_said_of_another_thing_has_no_finding() -> None:
    for said in ("The cost of a call is `n * m + 1`.", "`t` is `a + b`.", "Run `floor(x / 2)` first."):
        assert judged(said)[1] == []


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.example)
def test_a_form_is_read_and_what_is_near_it_is_not(form: ReadForm) -> None:
    page = document(f"{form.example}\n\n{form.unread}\n")
    read, unread = [told.left for block in page.blocks for told in told_formulas(block)]
    assert read is not None
    assert notation(page).resolve(read) == entry_of("Y.shape", int(form.meaning[-2]))
    assert unread is None
