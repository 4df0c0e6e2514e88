"""What sentences say of quantities: read by one grammar, decided by the clauses, silent where English is not clear."""

from __future__ import annotations

import pytest

from proofs.audit.quantities.forms import QUANTITY_FORMS, QuantityForm
from proofs.audit.quantities.judge import judge_quantities
from proofs.audit.quantities.read import readings
from proofs.audit.report.reads_page import reads_page
from proofs.audit.rulebook.findings import Judgement
from proofs.audit.sentences.said import prose_of
from proofs.audit.sentences.words import words_of
from spec.documents.prose.structure import structure_of
from tests.audit_documents import document


def judged(said: str, before: str = "") -> list[Judgement]:
    """What is judged of a page that says one thing."""
    return list(judge_quantities(prose_of(structure_of(document(f"# MaxPool\n\n{before}{said}\n")))))


def verdicts(said: str) -> list[tuple[str, str]]:
    return [(claim.verdict, finding.rule if finding else "") for claim, finding in judged(said)]


@pytest.mark.parametrize("form", QUANTITY_FORMS, ids=lambda form: form.name)
def test_each_form_is_decided(form: QuantityForm) -> None:
    assert verdicts(form.agrees) == [("agrees", "")]
    assert verdicts(form.disagrees) == [("disagrees", form.finding)]
    assert verdicts(form.unread) == []
    page = reads_page()
    assert [said for said in (form.agrees, form.disagrees, form.unread) if said not in page] == []


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("REQ-026: The values of dilations shall not be less than 2.", "domain-wrong"),
        ("Neither entry of `kernel_shape` may be smaller than 2.", "domain-wrong"),
        ("The operator shall report an error if `pads` has fewer than six entries.", "length-wrong"),
        ("An error shall be raised if the padded height is larger than the input height.", "constraint-too-strong"),
        ("`kernel_shape` shall not have fewer than 3 entries.", "length-wrong"),
        ("It is an error if a pad is negative.", ""),
        ("The operator has two inputs, X and W.", ""),
        ("The batch size of Y shall be equal to the number of channels of X.", "shape-wrong"),
        ("A 5x5 input with a 2x2 kernel and stride 2 gives 3x3.", "example-shape-wrong"),
        ("If the kernel is 2 × 2 with strides 2 × 2 and no padding, a 6 × 8 input becomes 3 × 4.", ""),
        (
            "If the kernel is 2 × 2 with strides 2 × 2 and no padding, a 6 × 8 input becomes 4 × 4.",
            "example-shape-wrong",
        ),
        ("The output is never larger than one element on a spatial axis.", "domain-wrong"),
        ("Larger dilations make the output larger.", "meaning-wrong"),
    ],
)
def test_the_same_is_read_in_other_words(said: str, found: str) -> None:
    assert [finding.rule for _, finding in judged(said) if finding] == ([found] if found else [])


@pytest.mark.parametrize(
    "said",
    [
        "The stride is 2.",
        "The input height is 8.",
        "Here the stride is greater than 1.",
        "Is each stride at least 2?",
        "Unless X is small, each stride shall be at least 2.",
        "In older versions each stride shall be at least 2.",
        "The height of the stride of the width shall be at least 2.",
        "A 5x5 input with a 2x2 kernel gives 3x3.",
        "A 5x5 input with a 7x7 kernel and stride 2 gives 3x3.",
        "With a stride of 2 and a stride of 3 and a kernel of 3 by 3, an input of 9 by 7 gives an output of 5 by 5.",
        "The output height shall be less than the input width.",
    ],
)
def test_of_one_call_or_of_what_is_not_clear_nothing_is_said(said: str) -> None:
    assert judged(said) == []


def test_what_its_readings_differ_on_is_not_concluded() -> None:
    said = "The extent of the kernel is the dilation times the kernel size minus one, plus one."
    assert len(readings(words_of(said))) == 2
    assert judged(said) == []
    wrong = said.replace(", plus one", "")
    assert [finding.rule for _, finding in judged(wrong) if finding] == ["formula-wrong"]


@pytest.mark.parametrize("title", ["Example", "Changelog", "Differences"])
def test_below_other_headings_nothing_is_said(title: str) -> None:
    assert judged("No stride may be more than one.", f"## {title}\n\n") == []


def test_its_type_is_that_of_the_thing_before() -> None:
    def types(text: str) -> list[str]:
        prose = prose_of(structure_of(document(f"# MaxPool\n\n{text}\n")))
        return [meaning.text for said in prose.sentences for meaning in said.meanings]

    assert types("Indices has a type. Its type is int64.") == ["type of Indices: int64"]
    assert types("The tensor is found elsewhere. Its type is int64.") == []
