"""Tables whose columns say what their cells are: their headings alone say nothing, and with them the cells do."""

from __future__ import annotations

import pytest

from tests.audit_documents import broken, table


def wrong(said: str) -> set[str]:
    """The rules that a part of a page breaks by itself."""
    return broken(f"# MaxPool\n\n`Y, Indices = MaxPool(X)`\n\n{said}\n")


@pytest.mark.parametrize(
    "heading", ["Padding is equivalent to", "Value equivalent to padding (see 6.2)", "Index of the window", "As X or Y"]
)
def test_a_heading_alone_says_nothing(heading: str) -> None:
    assert wrong(table(f"| Type | {heading} |", "| int8 | - |")) == set()


@pytest.mark.parametrize("heading", ["Rejected", "Not permitted", "Forbidden", "Not allowed for `X`"])
@pytest.mark.parametrize(("types", "rules"), [("`int32`, `string`", set()), ("`int32`, `uint8`", {"type-wrong"})])
def test_what_is_not_permitted_is_told_by_its_heading(heading: str, types: str, rules: set[str]) -> None:
    right = "`float16`, `float`, `double`, `int8`, `uint8`"
    assert wrong(table(f"| Symbol | Permitted | {heading} |", f"| `T` | {right} | {types} |")) == rules


@pytest.mark.parametrize(
    ("row", "rules"),
    [
        ("| int8 | permitted | -128 |", set()),
        ("| int8 | permitted | -127 |", {"pad-value-wrong"}),
        ("| uint8 | permitted | 0 |", set()),
        ("| uint8 | permitted | 1 |", {"pad-value-wrong"}),
        ("| float16, float | permitted | $-\\infty$ |", set()),
        ("| float16, float | permitted | 0 |", {"pad-value-wrong"}),
        ("| bfloat16, int32 | not permitted | (none) |", set()),
        ("| bfloat16, int32 | permitted | (none) |", {"type-wrong"}),
        ("| int8, int32 | not permitted | (none) |", {"type-wrong"}),
    ],
)
def test_rows_on_types_are_judged(row: str, rules: set[str]) -> None:
    assert wrong(table("| Type | As $X$ and $Y$ | Padding is equivalent to |", row)) == rules


@pytest.mark.parametrize(
    ("row", "rules"),
    [
        ("| $X$, $Y$ | float16, float |", set()),
        ("| $X$, $Y$ | bfloat16, float |", {"type-wrong"}),
        ("| `Indices` | int64 |", set()),
    ],
)
def test_types_below_a_heading_that_permits_them_are_those_of_x(row: str, rules: set[str]) -> None:
    assert wrong(table("| Tensor | Permitted type |", row)) == rules


@pytest.mark.parametrize(("domain", "rules"), [("integers, at least 1", set()), ("at least 0", {"domain-wrong"})])
def test_a_domain_of_entries_is_that_of_their_list(domain: str, rules: set[str]) -> None:
    row = f"| $s_0, s_1$ | `strides[0]`, `strides[1]` | {domain} |"
    assert wrong(table("| Symbol | Meaning | Domain |", row)) == rules


@pytest.mark.parametrize("meaning", ["position inside the kernel", "index within the window", "row and column"])
def test_what_a_letter_stands_for_is_no_rule_on_indices(meaning: str) -> None:
    assert wrong(table("| Symbol | Meaning |", f"| $i, j$ | {meaning} |")) == set()


@pytest.mark.parametrize(
    ("cell", "rules"),
    [
        ("step inside a window", set()),
        ("step between two taps of one window", set()),
        ("see (1)", set()),
        ("step between windows", {"meaning-wrong"}),
    ],
)
def test_what_is_said_beside_the_entries_of_a_list_is_said_of_the_list(cell: str, rules: set[str]) -> None:
    row = rf"| `dilations` | $\delta = (\delta_0, \delta_1)$ | {cell} |"
    assert wrong(table("| Attribute | Symbol | Meaning |", row)) == rules


@pytest.mark.parametrize(("pads", "rules"), [("p_0 + p_2", set()), ("p_0 + p_1", {"formula-wrong"})])
@pytest.mark.parametrize("entries", ["`pads[0]` to `pads[3]`", "`pads[0]`, `pads[1]`, `pads[2]` and `pads[3]`"])
def test_a_range_of_entries_names_each(entries: str, pads: str, rules: set[str]) -> None:
    said = table("| Symbol | Meaning |", f"| $p_0, p_1, p_2, p_3$ | {entries} |")
    size = rf"$dY_2 = \lfloor (dX_2 + {pads} - dilations[0] (kernel\_shape[0] - 1) - 1) / strides[0] \rfloor + 1$"
    window = "\n\nEvery window contains at least one element of X. $dY_2 \\ge 1$ holds.\n\n"
    assert wrong(said + window + size) == rules


@pytest.mark.parametrize(
    ("said", "is_wrong"),
    [
        ("Padding is as the least value of the type, -inf for the float types, -128 for int8 and 0 for uint8.", False),
        ("One may fill it with the least value of the type: -inf for float types, -127 for int8, 0 for uint8.", True),
        ("One may fill it with the least value of the type: -inf for float types, -128 for int8, 1 for uint8.", True),
        ("One may fill it with the least value of the type: 0 for the three float types, 0 for uint8.", True),
        ("Other runtimes fill the padding with the wrong value, -127 for int8.", False),
        ("The padding of int8 is not -127 for int8.", False),
    ],
)
def test_least_values_are_judged_type_by_type(said: str, is_wrong: bool) -> None:
    assert ("pad-value-wrong" in wrong(said)) == is_wrong
