"""Forms of pages that are mostly prose: names in sentences, sets and examples across parts, answers in tables."""

from __future__ import annotations

import pytest

from proofs.audit.examples.lines_read import wrong_lines
from tests.audit_documents import broken, row, table

HEAD = "# MaxPool\n\n`Y, Indices = MaxPool(X)`, where `X` has the shape $(N, C, H, W)$.\n\n"


def wrong(text: str) -> set[str]:
    """The rules that a page breaks below its beginning."""
    return broken(f"{HEAD}{text}\n")


SPANNED = (
    "- `dilations`: the distance between two taps, so the dilated kernel spans $D_i = \\texttt{dilations}[i] \\cdot "
    "(\\texttt{kernel\\_shape}[i] - 1) + 1$ positions on axis $i$, and a value of 1 leaves the kernel compact."
)


@pytest.mark.parametrize(("old", "new", "is_wrong"), [("", "", False), ("[i] - 1) + 1", "[i] - 1)", True)])
def test_what_the_dilated_kernel_spans_is_its_extent(old: str, new: str, is_wrong: bool) -> None:
    assert bool(wrong(SPANNED.replace(old, new, 1))) == is_wrong


PARTS = r"""# **MaxPool** (real)

`Y, Indices = MaxPool(X)`. Of several equal maxima the first one in row-major order is selected.

When the kernel stands at output place $(m, n)$, its cell $(h, w)$, with $0 \le h < kernel\_shape[0]$ and
$0 \le w < kernel\_shape[1]$, looks at the row $p_m(h) = m \cdot strides[0] - pads[0] + h \cdot dilations[0]$ and at
the column $q_n(w) = n \cdot strides[1] - pads[1] + w \cdot dilations[1]$. Every window contains an element of X.

$$V_{m,n} = \{ (h, w) \mid 0 \le p_m(h) < dX_2 \ \text{and}\ 0 \le q_n(w) < dX_3 \}$$

$$Y[b, c, m, n] = \max_{(h, w) \in V_{m,n}} X[b, c, p_m(h), q_n(w)]$$

# **MaxPool** (int8, uint8)

`Y, Indices = MaxPool(X)`. Of several equal maxima the first one in row-major order is selected.

It is $Y[b, c, m, n] = \max_{(h, w) \in V_{m,n}} X[b, c, p_m(h), q_n(w)]$ again. Padding counts as the smallest value.
"""


@pytest.mark.parametrize(
    ("old", "new", "is_wrong"),
    [
        ("", "", False),
        ("h \\cdot dilations[0]", "h \\cdot strides[0]", True),
        ("0 \\le h <", "1 \\le h <", True),
        ("q_n(w) < dX_3", "q_n(w) < dX_2", True),
        ("X[b, c, p_m(h), q_n(w)]$ again", "X[b, c, q_n(w), p_m(h)]$ again", True),
    ],
)
def test_a_set_has_its_letters_ranges_in_other_parts_too(old: str, new: str, is_wrong: bool) -> None:
    assert old in PARTS
    assert bool({"formula-wrong"} & broken(PARTS.replace(old, new, 1))) == is_wrong


TYPES = table(
    row("Type", "Accepted for T", "Padding counts as"),
    row("float16, float, double", "yes", "$-\\infty$"),
    row("int8", "yes", "$-128$"),
    row("uint8", "yes", "$0$"),
    row("bfloat16", "no", "n/a"),
)


@pytest.mark.parametrize(
    ("old", "new", "is_wrong"),
    [("", "", False), ("| bfloat16 | no", "| bfloat16 | yes", True), ("| int8 | yes", "| int8 | no", True)],
)
def test_a_table_answers_whether_a_type_is_accepted(old: str, new: str, is_wrong: bool) -> None:
    assert old in TYPES
    assert ("type-wrong" in wrong(TYPES.replace(old, new, 1))) == is_wrong


@pytest.mark.parametrize(
    ("said", "is_wrong"),
    [
        ("The last row of `X` belongs to no window.", False),
        ("The last column of `X` belongs to no window.", True),
        ("The first row of `X` belongs to no window.", True),
    ],
)
def test_the_first_and_the_last_line_of_x(said: str, is_wrong: bool) -> None:
    rows = {"x": 4, "kernel": 2, "stride": 2, "dilation": 1, "pad_begin": 1, "y": 2}
    columns = {"x": 5, "kernel": 3, "stride": 1, "dilation": 1, "pad_begin": 0, "y": 4}
    assert bool(list(wrong_lines(said, [rows, columns]))) == is_wrong


EXAMPLES = """## Example 1

`kernel_shape` = [1, 1], `strides` = [1, 1], `dilations` = [1, 1], `pads` = [0, 0, 0, 0], `X` = [[[[3]]]]. Size per
axis: $dY_2 = dY_3 = \\lfloor (1 + 0 + 0 - 0 - 1) / 1 \\rfloor + 1 = 1$. `Y` = [[[[3]]]], `Indices` = [[[[0]]]].
"""


@pytest.mark.parametrize(
    ("old", "new", "is_wrong"), [("", "", False), ("+ 1 = 1$", "+ 1 = 2$", True), ("`Y` = [[[[3", "`Y` = [[[[4", True)]
)
def test_the_word_axis_before_a_calculation_is_no_attribute(old: str, new: str, is_wrong: bool) -> None:
    assert old in EXAMPLES
    assert bool(wrong(EXAMPLES.replace(old, new, 1)) - {"example-not-judged"}) == is_wrong


@pytest.mark.parametrize(("number", "is_lost"), [("1", False), ("3", True)])
def test_examples_that_are_counted_through_the_parts(number: str, is_lost: bool) -> None:
    page = (
        "# MaxPool (real)\n\n`Y, Indices = MaxPool(X)`\n\n### Example 1\n\nText.\n\n# MaxPool (int8)\n\n"
        f"`Y, Indices = MaxPool(X)`\n\n### Example 2\n\nAll else is as in Example {number}.\n"
    )
    assert ("reference-unresolved" in broken(page)) == is_lost


SIDES = (
    "The four entries of `pads` are:\n\n- `pads[1]` is `x1_begin`, the columns added before the first column (left);"
)


@pytest.mark.parametrize(
    ("old", "new", "is_wrong"),
    [
        ("", "", False),
        ("x1_begin", "x0_end", True),
        ("before the first", "after the last", True),
        ("left", "right", True),
    ],
)
def test_an_entry_is_told_by_its_name_its_lines_and_its_side(old: str, new: str, is_wrong: bool) -> None:
    assert old in SIDES
    assert bool(wrong(SIDES.replace(old, new, 1))) == is_wrong
