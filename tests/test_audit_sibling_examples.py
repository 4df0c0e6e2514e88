"""Worked examples of Conv and AveragePool in documents, judged by the exact references."""

from __future__ import annotations

import re

import numpy as np
import pytest

from proofs.audit.report.report import Audit
from proofs.audit.run import audit
from tests.audit_documents import document

AVERAGE = """# AveragePool

## Example 1

kernel_shape = [2, 2], strides = [2, 2], pads = [1, 1, 0, 0], count_include_pad = COUNT

```
X = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
Y = CELLS
```
"""
CONV = """# Conv

```
node = onnx.helper.make_node(
    "Conv", inputs=["x", "W", "B"], outputs=["y"], kernel_shape=[2, 2], strides=[1, 2], pads=[0, 1, 0, 0], group=2
)
x = np.array([[[[1, 2, 3], [4, 5, 6]], [[0, 1, 0], [2, 0, 2]]]]).astype(np.float32)
W = np.array([[[[1, 0], [0, 2]]], [[[1, 1], [1, 1]]]]).astype(np.float32)
B = np.array([10, -1]).astype(np.float32)
y = np.array([[[[18, 24]], [[1, 2]]]]).astype(np.float32)
again = onnx.helper.make_node("Conv", inputs=["x", "W", "B"], outputs=["y"], group=2)
y_again = np.array([[[[21, 24]], [[2, 2]]]]).astype(np.float32)
```
"""


def judged(text: str) -> tuple[list[str], list[str], Audit]:
    """The verdicts on the examples of a page, and the rules of all findings."""
    made = audit(document(text), None)
    return [c.verdict for c in made.claims if c.kind == "example"], [f.rule for f in made.findings], made


def test_the_examples_are_right_by_another_computation() -> None:
    x = np.pad(np.array([[[1, 2, 3], [4, 5, 6]], [[0, 1, 0], [2, 0, 2]]]), ((0, 0), (0, 0), (1, 0)))
    W = np.array([[[1, 0], [0, 2]], [[1, 1], [1, 1]]])
    y = [[(x[c, :, 2 * n : 2 * n + 2] * W[c]).sum() + (10, -1)[c] for n in range(2)] for c in range(2)]
    assert y == [[18, 24], [1, 2]]


@pytest.mark.parametrize(
    ("count", "cells", "rules"),
    [
        ("0", "[[1, 2.5], [5.5, 7]]", []),
        ("1", "[[0.25, 1.25], [2.75, 7]]", []),
        ("1", "[[0.25, 1.25], [2.7, 7]]", ["example-cell-wrong"]),
        ("0", "[[1, 2.5], [5.5, 7.5]]", ["example-cell-wrong"]),
        # Padding is counted though it is said that it is not: the attribute is the smallest thing to change.
        ("0", "[[0.25, 1.25], [2.75, 7]]", ["example-attribute-wrong"]),
        ("2", "[[1, 2.5], [5.5, 7]]", ["example-attribute-wrong"]),
        ("0", "[[1, 2.5, 3], [5.5, 7, 3]]", ["example-shape-wrong"]),
        # What ends is printed as it is, or rounded to what all are printed to; a whole number is meant as it stands.
        ("1", "[[0.3, 1.3], [2.8, 7.0]]", []),
        ("1", "[[0, 1], [3, 7]]", ["example-cell-wrong"] * 3),
    ],
)
def test_averages(count: str, cells: str, rules: list[str]) -> None:
    verdicts, found, _ = judged(AVERAGE.replace("COUNT", count).replace("CELLS", cells))
    assert (verdicts, found) == (["disagrees" if rules else "agrees"], rules)


def test_a_convolution_in_code_with_groups_and_a_bias_agrees() -> None:
    assert judged(CONV)[:2] == (["agrees", "agrees"], [])


@pytest.mark.parametrize(
    ("was", "becomes", "rule"),
    [
        ("[[[18, 24]]", "[[[18, 25]]", "example-cell-wrong"),
        ("B = np.array([10, -1])", "B = np.array([10, 1])", "example-cell-wrong"),
        ("strides=[1, 2]", "strides=[1, 1]", "example-attribute-wrong"),
        ("group=2\n", "group=1\n", "example-attribute-wrong"),
        ("strides=[1, 2]", "strides=[1, 0]", "example-attribute-wrong"),
        ("kernel_shape=[2, 2]", "kernel_shape=[2, 3]", "example-attribute-wrong"),
        ("[[[21, 24]], [[2, 2]]]", "[[[21, 24]], [[2, 3]]]", "example-cell-wrong"),
    ],
)
def test_a_convolution_with_one_thing_changed_does_not(was: str, becomes: str, rule: str) -> None:
    assert was in CONV
    verdicts, found, _ = judged(CONV.replace(was, becomes))
    assert "disagrees" in verdicts
    assert rule in found


def test_the_right_cell_is_said() -> None:
    _, _, made = judged(CONV.replace("[[[18, 24]]", "[[[18, 25]]"))
    (finding,) = made.findings
    assert finding.message == "Y[0, 0, 0, 1] is printed 25, but the operator's value is 24"
    assert finding.suggestion == "24"


@pytest.mark.parametrize(
    ("was", "becomes", "said"),
    [
        ("pads = [1, 1, 0, 0]", "auto_pad = SAME_UPPER", "auto_pad"),
        ("strides = [2, 2]", "strides = [2, 2], ceil_mode = 1", "ceil_mode"),
        ("kernel_shape = [2, 2], ", "", "it states no kernel"),
        ("[7, 8, 9]]", "[7, ..., 9]]", "not all cells of X are printed"),
    ],
)
def test_what_the_references_do_not_answer_is_not_judged(was: str, becomes: str, said: str) -> None:
    text = AVERAGE.replace("COUNT", "0").replace("CELLS", "[[1, 2.5], [5.5, 7]]")
    assert was in text
    verdicts, rules, made = judged(text.replace(was, becomes))
    assert (verdicts, set(rules)) == (["not understood"], {"example-not-judged"})
    assert re.search(said, made.findings[0].message)


def test_a_page_on_maxpool_reads_these_names_as_before() -> None:
    page = (
        AVERAGE.replace("AveragePool", "MaxPool")
        .replace(", count_include_pad = COUNT", "")
        .replace("CELLS", "[[1, 3], [7, 9]]")
    )
    assert judged(page.replace("X = ", "B = [[1, 2]]\nX = "))[0] == ["agrees"]


def test_on_a_page_on_two_operators_each_example_is_judged_by_its_own() -> None:
    average = AVERAGE.replace("COUNT", "0").replace("CELLS", "[[1, 2.5], [5.5, 7]]")
    greatest = average.replace("AveragePool", "MaxPool").replace(", count_include_pad = 0", "")
    greatest = greatest.replace("2.5", "3").replace("5.5", "7").replace("7, 7", "7, 9")
    for text in (CONV + average + greatest, greatest + CONV + average, average + greatest + CONV):
        verdicts, rules, _ = judged(text)
        assert (sorted(verdicts), rules) == (["agrees"] * 4, [])
    wrong = judged(CONV + average.replace("5.5", "5") + greatest)[1]
    assert wrong == ["example-cell-wrong"]
