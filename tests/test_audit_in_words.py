"""Examples whose attributes stand in sentences: "a 2 x 2 kernel with stride 2", and the sizes that are told of them."""

from __future__ import annotations

import pytest

from proofs.audit.lexicon.words import words_of
from proofs.audit.quantities.read import readings
from proofs.audit.report.fix import certain
from proofs.audit.run import audit
from proofs.audit.sentences.owners import without_lead
from tests.audit_documents import document

PAGE = """# MaxPool

## {title}

{said}

`X = [[1, 9, 3, 4], [5, 6, 7, 8], [2, 4, 6, 8], [1, 3, 5, 7]]`

gives `Y = [[9, 8], [4, 8]]` and `Indices = [[1, 7], [9, 11]]`.
"""
SET = [
    "A 2 x 2 kernel with stride 2 and no padding on",
    "kernel 2×2, stride 2:",
    "Kernel size 2 by 2, strides 2, no padding.",
    "Let `kernel_shape` be $[2, 2]$ and `strides` be $[2, 2]$. For",
    "The kernel is 2 x 2 and the stride is 2.",
    "With a kernel of 2 by 2 and strides of 2 in both directions, the input",
    "- kernel 2 x 2\n- stride 2",
    "A 2 x 2 kernel is used.\n\n`strides = [2, 2]`.",
]
OPEN = [
    "A 2 x 2 kernel is used.",
    "A 2 x 2 kernel with stride 2 and the padding of the network.",
    "A 2 x 2 kernel with stride 2, or 3 if the kernel is 3 x 3.",
    "A 2 x 2 kernel with stride 2. The ceil mode is that of the network.",
    "The kernel is 2 x 2 and the stride is 2. The kernel is 3 x 3.",
    "The kernel is not 2 x 2, and the stride is 2.",
]


def rules(text: str) -> list[str]:
    return [each.rule for each in audit(document(text), None).findings if each.rule.startswith("example")]


@pytest.mark.parametrize("title", ["Example 1", "Test 1"])
@pytest.mark.parametrize("said", SET)
def test_an_example_is_judged_by_what_its_sentences_set(said: str, title: str) -> None:
    page = PAGE.format(title=title, said=said)
    assert rules(page) == []
    assert rules(page.replace("[[9, 8]", "[[9, 7]")) == ["example-cell-wrong"]
    assert rules(page.replace("[[1, 7]", "[[0, 7]")) == ["example-cell-wrong"]
    assert rules(page.replace("[[9, 8], [4, 8]]", "[[9, 8]]")) == ["example-shape-wrong"]


@pytest.mark.parametrize("said", OPEN)
def test_an_example_is_not_judged_where_its_sentences_leave_something_open(said: str) -> None:
    page = PAGE.format(title="Example 1", said=said).replace("[[9, 8]", "[[9, 7]")
    assert rules(page) == ["example-not-judged"]


@pytest.mark.parametrize(
    ("said", "right"),
    [
        ("The output is 2 x 2.", True),
        ("The output is 3 x 3.", False),
        ("The size of the output is 2 by 2.", True),
        ("The size of the output is 4 by 4.", False),
        ("This gives a 2 x 2 output.", True),
        ("This gives a 3 x 2 output.", False),
        ("The output is not 3 x 3.", True),
        ("In another library the output is 3 x 3.", True),
    ],
)
def test_a_size_that_is_told_of_it_is_judged(said: str, right: bool) -> None:
    page = f"{PAGE.format(title='Test 1', said=SET[0])}\n{said}\n"
    assert rules(page) == ([] if right else ["example-shape-wrong"])
    assert rules(page.replace("with stride 2", "as usual")) == ["example-not-judged"]


def test_what_a_sentence_sets_is_not_corrected_in_place() -> None:
    text = PAGE.format(title="Test 1", said=SET[0].replace("stride 2", "stride 1"))
    found = audit(document(text), None)
    assert "example-shape-wrong" in {each.rule for each in found.findings}
    assert [fix for fix in certain(found.findings) if fix.start < text.index("`X")] == []


def test_an_entry_of_a_list_is_no_size_that_is_told() -> None:
    for said in ("A 2 x 2 kernel with stride 2", "`kernel_shape` is [2, 2] and `strides` is [2, 2]."):
        (read,) = readings(without_lead(words_of(said)), of_example=True)
        assert read.mood == "given"
        assert {each.kind for each in read.settings} == {"kernel", "strides"}
