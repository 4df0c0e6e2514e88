"""Forms of test specifications and of edited drafts: tables and lists of invalid calls, elements of tensors in cells,
matrices side by side, cases one by one, the selected tap in words."""

from __future__ import annotations

import pytest

from tests.audit_documents import broken
from tests.audit_pages import HEAD, errors, verdicts

REFUSED = """Every call in this section must be rejected. Unless a row states something else, `X` is float.

| ID | Deviation from that call | Rule tested |
|---|---|---|
| N1 | `strides` omitted | The profile demands every attribute. |
| N2 | `auto_pad="SAME_UPPER"` | Padding is given by `pads`. |
| N3 | `ceil_mode=1` | Sizes are rounded down. |
"""


def test_a_table_of_calls_that_are_rejected_demands_nothing() -> None:
    assert errors(REFUSED) == set()
    allowed = REFUSED.replace("Every call in this section must be rejected.", "Each call in this section is run.")
    assert errors(allowed.replace("Deviation from that call", "What is demanded")) == {"domain-wrong"}


@pytest.mark.parametrize(
    ("title", "is_wrong"), [("Invalid calls", False), ("Illegal values", False), ("Calls that are valid", True)]
)
def test_what_stands_below_a_heading_of_invalid_calls_demands_nothing(title: str, is_wrong: bool) -> None:
    items = f"## {title}\n\n- `ceil_mode` = 1\n- `storage_order` = 1\n"
    table = f"## {title}\n\n| Attribute | Value |\n|---|---|\n| `ceil_mode` | 1 |\n"
    assert [bool(errors(each)) for each in (items, table)] == [is_wrong] * 2


@pytest.mark.parametrize(("cell", "is_wrong"), [("`[[65504,NaN,+inf]]`", False), ("NaN is +inf", True)])
def test_the_elements_of_a_tensor_in_a_cell_say_nothing(cell: str, is_wrong: bool) -> None:
    assert bool(errors(f"| ID | X | Expected Y |\n|---|---|---|\n| E6 | {cell} | `[[+inf]]` |\n")) == is_wrong


# --- examples --------------------------------------------------------------------------------------

_MATRIX = r"\begin{{bmatrix}} {} \end{{bmatrix}}"
_TWO_CHANNELS = (
    "## Example\n\nShape of $X$ = [1, 2, 2, 2], kernel_shape = [2,2], pads = [0,0,0,0], dilations = [1,1], "
    "strides = [1,1].\n\n"
    + "$$X = {} {} \\quad Y = {} {} \\quad Indices = {} {}$$\n".format(
        *map(_MATRIX.format, (r"1 & 2 \\ 3 & 4", r"8 & 7 \\ 6 & 5", "4", "8", "3", "4"))
    )
)


def test_matrices_side_by_side_are_the_channels_of_a_tensor() -> None:
    assert broken(f"{HEAD}{_TWO_CHANNELS}") == set()
    wrong = _TWO_CHANNELS.replace(_MATRIX.format("8"), _MATRIX.format("7"))
    assert errors(wrong) == {"example-cell-wrong"}
    assert errors(_TWO_CHANNELS.replace(r"8 & 7 \\ 6 & 5", r"8 & 7")) != set()


@pytest.mark.parametrize(("shape", "is_wrong"), [("[1,1,2,1]", False), ("[1,1,1,2]", True)])
def test_the_shape_of_y_may_stand_behind_that_of_x(shape: str, is_wrong: bool) -> None:
    title = f"### Example 1: kernel_shape = [1,2], pads = [0,0,0,0]; shape of $X$ = [1,1,2,2], of $Y$ = {shape}\n\n"
    matrices = "- $X = {}$\n- $Y = {}$\n".format(*map(_MATRIX.format, (r"1 & 2 \\ 4 & 3", r"2 \\ 4")))
    assert bool(errors(title + matrices)) == is_wrong


# --- formulas --------------------------------------------------------------------------------------

PADDED = r"""- $b \in [0, dX_0-1]$, $c \in [0, dX_1-1]$

$$X_p[b, c, p, q] = X[b, c, p - \text{pads}[0], q - \text{pads}[1]]
~~\text{if}~~ 0 \le p - \text{pads}[0] \le dX_2 - 1 ~~\text{and}~~ 0 \le q - \text{pads}[1] \le dX_3 - 1$$
$$X_p[b, c, p, q] = -\infty ~~\text{otherwise (padding)}$$
"""


def test_the_cases_of_the_padded_input_may_be_stated_one_by_one() -> None:
    assert ("definition of the padded input", "proved") in verdicts(PADDED)
    assert errors(PADDED.replace(r"-\infty", "0")) == {"pad-value-wrong"}
    assert errors(PADDED.replace(r"\le dX_2 - 1", r"\le dX_2")) == {"formula-wrong"}


def test_otherwise_goes_on_with_the_formula_before_it() -> None:
    """Another tensor's case is none of the padded input's."""
    other = PADDED.replace(r"X_p[b, c, p, q] = -\infty", r"Z[b, c, p, q] = -\infty")
    assert ("definition of the padded input", "proved") not in verdicts(other)


SELECTED = r"""- $h \in [0, dY_2 - 1]$ and $w \in [0, dY_3 - 1]$.
- $i \in [0, kernel\_shape[0] - 1]$, $j \in [0, kernel\_shape[1] - 1]$.
- $r(h,i) = h \cdot strides[0] + i \cdot dilations[0] - pads[0]$
- $q(w,j) = w \cdot strides[1] + j \cdot dilations[1] - pads[1]$

Let $(i,j)$ be the selected tap, and let $r = r(h,i)$ and $q = q(w,j)$ be its row and column.

$$Indices[n,c,h,w] = ((n \cdot C + c) \cdot H + r) \cdot W + q$$
"""


@pytest.mark.parametrize(
    ("old", "new", "is_wrong"),
    [
        ("", "", False),
        (r"\cdot H + r) \cdot W + q", r"\cdot W + r) \cdot H + q", True),
        ("$r = r(h,i)$ and $q = q(w,j)$", "$r = r(w,j)$ and $q = q(h,i)$", True),
        (r"(n \cdot C + c)", "n", True),
    ],
)
def test_the_selected_tap_may_be_told_in_words(old: str, new: str, is_wrong: bool) -> None:
    assert old in SELECTED
    page = SELECTED.replace(old, new, 1)
    assert bool(errors(page)) == is_wrong
    assert ("layout of Indices", "refuted" if is_wrong else "proved") in verdicts(page)


EXTENT = r"""- The extent of the kernel on axis $k$ is $E_k = dilations[k] \cdot (kernel\_shape[k] - 1) + 1$.
- On each spatial axis the padded input is at least as large as the extent $E_k$.
"""


def test_a_name_is_of_the_axis_by_which_its_formula_names_entries() -> None:
    assert ("definition", "proved") in verdicts(EXTENT)
    assert errors(EXTENT.replace(" + 1$", "$", 1)) == {"formula-wrong"}


SECOND = r"""- $dW_0$ is the first value of attribute `kernel_shape`, $dW_1$ is the second one
- $h \in [0, dW_0-1]$ and $w \in [0, dW_1-1]$ run over the kernel; $m \in [0, dY_2-1]$ and $n \in [0, dY_3-1]$ over $Y$.

$$Y[b, c, m, n] = \max_{h=0}^{dW_0-1} \max_{w=0}^{dW_1-1} X_p[b, c, m \cdot strides[0] + h \cdot dilations[0],
n \cdot strides[1] + w \cdot dilations[1]]$$
"""


@pytest.mark.parametrize("both", ["", "- $dW_0$ and $dW_1$ are the two values of `kernel_shape`.\n"])
def test_the_second_of_two_values_may_be_told_by_the_first(both: str) -> None:
    page = SECOND if not both else both + SECOND.partition("\n")[2]
    assert ("definition of Y", "proved") in verdicts(page)
    assert "formula-wrong" in errors(page.replace("_{h=0}^{dW_0-1}", "_{h=0}^{dW_1-1}"))


IN_WORDS = r"""- $h \in [0, dY_2 - 1]$ and $w \in [0, dY_3 - 1]$.
- $0 \le i < kernel\_shape[0]$, $0 \le j < kernel\_shape[1]$.
- $r = h \cdot strides[0] + i \cdot dilations[0] - pads[0]$
- $q = w \cdot strides[1] + j \cdot dilations[1] - pads[1]$
- A tap lies inside $X$ if $0 \le r < H$ and $0 \le q < W$.

With $T(h, w)$ the set of {of}:

$$Y[n, c, h, w] = \max_{{({letters}) \in T(h, w)}} X[n, c, r, q]$$
"""


@pytest.mark.parametrize(
    ("of", "letters"), [("the positions of the taps in range", "r, q"), ("the taps that lie inside $X$", "i, j")]
)
def test_positions_beside_a_set_in_words_are_still_judged(of: str, letters: str) -> None:
    page = IN_WORDS.replace("{of}", of).replace("{letters}", letters).replace("{{", "{").replace("}}", "}")
    assert errors(page) == set()
    assert ("definition of Y", "proved") in verdicts(page)
    assert errors(page.replace("dilations[0] - pads[0]", "dilations[0] - pads[2]")) != set()


FOR_EACH = r"""The height of $Y$ is $dY_2 = \lfloor (H + pads[0] + pads[2] - E) / strides[0] \rfloor + 1$, where
$E = dilations[0] \cdot (kernel\_shape[0] - 1) + 1$ is the extent of the kernel, and $H + pads[0] + pads[2] \ge E$.

- $h \in [0, dY_2 - 1]$ is a row of $Y$, $i \in [0, kernel\_shape[0] - 1]$ one of the kernel.
- {}
"""


@pytest.mark.parametrize(
    "said",
    [
        r"On the first axis `[C3]` reads: for each $h$ there is an $i$ such that {}; likewise on the second axis.",
        r"On height: for each h with `0 <= h < dY_2` there shall be a tap index i with {}.",
    ],
)
def test_quantifiers_behind_a_lead_and_with_ranges(said: str) -> None:
    place = r"$0 \le h \cdot strides[0] + i \cdot dilations[0] - pads[0] < H$"
    assert errors(FOR_EACH.replace("{}", said.replace("{}", place))) == set()
    wrong = FOR_EACH.replace("{}", said.replace("{}", place.replace("< H", r"\le H")))
    assert errors(wrong) == {"window-without-element"}


# --- clauses of sentences ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "rule"),
    [
        ("Every value of $Y$ is rounded to the nearest value of its type, hence brillig.", "value-wrong"),
        ("Every value of $Y$ is rounded to the nearest value of its type, thus all is mimsy.", "value-wrong"),
        ("Every value of $Y$ is a copy, bit for bit, of an element of $X$, hence brillig.", ""),
        ("If brillig, every value of $Y$ is rounded to the nearest value of its type, hence mimsy.", ""),
    ],
)
def test_what_follows_from_a_clause_does_not_hide_it(said: str, rule: str) -> None:
    assert errors(said) == ({rule} if rule else set())


@pytest.mark.parametrize(
    ("order", "is_wrong"),
    [("x0_begin, x1_begin, x0_end, x1_end", False), ("x0_begin, x0_end, x1_begin, x1_end", True)],
)
def test_names_of_sides_may_be_explained_behind_their_order(order: str, is_wrong: bool) -> None:
    page = (
        f"### `pads`: list of ints\n\n`pads` is a list of the form ({order}), where xi_begin is the number of elements "
        "added at the beginning of spatial axis $i$, $i$ = 0 (height) or 1 (width).\n"
    )
    assert errors(page) == ({"pads-order-wrong"} if is_wrong else set())
