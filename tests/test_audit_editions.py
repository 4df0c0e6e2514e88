"""Forms of other editions of a specification: defaults of ONNX in sentences, quantifiers in words, numbered titles,
windows that are told one by one, tables of tensors, symbols with what they are in other words."""

from __future__ import annotations

import pytest

from proofs.audit.attributes.told import defaults_in, required_in, without_default_in
from proofs.audit.rulebook.findings import Level
from proofs.audit.rulebook.rules import RULES
from proofs.audit.run import audit
from proofs.audit.sentences.owners import with_owner
from tests.audit_documents import broken, document, row, table

HEAD = "# MaxPool\n\n`Y, Indices = MaxPool(X)`, where `X` has the shape $(N, C, H, W)$.\n\n"


def found(text: str) -> set[str]:
    """The rules of all findings but notes, below a page's beginning."""
    findings = audit(document(f"{HEAD}{text}\n"), None).findings
    return {each.rule for each in findings if RULES[each.rule].level is not Level.NOTE}


def wrong(text: str) -> set[str]:
    """The rules that a page breaks below its beginning."""
    return broken(f"{HEAD}{text}\n")


@pytest.mark.parametrize(
    ("text", "attribute", "defaults"),
    [
        ("The defaults of ONNX are 1 for `strides` and `dilations`, 0 for `pads`.", "",
         {"strides": "1", "dilations": "1", "pads": "0"}),
        ("In ONNX the default is 1 on each axis, with which the taps are contiguous.", "dilations", {"dilations": "1"}),
        ("The ONNX defaults are the kernel size for `strides`, and 1 for `dilations`.", "",
         {"strides": "`kernel_shape`", "dilations": "1"}),
        ("The defaults are 1 for `strides` and brillig.", "", {}),
        ("The windows have defaults.", "", {}),
        ("In ONNX the default is 1 on each axis.", "", {}),
    ],
)  # fmt: skip
def test_a_sentence_gives_defaults(text: str, attribute: str, defaults: dict[str, str]) -> None:
    assert defaults_in(text, attribute) == defaults


@pytest.mark.parametrize(
    ("text", "attribute", "named"),
    [
        ("In ONNX, only `kernel_shape` is required", "", ("kernel_shape",)),
        ("In ONNX, `kernel_shape` and `pads` are the only two of the seven attributes that have no default.", "",
         ("kernel_shape", "pads")),
        ("In ONNX, no attribute is required", "", ()),
        ("It is the only attribute that ONNX itself requires", "kernel_shape", ("kernel_shape",)),
        ("`kernel_shape` is required", "", None),
        ("In ONNX, `kernel_shape` is required where it is brillig", "", None),
    ],
)  # fmt: skip
def test_a_sentence_tells_which_attributes_have_no_default(
    text: str, attribute: str, named: tuple[str, ...] | None
) -> None:
    assert without_default_in(text, attribute) == named


def test_a_sentence_tells_whether_onnx_requires_an_attribute() -> None:
    said = ("In ONNX this attribute is optional", "In ONNX it is required", "It is required", "In ONNX it is brillig")
    assert [required_in(text) for text in said] == [False, True, None, None]


ATTRIBUTES = """## 5. Attributes

### `dilations`: list of ints
- `[C1]` The list holds 2 integers, each of them at least 1.
- In ONNX the default is 1 on each axis, with which the taps are contiguous.

### `kernel_shape`: list of ints
- `[C1]` The list holds 2 integers, each of them at least 1.
- In ONNX this attribute is required: it has no default.

## Example 1 (float)

The defaults of ONNX are 1 for `strides` and `dilations`, 0 for `pads`; in ONNX, only `kernel_shape` is required.
"""


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ("", "", ""),
        ("default is 1", "default is 0", "domain-wrong"),
        ("each of them at least 1", "each of them at least 0", "domain-wrong"),
        ("holds 2 integers", "holds 4 integers", "length-wrong"),
        ("attribute is required", "attribute is optional", "domain-wrong"),
        ("this attribute is required: it has no default", "it is the only attribute that is required", ""),
        (
            "the default is 1 on each axis, with which the taps are contiguous",
            "it is the only attribute that is required",
            "domain-wrong",
        ),
        ("0 for `pads`", "1 for `pads`", "domain-wrong"),
        ("are 1 for `strides`", "are `kernel_shape` for `strides`", "domain-wrong"),
        ("in ONNX, only `kernel_shape`", "in ONNX, only `strides`", "domain-wrong"),
    ],
)
def test_attributes_under_a_numbered_title(old: str, new: str, rule: str) -> None:
    assert old in ATTRIBUTES
    assert wrong(ATTRIBUTES.replace(old, new, 1)) == ({rule} if rule else set())


WINDOWS = r"""The height of $Y$ is $dY_2 = \lfloor (H + pads[0] + pads[2] - E) / strides[0] \rfloor + 1$, where
$E = dilations[0] \cdot (kernel\_shape[0] - 1) + 1$ is the extent of the kernel, and $H + pads[0] + pads[2] \ge E$.

- $h \in [0, dY_2 - 1]$ is a row of $Y$, $i \in [0, kernel\_shape[0] - 1]$ one of the kernel.
- Tap $i$ of window $h$ is at $r(h, i) = h \cdot strides[0] + i \cdot dilations[0] - pads[0]$.
- For each $h$ there shall be at least one $i$ with $0 \le r(h, i) < H$.
"""


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ("", "", ""),
        ("at least one $i$", "a tap row $i$", ""),
        ("< H$.", "\\le H$.", "window-without-element"),
        ("For each $h$ there shall be at least one $i$ with", "For each $h$ every $i$ shall fulfil",
         "constraint-too-strong"),
        ("For each $h$", "For some $h$", "window-without-element"),
    ],
)  # fmt: skip
def test_quantifiers_in_words(old: str, new: str, rule: str) -> None:
    assert old in WINDOWS
    assert found(WINDOWS.replace(old, new, 1)) == ({rule} if rule else set())


@pytest.mark.parametrize(
    ("said", "is_wrong"),
    [
        (r"$2 \cdot 1 + 2 \le 3 + 1 < 3 \cdot 1 + 2$, so that there are 3 rows.", False),
        (r"$2 \cdot 1 + 2 \le 3 + 2 < 3 \cdot 1 + 2$, so that there are 3 rows.", True),
        (r"This fails, for $2 + 2 < 3$.", False),
        (r"If $2 + 2 < 3$, nothing follows.", False),
        (r"Here $2 + 2 / 0 < 3$.", False),
    ],
)
def test_calculations_in_an_order(said: str, is_wrong: bool) -> None:
    assert wrong(f"## Example\n\n{said}") == ({"formula-wrong"} if is_wrong else set())


EXAMPLE = r"""## Example

- Shape of $X$ = [1, 2, 3, 4], `kernel_shape` = [2, 3], `strides` = [1, 2], `dilations` = [1, 1], `pads` = [0, 1, 1, 0]
- $X[0,0]$ = [[3, 7, 1, 4], [7, 2, 6, 6], [0, 5, 5, 9]]
- $X[0,1]$ = [[-1, -4, -2, -8], [-3, -3, -9, -5], [-6, -7, -2, -2]]
- $Y[0,0]$ = [[7, 7], [7, 9], [5, 9]]
- $Y[0,1]$ = [[-1, -2], [-3, -2], [-6, -2]]
- $\textit{Indices}[0,0]$ = [[1, 1], [4, 11], [9, 11]]
- $\textit{Indices}[0,1]$ = [[12, 14], [16, 22], [20, 22]]
- The windows with $h = 0$ have their taps on the rows 0 and 1, those with $w = 0$ on the columns -1, 0 and 1.
- Channel 0, window (0,0): it meets 3, 7, 7 and 2; the maximum is 7, its index is 1.
- Channel 0, window (2,0): it reads the rows 2 and 3, and meets 0 and 5 only; its index is 9.
- The window (1, 0) of channel 1 meets the value -3 at the indices 16 and 17, and 16 is kept.
"""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("rows 0 and 1", "rows 0 and 2"),
        ("columns -1, 0 and 1", "columns 0, 1 and 2"),
        ("meets 3, 7, 7 and 2", "meets 3, 7, 7 and 5"),
        ("maximum is 7", "maximum is 3"),
        ("its index is 1.", "its index is 4."),
        ("rows 2 and 3", "rows 1 and 2"),
        ("0 and 5 only", "0 and 9 only"),
        ("its index is 9", "its index is 5"),
        ("and 16 is kept", "and 17 is kept"),
    ],
)
def test_windows_that_are_told_one_by_one(old: str, new: str) -> None:
    assert wrong(EXAMPLE) == set()
    assert old in EXAMPLE
    assert wrong(EXAMPLE.replace(old, new, 1)) == {"example-cell-wrong"}


@pytest.mark.parametrize(
    ("cells", "is_wrong"),
    [
        (("5", "3", "1", "1", "0, 0", "3"), False),
        (("4", "3", "2", "1", "1, 1", "2"), False),
        (("4", "3", "2", "1", "1, 1", "3"), True),
    ],
)
@pytest.mark.parametrize("heads", ["Size of $X$|Taps|Stride|Dilation|Pads|Size of $Y$",
                                   "$H$|kernel|stride|dilation|pads[0], pads[2]|$dY_2$"])  # fmt: skip
def test_examples_of_one_axis_in_a_table(heads: str, cells: tuple[str, ...], is_wrong: bool) -> None:
    lines = f"{row(*heads.split('|'))}\n{row(*['---'] * 6)}\n{row(*cells)}"
    said = "$dY_2$ is the height of $Y$.\n\n"
    assert wrong(f"{said}{lines}") == ({"example-shape-wrong"} if is_wrong else set())


@pytest.mark.parametrize(
    ("said", "is_wrong"),
    [
        ("For instance, size 4 with kernel size 3, stride 2, dilation 1 and pads 1 and 1 gives 2.", False),
        ("For instance, size 4 with kernel size 3, stride 2, dilation 1 and pads 1 and 1 gives 3.", True),
        ("Example of one axis: size 7, kernel 3, dilation 2, stride 1 and no pads give an output of size 3.", False),
        ("Example of one axis: size 7, kernel 3, dilation 2, stride 1 and no pads give an output of size 5.", True),
    ],
)
def test_examples_of_one_axis_in_a_sentence(said: str, is_wrong: bool) -> None:
    assert wrong(said) == ({"example-shape-wrong"} if is_wrong else set())


TENSORS = table(
    "Tensors",
    row("Tensor", "Type", "Shape"),
    row("---", "---", "---"),
    row("`X` (input)", "float16, float, double, int8, uint8", "$(N, C, H, W)$"),
    row("`Y` (output)", "the type of `X`", "$(N, C, P, Q)$"),
    row("`Indices` (optional output)", "int64", "$(N, C, P, Q)$"),
)


@pytest.mark.parametrize(
    ("old", "new"),
    [("uint8", "uint8, int32"), ("the type of `X`", "the type of `X`, but int32 if that is int8"), ("int64", "int32")],
)
def test_the_types_of_tensors_in_a_table(old: str, new: str) -> None:
    assert wrong(TENSORS) == set()
    assert wrong(TENSORS.replace(old, new, 1)) == {"type-wrong"}


SYMBOLS = table(
    "Notation",
    row("Symbol", "Meaning", "Where"),
    row("---", "---", "---"),
    row("$A$", "height of $X$ (number of rows)", "axis 2"),
    row("$P$", "height of $Y$", "axis 2 of $Y$"),
    row("$p$, $q$", "row and column of $Y$", "free"),
    row("$u$", "taps of the kernel along the height", "`kernel_shape[0]`"),
    row("$s$", "step of the window along the height", "`strides[0]`"),
    row("$d$", "distance between neighbouring taps along the height", "`dilations[0]`"),
    row("$t$", "rows added above $X$", "`pads[0]`"),
    row("$b$", "rows added below $X$", "`pads[2]`"),
)


@pytest.mark.parametrize(("old", "new"), [("", ""), ("t + b", "t + t"), ("(number of rows)", "(number of columns)")])
def test_a_symbol_with_what_it_is_in_other_words(old: str, new: str) -> None:
    size = r"$P = \lfloor (A + t + b - d \cdot (u - 1) - 1) / s \rfloor + 1$, and $A + t + b \ge d \cdot (u - 1) + 1$."
    page = f"{SYMBOLS}\n\nEvery window contains an element of `X`.\n\n{size}"
    assert old in page
    assert bool(wrong(page.replace(old, new, 1)) - {"formula-not-understood"}) == (old == "t + b")
    assert ("formula-not-understood" in wrong(page.replace(old, new, 1))) == ("columns" in new)


@pytest.mark.parametrize(
    ("said", "is_wrong"),
    [
        ("$Y$ is the output tensor, of shape $(dX_0, dX_1, dY_2, dY_3)$.", False),
        ("$Y$ is the output tensor, of shape $(dX_0, 1, dY_2, dY_3)$.", True),
    ],
)
def test_one_channel_in_the_shape_of_y(said: str, is_wrong: bool) -> None:
    assert wrong(said) == ({"formula-wrong"} if is_wrong else set())


TAPS = r"""- $\kappa_0$ is `kernel_shape[0]`, $\sigma_0$ is `strides[0]`.
- $\delta_0$ is `dilations[0]`, $\beta_0$ is `pads[0]`.

$$r = h\,\sigma_0 + t_0\,\delta_0 - \beta_0, \qquad q = w \cdot strides[1] + j \cdot dilations[1] - pads[1]$$

with $0 \le t_0 < \kappa_0$, for each place $(b, c, h, w)$ of Y. It is a candidate if and only if
$$0 \le r < H \quad \text{and} \quad 0 \le q < W$$
Every window contains an element of `X`.
"""


@pytest.mark.parametrize(("old", "new"), [("", ""), ("< \\kappa_0", "\\le \\kappa_0"), ("r < H", "r \\le H"),
                                          ("0 \\le q", "1 \\le q")])  # fmt: skip
def test_ranges_side_by_side_and_of_numbered_letters(old: str, new: str) -> None:
    assert old in TAPS
    assert wrong(TAPS.replace(old, new, 1)) == ({"formula-wrong"} if old else set())


@pytest.mark.parametrize(
    ("said", "rule"),
    [
        ("### 5.4 Comparison of special values\n\nA NaN is propagated to $Y$.", "nan-wrong"),
        ("### Comparison with other operators\n\nA NaN is propagated to $Y$.", ""),
        ("The padding value is the lowest finite number of the type.", "pad-value-wrong"),
        ("- No error conditions: a call that satisfies all constraints raises no exception.", ""),
        ("Each element of $Y$ is a bit-exact copy: there is no rounding, no overflow and no exception.", ""),
        ("An error is impossible: there are no exceptions.", "errors-unstated"),
    ],
)  # fmt: skip
def test_what_a_title_an_anchor_or_a_lead_says(said: str, rule: str) -> None:
    assert wrong(said) == ({rule} if rule else set())


@pytest.mark.parametrize(("anchor", "rule"), [("Y2", ""), ("C2", ""), ("C5", "reference-label-wrong")])
def test_an_anchor_may_be_named_in_a_way_of_its_own(anchor: str, rule: str) -> None:
    given = ("C1", anchor, "C3", "C4")
    items = "".join(f'- `[C{at}]` <a id="{name}"></a> One.\n' for at, name in enumerate(given, start=1))
    assert wrong(f"### Constraints\n\n{items}") == ({rule} if rule else set())


@pytest.mark.parametrize(
    ("said", "rule"),
    [
        ("### $X$: tensor of float16, float, double, int8 or uint8\n\nText.", ""),
        ("### $X$: tensor of float16, float, double, int8, int16 or uint8\n\nText.", "type-wrong"),
        ("### $X$: integer tensor\n\nText.", ""),
        ("As if $X$ were padded with $-\\infty$ (float16, float), $-128$ (int8) or $0$ (uint8).", ""),
        ("As if $X$ were padded with $-\\infty$ (float16, float), $0$ (int8) or $0$ (uint8).", "pad-value-wrong"),
        ("The defaults of ONNX are 1 for each stride, and 0 for each dilation and each pad.", "domain-wrong"),
        ("The defaults of ONNX are 1 for each stride and each dilation, and 0 for each pad.", ""),
        ("In ONNX itself, none of these seven attributes is required, since all have defaults.", "domain-wrong"),
        ("A NaN is treated as $+\\infty$: it is always selected when the window meets no number.", "nan-wrong"),
        ("A tap on padding is not a candidate: it is never selected, and no padding value appears in $Y$.", ""),
    ],
)
def test_what_a_sentence_or_a_title_lists(said: str, rule: str) -> None:
    assert wrong(said) == ({rule} if rule else set())


PADDED = table(
    "Types",
    row("Type of $X$", "Type of $Y$", "Padding counts as"),
    row("---", "---", "---"),
    row("float16", "float16", "$-\\infty$"),
    row("int8", "int8", "-128, the lowest value"),
)


@pytest.mark.parametrize(
    ("old", "new"), [("$-\\infty$", "-65504, the lowest finite value"), ("-128, the", "-127, the")]
)
def test_a_value_of_padding_with_what_it_is(old: str, new: str) -> None:
    assert wrong(PADDED) == set()
    assert old in PADDED
    assert "pad-value-wrong" in wrong(PADDED.replace(old, new, 1))


FAULTS = table(
    "Error conditions\n\nAny of the following makes a call illegal.",
    row("Id", "Condition", "Example"),
    row("---", "---", "---"),
    row("E1", "`X` does not have rank 4", "shape `(3, 8, 8)`"),
    row("E2", "`auto_pad` is not `NOTSET`", "`storage_order = 1`"),
    row("E3", "`pads` has a negative entry", "`pads` with 2 entries"),
    row("E4", "$H + pads[0] + pads[2] < E$", "see below"),
)
EXTENT = "$E$ is the extent of the kernel along the height.\n\n"


@pytest.mark.parametrize(
    ("old", "new", "is_wrong"),
    [("", "", False), ("pads[2] < E", "pads[2] > E", True)],
)
def test_a_table_of_what_is_an_error(old: str, new: str, is_wrong: bool) -> None:
    assert old in FAULTS
    assert bool(wrong(f"{EXTENT}{FAULTS.replace(old, new, 1)}")) == is_wrong


ONNX = table(
    "Parameters\n\n### Attributes\n\nAll are set.",
    row("Attribute", "Domain", "In plain ONNX"),
    row("---", "---", "---"),
    row("`strides`", "each at least 1", "defaults to 1 on each axis"),
    row("`ceil_mode`", "0", "defaults to 0"),
)


def test_a_column_on_onnx_is_none_on_the_profile() -> None:
    assert wrong(ONNX) == set()
    assert wrong(ONNX.replace("defaults to 1", "defaults to 2")) == {"domain-wrong"}


def test_remarks_beside_windows_state_no_rule() -> None:
    rows = (row("w", "Candidates", "Y", "Indices", "Remark"), row("0", "NaN, 3", "3", "5", "NaN ignored"))
    assert wrong(table("Zeros and NaN", rows[0], row(*["---"] * 5), rows[1])) == set()
    assert wrong("NaN is ignored.") == {"nan-wrong"}


@pytest.mark.parametrize(("title", "is_wrong"), [("PyTorch", False), ("AveragePool", False), ("Indices", True)])
def test_an_item_on_another_library_says_nothing_of_the_operator(title: str, is_wrong: bool) -> None:
    assert bool(wrong(f"- *{title}.* The indices restart in each plane.")) == is_wrong


def test_a_name_in_latex_may_be_gone_on_about() -> None:
    assert with_owner("It is int64.", r"\mathrm{I}") == r"\mathrm{I} is int64."
    assert with_owner("The elements are int64.", r"\mathrm{I}") == r"The elements of \mathrm{I} are int64."
