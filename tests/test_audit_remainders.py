"""A sentence in which something right stands beside something else: understood whole, or it agrees with nothing."""

from __future__ import annotations

import pytest

from proofs.audit.answers.compare import compare
from proofs.audit.answers.compared import Place
from proofs.audit.sentences.understand import understand
from tests.audit_documents import audited

BESIDE_SOMETHING_WRONG = (
    "`auto_pad`, `ceil_mode` and `storage_order` have to be NOTSET, 1 and 0.",
    "Not-a-number loses every comparison, as if it were -inf.",
    "Y holds the greatest elements, of type float.",
    "The output Y: greatest elements, of type float",
    "`X` has at most 2^63 elements, so that each index fits int32.",
    "X has at most 2^63 elements, because memory is limited to 2^31 elements.",
    "`strides`: the padding; each is at least 1.",
    "`strides`, the number of taps, is at least 1.",
    "The tensor X is float, padded with 0.",
    "Y has the type of X and is padded with zeros.",
    "Each stride, a list of floats, is at least 1.",
    "Indices are int64 and may be negative.",
    "Indices are of type int64, relative to the window.",
    "Indices are int64 since they may be -1.",
    "NaN counts as -inf, as it is propagated.",
    "NaN counts as -inf and is returned as NaN.",
    "The first maximum is selected, since later ones overwrite earlier ones.",
    "The first maximum in row-major order is selected, i.e. the rightmost one.",
    "The first maximum in row-major order (columns first) is selected.",
    "The first maximum, going from bottom to top, is selected.",
    "The maximum of the window, including the padding, is selected.",
    "The maximum of the window is selected, padding included.",
    "Padding is never selected, because it is smaller than all elements.",
    "Padding is never selected, as it holds zeros.",
    "`pads` has 4 entries: two for each of four axes.",
    "`pads` has four entries, one for each axis.",
    "`strides` has 2 entries, one for the batch and one for the channel.",
    "`dilations` are at least 1 where 1 means that one element is skipped.",
    "A dilation is at least 1 (0 means no gap).",
    "`ceil_mode` is 0, so sizes are rounded up.",
    "`ceil_mode` is 0 (ceil).",
    "`storage_order` is 0 (column major).",
    "`storage_order` is 0, that is, columns are stored one after the other.",
    "`auto_pad` is NOTSET, which means that no padding is used.",
    "`auto_pad` is NOTSET (same as VALID).",
    "Output sizes are rounded down, i.e. to the next larger integer.",
    "Output sizes are rounded down, so partial windows count.",
    "-0.0 and +0.0 are equal, so the last of them is selected.",
    "-0.0 and +0.0 are equal; +0.0 is returned.",
    "Y has the shape of Indices and half the channels of X.",
    "Y has the type of X, converted to float.",
    "Y has the same type as X or float.",
    "The elements of X are float16, float, double, int8 or uint8, stored as int32.",
    "The elements of X are float16, float, double, int8, uint8 or wider.",
    "X has four axes: batch, row, column and channel.",
    "X has 4 axes: two batches and two channels.",
    "X is a 4D tensor in the order N, H, W, C.",
    "Each window has at least one element of X, or else 0 is returned.",
    "Each window has at least one element of X or of the padding.",
    "It is an error if a window has no element of X; then Y is 0.",
    "An error is raised if a window lies in the padding alone, except at the border.",
    "Indices count elements of X in row-major order, with padding counted.",
    "Indices count elements of X in row-major order, starting at 1.",
    "Indices count the elements of the plane of X in row-major order.",
    "The kernel has height first, then width, then depth.",
    "`kernel_shape` gives width and height, in the order height, width.",
    "All attributes are required; strides default to 1.",
    "All attributes are required, but strides may be omitted.",
    "A stride is at least 1 and at most 4.",
    "Strides are positive even numbers.",
    "Pads are non-negative and smaller than the kernel.",
    "Pads are non-negative multiples of 2.",
    "N and C may be 0, then Y has one element.",
    "H and W are at least 1 and at most 1024.",
    "Each spatial axis of X has at least one element, batches too.",
    "If all elements are NaN, the index is that of the first of them, and Y is NaN.",
    "If several elements are maximal, the first is selected in column-major order.",
    "The maximum, computed in float, is selected.",
    "Y is bit for bit an element of X, rounded to the type of Y.",
    "Max pooling selects the largest absolute value of each window.",
    "Each element of Y is the maximum of the absolute elements of X in its window.",
    "Each element of Y is the maximum of the elements of X in its window plus one.",
    "Each element of Y is the maximum of two elements of X in its window.",
    "Each element of Y is the maximum of the elements in every second window of X.",
    "Each element of Y is the maximum of two elements of X in its window.",
    "Y is the largest of the first four elements of X in the window.",
    "Y: output tensor of the same type as X and of half its size.",
    "Indices, a float tensor, has the shape of Y.",
    "Indices has the shape of Y, transposed.",
    "Indices has the shape of Y without its batch axis.",
    "strides: the step of the window in each direction, given as a float list, at least 1.",
    "The strides are at least 1 for the first axis.",
    "The first stride is at least 1.",
    "The strides, which are at least 1, may also be 0 for one window.",
    "NaN counts as -inf in float16 only.",
    "NaN counts as -inf unless it is first.",
    "A NaN counts as -inf, but only in the last window.",
    "A NaN counts as -inf; all other values as well.",
    "The first of the maxima is selected in some windows.",
    "The first of equal maxima is selected in float tensors, the last in int8 tensors.",
    "Of equal maxima the first or the second is selected.",
    "Of several maxima, the first that is not on the border is selected.",
    "Ties are resolved in favour of the first and then of the last.",
    "The padding has no value and counts as 0.",
    "The padding, which holds -inf or 0, is never selected.",
    "Padded elements are never selected except in windows of padding.",
    "Output sizes are rounded down to a multiple of 2.",
    "Output sizes are rounded down twice.",
    "Indices are flat positions in X, in row-major order, of each plane.",
    "Indices are flat positions in X, in row-major order, and then multiplied by the stride.",
    "pads: [top, left, bottom, right] or [top, bottom, left, right].",
    "pads holds four values, top, left, bottom, right, each at least 1.",
    "pads holds top, left, bottom and right, all greater than 0.",
    "Y has the same number of channels as X, and one batch.",
    "Y has the type of X, int8 for uint8.",
    "All attributes are required except in examples.",
    "All attributes but strides are required.",
    "Each window contains at least one element of X after padding.",
    "The kernel is at most as large as X, with its padding removed.",
    "Zeros are equal; the positive one is first.",
    "-0.0 equals +0.0 and is smaller than 0.",
    "kernel_shape has 2 entries that are at least 1 and odd.",
)


RIGHT_AS_A_WHOLE = (
    "`auto_pad`, `ceil_mode` and `storage_order` have to be NOTSET, 0 and 0.",
    "The padding has no value and is never selected.",
    "Indices are int64 and have the shape of Y.",
    "`X` has at most 2^63 elements, so that each index fits int64.",
    "`strides` has two entries, one for each spatial axis.",
    "REQ-012 No entry of `pads` shall be negative.",
    "NaN counts as `-INFINITY`.",
    "`-0.0f` and `+0.0f` are equal.",
    "A NaN never wins against another value; it is handled like minus infinity.",
    "`H` and `W` are at least 1, `N` and `C` may be 0.",
)


def agrees(text: str) -> bool:
    """All of it was understood, and nothing of that is wrong or undecided."""
    understood = understand(text)
    compared = [compare(meaning, Place()).wrong for meaning in understood.meanings]
    return understood.whole and bool(compared) and all(wrong == "" for wrong in compared)


@pytest.mark.parametrize("sentence", BESIDE_SOMETHING_WRONG)
def test_what_is_right_beside_something_wrong_agrees_with_nothing(sentence: str) -> None:
    assert not agrees(sentence)


@pytest.mark.parametrize("sentence", RIGHT_AS_A_WHOLE)
def test_what_is_right_as_a_whole_agrees(sentence: str) -> None:
    assert agrees(sentence)


def test_a_sentence_agrees_in_part_where_its_reason_is_not_read() -> None:
    claims, findings = audited("# MaxPool\n\nIndices are int64 since they may be -1.\n")
    assert [claim.verdict for claim in claims if claim.kind == "type of Indices"] == ["understood in part"]
    assert not any(finding.rule == "type-wrong" for finding in findings)


@pytest.mark.parametrize("said", ["tensor of ints", "list of floats", "ints of a list", "int", "strings"])
def test_an_attributes_type_is_its_own_as_a_whole(said: str) -> None:
    _, findings = audited(f"# MaxPool\n\n## Attributes\n\n### `pads`: {said}\n\nNo value is negative.\n")
    assert any(finding.rule == "type-foreign" for finding in findings) is (said != "ints of a list")


@pytest.mark.parametrize("said", ["list of ints", "ints", "int[]", "int64[4]", "list of integers", "integers"])
def test_an_attributes_type_is_written_in_many_ways(said: str) -> None:
    _, findings = audited(f"# MaxPool\n\n## Attributes\n\n### `pads`: {said}\n\nNo value is negative.\n")
    assert not any(finding.rule == "type-foreign" for finding in findings)
