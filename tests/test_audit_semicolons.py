"""The second half of a sentence, behind a semicolon: its subject, its attribute and its case are those of the first."""

from __future__ import annotations

import pytest

from proofs.audit.answers.compare import compare
from proofs.audit.answers.compared import Place
from proofs.audit.run import audit
from proofs.audit.sentences.understand import understand
from tests.audit_documents import document

SAID = [
    # The attribute that the first half is on.
    ("`kernel_shape` shall consist of two integers; it shall contain no value below {}.", "1", "2"),
    ("`strides`: two integers; neither may be less than {}.", "1", "0"),
    ("`pads`: four integers, none negative, in the order {}.", "top, left, bottom, right", "top, bottom, left, right"),
    ("`pads`: four integers; they may be {}.", "zero but not negative", "negative but not zero"),
    ("`kernel_shape` and `strides` and `dilations`: two integers each; they are at least {}.", "1", "0"),
    ("`strides` and `dilations` hold two values each; no value is below {}.", "1", "0"),
    # Its subject.
    ("N and C are at least 0; {} be zero.", "they may", "neither may"),
    ("Each element of Y is a copy of an element of X; it is {} rounded to float16.", "never", "then"),
    ("The dilated kernel fits in the padded input; a call that violates this shall be {}.", "rejected", "accepted"),
    # Its case.
    ("If every element of a window is NaN, Y holds -inf there; the index is {}.", "that of the first of them", "-1"),
    ("If N is 0, the outputs are empty; the call {}.", "does not raise an error", "fails"),
    # The two zeros: which of them is there.
    ("Zeros of both signs are equal; the sign of the one that comes {} is kept.", "first", "last"),
    ("If the first maximal element is -0.0, the result is {}.", "-0.0", "+0.0"),
]


def disagree(text: str) -> list[str]:
    claims = audit(document(f"# MaxPool\n\n{text}\n"), None).claims
    return [claim.text for claim in claims if claim.verdict == "disagrees"]


@pytest.mark.parametrize(("said", "right", "wrong"), SAID, ids=lambda value: value[:40])
def test_the_second_half_is_compared(said: str, right: str, wrong: str) -> None:
    assert disagree(said.format(right)) == []
    assert disagree(said.format(wrong)) != []


def test_a_size_in_a_clause_with_a_number_is_judged() -> None:
    said = "The height of Y shall be floor((dX_2 - kernel_shape[0]) / strides[0]) + 1."
    verdicts = [
        [c.verdict for c in audit(document(f"# MaxPool\n\n{number}{said}\n"), None).claims]
        for number in ("", "7.2.3 ", "D.3.1 ")
    ]
    assert verdicts[0]
    assert verdicts == [verdicts[0]] * 3


@pytest.mark.parametrize(
    ("said", "right", "wrong"),
    [
        ("2.6 `strides` are at least {}.", "1", "0"),
        ("2.6 `ceil_mode` is {}.", "0", "1"),
        ("3.7 +0.0 {} greater than -0.0.", "is not", "is"),
    ],
)
def test_a_clause_with_a_number_may_begin_with_a_name(said: str, right: str, wrong: str) -> None:
    assert disagree(said.format(right)) == []
    assert disagree(said.format(wrong)) != []


AGREES_WITH_NOTHING = [
    "strides shall be two integers; only the first may be less than 1.",
    "kernel_shape has two integers; it usually contains no value below 1.",
    "N and C are at least 0; neither may be zero in practice.",
    "ceil_mode is 0; NOTSET is used.",
    "The batch axis is retained; the channel axis is not.",
    "A call that breaks a rule is refused; it returns nothing.",
    "The two zeros are equal; the result is then either +0.0 or -0.0.",
    "If all elements of a window are NaN, Y is -inf; otherwise the output is -inf.",
    "The maximum is not rounded but converted.",
    "The maximum is converted.",
    "Padding never wins unless all elements are negative.",
    "Padding is seldom a candidate.",
    "The rows left of X are ignored.",
    "A call that violates no constraint shall be accepted.",
    "pads: four integers; they may be zero but not at the end.",
    "Every window shall cover at least one element of X or of the padding.",
    "X holds no more than 2^63 elements per channel.",
    "0.5 `strides` are at least 1 in all.",
    "A window that does not fit entirely is dropped or kept.",
    "Taps on the padding are not replaced by zero but by one.",
    "The batch and the channel axis may have length 0 or 1.",
    "Neither rounding nor conversion takes place in X alone.",
    "`strides` and `dilations` hold two values each, one for the height and one for the depth.",
]


@pytest.mark.parametrize("said", AGREES_WITH_NOTHING, ids=lambda value: value[:40])
def test_what_is_not_read_to_its_end_agrees_with_nothing(said: str) -> None:
    understood = understand(said)
    assert not understood.whole
    assert not any(compare(meaning, Place()).wrong for meaning in understood.meanings)
