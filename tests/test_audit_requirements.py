"""Requirements, several facts in one sentence: each is compared with its clause; sentences of the same words that mean
something else agree with nothing."""

from __future__ import annotations

import pytest

from proofs.audit.answers.compare import compare
from proofs.audit.answers.compared import Place
from proofs.audit.sentences.understand import understand
from tests.audit_documents import rules


def verdicts(said: str) -> dict[str, str | None]:
    """Each topic of a sentence with what is wrong with it."""
    return {meaning.topic.name: compare(meaning, Place()).wrong for meaning in understand(said).meanings}


@pytest.mark.parametrize(
    ("said", "topics"),
    [
        (
            "`pads` shall hold four non-negative integers, given in the order top, left, bottom, right.",
            {"order of pads", "values of a list", "length of a list"},
        ),
        (
            "`strides` shall contain two positive integers, the first for the vertical and the second for the "
            "horizontal axis.",
            {"axes of a list", "values of a list", "length of a list"},
        ),
        (
            "The operator shall return a second tensor `Indices` of type int64, which has the shape of `Y`.",
            {"type of Indices", "shape of an output"},
        ),
        (
            "The operator shall take a tensor `X` of rank 4 in the layout N, C, H, W.",
            {"number of axes", "layout of X"},
        ),
    ],
)
def test_a_right_requirement_agrees_in_all_it_says(said: str, topics: set[str]) -> None:
    assert verdicts(said) == dict.fromkeys(topics, "")


@pytest.mark.parametrize(
    ("right", "wrong", "topic"),
    [
        ("top, left, bottom, right", "top, bottom, left, right", "order of pads"),
        ("top, left, bottom, right", "left, top, right, bottom", "order of pads"),
        ("four", "two", "length of a list"),
        ("non-negative", "positive", "values of a list"),
    ],
)
def test_one_fact_of_several_is_wrong(right: str, wrong: str, topic: str) -> None:
    said = "`pads` shall hold four non-negative integers, given in the order top, left, bottom, right."
    found = verdicts(said.replace(right, wrong, 1))
    assert {name for name, what in found.items() if what} == {topic}


MEANS_OTHERWISE = [
    "X is not a tensor of rank 4 in the layout N, C, H, W.",
    "The operator shall not take a tensor of rank 4 whose layout is N, C, H, W.",
    "The layout of Y is NCHW.",
    "The operator shall not return a tensor Y of the same type as X.",
    "Indices shall not be a tensor of type int64 with the shape of Y.",
    "Indices shall be a tensor of type int64 without the shape of Y.",
    "No tensor Indices of type int64 is returned.",
    "`strides` shall not contain two integers, the first for the vertical and the second for the horizontal axis.",
    "`pads` never contains four integers in the order top, left, bottom, right.",
    "`pads` shall contain four integers, but not in the order top, left, bottom, right.",
    "`pads` shall contain at least four integers in the order top, left, bottom, right.",
    "`strides` is neither mandatory nor has a default value.",
    "`strides` is mandatory only if `pads` is given.",
    "It is not true that `strides` has no default value.",
    "The operator shall not signal an error if a window covers padding.",
    "An error shall be raised if no window covers padding.",
    "An error shall not be raised if a stride is negative.",
    "No error shall be raised if a stride is zero or negative.",
    "An error may be raised if a stride is zero.",
    "An error shall be raised if a stride is not negative.",
    "An error shall be raised unless a stride is negative.",
    "An error shall be raised if a pad is not positive.",
    "Each element of Y is not an exact copy of an element of X.",
    "Each element of Y may be an exact copy of an element of X.",
    "Each element of Y is an exact copy of an element of Indices.",
    "Only some elements of Y are exact copies of elements of X.",
    "No arithmetic error shall be reported.",
    "The number of channels of Y is not that of X.",
    "The number of channels of Y is at least that of X.",
    "The number of batches of Y is twice that of X.",
    "The quotient may be rounded down.",
    "The element type of X may be one of float16, float, int8 and uint8.",
    "The element type of X shall be one of float16, float and double.",
]


@pytest.mark.parametrize("said", MEANS_OTHERWISE)
def test_the_words_of_a_right_requirement_in_another_sentence_agree_with_nothing(said: str) -> None:
    assert "" not in verdicts(said).values()


@pytest.mark.parametrize("missing", ["float16, ", "double, ", "int8, "])
@pytest.mark.parametrize("begin", ["The element type of `X` shall be one of", "The supported element types are"])
def test_a_type_that_a_closed_list_leaves_out_is_reported(begin: str, missing: str) -> None:
    said = f"# MaxPool\n\n{begin} float16, float, double, int8, uint8.\n"
    assert "type-wrong" not in rules(said)
    assert "type-wrong" in rules(said.replace(missing, "", 1))


def test_a_page_on_floats_need_not_name_integers() -> None:
    assert "type-wrong" not in rules("# MaxPool (float)\n\nThe elements of `X` are float16, float or double.\n")
