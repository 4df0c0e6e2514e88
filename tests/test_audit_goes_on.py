"""Sentences that go on with the one before: of what it is about, and of the case that it speaks of."""

from __future__ import annotations

import pytest

from proofs.audit.run import audit
from proofs.audit.sentences.owners import case_of, in_case
from tests.audit_documents import document

SAID = [
    # What the sentence before is about, behind a clause's number too.
    ("REQ-1: `strides` shall contain two integers. Neither of them shall be less than {}.", "1", "0"),
    ("REQ-1: `pads` shall contain four integers. They shall be {}.", "non-negative", "positive"),
    ("The list `pads` holds four numbers. They {} be negative.", "must not", "may"),
    ("`pads` holds four numbers. {} of them may be negative.", "None", "Some"),
    ("The second output has type int64. Its smallest possible value is {}.", "0", "1"),
    ("Y is the result. The second output has type int64 and the same shape as {}.", "the first", "X"),
    ("Take an input of 4 by 4, a kernel of 2 by 2, strides of 2 and no padding. The output is {} by 2.", "2", "3"),
    ("`pads` shall hold four integers. All four shall be at least {}.", "0", "1"),
    (
        "Let X have the shape [1, 1, 8, 8], with a kernel of 3 by 3 and strides of 1. Y has shape [1, 1, 6, {}].",
        "6",
        "5",
    ),
    # The case that it speaks of.
    (
        "If every element of a window is NaN, the result is -inf. Its index is then that of the {} element.",
        "first",
        "last",
    ),
    ("NaN is -inf: it is selected only if the window holds nothing else. In this case, $Y$ is {}.", "-inf", "NaN"),
    (
        "If all elements of the window are NaN, Y is -inf. In that case, its index is that of the {} tap.",
        "first",
        "last",
    ),
]


def disagree(text: str) -> list[str]:
    return [c.text for c in audit(document(f"# MaxPool\n\n{text}\n"), None).claims if c.verdict == "disagrees"]


@pytest.mark.parametrize(("said", "right", "wrong"), SAID, ids=lambda value: value[:40])
def test_the_sentence_behind_is_compared(said: str, right: str, wrong: str) -> None:
    assert disagree(said.format(right)) == []
    assert disagree(said.format(wrong)) != []


def test_below_the_heading_of_a_list_it_is_of_that_list() -> None:
    page = "# MaxPool\n\n## Attributes\n\n### `pads`: list of ints\n\nFour numbers of pixels. {} of them is negative.\n"
    assert disagree(page.format("None")[len("# MaxPool\n\n") :]) == []
    assert disagree(page.format("None").replace("None of them is", "They may be")[len("# MaxPool\n\n") :]) != []


@pytest.mark.parametrize(("least", "is_wrong"), [("1", False), ("0", True)])
def test_what_has_no_subject_is_of_the_attribute_above(least: str, is_wrong: bool) -> None:
    page = f"## Attributes\n\n### `strides`: list of ints\n\nIt must not be less than {least}.\n"
    assert bool(disagree(page)) is is_wrong


@pytest.mark.parametrize("said", ["none of them non-negative", "none of them not negative"])
def test_what_a_second_part_says_is_not_passed_over(said: str) -> None:
    claims = audit(document(f"# MaxPool\n\nThe pads are four numbers, {said}.\n"), None).claims
    assert not [c for c in claims if c.verdict == "agrees"]


@pytest.mark.parametrize(("said", "is_wrong"), [("same as Y", False), ("same as X", True), ("as it comes", False)])
def test_a_cell_gives_the_shape_of_the_tensor_of_its_row(said: str, is_wrong: bool) -> None:
    table = f"| Name | Type | Shape |\n|---|---|---|\n| Indices | int64 | {said} |\n"
    assert bool(disagree(table)) is is_wrong


ITEM = "## Attributes\n\n- **dilations** (list of {} ints): vertical and horizontal distance of taps, both {}\n"


@pytest.mark.parametrize(("count", "bound", "wrong"), [("2", "> 0", 0), ("2", "> 1", 1), ("4", "> 0", 1)])
def test_an_item_says_what_its_attribute_is(count: str, bound: str, wrong: int) -> None:
    assert len(disagree(ITEM.format(count, bound))) == wrong


@pytest.mark.parametrize(
    ("said", "is_wrong"),
    [
        ("**Padding.** `pads = [top, left, bottom, right]` adds a border.", False),
        ("**Padding.** `pads = [top, bottom, left, right]` adds a border.", True),
        ("`strides = (down, right)` tells how the window moves.", False),
        ("`strides = (right, down)` tells how the window moves.", True),
        ("- **Indices** (`int64`): where the maximum lies", False),
        ("- **Indices** (`int32`): where the maximum lies", True),
        ("**Not a number.** A NaN loses against every number.", False),
        ("**Not a number.** A NaN wins against every number.", True),
    ],
)
def test_what_stands_in_front_of_a_sentence(said: str, is_wrong: bool) -> None:
    assert bool(disagree(said)) is is_wrong


@pytest.mark.parametrize(("tensor", "wrong"), [("Y", 0), ("X", 1)])
def test_it_is_the_tensor_of_the_heading_above(tensor: str, wrong: int) -> None:
    page = "Padding never contributes to $Y$.\n\n### $Indices$: int64 tensor\n\nIt has the shape of ${}$.\n"
    assert len(disagree(page.format(tensor))) == wrong


def test_contents_of_something_are_no_list_of_contents() -> None:
    page = "## {}\n\nNaN is treated as plus infinity.\n"
    assert disagree(page.format("Contents of the result"))
    assert not disagree(page.format("Contents"))


@pytest.mark.parametrize(
    ("before", "said", "of_case"),
    [
        ("If a is b, c is d.", "In this case, e is f.", "If a is b, e is f."),
        ("c is d when a is b.", "Its e is then f.", "when a is b, the e is f."),
        ("c is d when a is b.", "Then its e is f.", "when a is b, the e is f."),
        ("c is d.", "In this case, e is f.", ""),
        ("If a is b, c is d.", "e is f.", ""),
        ("If a is b, c is d if g is h.", "In this case, e is f.", ""),
    ],
)
def test_the_case_is_that_of_one_condition(before: str, said: str, of_case: str) -> None:
    assert in_case(said, case_of(before)) == of_case


@pytest.mark.parametrize("hedge", ["if at all", "if ever", "where possible", "if applicable"])
def test_what_is_left_open_agrees_with_nothing(hedge: str) -> None:
    for said in ("NaN is treated as -inf", "Padding is never selected", "The two zeros are equal"):
        claims = audit(document(f"# MaxPool\n\n{said}, {hedge}.\n"), None).claims
        assert not [c for c in claims if c.verdict == "agrees"]


@pytest.mark.parametrize("behind", ["Padding is never selected.", "A NaN counts as -inf."])
def test_a_formula_on_a_line_of_its_own_ends_its_sentence(behind: str) -> None:
    """If the next line begins one; else the sentence goes on."""
    text = f"# MaxPool\n\nThe brillig is\n$$a = b + c \\tag{{1}}$$\n{behind}\n"
    claims = [(claim.text, claim.verdict) for claim in audit(document(text), None).claims]
    assert (behind.rstrip("."), "agrees") in [(said.rstrip("."), verdict) for said, verdict in claims]
    gone_on = text.replace(f"\n{behind}", f"\nwhere {behind[0].lower()}{behind[1:]}")
    assert not [c for c in audit(document(gone_on), None).claims if c.verdict == "agrees"]
