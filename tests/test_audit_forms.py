"""What is told by its form, or by what stands beside it: positions, indices, sizes, entries, plain listings."""

from __future__ import annotations

import pytest

from proofs.audit.report.report import level_of
from proofs.audit.rulebook.findings import Level
from proofs.audit.run import audit
from tests.audit_documents import document

HEAD = "# MaxPool\n\nThe input X has shape (N, C, H, W).\n\n"


def wrong(text: str) -> set[str]:
    """The rules by which something on a page is an error."""
    made = audit(document(text), None)
    return {finding.rule for finding in made.findings if level_of(finding) is Level.ERROR} - {
        "window-without-element",
        "output-size-not-positive",
    }


def verdicts(text: str, kind: str) -> list[str]:
    return [claim.verdict for claim in audit(document(HEAD + text), None).claims if claim.kind == kind]


ROW = "h = i * strides[0] - pads[0] + a * dilations[0]"


@pytest.mark.parametrize(
    ("formula", "verdict"),
    [
        (f"`{ROW}`", "proved"),
        (f"`{ROW.replace('- pads', '+ pads')}`", "refuted"),
        (f"`{ROW.replace('pads[0]', 'pads[2]')}`", "refuted"),
        (f"`{ROW.replace('pads[0]', 'pads[1]')}`", "refuted"),
        (f"`{ROW.replace('dilations[0]', 'dilations[1]')}`", "refuted"),
        (f"Covered are the elements with {ROW} and 0 <= a < 3.", "proved"),
    ],
)
def test_a_position_is_told_by_its_form(formula: str, verdict: str) -> None:
    assert verdicts(f"{formula}\n", "position of a tap") == [verdict]


def test_a_position_without_padding_or_on_two_axes_is_not_understood() -> None:
    assert verdicts("`h = i * strides[0] + a * dilations[0]`\n", "position of a tap") == []
    assert verdicts(f"`{ROW.replace('h =', 'w =', 1)}`\n", "position of a tap") == []


@pytest.mark.parametrize(
    ("formula", "verdict"),
    [
        ("Indices[n, c, i, j] = ((n * C + c) * H + h) * W + w", ["proved"]),
        ("Indices[n, c, i, j] = ((n * C + c) * H + h) * H + w", ["refuted"]),
        ("Indices[n, c, i, j] = ((n * C + c) * W + w) * H + h", ["refuted"]),
        ("k = ((p * C + q) * H + r) * H + s", ["refuted"]),
        ("k = ((p * C + q) * H + r) * W + s", []),
    ],
)
def test_an_index_is_told_by_its_form(formula: str, verdict: list[str]) -> None:
    assert verdicts(f"`{formula}`\n", "layout of Indices") == verdict


LISTING = """```
kh, kw  kernel_shape  >= 1
sh, sw  strides  >= 1
dh, dw  dilations  >= 1
pt, pl, pb, pr  pads  >= 0  (top, left, bottom, right)
```

"""
LISTS = "`kernel_shape` is a list of 2 integers, $(k_0, k_1)$. `strides` is a list of 2 integers, $(s_0, s_1)$.\n\n"


@pytest.mark.parametrize(
    ("names", "size", "verdict"),
    [
        (LISTING, "OH = floor((H + pt + pb - dh * (kh - 1) - 1) / sh) + 1", "proved"),
        (LISTING, "OH = floor((H + pt + pl - dh * (kh - 1) - 1) / sh) + 1", "refuted"),
        (LISTING, "OH = ceil((H + pt + pb - dh * (kh - 1) - 1) / sh) + 1", "refuted"),
        (
            LISTS,
            "OH = floor((H + pads[0] + pads[2] - dilations[0] * (k_0 - 1) - 1) / s_0) + 1",
            "proved",
        ),
        (
            LISTS,
            "OH = floor((H + pads[0] + pads[2] - dilations[0] * (k_1 - 1) - 1) / s_0) + 1",
            "refuted",
        ),
    ],
)
def test_names_beside_their_list_are_its_entries(names: str, size: str, verdict: str) -> None:
    assert verdicts(f"{names}`{size}`\n", "output size") == [verdict]


def test_names_of_a_list_in_another_order_say_nothing() -> None:
    swapped = LISTING.replace("pt, pl, pb, pr", "pt, pb, pl, pr").replace("(top, left, bottom, right)", "")
    assert "proved" not in verdicts(
        f"{swapped}`OH = floor((H + pt + pb - dh * (kh - 1) - 1) / sh) + 1`\n", "output size"
    )


def test_a_sentence_gives_a_size_without_marks() -> None:
    said = "H_out shall be floor((H + pads[0] + pads[2] - dilations[0] * (kernel_shape[0] - 1) - 1) / strides[0]) + 1."
    assert verdicts(said, "output size") == ["proved"]
    assert verdicts(said.replace("+ pads[2]", "- pads[2]"), "output size") == ["refuted"]
    assert verdicts(f"If nothing is padded, {said}", "output size") == []


def test_a_calculation_is_exact_and_no_constraint() -> None:
    assert verdicts("Here $OH = \\lfloor (6 + 1 - 5) / 2 \\rfloor + 1 = 2$.\n", "calculation") == ["proved"]
    assert verdicts("Here $OH = \\lfloor (6 + 1 - 5) / 2 \\rfloor + 1 = 3$.\n", "calculation") == ["refuted"]


PLAIN = """## A test

    type : int8
    kernel_shape : 2, 2      strides : 1, 1
    pads : 0, 0, 0, 0    dilations : 1, 1
    shape of X : 1, 2, 3, 3

    X channel 0      X channel 1
      1  7  7          -1 -5 -2
      0  7  2          -8 -1 -3
      4  4  4          -6 -4 -9

    Y channel 0      Y channel 1
      7  7             -1 -1
      7  7             -1 -1

    Indices channel 0  Indices channel 1
      1  1             9 13
      4  4            13 13
"""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("-1 -1\n\n", "-1 -2\n\n"),
        ("9 13\n      4", "9 12\n      4"),
        ("4  4            13", "4  5            13"),
        ("kernel_shape : 2, 2", "kernel_shape : 2, 1"),
    ],
)
def test_an_example_in_rows_is_judged(old: str, new: str) -> None:
    assert wrong(HEAD + PLAIN) == set()
    assert old in PLAIN
    assert wrong(HEAD + PLAIN.replace(old, new, 1))


SHOWN = """## Examples

```python
>>> x = tensor([[[[8, 3, 1, 6], [2, 9, 4, 7], [5, 0, 9, 1]]]])
>>> y, i = maxpool2d(x, kernel_size=(2, 2), stride=(1, 2), padding=(1, 0, 0, 0), dilation=(1, 1))
>>> y
tensor([[[[8, 6], [9, 7], [9, 9]]]])
>>> i
tensor([[[[0, 3], [5, 7], [5, 10]]]])
```
"""


def test_what_an_interpreter_shows_is_an_example() -> None:
    assert wrong(HEAD + SHOWN) == set()
    assert wrong(HEAD + SHOWN.replace("[9, 9]", "[9, 8]")) == {"example-cell-wrong"}
    assert wrong(HEAD + SHOWN.replace("[5, 10]", "[5, 9]")) == {"example-cell-wrong"}
