"""What the text behind an example says of positions; and forms that three more pages use: gaps, ranges, one output."""

from __future__ import annotations

import pytest

from proofs.audit.run import audit
from tests.audit_documents import broken, document, row, table

EXAMPLE = """\
# MaxPool

`Y, Indices = MaxPool(X)`

## Example

`kernel_shape` = [1, 3], `strides` = [1, 1], `dilations` = [1, 1], `pads` = [0, 0, 0, 0]

X = [[[[4, 7, 7, -2.5]]]], Y = [[[[7, 7]]]], Indices = [[[[1, 1]]]]

"""


@pytest.mark.parametrize(
    ("said", "is_wrong"),
    [
        ("In the window at (0, 0) the value 7 occurs at positions 1 and 2, and the first is reported.", False),
        ("The window holds `7` at flat positions 1 and 2; the tie goes to position 1.", False),
        ("The value 7 occurs at 1 and at 2; 1 is reported.", False),
        ("The value $7$ occurs at positions $1$ and $2$; R2 selects $1$.", False),
        ("The window holds 4 (position 0) and 7 (position 1); the value $-2.5$ (position 3) is not met.", False),
        ("The value 7 occurs at positions 1 and 3, and the first is reported.", True),
        ("The value 7 occurs twice, at positions 1 and 2, and the last is reported.", True),
        ("The value 7 occurs at positions 1 and 2; the larger is given.", True),
        ("The window holds `7` at positions 1 and 2; the tie goes to position 2.", True),
        ("The value 7 occurs at positions 1 and 2; position 2 is selected.", True),
        ("The value 8 occurs at positions 1 and 2.", True),
        ("The window holds 4 (position 1).", True),
        ("The value 7 occurs at positions 2 and 12.", True),
        # Rows, columns and windows are no values, and a pair is no position.
        ("Row 2 lies at position 8, and column 3 at position 0.", False),
        ("The value 9 occurs at (0, 1).", False),
        ("The value 7 occurs at positions 0 and 1 of `Y`.", False),
        (f"The value 7 occurs at position {'9' * 5000}.", False),
    ],
)
def test_positions_that_a_text_gives(said: str, is_wrong: bool) -> None:
    assert ("example-cell-wrong" in broken(f"{EXAMPLE}{said}\n")) == is_wrong


def test_positions_of_another_section_are_not_those_of_the_example() -> None:
    assert broken(f"{EXAMPLE}# Another operator\n\nThe value 9 occurs at positions 1 and 2.\n") == broken(EXAMPLE)


HEAD = "# MaxPool\n\n`Y, Indices = MaxPool(X)`, where `X` has the shape $(N, C, H, W)$.\n\n"
LISTS = table(
    row("Attribute", "Symbol", "Length"),
    row("`kernel_shape`", "$k = (k_0, k_1)$", "2"),
    row("`strides`", "$s = (s_0, s_1)$", "2"),
    row("`dilations`", r"$\delta = (\delta_0, \delta_1)$", "2"),
    row("`pads`", "$p = (p_0, p_1, p_2, p_3)$", "4"),
)
SIDES = "In words, $p_0$ is the padding at the top, $p_1$ at the left, $p_2$ at the bottom and $p_3$ at the right."
SIZE = r"$$dY_2 = \lfloor (H + p_0 + p_2 - \delta_0 (k_0 - 1) - 1) / s_0 \rfloor + 1$$"


@pytest.mark.parametrize(("old", "new"), [("", ""), ("$p_2$ at the bottom", "$p_2$ on the lower side")])
def test_names_that_lack_their_verb(old: str, new: str) -> None:
    assert old in SIDES
    said = SIDES.replace(old, new, 1)
    assert ("formula-not-understood" in broken(f"{HEAD}{said}\n\n{LISTS}\n\n{SIZE}\n")) == bool(old)


def test_a_name_that_lacks_its_verb_is_held_against_its_list() -> None:
    assert broken(f"{HEAD}{LISTS}\n\n{SIDES}\n\n{SIZE}\n") == set()
    assert "name-twice" in broken(f"{HEAD}{LISTS}\n\n{SIDES.replace('bottom', 'left')}\n\n{SIZE}\n")


LISTING = """\
found := false
for i := 0 to k[0] - 1:
    for j := 0 to k[1] - 1:
        r := h * s[0] - p[0] + i * delta[0]
        q := w * s[1] - p[1] + j * delta[1]
        if 0 <= r < dX[2] and 0 <= q < dX[3]:
            v := X[n, c, r, q]
            if v is NaN: v := -infinity
            if not found or v > best:
                best := v
                at := ((n * dX[1] + c) * dX[2] + r) * dX[3] + q
                found := true
Y[n, c, h, w] := best
Indices[n, c, h, w] := at
"""


@pytest.mark.parametrize(
    ("old", "new", "is_right"),
    [
        ("", "", True),
        ("v > best", "v >= best", False),
        ("j * delta[1]", "j * delta[0]", False),
        ("0 <= q < dX[3]", "0 <= q <= dX[3]", False),
        ("+ r) * dX[3] + q", "+ q) * dX[3] + r", False),
        ("Indices[n, c, h, w]", "Indices[n, c, w, h]", False),
    ],
)
def test_a_listing_on_one_element_of_the_outputs(old: str, new: str, is_right: bool) -> None:
    assert old in LISTING
    page = f"{HEAD}{LISTS}\n\n```text\n{LISTING.replace(old, new, 1)}```\n"
    verdicts = {claim.verdict for claim in audit(document(page), None).claims if claim.kind == "loops"}
    assert (verdicts == {"proved"}) == is_right
    assert is_right or "refuted" in verdicts


WINDOWS = r"""
For $0 \le i < k_0$ and $0 \le j < k_1$ we set
$$r_h(i) = h\,s_0 - p_0 + i\,\delta_0, \qquad q_w(j) = w\,s_1 - p_1 + j\,\delta_1.$$
The window at $(h, w)$ is
$$\Omega(h,w) = \{\,(r_h(i), q_w(j)) \;:\; 0 \le r_h(i) < H,\ \ 0 \le q_w(j) < W\,\}.$$
$$Y[n,c,h,w] = \max_{(h',w') \in \Omega(h,w)} X[n,c,h',w'].$$

Every call shall fulfil
$$\Omega(h,w) \ne \emptyset \qquad (0 \le h < dY_2,\ 0 \le w < dY_3).$$
"""


@pytest.mark.parametrize(
    ("ranges", "is_whole"),
    [
        (r"0 \le h < dY_2,\ 0 \le w < dY_3", True),
        (r"0 \le h \le dY_2 - 1,\ 0 \le w < dY_3", True),
        (r"0 < h < dY_2,\ 0 < w < dY_3", False),
        (r"1 \le h < dY_2,\ 0 \le w < dY_3", False),
        (r"0 \le h < H,\ 0 \le w < W", False),
        (r"0 \le h < dY_2 - 1,\ 0 \le w < dY_3", False),
    ],
)
def test_a_condition_on_windows_with_its_ranges_in_brackets(ranges: str, is_whole: bool) -> None:
    said = WINDOWS.replace(r"0 \le h < dY_2,\ 0 \le w < dY_3", ranges)
    page = document(f"{HEAD}{LISTS}\n\n{SIDES}\n\n{SIZE}\n{said}")
    demanded = [claim for claim in audit(page, None).claims if "emptyset" in claim.text and claim.verdict == "assumed"]
    assert bool(demanded) == is_whole


BEFORE = "Where several elements share the maximum, the first in row-major order is selected. "


@pytest.mark.parametrize(("which", "is_first"), [("smallest", True), ("largest", False)])
def test_which_one_it_is_of_those_before(which: str, is_first: bool) -> None:
    found = broken(f"{HEAD}{BEFORE}This is the one with the {which} flat index.\n")
    assert ("tie-wrong" in found) == (not is_first)
    assert not is_first or not found
