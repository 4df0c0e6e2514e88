"""Worked examples in these tests' own words: what is wrong is found where it stands, and what is right is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs.audit.examples.examples import judge_examples
from spec.documents.pages.read import read
from tests.audit_examples import Case, as_markdown, fixed, found, judge

DOCUMENTS = Path(__file__).resolve().parent.parent.parent / "shared" / "documents"


def flat(X: str, Y: str, more: str = "", attributes: str = "- kernel_shape = [2, 2]\n") -> str:
    """An example of line 1, whose attributes stand from line 3 on, then X and Y."""
    return f"# Example\n\n{attributes}\nX = {X}\n\nY = {Y}\n{more}"


@pytest.mark.parametrize(
    ("cell", "meant"),
    [
        ("4 5", "4.5"),
        ("4,5", "4.5"),
        ("4.5.", "4.5"),
        ("4..5", "4.5"),
        ("A4.5", "4.5"),
        ("4.S", "4.5"),
        ("04.5", "4.5"),
    ],
)
def test_a_malformed_number_has_the_reading_that_agrees(cell: str, meant: str) -> None:
    text = flat(
        f"\\begin{{bmatrix}} 1.5 & 2.5 \\\\ 3.5 & {cell} \\end{{bmatrix}}", "\\begin{bmatrix} 4.5 \\end{bmatrix}"
    )
    (finding,) = judge(text)[1]
    assert (finding.rule, finding.suggestion, text[finding.start : finding.start + len(cell)]) == (
        "number-malformed",
        meant,
        cell,
    )
    assert judge(fixed(text, [finding]))[1] == []


def test_a_malformed_number_without_a_reading_is_left_out() -> None:
    text = flat("[[1, 2, 3], [4, ??, 6]]", "[[5, 7]]")
    assert found(text) == [("number-malformed", 5)]


def test_a_malformed_number_of_an_output_is_the_operator_s() -> None:
    (finding,) = judge(flat("[[1, 2, 3], [4, 5, 6]]", "[[5, G]]"))[1]
    assert (finding.rule, finding.suggestion) == ("number-malformed", "6")


@pytest.mark.parametrize(
    "X", ["[[1, 2], [3]]", "\\begin{bmatrix} 1 & 2 \\\\ 3 \\end{bmatrix}", "[]", "[[1, 2], [3, 4]"]
)
def test_a_tensor_that_is_badly_written(X: str) -> None:
    assert [rule for rule, _ in found(flat(X, "[[4]]"))] == ["matrix-malformed"]


@pytest.mark.parametrize(
    "X",
    [
        "[[1, 2], [3, 4]]",
        "[[1 2]\n [3 4]]",
        "[[1, 2] [3, 4]]",
        "\\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\\\ \\end {pmatrix}",
        "\\left[\\begin{array}{cc} 1 & 2 \\\\ 3 & 4 \\end{array}\\right]",
        "\\begin{matrix} \\begin{matrix} 1 & 2 \\\\ 3 & 4 \\end{matrix} \\end{matrix}",
        "\\begin{bmatrix} -\\infty & \\text{NaN} \\\\ 3 & 4.0e+0 \\end{bmatrix}",
        "\\begin{bmatrix} −1 & \\mathbf{2} \\\\ 3 & 0.4 \\times 10^{1} \\end{bmatrix}",
    ],
)
def test_notations_of_a_tensor(X: str) -> None:
    assert judge(flat(X, "[[4]]", "\nIndices = [[3]]\n"))[1:] == ([], 1)


def test_cells_of_all_batches_and_channels_are_judged() -> None:
    inner = "\\begin{bmatrix} 1 & 2 \\\\ 3 & 4 \\end{bmatrix}"
    X = f"\\begin{{bmatrix}} \\begin{{bmatrix}} {inner} \\\\ {inner} \\end{{bmatrix}} \\end{{bmatrix}}"
    Y = "[[[[4]], [[4]]]]"
    assert judge(flat(X, Y, "\nIndices = [[[[3]], [[7]]]]\n"))[1] == []
    assert found(flat(X, Y, "\nIndices = [[[[3]], [[3]]]]\n")) == [("example-cell-wrong", 9)]


@pytest.mark.parametrize(
    ("attributes", "line"),
    [
        ("- kernel_shape = [2, 2]\n- strides = [0, 1]\n", 4),
        ("- kernel_shape = [2, 2]\n- pads = [0, 0, 0]\n", 4),
        ("- kernel_shape = [2, 2]\n- pads = [0, 0, l, 0]\n", 4),
        ("- auto_pad = NONE\n- kernel_shape = [2, 2]\n", 3),
        ("- kernel_shape = [2, 2]\n- dilations = [1, -1]\n", 4),
    ],
)
def test_an_attribute_that_is_none(attributes: str, line: int) -> None:
    assert found(flat("[[1, 2], [3, 4]]", "[[4]]", attributes=attributes)) == [("example-attribute-wrong", line)]


def test_the_formula_of_valid_gives_the_shape() -> None:
    text = (
        "Example 3:\n\n```\ninput = [[[[1, 2, 3], [4, 5, 6], [7, 8, 9]]]]\nstrides = [2, 2]\nkernel = [2, 2]\n"
        'rounding_type = "ceil"\nauto_pad = "valid"\noutput0 = [[[[5, 6], [8, 9]]]]\n```\n'
    )
    (finding,) = judge(text)[1]
    assert (finding.rule, finding.suggestion, finding.fix) == ("example-shape-wrong", "[1, 1, 1, 1]", None)


PAGE = """MaxPool - 11
============

* **domain**: **com.example.pool**

**one**

::

    node = onnx.helper.make_node("MaxPool", inputs=["x"], outputs=["y"], kernel_shape=[3], {more})
    x = np.random.randn(2, 3, 1000).astype(np.float32)
    kernel_shape = [3]
    expect(node, inputs=[x], outputs=[y])
"""


def test_a_node_without_its_domain() -> None:
    assert found(PAGE.replace("{more}", "strides=[1]"), "page.rst") == [("example-domain-missing", 10)]
    assert found(PAGE.replace("{more}", 'domain="com.example.pool"'), "page.rst") == []


def test_a_drawn_input_has_only_its_shape() -> None:
    text = PAGE.replace("{more}", 'domain="com.example.pool"')
    assert (
        found(text.replace("    node", '    """\n    output_shape: [2, 3, 998]\n    """\n    node'), "page.rst") == []
    )
    wrong = text.replace("    node", '    """\n    output_shape: [2, 3, 999]\n    """\n    node')
    assert found(wrong, "page.rst") == [("example-shape-wrong", 11)]
    assert found(text.replace("kernel_shape = [3]", "kernel_shape = [4]"), "page.rst") == [
        ("example-attribute-wrong", 12)
    ]


LISTING = """
### Differences seen in another implementation

A library, given example 1 above, prints

$$Y = \\begin{bmatrix} -9 & 5.5 \\\\ <c> & <d> \\end{bmatrix}$$

- $-9$ instead of $<a>$ (first element)
- 5.5 instead of <b>
"""


def listing(text: str) -> str:
    """An example, and what a library is said to print for it: <a> to <d> are the example's cells of Y."""
    case = Case(shape=(3, 3), seed=5)
    (a, b), (c, d) = case.rows()[1]
    for name, value in {"<a>": a, "<b>": b, "<c>": c, "<d>": d}.items():
        text = text.replace(name, value)
    return as_markdown(case, nested=False) + text


def test_a_plausible_listing_has_no_finding() -> None:
    claims, findings, count = judge(listing(LISTING))
    assert (findings, count) == ([], 1)
    assert [(c.kind, c.verdict) for c in claims] == [("example", "agrees"), ("listing", "agrees")]


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("<c> &", "<c>9 &", "$$Y = "),
        ("instead of <b>", "instead of 7", "- 5.5"),
        ("(first", "(third", "- $-9$"),
        ("- 5.5 instead of <b>\n", "", "$$Y = "),
        ("- 5.5 ", "- 5.6 ", "$$Y = "),
        ("5.5 instead of <b>\n", "5.5 instead of <b>\n- 1 instead of 2\n", "- 1 instead"),
    ],
)
def test_a_listing_that_does_not_fit_its_description(old: str, new: str, line: str) -> None:
    text = listing(LISTING.replace(old, new))
    (finding,) = judge(text)[1]
    assert finding.rule == "listing-implausible"
    assert text[text.rindex("\n", 0, finding.start) + 1 :].startswith(line)
    assert finding.start > text.index("### Differences")


def test_other_names_are_told_once() -> None:
    text = "$S, Ind = \\text{MaxPool}(E)$\n\n"
    one, two = as_markdown(Case()), as_markdown(Case(seed=1), 2)
    both = one.replace("One call", text + "One call") + two.replace("One call", text + "One call")
    assert found(both) == [("example-name-differs", 3)]


def test_an_input_that_another_example_prints_too() -> None:
    """One cell of Y differs: X is to blame if another example has what Y says, and Y if it has the same X."""
    first = flat("[[1, 2, 3], [4, 5, 6]]", "[[5, 6]]").replace("Example", "Example 1")
    wrong_X = flat("[[1, 2, 3], [4, 5, 7]]", "[[5, 6]]").replace("Example", "Example 2")
    wrong_Y = flat("[[1, 2, 3], [4, 5, 6]]", "[[5, 3]]").replace("Example", "Example 2")
    assert found(first + wrong_X) == [("example-cell-wrong", 12)]
    assert found(first + wrong_Y) == [("example-cell-wrong", 14)]


def test_dots_are_not_judged() -> None:
    text = flat("\\begin{bmatrix} 1 & \\cdots \\\\ 3 & 4 \\end{bmatrix}", "[[4]]")
    assert found(text) == [("example-not-judged", 1)]


# --- the documents -------------------------------------------------------------------------------


def of_document(name: str) -> list[tuple[str, int, int]]:
    if not DOCUMENTS.is_dir():
        pytest.skip("the documents are not here: no folder shared/documents next to the repository")
    page = read(DOCUMENTS / name)
    return [(f.rule, *page.place(f.start)) for f in judge_examples(page)[1]]


def test_the_draft() -> None:
    assert [(rule, line) for rule, line, _ in of_document("sonnx-maxpool-draft.md")] == [
        ("number-malformed", 93),
        ("example-cell-wrong", 912),
        ("example-cell-wrong", 998),  # the description of the listing repeats it
        ("example-name-differs", 354),
    ]


def test_the_page_of_openvino() -> None:
    assert of_document("openvino-maxpool-8.md") == [
        ("example-cell-wrong", 1, 6939),
        ("example-cell-wrong", 1, 7012),
        ("example-shape-wrong", 1, 8351),
    ]


def test_the_pages_of_onnx() -> None:
    assert of_document("onnx-maxpool.rst") == []
    assert of_document("onnx-maxpool-with-differences.rst") == []


def test_the_page_of_nhwc() -> None:
    findings = of_document("nhwc-maxpool-11.rst")
    assert {rule for rule, *_ in findings} == {"example-domain-missing"}
    assert len(findings) == 15


SMALL = """\
### Example 1
{stated}
- kernel\\_shape = [2, 2]
- pads = [0, 0, 0, 0]
- dilations = [1, 1]
- strides = [1, 1]

{printed}
"""
PRINTED = (
    r"$$X = \begin{bmatrix} 1 & 2 & −127 \\ 3 & 4 & −128 \end{bmatrix},\quad Y = \begin{bmatrix} 4 & 4 \end{bmatrix}$$",
    "$$\\begin{aligned} X &= \\begin{pmatrix} 1 & 2 & -127 \\\\ 3 & 4 & -128 \\end{pmatrix} \\\\"
    " Y &= \\begin{pmatrix} 4 & 4 \\end{pmatrix} \\end{aligned}$$",
    "```\nX[0, 0] = [[1, 2, -127], [3, 4, -128]]\nY[0, 0] = [[4, 4]]\n```",
)
SHAPES_OF_X = (
    "- Shape of $X$ = [1, 1, 2, {}]",
    "- $X\\_shape = [1, 1, 2, {}]$",
    "- $\\text{{X}}\\_\\text{{shape}} = (1, 1, 2, {})$",
    "- $shape(X) = (1, 1, 2, {})$",
    "- `X.shape = (1, 1, 2, {})`",
    "- X has shape (1, 1, 2, {})",
    "- $X \\in \\mathbb{{R}}^{{1 \\times 1 \\times 2 \\times {}}}$",
    "- The shape of $X$ is (1, 1, 2, {})",
    "- input shape: [1, 1, 2, {}]",
    "\n| Tensor | Shape |\n|---|---|\n| $X$ | (1, 1, 2, {}) |\n",
)


@pytest.mark.parametrize("printed", PRINTED)
@pytest.mark.parametrize("stated", SHAPES_OF_X)
def test_a_shape_is_held_against_what_is_printed_in_any_notation(stated: str, printed: str) -> None:
    right = SMALL.format(stated=stated.format(3), printed=printed)
    assert found(right) == []
    wrong = SMALL.format(stated=stated.format(4), printed=printed)
    assert [rule for rule, _ in found(wrong)] == ["example-shape-wrong"]


def matrix(rows: str) -> str:
    return f"\\begin{{bmatrix}} {rows} \\end{{bmatrix}}"


def test_attributes_in_a_table_are_read() -> None:
    table = "| Attribute | Value |\n|---|---|\n| `kernel_shape` | [1, 2] |\n| strides | [1, 1] |\n"
    printed = "$$X = \\begin{bmatrix} 1 & 2 \\end{bmatrix}, Y = \\begin{bmatrix} 2 \\end{bmatrix}$$"
    text = f"### Example 1\n\n{table}\n{printed}\n"
    assert [c.verdict for c in judge(text)[0]] == ["agrees"]
    assert [rule for rule, _ in found(text.replace("{bmatrix} 2 \\", "{bmatrix} 1 \\"))] == ["example-cell-wrong"]


def test_an_example_that_leaves_attributes_open_is_judged_only_if_no_values_of_theirs_agree() -> None:
    rows = "1 & 2 & 3 & 4 \\\\ 5 & 6 & 7 & 8 \\\\ 1 & 1 & 2 & 3 \\\\ 4 & 5 & 6 & 7"
    outputs = "6 & 8 \\\\ 5 & 7"
    matrices = f"$$X = {matrix(rows)}$$\n\n$$Y = {matrix(outputs)}$$"
    text = f"### Example 1\n- kernel_shape = [2, 2]\n\n{matrices}\n"
    claims, (finding,), _ = judge(text)
    assert (finding.rule, claims[0].verdict) == ("example-not-judged", "not understood")
    assert "strides = [2, 2]" in finding.message
    assert "example-not-judged" not in [rule for rule, _ in found(text.replace("6 & 8 \\\\", "6 & 99 \\\\"))]


def test_an_example_without_names_is_said_not_to_be_judged() -> None:
    text = "### Example 1\n- kernel_shape = [1, 2]\n\n$$\\begin{bmatrix} 1 & 2 \\end{bmatrix}$$\n"
    claims, findings, _ = judge(text)
    assert [c.verdict for c in claims] == ["not understood"]
    assert [f.rule for f in findings] == ["example-not-judged"]
