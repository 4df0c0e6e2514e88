"""What pages tell in several places: a condition and what is said of it, names by other names, labels within rows."""

from __future__ import annotations

import pytest

from tests.audit_documents import broken, row, rules, table

HEAD = "# MaxPool\n\n`Y, Indices = MaxPool(X)`, where `X` has the shape $(N, C, H, W)$.\n\n"


def wrong(text: str) -> set[str]:
    """The rules that a page breaks below its beginning."""
    return broken(f"{HEAD}{text}\n")


SUFFICIENT = (
    "It is sufficient that each pad is smaller than the dilated kernel extent of its axis and that no dilation is "
    "larger than the size of X on its axis. "
)


@pytest.mark.parametrize("subject", ["This condition", "This test", "The condition", "This"])
@pytest.mark.parametrize(
    ("said", "rules"),
    [
        ("is not the weakest such condition.", set()),
        ("is sufficient, but not necessary.", set()),
        ("is also necessary.", {"window-rule-wrong"}),
        ("is the weakest condition.", {"window-rule-wrong"}),
        ("is necessary as well as sufficient.", {"window-rule-wrong"}),
    ],
)
def test_what_is_said_of_a_sufficient_condition(subject: str, said: str, rules: set[str]) -> None:
    assert wrong(SUFFICIENT + f"{subject} {said}") == rules


@pytest.mark.parametrize("before", ["", "Every window must contain at least one element of X. "])
def test_of_another_condition_nothing_is_said(before: str) -> None:
    assert wrong(f"{before}This condition is necessary.") == set()


NAMES = """\
- $P, Q$: the extents $dY_2, dY_3$ of $Y$ along height and width.
- $k_0, k_1$: the entries of `kernel_shape`; $s_0, s_1$: the entries of `strides`.
- $d_0, d_1$: the entries of `dilations`.
- $p_0, p_1, p_2, p_3$: the entries of `pads`.
- $e_a = d_a (k_a - 1) + 1$ for $a \\in \\{0, 1\\}$: the extent of the dilated kernel along spatial axis $a$.

The order is this:

- $p_0$: top, at the begin of the height axis;
- $p_1$: left, at the begin of the width axis;
- $p_2$: bottom, at the end of the height axis;
- $p_3$: right, at the end of the width axis.

$$Q = \\lfloor (W + p_1 + p_3 - d_1 (k_1 - 1) - 1) / s_1 \\rfloor + 1$$
"""


@pytest.mark.parametrize(
    ("old", "new", "is_wrong"),
    [
        ("", "", False),
        ("+ 1$ for", "$ for", True),
        ("Q = \\lfloor (W + p_1 + p_3", "Q = \\lfloor (W + p_1 + p_2", True),
        ("/ s_1", "/ s_0", True),
        ("$P, Q$", "$Q, P$", True),
    ],
)
def test_sizes_extents_and_sides_by_names(old: str, new: str, is_wrong: bool) -> None:
    assert old in NAMES
    assert ("formula-wrong" in wrong(NAMES.replace(old, new, 1))) == is_wrong


@pytest.mark.parametrize(("old", "new"), [("right, at", "left, at"), ("$p_1$: left", "$p_1$: bottom")])
def test_a_side_that_is_not_that_of_the_entry_is_not_proved(old: str, new: str) -> None:
    assert old in NAMES
    assert wrong(NAMES.replace(old, new, 1))


ROWS = table(
    row("Attribute", "Type", "Constraints", "Rationale"),
    row("`ceil_mode`", "int", "`[C7]` equal to 0", "[R2]"),
    row("`strides`", "2 ints", "`[C8]` each at least 1; height, then width", "[R2]"),
)
RESTRICTIONS = table(row("Label", "Restriction"), row("`[R2]`", "Sizes are rounded down"))


@pytest.mark.parametrize(
    ("old", "new", "rules"),
    [
        ("", "", set()),
        ("height, then width", "width, then height", {"axes-swapped"}),
        ("| [R2] |", "| [R3] |", {"reference-unresolved"}),
    ],
)
def test_labels_in_a_later_cell(old: str, new: str, rules: set[str]) -> None:
    page = f"{RESTRICTIONS}\n\n{ROWS}"
    assert old in page
    assert wrong(page.replace(old, new, 1)) == rules


@pytest.mark.parametrize(
    ("order", "rules"), [("height, width", set()), ("width, height", {"axes-swapped"}), ("", set())]
)
def test_a_column_on_the_order_of_entries(order: str, rules: set[str]) -> None:
    assert wrong(table(row("Attribute", "Order of the entries"), row("`dilations`", order))) == rules


def test_tensors_among_the_parameters_have_types() -> None:
    types = "`float16`, `float`, `double`, `int8` or `uint8`"
    page = f"## Parameters\n\n{table(row('Name', 'Kind', 'Type'), row('`X`', 'input', types))}"
    assert wrong(page) == set()
    assert wrong(page.replace("float16", "bfloat16")) == {"type-wrong"}


def test_what_is_so_many_high_is_no_formula() -> None:
    assert wrong("The dilated kernel is 3 high and 2 wide; the output shape is `(1, 2, 2, 2)`.") == set()


EXAMPLE = """\
**Example** `kernel_shape` = [1, 2], `strides` = [1, 1], `dilations` = [1, 1], `pads` = [0, 0, 0, 0]

```
X (1,2,1,3)       = [[[[-0.0, 0.0, 4]], [[1, 7, 7]]]]
Y (1,2,1,2)       = [[[[-0.0, 4]], [[7, 7]]]]
Indices (1,2,1,2) = [[[[0, 2]], [[4, 4]]]]
```
"""


@pytest.mark.parametrize(
    ("old", "new", "is_wrong"),
    [
        ("", "", False),
        ("[[4, 4]]", "[[4, 5]]", True),
        ("[[-0.0, 4]]", "[[0.0, 4]]", True),
        ("Y (1,2,1,2)", "Y (1,2,1,3)", True),
    ],
)
def test_an_example_with_shapes_behind_the_names(old: str, new: str, is_wrong: bool) -> None:
    assert old in EXAMPLE
    assert bool(wrong(EXAMPLE.replace(old, new, 1))) == is_wrong


PLANES = r"""
**Example** `kernel_shape` = [1, 2], `strides` = [1, 1], `dilations` = [1, 1], `pads` = [0, 0, 0, 0].

$$X[0,0] = \begin{pmatrix} 5 & 4 \end{pmatrix}, \quad X[0,1] = \begin{pmatrix} 1 & 7 \end{pmatrix}$$

$$Y[0,0] = \begin{pmatrix} 5 \end{pmatrix}, \quad Y[0,1] = \begin{pmatrix} 7 \end{pmatrix}$$

$$Indices[0,0] = \begin{pmatrix} 0 \end{pmatrix}, \quad Indices[0,1] = \begin{pmatrix} 3 \end{pmatrix}$$

In channel 1, $Indices[0,1,0,0] = (1 \cdot 1 + 0) \cdot 2 + 1 = 3$.
"""


@pytest.mark.parametrize(("index", "is_wrong"), [("3", False), ("2", True)])
def test_an_element_beside_the_planes_of_a_tensor_is_none_of_them(index: str, is_wrong: bool) -> None:
    page = PLANES.replace(r"Indices[0,1] = \begin{pmatrix} 3", rf"Indices[0,1] = \begin{{pmatrix}} {index}")
    assert ("example-cell-wrong" in wrong(page)) == is_wrong


@pytest.mark.parametrize("lead", ["It is enough that", "It is sufficient, though not necessary, that"])
@pytest.mark.parametrize("more", ["", " and that no dilation is larger than the size of `X` on its axis"])
@pytest.mark.parametrize("bound", ["smaller than", "at most"])
def test_what_is_said_to_be_enough_is_enough(lead: str, bound: str, more: str) -> None:
    """Taps may step across a small X: of x = 1, k = 2, d = 2 and pads of 1, those at -1 and 1 hold no element."""
    rules = set() if bound == "smaller than" and more else {"window-rule-wrong"}
    said = f"{lead} each pad is {bound} the dilated kernel size of its axis{more}."
    assert wrong(f"Every window shall contain an element of X. {said}") == rules


BY_LETTERS = (
    "The names are abbreviated $k$ (`kernel_shape`), $s$ (`strides`), $d$ (`dilations`) and $p$ (`pads`).\n\n"
    r"$$dY_2 = \left\lfloor \frac{dX_2 + p[0] + p[2] - d[0](k[0] - 1) - 1}{s[0]} \right\rfloor + 1$$"
)


@pytest.mark.parametrize(
    ("old", "new", "is_wrong"), [("", "", False), ("p[2]", "p[1]", True), ("$k$ (`kernel", "$k$, `kernel", True)]
)
def test_letters_of_the_lists_in_brackets_behind_them(old: str, new: str, is_wrong: bool) -> None:
    assert old in BY_LETTERS
    assert (
        bool(wrong(BY_LETTERS.replace(old, new)) - {"output-size-not-positive", "window-without-element"}) == is_wrong
    )


COUNTED = r"""The kernel covers $D_k = dilations[k] (kernel\_shape[k] - 1) + 1$ places on the axis $k \in \{0, 1\}$.

The dilated kernel size is $D_k$.

$$dY_2 = \left\lfloor \frac{dX_2 + pads[0] + pads[2] - D_0}{strides[0]} \right\rfloor + 1$$"""


@pytest.mark.parametrize(("old", "is_wrong"), [("", False), (" + 1$ places", True)])
def test_a_letter_that_is_said_to_count_two_axes_counts_them(old: str, is_wrong: bool) -> None:
    assert old in COUNTED
    found = wrong(COUNTED.replace(old, old.replace(" + 1", "")))
    assert bool(found - {"output-size-not-positive", "window-without-element"}) == is_wrong


def test_how_many_values_an_attribute_has_is_none_of_them() -> None:
    def cells(count: str, value: str) -> str:
        return table(row("Attribute", "Count", "Values"), row("`ceil_mode`", count, value))

    assert wrong(cells("1 integer", "0 only")) == set()
    assert wrong(cells("1 integer", "1 only")) == {"domain-wrong"}
    assert "domain-wrong" in wrong("`ceil_mode` is 1 for integer types.")


@pytest.mark.parametrize(("heading", "is_lost"), [("`C1` Statement", False), ("Statement", True)])
def test_a_label_may_head_a_column(heading: str, is_lost: bool) -> None:
    page = f"""# MaxPool (real)

#### Attributes

{table(row("Attribute", heading), row("`strides`", "each at least 1"))}

- `C2` Order. Statement: `pads` is [top, left, bottom, right]. Rationale: this is the order.
- `C3` Length. Statement: `pads` has 4 entries.
"""
    assert ("label-missing" in rules(page)) == is_lost


def test_what_an_implementation_may_fill_is_the_padding_before() -> None:
    said = "Padding holds no element. An implementation may fill it with {}."
    assert wrong(said.format("the value zero of the type")) == {"pad-value-wrong"}
    assert wrong(said.format("the smallest value of the type")) == set()


@pytest.mark.parametrize(
    ("which", "is_open"),
    [
        ("All of the (real) part applies.", False),
        ("All of MaxPool (real) applies.", False),
        ("All of the (int8) part applies.", True),
        ("All of the (rea) part applies.", True),
        ("All of it applies.", True),
        ("The formulas for real hold.", True),
    ],
)
def test_a_part_may_apply_as_a_whole_to_another(which: str, is_open: bool) -> None:
    ties = "Among equal maxima, the first one in row-major order is selected."
    head = "`Y, Indices = MaxPool(X)`\n\n`Indices` holds the index of each maximum."
    page = f"# MaxPool (real)\n\n{head} {ties}\n\n# MaxPool (int8)\n\n{head} {which}\n"
    assert ("tie-open" in rules(page)) == is_open


FORMULAS = "It is sufficient, but not necessary, that on both axes $p_a < e_a$, $q_a < e_a$ and $d_a \\le dX_{a+2}$."


@pytest.mark.parametrize(
    ("old", "new", "is_wrong"),
    [
        ("", "", False),
        ("$p_a < e_a$", "$p_a \\le e_a$", True),
        (", $q_a < e_a$", "", True),
        (" and $d_a \\le dX_{a+2}$", "", True),
        ("It is sufficient, but not necessary,", "It is necessary", False),
        ("$p_a < e_a$", "the padding is large, $p_a \\le e_a$", False),  # Not all of it is formulas.
        ("It is sufficient, but not necessary, that on both axes", "It is sufficient that $d_a \\le 9$. Let", False),
    ],
)
def test_what_formulas_say_is_enough_is_held_against_the_clause(old: str, new: str, is_wrong: bool) -> None:
    names = table(
        row("Symbol", "Meaning"),
        row("$d_a$", "`dilations[a]`"),
        row("$p_a$", "`pads[a]`"),
        row("$q_a$", "`pads[a+2]`"),
        row("$e_a$", "extent of the dilated kernel"),
    )
    assert old in FORMULAS
    page = f"{names}\n\nEvery window shall contain an element of X. {FORMULAS.replace(old, new)}"
    assert ("window-rule-wrong" in wrong(page)) == is_wrong


@pytest.mark.parametrize(
    ("said", "is_read"),
    [
        ("`pads[0]` to `pads[3]`, that is top, left, bottom, right", True),
        ("`pads[0]` to `pads[3]`, that is top, bottom, left, right", False),
    ],
)
def test_entries_that_are_told_again_by_their_sides(said: str, is_read: bool) -> None:
    names = table(
        row("Symbol", "Meaning"),
        row("$p_0, p_1, p_2, p_3$", said),
        row(r"$\delta_0, \delta_1$", "`dilations[0]` (vertical spacing) and `dilations[1]` (horizontal spacing)"),
    )
    size = r"\left\lfloor \frac{dX_2 + p_0 + p_2 - \delta_0 (kernel\_shape[0] - 1) - 1}{strides[0]} \right\rfloor + 1"
    found = wrong(f"{names}\n\n$$dY_2 = {size}$$") - {"output-size-not-positive", "window-without-element"}
    assert (found == set()) == is_read


PLANES_IN_ROWS = """
**Example** `kernel_shape` = [1, 2], `strides` = [1, 1], `dilations` = [1, 1], `pads` = [0, 0, 0, 0].

| Channel | $X[0,c]$ (rows separated by ;) | $Y[0,c]$ | $Indices[0,c]$ |
|---|---|---|---|
| $c = 0$ | 5, 4, 5 ; 1, 2, 0 | 5, 5 ; 2, 2 | 0, 2 ; 4, 4 |
| $c = 1$ | 9, 9, 7 ; 3, 3, 8 | 9, 9 ; 3, 8 | 6, 7 ; 9, 11 |

The value 9 occurs twice in the window of $Y[0,1,0,0]$, at the flat positions 6 and 7; position 6 is reported.
"""


@pytest.mark.parametrize(
    ("old", "new"), [("", ""), ("; 3, 8 |", "; 3, 3 |"), ("6, 7 ; 9", "6, 6 ; 9"), ("6 and 7;", "6 and 8;")]
)
def test_planes_in_rows_that_are_numbered_by_their_letter(old: str, new: str) -> None:
    assert old in PLANES_IN_ROWS
    assert ("example-cell-wrong" in wrong(PLANES_IN_ROWS.replace(old, new))) == bool(old)


@pytest.mark.parametrize(("place", "rules"), [("X without its padding", set()), ("the padded X", {"index-wrong"})])
@pytest.mark.parametrize("of", ["$h'$ and $w'$ are", "The coordinates are", "The place $(h', w')$ is"])
def test_what_a_place_by_its_letters_is_counted_in(of: str, place: str, rules: set[str]) -> None:
    assert wrong(f"{of} counted in {place}.") & {"index-wrong"} == rules
