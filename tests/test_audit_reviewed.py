"""Parts of right pages of four more styles: nothing is wrong with them, and with a slip in each something is."""

from __future__ import annotations

import pytest

from proofs.audit.examples.lines_read import wrong_lines
from proofs.audit.run import audit
from spec.documents.names.counting import first_of_range
from tests.audit_documents import broken, document, row, table

HEAD = "# MaxPool\n\n`Y, Indices = MaxPool(X)`\n\n"
LISTS = "In formulas $K$, $S$, $D$, $P$ abbreviate `kernel_shape`, `strides`, `dilations`, `pads`.\n\n"
EXTENT = r"""The dilated kernel spans $R_a = dilations[a] \cdot (kernel\_shape[a] - 1) + 1$ positions on axis $a$.

"""
NAMES = (
    f"{EXTENT}Where $strides[a] < R_a$ windows overlap. It is sufficient, though not necessary, that each pad is "
    "smaller than the dilated kernel size $R_a$ and that $dilations[a]$ does not exceed the size of `X` on that axis. "
    "Along axis $a$, $dilations[a] - 1$ elements are skipped between two neighbouring taps.\n"
)
WINDOWS = (
    LISTS
    + r"""For $0 \le i < K[0]$ and $0 \le j < K[1]$ the position is

$$r(h,i) = h \cdot S[0] - P[0] + i \cdot D[0], \qquad q(w,j) = w \cdot S[1] - P[1] + j \cdot D[1]$$

$$\Omega(h,w) = \{\, (r(h,i),\, q(w,j)) \;:\; 0 \leq r(h,i) < dX_2,\ 0 \leq q(w,j) < dX_3 \,\}$$

"""
)
OF_WINDOWS = (
    WINDOWS
    + r"""$$Y[n,c,h,w] = \max_{(h',w') \in \Omega(h,w)} X[n,c,h',w']$$
"""
)
LISTING = """```text
for each (n, c, h, w) of Y:
    found = false
    for i = 0 .. kernel_shape[0]-1:
        for j = 0 .. kernel_shape[1]-1:
            r = h*strides[0] - pads[0] + i*dilations[0]
            q = w*strides[1] - pads[1] + j*dilations[1]
            if r < 0 or r >= dX_2 or q < 0 or q >= dX_3: continue
            v = X[n,c,r,q];  if v is NaN: v = -inf
            if not found or v > best:
                found = true;  best = v
                at = ((n*dX_1 + c)*dX_2 + r)*dX_3 + q
    Y[n,c,h,w] = best;  Indices[n,c,h,w] = at
```
"""
SYMBOLS = (
    "Write $[m] = \\{0, 1, \\dots, m-1\\}$. The places are\n$$Q = [dX_2] \\times [dX_3].$$\n\n"
    + table(
        row("Symbol", "Attribute", "Range", "Meaning"),
        row("$k_a$", "`kernel_shape`", "$k_a \\ge 1$", "number of taps, height then width"),
        row("$s_a$", "`strides`", "$s_a \\ge 1$", "step between neighbouring windows"),
        row("$\\delta_a$", "`dilations`", "$\\delta_a \\ge 1$", "distance between neighbouring taps"),
        row("$p_0, p_1, p_2, p_3$", "`pads`", "", "top, left, bottom, right"),
    )
    + r"""
For $a \in \{0,1\}$,
$$dY_{a+2} = \left\lfloor \frac{dX_{a+2} + p_a + p_{a+2} - \delta_a\,(k_a - 1) - 1}{s_a} \right\rfloor + 1 .$$

For $h \in [dY_2]$ and $w \in [dY_3]$ the window is
$$\Omega(h,w) = \{\, (h s_0 - p_0 + i\,\delta_0,\; w s_1 - p_1 + j\,\delta_1)
\;:\; i \in [k_0],\ j \in [k_1] \,\} \cap Q .$$

$$Y[n,c,h,w] = \max_{(u,v) \in \Omega(h,w)} X[n,c,u,v]$$
"""
)
SETTING = "`kernel_shape=[2,2]`, `strides=[1,2]`, `dilations=[1,1]`, `pads=[0,0,0,0]`\n\n"
BY_CHANNELS = (
    "## Example\n\n- `X`, int8, shape (1, 2, 2, 4):\n  - channel 0: `[[-5, -3, 2, 7], [-3, -8, 7, 1]]`\n"
    f"  - channel 1: `[[-9, -4, 6, 6], [-4, -7, 6, 5]]`\n- Attributes: {SETTING.strip()}\n"
    "- `Y`, int8: channel 0 `[[-3, 7]]`; channel 1 `[[-4, 6]]`\n"
    "- `Indices`, int64: channel 0 `[[1, 3]]`; channel 1 `[[9, 10]]`\n"
)
BY_ROWS = (
    f"## Example\n\n{SETTING}- `X`, float, shape (1, 1, 3, 4):\n  - row 0: `[1, 5, NaN, 2]`\n"
    "  - row 1: `[4, -0.0, 3, 3]`\n"
    "  - row 2: `[9, 0, 6, 9]`\n- `Y`, float: `[[5, 3], [9, 9]]`\n- `Indices`, int64: `[[1, 6], [8, 11]]`\n"
)
IN_A_TABLE = "## Example\n\n" + table(
    row("Item", "Value"),
    row("`X`, shape (1, 2, 2, 4), $c=0$", "`[[-5, -3, 2, 7], [-3, -8, 7, 1]]`"),
    row("`X`, $c=1$", "`[[-9, -4, 6, 6], [-4, -7, 6, 5]]`"),
    row("Attributes", SETTING.strip()),
    row("`Y`, shape (1, 2, 1, 2)", "$c=0$: `[[-3, 7]]`; $c=1$: `[[-4, 6]]`"),
    row("`Indices`", "$c=0$: `[[1, 3]]`; $c=1$: `[[9, 10]]`"),
)
OF_CONTENT = f"## Example\n\n{SETTING}" + table(
    row("Tensor", "Content"),
    row("X", "`[[1, 5, NaN, 2], [4, -0.0, 3, 3]]`"),
    row("Y", "`[[5, 3]]`"),
    row("Indices", "`[[1, 6]]`"),
)
COMMENTED = (
    f"{BY_ROWS}\nOutput row 1 reads rows 1 and 2. The flat indices are 6 and 7, so 6 is selected. Columns 0 to 3 are "
    "read.\n\n- $Y[0,0,1,0]$ is 9; the index is $2 \\cdot 4 + 0 = 8$.\n"
)
GAPS = COMMENTED.replace("strides=[1,2]", "strides=[2,2]").replace("kernel_shape=[2,2]", "kernel_shape=[1,2]")
TYPES = table(
    row("Type", "$X$ and $Y$", "$Indices$", "Value equivalent to padding"),
    row("float16, float, double", "allowed", "not allowed", "$-\\infty$"),
    row("int8", "allowed", "not allowed", "$-128$"),
    row("uint8", "allowed", "not allowed", "$0$"),
    row("int64", "not allowed", "allowed (only type)", "none"),
)
ENTRIES = table(
    row("Entry", "ONNX name", "Side of $X$"),
    row("`pads[0]`", "`x0_begin`", "top (begin of the height)"),
    row("`pads[1]`", "`x1_begin`", "left (begin of the width)"),
    row("`pads[2]`", "`x0_end`", "bottom (end of the height)"),
    row("`pads[3]`", "`x1_end`", "right (end of the width)"),
)
COUNTS = table(
    row("Attribute", "Values", "Content"),
    row("`ceil_mode`", "1 integer", "0 only"),
    row("`storage_order`", "1 integer", "0 only"),
)
SIDES = (
    "### `pads`\nWith `pads` = [2,1,0,3], 2 rows are added above $X$, 1 column on its left, none below it and 3 "
    "columns on its right.\n"
)
TERMS = (
    "- **2.1 spatial axis**: axis 2 (height) or axis 3 (width) of $X$.\n"
    "- **R1** `X` shall have exactly two spatial axes.\n"
)
PLACE = r"""If the selected tap lies at $(h', w')$, then
$Indices[n,c,h,w] = ((n \cdot dX_1 + c) \cdot dX_2 + h') \cdot dX_3 + w'$.

The place $(h', w')$ is measured in `X` itself, without padding.
"""
ASIDE = (
    "Only $-\\infty$ or NaN in the window. `Y` is $-\\infty$, and `Indices` is the position of the first element of "
    "the window.\n\nPadding holds no element. Counting it as minus infinity gives the same `Y`.\n"
)
MAXIMISERS = (
    WINDOWS
    + r"""Let

$$M = \max_{(u,v) \in \Omega(h,w)} X[n,c,u,v], \qquad A = \{\, (u,v) \in \Omega(h,w) : X[n,c,u,v] = M \,\}.$$

$$(h', w') = \min_{\prec} A$$

$$Y[n,c,h,w] = X[n,c,h',w']$$
"""
)
SPAN = (
    "On axis $i$ the dilated kernel covers $dilations[i] \\cdot (kernel\\_shape[i] - 1) + 1$ positions, which may not "
    "exceed the padded size of $X$.\n\n$(r,s)$ are coordinates in $X$ itself, i.e., without padding.\n"
)
CASES = (
    "Each element $v$ goes through $\\nu$, with $\\nu(v) = -\\infty$ if $v$ is NaN and $\\nu(v) = v$ otherwise.\n\n"
    "Nothing but $-\\infty$ and NaN in a window: $Y$ is $-\\infty$ and $Indices$ designates the first element of the "
    "window lying in $X$, even when that element is NaN.\n"
)
PROPOSITION = r"""**Definition 3 (extent).** The extent of a window along axis $a$ is
$$e_a = dilations[a]\,(kernel\_shape[a] - 1) + 1 .$$

**Proposition 5 (range).** $0 \le Indices[n,c,h,w] < dX_0 \cdot dX_1 \cdot dX_2 \cdot dX_3$.

The pair $(h', w')$ counts rows and columns in $X$ itself, without padding.
(i) Infinities are ordinary values. (ii) If each element of a window is $-\infty$ or NaN, $Y$ is $-\infty$ and
$Indices$ is the position of the first element of the window.
"""
PARTS = {
    "names": NAMES, "windows": OF_WINDOWS, "listing": LISTING, "symbols": SYMBOLS, "channels": BY_CHANNELS,
    "rows": BY_ROWS, "table": IN_A_TABLE, "content": OF_CONTENT, "comments": COMMENTED, "types": TYPES,
    "span": SPAN, "proposition": PROPOSITION, "maximisers": MAXIMISERS, "cases": CASES,
    "entries": ENTRIES, "counts": COUNTS, "sides": SIDES, "terms": TERMS, "place": PLACE, "aside": ASIDE,
}  # fmt: skip


@pytest.mark.parametrize("part", PARTS)
def test_right_parts_have_no_finding(part: str) -> None:
    assert broken(HEAD + PARTS[part]) - {"example-not-judged"} == set()


@pytest.mark.parametrize(
    ("part", "old", "new"),
    [
        ("names", "$strides[a] < R_a$", "$strides[a] > R_a$"),
        ("names", "each pad is smaller than", "each pad is at most"),
        ("names", "sufficient, though not necessary,", "necessary and sufficient"),
        ("names", "$dilations[a] - 1$ elements", "$dilations[a]$ elements"),
        ("windows", "0 \\leq q(w,j) < dX_3", "0 \\leq q(w,j) < dY_3"),
        ("windows", "P[1] + j", "P[0] + j"),
        ("windows", "X[n,c,h',w']", "X[n,c,w',h']"),
        ("listing", "j*dilations[1]", "j*dilations[0]"),
        ("listing", "v > best", "v >= best"),
        ("listing", "q >= dX_3", "q > dX_3"),
        ("listing", "(n, c, h, w) of Y", "(n, c, w, h) of Y"),
        ("symbols", "p_{a+2} - \\delta_a\\,(k_a - 1) - 1", "p_{a+2} - \\delta_a\\,(k_a - 1)"),
        ("symbols", "- p_1 + j", "+ p_1 + j"),
        ("symbols", "i \\in [k_0]", "i \\in [k_1]"),
        ("symbols", "[dX_2] \\times [dX_3]", "[dX_3] \\times [dX_2]"),
        ("symbols", "0, 1, \\dots, m-1", "1, 2, \\dots, m"),
        ("channels", "`[[-4, 6]]`", "`[[-4, 5]]`"),
        ("channels", "`[[9, 10]]`", "`[[1, 2]]`"),
        ("rows", "`[[5, 3], [9, 9]]`", "`[[5, 3], [9, 6]]`"),
        ("table", "`[[-4, 6]]`", "`[[-4, 0]]`"),
        ("table", "shape (1, 2, 1, 2)", "shape (1, 2, 2, 2)"),
        ("content", "`[[1, 6]]`", "`[[1, 7]]`"),
        ("comments", "reads rows 1 and 2", "reads rows 0 and 1"),
        ("comments", "so 6 is selected", "so 7 is selected"),
        ("comments", "+ 0 = 8$", "+ 1 = 9$"),
        ("types", row("uint8", "allowed", "not allowed", "$0$"), row("uint8", "allowed", "not allowed", "$-128$")),
        ("types", row("int8", "allowed"), row("int8", "not allowed")),
        ("types", row("int64", "not allowed", "allowed"), row("int32", "not allowed", "allowed")),
        ("entries", row("`pads[1]`", "`x1_begin`"), row("`pads[1]`", "`x0_end`")),
        ("entries", "left (begin", "bottom (begin"),
        ("counts", "0 only", "1 only"),
        ("sides", "none below it", "1 row below it"),
        ("terms", "exactly two", "exactly three"),
        ("place", "(n \\cdot dX_1 + c) \\cdot dX_2", "(n \\cdot dX_1 + c) \\cdot dX_3"),
        ("proposition", "(kernel\\_shape[a] - 1) + 1", "kernel\\_shape[a] - 1"),
        ("proposition", "< dX_0 \\cdot dX_1 \\cdot dX_2", "< dX_2"),
        ("proposition", "$X$ itself, without padding", "the padded input"),
        ("proposition", "the position of the first element of the window", "0"),
        ("maximisers", "q(w,j) < dX_3", "q(w,j) < dY_3"),
        ("maximisers", "M = \\max", "M = \\min"),
        ("maximisers", "X[n,c,u,v], \\qquad", "X[n,c,v,u], \\qquad"),
        ("maximisers", "= M \\,", "= 0 \\,"),
        ("maximisers", "= X[n,c,h',w']", "= X[n,c,w',h']"),
        ("span", "(kernel\\_shape[i] - 1)", "kernel\\_shape[i]"),
        ("span", "itself, i.e., without padding", "after padding"),
        ("cases", "= -\\infty$ if", "= +\\infty$ if"),
        (
            "cases",
            "the first element of the window lying in $X$, even",
            "the last element of the window lying in $X$, even",
        ),
        ("aside", "Counting it as minus infinity", "Counting it as zero"),
        ("aside", "`Y` is $-\\infty$,", "`Y` is NaN,"),
    ],
)
def test_a_slip_in_one_is_found(part: str, old: str, new: str) -> None:
    assert old.strip("\n|") in PARTS[part]
    assert broken(HEAD + PARTS[part].replace(old.strip("\n|"), new.strip("\n|"), 1)) > broken(HEAD + PARTS[part])


@pytest.mark.parametrize(
    ("said", "is_wrong"),
    [
        ("Row 1 belongs to no window.", False),
        ("Row 1 and column 4 of `X` are touched by no window.", False),
        ("Rows 0 and 2 belong to no window.", True),
        ("Row 1 and columns 3 and 4 of X are in no window.", True),
        ("Output row 0 reads only row 0 of X.", False),
        ("Output row 0 reads rows 0 and 1.", True),
        ("Output column 1 sees columns 2 and 3.", False),
        ("Output column 1 sees column 2.", True),
        ("Output row 9 reads row 1.", False),
        ("Output row 1 reads column 1.", False),
        ("Row 0 is read by each window.", False),
    ],
)
def test_which_rows_and_columns_windows_read(said: str, is_wrong: bool) -> None:
    rows = {"x": 3, "kernel": 1, "dilation": 1, "stride": 2, "pad_begin": 0, "y": 2}
    columns = {"x": 5, "kernel": 2, "dilation": 1, "stride": 2, "pad_begin": 0, "y": 2}
    assert bool(list(wrong_lines(said, [rows, columns]))) == is_wrong


def test_the_first_of_a_range_is_taken_from_the_document_alone() -> None:
    assert first_of_range(document("Write $[m] = \\{0, 1, \\dots, m-1\\}$.\n")) == 0
    assert first_of_range(document("Write $[m] = \\{1, \\dots, m\\}$.\n")) == 1
    assert first_of_range(document("Let $h \\in [dY_2]$.\n")) is None
    assert first_of_range(document("$[m] = \\{0, \\dots, m-1\\}$ and $[n] = \\{1, \\dots, n\\}$.\n")) is None


@pytest.mark.parametrize(("how", "is_open"), [("\\min", False), ("", True)])
def test_a_formula_may_say_which_maximum_an_index_is_of(how: str, is_open: bool) -> None:
    index = r"((b \cdot dX_1 + c) \cdot dX_2 + r) \cdot dX_3 + s"
    given = rf"\{{ {index} \mid (r,s) \in \Omega(h,w),\ X[b,c,r,s] = Y[b,c,h,w] \}}"
    page = f"{HEAD}`Indices` holds the index of the maximum.\n\n{WINDOWS}$$Indices[b,c,h,w] = {how} {given}$$\n"
    rules = {finding.rule for finding in audit(document(page), None).findings}
    assert bool(rules & {"tie-open", "index-ambiguous"}) == is_open


def test_a_set_that_one_part_defines_holds_in_all_and_no_part_may_define_it_otherwise() -> None:
    of_sets = "$$Y[n,c,h,w] = \\max \\{ X[n,c,r,q] \\mid (r,q) \\in \\Omega(h,w) \\}$$\n"
    other = f"# MaxPool (int)\nwhere int is in {{int8, uint8}}.\n\n{of_sets}"
    windows = WINDOWS.replace("0 \\leq r", "0 \\le i < K[0],\\ 0 \\le j < K[1],\\ 0 \\leq r")
    real = f"# MaxPool (real)\n\n`Y, Indices = MaxPool(X)`\n\n{windows}"
    assert broken(real + other) == set()
    assert "formula-wrong" in broken(real.replace("0 \\leq q(w,j) < dX_3", "1 \\leq q(w,j) < dX_3") + other)
    assert "formula-not-understood" in broken(
        real + windows.replace(LISTS, "# MaxPool (float)\n\n").replace("dX_3", "dX_2") + other
    )
